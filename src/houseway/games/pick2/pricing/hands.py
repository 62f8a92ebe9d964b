"""
The hands of Pick 2, and how each fares against every hand the dealer can have beside it.

Hands are taken up to renaming suits: 134,459 classes stand for 2,598,960 hands, each against 1,533,939 of the dealer's.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, all_hands, decoded_hand, subsets
from ....kernels.enumerate import class_arrays
from ....kernels.evaluate import Evaluator, evaluator
from ....kernels.sweep import Compared, sweep
from ....pricing.option_cache import remembered
from ....rules.cards import DECK, Cards
from ..hand_order import FIVE_CARD_POKER, THREE_CARD_POKER, qualifies

Counts = NDArray[np.int64]
Codes = NDArray[np.uint32]
CARDS = 5
KEPT = 3
HANDS = comb(len(DECK), CARDS)
DEALER_HANDS = comb(len(DECK) - CARDS, CARDS)
CHOICES = subsets(CARDS, KEPT)
"""The ten ways to pick three of five places."""


@dataclass(frozen=True)
class Dealt:
    """Every class of hands the player can be dealt."""

    cards: Hands
    ways: Counts
    """How many hands a class stands for."""
    five: Codes
    choices: NDArray[np.intp]
    """The ten choices of three, by their place in CHOICES, strongest first."""
    three: Codes
    """The strengths of those ten, in the same order."""

    def hand(self, row: int) -> Cards:
        return decoded_hand(self.cards[row])

    def three_cards(self, row: int, column: int) -> Cards:
        return decoded_hand(self.cards[row][CHOICES[self.choices[row, column]]])


class Against(NamedTuple):
    """The dealer's hands beside each class of ours, by how they compare."""

    three: Compared
    """With the dealer's best three, for as many of our ten choices as were asked for."""
    qualified: Compared
    """All five against the dealer's hands that qualify."""
    unqualified: Compared


@lru_cache(maxsize=1)
def evaluators() -> tuple[Evaluator, Evaluator]:
    """Three cards and five, as the sheet ranks them."""
    return evaluator(THREE_CARD_POKER, KEPT), evaluator(FIVE_CARD_POKER, CARDS)


@lru_cache(maxsize=1)
def dealt() -> Dealt:
    _, fives = evaluators()
    cards, ways = class_arrays(CARDS)
    cards = np.sort(cards, axis=1)
    codes = three_codes(cards)
    choices = np.argsort(-codes.astype(np.int64), axis=1, kind="stable")
    return Dealt(cards, ways, fives.codes(cards), choices, np.take_along_axis(codes, choices, axis=1))


def three_codes(cards: Hands) -> Codes:
    """The strengths of the ten choices, in order of CHOICES."""
    threes, _ = evaluators()
    return np.column_stack([threes.codes(np.ascontiguousarray(cards[:, places])) for places in CHOICES])


def examples(size: int) -> dict[int, Cards]:
    """For every strength of three or five cards, by code, a hand that has it."""
    return dict(enumerate(evaluators()[size == CARDS].examples[1:], start=1))


@remembered
def qualifying(terms: Any) -> NDArray[np.bool_]:
    """By strength of five cards: does the dealer qualify?"""
    hands = examples(CARDS)
    return np.array([code in hands and qualifies(terms, hands[code]) for code in range(max(hands) + 1)])


@lru_cache(maxsize=2)
def against_three(choices: int) -> Compared:
    """The strongest choices of three, so many of them, against the dealer's best three."""
    hands = all_hands(CARDS)
    return sweep(hands, evaluators()[0].best_codes(hands, KEPT), dealt().cards, dealt().three[:, :choices])


@remembered
def against_five(terms: Any, qualified: bool) -> Compared:
    """All five against the dealer's hands that qualify, or those that do not."""
    hands = all_hands(CARDS)
    codes = evaluators()[1].codes(hands)
    asked = qualifying(terms)[codes] == qualified
    return sweep(hands[asked], codes[asked], dealt().cards, dealt().five)


def against(terms: Any, choices: int, progress: Callable[[int, int], None]) -> Against:
    """The three sweeps, side by side."""
    dealt(), examples(CARDS), qualifying(terms)
    progress(1, 5)
    with ThreadPoolExecutor(2) as threads:
        three = threads.submit(against_three, choices)
        five = [threads.submit(against_five, terms, qualified) for qualified in (True, False)]
        found = []
        for step, sweeping in enumerate((*five, three), start=2):
            found.append(sweeping.result())
            progress(step, 5)
    return Against(found[2], found[0], found[1])


def against_hand(terms: Any, cards: Cards) -> Against:
    """The same for one hand, by looking at each of the dealer's hands: no sweep, no classes."""
    ours = np.array(sorted(DECK.index(card) for card in cards), dtype=np.uint8)
    dealers = all_hands(CARDS, [code for code in range(len(DECK)) if code not in ours])
    threes, fives = evaluators()
    codes = fives.codes(dealers)
    best = threes.best_codes(dealers, KEPT)
    qualified = qualifying(terms)[codes]
    mine = fives.codes(ours[None])[0]
    three = [_compare(code, best) for code in three_codes(ours[None])[0]]
    by_choice = Compared(*(np.array(counts) for counts in zip(*three, strict=True)))
    return Against(by_choice, _compare(mine, codes[qualified]), _compare(mine, codes[~qualified]))


def _compare(ours: int, theirs: Codes) -> Compared:
    weaker = int((theirs < ours).sum())
    equal = int((theirs == ours).sum())
    return Compared(*(np.array(count) for count in (weaker, equal, len(theirs) - weaker - equal)))
