"""
The first wager of Pyramid Poker under each strategy, counted over all deals of two hands.

The best play of a hand is the legal setting with the highest value against an opponent who plays the house way, over
all hands that the opponent can hold; of equal settings the house way is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

import numpy as np

from ....pricing.option_cache import cached_by_options
from ....pricing.price import Exact, Outcome
from ..terms import Terms
from .hands import HAND_COUNT, HAND_SIZE, HANDS, HELD, Composition, Whole, draws
from .joint import tally
from .main_wager_tables import Contest, MainTable, Named, house_rows, legal_settings, main_table, outcomes

BEST = "best"
HOUSE_WAY = "house_way"


@dataclass(frozen=True, eq=False)
class Play:
    """Every legal setting, counted against the opponent's hands, and the choice of each strategy."""

    table: MainTable
    counts: Whole
    """By setting (row) and outcome (column): the number of the opponent's hands."""
    evs: Whole
    """By setting: the sum of its profits over the opponent's hands, in parts; `unit` parts are one unit."""
    unit: int
    house: Whole
    """By rank hand: the row of the house-way setting."""
    best: Whole
    """By rank hand: the row of the best setting."""

    @property
    def ways(self) -> dict[str, Whole]:
        """By strategy and rank hand: the row of the chosen setting."""
        return {BEST: self.best, HOUSE_WAY: self.house}

    def ev(self, row: int, hands: int) -> Fraction:
        """The value of a setting per unit, against this number of opponent's hands."""
        return Fraction(int(self.evs[row]), self.unit * hands)


def play(terms: Terms, contest: Contest, shoe: Composition) -> Play:
    """All settings of all hands, counted against the opponent's hands in this contest."""
    return weighed(terms, outcomes(terms, contest), shoe)


def weigh(terms: Terms, ends: tuple[Named, ...], shoe: Composition) -> Play:
    """All settings of all hands, counted against the opponent's hands; `ends` has the outcome by kind of comparison."""
    table = main_table(terms, ends)
    hand = legal_settings(terms).hand
    counts = tally(table.codes, shoe.second_hands[hand], len(table.outcomes))
    nets, unit = in_parts(table.outcomes)
    evs = counts @ nets
    house = house_rows(terms)
    return Play(table, counts, evs, unit, house, best_rows(hand, evs, house))


weighed = cached_by_options(weigh)
"""`weigh`, cached by the outcomes, so that options which do not change them need no new computation."""


def in_parts(ends: tuple[Named, ...]) -> tuple[Whole, int]:
    """
    Profits as whole numbers of a common part, and the number of parts in a unit.

    A profit is below 10**6 units of 100 parts, and hands are fewer than 2**35: sums stay below 2**62.
    """
    unit = lcm(*(net.denominator for _, net in ends))
    return np.array([int(net * unit) for _, net in ends], dtype=np.int64), unit


def best_rows(hand: Whole, evs: Whole, house: Whole) -> Whole:
    """By rank hand: the row with the highest value, or the house way if no row is better."""
    rows = house.copy()
    for row in np.argsort(evs, kind="stable").tolist():
        if evs[row] > evs[rows[hand[row]]]:
            rows[hand[row]] = row
    return rows


def exact(counts: Mapping[Named, int]) -> Exact:
    """The exact price of a strategy from its counts, best outcome first."""
    ordered = sorted(((name, net, count) for (name, net), count in counts.items() if count), key=_best_first)
    return Exact(outcomes=tuple(Outcome(*outcome) for outcome in ordered))


def _best_first(outcome: tuple[str, Fraction, int]) -> tuple[Fraction, str]:
    return -outcome[1], outcome[0]


def played(shoe: Composition, play: Play, rows: Whole) -> Exact:
    """The exact price of a strategy that chooses these rows, one for each rank hand."""
    totals = shoe.first_hands.astype(object) @ play.counts[rows].astype(object)
    return exact({outcome: int(count) for outcome, count in zip(play.table.outcomes, totals, strict=True)})


