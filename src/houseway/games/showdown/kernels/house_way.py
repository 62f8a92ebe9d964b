"""
The house way for many deals at once: the compiled twin of `house_way.py`, which sets every deal the same way.

The plain search generates all plans, sorts them by value and chooses the first legal one. The kernel generates the
plans in the same order and checks whether a plan is legal only if its value exceeds the best legal one so far.
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
    POINTS,
    SIZE,
    WIDTH,
    HouseWayTables,
    Whole,
    find_parts,
)
from .strength import RANKED, Strengths, strength_of

CARDS_HELD = 25
"""Number of cards that a player holds."""
SLOTS = 6
STANDARD_CARDS = 20
"""Number of cards in six hands of standard size."""
THREES = 2300
"""Number of ways to take three of 25 cards."""
ALL_CARDS = np.int64((1 << CARDS_HELD) - 1)
"""Mask of all cards."""
MOST_UPPERS = 200 * 31
"""
The most entries of `uppers`: 40 Hands 5 for each of 5 numbers of jokers, and for each of these 31 entries: Hand 5
alone (1), with a Hand 4 (5), or with a Hand 4 and a Hand 3 (25).
"""

# Further indexes into the row of a plan, after those of a part
CODE = WIDTH  # code of the whole hand, kickers included
SCORE = WIDTH + 1  # its points
BEST = SLOTS
"""The last row of a plan describes the best legal plan: its points, then the orders of Hand 6 to Hand 1."""

# Widths in bits of the fields of a sort key
INDEX_BITS = 12  # index in a list
CODE_BITS = 40  # code of a hand
ORDER_BITS = 26  # order of a part
PASSES = tuple((effort.width, effort.strongest_threes) for effort in EFFORTS)
"""The passes of the search as plain tuples, which compiled code can read."""
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)


class Workspace(NamedTuple):
    """Arrays that the search works in, allocated once for many deals."""

    cards: NDArray[np.int64]
    """The cards of a deal, highest first and jokers last."""
    pool_lines: NDArray[np.int64]
    """The cards of a pool by rank and suit, see `big_hands.py`."""
    parts: NDArray[np.int64]
    """Two lists of parts: those of all cards, for Hand 6, and those of the cards left by one Hand 6."""
    keys: NDArray[np.int64]
    """Sort keys."""
    tried: NDArray[np.int64]
    """By slot, from 1: the indexes of the parts to try there, in order."""
    uppers: NDArray[np.int64]
    """Hands 3, 4 and 5 to try below one Hand 6, by index of part; -1 where a hand is not extended."""
    triples: NDArray[np.int64]
    """The positions of all three-card hands, in the order of `combinations` and in the order of their masks."""
    threes: NDArray[np.int64]
    """Masks and codes of all three-card hands, in the order in which they are tried."""
    plan: NDArray[np.int64]
    """By slot, from 0: the row of the part or hand there; then the row BEST."""
    hand: NDArray[np.int64]
    """One hand with its kickers."""


@compiled
def allocate_workspace() -> Workspace:
    """Empty arrays for the search."""
    return Workspace(
        np.zeros(CARDS_HELD, dtype=np.int64),
        np.zeros((LINES, CARDS_HELD + 1), dtype=np.int64),
        np.zeros((2, MOST_PARTS + 1, WIDTH), dtype=np.int64),
        np.zeros(THREES, dtype=np.int64),
        np.zeros((SLOTS + 1, MOST_PARTS), dtype=np.int64),
        np.zeros((MOST_UPPERS, 3), dtype=np.int64),
        every_three(),
        np.zeros((2, THREES), dtype=np.int64),
        np.zeros((SLOTS + 1, SCORE + 1), dtype=np.int64),
        np.zeros(10, dtype=np.int64),
    )


@compiled
def every_three() -> NDArray[np.int64]:
    """The positions of all three-card hands, in the order of `combinations` and in the order of their masks."""
    positions = np.zeros((2, THREES, 3), dtype=np.int64)
    count = 0
    for one in range(CARDS_HELD):
        for two in range(one + 1, CARDS_HELD):
            for three in range(two + 1, CARDS_HELD):
                by_mask = three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one
                positions[0, count, 0] = one
                positions[0, count, 1] = two
                positions[0, count, 2] = three
                positions[1, by_mask, 0] = one
                positions[1, by_mask, 1] = two
                positions[1, by_mask, 2] = three
                count += 1
    return positions


@compiled
def set_hands(tables: HouseWayTables, hands: Ints) -> NDArray[np.int64]:
    """Codes of the six hands of each deal, Hand 1 first; 0 where no plan is legal. `hands` has 25 card codes a row."""
    codes = np.zeros((len(hands), SLOTS), dtype=np.int64)
    workspace = allocate_workspace()
    for row in range(len(hands)):
        sort_cards(hands[row], workspace.cards)
        for width, strongest in PASSES:
            sort_threes(tables, workspace, strongest)
            search(tables, workspace, width, strongest, codes[row])
            if codes[row, 0]:
                break
    return codes


@compiled
def sort_cards(hand: Ints, cards: Ints) -> None:
    """Copy a deal into `cards`, highest first and jokers last."""
    for at in range(len(hand)):
        card = np.int64(hand[at])
        position = at
        while position and card != JOKER_CODE and (cards[position - 1] < card or cards[position - 1] == JOKER_CODE):
            cards[position] = cards[position - 1]
            position -= 1
        cards[position] = card


@compiled
def sort_threes(tables: HouseWayTables, workspace: Workspace, strongest: bool) -> None:
    """Sort all three-card hands: by class, fewest jokers and strength; or weakest first, equal ones by mask."""
    keys = workspace.keys
    cards = workspace.cards
    codes = tables.strengths.threes
    triples = workspace.triples[0 if strongest else 1]
    for at in range(THREES):
        one = cards[triples[at, 0]]
        two = cards[triples[at, 1]]
        three = cards[triples[at, 2]]
        key = codes[one, two, three]
        if strongest:
            naturals = 1 + (one != JOKER_CODE) + (two != JOKER_CODE) + (three != JOKER_CODE)
            key = -((tables.by_strength[key // RANKED, KEY] >> LEVEL << 3 | naturals) << CODE_BITS | key)
        keys[at] = (key << INDEX_BITS) + at
    sort(keys, THREES)
    for turn in range(THREES):
        at = keys[turn] & (1 << INDEX_BITS) - 1
        one = triples[at, 0]
        two = triples[at, 1]
        three = triples[at, 2]
        workspace.threes[0, turn] = 1 << one | 1 << two | 1 << three
        workspace.threes[1, turn] = codes[cards[one], cards[two], cards[three]]


@compiled
def sort(keys: Ints, count: Whole) -> None:
    """Sort the first `count` keys, lowest first (Shell sort, which compiles fast)."""
    for gap in GAPS:
        for end in range(gap, count):
            key = keys[end]
            at = end
            while at >= gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key


@compiled
def search(tables: HouseWayTables, workspace: Workspace, width: Whole, strongest: bool, best_codes: Ints) -> None:
    """Try the plans of one pass; write the codes of the best legal one to `best_codes`."""
    plan = workspace.plan
    sixths = workspace.parts[0]
    fifths = workspace.parts[1]
    plan[BEST, :] = -1
    find_parts(
        tables, workspace.cards, ALL_CARDS, np.int64(CARDS_HELD - STANDARD_CARDS + 5), ANY, workspace.pool_lines, sixths
    )
    for turn in range(most_promising(tables, workspace, sixths, np.int64(SLOTS), 2 * width, np.int64(0), ANY)):
        put_part(tables, plan, np.int64(SLOTS), sixths[workspace.tried[SLOTS, turn]])
        spare = CARDS_HELD - STANDARD_CARDS + 5 - tables.parts[plan[SLOTS - 1, CLASS], SIZE]
        rest = ALL_CARDS & ~plan[SLOTS - 1, MASK]
        find_parts(
            tables, workspace.cards, rest, min(7, 5 + spare), plan[SLOTS - 1, ORDER], workspace.pool_lines, fifths
        )
        for upper in workspace.uppers[: find_uppers(tables, workspace, width, spare)]:
            first_extended = SLOTS - 1
            for at in range(3):
                if upper[at] >= 0:
                    put_part(tables, plan, at + 3, fifths[upper[at]])
                    first_extended = min(first_extended, at + 2)
            complete(tables, workspace, first_extended, strongest, best_codes)


@compiled
def find_uppers(tables: HouseWayTables, workspace: Workspace, width: Whole, spare: Whole) -> int:
    """Write the Hands 3 to 5 to try to `uppers`: Hand 4 not extended, extended, or Hand 3 too. Returns their number."""
    parts = workspace.parts[1]
    uppers = workspace.uppers
    count = 0
    four = np.int64(4)
    three = np.int64(3)
    one = np.int64(1)
    for turn in range(most_promising(tables, workspace, parts, np.int64(5), width, np.int64(0), ANY)):
        fifth = workspace.tried[5, turn]
        uppers[count, 0] = -1
        uppers[count, 1] = -1
        uppers[count, 2] = fifth
        count += 1
        left = spare + 5 - tables.parts[parts[fifth, CLASS], SIZE]
        taken = parts[fifth, MASK]
        for second in range(
            most_promising(tables, workspace, parts, four, one, taken, parts[fifth, ORDER]) if left >= 2 else 0
        ):
            fourth = workspace.tried[4, second]
            uppers[count, 0] = -1
            uppers[count, 1] = fourth
            uppers[count, 2] = fifth
            count += 1
            both = taken | parts[fourth, MASK]
            for last in range(
                most_promising(tables, workspace, parts, three, one, both, parts[fourth, ORDER]) if left >= 4 else 0
            ):
                uppers[count, 0] = workspace.tried[3, last]
                uppers[count, 1] = fourth
                uppers[count, 2] = fifth
                count += 1
    return count


@compiled
def most_promising(
    tables: HouseWayTables, workspace: Workspace, parts: Ints, slot: Whole, width: Whole, taken: Whole, highest: Whole
) -> int:
    """Write the `width` best parts for each number of jokers to `tried`; return the total number of parts."""
    keys = workspace.keys
    count = 0
    for at in range(parts[MOST_PARTS, 0]):
        strength = tables.parts[parts[at, CLASS]]
        is_allowed = slot >= 5 or (strength[SIZE] == 5 and strength[KEY] >> LEVEL >= tables.full_house_level)
        if is_allowed and not parts[at, MASK] & taken and parts[at, ORDER] <= highest:
            keys[count] = -((strength[POINTS + slot] << ORDER_BITS | parts[at, ORDER]) << INDEX_BITS) + at
            count += 1
    sort(keys, count)
    used = np.zeros(5, dtype=np.int64)
    tried = 0
    for turn in range(count):
        at = keys[turn] & (1 << INDEX_BITS) - 1
        used[parts[at, JOKERS]] += 1
        if used[parts[at, JOKERS]] <= width:
            workspace.tried[slot, tried] = at
            tried += 1
    return tried


@compiled
def put_part(tables: HouseWayTables, plan: Ints, slot: Whole, part: Ints) -> None:
    """Put a part into a slot of the plan, counted from 1."""
    plan[slot - 1, :WIDTH] = part
    plan[slot - 1, SCORE] = tables.parts[part[CLASS], POINTS + slot]


@compiled
def complete(
    tables: HouseWayTables, workspace: Workspace, first_extended: Whole, strongest: bool, best_codes: Ints
) -> None:
    """Add three-card hands and a single card; keep the plan if it is legal and better than the best so far."""
    plan = workspace.plan
    if pick_lower_hands(tables.strengths, workspace, first_extended, strongest):
        for at in range(first_extended):
            strength = tables.by_strength[plan[at, CODE] // RANKED]
            plan[at, ORDER] = strength[KEY]
            plan[at, SCORE] = strength[POINTS + at + 1]
        if is_better(plan) and is_legal(tables.strengths, workspace, first_extended, tables.least_rise):
            plan[BEST, 0] = plan[:SLOTS, SCORE].sum()
            for at in range(SLOTS):
                plan[BEST, SLOTS - at] = plan[at, ORDER]
                best_codes[at] = plan[at, CODE]


@compiled
def pick_lower_hands(strengths: Strengths, workspace: Workspace, end: Whole, strongest: bool) -> bool:
    """Pick Hand 1 and three-card hands from Hand 2 up to slot `end`; False if the cards left do not make them."""
    plan = workspace.plan
    cards = workspace.cards
    ones = strengths.ones
    pool = ALL_CARDS
    for at in range(end, SLOTS):
        pool &= ~plan[at, MASK]
    first = -1
    highest = np.int64(0)
    if not strongest:
        for at in range(CARDS_HELD):
            if pool >> at & 1 and (first < 0 or ones[cards[at]] < ones[cards[first]]):
                first = at
        highest = ones[cards[first]]
        pool &= ~(np.int64(1) << first)
    picked = 1
    turn = 0
    while picked < end and turn < THREES:
        mask = workspace.threes[0, turn]
        code = workspace.threes[1, turn]
        if mask & ~pool == 0 and (strongest or code > highest):
            pool = pool & ~mask
            highest = code
            insert_three(plan, picked, mask, code)
            picked += 1
        turn += 1
    if strongest and picked == end:
        for at in range(CARDS_HELD - 1, -1, -1):
            if pool >> at & 1 and ones[cards[at]] < plan[1, CODE]:
                first = at
    if first >= 0:
        plan[0, MASK] = np.int64(1) << first
        plan[0, CODE] = ones[cards[first]]
    return first >= 0 and picked == end


@compiled
def insert_three(plan: Ints, end: Whole, mask: Whole, code: Whole) -> None:
    """Insert a three-card hand among those picked: weakest first, equal ones by mask."""
    at = end
    while at > 1 and (plan[at - 1, CODE] > code or (plan[at - 1, CODE] == code and plan[at - 1, MASK] > mask)):
        plan[at, MASK], plan[at, CODE] = plan[at - 1, MASK], plan[at - 1, CODE]
        at -= 1
    plan[at, MASK] = mask
    plan[at, CODE] = code


@compiled
def is_better(plan: Ints) -> bool:
    """True if the plan beats the best legal one: by points, then by strength from Hand 6 down."""
    points = plan[:SLOTS, SCORE].sum()
    if points != plan[BEST, 0]:
        return points > plan[BEST, 0]  # type: ignore[no-any-return]
    for at in range(SLOTS - 1, -1, -1):
        if plan[at, ORDER] != plan[BEST, SLOTS - at]:
            return plan[at, ORDER] > plan[BEST, SLOTS - at]  # type: ignore[no-any-return]
    return False


@compiled
def is_legal(strengths: Strengths, workspace: Workspace, first_extended: Whole, least_rise: Whole) -> bool:
    """Add kickers (the highest cards left, Hand 6 first); True if every hand is stronger than the one below it."""
    plan = workspace.plan
    left = ALL_CARDS
    above = ANY
    for at in range(SLOTS):
        left &= ~plan[at, MASK]
    for at in range(SLOTS - 1, -1, -1):
        if at >= first_extended:
            mask = plan[at, MASK]
            size = 0
            for _ in range(plan[at, KICKERS]):
                mask |= left & -left
                left &= left - 1
            for position in range(CARDS_HELD):
                if mask >> position & 1:
                    workspace.hand[size] = workspace.cards[position]
                    size += 1
            plan[at, CODE] = strength_of(strengths, workspace.hand[:size])
        if above - plan[at, CODE] < least_rise:
            return False
        above = plan[at, CODE]
    return True
