"""
An upper bound on the value of six rising hands, by Lagrangian relaxation: cards have prices instead of being counted.

A *chain* has one column for each slot, each at least as strong as the one below. For given prices, the chain with the
highest value minus prices is found slot by slot, weakest column first. That value plus the price of all cards held is
an upper bound, whatever the prices are. The search for good prices lowers the price of cards that the best chain does
not use and raises the price of cards that it uses too often. Prices and values are integers, so the bound is exact.

Hands of equal strength may follow each other in a chain if the cards make both. Whether suits can put them in order is
decided later, when cards are dealt to the columns (`suits.py`).

Arrays: prices, demand and supply have SUITS + 1 rows and RANKS + 1 columns; see BY_RANK.
"""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from .columns import (
    ALLOWED_SLOTS,
    JOKERS,
    KEY,
    LEVEL,
    MAIN_RANK,
    MOST_JOKERS,
    NATURALS,
    RANK,
    RANKS,
    SLOTS,
    SUIT,
    SUITS,
    Longs,
    Rows,
    Words,
    fits_in,
    take,
)

MINUS_INFINITY = np.int64(-(1 << 60))
MANY_CARDS = 99
"""More cards than any player holds."""
MOMENTUM = 0.35
"""The share of the last direction of price moves that is added to the next one."""
BY_RANK = SUITS
"""The row of prices by rank, with the joker's in the last column; the rows before it are for hands of one suit."""

# Lines of the array `chains`, which has a row for each slot and an entry for each column allowed there, weakest first
COLUMN = 0  # index of the column
TWICE_KEY = 1  # twice its key
VALUE = 2  # its value in this slot
MOST_BELOW = 3  # the most that twice the key of the hand in the slot below may be
LINES = 4

# Lines of the array `work`, which has the same rows and entries
BEST = 0  # value minus prices of the best chain that ends with this column
TOP = 1  # highest BEST among this column and the weaker ones
TOP_AT = 2  # index of the column with that BEST
BELOW = 3  # number of columns of the slot below that may be under this one
ABOVE = 4  # value minus prices of the best chain from the next slot up


@compiled
def build_chains(columns: Rows, needs: Words, have: Words, supply: Longs, values: Longs) -> tuple[Longs, Longs]:
    """The array `chains`, and the number of columns allowed in each slot. `values` are by slot and key."""
    chains = np.empty((LINES, SLOTS, len(columns)), dtype=np.int64)
    count = np.zeros(SLOTS, dtype=np.int64)
    limits = below_limits(columns, needs, have, supply)
    for at in range(len(columns)):
        for slot in range(SLOTS):
            if columns[at, ALLOWED_SLOTS] >> slot & 1:
                end = count[slot]
                chains[COLUMN, slot, end] = at
                chains[TWICE_KEY, slot, end] = 2 * columns[at, KEY]
                chains[VALUE, slot, end] = values[slot, columns[at, KEY]]
                chains[MOST_BELOW, slot, end] = limits[at]
                count[slot] += 1
    return chains, count


@compiled
def below_limits(columns: Rows, needs: Words, have: Words, supply: Longs) -> Longs:
    """
    For each column, the most that twice the key of the hand below it may be.

    An equally strong hand may be below only if the cards make both, and a hand of the same class and main rank only if
    there are enough cards of that rank, and jokers, for two.
    """
    limits = np.empty(len(columns), dtype=np.int64)
    start = 0
    while start < len(columns):
        end = start
        while end < len(columns) and is_same_kind(columns, start, end):
            end += 1
        no_second = not has_cards_for_two(columns, start, end, supply)
        at = start
        while at < end:
            same = at
            while same < end and columns[same, KEY] == columns[at, KEY]:
                same += 1
            limit = 2 * columns[start, KEY] - 1 if no_second else 2 * columns[at, KEY] - 1
            if not no_second and makes_two(columns, needs, have, at, same):
                limit += 1
            limits[at:same] = limit
            at = same
        start = end
    return limits


@compiled
def is_same_kind(columns: Rows, one: int, other: int) -> bool:
    """True if two columns have the same class and the same main rank."""
    same: bool = columns[one, LEVEL] == columns[other, LEVEL]
    return same and columns[one, MAIN_RANK] == columns[other, MAIN_RANK]


@compiled
def makes_two(columns: Rows, needs: Words, have: Words, start: int, end: int) -> bool:
    """True if the cards make two hands at once from the columns `start` to `end`; both may be the same column."""
    left = np.empty_like(have)
    for one in range(start, end):
        for word in range(len(have)):
            left[word] = have[word]
        take(columns, needs, one, left)
        for other in range(one, end):
            if fits_in(columns, needs, other, left):
                return True
    return False


@compiled
def has_cards_for_two(columns: Rows, start: int, end: int, supply: Longs) -> bool:
    """True if there are cards of the main rank, and jokers, for two of these columns. Other cards are ignored."""
    least = np.full(MOST_JOKERS + 1, MANY_CARDS)
    main = columns[start, MAIN_RANK]
    for at in range(start, end):
        used = 0
        for rank in range(RANK, RANK + columns[at, NATURALS]):
            used += columns[at, rank] == main
        least[columns[at, JOKERS]] = min(least[columns[at, JOKERS]], used)
    for one in range(MOST_JOKERS + 1):
        for other in range(MOST_JOKERS + 1):
            if one + other <= supply[BY_RANK, RANKS] and least[one] + least[other] <= supply[BY_RANK, main]:
                return True
    return False


