"""
Setting thirteen cards of Chinese Poker by table.

Thirteen cards contain 286 threes and 1,287 fives. Each gets a code: a higher code is a stronger row. The ten cards that
a front leaves can be split into two fives in 126 ways, and the stronger five is the back. That makes 36,036 settings
that can be legal. A setting is non-dominated if no other is at least as strong in every row and stronger in one; of
settings with equal codes the first counts.

A setting is an array of five numbers: the codes of front, middle and back, the number of the front among the threes,
and the number of the split. The number of a split is doubled, and 1 is added if its second five is the back.

Fronts are searched from the strongest down. `reach[code]` is the strongest back so far with a middle of at least that
code, so one look-up tells whether a setting is dominated by one with the same or a stronger front.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints, decoded_hand, subsets
from ....kernels.compiled import compiled
from ....kernels.evaluate import Evaluator, evaluator
from ....kernels.five import FiveTables, code_of_sum
from ....rules.cards import Cards
from ....rules.errors import Broken
from ....rules.setting import Setting
from .. import sheet as chinese
from ..hand_order import RANKINGS, ROWS

CARDS = 13
FRONT = 3
FIVE = 5
FRONTS = 286
"""The number of threes in thirteen cards."""
FIVE_COUNT = 1287
"""The number of fives in thirteen cards."""
SPLITS = 126
"""The number of ways to split ten cards into two fives."""
SETTING_SIZE = 5
"""How many numbers describe a setting."""
FRONT_NUMBER = 3
"""Where the number of the front is among them, after the codes of the three rows."""
SPLIT_NUMBER = 4
"""Where the number of the split is among them."""
RADIX = 256
"""The base of the radix sort of codes: one byte at a time."""


class Scale(NamedTuple):
    """Tables to code the threes and fives of a hand and to pair them into settings."""

    five: FiveTables
    three: NDArray[np.uint32]
    """The code of three cards, by their numbers in the deck."""
    threes: NDArray[np.uint8]
    """By three: the positions of its cards in the hand."""
    splits: NDArray[np.uint16]
    """By three and split: the two fives that the other ten cards make."""
    top: int
    """The length of a table by code: two more than the highest code."""
    equal: bool
    """Whether middle and back may be equal."""
    lanes: int
    """1, or one lane for each pair of bonus classes of middle and back if a stronger row can be worse."""
    by_class: NDArray[np.uint16]
    """By row and code: a front's bonus class, or the lane summand of a middle or back; 0 with one lane."""


@lru_cache(maxsize=2)
def evaluated(wheel: str) -> Evaluator:
    """The evaluator that codes threes and fives on one scale."""
    return evaluator(RANKINGS[wheel], FRONT, FIVE)


@lru_cache(maxsize=1)
def _splits() -> NDArray[np.uint16]:
    """By front, split and part (0 or 1): the number of the five."""
    number = {places: index for index, places in enumerate(combinations(range(CARDS), FIVE))}
    splits = []
    for front in combinations(range(CARDS), FRONT):
        ten = [place for place in range(CARDS) if place not in front]
        for rest in combinations(ten[1:], FIVE - 1):
            first = (ten[0], *rest)
            second = tuple(place for place in ten if place not in first)
            splits.append((number[first], number[second]))
    return np.array(splits, dtype=np.uint16).reshape(-1, SPLITS, 2)


def scale(terms: chinese.Terms, by_class: NDArray[np.uint16] | None = None) -> Scale:
    """The tables for these terms; with bonus classes by row and code, settings are compared within a class only."""
    codes = evaluated(terms.wheel)
    if codes.fives is None:
        raise Broken("the evaluator of Chinese Poker has no table for five cards")
    threes = subsets(CARDS, FRONT).astype(np.uint8)
    top = len(codes.strengths) + 1
    classes = np.zeros((len(ROWS), top), dtype=np.uint16) if by_class is None else by_class
    lanes = int(classes[1].max()) + int(classes[2].max()) + 1
    equal = terms.equal_rows == "allow"
    return Scale(codes.fives, codes.threes, threes, _splits(), top, equal, lanes, classes)


# The parts of one hand ---------------------------------------------------------------------------------------------


