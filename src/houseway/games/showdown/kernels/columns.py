"""
The hands that a player's cards can make in Pyramid Showdown, as columns of a packing problem.

A *shape* is a multiset of ranks with a number of jokers, of one suit or not. It determines the strength of a hand
except for suits. A *column* is a shape that a player's cards can make; a shape of one suit becomes one column for each
suit that has the cards. A shape that is not of one suit takes any cards of its ranks. So cards are counted twice: by
rank, and for hands of one suit by rank and suit. Six columns fit together if and only if neither count runs short.

Counts are packed into words of bit fields with a guard bit each, so that one subtraction compares all of them. Every
shape and every column is one row of an integer array, because code with few arrays compiles faster.
"""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled

RANKS = 13
SUITS = 4
SLOTS = 6
"""How many hands a player sets."""
LOW_RANKS = 7
"""Ranks in the first word; the other ranks are in the second."""
FIELD = 5
"""Bits for the count of a rank, its guard bit included."""
SUIT_FIELD = 3
"""Bits for the count of a rank in one suit, its guard bit included."""
JOKER_SHIFT = LOW_RANKS * FIELD
"""Where the count of jokers begins in the first word."""
LOW_GUARD = np.uint64(sum(16 << FIELD * field for field in range(LOW_RANKS + 1)))
HIGH_GUARD = np.uint64(sum(16 << FIELD * field for field in range(RANKS - LOW_RANKS)))
SUIT_GUARD = np.uint64(sum(4 << SUIT_FIELD * rank for rank in range(RANKS)))
MOST_NATURALS = 10
MOST_JOKERS = 4

# Indexes into the row of a shape or a column
KEY = 0  # strength without suits as a number, 0 for the weakest
SIZE = 1  # number of cards
JOKERS = 2  # number of jokers
SUIT = 3  # column of one suit: its suit; shape of one suit: 0; all others: -1
MIXED = 4  # 1 if the hand would be stronger in one suit, so that its naturals must be of at least two suits
NATURALS = 5  # number of natural cards
ALLOWED_SLOTS = 6  # bit s is set if the hand may be set in slot s, counted from 0
NEEDS_EXTENDED = 7  # bit s is set if slot s takes the hand only when the hand in the next slot is extended
WHEEL = 8  # 1 for a straight from the ace up, in which the ace is the lowest card
RANK = 9  # first of the ranks of the naturals, 0 for a two
JOKER_RANK = RANK + MOST_NATURALS  # first of the ranks that the jokers stand for
LEVEL = JOKER_RANK + MOST_JOKERS  # class
MAIN_RANK = LEVEL + 1  # most important rank
WIDTH = MAIN_RANK + 1

# Indexes into packed counts: low ranks and jokers, high ranks, then (from BY_SUIT on) the ranks of a suit
LOW = 0
HIGH = 1
BY_SUIT = 2

Rows = NDArray[np.int32]
"""Shapes or columns, one per row of WIDTH numbers."""
Words = NDArray[np.uint64]
"""
Packed counts: of the cards that a player has, LOW, HIGH and one word for each suit; of the cards that shapes or columns
need, one row each of LOW, HIGH and BY_SUIT, where the last is used by hands of one suit only.
"""
Longs = NDArray[np.int64]


@compiled
def fits(have: np.uint64, need: np.uint64, guard: np.uint64) -> bool:
    """True if no count of `need` exceeds the count of `have` in the same field."""
    return ((have | guard) - need) & guard == guard  # type: ignore[no-any-return]


@compiled
def packed_counts(cards: Ints) -> Words:
    """Packed counts of these cards."""
    have = np.zeros(BY_SUIT + SUITS, dtype=np.uint64)
    one = np.uint64(1)
    for card in cards:
        if card == JOKER_CODE:
            have[LOW] += one << np.uint64(JOKER_SHIFT)
            continue
        rank = card // SUITS
        suit = card % SUITS
        have[BY_SUIT + suit] += one << np.uint64(SUIT_FIELD * rank)
        if rank < LOW_RANKS:
            have[LOW] += one << np.uint64(FIELD * rank)
        else:
            have[HIGH] += one << np.uint64(FIELD * (rank - LOW_RANKS))
    return have


@compiled
def find_columns(shapes: Rows, needs: Words, have: Words) -> tuple[Rows, Words]:
    """All columns that cards with these packed counts make, weakest first, and the packed counts each needs."""
    capacity = 4096
    count = 0
    shape = np.empty(capacity, dtype=np.int64)
    suit = np.empty(capacity, dtype=np.int64)
    for row in range(len(shapes)):
        if not (fits(have[LOW], needs[row, LOW], LOW_GUARD) and fits(have[HIGH], needs[row, HIGH], HIGH_GUARD)):
            continue
        if count + SUITS > capacity:
            shape = np.concatenate((shape, shape))
            suit = np.concatenate((suit, suit))
            capacity *= 2
        if shapes[row, SUIT] == -1:
            shape[count] = row
            suit[count] = -1
            count += 1
            continue
        for one_suit in range(SUITS):
            if fits(have[BY_SUIT + one_suit], needs[row, BY_SUIT], SUIT_GUARD):
                shape[count] = row
                suit[count] = one_suit
                count += 1
    columns = np.empty((count, WIDTH), dtype=np.int32)
    column_needs = np.empty((count, 3), dtype=np.uint64)
    for at in range(count):
        for part in range(WIDTH):
            columns[at, part] = shapes[shape[at], part]
        for part in range(3):
            column_needs[at, part] = needs[shape[at], part]
        columns[at, SUIT] = suit[at]
    return columns, column_needs


@compiled
def fits_in(columns: Rows, needs: Words, column: int, have: Words) -> bool:
    """True if cards with the packed counts `have` make the column."""
    suit = columns[column, SUIT]
    if not (fits(have[LOW], needs[column, LOW], LOW_GUARD) and fits(have[HIGH], needs[column, HIGH], HIGH_GUARD)):
        return False
    return suit < 0 or fits(have[BY_SUIT + suit], needs[column, BY_SUIT], SUIT_GUARD)


@compiled
def take(columns: Rows, needs: Words, column: int, have: Words) -> None:
    """Subtract the cards of a column from `have`."""
    suit = columns[column, SUIT]
    have[LOW] -= needs[column, LOW]
    have[HIGH] -= needs[column, HIGH]
    if suit >= 0:
        have[BY_SUIT + suit] -= needs[column, BY_SUIT]
