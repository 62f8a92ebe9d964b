"""
Setting thirteen cards of Chinese Poker by table.

Thirteen cards hold 286 threes and 1,287 fives; each is coded once. A front leaves ten cards, which two fives share in
126 ways, the stronger of them the back: 36,036 settings that can be legal. A setting is non-dominated if no other is at
least as strong in every row and stronger in one; of settings alike in every row the first counts.

Fronts are taken from the strongest down. `reach[code]` is the strongest back seen with a middle of at least that code:
one look-up says whether a setting is dominated by one whose front is as strong.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints, decoded_hand, subsets
from ....kernels.compiled import compiled
from ....kernels.evaluate import Evaluator, evaluator
from ....kernels.five import FiveTables
from ....rules.cards import Cards
from ....rules.errors import Broken
from ....rules.setting import Setting
from .. import sheet as chinese
from ..hand_order import RANKINGS, ROWS

CARDS = 13
FRONT = 3
FIVE = 5


class Scale(NamedTuple):
    """What coding and pairing the parts of a hand looks up."""

    five: FiveTables
    three: NDArray[np.uint32]
    """The code of three cards."""
    threes: NDArray[np.uint8]
    """Which places of a hand make each three."""
    splits: NDArray[np.uint16]
    """By three: the two fives that share the other ten cards, in every way."""
    top: int
    """Two more than the highest code."""
    equal: bool
    """May middle and back be equal?"""
    lanes: int
    """1, or where a stronger row can be worse, one for each pair of bonus classes of middle and back."""
    by_class: NDArray[np.uint16]
    """By row and code: its bonus class, or the part of its lane; 0 where there is one lane."""


@lru_cache(maxsize=2)
def evaluated(wheel: str) -> Evaluator:
    """Codes of threes and fives on one scale."""
    return evaluator(RANKINGS[wheel], FRONT, FIVE)


@lru_cache(maxsize=1)
def _splits() -> NDArray[np.uint16]:
    number = {places: index for index, places in enumerate(combinations(range(CARDS), FIVE))}
    found = []
    for front in combinations(range(CARDS), FRONT):
        ten = [place for place in range(CARDS) if place not in front]
        for rest in combinations(ten[1:], FIVE - 1):
            one = (ten[0], *rest)
            found.append((number[one], number[tuple(place for place in ten if place not in one)]))
    return np.array(found, dtype=np.uint16).reshape(-1, 126, 2)


def scale(terms: chinese.Terms, by_class: NDArray[np.uint16] | None = None) -> Scale:
    """Tables for these terms; with classes by row and code, settings are compared within a class only."""
    found = evaluated(terms.wheel)
    if found.fives is None:
        raise Broken("there is no short way for five cards")
    threes = subsets(CARDS, FRONT).astype(np.uint8)
    top = len(found.strengths) + 1
    apart = np.zeros((3, top), dtype=np.uint16) if by_class is None else by_class
    lanes = int(apart[1].max()) + int(apart[2].max()) + 1
    return Scale(found.fives, found.threes, threes, _splits(), top, terms.equal_rows == "allow", lanes, apart)


# The parts of one hand ---------------------------------------------------------------------------------------------


@compiled
def code_fives_of(five: FiveTables, hand: Ints, codes: Ints) -> None:
    """The codes of the 1,287 fives, in the order of their places."""
    at = 0
    mask = np.uint32(0x7FFFF)
    outer = np.uint32(0x249)
    for a in range(9):
        for b in range(a + 1, 10):
            two = five.card[hand[a]] + five.card[hand[b]]
            for c in range(b + 1, 11):
                three = two + five.card[hand[c]]
                for d in range(c + 1, 12):
                    four = three + five.card[hand[d]]
                    for e in range(d + 1, 13):
                        total = four + five.card[hand[e]]
                        suits = total >> np.uint32(20)
                        flush = (suits & suits >> np.uint32(2) & outer) != 0
                        codes[at] = five.code[(total & mask) | np.uint32(flush) << np.uint32(19)]
                        at += 1


@compiled
def code_threes_of(table: Scale, hand: Ints, codes: Ints) -> None:
    for at in range(len(table.threes)):
        a = table.threes[at, 0]
        b = table.threes[at, 1]
        c = table.threes[at, 2]
        codes[at] = table.three[hand[a], hand[b], hand[c]]


@compiled
def strongest_first(codes: Ints, order: Ints, counts: Ints) -> None:
    """The places of these codes, the highest code first; `counts` is room to work in."""
    source = np.arange(len(codes)).astype(np.uint16)
    for shift in (0, 8):
        counts[:] = 0
        for at in range(len(codes)):
            counts[255 - (codes[at] >> shift & 255) + 1] += 1
        for digit in range(256):
            counts[digit + 1] += counts[digit]
        for at in range(len(codes)):
            digit = 255 - (codes[source[at]] >> shift & 255)
            order[counts[digit]] = source[at]
            counts[digit] += 1
        for at in range(len(codes)):
            source[at] = order[at]


# Non-dominated settings --------------------------------------------------------------------------------------------


class Room(NamedTuple):
    """Arrays that a hand's search works in, made once for many hands."""

    threes: NDArray[np.uint16]
    fives: NDArray[np.uint16]
    order: NDArray[np.uint16]
    counts: NDArray[np.int64]
    reach: NDArray[np.uint16]
    """By lane and code."""


