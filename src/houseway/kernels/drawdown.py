"""The path of a player's chips over a series of results: its end, its lowest and highest point, its drawdown."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import Ints
from .compiled import compiled

TOTAL, LOW, HIGH, DROP = range(4)
"""Columns of a path: its end, its lowest and its highest point, all relative to its start, and its drawdown."""


class ChipPath(NamedTuple):
    """The path of a player's chips over some rounds, summarised so that paths can be joined."""

    rounds: int = 0
    total: int = 0
    low: int = 0
    """The lowest point relative to the start, so never above 0."""
    high: int = 0
    drop: int = 0
    """The drawdown: the largest fall from a point to a later one."""

    def then(self, later: "ChipPath") -> "ChipPath":
        """This path, continued by a later one."""
        return ChipPath(
            self.rounds + later.rounds,
            self.total + later.total,
            min(self.low, self.total + later.low),
            max(self.high, self.total + later.high),
            max(self.drop, later.drop, self.high - (self.total + later.low)),
        )


@compiled
def follow(results: Ints, path: Ints) -> None:
    total = np.int64(0)
    low = np.int64(0)
    high = np.int64(0)
    drop = np.int64(0)
    for index in range(len(results)):
        total += results[index]
        low = min(low, total)
        high = max(high, total)
        drop = max(drop, high - total)
    path[TOTAL] = total
    path[LOW] = low
    path[HIGH] = high
    path[DROP] = drop


@compiled
def follow_each(results: Ints, length: int) -> NDArray[np.int64]:
    """The paths of consecutive stretches of this length, one per row."""
    paths = np.empty((len(results) // length, 4), dtype=np.int64)
    for row in range(len(paths)):
        follow(results[row * length : (row + 1) * length], paths[row])
    return paths


def path_of(results: Ints) -> ChipPath:
    """The path over all of these results."""
    path = np.zeros(4, dtype=np.int64)
    follow(results, path)
    return ChipPath(len(results), *path.tolist())
