"""
The best six hands of a Pyramid Showdown deal, proven: prices, then branch and bound from Hand 6 down.

At each node of the search the hands above are fixed; the columns that still fit below them are priced anew, and those
through which the bound does not come above the best setting known are left out. A place is fixed in two turns: first
the class and main rank of its hand, which takes away the cards that all such hands need; then the hand. The search
stops at every six columns that would be better, so that the caller can deal the cards out to them, and goes on when it
is called again.
"""

from typing import NamedTuple

import numpy as np

from ....kernels.compiled import compiled
from .card_prices import (
    BEST,
    COLUMN,
    HERE,
    LIMIT,
    LINES,
    NOTHING,
    VALUE,
    add_wanted,
    best_chain,
    drop_hopeless,
    is_akin,
    move_prices,
    set_costs,
    trace,
)
from .columns import (
    FIELD,
    HIGH,
    JOKER_SHIFT,
    JOKERS,
    LOW,
    LOW_RANKS,
    NATURALS,
    NEEDS_GROWN,
    PLACES,
    RANK,
    RANKS,
    SIZE,
    SUITS,
    Longs,
    Rows,
    Words,
    take,
    takes,
)

FOUND, NODES, DEPTH, UNIT, LEAF, LEAST_PRICE, PATIENCE, SINCE = range(8)
"""
Tally: the best value; nodes searched; turns taken, two a place; what divides all values; a leaf's value; the least
price (see `move_prices`); the most nodes below one kind of Hand 6, where only a good setting is wanted; and where that
count began.
"""
TURNS = 2 * PLACES - 1
FEW_PLACES = 3
"""With no place above this one open, prices are tried against none."""
STEPS = np.array([12, 10, 10, 8, 8, 6, 6, 5, 3, 1, 0])
"""How often prices are moved after so many turns: more often in a search that grows long."""
LONG = 500
LONGER = 2500
DONE = 0
STOPPED = 1
TIRED = 2
"""How a search ends: nothing is left; at a leaf; out of nodes."""


class Stack(NamedTuple):
    """One row per turn, two a place: the columns left, the cards left, and what is to be tried."""

    chains: Longs
    counts: Longs
    prices: Longs
    room: Longs
    have: Words
    worth: Longs
    """What the fixed hands are worth."""
    bound: Longs
    """By column of the highest open place: how good a setting with it could be; NOTHING once it has been tried."""
    chosen: Longs
    """The columns fixed, by place: one row for all."""
    cost: Longs
    work: Longs


def stack_for(room: int) -> Stack:
    deep = TURNS
    prices = (TURNS, SUITS + 1, RANKS + 1)
    return Stack(
        chains=np.empty((deep, LINES, PLACES, room), dtype=np.int64),
        counts=np.zeros((deep, PLACES), dtype=np.int64),
        prices=np.zeros(prices, dtype=np.int64),
        room=np.zeros(prices, dtype=np.int64),
        have=np.zeros((deep, 2 + SUITS), dtype=np.uint64),
        worth=np.zeros(deep, dtype=np.int64),
        bound=np.empty((deep, room), dtype=np.int64),
        chosen=np.zeros(PLACES, dtype=np.int64),
        cost=np.zeros((2, room + 1), dtype=np.int64),
        work=np.zeros((5, PLACES, room), dtype=np.int64),
    )


@compiled
def load(stack: Stack, chains: Longs, count: Longs, least: int, strong: bool) -> bool:
    """
    The chains of the first node: those with Hand 5 from the key `least` up, or those with Hand 5 below it.

    The two together are all, and each is searched with fewer columns. False if some place has none.
    """
    for place in range(PLACES):
        end = 0
        for at in range(count[place]):
            below = chains[HERE, place, at] < 2 * least
            if (place == PLACES - 2 and below == strong) or (place == PLACES - 1 and below and strong):
                continue
            for line in range(LINES):
                stack.chains[0, line, place, end] = chains[line, place, at]
            end += 1
        stack.counts[0, place] = end
    return stack.counts[0].min() > 0  # type: ignore[no-any-return]


@compiled
def all_worth(prices: Longs, room: Longs) -> int:
    """What all cards held cost."""
    total = np.int64(0)
    for line in range(SUITS + 1):
        for at in range(RANKS + 1):
            total += prices[line, at] * room[line, at]
    return total  # type: ignore[return-value]


@compiled
def copy_prices(old: Longs, new: Longs) -> None:
    for line in range(SUITS + 1):
        for at in range(RANKS + 1):
            new[line, at] = old[line, at]


