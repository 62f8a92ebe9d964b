"""How strong the other hands are that share no card with those in sight: one pass over all hands, by their bits."""

import numpy as np
from numpy.typing import NDArray

from .cards import Hands, Ints
from .compiled import compiled


def card_bits(hands: Hands) -> NDArray[np.uint64]:
    """Each hand as one number, a bit for each card of the deck."""
    bits = np.zeros(len(hands), dtype=np.uint64)
    for place in range(hands.shape[1]):
        bits |= np.uint64(1) << hands[:, place].astype(np.uint64)
    return bits


@compiled
def strengths_beside(bits: Ints, first: Ints, second: Ints, known: np.uint64, counts: Ints, others: Ints) -> None:
    """Adds up, by two kinds of code, the hands that hold none of the known cards."""
    for row in range(len(bits)):
        if bits[row] & known == np.uint64(0):
            counts[first[row]] += np.uint32(1)
            others[second[row]] += np.uint32(1)
