"""Exact answers, as integers and Fractions: one file per game, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType
from typing import Any

from ..games import GAMES
from ..rules.cards import Cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.game import Game
from .price import Price  # before `price` below, which takes the name of that file

COSTS = "houseway explain {} says what its sentences cost against best play"


def module(key: str) -> ModuleType:
    """The file that prices this game: its own, or the one for any game that meets the house in two hands."""
    if key not in GAMES:
        raise Unreadable(f"there is no game {key!r}{nearest(key, GAMES)}; the games are {', '.join(GAMES)}")
    return import_module(f".{key if has_own(key) else 'any_game'}", __name__)


def has_own(key: str) -> bool:
    """Does this game have a file of its own here?"""
    return find_spec(f".{key}", __name__) is not None


def hands_dealt(key: str) -> Mapping[str, tuple[int, ...]]:
    """Of a game whose every wager is counted exactly: the sizes of the hands dealt for it. Empty for other games."""
    found: Mapping[str, tuple[int, ...]] = getattr(module(key), "HANDS_DEALT", {})
    return found


def asked(
    game: Game[Any], question: str, meaning: str, instead: str = "houseway price {} shows what there is"
) -> Callable[..., Any]:
    """A game's own answer to a question, or a sentence if it has none: what to ask `instead` of this game."""
    found = getattr(module(game.key), question, None)
    if found is None:
        raise NotAllowed(f"{game.name} has no {meaning}; {instead.format(game.key)}")
    answer: Callable[..., Any] = found
    return answer


def price(game: Game[Any], progress: Callable[[int, int], None] | None = None, **settings: Any) -> Price:
    """Every wager of a game under its terms. Estimates take `rounds` and `seed`, some of them more."""
    answer = asked(game, "price", "price")
    taken = [name for name in signature(answer).parameters if name not in ("game", "progress")]
    for name, value in settings.items():
        if name not in taken:
            what = f"it takes {', '.join(taken)}" if taken else "it is counted, not estimated"
            raise NotAllowed(f"the price of {game.name} takes no {name}, such as {shown(value)}; {what}")
    found: Price = answer(game, progress, **settings)
    return found


def best(game: Game[Any], cards: Cards | str, **settings: Any) -> list[dict[str, Any]]:
    """Every option for these cards, best first, under the names of the JSON."""
    found: list[dict[str, Any]] = asked(game, "best", "worth of single hands yet")(game, cards, **settings)
    return found


def readings(
    game: Game[Any], progress: Callable[[int, int], None] | None = None, *, also_unmoved: bool = False
) -> list[Any]:
    """What each reading of the ledger moves, biggest first."""
    found: list[Any] = asked(game, "readings", "price of its readings yet")(game, progress, also_unmoved=also_unmoved)
    return found


def alarm(game: Game[Any], progress: Callable[[int, int], None] | None = None) -> Any:
    """Whether any legal way to play is profitable for the player, and what was searched."""
    whose = "search for profitable play yet" if game.against_the_house else "house to win from, so nothing to search"
    return asked(game, "alarm", whose, "houseway duel {} expert house_way plays two ways against each other")(
        game, progress
    )


def way(game: Game[Any], progress: Callable[[int, int], None] | None = None) -> Any:
    """The audit of the house way."""
    return asked(game, "way", "audit of a way to set hands yet", COSTS)(game, progress)


def shortest_way(game: Game[Any], loss: Any) -> Any:
    """The shortest list of rules that loses no more than this against best play."""
    return asked(game, "shortest_way", "short way of setting yet", COSTS)(game, loss)
