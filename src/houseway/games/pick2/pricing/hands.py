"""
The hands of Pick 2, and their comparisons with every hand that the dealer can have.

Hands that differ only in the names of the suits form a class: there are 134,459 classes for 2,598,960 hands. Each plays
against 1,533,939 hands of the dealer.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, all_hands, decoded_hand, subsets
from ....kernels.enumerate import class_arrays
from ....kernels.evaluate import Evaluator, evaluator
from ....kernels.sweep import Compared, sweep
from ....pricing.option_cache import cached_by_options
from ....rules.cards import DECK, Cards
from ....sampling.chunks import Progress
from ..hand_order import FIVE_CARD_POKER, THREE_CARD_POKER, qualifies
from ..terms import Terms

Counts = NDArray[np.int64]
Codes = NDArray[np.uint32]
CARDS = 5
"""Cards of a hand."""
PICKED = 3
"""Cards that a player picks to play three cards."""
HANDS = comb(len(DECK), CARDS)
"""Hands of the player."""
DEALER_HANDS = comb(len(DECK) - CARDS, CARDS)
"""Hands of the dealer, given the player's."""
CHOICES = subsets(CARDS, PICKED)
"""(10, 3): the ways to pick three of five positions."""
STEPS = 5
"""Steps of the progress of `against`."""


@dataclass(frozen=True)
class Dealt:
    """Every class of hands that the player can be dealt, one a row."""

    cards: Hands
    """(classes, 5): one hand of each class, in ascending order."""
    counts: Counts
    """The number of hands in each class."""
    five: Codes
    """The code of the five cards."""
    choices: NDArray[np.intp]
    """(classes, 10): the choices of three, as rows of CHOICES, strongest first."""
    three: Codes
    """(classes, 10): the codes of those choices."""

    def hand(self, row: int) -> Cards:
        """The cards of a class."""
        return decoded_hand(self.cards[row])

    def three_cards(self, row: int, column: int) -> Cards:
        """The cards of one choice of three."""
        return decoded_hand(self.cards[row][CHOICES[self.choices[row, column]]])


class Against(NamedTuple):
    """For each class of the player's hands, how many of the dealer's hands are weaker, equal and stronger."""

    three: Compared
    """Our choices of three, as many as were requested, against the dealer's best three."""
    qualified: Compared
    """All five cards against the dealer's hands that qualify."""
    unqualified: Compared
    """All five cards against the dealer's hands that do not qualify."""


@lru_cache(maxsize=1)
def evaluators() -> tuple[Evaluator, Evaluator]:
    """The evaluators of three and of five cards, by the rankings of the sheet."""
    return evaluator(THREE_CARD_POKER, PICKED), evaluator(FIVE_CARD_POKER, CARDS)


@lru_cache(maxsize=1)
def dealt() -> Dealt:
    """Every class of hands."""
    _, fives = evaluators()
    cards, counts = class_arrays(CARDS)
    cards = np.sort(cards, axis=1)
    codes = three_codes(cards)
    choices = np.argsort(-codes.astype(np.int64), axis=1, kind="stable")
    return Dealt(cards, counts, fives.codes(cards), choices, np.take_along_axis(codes, choices, axis=1))


def three_codes(cards: Hands) -> Codes:
    """(hands, 10): the codes of the choices of three, in the order of CHOICES."""
    threes, _ = evaluators()
    return np.column_stack([threes.codes(np.ascontiguousarray(cards[:, places])) for places in CHOICES])


def examples(size: int) -> dict[int, Cards]:
    """By code of three or five cards: one hand that has it."""
    threes, fives = evaluators()
    hand_evaluator = fives if size == CARDS else threes
    return dict(enumerate(hand_evaluator.examples[1:], start=1))


@cached_by_options
def qualifying(terms: Terms) -> NDArray[np.bool_]:
    """By code of five cards: whether the dealer qualifies."""
    hands = examples(CARDS)
    return np.array([code in hands and qualifies(terms, hands[code]) for code in range(max(hands) + 1)])


@lru_cache(maxsize=2)
def against_three(choices: int) -> Compared:
    """The strongest choices of three, this number of them, against the dealer's best three."""
    threes, _ = evaluators()
    hands = all_hands(CARDS)
    return sweep(hands, threes.best_codes(hands, PICKED), dealt().cards, dealt().three[:, :choices])


@cached_by_options
def against_five(terms: Terms, qualified: bool) -> Compared:
    """All five against the dealer's hands that qualify, or those that do not."""
    _, fives = evaluators()
    hands = all_hands(CARDS)
    codes = fives.codes(hands)
    selected = qualifying(terms)[codes] == qualified
    return sweep(hands[selected], codes[selected], dealt().cards, dealt().five)


def against(terms: Terms, choices: int, progress: Progress) -> Against:
    """All comparisons; the three sweeps run in parallel."""
    dealt()  # cached before the threads need it
    qualifying(terms)
    progress(1, STEPS)
    with ThreadPoolExecutor(2) as threads:
        three = threads.submit(against_three, choices)
        qualified = threads.submit(against_five, terms, True)
        unqualified = threads.submit(against_five, terms, False)
        for step, sweeping in enumerate((qualified, unqualified, three), start=2):
            sweeping.result()
            progress(step, STEPS)
    return Against(three=three.result(), qualified=qualified.result(), unqualified=unqualified.result())


def against_hand(terms: Terms, cards: Cards) -> Against:
    """The comparisons of one hand, by looking at each of the dealer's hands, without sweep and classes."""
    ours = np.array(sorted(DECK.index(card) for card in cards), dtype=np.uint8)
    dealers = all_hands(CARDS, [code for code in range(len(DECK)) if code not in ours])
    threes, fives = evaluators()
    dealer_fives = fives.codes(dealers)
    dealer_threes = threes.best_codes(dealers, PICKED)
    qualified = qualifying(terms)[dealer_fives]
    our_five = fives.codes(ours[None])[0]
    three = [_compare(our_three, dealer_threes) for our_three in three_codes(ours[None])[0]]
    by_choice = Compared(*(np.array(counts) for counts in zip(*three, strict=True)))
    return Against(
        three=by_choice,
        qualified=_compare(our_five, dealer_fives[qualified]),
        unqualified=_compare(our_five, dealer_fives[~qualified]),
    )


def _compare(ours: int, theirs: Codes) -> Compared:
    """The number of codes that are weaker, equal and stronger than ours."""
    weaker = int((theirs < ours).sum())
    equal = int((theirs == ours).sum())
    stronger = len(theirs) - weaker - equal
    return Compared(np.array(weaker), np.array(equal), np.array(stronger))
