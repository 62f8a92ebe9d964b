"""
The value of settings of Chinese Poker against a field of opponents' hands: exact, pair by pair, or fast, by a grid.

A grid has values at the edges of cells that divide the field evenly, row by row, and interpolates linearly between
them. How often a single row wins is exact; only the dependence between rows is approximated.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled

RESULTS = 27
"""The number of results: each of three rows is won, tied or lost."""


class Meetings(NamedTuple):
    """Hands as columns: the codes of the rows, the state and the weight (how often the hand occurs)."""

    front: NDArray[np.uint16]
    middle: NDArray[np.uint16]
    back: NDArray[np.uint16]
    state: NDArray[np.uint16]
    weight: NDArray[np.int64]


@compiled
def _result(front: int, middle: int, back: int, their_front: int, their_middle: int, their_back: int) -> np.uint32:
    """The result of the three rows as one number from 0 (all lost) to 26 (all won); unsigned subtraction wraps."""
    in_front = np.uint32(front > their_front) - np.uint32(front < their_front)
    in_middle = np.uint32(middle > their_middle) - np.uint32(middle < their_middle)
    in_back = np.uint32(back > their_back) - np.uint32(back < their_back)
    return (in_front + np.uint32(3) * in_middle + np.uint32(9) * in_back + np.uint32(13)) & np.uint32(31)


@compiled
def units_won(ours: Meetings, field: Meetings, units: Ints) -> NDArray[np.int64]:
    """By hand in `ours`: the units it wins from the whole field, each of the field's hands counted by its weight."""
    totals = np.zeros(len(ours.front), dtype=np.int64)
    for at in range(len(totals)):
        front = ours.front[at]
        middle = ours.middle[at]
        back = ours.back[at]
        pays = units[ours.state[at]]
        total = np.int64(0)
        for other in range(len(field.front)):
            won = _result(front, middle, back, field.front[other], field.middle[other], field.back[other])
            total += field.weight[other] * pays[field.state[other], won]
        totals[at] = total
    return totals


@compiled
def rows_won(ours: Meetings, field: Meetings, gone: int) -> NDArray[np.int64]:
    """(hands, 27): how often each of our hands gets each result; the field's hands in the state `gone` are left out."""
    tallies = np.zeros((len(ours.front), 2, 32), dtype=np.int64)
    weights = np.zeros(len(field.weight), dtype=np.int64)
    for other in range(len(weights)):  # np.where would take Numba four seconds to compile
        if field.state[other] != gone:
            weights[other] = field.weight[other]
    for at in range(len(tallies)):
        front = ours.front[at]
        middle = ours.middle[at]
        back = ours.back[at]
        counts = tallies[at]
        for other in range(np.uint64(len(weights))):  # two alternating sums, so that neither waits for the other
            won = _result(front, middle, back, field.front[other], field.middle[other], field.back[other])
            counts[other & np.uint64(1), won] += weights[other]
    return (tallies[:, 0] + tallies[:, 1])[:, :RESULTS]


class Grid(NamedTuple):
    """Values at the edges of cells, and the position of each code between the edges."""

    value: NDArray[np.float32]
    """By edges of front, middle and back: the value there."""
    place: NDArray[np.float32]
    """By row and code: its position, in cells from the lowest edge."""
    extra: NDArray[np.float32]
    """By state: the value to add to the grid's."""
    slope: NDArray[np.float32]
    """By state: 1 if the rows count, 0 if the payment does not depend on them."""


@compiled
def grid_value(grid: Grid, front: int, middle: int, back: int, state: int) -> float:
    """The value of one setting, interpolated between the eight corners of its cell."""
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
    """The value of each hand by the grid."""
    values = np.empty(len(ours.front), dtype=np.float32)
    for at in range(len(values)):
        values[at] = grid_value(grid, ours.front[at], ours.middle[at], ours.back[at], ours.state[at])
    return values


@compiled
def choices(values: Ints, ends: Ints) -> NDArray[np.int64]:
    """The index of the best option of each hand, the first of equals; a hand's options end before `ends[hand]`."""
    chosen = np.empty(len(ends), dtype=np.int64)
    begin = 0
    for row in range(len(ends)):
        best = begin
        for at in range(begin + 1, ends[row]):
            if values[at] > values[best]:
                best = at
        chosen[row] = best
        begin = ends[row]
    return chosen
