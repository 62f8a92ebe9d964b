"""
The house way of Pyramid Showdown in bulk: the setting that `games/showdown/house_way.py` takes, hand by hand.

The plain search makes every plan, sorts them by worth and takes the first that is legal. Here plans come in the same
order, and one is looked at closely only if it is worth more than the best legal one so far: the same is left.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from ..house_way import EFFORTS
from .big_hands import (
    ANY,
    CLASS,
    JOKERS,
    KEY,
    KICKERS,
    LEVEL,
    LINES,
    MASK,
    MOST_PARTS,
    ORDER,
    SIZE,
    VALUE,
    WIDTH,
    Way,
    Whole,
    find,
)
from .strength import RANKED, Strengths, strength_of

HAND = 25
PLACES = 6
STANDARD = 20
THREES = 2300
WHOLE = np.int64((1 << HAND) - 1)
MOST_UPPERS = 200 * 31
"""Above one Hand 6: forty of Hand 5 for each number of jokers, each alone, with one of five Hands 4, or Hand 3 too."""
CODE = WIDTH
SCORE = WIDTH + 1
"""In a row of a plan after the numbers of a part: the code of the whole hand, and what it scores."""
BEST = PLACES
"""The last row of a plan: what the best legal one is worth, its points, then the orders of Hand 6 to Hand 1."""
NUMBER = 12
STRENGTH = 40
ORDERED = 26
"""Bits for the number of one of many, for a code, and for an order."""
PASSES = tuple((effort.width, effort.strongest_threes) for effort in EFFORTS)
"""The passes of the search as plain tuples, which compiled code can read."""
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)


class Room(NamedTuple):
    """What the search works in, made once for many hands."""

    cards: NDArray[np.int64]
    held: NDArray[np.int64]
    parts: NDArray[np.int64]
    """What all cards make, for Hand 6; and what the others make beside one Hand 6."""
    keys: NDArray[np.int64]
    tried: NDArray[np.int64]
    """By place, from 1: the numbers of the parts tried there, in order."""
    uppers: NDArray[np.int64]
    """Hands 3, 4 and 5 to try below one Hand 6, by the numbers of their parts; -1 where a hand does not grow."""
    triples: NDArray[np.int64]
    """The places of every three, as `combinations` has them, and by their masks."""
    threes: NDArray[np.int64]
    """The masks and codes of all threes, in the order in which they are picked."""
    plan: NDArray[np.int64]
    """By place, from 0: the part or hand there."""
    hand: NDArray[np.int64]


@compiled
def make_room() -> Room:
    return Room(
        np.zeros(HAND, dtype=np.int64),
        np.zeros((LINES, HAND + 1), dtype=np.int64),
        np.zeros((2, MOST_PARTS + 1, WIDTH), dtype=np.int64),
        np.zeros(THREES, dtype=np.int64),
        np.zeros((PLACES + 1, MOST_PARTS), dtype=np.int64),
        np.zeros((MOST_UPPERS, 3), dtype=np.int64),
        every_three(),
        np.zeros((2, THREES), dtype=np.int64),
        np.zeros((PLACES + 1, SCORE + 1), dtype=np.int64),
        np.zeros(10, dtype=np.int64),
    )


@compiled
def every_three() -> NDArray[np.int64]:
    found = np.zeros((2, THREES, 3), dtype=np.int64)
    count = 0
    for one in range(HAND):
        for two in range(one + 1, HAND):
            for three in range(two + 1, HAND):
                by_mask = three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one
                found[0, count, 0] = one
                found[0, count, 1] = two
                found[0, count, 2] = three
                found[1, by_mask, 0] = one
                found[1, by_mask, 1] = two
                found[1, by_mask, 2] = three
                count += 1
    return found


@compiled
def set_hands(way: Way, hands: Ints) -> NDArray[np.int64]:
    """The codes of the six hands of each deal, Hand 1 first; 0 where no plan is legal."""
    found = np.zeros((len(hands), PLACES), dtype=np.int64)
    room = make_room()
    for row in range(len(hands)):
        in_order(hands[row], room.cards)
        for width, strongest in PASSES:
            sort_threes(way, room, strongest)
            search(way, room, width, strongest, found[row])
            if found[row, 0]:
                break
    return found


@compiled
def in_order(hand: Ints, cards: Ints) -> None:
    """Highest first, jokers last."""
    for at in range(len(hand)):
        card = np.int64(hand[at])
        place = at
        while place and card != JOKER_CODE and (cards[place - 1] < card or cards[place - 1] == JOKER_CODE):
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@compiled
def sort_threes(way: Way, room: Room, strongest: bool) -> None:
    """The best class first, with as few jokers as may be; or the weakest first, of equals the lowest mask."""
    keys = room.keys
    cards = room.cards
    codes = way.strengths.threes
    triples = room.triples[0 if strongest else 1]
    for at in range(THREES):
        one = cards[triples[at, 0]]
        two = cards[triples[at, 1]]
        three = cards[triples[at, 2]]
        key = codes[one, two, three]
        if strongest:
            naturals = 1 + (one != JOKER_CODE) + (two != JOKER_CODE) + (three != JOKER_CODE)
            key = -((way.known[key // RANKED, KEY] >> LEVEL << 3 | naturals) << STRENGTH | key)
        keys[at] = (key << NUMBER) + at
    sort(keys, THREES)
    for turn in range(THREES):
        at = keys[turn] & (1 << NUMBER) - 1
        one = triples[at, 0]
        two = triples[at, 1]
        three = triples[at, 2]
        room.threes[0, turn] = 1 << one | 1 << two | 1 << three
        room.threes[1, turn] = codes[cards[one], cards[two], cards[three]]


@compiled
def sort(keys: Ints, count: Whole) -> None:
    """The first so many, lowest first (Shell's sort: quick to compile)."""
    for gap in GAPS:
        for end in range(gap, count):
            key = keys[end]
            at = end
            while at >= gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key


@compiled
def search(way: Way, room: Room, width: Whole, strongest: bool, found: Ints) -> None:
    """Every plan, by its Hand 6; the codes of the best legal one."""
    plan = room.plan
    sixths = room.parts[0]
    fifths = room.parts[1]
    plan[BEST, :] = -1
    find(way, room.cards, WHOLE, np.int64(HAND - STANDARD + 5), ANY, room.held, sixths)
    for turn in range(best_of(way, room, sixths, np.int64(PLACES), 2 * width, np.int64(0), ANY)):
        put(way, plan, np.int64(PLACES), sixths[room.tried[PLACES, turn]])
        spare = HAND - STANDARD + 5 - way.parts[plan[PLACES - 1, CLASS], SIZE]
        rest = WHOLE & ~plan[PLACES - 1, MASK]
        find(way, room.cards, rest, min(7, 5 + spare), plan[PLACES - 1, ORDER], room.held, fifths)
        for upper in room.uppers[: uppers_below(way, room, width, spare)]:
            grown_from = PLACES - 1
            for at in range(3):
                if upper[at] >= 0:
                    put(way, plan, at + 3, fifths[upper[at]])
                    grown_from = min(grown_from, at + 2)
            complete(way, room, grown_from, strongest, found)


@compiled
def uppers_below(way: Way, room: Room, width: Whole, spare: Whole) -> int:
    """How many Hands 3 to 5 to try together: Hand 4 as it is, or extended to five cards, or Hand 3 too."""
    parts = room.parts[1]
    uppers = room.uppers
    count = 0
    four = np.int64(4)
    three = np.int64(3)
    one = np.int64(1)
    for turn in range(best_of(way, room, parts, np.int64(5), width, np.int64(0), ANY)):
        fifth = room.tried[5, turn]
        uppers[count, 0] = -1
        uppers[count, 1] = -1
        uppers[count, 2] = fifth
        count += 1
        left = spare + 5 - way.parts[parts[fifth, CLASS], SIZE]
        taken = parts[fifth, MASK]
        for second in range(best_of(way, room, parts, four, one, taken, parts[fifth, ORDER]) if left >= 2 else 0):
            fourth = room.tried[4, second]
            uppers[count, 0] = -1
            uppers[count, 1] = fourth
            uppers[count, 2] = fifth
            count += 1
            both = taken | parts[fourth, MASK]
            for last in range(best_of(way, room, parts, three, one, both, parts[fourth, ORDER]) if left >= 4 else 0):
                uppers[count, 0] = room.tried[3, last]
                uppers[count, 1] = fourth
                uppers[count, 2] = fifth
                count += 1
    return count


@compiled
def best_of(way: Way, room: Room, parts: Ints, place: Whole, width: Whole, taken: Whole, highest: Whole) -> int:
    """How many parts are tried in a place: those that score most, so many for each number of jokers they use."""
    keys = room.keys
    count = 0
    for at in range(parts[MOST_PARTS, 0]):
        strength = way.parts[parts[at, CLASS]]
        grown = place >= 5 or (strength[SIZE] == 5 and strength[KEY] >> LEVEL >= way.full)
        if grown and not parts[at, MASK] & taken and parts[at, ORDER] <= highest:
            keys[count] = -((strength[VALUE + place] << ORDERED | parts[at, ORDER]) << NUMBER) + at
            count += 1
    sort(keys, count)
    used = np.zeros(5, dtype=np.int64)
    tried = 0
    for turn in range(count):
        at = keys[turn] & (1 << NUMBER) - 1
        used[parts[at, JOKERS]] += 1
        if used[parts[at, JOKERS]] <= width:
            room.tried[place, tried] = at
            tried += 1
    return tried


@compiled
def put(way: Way, plan: Ints, place: Whole, part: Ints) -> None:
    plan[place - 1, :WIDTH] = part
    plan[place - 1, SCORE] = way.parts[part[CLASS], VALUE + place]


@compiled
def complete(way: Way, room: Room, grown_from: Whole, strongest: bool, found: Ints) -> None:
    """The plan with its threes and its single card, kept if it is legal and worth more than the best so far."""
    plan = room.plan
    if pick(way.strengths, room, grown_from, strongest):
        for at in range(grown_from):
            strength = way.known[plan[at, CODE] // RANKED]
            plan[at, ORDER] = strength[KEY]
            plan[at, SCORE] = strength[VALUE + at + 1]
        if is_better(plan) and is_legal(way.strengths, room, grown_from, way.least):
            plan[BEST, 0] = plan[:PLACES, SCORE].sum()
            for at in range(PLACES):
                plan[BEST, PLACES - at] = plan[at, ORDER]
                found[at] = plan[at, CODE]


@compiled
def pick(strengths: Strengths, room: Room, end: Whole, strongest: bool) -> bool:
    """Threes for Hand 2 up to where the big hands begin, and Hand 1; False if what is left does not make them."""
    plan = room.plan
    cards = room.cards
    ones = strengths.ones
    pool = WHOLE
    for at in range(end, PLACES):
        pool &= ~plan[at, MASK]
    first = -1
    highest = np.int64(0)
    if not strongest:
        for at in range(HAND):
            if pool >> at & 1 and (first < 0 or ones[cards[at]] < ones[cards[first]]):
                first = at
        highest = ones[cards[first]]
        pool &= ~(np.int64(1) << first)
    picked = 1
    turn = 0
    while picked < end and turn < THREES:
        mask = room.threes[0, turn]
        code = room.threes[1, turn]
        if mask & ~pool == 0 and (strongest or code > highest):
            pool = pool & ~mask
            highest = code
            slip_in(plan, picked, mask, code)
            picked += 1
        turn += 1
    if strongest and picked == end:
        for at in range(HAND - 1, -1, -1):
            if pool >> at & 1 and ones[cards[at]] < plan[1, CODE]:
                first = at
    if first >= 0:
        plan[0, MASK] = np.int64(1) << first
        plan[0, CODE] = ones[cards[first]]
    return first >= 0 and picked == end


@compiled
def slip_in(plan: Ints, end: Whole, mask: Whole, code: Whole) -> None:
    """A three among those picked, the weakest first, of equals the lowest mask."""
    at = end
    while at > 1 and (plan[at - 1, CODE] > code or (plan[at - 1, CODE] == code and plan[at - 1, MASK] > mask)):
        plan[at, MASK], plan[at, CODE] = plan[at - 1, MASK], plan[at - 1, CODE]
        at -= 1
    plan[at, MASK] = mask
    plan[at, CODE] = code


@compiled
def is_better(plan: Ints) -> bool:
    """Is the plan worth more than the best legal one? By its points, then by how strong it is from Hand 6 down."""
    points = plan[:PLACES, SCORE].sum()
    if points != plan[BEST, 0]:
        return points > plan[BEST, 0]  # type: ignore[no-any-return]
    for at in range(PLACES - 1, -1, -1):
        if plan[at, ORDER] != plan[BEST, PLACES - at]:
            return plan[at, ORDER] > plan[BEST, PLACES - at]  # type: ignore[no-any-return]
    return False


@compiled
def is_legal(strengths: Strengths, room: Room, grown_from: Whole, least: Whole) -> bool:
    """Does every hand rise above the one before it, kickers added: the highest cards left, Hand 6 first?"""
    plan = room.plan
    left = WHOLE
    above = ANY
    for at in range(PLACES):
        left &= ~plan[at, MASK]
    for at in range(PLACES - 1, -1, -1):
        if at >= grown_from:
            mask = plan[at, MASK]
            size = 0
            for _ in range(plan[at, KICKERS]):
                mask |= left & -left
                left &= left - 1
            for place in range(HAND):
                if mask >> place & 1:
                    room.hand[size] = room.cards[place]
                    size += 1
            plan[at, CODE] = strength_of(strengths, room.hand[:size])
        if above - plan[at, CODE] < least:
            return False
        above = plan[at, CODE]
    return True
