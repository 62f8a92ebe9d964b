"""
The big hands that cards of Pyramid Showdown can make, found as `games/showdown/house_way.py` finds them, in its order.

A card is a bit of a mask, its place in the deal: highest first, jokers last. A part of a hand is a row of numbers, and
what is known of cards and parts is kept in few arrays, since compiled code is quicker made for few than for many.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from .strength import Strengths

Whole = int | np.int64

# What stands where in a row about a part
ORDER = 0  # its class and the ranks that make it, as one number
MASK = 1
CLASS = 2
KICKERS = 3  # how many cards it still takes
JOKERS = 4  # how many it uses
WIDTH = 5
KIND = 0
RUN = 7
HOUSE = 13
STRAIGHT = 14
FLUSH = 15
TRIPS = 16
TWO_PAIRS = 17
"""Classes: from the first four of a kind up to ten, from the second straight flushes of five up to ten."""
CLASSES = 18
LEVEL = 20
FIRST = 16
RANK = 4
"""In an order, where the class begins and the first rank, and how many bits a rank takes."""
MOST_PARTS = 511
"""The number of parts found stands in the row after them."""
ANY = np.int64(1) << np.int64(40)
"""Above every order and every code."""
ACE = 14
MOST_POINTS = 1 << 24
"""Above what a hand may score."""

# What stands where in a row about a strength
KEY = 0  # its class and ranks as one number, comparable with the order of a part
VALUE = 0  # after it, by place from 1: what the hand scores there if it wins
OFF = 6  # after it, by place from 1: what is taken off the winner's score if the hand loses
SIZE = 13
COLUMNS = 14

# What stands where among the cards of a pool: each line begins with how many there are, then come their bits
BY_SUIT = ACE + 1  # lines of the suits, after those of the ranks
WILD = BY_SUIT + 4  # the line of the jokers: the mask of the first so many
LINES = WILD + 1


class Way(NamedTuple):
    """What the house way asks about parts and hands."""

    strengths: Strengths
    parts: NDArray[np.int64]
    """By class of part: its strength."""
    known: NDArray[np.int64]
    """By number of a strength."""
    full: int
    """The level of a full house."""
    least: int
    """1 where each hand must be stronger than the one before, 0 where it may be equal."""


@compiled
def hold(cards: Ints, pool: Whole, held: Ints) -> None:
    """Sort a pool by rank and by suit."""
    held[:, 0] = 0
    held[WILD, :] = 0
    for at in range(len(cards)):
        bit = np.int64(1) << at
        card = np.int64(cards[at])
        if not pool & bit:
            continue
        if card == JOKER_CODE:
            jokers = held[WILD, 0] + 1
            held[WILD, jokers + 1] = held[WILD, jokers] | bit
            held[WILD, 0] = jokers
        else:
            _append(held[card // 4 + 2], bit)
            _append(held[BY_SUIT + card % 4], bit)


@compiled
def _append(line: Ints, bit: Whole) -> None:
    line[0] += 1
    line[line[0]] = bit


@compiled
def some(line: Ints, first: Whole, count: Whole) -> int:
    """So many cards of a line, from one of them on."""
    mask = np.int64(0)
    for at in range(first + 1, first + count + 1):
        mask |= line[at]
    return mask  # type: ignore[return-value]


@compiled
def find(way: Way, cards: Ints, pool: Whole, most: Whole, highest: Whole, held: Ints, parts: Ints) -> None:
    """What these cards can make of five cards, or up to `most`, from two pairs up; of no higher order."""
    hold(cards, pool, held)
    levels = way.parts[:, KEY]
    parts[MOST_PARTS, 0] = 0
    _kinds(levels, held, most, highest, parts)
    _runs(levels, held, cards, most, highest, parts)
    _houses(levels, held, highest, parts)
    _straights(levels, held, highest, parts)
    _flushes(levels, held, cards, highest, parts)
    _low(levels, held, highest, parts)


@compiled
def _add(
    levels: Ints, kind: Whole, ranks: Whole, mask: Whole, kickers: Whole, jokers: Whole, highest: Whole, parts: Ints
) -> None:
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
def wild(held: Ints, count: Whole) -> int:
    """The mask of the first so many jokers."""
    return held[WILD, count + 1]  # type: ignore[no-any-return]


@compiled
def _kinds(levels: Ints, held: Ints, most: Whole, highest: Whole, parts: Ints) -> None:
    for rank in range(ACE, 1, -1):
        naturals = held[rank, 0]
        for count in range(4, min(10, most, naturals + held[WILD, 0]) + 1 if naturals else 0):
            jokers = max(0, count - naturals)
            mask = some(held[rank], 0, count - jokers) | wild(held, jokers)
            kickers = 1 if count == 4 else 0
            _add(levels, KIND + count - 4, rank << FIRST, mask, kickers, jokers, highest, parts)


@compiled
def _runs(levels: Ints, held: Ints, cards: Ints, most: Whole, highest: Whole, parts: Ints) -> None:
    bits = np.zeros(ACE + 1, dtype=np.int64)
    for suit in range(BY_SUIT + 3, BY_SUIT - 1, -1):
        bits[:] = 0
        for place in range(1, held[suit, 0] + 1):
            bits[_rank(cards, held[suit, place])] = held[suit, place]
        bits[1] = bits[ACE]
        for top in range(5, ACE + 1):
            for size in range(5, min(most, top) + 1):
                naturals, mask = _run(bits, top, size)
                jokers = size - naturals
                if naturals and jokers <= held[WILD, 0]:
                    kind = RUN + size - 5
                    mask = mask | wild(held, jokers)
                    _add(levels, kind, top << FIRST, mask, 0, jokers, highest, parts)


@compiled
def _rank(cards: Ints, bit: Whole) -> int:
    at = 0
    while bit >> at != 1:
        at += 1
    return cards[at] // 4 + 2  # type: ignore[no-any-return]


@compiled
def _run(bits: Ints, top: Whole, size: Whole) -> tuple[int, int]:
    """How many cards of a run there are, and which."""
    naturals = 0
    mask = np.int64(0)
    for rank in range(top, top - size, -1):
        if bits[rank]:
            naturals += 1
            mask |= bits[rank]
    return naturals, mask  # type: ignore[return-value]


@compiled
def _houses(levels: Ints, held: Ints, highest: Whole, parts: Ints) -> None:
    for rank in range(ACE, 1, -1):
        three = held[rank, 0]
        pair = 0
        if three < 2 or three + min(1, held[WILD, 0]) < 3:
            continue
        for other in range(ACE, 1, -1):
            if other != rank and held[other, 0] >= 2 and (not pair or held[other, 0] < held[pair, 0]):
                pair = other
        if pair:
            jokers = max(0, 3 - three)
            mask = some(held[rank], 0, 3 - jokers) | wild(held, jokers) | some(held[pair], held[pair, 0] - 2, 2)
            ranks = (rank << 2 * RANK | rank << RANK | rank) << FIRST - 2 * RANK
            _add(levels, HOUSE, ranks, mask, 0, jokers, highest, parts)


@compiled
def _straights(levels: Ints, held: Ints, highest: Whole, parts: Ints) -> None:
    bits = np.zeros(ACE + 1, dtype=np.int64)
    for rank in range(2, ACE + 1):
        if held[rank, 0]:
            bits[rank] = held[rank, held[rank, 0]]
    bits[1] = bits[ACE]
    for top in range(5, ACE + 1):
        naturals, mask = _run(bits, top, 5)
        jokers = 5 - naturals
        if jokers <= min(1, held[WILD, 0]):
            _add(levels, STRAIGHT, top << FIRST, mask | wild(held, jokers), 0, jokers, highest, parts)


@compiled
def _flushes(levels: Ints, held: Ints, cards: Ints, highest: Whole, parts: Ints) -> None:
    for suit in range(BY_SUIT + 3, BY_SUIT - 1, -1):
        for jokers in range(min(1, held[WILD, 0]) + 1):
            if held[suit, 0] >= 5 - jokers:
                ranks = np.int64(0)
                for place in range(5 - jokers):
                    ranks |= _rank(cards, held[suit, place + 1]) << FIRST - RANK * place
                mask = some(held[suit], 0, 5 - jokers) | wild(held, jokers)
                _add(levels, FLUSH, ranks, mask, 0, jokers, highest, parts)


@compiled
def _low(levels: Ints, held: Ints, highest: Whole, parts: Ints) -> None:
    for rank in range(ACE, 1, -1):
        if held[rank, 0] >= 3:
            _add(levels, TRIPS, rank << FIRST, some(held[rank], 0, 3), 2, 0, highest, parts)
    for high in range(ACE, 2, -1):
        for low in range(high - 1, 1, -1):
            if held[high, 0] >= 2 and held[low, 0] >= 2:
                ranks = (high << 3 * RANK | high << 2 * RANK | low << RANK | low) << FIRST - 3 * RANK
                _add(levels, TWO_PAIRS, ranks, some(held[high], 0, 2) | some(held[low], 0, 2), 1, 0, highest, parts)
