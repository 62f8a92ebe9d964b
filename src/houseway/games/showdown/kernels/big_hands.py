"""
The big hands that a player's cards can make: the compiled twin of `Pool` in `house_way.py`, in the same order.

The cards are sorted, highest first and jokers last; a set of cards is a bit mask over that order. A part (a hand
without its kickers) is one row of an integer array, because code with few arrays compiles faster.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from .strength import Strengths

Whole = int | np.int64

# Indexes into the row of a part
ORDER = 0  # class and ranks as one number, see LEVEL
MASK = 1  # cards as a bit mask
CLASS = 2  # one of the classes below
KICKERS = 3  # number of cards that are still missing
JOKERS = 4  # number of jokers
WIDTH = 5

# Classes of parts
OF_A_KIND = 0  # four of a kind; the next six are five to ten of a kind
STRAIGHT_FLUSH = 7  # straight flush of five cards; the next five are of six to ten cards
FULL_HOUSE = 13
STRAIGHT = 14
FLUSH = 15
TRIPS = 16
TWO_PAIRS = 17
CLASSES = 18

# Bits of an order
LEVEL = 20  # position of the level of the class
FIRST_RANK = 16  # position of the most important rank; the others follow below
RANK_BITS = 4  # width of a rank

MOST_PARTS = 511
"""The most parts in a list. The row with this index stores the number of parts in its first column."""
ANY = np.int64(1) << np.int64(40)
"""A limit above every order and every code."""
ACE = 14
MOST_POINTS = 1 << 24
"""A number above the points of every hand."""

# Indexes into the row of a strength
KEY = 0  # class and ranks as one number, comparable with the order of a part
POINTS = 0  # POINTS + slot: points if the hand wins; slots count from 1
LOSER_POINTS = 6  # LOSER_POINTS + slot: points subtracted from the winner's if this hand is beaten
SIZE = 13  # number of cards
COLUMNS = 14

# Lines of a pool: lines 2 to 14 are ranks. A line starts with the number of its cards; their bits follow
BY_SUIT = ACE + 1  # first of the four suits
JOKER_LINE = BY_SUIT + 4  # jokers: their number, then at index 1 + n the mask of the first n jokers
LINES = JOKER_LINE + 1


class HouseWayTables(NamedTuple):
    """Tables of the house way for one set of terms."""

    strengths: Strengths
    parts: NDArray[np.int64]
    """By class of part: the row of its strength, without ranks."""
    by_strength: NDArray[np.int64]
    """By number of a strength, from 1: the row of the strength."""
    full_house_level: int
    """The level of a full house."""
    least_rise: int
    """1 if each hand must be stronger than the one below, 0 if it may be equal."""


@compiled
def sort_pool(cards: Ints, pool: Whole, pool_lines: Ints) -> None:
    """Sort the cards of the mask `pool` by rank and by suit into `pool_lines`, an array of LINES lines."""
    pool_lines[:, 0] = 0
    pool_lines[JOKER_LINE, :] = 0
    for at in range(len(cards)):
        bit = np.int64(1) << at
        card = np.int64(cards[at])
        if not pool & bit:
            continue
        if card == JOKER_CODE:
            jokers = pool_lines[JOKER_LINE, 0] + 1
            pool_lines[JOKER_LINE, jokers + 1] = pool_lines[JOKER_LINE, jokers] | bit
            pool_lines[JOKER_LINE, 0] = jokers
        else:
            _append(pool_lines[card // 4 + 2], bit)
            _append(pool_lines[BY_SUIT + card % 4], bit)


@compiled
def _append(line: Ints, bit: Whole) -> None:
    line[0] += 1
    line[line[0]] = bit


@compiled
def mask_of(line: Ints, first: Whole, count: Whole) -> int:
    """Mask of `count` cards of a line, from the card with index `first` on."""
    mask = np.int64(0)
    for at in range(first + 1, first + count + 1):
        mask |= line[at]
    return mask  # type: ignore[return-value]


@compiled
def find_parts(
    tables: HouseWayTables, cards: Ints, pool: Whole, most: Whole, highest: Whole, pool_lines: Ints, parts: Ints
) -> None:
    """Write the parts of hands of 5 to `most` cards, from two pairs up, with an order of at most `highest`."""
    sort_pool(cards, pool, pool_lines)
    levels = tables.parts[:, KEY]
    parts[MOST_PARTS, 0] = 0
    _of_a_kind(levels, pool_lines, most, highest, parts)
    _straight_flushes(levels, pool_lines, cards, most, highest, parts)
    _full_houses(levels, pool_lines, highest, parts)
    _straights(levels, pool_lines, highest, parts)
    _flushes(levels, pool_lines, cards, highest, parts)
    _trips_and_two_pairs(levels, pool_lines, highest, parts)


@compiled
def _add(
    levels: Ints, kind: Whole, ranks: Whole, mask: Whole, kickers: Whole, jokers: Whole, highest: Whole, parts: Ints
) -> None:
    """Append a part of class `kind`, unless its order is above `highest`."""
    order = levels[kind] | ranks
    if order <= highest:
        row = parts[parts[MOST_PARTS, 0]]
        row[ORDER] = order
        row[MASK] = mask
        row[CLASS] = kind
        row[KICKERS] = kickers
        row[JOKERS] = jokers
        parts[MOST_PARTS, 0] += 1


@compiled
def joker_mask(pool_lines: Ints, count: Whole) -> int:
    """Mask of the first `count` jokers."""
    return pool_lines[JOKER_LINE, count + 1]  # type: ignore[no-any-return]


@compiled
def _of_a_kind(levels: Ints, pool_lines: Ints, most: Whole, highest: Whole, parts: Ints) -> None:
    for rank in range(ACE, 1, -1):
        naturals = pool_lines[rank, 0]
        for count in range(4, min(10, most, naturals + pool_lines[JOKER_LINE, 0]) + 1 if naturals else 0):
            jokers = max(0, count - naturals)
            mask = mask_of(pool_lines[rank], 0, count - jokers) | joker_mask(pool_lines, jokers)
            kickers = 1 if count == 4 else 0
            _add(levels, OF_A_KIND + count - 4, rank << FIRST_RANK, mask, kickers, jokers, highest, parts)


@compiled
def _straight_flushes(levels: Ints, pool_lines: Ints, cards: Ints, most: Whole, highest: Whole, parts: Ints) -> None:
    bits = np.zeros(ACE + 1, dtype=np.int64)
    for suit in range(BY_SUIT + 3, BY_SUIT - 1, -1):
        bits[:] = 0
        for index in range(1, pool_lines[suit, 0] + 1):
            bits[_rank(cards, pool_lines[suit, index])] = pool_lines[suit, index]
        bits[1] = bits[ACE]
        for top in range(5, ACE + 1):
            for size in range(5, min(most, top) + 1):
                naturals, mask = _run(bits, top, size)
                jokers = size - naturals
                if naturals and jokers <= pool_lines[JOKER_LINE, 0]:
                    kind = STRAIGHT_FLUSH + size - 5
                    mask = mask | joker_mask(pool_lines, jokers)
                    _add(levels, kind, top << FIRST_RANK, mask, 0, jokers, highest, parts)


@compiled
def _rank(cards: Ints, bit: Whole) -> int:
    at = 0
    while bit >> at != 1:
        at += 1
    return cards[at] // 4 + 2  # type: ignore[no-any-return]


@compiled
def _run(bits: Ints, top: Whole, size: Whole) -> tuple[int, int]:
    """Number and mask of the cards of a straight; `bits` has one card for each rank, or 0."""
    naturals = 0
    mask = np.int64(0)
    for rank in range(top, top - size, -1):
        if bits[rank]:
            naturals += 1
            mask |= bits[rank]
    return naturals, mask  # type: ignore[return-value]


@compiled
def _full_houses(levels: Ints, pool_lines: Ints, highest: Whole, parts: Ints) -> None:
    for rank in range(ACE, 1, -1):
        three = pool_lines[rank, 0]
        pair = 0
        if three < 2 or three + min(1, pool_lines[JOKER_LINE, 0]) < 3:
            continue
        for other in range(ACE, 1, -1):
            if other != rank and pool_lines[other, 0] >= 2 and (not pair or pool_lines[other, 0] < pool_lines[pair, 0]):
                pair = other
        if pair:
            jokers = max(0, 3 - three)
            mask = (
                mask_of(pool_lines[rank], 0, 3 - jokers)
                | joker_mask(pool_lines, jokers)
                | mask_of(pool_lines[pair], pool_lines[pair, 0] - 2, 2)
            )
            ranks = (rank << 2 * RANK_BITS | rank << RANK_BITS | rank) << FIRST_RANK - 2 * RANK_BITS
            _add(levels, FULL_HOUSE, ranks, mask, 0, jokers, highest, parts)


@compiled
def _straights(levels: Ints, pool_lines: Ints, highest: Whole, parts: Ints) -> None:
    bits = np.zeros(ACE + 1, dtype=np.int64)
    for rank in range(2, ACE + 1):
        if pool_lines[rank, 0]:
            bits[rank] = pool_lines[rank, pool_lines[rank, 0]]
    bits[1] = bits[ACE]
    for top in range(5, ACE + 1):
        naturals, mask = _run(bits, top, 5)
        jokers = 5 - naturals
        if jokers <= min(1, pool_lines[JOKER_LINE, 0]):
            _add(levels, STRAIGHT, top << FIRST_RANK, mask | joker_mask(pool_lines, jokers), 0, jokers, highest, parts)


@compiled
def _flushes(levels: Ints, pool_lines: Ints, cards: Ints, highest: Whole, parts: Ints) -> None:
    for suit in range(BY_SUIT + 3, BY_SUIT - 1, -1):
        for jokers in range(min(1, pool_lines[JOKER_LINE, 0]) + 1):
            if pool_lines[suit, 0] >= 5 - jokers:
                ranks = np.int64(0)
                for index in range(5 - jokers):
                    ranks |= _rank(cards, pool_lines[suit, index + 1]) << FIRST_RANK - RANK_BITS * index
                mask = mask_of(pool_lines[suit], 0, 5 - jokers) | joker_mask(pool_lines, jokers)
                _add(levels, FLUSH, ranks, mask, 0, jokers, highest, parts)


@compiled
def _trips_and_two_pairs(levels: Ints, pool_lines: Ints, highest: Whole, parts: Ints) -> None:
    """Trips, then two pairs."""
    for rank in range(ACE, 1, -1):
        if pool_lines[rank, 0] >= 3:
            _add(levels, TRIPS, rank << FIRST_RANK, mask_of(pool_lines[rank], 0, 3), 2, 0, highest, parts)
    for high in range(ACE, 2, -1):
        for low in range(high - 1, 1, -1):
            if pool_lines[high, 0] >= 2 and pool_lines[low, 0] >= 2:
                ranks = (
                    high << 3 * RANK_BITS | high << 2 * RANK_BITS | low << RANK_BITS | low
                ) << FIRST_RANK - 3 * RANK_BITS
                _add(
                    levels,
                    TWO_PAIRS,
                    ranks,
                    mask_of(pool_lines[high], 0, 2) | mask_of(pool_lines[low], 0, 2),
                    1,
                    0,
                    highest,
                    parts,
                )
