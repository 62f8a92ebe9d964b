"""
The exact value of every decision with given cards, at given stakes.

Each decision is valued against every hand that the dealer can hold, given the visible cards. Ante, Play and the bonuses
that a fold may forfeit are included. A payout cap of the house is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from ....kernels.cards import Hands, decoded_hand, encoded
from ....rules.cards import Card, Cards
from ..pricing.bonus import bonus_3_5_results, bonus_5_only_results, ending
from ..pricing.hands import CHOICES, evaluators, qualifying, three_codes
from ..pricing.play import AHEAD, Sums, net_of_five, net_of_three
from ..settlement import FOLDED
from ..terms import Terms
from ..wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, FIVE, FOLD, THREE
from .dealer_hands import DealerHands, compare_with, dealer_hands


class DecisionValue(NamedTuple):
    """A decision and its value."""

    decision: str
    three: Cards | None
    """The cards played, if three are played."""
    value: int
    """The net result in chips, summed over the dealer's hands."""


def decision_values(
    terms: Terms, cards: Cards, known: Iterable[Card], stakes: Mapping[str, int]
) -> list[DecisionValue]:
    """Every legal decision: those with less at stake first, and stronger threes before weaker ones."""
    hand = decoded_hand(sorted(encoded(card) for card in cards))
    dealers = dealer_hands(frozenset(encoded(card) for card in (*cards, *known)))
    ante = stakes.get(ANTE, 0)
    if ante == 0:
        return [DecisionValue(FIVE, None, 0)]  # only the bonus on all five cards is played [P2P-A13]
    main_values = [
        DecisionValue(FOLD, None, FOLDED.pays * dealers.total * ante),
        DecisionValue(FIVE, None, _five_value(terms, hand, dealers) * ante),
        *(DecisionValue(THREE, three, value * ante) for three, value in _three_values(terms, hand, dealers)),
    ]
    return [
        main._replace(value=main.value + dealers.total * bonuses_won(terms, hand, main.decision, main.three, stakes))
        for main in main_values
    ]


def _five_value(terms: Terms, hand: Cards, dealers: DealerHands) -> int:
    """The net result of Ante and Play with all five cards, in antes, summed over the dealer's hands."""
    code = five_code(hand)
    qualified = np.zeros(len(dealers.five), dtype=bool)
    qualified_codes = qualifying(terms)
    qualified[: len(qualified_codes)] = qualified_codes
    total = 0
    for is_qualified in (True, False):
        counts = np.where(qualified == is_qualified, dealers.five, 0)
        comparison = compare_with(code, counts)
        total += sum(
            net_of_five(terms, ahead, is_qualified) * count for ahead, count in zip(AHEAD, comparison, strict=True)
        )
    return total


def _three_values(terms: Terms, hand: Cards, dealers: DealerHands) -> list[tuple[Cards, int]]:
    """Each three cards that may be played, the strongest first, with the net result as in `_five_value`."""
    values = []
    codes = _codes_of_threes(hand)
    for choice in np.argsort(-codes, kind="stable").tolist():
        if terms.three_choice == "best" and codes[choice] < codes.max():
            break
        comparison = compare_with(int(codes[choice]), dealers.three)
        value = sum(net_of_three(terms, ahead) * count for ahead, count in zip(AHEAD, comparison, strict=True))
        three = tuple(hand[int(place)] for place in reversed(CHOICES[choice]))
        values.append((three, value))
    return values


def five_code(cards: Cards) -> int:
    """The code of five cards."""
    _, fives = evaluators()
    return int(fives.codes(_row(cards))[0])


def three_code(cards: Cards) -> int:
    """The code of three cards."""
    threes, _ = evaluators()
    return int(threes.codes(_row(cards))[0])


def _codes_of_threes(hand: Cards) -> Sums:
    """The codes of the ten threes of a hand, in the order of CHOICES."""
    codes: Sums = three_codes(_row(hand))[0].astype(np.int64)
    return codes


def _row(cards: Cards) -> Hands:
    return np.array([sorted(encoded(card) for card in cards)], dtype=np.uint8)


def bonuses_won(terms: Terms, hand: Cards, decision: str, three: Cards | None, stakes: Mapping[str, int]) -> int:
    """The net result of the bonuses after a decision, in chips."""
    folded = decision == FOLD
    _, bonus_3_5 = ending(bonus_3_5_results(terms, hand, three, folded=folded))
    _, bonus_5_only = ending(bonus_5_only_results(terms, hand, folded=folded))
    return bonus_3_5 * stakes.get(BONUS_3_5, 0) + bonus_5_only * stakes.get(BONUS_5_ONLY, 0)
