"""What the players of Pyramid Showdown win from each other, round by round, in points."""

import numpy as np
from numpy.typing import NDArray

from .cards import Ints
from .compiled import compiled
from .showdown_parts import OFF, VALUE
from .showdown_strength import RANKED

PLACES = 6


@compiled
def net_scores(known: Ints, codes: Ints) -> NDArray[np.int64]:
    """By round and seat the sum over all other seats; codes are by round, seat and hand, strengths as in a `Way`."""
    totals = np.zeros(codes.shape[:2], dtype=np.int64)
    for row in range(len(codes)):
        for low in range(codes.shape[1]):
            for high in range(low + 1, codes.shape[1]):
                net = between(known, codes[row, low], codes[row, high])
                totals[row, low] += net
                totals[row, high] -= net
    return totals


@compiled
def between(known: Ints, ours: Ints, theirs: Ints) -> int:
    net = np.int64(0)
    for at in range(PLACES):
        one, other = known[ours[at] // RANKED], known[theirs[at] // RANKED]
        if ours[at] > theirs[at]:
            net += one[VALUE + at + 1] - other[OFF + at + 1]
        elif ours[at] < theirs[at]:
            net -= other[VALUE + at + 1] - one[OFF + at + 1]
    return net  # type: ignore[return-value]
