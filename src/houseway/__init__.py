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
Every answer has `summary()`, and a notebook shows it as tables, cards and bars. `replay`, `verify` and `check` read
files. `hw.export` makes rows and frames of rounds, prices and strategies. Errors are of the type `hw.HousewayError`.
"""

from types import ModuleType
from typing import TYPE_CHECKING

from .api import RoundInPlay, Variant, check, game, games, replay, verify
from .rules.cards import Card, read_cards
from .rules.errors import Broken, HousewayError, NotAllowed, Unreadable
from .rules.moves import Dealt, Decided, HandsSet, Posted, Voided

if TYPE_CHECKING:
    from . import answer_types as answer_types
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
    "check",
    "game",
    "games",
    "read_cards",
    "replay",
    "verify",
]


def __getattr__(name: str) -> ModuleType:
    """Load `hw.answer_types` and `hw.export` when they are first used."""
    if name == "export":
        from .audit import export

        return export
    if name == "answer_types":
        from importlib import import_module

        return import_module(f"{__name__}.answer_types")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
