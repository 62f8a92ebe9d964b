"""
An upper bound on what six rising hands of a deal are worth: cards have prices instead of being counted.

With prices a best chain of columns is found place by place, weakest first. What it is worth less its prices, plus the
prices of all cards held, is a bound whatever the prices are (Lagrange); the search for good prices lowers those of
cards that nobody wants and raises those of cards wanted twice. Prices are whole numbers like the values, so the bound
is exact.

Hands of equal strength may follow each other here if the cards make both: whether suits tell them apart is seen when
cards are dealt out.
"""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from .columns import (
    IN_PLACES,
    JOKERS,
    KEY,
    LEVEL,
    MAIN,
    MOST_JOKERS,
    NATURALS,
    PLACES,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    Longs,
    Rows,
    Words,
    take,
    takes,
)

NOTHING = np.int64(-(1 << 60))
BY_RANK = SUITS
"""The row of prices by rank, the joker's last; the rows before it are for cards of one suit."""

COLUMN = 0
HERE = 1
VALUE = 2
LIMIT = 3
LINES = 4
"""
Chains: for each place the columns that may be set there, weakest first; twice their keys; their values there; and the
most that the line HERE may be of a column in the place below.
"""
BEST = 0
TOP = 1
TOP_AT = 2
BELOW = 3
ABOVE = 4
"""
Work on chains, by place and column of it: the best chain that ends here, less prices; the best of these so far along
the row, and where; how many columns of the place below are no stronger; the best chain from the next place on.
"""


@compiled
def chains_of(columns: Rows, needs: Words, have: Words, room: Longs, values: Longs) -> tuple[Longs, Longs]:
    """All columns in every place where they may stand, and how many there are by place."""
    chains = np.empty((LINES, PLACES, len(columns)), dtype=np.int64)
    count = np.zeros(PLACES, dtype=np.int64)
    limits = below_limits(columns, needs, have, room)
    for at in range(len(columns)):
        for place in range(PLACES):
            if columns[at, IN_PLACES] >> place & 1:
                end = count[place]
                chains[COLUMN, place, end] = at
                chains[HERE, place, end] = 2 * columns[at, KEY]
                chains[VALUE, place, end] = values[place, columns[at, KEY]]
                chains[LIMIT, place, end] = limits[at]
                count[place] += 1
    return chains, count


@compiled
def below_limits(columns: Rows, needs: Words, have: Words, room: Longs) -> Longs:
    """
    By column the most that twice the key of the hand below it may be.

    Below a hand there may be one as strong only if the cards make both, and one of the same class and main rank only if
    there are cards of that rank, and jokers, for two.
    """
    limits = np.empty(len(columns), dtype=np.int64)
    start = 0
    while start < len(columns):
        end = start
        while end < len(columns) and is_akin(columns, start, end):
            end += 1
        alone = not has_room_for_two(columns, start, end, room)
        at = start
        while at < end:
            same = at
            while same < end and columns[same, KEY] == columns[at, KEY]:
                same += 1
            limit = 2 * columns[start, KEY] - 1 if alone else 2 * columns[at, KEY] - 1
            if not alone and makes_two(columns, needs, have, at, same):
                limit += 1
            limits[at:same] = limit
            at = same
        start = end
    return limits


@compiled
def is_akin(columns: Rows, one: int, other: int) -> bool:
    """Are two columns of one class and one main rank?"""
    same: bool = columns[one, LEVEL] == columns[other, LEVEL]
    return same and columns[one, MAIN] == columns[other, MAIN]


@compiled
def makes_two(columns: Rows, needs: Words, have: Words, start: int, end: int) -> bool:
    """Do the cards make two hands of these columns, perhaps the same twice?"""
    left = np.empty_like(have)
    for one in range(start, end):
        for word in range(len(have)):
            left[word] = have[word]
        take(columns, needs, one, left)
        for other in range(one, end):
            if takes(columns, needs, other, left):
                return True
    return False


@compiled
def has_room_for_two(columns: Rows, start: int, end: int, room: Longs) -> bool:
    """Are there cards of the main rank, and jokers, for two of these columns? Other cards are not looked at."""
    least = np.full(MOST_JOKERS + 1, 99)
    main = columns[start, MAIN]
    for at in range(start, end):
        used = 0
        for rank in range(RANK, RANK + columns[at, NATURALS]):
            used += columns[at, rank] == main
        least[columns[at, JOKERS]] = min(least[columns[at, JOKERS]], used)
    for one in range(MOST_JOKERS + 1):
        for other in range(MOST_JOKERS + 1):
            if one + other <= room[BY_RANK, RANKS] and least[one] + least[other] <= room[BY_RANK, main]:
                return True
    return False


