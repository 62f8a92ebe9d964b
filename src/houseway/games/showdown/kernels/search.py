"""
Finds and proves the best six hands of a Pyramid Showdown deal: branch and bound from Hand 6 down, with card prices.

At each node the hands of the upper slots are fixed. Prices are computed again for the columns that still fit below, and
columns whose bound does not exceed the best known value are removed. A slot is fixed in two turns: first the class and
main rank of its hand, which reserves the cards that all hands of that kind need, then the hand itself. The search stops
at six columns that would be better, so that the caller can deal cards to them, and continues when called again.
"""

from typing import NamedTuple

import numpy as np

from ....kernels.compiled import compiled
from .card_prices import (
    BEST,
    COLUMN,
    LINES,
    MANY_CARDS,
    MINUS_INFINITY,
    MOST_BELOW,
    TWICE_KEY,
    VALUE,
    add_demand,
    best_chain,
    drop_hopeless_columns,
    is_same_kind,
    move_prices,
    set_costs,
    trace_best_chain,
)
from .columns import (
    FIELD,
    HIGH,
    JOKER_SHIFT,
    JOKERS,
    LOW,
    LOW_RANKS,
    NATURALS,
    NEEDS_EXTENDED,
    RANK,
    RANKS,
    SIZE,
    SLOTS,
    SUITS,
    Longs,
    Rows,
    Words,
    fits_in,
    take,
)

# Indexes into the tally of a search
BEST_VALUE = 0  # the best value so far
NODES = 1  # number of nodes searched
DEPTH = 2  # number of turns taken, two for each slot
UNIT = 3  # common divisor of all values
LEAF_VALUE = 4  # value of the six columns at which the search stopped
LEAST_PRICE = 5  # see `move_prices`
PATIENCE = 6  # the most nodes below one kind of Hand 6, for a short search that only needs a good setting
SINCE_NODE = 7  # value of NODES when that count began
TALLY_SIZE = 8

TURNS = 2 * SLOTS - 1
FEW_SLOTS = 3
"""Up to this open slot, the prices inherited from the node above are compared with zero prices."""
STEPS = np.array([12, 10, 10, 8, 8, 6, 6, 5, 3, 1, 0])
"""By number of turns taken: the number of price moves."""
LONG = 500
"""Number of nodes after which prices are moved twice as often."""
LONGER = 2500
"""Number of nodes after which prices are moved three times as often."""

# How a search ends
DONE = 0  # nothing is left to try
AT_LEAF = 1  # at six columns that would be better
OUT_OF_NODES = 2  # the budget of nodes is used up

STALE_STEPS = 7
"""Steps without progress after which the steps get shorter."""
SHORTER = 0.7
PROGRESS = 0.02
"""The least gain that counts as progress, as a share of the distance aimed for."""
REACH = 0.04
"""How far below the bound of a node its prices aim, as a share of the bound."""


class Stack(NamedTuple):
    """The state of the search: arrays with one row for each turn (two turns for each slot), unless noted."""

    chains: Longs
    """Columns left by slot; the lines are described in `card_prices.py`."""
    counts: Longs
    """Number of columns left by slot."""
    prices: Longs
    """Prices of cards, by suit and rank."""
    supply: Longs
    """Number of cards left, in the layout of prices."""
    have: Words
    """Packed counts of the cards left."""
    value: Longs
    """Value of the fixed hands."""
    bound: Longs
    """By column of the highest open slot: upper bound of a setting with it; MINUS_INFINITY once it has been tried."""
    chosen: Longs
    """The fixed columns by slot; not by turn."""
    cost: Longs
    """See `set_costs`; not by turn."""
    work: Longs
    """See `card_prices.py`; not by turn."""


def stack_for(columns: int) -> Stack:
    """An empty stack for a number of columns."""
    prices = (TURNS, SUITS + 1, RANKS + 1)
    return Stack(
        chains=np.empty((TURNS, LINES, SLOTS, columns), dtype=np.int64),
        counts=np.zeros((TURNS, SLOTS), dtype=np.int64),
        prices=np.zeros(prices, dtype=np.int64),
        supply=np.zeros(prices, dtype=np.int64),
        have=np.zeros((TURNS, 2 + SUITS), dtype=np.uint64),
        value=np.zeros(TURNS, dtype=np.int64),
        bound=np.empty((TURNS, columns), dtype=np.int64),
        chosen=np.zeros(SLOTS, dtype=np.int64),
        cost=np.zeros((2, columns + 1), dtype=np.int64),
        work=np.zeros((5, SLOTS, columns), dtype=np.int64),
    )


