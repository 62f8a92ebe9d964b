"""
Shoes dealt out for an estimate: as many nine-card hands as the shoe holds, each the player's against all the others.

Which hand is whose does not change the odds of a deal, so every ordered pair of hands in a shoe is a fair round. The
rounds of one shoe are not independent; the mean of a shoe is therefore what the standard error is worked from.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....sampling.chunks import Progress, in_threads
from ....sampling.streams import stream
from ..kernels.duel import Suits, every_pair
from ..kernels.setting import NINE, Laid, Parts, parts_of, set_by_policy, set_by_value
from .best_reply import SHOES, Reply, before_buying
from .scores import Table, shuffled, suits_of

CHUNK = 250
"""Shoes in a chunk."""
PILOT = 16
"""Chunks from which the number needed is judged."""
HOUSE_WAY = "house_way"
BEST_SETTING = "best_setting"
BEST = "best"


class Sample(NamedTuple):
    """What one strategy won."""

    sums: NDArray[np.int64]
    """For each shoe the sum over its rounds, in parts of an ante."""
    net: NDArray[np.int64]
    """How often each net score came, the lowest first, then folds."""


Samples = dict[str, Sample]


def played(found: Table, reply: Reply, seed: int, chunk: int) -> Samples:
    """One chunk of shoes, by every strategy."""
    hands = found.hands_in_shoe
    shoes = shuffled(stream(seed, SHOES, chunk), found.shoe, CHUNK, hands * NINE)
    return played_shoes(found, reply, shoes.reshape(len(shoes), hands, NINE))


def played_shoes(found: Table, reply: Reply, shoes: NDArray[np.uint8]) -> Samples:
    """These shoes, cut into hands, by every strategy; the last two cards of a hand are those bought."""
    scale = found.coded.scale
    shape = shoes.shape[:2]
    parts = parts_of(scale, shoes.reshape(-1, NINE))
    dealers = set_by_policy(scale, found.dealer, parts)
    best, _ = set_by_value(scale, reply.values, parts)
    folds = reply.folds[before_buying(found, shoes.reshape(-1, NINE)[:, :-2])]
    never = np.zeros_like(folds)
    ways = {
        HOUSE_WAY: (set_by_policy(scale, found.house_way, parts), never),
        BEST_SETTING: (best, never),
        BEST: (best, folds),
    }
    return {name: _against(found, parts, laid, dealers, fold, shape) for name, (laid, fold) in ways.items()}


def _against(
    found: Table, parts: Parts, laid: Laid, dealers: Laid, folds: NDArray[np.bool_], shape: tuple[int, ...]
) -> Sample:
    theirs = Laid(*(column.reshape(shape) for column in dealers))
    their_suits = Suits(*(column.reshape(shape) for column in suits_of(found, parts, dealers)))
    return Sample(
        *every_pair(laid, theirs, suits_of(found, parts, laid), their_suits, found.scores, folds, found.folded)
    )


def gathered(chunks: Iterable[Samples]) -> Samples:
    listed = list(chunks)
    return {
        name: Sample(
            np.concatenate([chunk[name].sums for chunk in listed]),
            np.sum([chunk[name].net for chunk in listed], axis=0),
        )
        for name in listed[0]
    }


def shoes_needed(found: Table, samples: Samples, precision: float) -> int:
    """How many shoes bring every strategy's standard error to this precision, with a little to spare."""
    spread = max(float(means(found, sample).std(ddof=1)) for sample in samples.values())
    return ceil(1.1 * (spread / precision) ** 2)


def means(found: Table, sample: Sample) -> NDArray[np.float64]:
    """What each shoe won on average, in antes."""
    return sample.sums / (found.hands_in_shoe * (found.hands_in_shoe - 1) * found.part)


def standard_error(found: Table, sample: Sample) -> float:
    return float(means(found, sample).std(ddof=1)) / sqrt(len(sample.sums))


def simulated(
    found: Table, reply: Reply, seed: int, rounds: int | None, precision: float, progress: Progress
) -> Samples:
    """So many rounds, or as many as the precision takes; the same whatever the number of threads."""

    def run(chunks: range, total: int) -> list[Samples]:
        done = chunks.start
        return list(
            in_threads(
                lambda chunk: played(found, reply, seed, chunk), chunks, lambda more: progress(done + more, total)
            )
        )

    if rounds is not None:
        chunks = ceil(rounds / (CHUNK * found.hands_in_shoe * (found.hands_in_shoe - 1)))
        return gathered(run(range(chunks), chunks))
    first = run(range(PILOT), PILOT * 8)
    while (total := ceil(shoes_needed(found, gathered(first), precision) / CHUNK)) > len(first):
        first += run(range(len(first), total), total)
    progress(len(first), len(first))
    return gathered(first)