@compiled
def count_cards(cards: Ints) -> Longs:
    """The number of cards held, in the layout of prices."""
    supply = np.zeros((SUITS + 1, RANKS + 1), dtype=np.int64)
    for card in cards:
        if card == JOKER_CODE:
            supply[BY_RANK, RANKS] += 1
        else:
            supply[BY_RANK, card // SUITS] += 1
            supply[card % SUITS, card // SUITS] += 1
    return supply


@compiled
def add_demand(columns: Rows, column: int, count: int, demand: Longs) -> None:
    """Add `count` times the cards of a column to `demand`: by rank, and by suit too if it is of one suit."""
    suit = columns[column, SUIT]
    demand[BY_RANK, RANKS] += count * columns[column, JOKERS]
    for at in range(RANK, RANK + columns[column, NATURALS]):
        demand[BY_RANK, columns[column, at]] += count
        if suit >= 0:
            demand[suit, columns[column, at]] += count


@compiled
def set_costs(columns: Rows, chains: Longs, count: Longs, top_slot: int, prices: Longs, cost: Longs) -> None:
    """
    Write the price of every column that is still in some chain to `cost[0]`.

    `cost[1]` holds the number of the call that wrote it, and in its last entry the number of this call, so that a
    column allowed in several slots is priced once.
    """
    unit_prices = prices.copy()
    cost[1, -1] += 1
    for suit in range(SUITS):
        for rank in range(RANKS):
            unit_prices[suit, rank] += prices[BY_RANK, rank]
    for slot in range(top_slot + 1):
        for at in range(count[slot]):
            column = chains[COLUMN, slot, at]
            if cost[1, column] == cost[1, -1]:
                continue
            line = columns[column, SUIT] if columns[column, SUIT] >= 0 else BY_RANK
            total = columns[column, JOKERS] * prices[BY_RANK, RANKS]
            for rank in range(RANK, RANK + columns[column, NATURALS]):
                total += unit_prices[line, columns[column, rank]]
            cost[0, column], cost[1, column] = total, cost[1, -1]


@compiled
def best_chain(chains: Longs, count: Longs, top_slot: int, cost: Longs, work: Longs) -> int:
    """Value minus prices of the best chain up to the slot `top_slot`; fills `work` up to that slot."""
    for slot in range(top_slot + 1):
        under = 0
        most = MINUS_INFINITY
        where = -1
        for at in range(count[slot]):
            net_value = chains[VALUE, slot, at] - cost[0, chains[COLUMN, slot, at]]
            if slot:
                while under < count[slot - 1] and chains[TWICE_KEY, slot - 1, under] <= chains[MOST_BELOW, slot, at]:
                    under += 1
                net_value = net_value + work[TOP, slot - 1, under - 1] if under else MINUS_INFINITY
            work[BELOW, slot, at] = under
            work[BEST, slot, at] = net_value
            if net_value > most:
                most = net_value
                where = at
            work[TOP, slot, at] = most
            work[TOP_AT, slot, at] = where
        if most <= MINUS_INFINITY // 2:
            return MINUS_INFINITY  # type: ignore[return-value]
    return work[TOP, top_slot, count[top_slot] - 1]  # type: ignore[no-any-return]


@compiled
def trace_best_chain(chains: Longs, count: Longs, top_slot: int, work: Longs, chosen: Longs) -> int:
    """Write the columns of the best chain to `chosen`, by slot; return its value without prices."""
    at = work[TOP_AT, top_slot, count[top_slot] - 1]
    value = np.int64(0)
    for slot in range(top_slot, -1, -1):
        chosen[slot] = chains[COLUMN, slot, at]
        value += chains[VALUE, slot, at]
        if slot:
            at = work[TOP_AT, slot - 1, work[BELOW, slot, at] - 1]
    return value  # type: ignore[return-value]


@compiled
def move_prices(
    prices: Longs, demand: Longs, supply: Longs, gap: float, slope: NDArray[np.float64], least: int
) -> None:
    """
    Move prices along the excess demand by Polyak's step length, with momentum kept in `slope`.

    No price falls below 0, except prices by rank where every card must be used: they may fall to `least`.
    """
    length = 0.0
    for line in range(SUITS + 1):
        lowest = least if line == BY_RANK else 0
        for at in range(RANKS + 1):
            slope[line, at] = demand[line, at] - supply[line, at] + MOMENTUM * slope[line, at]
            if prices[line, at] <= lowest and slope[line, at] < 0:
                slope[line, at] = 0.0
            length += slope[line, at] * slope[line, at]
    step = gap / length if length else 0.0
    for line in range(SUITS + 1):
        lowest = least if line == BY_RANK else 0
        for at in range(RANKS + 1):
            prices[line, at] = max(lowest, prices[line, at] + np.int64(step * slope[line, at]))


@compiled
def drop_hopeless_columns(
    chains: Longs, count: Longs, top_slot: int, cost: Longs, work: Longs, rest: int, floor: int
) -> None:
    """Remove every column for which the best chain that contains it, plus `rest`, is not above `floor`."""
    for at in range(count[top_slot]):
        work[ABOVE, top_slot, at] = 0
    for slot in range(top_slot - 1, -1, -1):
        over = count[slot + 1] - 1
        most = MINUS_INFINITY
        for at in range(count[slot] - 1, -1, -1):
            while over >= 0 and chains[MOST_BELOW, slot + 1, over] >= chains[TWICE_KEY, slot, at]:
                net_value = chains[VALUE, slot + 1, over] - cost[0, chains[COLUMN, slot + 1, over]]
                most = max(most, net_value + work[ABOVE, slot + 1, over])
                over -= 1
            work[ABOVE, slot, at] = most
    for slot in range(top_slot + 1):
        end = 0
        for at in range(count[slot]):
            if work[BEST, slot, at] + work[ABOVE, slot, at] + rest > floor:
                for line in range(LINES):
                    chains[line, slot, end] = chains[line, slot, at]
                end += 1
        count[slot] = end