@compiled
def make_room(top: int, lanes: int) -> Room:
    parts = np.empty(286, dtype=np.uint16), np.empty(1287, dtype=np.uint16), np.empty(286, dtype=np.uint16)
    return Room(parts[0], parts[1], parts[2], np.empty(258, dtype=np.int64), np.zeros(lanes * top, dtype=np.uint16))


@compiled
def code_parts(table: Scale, hand: Ints, room: Room) -> None:
    code_fives_of(table.five, hand, room.fives)
    code_threes_of(table, hand, room.threes)
    strongest_first(room.threes, room.order, room.counts)


@compiled
def non_dominated(table: Scale, hand: Ints, room: Room, found: Ints) -> int:
    """
    The non-dominated settings of one hand, and how many there are.

    A row of `found` holds the codes of front, middle and back, then the front's number and the split's; a split's
    number is doubled, and odd where its second five is the back.
    """
    code_parts(table, hand, room)
    room.reach[:] = 0
    size = 0
    group = 0
    for turn in range(np.uint64(286)):
        front = room.order[turn]
        code = room.threes[front]
        if turn and code != room.threes[room.order[turn - np.uint64(1)]]:
            size = _still_best(table, found, group, size, room.reach)
            group = size
            if table.by_class[0, code] != table.by_class[0, room.threes[room.order[turn - np.uint64(1)]]]:
                room.reach[:] = 0
        size = _splits_of(table, room, front, code, found, group, size)
    return _still_best(table, found, group, size, room.reach)


@compiled
def _splits_of(table: Scale, room: Room, front: int, code: int, found: Ints, group: int, size: int) -> int:
    fives = room.fives
    reach = room.reach
    splits = table.splits[front]
    for split in range(np.uint64(126)):
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
            if size == len(found):  # room is made by dropping what a later setting of the same front beat
                size = _still_best(table, found, group, size, reach)
            found[size, 0] = code
            found[size, 1] = middle
            found[size, 2] = back
            found[size, 3] = front
            found[size, 4] = np.uint64(2) * split + np.uint64(second > first)
            size += 1
    return size


@compiled
def _lane(table: Scale, middle: int, back: int) -> int:
    """Settings are compared within a lane: where each bonus class of middle and back has its own, they stay apart."""
    return (int(table.by_class[1, middle]) + int(table.by_class[2, back])) * table.top


@compiled
def _still_best(table: Scale, found: Ints, group: int, size: int, reach: Ints) -> int:
    """Drops the settings of one front that a later one with it dominates."""
    kept = group
    for at in range(group, size):
        middle = found[at, 1]
        back = found[at, 2]
        lane = 0 if table.lanes == 1 else _lane(table, middle, back)
        if reach[lane + middle] == back and reach[lane + middle + 1] < back:
            for row in range(found.shape[1]):
                found[kept, row] = found[at, row]
            kept += 1
    return kept


MOST = 4096
"""Room for the non-dominated settings of one hand; the most seen in a hundred thousand hands is about 2,500."""


@compiled
def non_dominated_of(table: Scale, hands: Hands, found: Ints, ends: Ints) -> int:
    """The same for many hands, one after the other in `found`; for how many hands there was room."""
    begin = 0
    room = make_room(table.top, table.lanes)
    for row in range(len(hands)):
        if begin + MOST > len(found):
            return row
        begin += non_dominated(table, hands[row], room, found[begin : begin + MOST])
        ends[row] = begin
    return len(hands)


# Every legal setting -----------------------------------------------------------------------------------------------


@compiled
def legal(table: Scale, hand: Ints, found: Ints) -> int:
    """All legal settings of one hand in the same form, and how many: at most 36,036."""
    room = make_room(table.top, 1)
    size = 0
    code_parts(table, hand, room)
    for front in range(len(table.splits)):
        for split in range(126):
            first = room.fives[table.splits[front, split, 0]]
            second = room.fives[table.splits[front, split, 1]]
            if min(first, second) > room.threes[front] and (first != second or table.equal):
                found[size, 0] = room.threes[front]
                found[size, 3] = front
                found[size, 1] = min(first, second)
                found[size, 2] = max(first, second)
                found[size, 4] = 2 * split + int(second > first)
                size += 1
    return size


def legal_settings(table: Scale, hand: Hands) -> NDArray[np.uint16]:
    """All legal settings; of middle and back that are equal, one of the two ways to lay them."""
    found = np.empty((len(table.splits) * 126, 5), dtype=np.uint16)
    return found[: legal(table, hand, found)]


def one_of_each(settings: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The first setting of those that are alike in every row."""
    _, first = np.unique(settings[:, :3], axis=0, return_index=True)
    return settings[np.sort(first)]


def cards_of(hand: Hands, front: int, split: int) -> Setting:
    """The cards of a setting by its numbers."""
    places = FIVES[_splits()[front, split // 2]]
    middle, back = (places[1], places[0]) if split % 2 == 0 else (places[0], places[1])
    rows = (THREES[front], middle, back)
    held = [sorted(hand[row].tolist(), reverse=True) for row in rows]
    return {row: tuple(DECODED[code] for code in codes) for row, codes in zip(ROWS, held, strict=True)}


DECODED: Cards = decoded_hand(range(52))
THREES = subsets(CARDS, FRONT)
FIVES = subsets(CARDS, FIVE)
