"""
Houseway plays, prices and proves hand-setting poker.

>>> import houseway as hw
>>> game = hw.game("pyramid", straight_flush_pays=50)
>>> game.name, game.modifications
('Pyramid Poker', {'straight_flush_pays': (30, 50)})
>>> deal = game.deal(seed=7, seats=2)
>>> deal.waiting_for
(1, 2)

Begin with `game` and `games`. help(hw.Variant) lists what a game offers, help(hw.RoundInPlay) what a round offers.
`hw.export` makes rows and frames of rounds, prices and strategies. Errors are of the type `hw.HousewayError`.
"""

from typing import TYPE_CHECKING, Any

from .api import RoundInPlay, Variant, game, games
from .rules.cards import Card, read_cards
from .rules.errors import Broken, HousewayError, NotAllowed, Unreadable
from .rules.moves import Dealt, Decided, HandsSet, Posted, Voided

if TYPE_CHECKING:
    from .audit import export as export

__version__ = "0.2.0.dev0"
__all__ = [
    "Broken",
    "Card",
    "Dealt",
    "Decided",
    "HandsSet",
    "HousewayError",
    "NotAllowed",
    "Posted",
    "RoundInPlay",
    "Unreadable",
    "Variant",
    "Voided",
    "game",
    "games",
    "read_cards",
]


def __getattr__(name: str) -> Any:
    """Load `hw.export` when it is first used."""
    if name == "export":
        from .audit import export

        return export
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
