"""
The first wager of Pyramid Poker under each way to play it, counted over all deals of two hands.

The best play of a hand is the legal setting that wins most on average against a house-way opponent, over all hands the
opponent can hold; where two settings win the same, the house way is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any

import numpy as np

from ....pricing.option_cache import remembered
from ....pricing.price import Exact, Outcome
from .hands import HAND_COUNT, HAND_SIZE, HANDS, HELD, Composition, Whole, draws
from .joint import tally
from .main_wager_tables import Contest, MainTable, Named, house_rows, legal_settings, main_table, outcomes

BEST = "best"
HOUSE_WAY = "house_way"


@dataclass(frozen=True, eq=False)
class Play:
    """Every legal setting, counted against the opponent's hands, and the one each way of playing takes."""

    table: MainTable
    counts: Whole
    """For each setting (row), the opponent's hands by outcome."""
    evs: Whole
    """What each setting wins in all, over the opponent's hands, in parts of `unit`."""
    unit: int
    house: Whole
    """The row of each hand set the house way."""
    best: Whole

    @property
    def ways(self) -> dict[str, Whole]:
        """The row of each hand, under each way of playing."""
        return {BEST: self.best, HOUSE_WAY: self.house}

    def ev(self, row: int, hands: int) -> Fraction:
        """What a setting wins per unit, against this many hands of the opponent."""
        return Fraction(int(self.evs[row]), self.unit * hands)


def play(terms: Any, contest: Contest, shoe: Composition) -> Play:
    """All settings of all hands, weighed."""
    return weighed(terms, outcomes(terms, contest), shoe)


def weigh(terms: Any, ends: tuple[Named, ...], shoe: Composition) -> Play:
    """The same, for meetings that end so."""
    table = main_table(terms, ends)
    hand = legal_settings(terms).hand
    counts = tally(table.codes, shoe.second_hands[hand], len(table.outcomes))
    nets, unit = in_parts(table.outcomes)
    evs = counts @ nets
    house = house_rows(terms)
    return Play(table, counts, evs, unit, house, best_rows(hand, evs, house))


weighed = remembered(weigh)
"""Kept by how the meetings end: what does not change that is not weighed again."""


def in_parts(ends: tuple[Named, ...]) -> tuple[Whole, int]:
    """
    Profits as whole numbers of a common part, and how many parts make a unit.

    A profit is below 10**6 units of 100 parts, and hands are fewer than 2**35: sums stay below 2**62.
    """
    unit = lcm(*(net.denominator for _, net in ends))
    return np.array([int(net * unit) for _, net in ends], dtype=np.int64), unit


def best_rows(hand: Whole, evs: Whole, house: Whole) -> Whole:
    """The row that wins most for each hand; the house way where it wins no less."""
    rows = house.copy()
    for row in np.argsort(evs, kind="stable").tolist():
        if evs[row] > evs[rows[hand[row]]]:
            rows[hand[row]] = row
    return rows


def exact(counts: Mapping[Named, int]) -> Exact:
    """A strategy from its counts, best outcome first."""
    ordered = sorted(((name, net, count) for (name, net), count in counts.items() if count), key=_best_first)
    return Exact(outcomes=tuple(Outcome(*outcome) for outcome in ordered))


def _best_first(outcome: tuple[str, Fraction, int]) -> tuple[Fraction, str]:
    return -outcome[1], outcome[0]


def played(shoe: Composition, found: Play, rows: Whole) -> Exact:
    """One way of playing: a row for each hand."""
    totals = shoe.first_hands.astype(object) @ found.counts[rows].astype(object)
    return exact({outcome: int(count) for outcome, count in zip(found.table.outcomes, totals, strict=True)})


# Seeing more than one's own cards ----------------------------------------------------------------------------------


def played_seeing_another_hand(terms: Any, contest: Contest, shoe: Composition) -> Exact:
    """
    The best play of one who has seen three cards more: another hand of their own, or the House's.

    A deal here is three hands: one's own, the one seen, the opponent's. What is left after the first two depends on
    their six ranks together, which come in 18,564 ways.
    """
    return _seeing_another_hand(terms, outcomes(terms, contest), shoe)


@remembered
def _seeing_another_hand(terms: Any, ends: tuple[Named, ...], shoe: Composition) -> Exact:
    found = weighed(terms, ends, shoe)
    settings = legal_settings(terms)
    left, after = _after_two_hands(shoe)
    totals: Counter[Named] = Counter()
    for hand in range(HAND_COUNT):
        rows = _house_first(np.flatnonzero(settings.hand == hand), int(found.house[hand]))
        counts = _counts_seeing(found, shoe, hand, rows, after[left[hand]])
        for outcome, count in zip(found.table.outcomes, counts, strict=True):
            totals[outcome] += int(shoe.first_hands[hand]) * count
    return exact(totals)


def _house_first(rows: Whole, house: int) -> Whole:
    return np.concatenate(([house], rows[rows != house]))


def _counts_seeing(found: Play, shoe: Composition, hand: int, rows: Whole, third: Whole) -> list[int]:
    """Seen hands times opponent's hands by outcome, each seen hand answered by the setting that wins most then."""
    codes = found.table.codes[rows]
    nets, _ = in_parts(found.table.outcomes)
    chosen = np.argmax(np.stack([third @ nets[code] for code in codes]), axis=0)
    if (chosen == chosen[0]).all():
        return [count * third_hands(shoe) for count in found.counts[rows[chosen[0]]].tolist()]
    kept = tally(codes[chosen], third, len(nets)).astype(object)
    return [int(count) for count in shoe.second_hands[hand].astype(object) @ kept]


def third_hands(shoe: Composition) -> int:
    """How many hands there are after two."""
    return comb(shoe.cards - 2 * HAND_SIZE, HAND_SIZE)


@lru_cache(maxsize=1)
def _after_two_hands(shoe: Composition) -> tuple[Whole, Whole]:
    """For each two rank hands the row of what is left; for each such row the ways to draw each third hand. 68 MB."""
    keys = HELD @ (7 ** np.arange(HELD.shape[1], dtype=np.int64))
    _, first, left = np.unique(keys[:, None] + keys, return_index=True, return_inverse=True)
    one, other = np.divmod(first, HAND_COUNT)
    return left.reshape(HAND_COUNT, HAND_COUNT), draws(shoe.ranks - HELD[one] - HELD[other], HANDS)


def played_seeing_the_opponent(terms: Any, contest: Contest, shoe: Composition) -> Exact:
    """The best play of one who sees the opponent's hand before setting."""
    found = play(terms, contest, shoe)
    settings = legal_settings(terms)
    nets, _ = in_parts(found.table.outcomes)
    best = np.empty((HAND_COUNT, HAND_COUNT), dtype=np.int64)
    for hand in range(HAND_COUNT):
        codes = found.table.codes[_house_first(np.flatnonzero(settings.hand == hand), int(found.house[hand]))]
        best[hand] = codes[np.argmax(nets[codes], axis=0), np.arange(HAND_COUNT)]
    counts = tally(best, shoe.second_hands, len(nets)).astype(object)
    totals = shoe.first_hands.astype(object) @ counts
    return exact({outcome: int(count) for outcome, count in zip(found.table.outcomes, totals, strict=True)})
