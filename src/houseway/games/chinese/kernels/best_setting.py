"""
The best setting of many hands of thirteen cards by a grid of values: a branch-and-bound search.

Each front has an upper bound: its value with the strongest back that the other cards make, and with the strongest
middle that any two disjoint fives of the hand allow. A promising front is searched first; then, from the strongest
down, only the fronts whose bound is above the best value so far. Of their settings only those that no earlier setting
dominates are valued, as in `setting.py`. The grid's values must never fall when a row gets stronger.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from .setting import (
    FIVE_COUNT,
    FIVES,
    FRONT_NUMBER,
    FRONTS,
    SETTING_SIZE,
    SPLIT_NUMBER,
    SPLITS,
    THREES,
    Scale,
    Workspace,
    code_parts,
    make_workspace,
)
from .value import Grid, grid_value

COARSE = 5
"""Number of low bits dropped from a middle's code: `reach` gets smaller, but a few dominated settings are valued."""
ENOUGH = 48
"""The least number of strongest fives that are sorted to compute bounds."""
BUCKET_BITS = 5
"""The number of low bits ignored by the bucket sort of fives: codes equal in the other bits share a bucket."""
BUCKETS = 257
FRONT_STEP = 8
"""Every eighth front is considered as a promising start."""


class ValueTables(NamedTuple):
    """The tables that give settings their values."""

    grid: Grid
    classes: NDArray[np.uint16]
    """By row and code: the summand of the state."""
    fives: NDArray[np.uint16]
    """By five: the positions of its cards, one bit each."""
    threes: NDArray[np.uint16]
    """By three: the positions of its cards, one bit each."""


def value_tables(grid: Grid, classes: NDArray[np.uint16]) -> ValueTables:
    return ValueTables(grid, classes, position_bits(FIVES), position_bits(THREES))


