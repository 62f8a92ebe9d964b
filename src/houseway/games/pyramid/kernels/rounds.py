"""
Rounds of Pyramid Poker in bulk: deals cards, sets hands by table, and finds the kind of result of each seat.

A kind of result is the kind of comparison between the two settings, the line of the three cards and the line of the six
cards. Results of one kind pay the same. `pricing/` makes the tables by calling the rules.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import RANK_SHIFT, SUIT_MASK, Ints
from ....kernels.compiled import compiled
from ....kernels.philox import DealBuffers, deal

HAND = 3
SIX = 2 * HAND
COUNTER_BITS = 4
"""The bits of each counter of cards by rank or by suit."""
COUNTER_MASK = 15
SHORTEST_FLUSH = 5


class Tables(NamedTuple):
    """The tables that rounds are played with."""

    places: NDArray[np.int64]
    """By party, the dealer last: the positions of its three cards in the deal."""
    hand_of: NDArray[np.uint16]
    """By three ranks in any order: the number of the rank hand."""
    rows: NDArray[np.uint16]
    """By seat and rank hand: the number of the setting that the seat's strategy chooses."""
    meetings: NDArray[np.uint8]
    """By our setting and the dealer's rank hand: the kind of comparison."""
    three: NDArray[np.uint8]
    """By suited (1) or not (0) and rank hand: the line of three cards."""
    shape: NDArray[np.uint8]
    """By shape (how often ranks repeat): the line of six cards, straights and flushes ignored."""
    row: NDArray[np.uint8]
    """By the set of ranks as bits: the line of six cards, suits ignored."""
    flush: NDArray[np.uint8]
    """By the number of cards of one suit: the line of a flush."""
    suited_row: NDArray[np.uint8]
    """By the set of ranks of one suit as bits: the line of a straight flush."""
    digits: NDArray[np.int64]
    """By the number of cards of a rank: the summand of the shape."""
    three_lines: int
    """The number of lines of three cards."""
    six_lines: int
    """The number of lines of six cards."""


@compiled
def play_rounds(tables: Tables, room: DealBuffers, seed: np.uint64, first: int, kinds: Ints) -> None:
    """Write the kind of result of each round (row) and seat (column)."""
    seats = kinds.shape[1]
    cards = np.empty(HAND * (seats + 1), dtype=np.uint8)
    six = np.empty(SIX, dtype=np.int64)
    for row in range(len(kinds)):
        deal(room, seed, first + row, cards)
        for place in range(HAND):
            six[HAND + place] = cards[tables.places[seats, place]]
        dealer_hand = rank_hand(tables, six, HAND)
        for seat in range(seats):
            for place in range(HAND):
                six[place] = cards[tables.places[seat, place]]
            hand = rank_hand(tables, six, 0)
            suit = six[0] & SUIT_MASK
            suited = int(six[1] & SUIT_MASK == suit and six[2] & SUIT_MASK == suit)
            meeting = np.int64(tables.meetings[tables.rows[seat, hand], dealer_hand])
            line = meeting * tables.three_lines + tables.three[suited, hand]
            kinds[row, seat] = line * tables.six_lines + six_card_line(tables, six)


@compiled
def rank_hand(tables: Tables, six: Ints, start: int) -> int:
    """The number of the rank hand of the three cards from this position on."""
    first = six[start] >> RANK_SHIFT
    second = six[start + 1] >> RANK_SHIFT
    third = six[start + 2] >> RANK_SHIFT
    return int(tables.hand_of[first, second, third])


@compiled
def six_card_line(tables: Tables, six: Ints) -> int:
    """The line of six cards: the best of the lines that repeated ranks, straights and flushes make."""
    ranks = np.uint64(0)  # the set of ranks, one bit each
    shape = np.int64(0)
    rank_counts = np.uint64(0)  # one counter for each rank
    suit_counts = np.uint64(0)  # one counter for each suit
    for place in range(SIX):
        rank = six[place] >> RANK_SHIFT
        suit = six[place] & SUIT_MASK
        rank_counter = np.uint64(COUNTER_BITS * rank)
        times = rank_counts >> rank_counter & np.uint64(COUNTER_MASK)
        shape += tables.digits[times + np.uint64(1)] - tables.digits[times]
        rank_counts += np.uint64(1) << rank_counter
        suit_counts += np.uint64(1) << np.uint64(COUNTER_BITS * suit)
        ranks |= np.uint64(1) << np.uint64(rank)
    line = max(tables.shape[shape], tables.row[ranks])
    for suit in range(SUIT_MASK + 1):
        of_suit = suit_counts >> np.uint64(COUNTER_BITS * suit) & np.uint64(COUNTER_MASK)
        if of_suit >= SHORTEST_FLUSH:
            suited_ranks = np.uint64(0)
            for place in range(SIX):
                if six[place] & SUIT_MASK == suit:
                    suited_ranks |= np.uint64(1) << np.uint64(six[place] >> RANK_SHIFT)
            line = max(line, tables.flush[of_suit], tables.suited_row[suited_ranks])
    return int(line)
