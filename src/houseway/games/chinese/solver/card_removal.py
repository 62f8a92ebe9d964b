"""The cost of ignoring card removal, the fact that opponents cannot hold the player's own cards."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands
from ....sampling.chunks import Progress
from ....sampling.settings import checked_integer
from .. import sheet as chinese
from ..kernels.value import Meetings, choices, grid_values
from .field import Field
from .field_sources import field_at_once
from .options import Options, options_of, random_hands
from .payoff import GONE

OURS = 4
THEIRS = 5
"""Purposes of random streams: our hands (OURS) and the pool of opponents' hands (THEIRS)."""
NEAR = 8
"""How many settings of each hand are compared."""


@dataclass(frozen=True)
class Removal:
    """The gain from taking card removal into account, in units per hand and opponent."""

    gain: float
    standard_error: float
    hands: int
    met: float
    """The mean number of opponents' hands that share no card with the player's hand."""


def removal_cost(
    terms: chinese.Terms, progress: Progress | None = None, *, hands: int = 2_000, pool: int = 200_000, seed: int = 1
) -> Removal:
    """
    Estimate how much is lost by choosing settings without regard to card removal.

    Each of our hands plays against the hands of a pool that share no card with it. One half of these chooses among our
    settings. The other half measures the gain of that choice over the setting that is best without card removal, so
    that the choice does not profit from chance.
    """
    checked_integer("hands", hands, 10, 10**6), checked_integer("pool", pool, 1000, 10**7)
    field = field_at_once(terms)
    theirs = random_hands(seed, THEIRS, pool)
    set_by_field = _set(field, theirs, progress)
    masks = _masks(theirs)
    ours = random_hands(seed, OURS, hands)
    options = options_of(terms, ours)
    near = _nearest(field, options)
    gains = np.zeros(hands)
    met = np.zeros(hands)
    for row, mask in enumerate(_masks(ours)):
        apart = np.nonzero(masks & mask == 0)[0]
        met[row] = len(apart)
        halves = [Field(terms, _some(set_by_field, part)) for part in (apart[::2], apart[1::2])]
        mine = options.at(near[:, row])
        gains[row] = _gain(halves[0], halves[1], mine) / 2 + _gain(halves[1], halves[0], mine) / 2
    error = float(gains.std(ddof=1)) / sqrt(hands)
    return Removal(float(gains.mean()), error, hands, float(met.mean()))


def _some(hands: Meetings, which: NDArray[np.int64]) -> Meetings:
    rows = hands.front[which], hands.middle[which], hands.back[which]
    return Meetings(*rows, hands.state[which], hands.weight[which])


def _gain(chosen_by: Field, judged_by: Field, settings: Meetings) -> float:
    """The gain of the setting chosen by one field over the first setting, measured against the other field."""
    pick = int(np.argmax(chosen_by.units(settings)))
    units = judged_by.units(settings)
    return float(units[pick] - units[0]) / max(judged_by.total, 1)


def _set(field: Field, hands: Hands, progress: Progress | None, chunk: int = 5_000) -> Meetings:
    """The expert's setting of each of these hands."""
    parts = []
    for begin in range(0, len(hands), chunk):
        if progress:
            progress(begin, len(hands))
        options = options_of(field.terms, hands[begin : begin + chunk])
        parts.append(options.at(choices(grid_values(field.grid, options.hands), options.ends)))
    return Meetings(*(np.concatenate([part[column] for part in parts]) for column in range(5)))


def _nearest(field: Field, options: Options) -> NDArray[np.int64]:
    """(NEAR, hands): the best options of each hand by the grid, best first, without surrender."""
    values = grid_values(field.grid, options.hands)
    values[options.hands.state == GONE] = -np.inf
    nearest = []
    for _ in range(NEAR):
        nearest.append(choices(values, options.ends))
        values[nearest[-1]] = -np.inf
    return np.stack(nearest)


def _masks(hands: Hands) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return masks