def position_bits(parts: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The positions of each part's cards, one bit each."""
    bits: NDArray[np.uint16] = (1 << parts.astype(np.int64)).sum(axis=1).astype(np.uint16)
    return bits


@compiled
def best_of(scale: Scale, tables: ValueTables, hands: Hands) -> tuple[NDArray[np.uint16], NDArray[np.float64]]:
    """A best setting of each hand, one per row as in `setting.py`, and its value."""
    settings = np.zeros((len(hands), SETTING_SIZE), dtype=np.uint16)
    values = np.empty(len(hands))
    work = make_workspace(scale.top, 1)
    strongest = np.empty((FIVE_COUNT, 2), dtype=np.uint16)
    reach = np.empty((scale.top >> COARSE) + 2, dtype=np.uint16)
    for row in range(len(hands)):
        code_parts(scale, hands[row], work)
        count = strongest_fives(work, tables.fives, strongest)
        values[row] = _best(scale, tables, work, reach, strongest[:count], settings[row])
    return settings, values


@compiled
def _best(scale: Scale, tables: ValueTables, work: Workspace, reach: Ints, strongest: Ints, setting: Ints) -> float:
    """Write a best setting of the coded hand and return its value."""
    middle = highest_middle(strongest)
    last = np.uint16(0)
    reach[:] = 0
    best = _splits(scale, tables, work, reach, _promising(tables, work, strongest, middle), -np.inf, setting)
    reach[:] = 0
    for turn in range(np.uint64(FRONTS)):
        front = work.order[turn]
        if work.threes[front] != last:
            last = work.threes[front]
            if _value(tables, last, middle, strongest[0, 0]) <= best:  # then no weaker front can be better either
                break
        if _bound(tables, work, strongest, front, middle) > best:
            best = _splits(scale, tables, work, reach, front, best, setting)
    return best


@compiled
def strongest_fives(work: Workspace, masks: Ints, strongest: Ints) -> int:
    """Write code and position bits of the strongest fives, strongest first, and return their number."""
    counts = work.counts
    fives = work.fives
    counts[:] = 0
    for at in range(np.uint64(FIVE_COUNT)):
        counts[fives[at] >> np.uint16(BUCKET_BITS)] += 1
    bucket = np.int64(BUCKETS)
    count = np.int64(0)
    while count < ENOUGH:
        bucket -= 1
        count += counts[bucket]
        counts[bucket] = count - counts[bucket]
    for at in range(np.uint64(FIVE_COUNT)):
        if np.int64(fives[at] >> np.uint16(BUCKET_BITS)) >= bucket:
            place = counts[fives[at] >> np.uint16(BUCKET_BITS)]
            counts[fives[at] >> np.uint16(BUCKET_BITS)] += 1
            strongest[place, 0] = fives[at]
            strongest[place, 1] = masks[at]
    _insertion_sort(strongest, int(count))
    return int(count)


@compiled
def _insertion_sort(strongest: Ints, count: int) -> None:
    """Sort fives that are nearly in order, strongest first."""
    for at in range(1, count):
        code = strongest[at, 0]
        mask = strongest[at, 1]
        place = at
        while place > 0 and strongest[place - 1, 0] < code:
            strongest[place, 0], strongest[place, 1] = strongest[place - 1, 0], strongest[place - 1, 1]
            place -= 1
        strongest[place, 0] = code
        strongest[place, 1] = mask


@compiled
def _promising(tables: ValueTables, work: Workspace, strongest: Ints, middle: int) -> int:
    """The front with the highest bound among every FRONT_STEP-th."""
    most = -np.inf
    front = work.order[0]
    for turn in range(0, FRONTS, FRONT_STEP):
        bound = _bound(tables, work, strongest, work.order[turn], middle)
        if bound > most:
            most = bound
            front = work.order[turn]
    return front  # type: ignore[no-any-return]


@compiled
def _bound(tables: ValueTables, work: Workspace, strongest: Ints, front: int, middle: int) -> float:
    """The upper bound on the value of a setting with this front."""
    mask = tables.threes[front]
    at = np.uint64(0)
    while at < np.uint64(len(strongest) - 1) and strongest[at, np.uint64(1)] & mask:
        at += np.uint64(1)
    return _value(tables, work.threes[front], middle, strongest[at, np.uint64(0)])


@compiled
def _value(tables: ValueTables, front: int, middle: int, back: int) -> float:
    state = tables.classes[0, front] + tables.classes[1, middle] + tables.classes[2, back]
    return grid_value(tables.grid, front, middle, back, state)


@compiled
def highest_middle(strongest: Ints) -> int:
    """The code of the strongest five that is disjoint from a stronger five: an upper bound for middles."""
    for at in range(1, len(strongest)):
        for other in range(at):
            if not strongest[at, 1] & strongest[other, 1]:
                return strongest[at, 0]  # type: ignore[no-any-return]
    return strongest[len(strongest) - 1, 0]  # type: ignore[no-any-return]


@compiled
def _splits(
    scale: Scale, tables: ValueTables, work: Workspace, reach: Ints, front: int, best: float, setting: Ints
) -> float:
    """Search the settings with this front; write any that is better than `best`, and return the best value."""
    fives = work.fives
    splits = scale.splits[front]
    code = work.threes[front]
    for split in range(np.uint64(SPLITS)):
        first = fives[splits[split, np.uint64(0)]]
        second = fives[splits[split, np.uint64(1)]]
        back = max(first, second)
        middle = min(first, second)
        step = middle >> np.uint16(COARSE)
        if reach[step + np.uint64(1)] < back and middle > code and (first != second or scale.equal):
            at = np.int64(step)
            while at >= 0 and reach[at] < back:
                reach[at] = back
                at -= 1
            value = _value(tables, code, middle, back)
            if value > best:
                best = value
                setting[0] = code
                setting[1] = middle
                setting[2] = back
                setting[FRONT_NUMBER] = front
                setting[SPLIT_NUMBER] = np.uint64(2) * split + np.uint64(second > first)
    return best
