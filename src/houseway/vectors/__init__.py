"""
The kinds of test vector, one file per game.

A kind runs one vector: it is given the game under the vector's options and the vector's `in`, and returns every key
that an `out` may name. Each file has a `KINDS` table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import Unreadable, plural, shown
from ..rules.game import Game

Given = Mapping[str, Any]
Same = Callable[[Any, Any], bool]


@dataclass(frozen=True)
class Kind:
    """How one kind of vector is run, and how its answers are compared where plain equality is too strict."""

    run: Callable[[Game[Any], Given], Mapping[str, Any]]
    takes: tuple[str | int, ...]
    """The keys an `in` may have besides `options`."""
    same: Mapping[str, Same] = field(default_factory=dict)


def whole(name: str, value: Any) -> int:
    """A whole number, as money and counts are."""
    if type(value) is not int:
        raise Unreadable(f"{name} takes a whole number, such as 5, not {shown(value)}")
    return value


def so_many(what: str, cards: Cards, count: int) -> Cards:
    """These cards, if there are as many as the kind takes."""
    if len(cards) != count:
        raise Unreadable(f"{what} takes {plural(count, 'card')}, not {len(cards)}: {write_cards(cards) or 'none'}")
    return cards


def same_ranks(expected: Any, got: Any) -> bool:
    """Cards of equal rank are interchangeable."""
    return sorted(c.rank for c in read_cards(expected)) == sorted(c.rank for c in read_cards(got))


def same_cards(expected: Any, got: Any) -> bool:
    """The same cards in any order."""
    return sorted(read_cards(expected)) == sorted(read_cards(got))
