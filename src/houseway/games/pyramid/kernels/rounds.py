"""
Rounds of Pyramid Poker in bulk: deals cards, sets hands by table, and finds the kind of result of each seat.

A kind of result is the kind of comparison between the two settings, the line of the three cards and the line of the six
cards. Results of one kind pay the same. `pricing/` makes the tables by calling the rules.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from ....kernels.philox import DealBuffers, deal

SIX = 6


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
    cards = np.empty(3 * (seats + 1), dtype=np.uint8)
    six = np.empty(SIX, dtype=np.int64)
    for row in range(len(kinds)):
        deal(room, seed, first + row, cards)
        for place in range(3):
            six[3 + place] = cards[tables.places[seats, place]]
        theirs = tables.hand_of[six[3] >> 2, six[4] >> 2, six[5] >> 2]
        for seat in range(seats):
            for place in range(3):
                six[place] = cards[tables.places[seat, place]]
            ours = tables.hand_of[six[0] >> 2, six[1] >> 2, six[2] >> 2]
            suited = int((six[0] ^ six[1]) & 3 == 0 and (six[0] ^ six[2]) & 3 == 0)
            meeting = np.int64(tables.meetings[tables.rows[seat, ours], theirs])
            line = meeting * tables.three_lines + tables.three[suited, ours]
            kinds[row, seat] = line * tables.six_lines + six_card_line(tables, six)


@compiled
def six_card_line(tables: Tables, six: Ints) -> int:
    """The line of six cards: the best of the lines that repeated ranks, straights and flushes make."""
    ranks = np.uint64(0)
    suits = np.uint64(0)
    shape = np.int64(0)
    counts = np.uint64(0)  # the number of cards of each rank, four bits each
    for place in range(SIX):
        shift = np.uint64(4 * (six[place] >> 2))
        times = counts >> shift & np.uint64(15)
        shape += tables.digits[times + np.uint64(1)] - tables.digits[times]
        counts += np.uint64(1) << shift
        ranks |= np.uint64(1) << np.uint64(six[place] >> 2)
        suits += np.uint64(1) << np.uint64(4 * (six[place] & 3))
    line = max(tables.shape[shape], tables.row[ranks])
    for suit in range(4):
        held = suits >> np.uint64(4 * suit) & np.uint64(15)
        if held >= 5:
            own = np.uint64(0)
            for place in range(SIX):
                if six[place] & 3 == suit:
                    own |= np.uint64(1) << np.uint64(six[place] >> 2)
            line = max(line, tables.flush[held], tables.suited_row[own])
    return int(line)