@compiled
def code_fives_of(five: FiveTables, hand: Ints, codes: Ints) -> None:
    """Write the codes of the 1,287 fives, in the order of their positions."""
    at = 0
    for a in range(9):
        for b in range(a + 1, 10):
            two = five.card[hand[a]] + five.card[hand[b]]
            for c in range(b + 1, 11):
                three = two + five.card[hand[c]]
                for d in range(c + 1, 12):
                    four = three + five.card[hand[d]]
                    for e in range(d + 1, 13):
                        total = four + five.card[hand[e]]
                        codes[at] = code_of_sum(five, total)
                        at += 1


@compiled
def code_threes_of(table: Scale, hand: Ints, codes: Ints) -> None:
    """Write the codes of the 286 threes, in the order of their positions."""
    for at in range(len(table.threes)):
        a = table.threes[at, 0]
        b = table.threes[at, 1]
        c = table.threes[at, 2]
        codes[at] = table.three[hand[a], hand[b], hand[c]]


@compiled
def strongest_first(codes: Ints, order: Ints, counts: Ints) -> None:
    """Write the numbers of these codes in `order`, the highest code first; `counts` is scratch space."""
    source = np.arange(len(codes)).astype(np.uint16)
    for shift in (0, 8):
        counts[:] = 0
        for at in range(len(codes)):
            counts[RADIX - 1 - (codes[at] >> shift & (RADIX - 1)) + 1] += 1
        for digit in range(RADIX):
            counts[digit + 1] += counts[digit]
        for at in range(len(codes)):
            digit = RADIX - 1 - (codes[source[at]] >> shift & (RADIX - 1))
            order[counts[digit]] = source[at]
            counts[digit] += 1
        for at in range(len(codes)):
            source[at] = order[at]


# Non-dominated settings --------------------------------------------------------------------------------------------


class Workspace(NamedTuple):
    """Arrays that the search of one hand works in, allocated once for many hands."""

    threes: NDArray[np.uint16]
    """The code of each three."""
    fives: NDArray[np.uint16]
    """The code of each five."""
    order: NDArray[np.uint16]
    """The numbers of the threes, strongest first."""
    counts: NDArray[np.int64]
    """Scratch space for sorting."""
    reach: NDArray[np.uint16]
    """By lane and code: the strongest back so far with a middle of at least this code."""


@compiled
def make_workspace(top: int, lanes: int) -> Workspace:
    threes = np.empty(FRONTS, dtype=np.uint16)
    fives = np.empty(FIVE_COUNT, dtype=np.uint16)
    order = np.empty(FRONTS, dtype=np.uint16)
    counts = np.empty(RADIX + 2, dtype=np.int64)
    return Workspace(threes, fives, order, counts, np.zeros(lanes * top, dtype=np.uint16))


@compiled
def code_parts(table: Scale, hand: Ints, work: Workspace) -> None:
    """Code the threes and fives of a hand into the workspace, and sort the threes."""
    code_fives_of(table.five, hand, work.fives)
    code_threes_of(table, hand, work.threes)
    strongest_first(work.threes, work.order, work.counts)


@compiled
def non_dominated(table: Scale, hand: Ints, work: Workspace, settings: Ints) -> int:
    """Write the non-dominated settings of one hand, one per row, and return their number."""
    code_parts(table, hand, work)
    work.reach[:] = 0
    size = 0
    group = 0
    for turn in range(np.uint64(FRONTS)):
        front = work.order[turn]
        code = work.threes[front]
        if turn and code != work.threes[work.order[turn - np.uint64(1)]]:
            size = _still_best(table, settings, group, size, work.reach)
            group = size
            if table.by_class[0, code] != table.by_class[0, work.threes[work.order[turn - np.uint64(1)]]]:
                work.reach[:] = 0
        size = _splits_of(table, work, front, code, settings, group, size)
    return _still_best(table, settings, group, size, work.reach)


