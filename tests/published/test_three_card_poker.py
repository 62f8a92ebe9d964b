"""Ante and Play of Three Card Poker under best play, over all 407,170,400 deals."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.kernels.cards import all_hands, encoded_hands
from houseway.kernels.enumerate import class_arrays
from houseway.kernels.evaluate import Evaluator, evaluator
from houseway.rules.cards import QUEEN, read_cards
from houseway.rules.ranking import Made, Strength
from published.rankings import THREE_CARDS

ANTE_BONUS = {Made.STRAIGHT: 1, Made.THREE_OF_A_KIND: 4, Made.STRAIGHT_FLUSH: 5}
DEALER_HANDS = 18_424


def qualifies(strength: Strength) -> bool:
    return strength.made != Made.HIGH_CARD or strength.ranks[0] >= QUEEN


class DealerHands(NamedTuple):
    """All hands of the dealer."""

    hands: np.ndarray
    codes: np.ndarray
    qualified: np.ndarray


@cache
def dealer_hands() -> DealerHands:
    hands = all_hands(3)
    codes = tables().codes(hands)
    qualifies_by_code = np.array([strength is not None and qualifies(strength) for strength in tables().strengths])
    return DealerHands(hands, codes, qualifies_by_code[codes])


def play_total(hand: np.ndarray) -> int:
    """The profit of raising in antes, without the Ante Bonus, summed over the dealer's hands."""
    hands, codes, qualified = dealer_hands()
    possible = ~np.isin(hands, hand).any(axis=1)
    assert possible.sum() == DEALER_HANDS
    code = evaluator_code(hand)
    opponents = codes[possible & qualified]
    not_qualified = int((possible & ~qualified).sum())
    wins = int((opponents < code).sum())
    losses = int((opponents > code).sum())
    return not_qualified + 2 * wins - 2 * losses


@cache
def tables() -> Evaluator:
    return evaluator(THREE_CARDS, 3)


def evaluator_code(hand: np.ndarray) -> int:
    return int(tables().codes(hand[None])[0])


def value_of_playing(text: str) -> float:
    return play_total(encoded_hands([read_cards(text)])[0]) / DEALER_HANDS


class ClassTotal(NamedTuple):
    """A class of player hands, and what raising wins on one of them over all dealer hands."""

    hands: int
    play_total: int
    strength: Strength


def class_totals() -> Iterator[ClassTotal]:
    for hand, ways in zip(*class_arrays(3), strict=True):
        strength = tables().strengths[evaluator_code(hand)]
        assert strength is not None
        yield ClassTotal(int(ways), play_total(hand), strength)


def test_queen_six_four_is_the_last_hand_to_play() -> None:
    assert f"{value_of_playing('Qs 6h 4d'):.6f}" == "-0.993378"
    assert f"{value_of_playing('Qs 6h 3d'):.5f}" == "-1.00255"


def test_ante_and_play_lose_3_37_per_cent_of_the_ante() -> None:
    total = 0
    deals = 0
    folding = -DEALER_HANDS
    for hand_class in class_totals():
        bonus = ANTE_BONUS.get(hand_class.strength.made, 0) * DEALER_HANDS
        total += hand_class.hands * (max(hand_class.play_total, folding) + bonus)
        deals += hand_class.hands * DEALER_HANDS
    assert deals == 22_100 * DEALER_HANDS == 407_170_400
    assert f"{float(-100 * Fraction(total, deals)):.2f}" == "3.37"
