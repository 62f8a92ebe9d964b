"""
The hands that the cards of a Pyramid Showdown player can make, as columns of a packing problem.

A *shape* is a multiset of ranks with so many jokers, either of one suit or not: its strength without suits is known.
A *column* is a shape that a deal can make; a shape of one suit is a column for each suit that holds it. Cards of a
shape that is not of one suit may be any of their rank, so what a deal has is counted twice over: by rank, and by card
for the hands of one suit. Six columns can be dealt out together if and only if neither count runs short.

Counts are packed into words of fields with a guard bit each, so that one subtraction compares them all. What is known
of a shape or a column is a row of numbers, since compiled code is quicker made for few arrays than for many.
"""

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled

RANKS = 13
SUITS = 4
PLACES = 6
LOW_RANKS = 7
"""Ranks in the first word; the others are in the second."""
FIELD = 5
SUIT_FIELD = 3
JOKER_SHIFT = LOW_RANKS * FIELD
"""The jokers' field in the first word."""
GUARD_LOW = np.uint64(sum(16 << FIELD * place for place in range(LOW_RANKS + 1)))
GUARD_HIGH = np.uint64(sum(16 << FIELD * place for place in range(RANKS - LOW_RANKS)))
GUARD_SUIT = np.uint64(sum(4 << SUIT_FIELD * rank for rank in range(RANKS)))
MOST_NATURALS = 10
MOST_JOKERS = 4

# What stands where in a row about a shape or a column
KEY = 0  # its strength without suits, as a number
SIZE = 1
JOKERS = 2
SUIT = 3  # of a column of one suit; of a shape 0 if it is of one suit; else -1
MIXED = 4  # 1 if it would be stronger in one suit: its naturals must be of two suits at least
NATURALS = 5
IN_PLACES = 6  # bit p: it may be set in place p, counted from 0
NEEDS_GROWN = 7  # bit p: only if the hand in the place above has grown
WHEEL = 8  # 1 if a run from the ace up: its ace is the least of its cards
RANK = 9  # from here on the ranks of its naturals, 0 for the twos
JOKER_RANK = RANK + MOST_NATURALS  # from here on what its jokers stand for
LEVEL = JOKER_RANK + MOST_JOKERS  # its class
MAIN = LEVEL + 1  # its most important rank
WIDTH = MAIN + 1
# the words of what it takes, the last only where it is of one suit
LOW = 0
HIGH = 1
BY_SUIT = 2

Rows = NDArray[np.int32]
Words = NDArray[np.uint64]
"""Of cards held: low ranks and jokers, high ranks, then the cards of each suit."""
Longs = NDArray[np.int64]


@compiled
def fits(have: np.uint64, need: np.uint64, guard: np.uint64) -> bool:
    """Is there as much of everything?"""
    return ((have | guard) - need) & guard == guard  # type: ignore[no-any-return]


@compiled
def held(cards: Ints) -> Words:
    """The counts of these cards."""
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
def columns_of(shapes: Rows, needs: Words, have: Words) -> tuple[Rows, Words]:
    """Every column of a deal, weakest first, and what each takes."""
    room = 4096
    count = 0
    shape = np.empty(room, dtype=np.int64)
    suit = np.empty(room, dtype=np.int64)
    for row in range(len(shapes)):
        if not (fits(have[LOW], needs[row, LOW], GUARD_LOW) and fits(have[HIGH], needs[row, HIGH], GUARD_HIGH)):
            continue
        if count + SUITS > room:
            shape = np.concatenate((shape, shape))
            suit = np.concatenate((suit, suit))
            room *= 2
        for one in range(-1, SUITS):
            is_so = shapes[row, SUIT] == -1 if one == -1 else shapes[row, SUIT] == 0
            if is_so and (one == -1 or fits(have[BY_SUIT + one], needs[row, BY_SUIT], GUARD_SUIT)):
                shape[count] = row
                suit[count] = one
                count += 1
    columns = np.empty((count, WIDTH), dtype=np.int32)
    taken = np.empty((count, 3), dtype=np.uint64)
    for at in range(count):
        for part in range(WIDTH):
            columns[at, part] = shapes[shape[at], part]
        for part in range(3):
            taken[at, part] = needs[shape[at], part]
        columns[at, SUIT] = suit[at]
    return columns, taken


@compiled
def takes(columns: Rows, needs: Words, column: int, have: Words) -> bool:
    """Do these cards make the column?"""
    suit = columns[column, SUIT]
    if not (fits(have[LOW], needs[column, LOW], GUARD_LOW) and fits(have[HIGH], needs[column, HIGH], GUARD_HIGH)):
        return False
    return suit < 0 or fits(have[BY_SUIT + suit], needs[column, BY_SUIT], GUARD_SUIT)


@compiled
def take(columns: Rows, needs: Words, column: int, have: Words) -> None:
    """Take the cards of a column away."""
    suit = columns[column, SUIT]
    have[LOW] -= needs[column, LOW]
    have[HIGH] -= needs[column, HIGH]
    if suit >= 0:
        have[BY_SUIT + suit] -= needs[column, BY_SUIT]
