"""
Simulated shoes: each is dealt into nine-card hands, and each hand plays against all others as the dealer.

Every ordered pair of hands of a shoe is a fair round. The rounds of one shoe are not independent, so the standard error
is computed from the means of the shoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....sampling.chunks import Progress, in_threads, part_of
from ....sampling.streams import stream
from ..kernels.duel import Suits, every_pair
from ..kernels.setting import NINE, CodedSettings, Parts, parts_of, set_by_policy, set_by_value
from .best_reply import SHOES, BestReplyByKind, before_buying
from .scores import CasinoTables, shuffled, suits_of

CHUNK = 250
"""Shoes in a chunk."""
PILOT = 16
"""Chunks from which the number of shoes needed is estimated."""
PILOT_DONE = 0.1
"""The share of the progress after the pilot."""
NEARLY_DONE = 0.98
"""The share of the progress after as many shoes as the pilot asked for."""
MARGIN = 1.02
"""More shoes than computed, because the spread is estimated too."""
HOUSE_WAY = "house_way"
BEST_SETTING = "best_setting"
BEST_BY_KIND = "best_by_kind"


class Sample(NamedTuple):
    """The results of one strategy."""

    sums: NDArray[np.int64]
    """By shoe: the sum over its rounds, in parts of an ante."""
    net: NDArray[np.int64]
    """The number of rounds with each net points, from the lowest, then folds."""


Samples = dict[str, Sample]
"""By strategy."""


def play_chunk(tables: CasinoTables, strategy: BestReplyByKind, seed: int, chunk: int) -> Samples:
    """One chunk of shoes, by every strategy."""
    hands = tables.hands_in_shoe
    shoes = shuffled(stream(seed, SHOES, chunk), tables.shoe, CHUNK, hands * NINE)
    return play_shoes(tables, strategy, shoes.reshape(len(shoes), hands, NINE))


def play_shoes(tables: CasinoTables, strategy: BestReplyByKind, shoes: NDArray[np.uint8]) -> Samples:
    """Play shoes (shoes, hands, 9) by every strategy; the last two cards of a hand are the bought ones."""
    scale = tables.coded.scale
    shape = shoes.shape[:2]
    parts = parts_of(scale, shoes.reshape(-1, NINE))
    dealers = set_by_policy(scale, tables.dealer, parts)
    best, _ = set_by_value(scale, strategy.values, parts)
    folds = strategy.folds[before_buying(tables, shoes.reshape(-1, NINE)[:, :-2])]
    never = np.zeros_like(folds)
    house_way = dealers
    if tables.house_way is not tables.dealer:
        house_way = set_by_policy(scale, tables.house_way, parts)
    return {
        HOUSE_WAY: _against(tables, parts, house_way, dealers, never, shape),
        BEST_SETTING: _against(tables, parts, best, dealers, never, shape),
        BEST_BY_KIND: _against(tables, parts, best, dealers, folds, shape),
    }


def _against(
    tables: CasinoTables,
    parts: Parts,
    chosen: CodedSettings,
    dealers: CodedSettings,
    folds: NDArray[np.bool_],
    shape: tuple[int, ...],
) -> Sample:
    """Each setting of a shoe against the dealer's settings of all other hands of it."""
    theirs = CodedSettings(*(column.reshape(shape) for column in dealers))
    their_suits = Suits(*(column.reshape(shape) for column in suits_of(tables, parts, dealers)))
    sums, net = every_pair(
        chosen, theirs, suits_of(tables, parts, chosen), their_suits, tables.scores, folds, tables.folded
    )
    return Sample(sums, net)


def joined(chunks: Sequence[Samples]) -> Samples:
    """The samples of several chunks as one."""
    return {
        name: Sample(
            np.concatenate([chunk[name].sums for chunk in chunks]),
            np.sum([chunk[name].net for chunk in chunks], axis=0),
        )
        for name in chunks[0]
    }


def shoes_needed(tables: CasinoTables, samples: Samples, precision: float) -> int:
    """The number of shoes that bring every strategy's standard error to this precision."""
    spread = max(float(means(tables, sample).std(ddof=1)) for sample in samples.values())
    return ceil(MARGIN * (spread / precision) ** 2)


def means(tables: CasinoTables, sample: Sample) -> NDArray[np.float64]:
    """By shoe: the mean result of a round, in antes."""
    return sample.sums / (tables.hands_in_shoe * (tables.hands_in_shoe - 1) * tables.part)


def standard_error(tables: CasinoTables, sample: Sample) -> float:
    return float(means(tables, sample).std(ddof=1)) / sqrt(len(sample.sums))


def simulated(
    tables: CasinoTables, strategy: BestReplyByKind, seed: int, rounds: int | None, precision: float, progress: Progress
) -> Samples:
    """
    Play a number of rounds, or, if `rounds` is None, as many as the precision takes.

    The result does not depend on the number of threads.
    """

    def run(chunks: range, report: Progress) -> list[Samples]:
        def play(chunk: int) -> Samples:
            return play_chunk(tables, strategy, seed, chunk)

        def report_chunks(done: int) -> None:
            report(done, len(chunks))

        return list(in_threads(play, chunks, report_chunks))

    if rounds is not None:
        chunks = ceil(rounds / (CHUNK * tables.hands_in_shoe * (tables.hands_in_shoe - 1)))
        return joined(run(range(chunks), part_of(progress, 0, 1)))
    samples = run(range(PILOT), part_of(progress, 0, PILOT_DONE))
    begin = PILOT_DONE
    while (total := ceil(shoes_needed(tables, joined(samples), precision) / CHUNK)) > len(samples):
        samples += run(range(len(samples), total), part_of(progress, begin, NEARLY_DONE))
        begin = NEARLY_DONE  # more shoes than the pilot asked for are few
    part_of(progress, 0, 1)(1, 1)
    return joined(samples)
