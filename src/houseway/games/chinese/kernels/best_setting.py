"""
The best setting of many hands of thirteen cards by a grid of values, fast: most settings are never looked at.

For each front there is a bound: its value with the strongest back that its cards leave, and with a middle that no pair
of fives in the hand can better. One promising front is tried first; then only fronts whose bound is above what was
found, from the strongest down. Of their settings only those are valued that no setting seen so far dominates,
as in `chinese_setting`. The values must not fall where a row gets stronger.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from .setting import FIVES, THREES, Room, Scale, code_parts, make_room
from .value import Grid, grid_value

COARSE = 5
"""Middles are told apart here by their code without its last bits: a few dominated settings are then valued too."""
ENOUGH = 48
"""How many of the strongest fives are looked through for bounds, at least."""


class Valued(NamedTuple):
    """What a search looks up beside the parts of a hand."""

    grid: Grid
    classes: NDArray[np.uint16]
    """By row and code: its part of the state."""
    fives: NDArray[np.uint16]
    """The places of each five, one bit each."""
    threes: NDArray[np.uint16]


def valued(grid: Grid, classes: NDArray[np.uint16]) -> Valued:
    fives, threes = ((1 << places.astype(np.int64)).sum(axis=1).astype(np.uint16) for places in (FIVES, THREES))
    return Valued(grid, classes, fives, threes)


@compiled
def best_of(table: Scale, by: Valued, hands: Hands) -> tuple[NDArray[np.uint16], NDArray[np.float64]]:
    """Of each hand a best setting: its codes, its front's and its split's number; and its value."""
    found = np.zeros((len(hands), 5), dtype=np.uint16)
    values = np.empty(len(hands))
    room = make_room(table.top, 1)
    strongest = np.empty((1287, 2), dtype=np.uint16)
    reach = np.empty((table.top >> COARSE) + 2, dtype=np.uint16)
    for row in range(len(hands)):
        code_parts(table, hands[row], room)
        count = strongest_fives(room, by.fives, strongest)
        values[row] = _best(table, by, room, reach, strongest[:count], found[row])
    return found, values


@compiled
def _best(table: Scale, by: Valued, room: Room, reach: Ints, strongest: Ints, found: Ints) -> float:
    middle = highest_middle(strongest)
    last = np.uint16(0)
    reach[:] = 0
    best = _splits(table, by, room, reach, _promising(by, room, strongest, middle), -np.inf, found)
    reach[:] = 0
    for turn in range(np.uint64(286)):
        front = room.order[turn]
        if room.threes[front] != last:
            last = room.threes[front]
            if _value(by, last, middle, strongest[0, 0]) <= best:  # nor can any weaker front be better
                break
        if _bound(by, room, strongest, front, middle) > best:
            best = _splits(table, by, room, reach, front, best, found)
    return best


@compiled
def strongest_fives(room: Room, masks: Ints, strongest: Ints) -> int:
    """The codes and places of the strongest fives, strongest first; how many."""
    counts = room.counts
    fives = room.fives
    counts[:] = 0
    for at in range(np.uint64(1287)):
        counts[fives[at] >> np.uint16(5)] += 1
    bucket = np.int64(257)
    count = np.int64(0)
    while count < ENOUGH:
        bucket -= 1
        count += counts[bucket]
        counts[bucket] = count - counts[bucket]
    for at in range(np.uint64(1287)):
        if np.int64(fives[at] >> np.uint16(5)) >= bucket:
            place = counts[fives[at] >> np.uint16(5)]
            counts[fives[at] >> np.uint16(5)] += 1
            strongest[place, 0] = fives[at]
            strongest[place, 1] = masks[at]
    _settle_in(strongest, int(count))
    return int(count)


@compiled
def _settle_in(strongest: Ints, count: int) -> None:
    """Sorts what is nearly in order."""
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
def _promising(by: Valued, room: Room, strongest: Ints, middle: int) -> int:
    """Of every eighth front the one that could be worth most."""
    most = -np.inf
    found = room.order[0]
    for turn in range(0, 286, 8):
        bound = _bound(by, room, strongest, room.order[turn], middle)
        if bound > most:
            most = bound
            found = room.order[turn]
    return found  # type: ignore[no-any-return]


@compiled
def _bound(by: Valued, room: Room, strongest: Ints, front: int, middle: int) -> float:
    """What no setting with this front can be worth more than."""
    mask = by.threes[front]
    at = np.uint64(0)
    while at < np.uint64(len(strongest) - 1) and strongest[at, np.uint64(1)] & mask:
        at += np.uint64(1)
    return _value(by, room.threes[front], middle, strongest[at, np.uint64(0)])


@compiled
def _value(by: Valued, front: int, middle: int, back: int) -> float:
    state = by.classes[0, front] + by.classes[1, middle] + by.classes[2, back]
    return grid_value(by.grid, front, middle, back, state)


@compiled
def highest_middle(strongest: Ints) -> int:
    """The strongest five that shares no card with a stronger one."""
    for at in range(1, len(strongest)):
        for other in range(at):
            if not strongest[at, 1] & strongest[other, 1]:
                return strongest[at, 0]  # type: ignore[no-any-return]
    return strongest[len(strongest) - 1, 0]  # type: ignore[no-any-return]


@compiled
def _splits(table: Scale, by: Valued, room: Room, reach: Ints, front: int, best: float, found: Ints) -> float:
    fives = room.fives
    splits = table.splits[front]
    code = room.threes[front]
    for split in range(np.uint64(126)):
        first = fives[splits[split, np.uint64(0)]]
        second = fives[splits[split, np.uint64(1)]]
        back = max(first, second)
        middle = min(first, second)
        step = middle >> np.uint16(COARSE)
        if reach[step + np.uint64(1)] < back and middle > code and (first != second or table.equal):
            at = np.int64(step)
            while at >= 0 and reach[at] < back:
                reach[at] = back
                at -= 1
            value = _value(by, code, middle, back)
            if value > best:
                best = value
                found[0] = code
                found[1] = middle
                found[2] = back
                found[3] = front
                found[4] = np.uint64(2) * split + np.uint64(second > first)
    return best
