"""
What a kind of test vector is, and the checks that kinds share.

A kind runs one vector: it gets the game under the vector's options and the vector's `in`, and returns every key that an
`out` may name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import Unreadable, plural, shown
from ..rules.game import Game

Given = Mapping[str, Any]
"""The `in` of a vector, as read from YAML."""
Answers = Mapping[str, object]
"""What the rules answer, by key of an `out`."""
Same = Callable[[Any, Any], bool]
"""Whether an expected value, as read from YAML, is the same as an answer."""


@dataclass(frozen=True)
class Kind:
    """How one kind of vector is run, and how its results are compared."""

    run: Callable[[Game[Any], Given], Answers]
    takes: tuple[str | int, ...]
    """The keys that an `in` may have in addition to `options`."""
    same: Mapping[str, Same] = field(default_factory=dict)
    """By key of an `out`, the comparison to use where plain equality is too strict."""


def whole(name: str, value: object) -> int:
    """The value, which must be a whole number."""
    if type(value) is not int:
        raise Unreadable(f"{name} takes a whole number, such as 5, not {shown(value)}")
    return value


def exactly(what: str, cards: Cards, count: int) -> Cards:
    """The cards, which must be this many."""
    if len(cards) != count:
        raise Unreadable(f"{what} takes {plural(count, 'card')}, not {len(cards)}: {write_cards(cards) or 'none'}")
    return cards


def same_ranks(expected: Any, actual: Any) -> bool:
    """Whether the cards have the same ranks, in any order."""
    return sorted(c.rank for c in read_cards(expected)) == sorted(c.rank for c in read_cards(actual))


def same_cards(expected: Any, actual: Any) -> bool:
    """Whether the cards are the same, in any order."""
    return sorted(read_cards(expected)) == sorted(read_cards(actual))
