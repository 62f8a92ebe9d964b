"""
Thirteen cards of Chinese Poker set in bulk by an ordered list of wishes, then by the strongest rows.

Each row has, by code, one bit for each wish that it does not stand against, the first wish highest. A stronger row
meets every wish that a weaker one meets, so that a bound for a front is had from the strongest back and middle beside
it; what cannot be better than the best so far is not looked at, as in `chinese_best`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from .best_setting import highest_middle, strongest_fives
from .setting import FIVES, THREES, Room, Scale, code_parts, make_room

FRONTS = 286
SPLITS = 126
WISHES = 48
"""Where the bits of the wishes begin in a value; below them are the three codes."""


class Wishes(NamedTuple):
    """A way to set hands."""

    bits: NDArray[np.int64]
    """By row and code."""
    shifts: NDArray[np.int64]
    """By row: where its code stands in a value; the row that is to be strongest stands highest."""
    fives: NDArray[np.uint16]
    """The places of each five, one bit each."""
    threes: NDArray[np.uint16]


def wishes(bits: NDArray[np.int64], rows_first: tuple[int, ...]) -> Wishes:
    """`rows_first` names the rows from the one that is to be strongest."""
    fives, threes = ((1 << places.astype(np.int64)).sum(axis=1).astype(np.uint16) for places in (FIVES, THREES))
    shifts = np.array([16 * (2 - rows_first.index(row)) for row in range(3)], dtype=np.int64)
    return Wishes(bits, shifts, fives, threes)


@compiled
def value_of(by: Wishes, front: int, middle: int, back: int) -> int:
    met = by.bits[0, front] & by.bits[1, middle] & by.bits[2, back]
    rows = np.int64(front) << by.shifts[0] | np.int64(middle) << by.shifts[1] | np.int64(back) << by.shifts[2]
    return met << np.int64(WISHES) | rows  # type: ignore[no-any-return]


@compiled
def set_hands(table: Scale, by: Wishes, hands: Hands) -> NDArray[np.uint16]:
    """Each hand as the wishes set it: the codes of front, middle and back, its front's and its split's number."""
    found = np.zeros((len(hands), 5), dtype=np.uint16)
    room = make_room(table.top, 1)
    strongest = np.empty((1287, 2), dtype=np.uint16)
    for row in range(len(hands)):
        code_parts(table, hands[row], room)
        count = strongest_fives(room, by.fives, strongest)
        _best(table, by, room, strongest[:count], found[row])
    return found


@compiled
def _best(table: Scale, by: Wishes, room: Room, strongest: Ints, found: Ints) -> None:
    middle = highest_middle(strongest)
    most = -1
    leader = room.order[0]
    for turn in range(0, FRONTS, 6):
        bound = _bound(by, room, strongest, room.order[turn], middle)
        if bound > most:
            most = bound
            leader = room.order[turn]
    best = _splits(table, by, room, leader, -1, found)
    for turn in range(FRONTS):
        front = room.order[turn]
        if front != leader and _bound(by, room, strongest, front, middle) > best:
            best = _splits(table, by, room, front, best, found)


@compiled
def _bound(by: Wishes, room: Room, strongest: Ints, front: int, middle: int) -> int:
    """What no setting with this front can be worth more than."""
    mask = by.threes[front]
    at = 0
    while at < len(strongest) - 1 and strongest[at, 1] & mask:
        at += 1
    return value_of(by, room.threes[front], middle, strongest[at, 0])


@compiled
def _splits(table: Scale, by: Wishes, room: Room, front: int, best: int, found: Ints) -> int:
    fives = room.fives
    splits = table.splits[front]
    code = room.threes[front]
    for split in range(np.uint64(SPLITS)):
        first = fives[splits[split, np.uint64(0)]]
        second = fives[splits[split, np.uint64(1)]]
        back = max(first, second)
        middle = min(first, second)
        if middle > code and (first != second or table.equal):
            value = value_of(by, code, middle, back)
            if value > best:
                best = value
                found[0] = code
                found[1] = middle
                found[2] = back
                found[3] = front
                found[4] = np.uint64(2) * split + np.uint64(second > first)
    return best


@compiled
def results_between(ours: Ints, theirs: Ints, results: Ints) -> None:
    """The three rows of each meeting as one number, from all lost (0) to all won (26), the back counted first."""
    for row in range(len(results)):
        result = np.int64(0)
        for place in range(2, -1, -1):
            a = ours[row, place]
            b = theirs[row, place]
            result = result * 3 + 1 + int(a > b) - int(a < b)
        results[row] = result
