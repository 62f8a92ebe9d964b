"""Net scores between the players of Pyramid Showdown, for many rounds."""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from .big_hands import LOSER_POINTS, POINTS
from .strength import RANKED

SLOTS = 6


@compiled
def net_scores(by_strength: Ints, codes: Ints) -> NDArray[np.int64]:
    """
    Points that the lower seat wins from the higher, by round and pair of seats: 1 and 2, 1 and 3, ..., 2 and 3, ...

    `codes` are by round, seat and slot; `by_strength` is that of `HouseWayTables`.
    """
    seats = codes.shape[1]
    duels = np.zeros((len(codes), seats * (seats - 1) // 2), dtype=np.int64)
    for row in range(len(codes)):
        at = 0
        for low in range(seats):
            for high in range(low + 1, seats):
                duels[row, at] = net_score(by_strength, codes[row, low], codes[row, high])
                at += 1
    return duels


@compiled
def totals_of(duels: Ints, seats: int) -> NDArray[np.int64]:
    """Sum of net scores by round and seat."""
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
def net_score(by_strength: Ints, ours: Ints, theirs: Ints) -> int:
    """Net score of two players from the codes of their six hands."""
    net = np.int64(0)
    for at in range(SLOTS):
        one = by_strength[ours[at] // RANKED]
        other = by_strength[theirs[at] // RANKED]
        if ours[at] > theirs[at]:
            net += one[POINTS + at + 1] - other[LOSER_POINTS + at + 1]
        elif ours[at] < theirs[at]:
            net -= other[POINTS + at + 1] - one[LOSER_POINTS + at + 1]
    return net  # type: ignore[return-value]
