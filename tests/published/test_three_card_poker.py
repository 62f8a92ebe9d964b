"""Three Card Poker: Ante and Play with best play, all 407,170,400 deals."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
from siblings import THREE_CARDS

from houseway.kernels.cards import all_hands, encoded_hands
from houseway.kernels.enumerate import class_arrays
from houseway.kernels.evaluate import evaluator
from houseway.rules.cards import QUEEN, read_cards
from houseway.rules.ranking import Made, Strength

ANTE_BONUS = {Made.STRAIGHT: 1, Made.THREE_OF_A_KIND: 4, Made.STRAIGHT_FLUSH: 5}
DEALER_HANDS = 18_424


def qualifies(strength: Strength) -> bool:
    return strength.made != Made.HIGH_CARD or strength.ranks[0] >= QUEEN


@cache
def dealer() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every hand, its strength, and whether it qualifies."""
    tables = evaluator(THREE_CARDS, 3)
    hands = all_hands(3)
    qualified = np.array([strength is not None and qualifies(strength) for strength in tables.strengths])
    codes = tables.codes(hands)
    return hands, codes, qualified[codes]


def play_total(hand: np.ndarray) -> int:
    """The profit of raising, in antes, summed over the dealer's hands: the Ante Bonus left out."""
    hands, codes, qualified = dealer()
    free = ~np.isin(hands, hand).any(axis=1)
    code = evaluator_code(hand)
    against = codes[free & qualified]
    assert free.sum() == DEALER_HANDS
    return int((free & ~qualified).sum()) + 2 * int((against < code).sum()) - 2 * int((against > code).sum())


@cache
def tables():  # type: ignore[no-untyped-def]
    return evaluator(THREE_CARDS, 3)


def evaluator_code(hand: np.ndarray) -> int:
    return int(tables().codes(hand[None])[0])


def worth(text: str) -> float:
    return play_total(encoded_hands([read_cards(text)])[0]) / DEALER_HANDS


def class_totals() -> Iterator[tuple[int, int, Strength]]:
    for hand, ways in zip(*class_arrays(3), strict=True):
        yield int(ways), play_total(hand), tables().strengths[evaluator_code(hand)]


def test_queen_six_four_is_the_last_hand_to_play() -> None:
    assert f"{worth('Qs 6h 4d'):.6f}" == "-0.993378"
    assert f"{worth('Qs 6h 3d'):.5f}" == "-1.00255"


def test_ante_and_play_lose_3_37_per_cent_of_the_ante() -> None:
    total = 0
    deals = 0
    for ways, playing, strength in class_totals():
        total += ways * (max(playing, -DEALER_HANDS) + ANTE_BONUS.get(strength.made, 0) * DEALER_HANDS)
        deals += ways * DEALER_HANDS
    assert deals == 22_100 * DEALER_HANDS == 407_170_400
    assert f"{float(-100 * Fraction(total, deals)):.2f}" == "3.37"
