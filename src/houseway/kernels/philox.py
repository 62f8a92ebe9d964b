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
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
FIRST_STEP, SECOND_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
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
    a, b, c, d = words[0], words[1], words[2], words[3]
    one, two = key & LOW, key >> WORD
    for _ in range(TURNS):
        first, second = a * FIRST_FACTOR, c * SECOND_FACTOR
        a, b, c, d = (second >> WORD) ^ b ^ one, second & LOW, (first >> WORD) ^ d ^ two, first & LOW
        one, two = (one + FIRST_STEP) & LOW, (two + SECOND_STEP) & LOW
    words[0], words[1], words[2], words[3] = a, b, c, d


@compiled
def deal(room: Room, seed: np.uint64, number: int, cards: Ints) -> None:
    """The first cards of the shoe as it is shuffled for the round of this number; no more are drawn than are wanted."""
    shoe, words, swaps = room.shoe, room.words, room.swaps
    block, at, round_, size = np.uint64(0), 4, np.uint64(number), len(shoe)
    for place in range(len(cards)):
        left = np.uint64(size - place)
        while True:
            if at == 4:
                words[0], words[1], words[2], words[3] = block, round_ & LOW, round_ >> WORD, DEALING
                philox(words, seed)
                block, at = block + np.uint64(1), 0
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
