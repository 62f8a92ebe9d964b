"""
What readings move where players play each other: the same rounds, under the terms given and under each reading.

Among players who play alike nobody gains under any reading. What a reading moves is how far their results go apart and
how many of their meetings end otherwise; a change counts as far as it is more than chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..rules.game import Game
from .readings import Figures, Name, moved

T = TypeVar("T")
SIZE = ("duel", "size")
OTHERWISE = ("duel", "scored_otherwise")
SPREAD = ("round", "spread")
ByRound = NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """What some rounds came to, the first of them first; there are fewer under terms that are played slowly."""

    scores: NDArray[np.int64]
    """One round to a row: what passes between every two players, from the side of the lower seat."""
    means: Mapping[Name, ByRound]
    """By figure that is a mean: its value in each round."""
    squares: Mapping[Name, ByRound]
    """By figure that is the root of a mean: what it is the mean of, in each round."""


def figures_of(game: Game[T], seen: Callable[[Game[T]], Seen]) -> Callable[[Game[T]], Figures]:
    """What gives the figures of a reading: each is that of the game itself where they differ by no more than chance."""
    base = seen(game)

    def figures(variant: Game[T]) -> Figures:
        found = base if variant is game else seen(variant)
        means = {name: moved(base.means[name], values) for name, values in found.means.items()}
        roots = {name: sqrt(moved(base.squares[name], values)) for name, values in found.squares.items()}
        return {OTHERWISE: otherwise(base.scores, found.scores), **means, **roots}

    return figures


def otherwise(before: NDArray[np.int64], after: NDArray[np.int64]) -> float:
    """The share of meetings that are scored otherwise; nothing where other players meet, who hold other cards."""
    both = min(len(before), len(after))
    if before.shape[1] != after.shape[1]:
        return 0.0
    return moved(np.zeros(both), (before[:both] != after[:both]).mean(axis=1))