@compiled
def _splits_of(table: Scale, work: Workspace, front: int, code: int, settings: Ints, group: int, size: int) -> int:
    """Append the settings with this front that no earlier one dominates, and return the new number of settings."""
    fives = work.fives
    reach = work.reach
    splits = table.splits[front]
    for split in range(np.uint64(SPLITS)):
        first = fives[splits[split, np.uint64(0)]]
        second = fives[splits[split, np.uint64(1)]]
        back = max(first, second)
        middle = min(first, second)
        lane = 0 if table.lanes == 1 else _lane(table, middle, back)
        if reach[lane + middle] < back and middle > code and (first != second or table.equal):
            at = np.int64(middle)
            while at >= 0 and reach[lane + at] < back:
                reach[lane + at] = back
                at -= 1
            if size == len(settings):  # full: drop settings that a later one with the same front dominates
                size = _still_best(table, settings, group, size, reach)
            settings[size, 0] = code
            settings[size, 1] = middle
            settings[size, 2] = back
            settings[size, FRONT_NUMBER] = front
            settings[size, SPLIT_NUMBER] = np.uint64(2) * split + np.uint64(second > first)
            size += 1
    return size


@compiled
def _lane(table: Scale, middle: int, back: int) -> int:
    """The start in `reach` of the lane of these bonus classes; settings are compared within a lane."""
    return (int(table.by_class[1, middle]) + int(table.by_class[2, back])) * table.top


@compiled
def _still_best(table: Scale, settings: Ints, group: int, size: int, reach: Ints) -> int:
    """Drop the settings from `group` on that a later one with the same front dominates; return the number left."""
    end = group
    for at in range(group, size):
        middle = settings[at, 1]
        back = settings[at, 2]
        lane = 0 if table.lanes == 1 else _lane(table, middle, back)
        if reach[lane + middle] == back and reach[lane + middle + 1] < back:
            for column in range(settings.shape[1]):
                settings[end, column] = settings[at, column]
            end += 1
    return end


MOST = 4096
"""Space for the non-dominated settings of one hand; the maximum seen in 100,000 hands is about 2,500."""


@compiled
def non_dominated_of(table: Scale, hands: Hands, settings: Ints, ends: Ints) -> int:
    """Write the non-dominated settings of many hands one after the other; return the number of hands that fitted."""
    begin = 0
    work = make_workspace(table.top, table.lanes)
    for row in range(len(hands)):
        if begin + MOST > len(settings):
            return row
        begin += non_dominated(table, hands[row], work, settings[begin : begin + MOST])
        ends[row] = begin
    return len(hands)


# Every legal setting -----------------------------------------------------------------------------------------------


@compiled
def legal(table: Scale, hand: Ints, settings: Ints) -> int:
    """Write all legal settings of one hand, at most 36,036, and return their number."""
    work = make_workspace(table.top, 1)
    size = 0
    code_parts(table, hand, work)
    for front in range(len(table.splits)):
        for split in range(SPLITS):
            first = work.fives[table.splits[front, split, 0]]
            second = work.fives[table.splits[front, split, 1]]
            if min(first, second) > work.threes[front] and (first != second or table.equal):
                settings[size, 0] = work.threes[front]
                settings[size, 1] = min(first, second)
                settings[size, 2] = max(first, second)
                settings[size, FRONT_NUMBER] = front
                settings[size, SPLIT_NUMBER] = 2 * split + int(second > first)
                size += 1
    return size


def legal_settings(table: Scale, hand: Hands) -> NDArray[np.uint16]:
    """All legal settings; if middle and back are equal, only one of the two orders."""
    settings = np.empty((len(table.splits) * SPLITS, SETTING_SIZE), dtype=np.uint16)
    return settings[: legal(table, hand, settings)]


def one_of_each(settings: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The first setting of each group with equal codes."""
    _, first = np.unique(settings[:, :3], axis=0, return_index=True)
    return settings[np.sort(first)]


def cards_of(hand: Hands, front: int, split: int) -> Setting:
    """The cards of a setting, from the numbers of its front and its split."""
    places = FIVES[_splits()[front, split // 2]]
    middle, back = (places[1], places[0]) if split % 2 == 0 else (places[0], places[1])
    setting = {}
    for row, positions in zip(ROWS, (THREES[front], middle, back), strict=True):
        numbers = sorted(hand[positions].tolist(), reverse=True)
        setting[row] = tuple(DECODED[number] for number in numbers)
    return setting


DECODED: Cards = decoded_hand(range(52))
THREES = subsets(CARDS, FRONT)
FIVES = subsets(CARDS, FIVE)
