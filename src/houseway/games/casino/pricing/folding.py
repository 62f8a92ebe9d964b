"""
What folding hand by hand wins more than folding by kinds of seven cards.

For seven cards near the value of the fold, buying is valued by the tables of the best reply, as the mean over pairs of
bought cards, corrected for the cards held. One half of the tried pairs decides and another half values the decision, so
that the choice does not flatter its own value: this estimates best play from below. If all tried pairs both decide and
value, the mean is too high, by Jensen's inequality: this estimates it from above. Neither is a proof, because the
tables of the best reply are estimates too, and clear decisions are valued by the pairs that made them.
"""

from __future__ import annotations

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
        sevens = shuffled(stream(seed, FOLDS, chunk), tables.shoe, CHUNK, tables.hands_in_shoe * NINE)
        return gains(tables, strategy, sevens.reshape(CHUNK, tables.hands_in_shoe, NINE)[:, :, :-2])

    def report(done: int) -> None:
        progress(done, chunks)

    parts = list(in_threads(play, range(chunks), report))
    return FoldGain(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def gains(tables: CasinoTables, strategy: BestReplyByKind, shoes: Hands) -> FoldGain:
    """The gain in these shoes: (shoes, hands, 7)."""
    sevens = shoes.reshape(-1, shoes.shape[-1])
    kinds = before_buying(tables, sevens)
    by_kind = strategy.folds[kinds]
    folds = by_kind.copy()
    below = np.zeros(len(sevens))
    above = np.zeros(len(sevens))
    near = np.flatnonzero(strategy.near_fold[kinds])
    if len(near):
        fold = tables.folded / tables.part
        deciding = _values(tables, strategy, sevens[near], DECIDING)
        folds[near] = deciding < fold
        valuing = deciding.copy()
        is_close = (np.abs(deciding - fold) < CLOSE) | (folds[near] != by_kind[near])
        valuing[is_close] = _values(tables, strategy, sevens[near][is_close], VALUING)
        by_hand = np.where(folds[near], fold, valuing)
        below[near] = by_hand - np.where(by_kind[near], fold, valuing)
        together = (deciding + valuing) / 2
        above[near] = np.maximum(together, fold) - np.where(by_kind[near], fold, together)
    return FoldGain(*(column.reshape(shoes.shape[:2]).mean(axis=1) for column in (below, above, folds)))


def _values(tables: CasinoTables, strategy: BestReplyByKind, sevens: Hands, start: int) -> NDArray[np.float64]:
    return value_of_sevens(tables, strategy.values, strategy.removal, sevens, every=FEW, start=start)
