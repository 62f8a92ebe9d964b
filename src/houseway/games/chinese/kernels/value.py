"""
What settings of Chinese Poker are worth against a field of others: exactly, meeting by meeting, and quickly, by a grid.

A grid holds the value at the edges of cells that part the field evenly, row by row; between the edges it is taken
linearly. How often a row wins is then exact, and only how the rows hang together is rounded, a little.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled


class Meetings(NamedTuple):
    """The hands that are met: codes of the rows, state, and how often each comes."""

    front: NDArray[np.uint16]
    middle: NDArray[np.uint16]
    back: NDArray[np.uint16]
    state: NDArray[np.uint16]
    weight: NDArray[np.int64]


@compiled
def _result(front: int, middle: int, back: int, their_front: int, their_middle: int, their_back: int) -> np.uint32:
    """The three rows as one number, from all lost (0) to all won (26); unsigned numbers come round."""
    a = np.uint32(front > their_front) - np.uint32(front < their_front)
    b = np.uint32(middle > their_middle) - np.uint32(middle < their_middle)
    c = np.uint32(back > their_back) - np.uint32(back < their_back)
    return (a + np.uint32(3) * b + np.uint32(9) * c + np.uint32(13)) & np.uint32(31)


@compiled
def units_won(ours: Meetings, field: Meetings, units: Ints) -> NDArray[np.int64]:
    """What each of ours takes from the whole field, as a sum over its weights."""
    found = np.zeros(len(ours.front), dtype=np.int64)
    for at in range(len(found)):
        front = ours.front[at]
        middle = ours.middle[at]
        back = ours.back[at]
        pays = units[ours.state[at]]
        total = np.int64(0)
        for other in range(len(field.front)):
            won = _result(front, middle, back, field.front[other], field.middle[other], field.back[other])
            total += field.weight[other] * pays[field.state[other], won]
        found[at] = total
    return found


@compiled
def rows_won(ours: Meetings, field: Meetings, gone: int) -> NDArray[np.int64]:
    """How often each of ours wins, ties and loses each row, and how often all three come out in each of 27 ways."""
    found = np.zeros((len(ours.front), 2, 32), dtype=np.int64)
    often = np.where(field.state == gone, 0, field.weight)
    for at in range(len(found)):
        front = ours.front[at]
        middle = ours.middle[at]
        back = ours.back[at]
        ways = found[at]
        for other in range(np.uint64(len(often))):  # in two halves, so that one sum need not wait for the other
            won = _result(front, middle, back, field.front[other], field.middle[other], field.back[other])
            ways[other & np.uint64(1), won] += often[other]
    return (found[:, 0] + found[:, 1])[:, :27]


class Grid(NamedTuple):
    """Values at the edges of cells, and where each code lies between them."""

    value: NDArray[np.float32]
    """By edges of front, middle and back."""
    place: NDArray[np.float32]
    """By row and code: how many cells are below it."""
    extra: NDArray[np.float32]
    """By state: what it is worth beyond the grid."""
    slope: NDArray[np.float32]
    """By state: 1 where the rows count, 0 where it is paid whatever they are."""


@compiled
def grid_value(grid: Grid, front: int, middle: int, back: int, state: int) -> float:
    x = grid.place[0, front]
    y = grid.place[1, middle]
    z = grid.place[2, back]
    last = np.uint64(grid.value.shape[0] - 2)
    v = grid.value
    i = min(np.uint64(x), last)
    j = min(np.uint64(y), last)
    k = min(np.uint64(z), last)
    x = x - np.float32(i)
    y = y - np.float32(j)
    z = z - np.float32(k)
    up = j + np.uint64(1)
    right = k + np.uint64(1)
    low = _blend(_blend(v[i, j, k], v[i, j, right], z), _blend(v[i, up, k], v[i, up, right], z), y)
    i += np.uint64(1)
    high = _blend(_blend(v[i, j, k], v[i, j, right], z), _blend(v[i, up, k], v[i, up, right], z), y)
    return grid.slope[state] * _blend(low, high, x) + grid.extra[state]  # type: ignore[no-any-return]


@compiled
def _blend(low: float, high: float, part: float) -> float:
    return low + part * (high - low)


@compiled
def grid_values(grid: Grid, ours: Meetings) -> NDArray[np.float32]:
    found = np.empty(len(ours.front), dtype=np.float32)
    for at in range(len(found)):
        found[at] = grid_value(grid, ours.front[at], ours.middle[at], ours.back[at], ours.state[at])
    return found


@compiled
def choices(values: Ints, ends: Ints) -> NDArray[np.int64]:
    """Of each hand's options, that run up to its end, the first that is worth most."""
    found = np.empty(len(ends), dtype=np.int64)
    begin = 0
    for row in range(len(ends)):
        best = begin
        for at in range(begin + 1, ends[row]):
            if values[at] > values[best]:
                best = at
        found[row] = best
        begin = ends[row]
    return found
