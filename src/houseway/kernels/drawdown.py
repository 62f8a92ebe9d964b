"""How a run of results went on its way: where it ended, its lowest and highest point, its deepest fall."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import Ints
from .compiled import compiled

TOTAL, LOW, HIGH, DROP = range(4)
"""Columns of a path: its end, its lowest point and its highest, both from where it began, and its deepest fall."""


class Path(NamedTuple):
    """The way of a player's chips over some rounds, as far as what follows can depend on it."""

    rounds: int = 0
    total: int = 0
    low: int = 0
    """The lowest point: never more than 0, where it began."""
    high: int = 0
    drop: int = 0
    """The deepest fall from a point to a later one."""

    def then(self, later: "Path") -> "Path":
        """This way, then that one."""
        return Path(
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
    for at in range(len(results)):
        total += results[at]
        low = min(low, total)
        high = max(high, total)
        drop = max(drop, high - total)
    path[TOTAL] = total
    path[LOW] = low
    path[HIGH] = high
    path[DROP] = drop


@compiled
def follow_each(results: Ints, length: int) -> NDArray[np.int64]:
    """One row for each stretch of this length."""
    paths = np.empty((len(results) // length, 4), dtype=np.int64)
    for row in range(len(paths)):
        follow(results[row * length : (row + 1) * length], paths[row])
    return paths


def path_of(results: Ints) -> Path:
    """The way over all of these."""
    path = np.zeros(4, dtype=np.int64)
    follow(results, path)
    return Path(len(results), *path.tolist())
