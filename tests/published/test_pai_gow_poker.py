"""
Pai Gow Poker beside what others have counted and simulated.

- Counts of the best hand in seven cards: Pai Gow Mania, wizardofodds.com/games/pai-gow-poker/appendix/5 (its bet pays
  three of a kind above a straight, so hands that hold both stand under the former; test_counts.py has that order).
  Fortune Pai Gow, Alspach, people.math.sfu.ca/~alspach/comp38: the same 154,143,080 hands.
- How often a dealer makes each two-card hand: the Power Ratings of appendix 1, by the house way of Trump Plaza. Ours is
  that of Foxwoods. By the higher card of the low hand the two agree to the last hand as far as the table was at hand;
  within one rank they part by at most 558 hands, where a straight or a flush can be made in two ways.
- Both sides by the house way: 28.61 % won, 29.91 % lost, 41.48 % pushed (an edge of 2.73 %), and, from another
  simulation (appendix 4), 28.55, 29.98 and 41.47 (2.86 %); both of Trump Plaza's way. With the rule on two pairs of
  Atlantic City, where Trump Plaza stood, and without Foxwoods's exception of an ace before a complete hand, our three
  chances are the first of these within the error of sampling. Foxwoods's own way, our default, pushes less often: there
  the edge agrees to a tenth of a per cent, the three chances to one per cent.
"""

from collections import Counter
from math import comb, sqrt

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
from houseway.pricing.price import Estimate
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


def test_how_often_the_dealer_makes_each_low_hand() -> None:
    rules = game("pai_gow")
    lows = dealt(rules).sum(axis=1)
    strengths = hand_tables(rules).evaluators[0].strengths
    ours = {found.ranks: int(lows[code]) for code, found in enumerate(strengths) if found}
    assert sum(ours.values()) == comb(53, 7) == 154_143_080
    by_top: Counter[int] = Counter()
    for ranks, published in POWER_RATINGS.items():
        assert abs(ours[ranks] - published) <= 558
        by_top[ranks[0]] += ours[ranks] - published
    assert set(by_top.values()) == {0}
    assert [ours[ranks] == POWER_RATINGS[ranks] for ranks in ((3, 2), (4, 2), (4, 3), (5, 3))] == [True] * 4


PUBLISHED = {"wins": 28.61, "loses": 29.91, "pushes": 41.48}
ATLANTIC_CITY = {"two_pairs": "atlantic_city", "ace_before_complete": False}


def chances(options: dict[str, object], rounds: int) -> tuple[dict[str, float], Estimate]:
    """How often each end comes, in per cent, and the price they are from."""
    found = price(game("pai_gow").with_options(options), rounds=rounds).wagers["main"].strategies["house_way"]
    assert isinstance(found, Estimate)
    return {end: 100 * found.notes["outcomes_counted"][end] / rounds for end in PUBLISHED}, found


def published_within_their_precision(rounds: int) -> None:
    """Half of the last digit printed, and three standard errors of a chance from so many rounds."""
    ours, found = chances(ATLANTIC_CITY, rounds)
    for end, published in PUBLISHED.items():
        error = 100 * sqrt(published / 100 * (1 - published / 100) / rounds)
        assert ours[end] == pytest.approx(published, abs=0.005 + 3 * error), end
    assert 100 * -found.ev == pytest.approx(2.73, abs=0.005 + 300 * found.standard_error)


def test_the_published_chances_by_the_house_way_of_atlantic_city() -> None:
    published_within_their_precision(1_000_000)


@pytest.mark.slow
def test_the_published_chances_from_ten_million_rounds() -> None:
    published_within_their_precision(10_000_000)


@pytest.mark.slow
def test_the_house_way_of_foxwoods_pushes_less_often() -> None:
    ours, found = chances({}, 2_000_000)
    for end, published in PUBLISHED.items():
        assert ours[end] == pytest.approx(published, abs=1)
    assert ours["pushes"] < PUBLISHED["pushes"] - 0.5
    assert 100 * -found.ev == pytest.approx(2.73, abs=0.1 + 400 * found.standard_error)


@pytest.mark.slow
def test_the_best_of_seven_cards_to_the_last_hand() -> None:
    """In the game's own order, a straight above three of a kind; the first six lines are the published ones."""
    tables = evaluator(scale("second", "bug"), 5, jokers=1)
    made = np.array([list(Made).index(found.made) if found else 0 for found in tables.strengths])
    found: Counter[Made] = Counter()
    for naturals in (7, 6):
        hands, ways = class_arrays(naturals)
        jokers = np.full((len(hands), 7 - naturals), JOKER_CODE, dtype=np.uint8)
        codes = tables.best_codes(np.ascontiguousarray(np.hstack([hands, jokers])), 5)
        totals = np.bincount(made[codes], weights=ways, minlength=len(Made)).astype(np.int64)
        found.update({kind: int(totals[place]) for place, kind in enumerate(Made)})
    published = {Made.FIVE_OF_A_KIND: 1_128, Made.ROYAL_FLUSH: 26_132, Made.STRAIGHT_FLUSH: 184_832}
    published |= {Made.FOUR_OF_A_KIND: 307_472, Made.FULL_HOUSE: 4_188_528, Made.FLUSH: 6_172_088}
    assert {kind: found[kind] for kind in published} == published
    assert sum(found.values()) == 154_143_080
    assert found[Made.STRAIGHT] + found[Made.THREE_OF_A_KIND] == 11_034_204 + 7_672_500