@compiled
def tighten(columns: Rows, stack: Stack, depth: int, steps: int, reach: float, tally: Longs) -> int:
    """Better prices for a node: the lowest bound found, whose prices are left in the node."""
    chains = stack.chains[depth]
    count = stack.counts[depth]
    room = stack.room[depth]
    kept = stack.prices[depth]
    last = open_place(depth)
    worth = stack.worth[depth]
    prices = stack.prices[depth].copy()
    demand = np.zeros((SUITS + 1, RANKS + 1), np.int64)
    slope = np.zeros((SUITS + 1, RANKS + 1))
    path = np.zeros(PLACES, np.int64)
    lowest = -NOTHING
    stale = 0
    below = 0.0
    bold = 1.0
    for step in range(steps):
        set_costs(columns, chains, count, last, prices, stack.cost)
        chain = best_chain(chains, count, last, stack.cost, stack.work)
        if chain <= NOTHING // 2:
            return NOTHING  # type: ignore[return-value]
        bound = worth + chain + all_worth(prices, room)
        below = reach * abs(bound) if step == 0 else below
        stale += 1
        if bound < lowest:
            stale = 0 if lowest - bound > 0.02 * below else stale
            lowest = bound
            copy_prices(prices, kept)
            if bound <= tally[FOUND] + tally[UNIT] - 1:
                break
        if stale > 7:
            below = below * 0.7
            bold = bold * 0.7
            stale = 0
        trace(chains, count, last, stack.work, path)
        demand[:] = 0
        for place in range(last + 1):
            add_wanted(columns, path[place], 1, demand)
        target = max(float(tally[FOUND]), lowest - below)
        move_prices(prices, demand, room, bold * (bound - target), slope, tally[LEAST_PRICE])
    return lowest  # type: ignore[return-value]


@compiled
def bound_at(columns: Rows, stack: Stack, depth: int) -> int:
    """The bound of a node at its prices."""
    last = open_place(depth)
    prices = stack.prices[depth]
    set_costs(columns, stack.chains[depth], stack.counts[depth], last, prices, stack.cost)
    chain = best_chain(stack.chains[depth], stack.counts[depth], last, stack.cost, stack.work)
    return chain + stack.worth[depth] + all_worth(prices, stack.room[depth])  # type: ignore[no-any-return]


@compiled
def drop_bad_prices(columns: Rows, stack: Stack, depth: int, tally: Longs) -> bool:
    """Prices found with more places open may be worse than none; False if without prices nothing better is left."""
    inherited = bound_at(columns, stack, depth)
    kept = stack.prices[depth].copy()
    stack.prices[depth] = 0
    free = bound_at(columns, stack, depth)
    if free > inherited:
        copy_prices(kept, stack.prices[depth])
    return min(free, inherited) > tally[FOUND] + tally[UNIT] - 1  # type: ignore[no-any-return]


@compiled
def open_node(columns: Rows, stack: Stack, depth: int, steps: int, tally: Longs) -> bool:
    """Bound a node; True if there is something left to try in its highest open place."""
    chains = stack.chains[depth]
    count = stack.counts[depth]
    last = open_place(depth)
    floor = tally[FOUND] + tally[UNIT] - 1
    tally[NODES] += 1
    if 0 < last <= FEW_PLACES and not drop_bad_prices(columns, stack, depth, tally):
        return False
    if steps and tighten(columns, stack, depth, steps, 0.04, tally) <= floor:
        return False
    set_costs(columns, chains, count, last, stack.prices[depth], stack.cost)
    chain = best_chain(chains, count, last, stack.cost, stack.work)
    rest = stack.worth[depth] + all_worth(stack.prices[depth], stack.room[depth])
    if chain <= NOTHING // 2 or chain + rest <= floor:
        return False
    drop_hopeless(chains, count, last, stack.cost, stack.work, rest, floor)
    if best_chain(chains, count, last, stack.cost, stack.work) <= NOTHING // 2:
        return False
    for at in range(count[last]):
        stack.bound[depth, at] = stack.work[BEST, last, at] + rest
    return True


@compiled
def keep_fitting(columns: Rows, needs: Words, stack: Stack, depth: int, have: Words, last: int, limit: int) -> bool:
    """Pass the columns below a place on to the next turn, as far as they fit; False if a place has none."""
    old = stack.chains[depth]
    new = stack.chains[depth + 1]
    count = stack.counts
    for place in range(last):
        end = 0
        for where in range(count[depth, place]):
            if old[HERE, place, where] > limit:
                break
            if takes(columns, needs, old[COLUMN, place, where], have):
                for line in range(LINES):
                    new[line, place, end] = old[line, place, where]
                end += 1
        count[depth + 1, place] = end
        if end == 0:
            return False
    return True


@compiled
def push_hand(columns: Rows, needs: Words, stack: Stack, depth: int, at: int) -> bool:
    """Fix a column in the highest open place; False if a place below has no column left that fits."""
    last = open_place(depth)
    under = depth + 1
    old = stack.chains[depth]
    column = old[COLUMN, last, at]
    have = stack.have[under]
    for word in range(2 + SUITS):
        have[word] = stack.have[depth, word]
    take(columns, needs, column, have)
    stack.worth[under] = stack.worth[depth] + old[VALUE, last, at]
    copy_prices(stack.prices[depth], stack.prices[under])
    if last == 1:
        stack.prices[under] = 0  # one hand is left, and it fits
    copy_prices(stack.room[depth], stack.room[under])
    add_wanted(columns, column, -1, stack.room[under])
    return keep_fitting(columns, needs, stack, depth, have, last, old[LIMIT, last, at])


