"""The best way to set a hand: one solver per game, strategies for people and bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..rules.cards import Card, Cards, read_cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.game import Game
from ..rules.round import HandsSet
from ..rules.setting import Setting
from .bots import HOUSE_WAY
from .strategy import Strategy

if TYPE_CHECKING:
    from .answers import Chart, Explanation, Option, Solution

Progress = Callable[[int, int], None]
LEVELS = ("newcomer", "house_way", "expert")
BEST = "best"
"""Another name for the expert."""


def module(key: str) -> ModuleType:
    """The file that sets this game's hands: its own, or the one for any game of two hands."""
    return import_module(f".{key if find_spec(f'.{key}', __name__) else 'any_game'}", __name__)


def asked(game: Game[Any], question: str, meaning: str, **settings: Any) -> Callable[..., Any]:
    """A game's own answer to a question with these settings, or a sentence if it has none."""
    answer: Callable[..., Any] | None = getattr(module(game.key), question, None)
    if answer is None:
        raise NotAllowed(f"{game.name} has no {meaning}")
    given = {name: value for name, value in settings.items() if value is not None}
    keywords = [name for name, about in signature(answer).parameters.items() if about.kind == about.KEYWORD_ONLY]
    taken = [name for name in keywords if name != "progress"]
    for name, value in given.items():
        if name not in taken:
            raise NotAllowed(f"{game.name} takes no {name} here, such as {shown(value)}; it takes {', '.join(taken)}")
    return partial(answer, **given)


def strategy(game: Game[Any], name: str) -> Strategy:
    """A strategy by its level, or from a file that `houseway solve` wrote."""
    if name == HOUSE_WAY.name and not hasattr(module(game.key), name):
        return HOUSE_WAY
    if name == BEST:
        return strategy(game, "expert")
    if name in LEVELS:
        return _strategy(asked(game, name, f"strategy {name}")(game))
    if Path(name).suffix == ".npz":
        return _strategy(asked(game, "from_file", "strategies in files")(game, Path(name)))
    names = (*LEVELS, BEST)
    hint = nearest(name, names)
    raise Unreadable(f"there is no strategy {shown(name)}{hint}; name {', '.join(names)} or a file that ends in .npz")


def _strategy(found: Strategy) -> Strategy:
    return found


def best(game: Game[Any], cards: Cards | str, **circumstances: Any) -> list[Option]:
    """Every option for these cards that is worth showing, best first."""
    hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    found: list[Option] = asked(game, "best", "worth of single hands", **circumstances)(game, hand)
    return found


def candidates(game: Game[Any], cards: Cards, count: int) -> list[HandsSet]:
    """
    Settings worth choosing from, best first, as seat 1 would put them down.

    A game's own quick answer where it has one, else the settings among its options; none where it has neither.
    """
    own = getattr(module(game.key), "candidates", None)
    if own is not None:
        quick: list[HandsSet] = own(game, cards, count)
        return quick[:count]
    try:
        options = best(game, cards)
    except NotAllowed:
        return []
    settings = [option for option in options if option.get("setting")]
    return [_as_move(option) for option in settings[:count]]


def _as_move(option: Option) -> HandsSet:
    hands = {slot: read_cards(hand) for slot, hand in option["setting"].items()}
    return HandsSet(1, hands, claims=tuple(option.get("claims", ())))


def worth_of(game: Game[Any], cards: Cards, setting: Setting) -> Option | None:
    """What one setting of these cards is worth; None where it is none of the options."""
    own = getattr(module(game.key), "worth_of", None)
    if own is not None:
        found: Option | None = own(game, cards, setting)
        return found
    hands = {slot: sorted(hand) for slot, hand in setting.items()}
    return next((option for option in best(game, cards) if _hands(option) == hands), None)


def _hands(option: Option) -> dict[str, list[Card]]:
    return {slot: sorted(read_cards(hand)) for slot, hand in option.get("setting", {}).items()}


def unit(game: Game[Any]) -> str:
    """What worth is counted in."""
    return str(getattr(module(game.key), "UNIT", "chips"))


def solve(game: Game[Any], progress: Progress | None = None, **settings: Any) -> Solution:
    """Compute a strategy and measure what a best reply wins against it."""
    meaning = f"tables to solve: houseway best {game.key} counts every hand"
    found: Solution = asked(game, "solve", meaning, **settings)(game, progress)
    return found


def explain(game: Game[Any], progress: Progress | None = None) -> Explanation:
    """The strategy in sentences, each with what it is worth."""
    found: Explanation = asked(game, "explain", "strategy in sentences yet")(game, progress)
    return found


def chart(game: Game[Any]) -> Chart:
    """The strategy as a grid."""
    found: Chart = asked(game, "chart", "strategy as a grid")(game)
    return found