@compiled
def load(stack: Stack, chains: Longs, count: Longs, least: int, strong: bool) -> bool:
    """
    Load the chains of the first node: those with a Hand 5 of key `least` or more, or all the others.

    Together the two searches cover everything, and each has fewer columns. Returns False if a slot has no column.
    """
    for slot in range(SLOTS):
        end = 0
        for at in range(count[slot]):
            is_weak = chains[TWICE_KEY, slot, at] < 2 * least
            if (slot == SLOTS - 2 and is_weak == strong) or (slot == SLOTS - 1 and is_weak and strong):
                continue
            for line in range(LINES):
                stack.chains[0, line, slot, end] = chains[line, slot, at]
            end += 1
        stack.counts[0, slot] = end
    return stack.counts[0].min() > 0  # type: ignore[no-any-return]


@compiled
def total_price(prices: Longs, supply: Longs) -> int:
    """Price of all cards held."""
    total = np.int64(0)
    for line in range(SUITS + 1):
        for at in range(RANKS + 1):
            total += prices[line, at] * supply[line, at]
    return total  # type: ignore[return-value]


@compiled
def copy_prices(old: Longs, new: Longs) -> None:
    for line in range(SUITS + 1):
        for at in range(RANKS + 1):
            new[line, at] = old[line, at]


@compiled
def tighten(columns: Rows, stack: Stack, depth: int, steps: int, reach: float, tally: Longs) -> int:
    """Improve the prices of a node in at most `steps` moves; leave the best in the node and return their bound."""
    chains = stack.chains[depth]
    count = stack.counts[depth]
    supply = stack.supply[depth]
    best_prices = stack.prices[depth]
    top_slot = open_slot(depth)
    value = stack.value[depth]
    prices = stack.prices[depth].copy()
    demand = np.zeros((SUITS + 1, RANKS + 1), np.int64)
    slope = np.zeros((SUITS + 1, RANKS + 1))
    path = np.zeros(SLOTS, np.int64)
    lowest = -MINUS_INFINITY
    stale = 0
    distance = 0.0
    step_size = 1.0
    for step in range(steps):
        set_costs(columns, chains, count, top_slot, prices, stack.cost)
        chain = best_chain(chains, count, top_slot, stack.cost, stack.work)
        if chain <= MINUS_INFINITY // 2:
            return MINUS_INFINITY  # type: ignore[return-value]
        bound = value + chain + total_price(prices, supply)
        distance = reach * abs(bound) if step == 0 else distance
        stale += 1
        if bound < lowest:
            stale = 0 if lowest - bound > PROGRESS * distance else stale
            lowest = bound
            copy_prices(prices, best_prices)
            if bound <= tally[BEST_VALUE] + tally[UNIT] - 1:
                break
        if stale > STALE_STEPS:
            distance = distance * SHORTER
            step_size = step_size * SHORTER
            stale = 0
        trace_best_chain(chains, count, top_slot, stack.work, path)
        demand[:] = 0
        for slot in range(top_slot + 1):
            add_demand(columns, path[slot], 1, demand)
        target = max(float(tally[BEST_VALUE]), lowest - distance)
        move_prices(prices, demand, supply, step_size * (bound - target), slope, tally[LEAST_PRICE])
    return lowest  # type: ignore[return-value]


@compiled
def bound_at(columns: Rows, stack: Stack, depth: int) -> int:
    """Upper bound of a node at its prices."""
    top_slot = open_slot(depth)
    prices = stack.prices[depth]
    set_costs(columns, stack.chains[depth], stack.counts[depth], top_slot, prices, stack.cost)
    chain = best_chain(stack.chains[depth], stack.counts[depth], top_slot, stack.cost, stack.work)
    return chain + stack.value[depth] + total_price(prices, stack.supply[depth])  # type: ignore[no-any-return]


