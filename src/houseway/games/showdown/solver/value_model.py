"""Value models: the value of a hand in its slot, in millionths of a point, for every strength without suits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....rules.ranking import Strength
from .. import legality, scoring
from ..kernels.shapes import Scale, scale_for
from ..terms import Terms

MICRO = 1_000_000
"""Values are counted in millionths of a point."""
Table = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Model:
    """A table of values by slot and key; the value of a setting is the sum over its six hands."""

    name: str
    scale: Scale
    table: Table

    def value(self, slot: int, strength: Strength) -> int:
        """Value of a hand of this strength in slot 1 to 6, in millionths of a point."""
        return int(self.table[slot - 1, self.scale.number(strength)])

    @cached_property
    def base(self) -> int:
        """Sum of the least values of all slots."""
        return int(self.table.min(axis=1).sum())

    @cached_property
    def lifted(self) -> Table:
        """Values minus the least value of their slot, so that none is negative."""
        return np.asarray(self.table - self.table.min(axis=1, keepdims=True))

    @cached_property
    def unit(self) -> int:
        """Greatest common divisor of the lifted values."""
        return max(1, gcd(*map(int, np.unique(self.lifted))))


def model_from(game: Game[Terms], value: Callable[[int, Strength], int], name: str = "own") -> Model:
    """The model of a function of slot and strength."""
    return _model_from(game.terms, value, name)


def _model_from(terms: Terms, value: Callable[[int, Strength], int], name: str) -> Model:
    scale = scale_for(terms)
    table = [[value(slot, strength) for strength in scale.strengths] for slot in legality.SLOTS]
    return Model(name, scale, np.array(table, dtype=np.int64))


def points_model(game: Game[Terms]) -> Model:
    """The model in which every hand wins its points."""
    return _points_model(game.terms)


@lru_cache
def _points_model(terms: Terms) -> Model:
    return _model_from(terms, lambda slot, strength: MICRO * _points(terms, slot, strength), "points")


def _points(terms: Terms, slot: int, strength: Strength) -> int:
    """Points of a hand; 0 where its size is not allowed, for which the chart has no entry."""
    return scoring.points(terms, slot, strength) if strength.size in legality.allowed_sizes(terms, slot) else 0
