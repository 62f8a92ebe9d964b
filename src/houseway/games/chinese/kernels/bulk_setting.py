"""
Thirteen cards of Chinese Poker set in bulk by an ordered list of preferences, then by the strongest rows.

A preference is a minimum strength for each row. A table by row and code has one bit for each preference that the row
satisfies; the first preference is the highest bit. A stronger row satisfies every preference that a weaker one does, so
the strongest back and middle give an upper bound for a front. Fronts with a bound below the best value so far are
skipped, as in `best_setting.py`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from .best_setting import highest_middle, position_bits, strongest_fives
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

CODE_BITS = 16
PREFERENCE_BIT = 48
"""The position of the first preference bit in a value; the three codes are below it."""
FRONT_STEP = 6
"""Every sixth front is considered as a promising start."""


class Preferences(NamedTuple):
    """An ordered list of preferences as tables, and the order in which rows are made strong."""

    bits: NDArray[np.int64]
    """By row and code: the preferences that the row satisfies, one bit each."""
    shifts: NDArray[np.int64]
    """By row: the position of its code in a value; the row that is made strong first is highest."""
    fives: NDArray[np.uint16]
    """By five: the positions of its cards, one bit each."""
    threes: NDArray[np.uint16]
    """By three: the positions of its cards, one bit each."""


def make_preferences(bits: NDArray[np.int64], rows_first: tuple[int, ...]) -> Preferences:
    """The tables of a list of preferences; `rows_first` are the rows in the order in which they are made strong."""
    shifts = np.array([CODE_BITS * (2 - rows_first.index(row)) for row in range(3)], dtype=np.int64)
    return Preferences(bits, shifts, position_bits(FIVES), position_bits(THREES))


@compiled
def value_of(tables: Preferences, front: int, middle: int, back: int) -> int:
    """The setting's value as one integer: the preferences it satisfies, then the rows in their order."""
    satisfied = tables.bits[0, front] & tables.bits[1, middle] & tables.bits[2, back]
    rows = (
        np.int64(front) << tables.shifts[0] | np.int64(middle) << tables.shifts[1] | np.int64(back) << tables.shifts[2]
    )
    return satisfied << np.int64(PREFERENCE_BIT) | rows  # type: ignore[no-any-return]


@compiled
def set_hands(scale: Scale, tables: Preferences, hands: Hands) -> NDArray[np.uint16]:
    """The setting of each hand by the preferences, one per row as in `setting.py`."""
    settings = np.zeros((len(hands), SETTING_SIZE), dtype=np.uint16)
    work = make_workspace(scale.top, 1)
    strongest = np.empty((FIVE_COUNT, 2), dtype=np.uint16)
    for row in range(len(hands)):
        code_parts(scale, hands[row], work)
        count = strongest_fives(work, tables.fives, strongest)
        best_by_preferences(scale, tables, work, strongest[:count], settings[row])
    return settings


@compiled
def best_by_preferences(scale: Scale, tables: Preferences, work: Workspace, strongest: Ints, setting: Ints) -> None:
    """Write the best setting of the coded hand."""
    middle = highest_middle(strongest)
    most = -1
    leader = work.order[0]
    for turn in range(0, FRONTS, FRONT_STEP):
        bound = _bound(tables, work, strongest, work.order[turn], middle)
        if bound > most:
            most = bound
            leader = work.order[turn]
    best = _splits(scale, tables, work, leader, -1, setting)
    for turn in range(FRONTS):
        front = work.order[turn]
        if front != leader and _bound(tables, work, strongest, front, middle) > best:
            best = _splits(scale, tables, work, front, best, setting)


@compiled
def _bound(tables: Preferences, work: Workspace, strongest: Ints, front: int, middle: int) -> int:
    """The upper bound on the value of a setting with this front."""
    mask = tables.threes[front]
    at = 0
    while at < len(strongest) - 1 and strongest[at, 1] & mask:
        at += 1
    return value_of(tables, work.threes[front], middle, strongest[at, 0])


@compiled
def _splits(scale: Scale, tables: Preferences, work: Workspace, front: int, best: int, setting: Ints) -> int:
    """Search the settings with this front; write any that is better than `best`, and return the best value."""
    fives = work.fives
    splits = scale.splits[front]
    code = work.threes[front]
    for split in range(np.uint64(SPLITS)):
        first = fives[splits[split, np.uint64(0)]]
        second = fives[splits[split, np.uint64(1)]]
        back = max(first, second)
        middle = min(first, second)
        if middle > code and (first != second or scale.equal):
            value = value_of(tables, code, middle, back)
            if value > best:
                best = value
                setting[0] = code
                setting[1] = middle
                setting[2] = back
                setting[FRONT_NUMBER] = front
                setting[SPLIT_NUMBER] = np.uint64(2) * split + np.uint64(second > first)
    return best


@compiled
def results_between(ours: Ints, theirs: Ints, results: Ints) -> None:
    """Write the result of each comparison as one number from 0 (all rows lost) to 26 (all won)."""
    for row in range(len(results)):
        result = np.int64(0)
        for place in range(2, -1, -1):
            our_code = ours[row, place]
            their_code = theirs[row, place]
            result = result * 3 + 1 + int(our_code > their_code) - int(our_code < their_code)
        results[row] = result
