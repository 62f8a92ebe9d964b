"""
Pai Gow Poker, compared with published counts and simulations.

- Counts of the best hand in seven cards: Pai Gow Mania, wizardofodds.com/games/pai-gow-poker/appendix/5. Its wager pays
  more for three of a kind than for a straight, so hands with both count as three of a kind; test_counts.py uses that
  order. Fortune Pai Gow, Alspach, people.math.sfu.ca/~alspach/comp38: the same 154,143,080 hands.
- How often a dealer makes each two-card hand: the Power Ratings of appendix 1, by the house way of Trump Plaza. Ours is
  the house way of Foxwoods. Summed by the higher card of the low hand, the two agree exactly in the part of the table
  that we have. Single hands differ by at most 558, where a straight or a flush can be made in two ways.
- Both sides by the house way of Trump Plaza: 28.61 % won, 29.91 % lost, 41.48 % pushed (an edge of 2.73 %). Another
  source, a simulation (appendix 4), has 28.55, 29.98 and 41.47 (2.86 %). With the rule of Atlantic City, where Trump
  Plaza was, on two pairs, and without Foxwoods's exception for an ace before a complete hand, our exact chances are the
  first ones to the last digit. Foxwoods's house way, our default, pushes less often: its edge agrees within 0.1 %, the
  three chances within 1 %.
"""

from collections import Counter
from math import comb

import numpy as np
import pytest

from houseway.games import game
from houseway.games.ask import price
from houseway.games.pai_gow.hand_order import scale
from houseway.kernels.cards import JOKER_CODE
from houseway.kernels.enumerate import class_arrays
from houseway.kernels.evaluate import evaluator
from houseway.pricing.generic.tables import hand_tables
from houseway.pricing.generic.value import dealt
from houseway.pricing.price import Exact
from houseway.rules.ranking import Made

POWER_RATINGS = {
    (3, 2): 221_460,
    (4, 2): 203_436,
    (4, 3): 188_708,
    (5, 2): 183_192,
    (5, 3): 170_756,
    (5, 4): 163_256,
    (6, 2): 165_882,
    (6, 3): 153_212,
    (6, 4): 147_932,
    (6, 5): 146_594,
    (7, 2): 157_212,
    (7, 3): 153_030,
    (7, 4): 148_574,
    (7, 5): 187_184,
    (7, 6): 272_000,
    (8, 2): 148_254,
    (8, 3): 138_024,
    (8, 4): 142_064,
    (8, 5): 181_434,
    (8, 6): 306_278,
    (8, 7): 842_290,
}
"""Number of dealer hands by the ranks of the low hand."""
LARGEST_DIFFERENCE = 558


def test_how_often_the_dealer_makes_each_low_hand() -> None:
    rules = game("pai_gow")
    lows = dealt(rules).sum(axis=1)
    strengths = hand_tables(rules).evaluators[0].strengths
    ours = {strength.ranks: int(lows[code]) for code, strength in enumerate(strengths) if strength}
    assert sum(ours.values()) == comb(53, 7) == 154_143_080
    by_top: Counter[int] = Counter()
    for ranks, published in POWER_RATINGS.items():
        assert abs(ours[ranks] - published) <= LARGEST_DIFFERENCE
        by_top[ranks[0]] += ours[ranks] - published
    assert set(by_top.values()) == {0}
    for ranks in ((3, 2), (4, 2), (4, 3), (5, 3)):
        assert ours[ranks] == POWER_RATINGS[ranks]


PUBLISHED = {"wins": 28.61, "loses": 29.91, "pushes": 41.48}
PUBLISHED_EDGE = 2.73
ATLANTIC_CITY = {"two_pairs": "atlantic_city", "ace_before_complete": False}


def house_way_on_both_sides(options: dict[str, object]) -> Exact:
    exact = price(game("pai_gow").with_options(options), rounds=1000).wagers["main"].strategies["house_way"]
    assert isinstance(exact, Exact)
    return exact


def chances(exact: Exact) -> dict[str, float]:
    """The chance of each outcome in per cent."""
    return {outcome.name: 100 * outcome.count / exact.deals for outcome in exact.outcomes}


def test_the_published_chances_are_those_of_the_house_way_of_atlantic_city() -> None:
    """To the last printed digit; the published edge is computed from the rounded chances."""
    exact = house_way_on_both_sides(ATLANTIC_CITY)
    assert {outcome: round(chance, 2) for outcome, chance in chances(exact).items()} == PUBLISHED
    assert round(PUBLISHED["loses"] - 0.95 * PUBLISHED["wins"], 2) == PUBLISHED_EDGE
    assert 100 * -float(exact.ev) == pytest.approx(PUBLISHED_EDGE, abs=0.01)


def test_the_house_way_of_foxwoods_pushes_less_often() -> None:
    exact = house_way_on_both_sides({})
    ours = chances(exact)
    for outcome, published in PUBLISHED.items():
        assert ours[outcome] == pytest.approx(published, abs=1)
    assert ours["pushes"] < PUBLISHED["pushes"] - 0.5
    assert 100 * -float(exact.ev) == pytest.approx(PUBLISHED_EDGE, abs=0.1)


@pytest.mark.slow
def test_counts_of_the_best_hand_in_seven_cards() -> None:
    """Our ranking has a straight above three of a kind, so these two agree only in their sum."""
    tables = evaluator(scale("second", "bug"), 5, jokers=1)
    kinds = list(Made)
    kind_by_code = np.array([kinds.index(strength.made) if strength else 0 for strength in tables.strengths])
    counts: Counter[Made] = Counter()
    for naturals in (7, 6):
        hands, ways = class_arrays(naturals)
        jokers = np.full((len(hands), 7 - naturals), JOKER_CODE, dtype=np.uint8)
        codes = tables.best_codes(np.ascontiguousarray(np.hstack([hands, jokers])), 5)
        totals = np.bincount(kind_by_code[codes], weights=ways, minlength=len(kinds)).astype(np.int64)
        counts.update({kind: int(total) for kind, total in zip(kinds, totals, strict=True)})
    published = {
        Made.FIVE_OF_A_KIND: 1_128,
        Made.ROYAL_FLUSH: 26_132,
        Made.STRAIGHT_FLUSH: 184_832,
        Made.FOUR_OF_A_KIND: 307_472,
        Made.FULL_HOUSE: 4_188_528,
        Made.FLUSH: 6_172_088,
    }
    assert {kind: counts[kind] for kind in published} == published
    assert counts.total() == 154_143_080
    assert counts[Made.STRAIGHT] + counts[Made.THREE_OF_A_KIND] == 11_034_204 + 7_672_500
