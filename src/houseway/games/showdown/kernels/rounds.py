"""What the players of Pyramid Showdown win from each other, round by round, in points."""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from .big_hands import OFF, VALUE
from .strength import RANKED

PLACES = 6


@compiled
def net_scores(known: Ints, codes: Ints) -> NDArray[np.int64]:
    """
    By round and two seats what the lower wins from the higher: 1 from 2, 1 from 3, ..., 2 from 3, ...

    Codes are by round, seat and hand, strengths as in a `Way`.
    """
    seats = codes.shape[1]
    duels = np.zeros((len(codes), seats * (seats - 1) // 2), dtype=np.int64)
    for row in range(len(codes)):
        at = 0
        for low in range(seats):
            for high in range(low + 1, seats):
                duels[row, at] = between(known, codes[row, low], codes[row, high])
                at += 1
    return duels


@compiled
def totals_of(duels: Ints, seats: int) -> NDArray[np.int64]:
    """By round and seat the sum over all other seats."""
    totals = np.zeros((len(duels), seats), dtype=np.int64)
    for row in range(len(duels)):
        at = 0
        for low in range(seats):
            for high in range(low + 1, seats):
                totals[row, low] += duels[row, at]
                totals[row, high] -= duels[row, at]
                at += 1
    return totals


@compiled
def between(known: Ints, ours: Ints, theirs: Ints) -> int:
    net = np.int64(0)
    for at in range(PLACES):
        one = known[ours[at] // RANKED]
        other = known[theirs[at] // RANKED]
        if ours[at] > theirs[at]:
            net += one[VALUE + at + 1] - other[OFF + at + 1]
        elif ours[at] < theirs[at]:
            net -= other[VALUE + at + 1] - one[OFF + at + 1]
    return net  # type: ignore[return-value]
