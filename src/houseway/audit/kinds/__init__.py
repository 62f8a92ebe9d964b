"""
The kinds of test vector, one file per game.

A kind runs one vector: it is given the game under the vector's options and the vector's `in`, and returns every key
that an `out` may name. Each file has a `KINDS` table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...rules.cards import read_cards
from ...rules.game import Game

Given = Mapping[str, Any]
Same = Callable[[Any, Any], bool]


@dataclass(frozen=True)
class Kind:
    """How one kind of vector is run, and how its answers are compared where plain equality is too strict."""

    run: Callable[[Game[Any], Given], Mapping[str, Any]]
    takes: tuple[str, ...]
    """The keys an `in` may have besides `options`."""
    same: Mapping[str, Same] = field(default_factory=dict)


def same_ranks(expected: Any, got: Any) -> bool:
    """Cards of equal rank are interchangeable."""
    return sorted(c.rank for c in read_cards(expected)) == sorted(c.rank for c in read_cards(got))


def same_cards(expected: Any, got: Any) -> bool:
    """The same cards in any order."""
    return sorted(read_cards(expected)) == sorted(read_cards(got))
