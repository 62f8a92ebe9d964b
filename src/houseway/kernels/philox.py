"""
Random numbers for simulations: a counter-based generator, and cards dealt with it.

Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) turns a key and a counter into four words. The key is the seed, and
the counter contains the number of the round. The cards of a round depend on nothing else, so rounds can be played in
any order by any number of workers. Numbers below a bound are drawn by rejection, so that all are equally likely.
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
ROUNDS_OF_MIXING = 10
DEALING = np.uint64(1)
"""The purpose of the random numbers, in the last word of the counter."""


class DealBuffers(NamedTuple):
    """The arrays that `deal` works in, allocated once for many rounds."""

    shoe: Hands
    """All cards in order; restored after each deal."""
    words: NDArray[np.uint64]
    swaps: NDArray[np.int64]


def buffers_for(shoe: Hands) -> DealBuffers:
    return DealBuffers(shoe.copy(), np.zeros(4, dtype=np.uint64), np.zeros(len(shoe), dtype=np.int64))


@compiled
def philox(words: Ints, key: np.uint64) -> None:
    """Turn the four words of a counter into four random words, in place."""
    a = words[0]
    b = words[1]
    c = words[2]
    d = words[3]
    one = key & LOW
    two = key >> WORD
    for _ in range(ROUNDS_OF_MIXING):
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
def deal(buffers: DealBuffers, seed: np.uint64, number: int, cards: Ints) -> None:
    """Fill `cards` with the first cards of the shuffled shoe of round `number`; no further cards are drawn."""
    shoe = buffers.shoe
    words = buffers.words
    swaps = buffers.swaps
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
def deal_rounds(buffers: DealBuffers, seed: np.uint64, first: int, cards: Hands) -> None:
    """Deal the cards of consecutive rounds, one round per row."""
    for row in range(len(cards)):
        deal(buffers, seed, first + row, cards[row])


def dealt_cards(shoe: Hands, seed: int, first: int, *, rounds: int, cards: int) -> Hands:
    """The first `cards` cards of each of these rounds, one round per row."""
    hands = np.empty((rounds, cards), dtype=np.uint8)
    deal_rounds(buffers_for(shoe), np.uint64(seed), first, hands)
    return hands
