"""
Houseway plays, prices and proves hand-setting poker.

>>> import houseway as hw
>>> game = hw.game("pyramid", straight_flush_pays=50)
>>> game.name, game.modifications
('Pyramid Poker', {'straight_flush_pays': (30, 50)})
>>> deal = game.deal(seed=7, seats=2)
>>> deal.waiting_for
(1, 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import RoundInPlay, Variant, game, games
    from .rules.cards import Card, read_cards
    from .rules.errors import HousewayError, NotAllowed, Unreadable
    from .rules.round import Dealt, Decided, HandsSet, Posted, Voided

__version__ = "0.1.0"
__all__ = [
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
HOMES = {  # where each name lives: it is loaded when it is first used
    **dict.fromkeys(("RoundInPlay", "Variant", "game", "games"), ".api"),
    **dict.fromkeys(("Card", "read_cards"), ".rules.cards"),
    **dict.fromkeys(("HousewayError", "NotAllowed", "Unreadable"), ".rules.errors"),
    **dict.fromkeys(("Dealt", "Decided", "HandsSet", "Posted", "Voided"), ".rules.round"),
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"houseway has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(HOMES[name], __name__), name)
