"""
Caribbean Stud over all 19,933,230,517,200 deals, with one dealer card shown.

For each shown card the sweep of Pick 2 compares with the dealer's qualifying hands that contain it.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from houseway.kernels.cards import all_hands
from houseway.kernels.enumerate import class_arrays
from houseway.kernels.evaluate import Evaluator, evaluator
from houseway.kernels.sweep import sweep
from houseway.rules.cards import ACE, KING
from houseway.rules.ranking import Made, Strength
from published.rankings import FIVE_CARDS

RAISE = 2
PAYS = {
    Made.HIGH_CARD: 1,
    Made.ONE_PAIR: 1,
    Made.TWO_PAIRS: 2,
    Made.THREE_OF_A_KIND: 3,
    Made.STRAIGHT: 4,
    Made.FLUSH: 5,
    Made.FULL_HOUSE: 7,
    Made.FOUR_OF_A_KIND: 20,
    Made.STRAIGHT_FLUSH: 50,
    Made.ROYAL_FLUSH: 100,
}
"""To 1, on the raise."""
HANDS_WITH_SHOWN_CARD = 163_185
DEALS = 19_933_230_517_200


def qualifies(strength: Strength) -> bool:
    return strength.made != Made.HIGH_CARD or strength.ranks[:2] == (ACE, KING)


def pays(strength: Strength) -> int:
    return PAYS[strength.made]


def by_code(tables: Evaluator, function: Callable[[Strength], int]) -> np.ndarray:
    """The function of every strength, by its code."""
    return np.array([function(strength) if strength else 0 for strength in tables.strengths])


@pytest.mark.slow
def test_edge_and_element_of_risk_of_caribbean_stud() -> None:
    tables = evaluator(FIVE_CARDS, 5)
    ours, ways = class_arrays(5)
    ours = np.sort(ours, axis=1)
    codes = tables.codes(ours)
    wins = 1 + RAISE * by_code(tables, pays)[codes]
    dealer = all_hands(5)
    dealer = dealer[by_code(tables, qualifies)[tables.codes(dealer)] == 1]
    best = 0
    blind = 0
    deals = 0
    wagered = 0
    for shown in range(52):
        hands = dealer[(dealer == shown).any(axis=1)]
        free = ~(ours == shown).any(axis=1)
        won, tied, lost = (count[free] for count in sweep(hands, tables.codes(hands), ours, codes))
        not_qualified = HANDS_WITH_SHOWN_CARD - won - tied - lost
        raising = not_qualified + wins[free] * won - (1 + RAISE) * lost
        blind += int((ways[free] * raising).sum())
        best += int((ways[free] * np.maximum(raising, -HANDS_WITH_SHOWN_CARD)).sum())
        wagered += int((ways[free] * (1 + RAISE * (raising > -HANDS_WITH_SHOWN_CARD))).sum()) * HANDS_WITH_SHOWN_CARD
        deals += int(ways[free].sum()) * HANDS_WITH_SHOWN_CARD
    assert deals == DEALS
    assert best == -1_041_372_912_372
    assert blind == -3_310_360_338_060
    assert f"{float(100 * Fraction(-best, deals)):.3f}" == "5.224"
    assert f"{float(100 * Fraction(-best, wagered)):.3f}" == "2.555"
