"""
The value of hands against a population of other players' settings.

A hand wins its points from each weaker hand in its slot and loses the other's points to each stronger one. Hands that
differ in suits only win as often as they lose. Two simplifications: the cards that a player holds are not removed from
the opponents' cards, and the population consists of all deals of 25 cards, not only of those that play on.
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
from .. import hand_order, legality, scoring
from ..hand_order import Hand
from ..kernels.shapes import Scale, scale_for
from ..legality import slot_name
from ..terms import Terms
from .value_model import MICRO, Model

Keys = NDArray[np.int32]
"""(settings, 6): the keys of Hands 1 to 6, one setting per row."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Population:
    """Settings of opponents and the weight of each."""

    keys: Keys
    weight: Floats

    def spread(self, scale: Scale) -> Floats:
        """By slot and key: the share of opponents with that hand."""
        shares = np.zeros((len(legality.SLOTS), len(scale.strengths)))
        for slot in range(len(legality.SLOTS)):
            np.add.at(shares[slot], self.keys[:, slot], self.weight)
        return np.asarray(shares / self.weight.sum())


def mixed(old: Population, new: Population, share: float) -> Population:
    """The old population with this share of the new one."""
    weights = (old.weight / old.weight.sum() * (1 - share), new.weight / new.weight.sum() * share)
    return Population(np.concatenate((old.keys, new.keys)), np.concatenate(weights))


def keys_of(game: Game[Terms], scale: Scale, settings: Sequence[Setting]) -> Keys:
    rows = [[scale.number(strength_in(game, setting, slot)) for slot in legality.SLOTS] for setting in settings]
    return np.array(rows, dtype=np.int32)


def strength_in(game: Game[Terms], setting: Setting, slot: int) -> Strength:
    return hand_order.strength_of(game.terms, Hand(setting[slot_name(slot)]))


@dataclass(frozen=True, eq=False)
class Points:
    """Points of hands by slot and key [SHO-A10]."""

    won: Floats
    """The points of the hand if it wins."""
    off: Floats
    """The points subtracted from the winner's if this hand is beaten."""


def points_of(game: Game[Terms], scale: Scale) -> Points:
    return _points_of(game.terms, scale)


@lru_cache
def _points_of(terms: Terms, scale: Scale) -> Points:
    won, off = np.zeros((2, len(legality.SLOTS), len(scale.strengths)))
    for slot in legality.SLOTS:
        allowed = legality.allowed_sizes(terms, slot)
        for key, strength in enumerate(scale.strengths):
            if strength.size in allowed:
                won[slot - 1, key] = scoring.points(terms, slot, strength)
                if terms.special_counts == "both":
                    off[slot - 1, key] = scoring.special_points(terms, slot, strength) or 0
    return Points(won, off)


def population_table(points: Points, spread: Floats) -> tuple[Floats, Floats]:
    """By slot and key: the expected points against one opponent, and the probability to win (ties count half)."""
    below = np.cumsum(spread, axis=1) - spread
    above = 1 - below - spread
    off_below = np.cumsum(spread * points.off, axis=1) - spread * points.off
    lost = spread * points.won
    lost_above = lost.sum(axis=1, keepdims=True) - np.cumsum(lost, axis=1)
    value = points.won * below - off_below - lost_above + points.off * above
    return value, below + spread / 2


def population_model(game: Game[Terms], population: Population, name: str = "population") -> Model:
    scale = scale_for(game.terms)
    value, _ = population_table(points_of(game, scale), population.spread(scale))
    return Model(name, scale, np.rint(value * MICRO).astype(np.int64))


def net_scores_between(points: Points, ours: Keys, theirs: Keys) -> Floats:
    """Net score of each of our settings (rows) against each of theirs (columns)."""
    total = np.zeros((len(ours), len(theirs)))
    for slot in range(len(legality.SLOTS)):
        a = ours[:, slot, None]
        b = theirs[None, :, slot]
        won = points.won[slot]
        off = points.off[slot]
        total += np.where(a > b, won[a] - off[b], np.where(a < b, off[a] - won[b], 0.0))
    return total
