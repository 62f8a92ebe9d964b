"""
What folding hand by hand wins more than folding by kinds of seven cards.

For seven cards near the value of the fold, buying is valued by the tables of the best reply, as the mean over pairs of
bought cards, corrected for the cards held. One half of the tried pairs decides and another half values the decision, so
that the choice does not flatter its own value: this estimates best play from below. If all tried pairs both decide and
value, the mean is too high, by Jensen's inequality: this estimates it from above. Neither is a proof, because the
tables of the best reply are estimates too, and clear decisions are valued by the pairs that made them.

The two ways to fold seldom differ in kinds whose mean is far from the value of the fold. So only a part of the hands is
tried, fewer the clearer their kind is, and a hand that is tried counts for those that are not: by 1 / its chance.
"""

from __future__ import annotations

from math import erfc, exp, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands
from ....sampling.chunks import Progress, in_threads
from ....sampling.streams import stream
from ..kernels.setting import NINE
from .best_reply import FOLDS, BestReplyByKind, before_buying, value_of_sevens
from .scores import CasinoTables, shuffled

CHUNK = 50
"""Shoes in a chunk."""
FEW = 28
"""Every 28th pair of kinds of cards is tried to decide, and as many others to value."""
DECIDING = 0
VALUING = 14
"""Where the two sets of pairs start."""

SPREAD_IN_KIND = 0.45
"""In antes: the usual distance of the value of a hand from the mean of its kind."""
LEAST_CHANCE = 0.05
"""The chance to be tried of hands in the clearest kinds."""
CLOSE = 0.8
"""In antes: a decision further from the value of the fold is clear, and equals that by kinds, so it wins nothing."""


class FoldGain(NamedTuple):
    """By shoe: the mean gain of a round over folding by kinds, in antes."""

    below: NDArray[np.float64]
    """Of deciding by one set of pairs, valued by another."""
    above: NDArray[np.float64]
    """Of deciding and valuing by the same pairs."""
    folds: NDArray[np.float64]
    """The share of hands folded."""


def fold_gain(tables: CasinoTables, strategy: BestReplyByKind, seed: int, shoes: int, progress: Progress) -> FoldGain:
    """The gain on this number of shoes, rounded up to whole chunks."""
    chunks = -(-shoes // CHUNK)

    def play(chunk: int) -> FoldGain:
        chance = stream(seed, FOLDS, chunk)
        shoes = shuffled(chance, tables.shoe, CHUNK, tables.hands_in_shoe * NINE)
        sevens = shoes.reshape(CHUNK, tables.hands_in_shoe, NINE)[:, :, :-2]
        return gains(tables, strategy, sevens, chance.random(sevens.shape[:2]))

    def report(done: int) -> None:
        progress(done, chunks)

    parts = list(in_threads(play, range(chunks), report))
    return FoldGain(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def chance_to_try(distance: float) -> float:
    """
    The chance that a hand is tried, by the distance of its kind's mean from the value of the fold, in antes.

    It is proportional to the root mean square of the gain, if values are normally distributed in a kind.
    """
    spreads = distance / SPREAD_IN_KIND
    beyond = erfc(spreads / sqrt(2)) / 2
    density = exp(-(spreads**2) / 2) / sqrt(2 * pi)
    mean_square = max((1 + spreads**2) * beyond - spreads * density, 0.0)
    return max(sqrt(2 * mean_square), LEAST_CHANCE)


def chances(tables: CasinoTables, strategy: BestReplyByKind) -> NDArray[np.float64]:
    """By kind of seven cards: the chance that a hand is tried; 0 if it is not near the value of the fold."""
    fold = tables.folded / tables.part
    by_kind = np.zeros(len(strategy.mean))
    for kind in np.flatnonzero(strategy.near_fold).tolist():
        by_kind[kind] = chance_to_try(abs(strategy.mean[kind] - fold))
    return by_kind


def gains(tables: CasinoTables, strategy: BestReplyByKind, shoes: Hands, draws: NDArray[np.float64]) -> FoldGain:
    """The gain in these shoes: (shoes, hands, 7). A hand is tried if its draw, from 0 to 1, is below its chance."""
    sevens = shoes.reshape(-1, shoes.shape[-1])
    kinds = before_buying(tables, sevens)
    by_kind = strategy.folds[kinds]
    chance = chances(tables, strategy)[kinds]
    folds = by_kind.astype(np.float64)
    below = np.zeros(len(sevens))
    above = np.zeros(len(sevens))
    tried = np.flatnonzero(draws.reshape(-1) < chance)
    if len(tried):
        fold = tables.folded / tables.part
        folded_before = by_kind[tried]
        weight = 1 / chance[tried]
        deciding = _values(tables, strategy, sevens[tried], DECIDING)
        folded_now = deciding < fold
        valuing = deciding.copy()
        is_close = (np.abs(deciding - fold) < CLOSE) | (folded_now != folded_before)
        valuing[is_close] = _values(tables, strategy, sevens[tried][is_close], VALUING)
        by_hand = np.where(folded_now, fold, valuing)
        below[tried] = weight * (by_hand - np.where(folded_before, fold, valuing))
        together = (deciding + valuing) / 2
        above[tried] = weight * (np.maximum(together, fold) - np.where(folded_before, fold, together))
        folds[tried] += weight * (folded_now.astype(np.float64) - folded_before)
    return FoldGain(*(column.reshape(shoes.shape[:2]).mean(axis=1) for column in (below, above, folds)))


def _values(tables: CasinoTables, strategy: BestReplyByKind, sevens: Hands, start: int) -> NDArray[np.float64]:
    return value_of_sevens(tables, strategy.values, strategy.removal, sevens, every=FEW, start=start)