@compiled
def drop_bad_prices(columns: Rows, stack: Stack, depth: int, tally: Longs) -> bool:
    """Set inherited prices to 0 if that gives a lower bound; False if no better value than the best is possible."""
    inherited = bound_at(columns, stack, depth)
    inherited_prices = stack.prices[depth].copy()
    stack.prices[depth] = 0
    free = bound_at(columns, stack, depth)
    if free > inherited:
        copy_prices(inherited_prices, stack.prices[depth])
    return min(free, inherited) > tally[BEST_VALUE] + tally[UNIT] - 1  # type: ignore[no-any-return]


@compiled
def open_node(columns: Rows, stack: Stack, depth: int, steps: int, tally: Longs) -> bool:
    """Bound a node and its columns; True if a column is left to try in its highest open slot."""
    chains = stack.chains[depth]
    count = stack.counts[depth]
    top_slot = open_slot(depth)
    floor = tally[BEST_VALUE] + tally[UNIT] - 1
    tally[NODES] += 1
    if 0 < top_slot <= FEW_SLOTS and not drop_bad_prices(columns, stack, depth, tally):
        return False
    if steps and tighten(columns, stack, depth, steps, REACH, tally) <= floor:
        return False
    set_costs(columns, chains, count, top_slot, stack.prices[depth], stack.cost)
    chain = best_chain(chains, count, top_slot, stack.cost, stack.work)
    rest = stack.value[depth] + total_price(stack.prices[depth], stack.supply[depth])
    if chain <= MINUS_INFINITY // 2 or chain + rest <= floor:
        return False
    drop_hopeless_columns(chains, count, top_slot, stack.cost, stack.work, rest, floor)
    if best_chain(chains, count, top_slot, stack.cost, stack.work) <= MINUS_INFINITY // 2:
        return False
    for at in range(count[top_slot]):
        stack.bound[depth, at] = stack.work[BEST, top_slot, at] + rest
    return True


@compiled
def keep_fitting(columns: Rows, needs: Words, stack: Stack, depth: int, have: Words, top_slot: int, limit: int) -> bool:
    """Copy the columns below `top_slot` that still fit to the next turn; False if a slot has none left."""
    old = stack.chains[depth]
    new = stack.chains[depth + 1]
    count = stack.counts
    for slot in range(top_slot):
        end = 0
        for where in range(count[depth, slot]):
            if old[TWICE_KEY, slot, where] > limit:
                break
            if fits_in(columns, needs, old[COLUMN, slot, where], have):
                for line in range(LINES):
                    new[line, slot, end] = old[line, slot, where]
                end += 1
        count[depth + 1, slot] = end
        if end == 0:
            return False
    return True


@compiled
def fix_hand(columns: Rows, needs: Words, stack: Stack, depth: int, at: int) -> bool:
    """Fix a column in the highest open slot; False if a slot below has no column left that fits."""
    top_slot = open_slot(depth)
    under = depth + 1
    old = stack.chains[depth]
    column = old[COLUMN, top_slot, at]
    have = stack.have[under]
    for word in range(2 + SUITS):
        have[word] = stack.have[depth, word]
    take(columns, needs, column, have)
    stack.value[under] = stack.value[depth] + old[VALUE, top_slot, at]
    copy_prices(stack.prices[depth], stack.prices[under])
    if top_slot == 1:
        stack.prices[under] = 0  # one hand is left, and it fits
    copy_prices(stack.supply[depth], stack.supply[under])
    add_demand(columns, column, -1, stack.supply[under])
    return keep_fitting(columns, needs, stack, depth, have, top_slot, old[MOST_BELOW, top_slot, at])


@compiled
def fix_kind(columns: Rows, needs: Words, stack: Stack, depth: int, at: int, floor: int) -> bool:
    """Fix the class and main rank in the highest open slot, as in column `at`; False if a slot below is left empty."""
    top_slot = open_slot(depth)
    under = depth + 1
    count = stack.counts
    bound = stack.bound[depth]
    old = stack.chains[depth]
    new = stack.chains[under]
    first = stack.chains[depth, COLUMN, top_slot, at]
    for word in range(2 + SUITS):
        stack.have[under, word] = stack.have[depth, word]
    stack.value[under] = stack.value[depth]
    copy_prices(stack.prices[depth], stack.prices[under])
    copy_prices(stack.supply[depth], stack.supply[under])
    end = 0
    limit = 0
    for where in range(count[depth, top_slot]):
        if bound[where] > floor and is_same_kind(columns, first, old[COLUMN, top_slot, where]):
            for line in range(LINES):
                new[line, top_slot, end] = old[line, top_slot, where]
            bound[where] = MINUS_INFINITY
            limit = old[MOST_BELOW, top_slot, where]
            end = end + 1
    count[under, top_slot] = end
    have = stack.have[depth].copy()
    take_shared(columns, new[COLUMN, top_slot], end, have)
    return keep_fitting(columns, needs, stack, depth, have, top_slot, limit)


