"""
Rounds of Pyramid Poker in bulk: cards dealt, hands set by table, and the kind of result of each seat.

Rounds of one kind are paid alike: the kind of meeting of the two settings, the line of the three cards, and the line of
the six. The tables come from `pricing.pyramid`, which made them by asking the game.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from ....kernels.philox import Room, deal

SIX = 6


class Tables(NamedTuple):
    places: NDArray[np.int64]
    """By party, the dealer last: which cards of the deal are its own."""
    hand_of: NDArray[np.uint16]
    """The rank hand of three ranks, in any order."""
    rows: NDArray[np.uint16]
    """By seat and rank hand: the setting that its strategy chooses."""
    meetings: NDArray[np.uint8]
    """By our setting and the dealer's rank hand: the kind of meeting."""
    three: NDArray[np.uint8]
    """The line of three cards, by suited or not and by rank hand."""
    shape: NDArray[np.uint8]
    """The line of the repeats of six cards alone, as the next of their ranks alone, of a flush and of ranks in it."""
    row: NDArray[np.uint8]
    flush: NDArray[np.uint8]
    suited_row: NDArray[np.uint8]
    digits: NDArray[np.int64]
    """What a rank that comes so often adds to a shape."""
    three_lines: int
    six_lines: int


@compiled
def play_rounds(tables: Tables, room: Room, seed: np.uint64, first: int, kinds: Ints) -> None:
    """The kind of result of each round and seat."""
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
    """The best of what the repeats, the ranks and the suits of six cards make alone."""
    ranks = np.uint64(0)
    suits = np.uint64(0)
    shape = np.int64(0)
    counts = np.uint64(0)  # four bits for each rank
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