@compiled
def push_kind(columns: Rows, needs: Words, stack: Stack, depth: int, at: int, floor: int) -> bool:
    """Leave only columns of one class and main rank in the highest open place, and below it what fits beside them."""
    last = open_place(depth)
    under = depth + 1
    count = stack.counts
    bound = stack.bound[depth]
    old = stack.chains[depth]
    new = stack.chains[under]
    first = stack.chains[depth, COLUMN, last, at]
    for word in range(2 + SUITS):
        stack.have[under, word] = stack.have[depth, word]
    stack.worth[under] = stack.worth[depth]
    copy_prices(stack.prices[depth], stack.prices[under])
    copy_prices(stack.room[depth], stack.room[under])
    end = 0
    limit = 0
    for where in range(count[depth, last]):
        if bound[where] > floor and is_akin(columns, first, old[COLUMN, last, where]):
            for line in range(LINES):
                new[line, last, end] = old[line, last, where]
            bound[where] = NOTHING
            limit = old[LIMIT, last, where]
            end = end + 1
    count[under, last] = end
    have = stack.have[depth].copy()
    take_shared(columns, new[COLUMN, last], end, have)
    return keep_fitting(columns, needs, stack, depth, have, last, limit)


@compiled
def take_shared(columns: Rows, group: Longs, count: int, have: Words) -> None:
    """Take away the cards that all columns of a group need."""
    for rank in range(RANKS + 1):
        least = 99
        for at in range(count):
            least = min(least, used_of(columns, group[at], rank))
        if rank == RANKS:
            have[LOW] -= np.uint64(least << JOKER_SHIFT)
        elif rank < LOW_RANKS:
            have[LOW] -= np.uint64(least << FIELD * rank)
        else:
            have[HIGH] -= np.uint64(least << FIELD * (rank - LOW_RANKS))


@compiled
def used_of(columns: Rows, column: int, rank: int) -> int:
    """How many cards of a rank a column takes; rank 13 is the joker."""
    if rank == RANKS:
        return columns[column, JOKERS]  # type: ignore[no-any-return]
    used = 0
    for at in range(RANK, RANK + columns[column, NATURALS]):
        used += columns[column, at] == rank
    return used


@compiled
def open_place(turns: int) -> int:
    """The highest place that is open after so many turns."""
    return PLACES - 1 - turns // 2


@compiled
def next_try(stack: Stack, depth: int, floor: int) -> int:
    """The most promising column not yet tried in the highest open place, or -1."""
    found = -1
    most = floor
    bound = stack.bound[depth]
    for at in range(stack.counts[depth, open_place(depth)]):
        if bound[at] > most:
            found = at
            most = bound[at]
    return found


@compiled
def may_stand(columns: Rows, chosen: Longs) -> bool:
    """Has the hand above grown, where a hand needs that?"""
    for place in range(PLACES - 1):
        if columns[chosen[place], NEEDS_GROWN] >> place & 1 and columns[chosen[place + 1], SIZE] <= 3:
            return False
    return True


@compiled
def search(columns: Rows, needs: Words, stack: Stack, tally: Longs, budget: int) -> int:
    """Go on from the depth in the tally; STOPPED at six columns that would be better."""
    most = tally[NODES] + budget
    while tally[DEPTH] >= 0:
        if tally[NODES] - tally[SINCE] >= tally[PATIENCE]:
            tally[DEPTH] = 0
        depth = tally[DEPTH]
        floor = tally[FOUND] + tally[UNIT] - 1
        tally[SINCE] = tally[NODES] if depth == 0 else tally[SINCE]
        at = next_try(stack, depth, floor)
        last = open_place(depth)
        if at < 0:
            tally[DEPTH] -= 1
            continue
        stack.chosen[last] = stack.chains[depth, COLUMN, last, at]
        if tally[NODES] >= most:
            return TIRED
        if last == 0:
            stack.bound[depth, at] = NOTHING
            tally[LEAF] = stack.worth[depth] + stack.chains[depth, VALUE, 0, at]
            if may_stand(columns, stack.chosen):
                return STOPPED
            continue
        if depth % 2:
            stack.bound[depth, at] = NOTHING
            pushed = push_hand(columns, needs, stack, depth, at)
        else:
            pushed = push_kind(columns, needs, stack, depth, at, floor)
        care = 1 + (tally[NODES] > LONG) + (tally[NODES] > LONGER)
        if pushed and open_node(columns, stack, depth + 1, care * STEPS[depth], tally):
            tally[DEPTH] += 1
    return DONE
