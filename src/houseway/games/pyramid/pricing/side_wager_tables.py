"""
The second and third wagers of Pyramid Poker as tables, made by calling the rules on representative hands.

This module contains no rules. It relies on facts that are tested against the rules. The second wager depends on the
ranks and on whether all three cards are of one suit. The third depends on the shape of the repeated ranks, the set of
ranks, and the cards of a suit that has five or six of them. A line that some of the cards make is a line of all six, so
the line of six cards is the best of the lines that repeated ranks, straights and flushes make.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from ....pricing.option_cache import cached_by_options
from ....rules.cards import SUITS, TWO, Card
from ....rules.paytable import Result
from .. import side_wagers
from ..terms import Terms
from .hands import CARD_PLACES, HAND_COUNT, HELD, RANK_COUNT, Whole, cards_of

Named = tuple[str, Fraction]
"""An outcome's name and its profit per unit."""


@dataclass(frozen=True, eq=False)
class LineTable:
    """Codes for the lines of a pay table, worst-paying first: the better of two lines is the higher code."""

    results: tuple[Result, ...]

    @classmethod
    def of(cls, results: Iterable[Result]) -> LineTable:
        return cls(tuple(sorted(set(results), key=lambda result: (result.pays, result.line))))

    def codes(self, results: Iterable[Result]) -> Whole:
        code = {result: place for place, result in enumerate(self.results)}
        return np.array([code[result] for result in results], dtype=np.int64)

    @property
    def outcomes(self) -> tuple[Named, ...]:
        return tuple((result.line, Fraction(result.pays)) for result in self.results)


@dataclass(frozen=True, eq=False)
class ThreeCardTable(LineTable):
    """The lines of the second wager, by rank hand."""

    odd: Whole
    """The line of each rank hand that is not of one suit."""
    suited: Whole
    """The line of each rank hand that is of one suit."""


@cached_by_options
def three_card_table(terms: Terms) -> ThreeCardTable:
    odd = [side_wagers.three_card_result(terms, cards_of(hand)) for hand in range(HAND_COUNT)]
    one = (SUITS.start,) * len(CARD_PLACES)
    suited = [side_wagers.three_card_result(terms, cards_of(hand, one)) for hand in range(HAND_COUNT)]
    lines = LineTable.of(odd + suited)
    return ThreeCardTable(lines.results, lines.codes(odd), lines.codes(suited))


SIX = 6
LONG = (5, SIX)
"""The numbers of cards that can make a flush or a straight."""
SCATTERED = (0, 1, 3, 5, 7, 9)
"""Ranks of which no five are in a row."""
CYCLE = tuple(SUITS) * 2
"""Suits for six cards of which no five are of one suit."""
DIGITS: Whole = np.array([0] + [7**place for place in range(SIX)], dtype=np.int64)
"""By count of a rank: the summand of the shape, a base-7 number whose digits count the ranks held once, twice, ..."""


@cache
def shapes() -> Whole:
    """By two rank hands: the shape of their six cards, see DIGITS."""
    digits = np.zeros((HAND_COUNT, HAND_COUNT), dtype=np.int64)
    for rank in range(RANK_COUNT):
        digits += DIGITS[HELD[:, None, rank] + HELD[None, :, rank]]
    return digits


@cache
def partitions() -> tuple[tuple[int, ...], ...]:
    """The ways in which six cards can repeat their ranks: the partitions of 6."""
    parts = (group for size in range(1, SIX + 1) for group in combinations_with_replacement(range(1, SIX + 1), size))
    return tuple(group for group in parts if sum(group) == SIX)


@dataclass(frozen=True, eq=False)
class SixCardTable(LineTable):
    """The lines of the third wager, in separate tables for repeated ranks, straights, flushes and straight flushes."""

    by_shape: Whole
    """By shape: the line of the repeated ranks."""
    row: Whole
    """By the set of ranks as bits: the line of a straight."""
    flush: dict[int, int]
    """By the number of cards of one suit: the line of a flush that is nothing more."""
    suited_row: Whole
    """By the set of ranks of one suit as bits: the line of a straight flush."""

    def unsuited(self, shape: Whole, rank_sets: Whole) -> Whole:
        """The line of six cards without five of one suit."""
        return np.maximum(self.by_shape[shape], self.row[rank_sets])

    def with_suited(self, line: Whole, count: int, rank_sets: Whole) -> Whole:
        """The line if `count` of the six cards, with these ranks, are of one suit."""
        return np.maximum(line, np.maximum(self.suited_row[rank_sets], self.flush[count]))


def _six(terms: Terms, ranks: Iterable[int], suits: tuple[int, ...]) -> Result:
    cards = tuple(Card(rank + TWO, suit) for rank, suit in zip(ranks, suits, strict=False))
    return side_wagers.six_card_result(terms, cards)


@cached_by_options
def six_card_table(terms: Terms) -> SixCardTable:
    """The tables of the third wager, by calling the rules on an example of each kind."""
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
    """A table of codes by key; a missing key has the lowest code, because it makes no line."""
    table = np.zeros(max(*keys, 1 << RANK_COUNT) + 1, dtype=np.int64)
    table[keys] = codes
    return table