@compiled
def take_shared(columns: Rows, group: Longs, count: int, have: Words) -> None:
    """Subtract from `have` the cards that all columns of a group need."""
    for rank in range(RANKS + 1):
        least = MANY_CARDS
        for at in range(count):
            least = min(least, count_rank(columns, group[at], rank))
        if rank == RANKS:
            have[LOW] -= np.uint64(least << JOKER_SHIFT)
        elif rank < LOW_RANKS:
            have[LOW] -= np.uint64(least << FIELD * rank)
        else:
            have[HIGH] -= np.uint64(least << FIELD * (rank - LOW_RANKS))


@compiled
def count_rank(columns: Rows, column: int, rank: int) -> int:
    """Number of cards of a rank in a column; rank 13 is the joker."""
    if rank == RANKS:
        return columns[column, JOKERS]  # type: ignore[no-any-return]
    used = 0
    for at in range(RANK, RANK + columns[column, NATURALS]):
        used += columns[column, at] == rank
    return used


@compiled
def open_slot(turns: int) -> int:
    """The highest slot that is open after a number of turns."""
    return SLOTS - 1 - turns // 2


@compiled
def next_column(stack: Stack, depth: int, floor: int) -> int:
    """The untried column of the highest open slot with the highest bound above `floor`, or -1."""
    best = -1
    most = floor
    bound = stack.bound[depth]
    for at in range(stack.counts[depth, open_slot(depth)]):
        if bound[at] > most:
            best = at
            most = bound[at]
    return best


@compiled
def has_needed_extensions(columns: Rows, chosen: Longs) -> bool:
    """True if the hand in the next slot is extended wherever a hand needs that."""
    for slot in range(SLOTS - 1):
        if columns[chosen[slot], NEEDS_EXTENDED] >> slot & 1 and columns[chosen[slot + 1], SIZE] <= 3:
            return False
    return True


@compiled
def search(columns: Rows, needs: Words, stack: Stack, tally: Longs, budget: int) -> int:
    """Continue from the depth in the tally; returns DONE, AT_LEAF or OUT_OF_NODES."""
    most = tally[NODES] + budget
    while tally[DEPTH] >= 0:
        if tally[NODES] - tally[SINCE_NODE] >= tally[PATIENCE]:
            tally[DEPTH] = 0
        depth = tally[DEPTH]
        floor = tally[BEST_VALUE] + tally[UNIT] - 1
        tally[SINCE_NODE] = tally[NODES] if depth == 0 else tally[SINCE_NODE]
        at = next_column(stack, depth, floor)
        top_slot = open_slot(depth)
        if at < 0:
            tally[DEPTH] -= 1
            continue
        stack.chosen[top_slot] = stack.chains[depth, COLUMN, top_slot, at]
        if tally[NODES] >= most:
            return OUT_OF_NODES
        if top_slot == 0:
            stack.bound[depth, at] = MINUS_INFINITY
            tally[LEAF_VALUE] = stack.value[depth] + stack.chains[depth, VALUE, 0, at]
            if has_needed_extensions(columns, stack.chosen):
                return AT_LEAF
            continue
        if depth % 2:
            stack.bound[depth, at] = MINUS_INFINITY
            is_open = fix_hand(columns, needs, stack, depth, at)
        else:
            is_open = fix_kind(columns, needs, stack, depth, at, floor)
        effort = 1
        if tally[NODES] > LONGER:
            effort = 3
        elif tally[NODES] > LONG:
            effort = 2
        if is_open and open_node(columns, stack, depth + 1, effort * STEPS[depth], tally):
            tally[DEPTH] += 1
    return DONE