@compiled
def counted(cards: Ints) -> Longs:
    """How many of each card are held, laid out like prices."""
    room = np.zeros((SUITS + 1, RANKS + 1), dtype=np.int64)
    for card in cards:
        if card == JOKER_CODE:
            room[BY_RANK, RANKS] += 1
        else:
            room[BY_RANK, card // SUITS] += 1
            room[card % SUITS, card // SUITS] += 1
    return room


@compiled
def add_wanted(columns: Rows, column: int, count: int, demand: Longs) -> None:
    """Count what a column takes: by rank, and by card where it is of one suit."""
    suit = columns[column, SUIT]
    demand[BY_RANK, RANKS] += count * columns[column, JOKERS]
    for at in range(RANK, RANK + columns[column, NATURALS]):
        demand[BY_RANK, columns[column, at]] += count
        if suit >= 0:
            demand[suit, columns[column, at]] += count


@compiled
def set_costs(columns: Rows, chains: Longs, count: Longs, last: int, prices: Longs, cost: Longs) -> None:
    """
    The price of every column still in some chain, in the first row.

    The second row holds the number of the call that set it, and last of all the number of this one: a column that may
    stand in several places is priced once.
    """
    units = prices.copy()
    cost[1, -1] += 1
    for suit in range(SUITS):
        for rank in range(RANKS):
            units[suit, rank] += prices[BY_RANK, rank]
    for place in range(last + 1):
        for at in range(count[place]):
            column = chains[COLUMN, place, at]
            if cost[1, column] == cost[1, -1]:
                continue
            line = columns[column, SUIT] if columns[column, SUIT] >= 0 else BY_RANK
            total = columns[column, JOKERS] * prices[BY_RANK, RANKS]
            for rank in range(RANK, RANK + columns[column, NATURALS]):
                total += units[line, columns[column, rank]]
            cost[0, column], cost[1, column] = total, cost[1, -1]


@compiled
def best_chain(chains: Longs, count: Longs, last: int, cost: Longs, work: Longs) -> int:
    """The most that a chain up to the last place is worth less its prices."""
    for place in range(last + 1):
        under = 0
        most = NOTHING
        where = -1
        for at in range(count[place]):
            gained = chains[VALUE, place, at] - cost[0, chains[COLUMN, place, at]]
            if place:
                while under < count[place - 1] and chains[HERE, place - 1, under] <= chains[LIMIT, place, at]:
                    under += 1
                gained = gained + work[TOP, place - 1, under - 1] if under else NOTHING
            work[BELOW, place, at] = under
            work[BEST, place, at] = gained
            if gained > most:
                most = gained
                where = at
            work[TOP, place, at] = most
            work[TOP_AT, place, at] = where
        if most <= NOTHING // 2:
            return NOTHING  # type: ignore[return-value]
    return work[TOP, last, count[last] - 1]  # type: ignore[no-any-return]


@compiled
def trace(chains: Longs, count: Longs, last: int, work: Longs, chosen: Longs) -> int:
    """The columns of the best chain by place, and what they are worth."""
    at = work[TOP_AT, last, count[last] - 1]
    value = np.int64(0)
    for place in range(last, -1, -1):
        chosen[place] = chains[COLUMN, place, at]
        value += chains[VALUE, place, at]
        if place:
            at = work[TOP_AT, place - 1, work[BELOW, place, at] - 1]
    return value  # type: ignore[return-value]


@compiled
def move_prices(prices: Longs, demand: Longs, room: Longs, gap: float, slope: NDArray[np.float64], least: int) -> None:
    """
    Move the prices towards what is missing, by Polyak's rule along a direction that remembers.

    No price is below 0, unless every card must be used: then prices by rank may be, down to `least`.
    """
    length = 0.0
    for line in range(SUITS + 1):
        lowest = least if line == BY_RANK else 0
        for at in range(RANKS + 1):
            slope[line, at] = demand[line, at] - room[line, at] + 0.35 * slope[line, at]
            if prices[line, at] <= lowest and slope[line, at] < 0:
                slope[line, at] = 0.0
            length += slope[line, at] * slope[line, at]
    step = gap / length if length else 0.0
    for line in range(SUITS + 1):
        lowest = least if line == BY_RANK else 0
        for at in range(RANKS + 1):
            prices[line, at] = max(lowest, prices[line, at] + np.int64(step * slope[line, at]))


@compiled
def drop_hopeless(chains: Longs, count: Longs, last: int, cost: Longs, work: Longs, rest: int, floor: int) -> None:
    """Leave out every column through which no chain comes above the floor; `rest` is what the bound adds to a chain."""
    for at in range(count[last]):
        work[ABOVE, last, at] = 0
    for place in range(last - 1, -1, -1):
        over = count[place + 1] - 1
        most = NOTHING
        for at in range(count[place] - 1, -1, -1):
            while over >= 0 and chains[LIMIT, place + 1, over] >= chains[HERE, place, at]:
                gained = chains[VALUE, place + 1, over] - cost[0, chains[COLUMN, place + 1, over]]
                most = max(most, gained + work[ABOVE, place + 1, over])
                over -= 1
            work[ABOVE, place, at] = most
    for place in range(last + 1):
        end = 0
        for at in range(count[place]):
            if work[BEST, place, at] + work[ABOVE, place, at] + rest > floor:
                for line in range(LINES):
                    chains[line, place, end] = chains[line, place, at]
                end += 1
        count[place] = end
