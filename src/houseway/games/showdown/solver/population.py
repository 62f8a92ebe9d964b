"""
What hands are worth against a population of other players' settings.

A hand wins what it scores from each lower hand in its place, and loses what the other scores to each higher one. Hands
alike but for their suits win as often as they lose. Cards that one player holds and the other cannot are not allowed
for, and the population is of players who hold 25 cards, whatever made them go on: both are simplifications.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....rules.ranking import Strength
from ....rules.setting import Setting
from .. import sheet as showdown
from ..hand_order import Laid
from ..kernels.shapes import Scale, scale_for
from .value_model import MICRO, Model

Keys = NDArray[np.int32]
"""Settings, one a row: the keys of Hands 1 to 6."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Population:
    """Settings that others put down, and how often each is met."""

    keys: Keys
    weight: Floats

    def spread(self, scale: Scale) -> Floats:
        """By place and key: how often it is met."""
        found = np.zeros((len(showdown.PLACES), len(scale.strengths)))
        for place in range(len(showdown.PLACES)):
            np.add.at(found[place], self.keys[:, place], self.weight)
        return np.asarray(found / self.weight.sum())


def mixed(old: Population, new: Population, share: float) -> Population:
    """The old population with this share of the new one."""
    weights = (old.weight / old.weight.sum() * (1 - share), new.weight / new.weight.sum() * share)
    return Population(np.concatenate((old.keys, new.keys)), np.concatenate(weights))


def keys_of(game: Game[showdown.Terms], scale: Scale, settings: Sequence[Setting]) -> Keys:
    rows = [[scale.number(strength_in(game, setting, place)) for place in showdown.PLACES] for setting in settings]
    return np.array(rows, dtype=np.int32)


def strength_in(game: Game[showdown.Terms], setting: Setting, place: int) -> Strength:
    return showdown.strength(game.terms, Laid(setting[f"hand{place}"]))


@dataclass(frozen=True, eq=False)
class Points:
    """By place and key: what a hand scores if it wins, and what its special takes off if it loses [SHO-A10]."""

    won: Floats
    off: Floats


def points_of(game: Game[showdown.Terms], scale: Scale) -> Points:
    return _points_of(game.terms, scale)


@lru_cache
def _points_of(terms: showdown.Terms, scale: Scale) -> Points:
    won, off = np.zeros((2, len(showdown.PLACES), len(scale.strengths)))
    both = terms.special_counts == "both"
    for place in showdown.PLACES:
        allowed = showdown.sizes(terms, place)
        for key, found in enumerate(scale.strengths):
            if found.size in allowed:
                won[place - 1, key] = showdown.value(terms, place, found)
                off[place - 1, key] = (showdown.special(terms, place, found) or 0) if both else 0
    return Points(won, off)


def population_table(points: Points, spread: Floats) -> tuple[Floats, Floats]:
    """By place and key: the expected points against one player, and the chance to win (a tie of ranks counts half)."""
    below = np.cumsum(spread, axis=1) - spread
    above = 1 - below - spread
    off_below = np.cumsum(spread * points.off, axis=1) - spread * points.off
    lost = spread * points.won
    lost_above = lost.sum(axis=1, keepdims=True) - np.cumsum(lost, axis=1)
    worth = points.won * below - off_below - lost_above + points.off * above
    return worth, below + spread / 2


def population_model(game: Game[showdown.Terms], population: Population, name: str = "population") -> Model:
    scale = scale_for(game.terms)
    worth, _ = population_table(points_of(game, scale), population.spread(scale))
    return Model(name, scale, np.rint(worth * MICRO).astype(np.int64))


def duels(points: Points, ours: Keys, theirs: Keys) -> Floats:
    """The net points of each of our settings (rows) against each of theirs (columns)."""
    total = np.zeros((len(ours), len(theirs)))
    for place in range(len(showdown.PLACES)):
        a = ours[:, place, None]
        b = theirs[None, :, place]
        won = points.won[place]
        off = points.off[place]
        total += np.where(a > b, won[a] - off[b], np.where(a < b, off[a] - won[b], 0.0))
    return total