# With another hand visible -----------------------------------------------------------------------------------------


def played_seeing_another_hand(terms: Terms, contest: Contest, shoe: Composition) -> Exact:
    """
    The best play of a player who sees three more cards: another own hand, or the House's.

    A deal is three hands here: the player's, the visible one and the opponent's. The cards left after the first two
    depend on their six ranks, of which there are 18,564 combinations.
    """
    return _seeing_another_hand(terms, outcomes(terms, contest), shoe)


@cached_by_options
def _seeing_another_hand(terms: Terms, ends: tuple[Named, ...], shoe: Composition) -> Exact:
    unseen = weighed(terms, ends, shoe)
    settings = legal_settings(terms)
    left, after = _after_two_hands(shoe)
    totals: Counter[Named] = Counter()
    for hand in range(HAND_COUNT):
        rows = _house_first(np.flatnonzero(settings.hand == hand), int(unseen.house[hand]))
        counts = _counts_seeing(unseen, shoe, hand, rows, after[left[hand]])
        for outcome, count in zip(unseen.table.outcomes, counts, strict=True):
            totals[outcome] += int(shoe.first_hands[hand]) * count
    return exact(totals)


def _house_first(rows: Whole, house: int) -> Whole:
    """The rows with the house way first, so that it is chosen among equals."""
    return np.concatenate(([house], rows[rows != house]))


def _counts_seeing(unseen: Play, shoe: Composition, hand: int, rows: Whole, third: Whole) -> list[int]:
    """By outcome: visible hands times opponent's hands, with the best setting for each visible hand."""
    codes = unseen.table.codes[rows]
    nets, _ = in_parts(unseen.table.outcomes)
    chosen = np.argmax(np.stack([third @ nets[code] for code in codes]), axis=0)
    if (chosen == chosen[0]).all():
        return [count * third_hands(shoe) for count in unseen.counts[rows[chosen[0]]].tolist()]
    totals = tally(codes[chosen], third, len(nets)).astype(object)
    return [int(count) for count in shoe.second_hands[hand].astype(object) @ totals]


def third_hands(shoe: Composition) -> int:
    """The number of third hands after two hands are dealt."""
    return comb(shoe.cards - 2 * HAND_SIZE, HAND_SIZE)


@lru_cache(maxsize=1)
def _after_two_hands(shoe: Composition) -> tuple[Whole, Whole]:
    """
    Two tables, 68 MB together.

    By two rank hands: the row of the cards left after them. By that row and the third rank hand: the ways to draw it.
    """
    keys = HELD @ (7 ** np.arange(HELD.shape[1], dtype=np.int64))
    _, first, left = np.unique(keys[:, None] + keys, return_index=True, return_inverse=True)
    one, other = np.divmod(first, HAND_COUNT)
    return left.reshape(HAND_COUNT, HAND_COUNT), draws(shoe.ranks - HELD[one] - HELD[other], HANDS)


def played_seeing_the_opponent(terms: Terms, contest: Contest, shoe: Composition) -> Exact:
    """The best play of a player who sees the opponent's hand before setting."""
    unseen = play(terms, contest, shoe)
    settings = legal_settings(terms)
    nets, _ = in_parts(unseen.table.outcomes)
    best = np.empty((HAND_COUNT, HAND_COUNT), dtype=np.int64)
    for hand in range(HAND_COUNT):
        codes = unseen.table.codes[_house_first(np.flatnonzero(settings.hand == hand), int(unseen.house[hand]))]
        best[hand] = codes[np.argmax(nets[codes], axis=0), np.arange(HAND_COUNT)]
    counts = tally(best, shoe.second_hands, len(nets)).astype(object)
    totals = shoe.first_hands.astype(object) @ counts
    return exact({outcome: int(count) for outcome, count in zip(unseen.table.outcomes, totals, strict=True)})
