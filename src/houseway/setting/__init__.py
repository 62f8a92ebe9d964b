"""The best way to set a hand: one solver per game, strategies for people and bots."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..rules.cards import Cards, read_cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.game import Game
from .strategy import Strategy

if TYPE_CHECKING:
    from .answers import Explanation, Option, Solution

Progress = Callable[[int, int], None]
LEVELS = ("newcomer", "house_way", "expert")


def module(key: str) -> ModuleType | None:
    """The file that sets this game's hands, if there is one."""
    return import_module(f".{key}", __name__) if find_spec(f".{key}", __name__) else None


def asked(game: Game[Any], question: str, meaning: str) -> Callable[..., Any]:
    """A game's own answer to a question, or a sentence if it has none."""
    answer: Callable[..., Any] | None = getattr(module(game.key), question, None)
    if answer is None:
        raise NotAllowed(f"{game.name} has no {meaning}")
    return answer


def strategy(game: Game[Any], name: str) -> Strategy:
    """A strategy by its level, or from a file that `houseway solve` wrote."""
    if name == "house_way" and not hasattr(module(game.key), name):
        return Strategy(name=name, about="The smallest wagers, no giving up, and the hands as the house sets them.")
    if name in LEVELS:
        return _strategy(asked(game, name, f"strategy {name}")(game))
    if Path(name).suffix == ".npz":
        return _strategy(asked(game, "from_file", "strategies in files")(game, Path(name)))
    hint = nearest(name, LEVELS)
    raise Unreadable(f"there is no strategy {shown(name)}{hint}; name {', '.join(LEVELS)} or a file that ends in .npz")


def _strategy(found: Strategy) -> Strategy:
    return found


def best(game: Game[Any], cards: Cards | str, **circumstances: Any) -> list[Option]:
    """Every option for these cards that is worth showing, best first."""
    hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    found: list[Option] = asked(game, "best", "worth of single hands")(game, hand, **circumstances)
    return found


def solve(game: Game[Any], progress: Progress | None = None, **settings: Any) -> Solution:
    """Compute a strategy and measure what a best reply wins against it."""
    found: Solution = asked(game, "solve", "tables to solve: its prices are exact already")(game, progress, **settings)
    return found


def explain(game: Game[Any], progress: Progress | None = None) -> Explanation:
    """The strategy in sentences, each with what it is worth."""
    found: Explanation = asked(game, "explain", "strategy in sentences yet")(game, progress)
    return found
