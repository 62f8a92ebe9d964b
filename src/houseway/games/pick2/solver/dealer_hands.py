"""The hands that a dealer can hold, given the known cards elsewhere, counted by strength."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import all_hands
from ....kernels.disjoint import card_bits, count_disjoint_strengths
from ..pricing.hands import CARDS, PICKED, evaluators
from ..pricing.play import Sums


class EveryHand(NamedTuple):
    """All five-card hands of the deck, one entry each."""

    bits: NDArray[np.uint64]
    """The cards as bits."""
    five: NDArray[np.uint16]
    """The code of the five cards."""
    three: NDArray[np.uint16]
    """The code of the best three of them."""


@lru_cache(maxsize=1)
def every_hand() -> EveryHand:
    hands = all_hands(CARDS)
    threes, fives = evaluators()
    return EveryHand(
        bits=card_bits(hands),
        five=fives.codes(hands).astype(np.uint16),
        three=threes.best_codes(hands, PICKED).astype(np.uint16),
    )


class DealerHands(NamedTuple):
    """The number of the dealer's hands with each strength."""

    five: Sums
    """By code of the five cards: the number of hands."""
    three: Sums
    """By code of the best three cards: the number of hands."""

    @property
    def total(self) -> int:
        return int(self.five.sum())


@lru_cache(maxsize=64)
def dealer_hands(known: frozenset[int]) -> DealerHands:
    """The hands that the dealer can hold when these cards, given as codes, are elsewhere."""
    hands = every_hand()
    threes, fives = evaluators()
    five_counts = np.zeros(len(fives.strengths), dtype=np.uint32)
    three_counts = np.zeros(len(threes.strengths), dtype=np.uint32)
    known_bits = np.uint64(sum(1 << code for code in known))
    count_disjoint_strengths(hands.bits, hands.five, hands.three, known_bits, five_counts, three_counts)
    return DealerHands(five_counts.astype(np.int64), three_counts.astype(np.int64))


class Comparison(NamedTuple):
    """The number of the dealer's hands that are weaker than ours, equal and stronger."""

    weaker: int
    equal: int
    stronger: int


def compare_with(code: int, counts: Sums) -> Comparison:
    """Compare a hand of this code with the dealer's hands; `counts` is their number by code."""
    weaker = int(counts[:code].sum())
    equal = int(counts[code])
    return Comparison(weaker, equal, int(counts.sum()) - weaker - equal)
