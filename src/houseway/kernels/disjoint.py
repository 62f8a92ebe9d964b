"""Counts, by strength, the hands that share no card with known cards, in one pass over all hands."""

import numpy as np
from numpy.typing import NDArray

from .cards import Hands, Ints
from .compiled import compiled


def card_bits(hands: Hands) -> NDArray[np.uint64]:
    """Each hand as one number with a bit for each card of the deck."""
    bits = np.zeros(len(hands), dtype=np.uint64)
    for place in range(hands.shape[1]):
        bits |= np.uint64(1) << hands[:, place].astype(np.uint64)
    return bits


@compiled
def count_disjoint_strengths(
    bits: Ints, first: Ints, second: Ints, known: np.uint64, counts: Ints, others: Ints
) -> None:
    """Count the hands without a known card by their first code into `counts`, by their second into `others`."""
    for row in range(len(bits)):
        if bits[row] & known == np.uint64(0):
            counts[first[row]] += np.uint32(1)
            others[second[row]] += np.uint32(1)
