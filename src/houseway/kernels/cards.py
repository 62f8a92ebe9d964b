"""Cards as small integers: the twos 0 to 3, ..., the aces 48 to 51, clubs first; every joker is 52."""

from collections.abc import Iterable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import CLUBS, JOKER, SUITS, TWO, Card, Cards
from .compiled import compiled

Hands = NDArray[np.uint8]
"""One hand per row."""
Ints = NDArray[Any]
"""Numbers of any integer type; the compiler makes a version for each type that it is called with."""

JOKER_CODE = 52
RANK_SHIFT = 2
"""`code >> RANK_SHIFT` is the rank of a card, from 0 for a two."""
SUIT_MASK = 3
"""`code & SUIT_MASK` is the suit of a card, from 0 for clubs."""


def encoded(card: Card) -> int:
    return JOKER_CODE if card == JOKER else (card.rank - TWO) * len(SUITS) + card.suit - CLUBS


def decoded(code: int) -> Card:
    return JOKER if code == JOKER_CODE else Card(int(code) // len(SUITS) + TWO, int(code) % len(SUITS) + CLUBS)


def encoded_hands(hands: Iterable[Cards]) -> Hands:
    return np.array([[encoded(card) for card in hand] for hand in hands], dtype=np.uint8)


def decoded_hand(codes: Iterable[int]) -> Cards:
    return tuple(decoded(code) for code in codes)


def all_hands(size: int, cards: Iterable[int] = range(JOKER_CODE)) -> Hands:
    """Every hand of this size from these cards, one per row, with its cards in the given order."""
    codes = np.array(list(cards), dtype=np.uint8)
    return _combinations(codes, size, comb(len(codes), size))


@compiled
def _combinations(cards: Hands, size: int, count: int) -> Hands:
    hands = np.empty((count, size), dtype=np.uint8)
    places = np.arange(size)
    for row in range(count):
        for position in range(size):
            hands[row, position] = cards[places[position]]
        moving = size - 1
        while moving >= 0 and places[moving] == len(cards) - size + moving:
            moving -= 1
        if moving >= 0:
            places[moving] += 1
            for position in range(moving + 1, size):
                places[position] = places[position - 1] + 1
    return hands


def subsets(size: int, chosen: int) -> Ints:
    """The positions of every choice of `chosen` cards from a hand of `size` cards, one choice per row."""
    return np.array(list(combinations(range(size), chosen)), dtype=np.uint32)
