"""
The second and third wagers of Pyramid Poker on their own, from any shoe.

The third wager is counted over sets of six cards by rank and suit, while `joint.py` counts pairs of hands. That makes
it a second method, and a faster one where only this wager is needed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from ..terms import Terms
from .hands import HAND_SIZE, HANDS, RANK_COUNT, Composition, Whole, draws, held, rank_sets
from .joint import whole_type
from .main_wager_tables import Named
from .side_wager_tables import DIGITS, SIX, LineTable, six_card_table, three_card_table

FIVE = SIX - 1


@cache
def rank_multisets(size: int) -> Whole:
    """Every multiset of `size` ranks, one per row."""
    return np.array(list(combinations_with_replacement(range(RANK_COUNT), size)), dtype=np.int64)


@cache
def completed() -> Whole:
    """By five ranks (row) and a sixth (column): the number of the six ranks together."""
    bases = 7 ** np.arange(RANK_COUNT, dtype=np.int64)
    sixes = held(rank_multisets(SIX)) @ bases
    fives = held(rank_multisets(FIVE)) @ bases
    order = np.argsort(sixes)
    return order[np.searchsorted(sixes[order], fives[:, None] + bases)]


def six_card_counts(terms: Terms, shoe: Composition) -> Counter[Named]:
    """The number of sets of six cards by the third wager's outcome: C(cards, 6) in all."""
    table = six_card_table(terms)
    sixes = rank_multisets(SIX)
    fives = rank_multisets(FIVE)
    number = whole_type(comb(shoe.cards, SIX))
    plain = table.unsuited(DIGITS[held(sixes)].sum(axis=1), rank_sets(sixes))
    totals: Any = _by_line(plain, draws(shoe.ranks[None, :], sixes)[0], table, number)
    all_suited = table.with_suited(plain, SIX, rank_sets(sixes))
    five_suited = table.with_suited(plain[completed()], FIVE, rank_sets(fives)[:, None])
    for suit, times in shoe.like_suits().items():
        inside = np.array([suit], dtype=np.int64)
        six_of_suit = draws(inside, sixes)[0] * times
        five_of_suit = draws(inside, fives)[0][:, None] * (shoe.ranks - inside) * times
        for line, ways in ((all_suited, six_of_suit), (plain, -six_of_suit)):
            totals = totals + _by_line(line, ways, table, number)
        for line, ways in ((five_suited, five_of_suit), (plain[completed()], -five_of_suit)):
            totals = totals + _by_line(line, ways, table, number)
    return Counter({outcome: int(count) for outcome, count in zip(table.outcomes, totals, strict=True) if count})


def three_card_counts(terms: Terms, shoe: Composition) -> Counter[Named]:
    """The number of hands by the second wager's outcome: C(cards, 3) in all."""
    table = three_card_table(terms)
    number = whole_type(comb(shoe.cards, HAND_SIZE))
    totals: Any = _by_line(table.odd, shoe.first_hands, table, number)
    for suit in shoe.suits:
        ways = draws(np.array([suit], dtype=np.int64), HANDS)[0]
        totals = totals + _by_line(table.suited, ways, table, number) - _by_line(table.odd, ways, table, number)
    return Counter({outcome: int(count) for outcome, count in zip(table.outcomes, totals, strict=True) if count})


def _by_line(lines: Whole, ways: Whole, table: LineTable, number: Any) -> Any:
    """By line: the total of its ways."""
    totals = np.zeros(len(table.results), dtype=number)
    np.add.at(totals, lines.ravel(), ways.ravel().astype(number))
    return totals
