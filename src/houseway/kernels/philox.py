"""
Chance for simulations: a counter-based generator, and cards dealt with it.

Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) turns a key and a counter into four words. The key is the seed, and
the counter holds the number of the round: the cards of a round depend on nothing else, neither on the rounds before it
nor on who plays it, and rounds may be played in any order, by any number of workers. A number below a bound is
drawn by rejection, so that none is likelier than another.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import Hands, Ints
from .compiled import compiled

WORD = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
FIRST_FACTOR = np.uint64(0xD2511F53)
SECOND_FACTOR = np.uint64(0xCD9E8D57)
FIRST_STEP = np.uint64(0x9E3779B9)
SECOND_STEP = np.uint64(0xBB67AE85)
TURNS = 10
DEALING = np.uint64(1)
"""What chance is drawn for, in the last word of the counter."""


class Room(NamedTuple):
    """What dealing works in, made once for many rounds."""

    shoe: Hands
    """Every card, in order; in order again after each deal."""
    words: NDArray[np.uint64]
    swaps: NDArray[np.int64]


def room_for(shoe: Hands) -> Room:
    return Room(shoe.copy(), np.zeros(4, dtype=np.uint64), np.zeros(len(shoe), dtype=np.int64))


@compiled
def philox(words: Ints, key: np.uint64) -> None:
    """Four words of a counter, turned into four of chance."""
    a = words[0]
    b = words[1]
    c = words[2]
    d = words[3]
    one = key & LOW
    two = key >> WORD
    for _ in range(TURNS):
        first = a * FIRST_FACTOR
        second = c * SECOND_FACTOR
        a = (second >> WORD) ^ b ^ one
        b = second & LOW
        c = (first >> WORD) ^ d ^ two
        d = first & LOW
        one = (one + FIRST_STEP) & LOW
        two = (two + SECOND_STEP) & LOW
    words[0] = a
    words[1] = b
    words[2] = c
    words[3] = d


@compiled
def deal(room: Room, seed: np.uint64, number: int, cards: Ints) -> None:
    """The first cards of the shoe as it is shuffled for the round of this number; no more are drawn than are wanted."""
    shoe = room.shoe
    words = room.words
    swaps = room.swaps
    block = np.uint64(0)
    at = 4
    round_ = np.uint64(number)
    size = len(shoe)
    for place in range(len(cards)):
        left = np.uint64(size - place)
        while True:
            if at == 4:
                words[0] = block
                words[1] = round_ & LOW
                words[2] = round_ >> WORD
                words[3] = DEALING
                philox(words, seed)
                block = block + np.uint64(1)
                at = 0
            drawn = words[at] * left
            at += 1
            if drawn & LOW >= left or drawn & LOW >= ((LOW - left) + np.uint64(1)) % left:
                break
        swaps[place] = place + np.int64(drawn >> WORD)
        cards[place] = shoe[swaps[place]]
        shoe[swaps[place]] = shoe[place]
        shoe[place] = cards[place]
    for place in range(len(cards) - 1, -1, -1):
        shoe[place] = shoe[swaps[place]]
        shoe[swaps[place]] = cards[place]


@compiled
def deal_rounds(room: Room, seed: np.uint64, first: int, cards: Hands) -> None:
    """The cards of consecutive rounds, one round to a row."""
    for row in range(len(cards)):
        deal(room, seed, first + row, cards[row])


def dealt(shoe: Hands, seed: int, first: int, *, rounds: int, cards: int) -> Hands:
    """So many cards of each of these rounds."""
    found = np.empty((rounds, cards), dtype=np.uint8)
    deal_rounds(room_for(shoe), np.uint64(seed), first, found)
    return found
