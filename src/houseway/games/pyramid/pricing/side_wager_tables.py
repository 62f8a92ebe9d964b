"""
The second and third wagers of Pyramid Poker as tables, made by calling the functions of the sheet on representatives.

No rule is written here. What is used, and tested against the plain rules, is which hands are of one kind: the second
wager sees ranks and whether all three cards are of one suit; the third sees the shape of the repeated ranks, the set of
ranks, and the cards of a suit that has five or six of them. A line that some of the cards make is a line of them all,
so the line of six cards is the best of what their repeats, their ranks and their suits make alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from ....pricing.option_cache import remembered
from ....rules.cards import SUITS, TWO, Card
from ....rules.paytable import Result
from .. import side_wagers
from .hands import CARD_PLACES, HAND_COUNT, HELD, RANK_COUNT, Whole, cards_of

Named = tuple[str, Fraction]
"""An outcome's name and its profit per unit."""


@dataclass(frozen=True, eq=False)
class LineTable:
    """Codes for the lines of a pay table, worst-paying first: the better of two lines is the higher code."""

    results: tuple[Result, ...]

    @classmethod
    def of(cls, found: Iterable[Result]) -> LineTable:
        return cls(tuple(sorted(set(found), key=lambda result: (result.pays, result.line))))

    def codes(self, results: Iterable[Result]) -> Whole:
        code = {result: place for place, result in enumerate(self.results)}
        return np.array([code[result] for result in results], dtype=np.int64)

    @property
    def outcomes(self) -> tuple[Named, ...]:
        return tuple((result.line, Fraction(result.pays)) for result in self.results)


@dataclass(frozen=True, eq=False)
class ThreeCardTable(LineTable):
    odd: Whole
    """The line of each rank hand that is not of one suit."""
    suited: Whole


@remembered
def three_card_table(terms: Any) -> ThreeCardTable:
    odd = [side_wagers.three_card_result(terms, cards_of(hand)) for hand in range(HAND_COUNT)]
    one = (SUITS.start,) * len(CARD_PLACES)
    suited = [side_wagers.three_card_result(terms, cards_of(hand, one)) for hand in range(HAND_COUNT)]
    lines = LineTable.of(odd + suited)
    return ThreeCardTable(lines.results, lines.codes(odd), lines.codes(suited))


SIX = 6
LONG = (5, SIX)
"""Cards enough for a line of one suit or of ranks in a row."""
SCATTERED = (0, 1, 3, 5, 7, 9)
"""Ranks of which no five are in a row."""
CYCLE = tuple(SUITS) * 2
DIGITS: Whole = np.array([0] + [7**place for place in range(SIX)], dtype=np.int64)
"""A shape is a number to base 7: how many ranks come once, twice, ... are its digits. By times, what a rank adds."""


@cache
def shapes() -> Whole:
    """The shape of the six cards of each two hands."""
    found = np.zeros((HAND_COUNT, HAND_COUNT), dtype=np.int64)
    for rank in range(RANK_COUNT):
        found += DIGITS[HELD[:, None, rank] + HELD[None, :, rank]]
    return found


@cache
def partitions() -> tuple[tuple[int, ...], ...]:
    """How six cards can repeat their ranks."""
    parts = (group for size in range(1, SIX + 1) for group in combinations_with_replacement(range(1, SIX + 1), size))
    return tuple(group for group in parts if sum(group) == SIX)


@dataclass(frozen=True, eq=False)
class SixCardTable(LineTable):
    by_shape: Whole
    """The line of the repeats alone."""
    row: Whole
    """The line of the ranks alone, by the set of ranks as bits."""
    flush: dict[int, int]
    """The line of five or six cards of one suit that have nothing else."""
    suited_row: Whole
    """The line of a set of ranks in one suit."""

    def unsuited(self, shape: Whole, rank_sets: Whole) -> Whole:
        """The line of six cards with no five of a suit."""
        return np.maximum(self.by_shape[shape], self.row[rank_sets])

    def with_suited(self, line: Whole, count: int, rank_sets: Whole) -> Whole:
        """The line when this many of the six, of these ranks, are of one suit."""
        return np.maximum(line, np.maximum(self.suited_row[rank_sets], self.flush[count]))


def _six(terms: Any, ranks: Iterable[int], suits: tuple[int, ...]) -> Result:
    cards = tuple(Card(rank + TWO, suit) for rank, suit in zip(ranks, suits, strict=False))
    return side_wagers.six_card_result(terms, cards)


@remembered
def six_card_table(terms: Any) -> SixCardTable:
    """The line of any six cards, by what their repeats, their ranks and their suits make alone."""
    one_suit = (SUITS.start,) * SIX
    sets = [ranks for size in LONG for ranks in combinations(range(RANK_COUNT), size)]
    bits = [sum(1 << rank for rank in ranks) for ranks in sets]
    shape = [int(DIGITS[list(group)].sum()) for group in partitions()]
    groups = [_six(terms, np.repeat(SCATTERED[: len(group)], group).tolist(), CYCLE) for group in partitions()]
    rows = [_six(terms, ranks, CYCLE) for ranks in sets]
    suited = [_six(terms, ranks, one_suit) for ranks in sets]
    flushes = [_six(terms, SCATTERED[:size], one_suit) for size in LONG]
    lines = LineTable.of([*groups, *rows, *suited, *flushes])
    return SixCardTable(
        lines.results,
        _by_key(shape, lines.codes(groups)),
        _by_key(bits, lines.codes(rows)),
        dict(zip(LONG, lines.codes(flushes).tolist(), strict=True)),
        _by_key(bits, lines.codes(suited)),
    )


def _by_key(keys: list[int], codes: Whole) -> Whole:
    """Codes by key; what has no key holds no line of its own, and its code is the lowest."""
    table = np.zeros(max(*keys, 1 << RANK_COUNT) + 1, dtype=np.int64)
    table[keys] = codes
    return table
