"""What a hand is worth in its place: whole millionths of a point for every strength, suits aside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....rules.ranking import Strength
from .. import sheet as showdown
from ..kernels.shapes import Scale, scale_for

MICRO = 1_000_000
"""Values are counted in millionths of a point."""
Table = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Model:
    """A table of values by place and key; the value of a setting is the sum over its six hands."""

    name: str
    scale: Scale
    table: Table

    def value(self, place: int, strength: Strength) -> int:
        """What a hand of this strength is worth in place 1 to 6, in millionths of a point."""
        return int(self.table[place - 1, self.scale.number(strength)])

    @cached_property
    def base(self) -> int:
        """What the least hand of every place is worth together."""
        return int(self.table.min(axis=1).sum())

    @cached_property
    def lifted(self) -> Table:
        """The values above the least of each place: none is negative, and the search knows their size."""
        return np.asarray(self.table - self.table.min(axis=1, keepdims=True))

    @cached_property
    def unit(self) -> int:
        """Every lifted value is a multiple of it."""
        return max(1, gcd(*map(int, np.unique(self.lifted))))


def model_from(game: Game[showdown.Terms], worth: Callable[[int, Strength], int], name: str = "own") -> Model:
    """The model of a function of the place and the strength."""
    return _model_from(game.terms, worth, name)


def _model_from(terms: showdown.Terms, worth: Callable[[int, Strength], int], name: str) -> Model:
    scale = scale_for(terms)
    table = [[worth(place, found) for found in scale.strengths] for place in showdown.PLACES]
    return Model(name, scale, np.array(table, dtype=np.int64))


def points_model(game: Game[showdown.Terms]) -> Model:
    """What each hand scores if it wins: as if all six did."""
    return _points_model(game.terms)


@lru_cache
def _points_model(terms: showdown.Terms) -> Model:
    return _model_from(terms, lambda place, found: MICRO * _points(terms, place, found), "points")


def _points(terms: showdown.Terms, place: int, found: Strength) -> int:
    """Nothing for hands that may not stand there: the chart does not price them."""
    return showdown.value(terms, place, found) if found.size in showdown.sizes(terms, place) else 0
