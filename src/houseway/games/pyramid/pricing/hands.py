"""
Hands of Pyramid Poker as rank multisets ("rank hands"), and the number of ways to draw each.

There are 455 rank hands of three cards. The first wager counts draws by ranks, the others by ranks within a suit. Every
number here fits 64 bits: with 100 decks a hand can be drawn in fewer than 2**35 ways, and products of two such numbers
use Python's integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from ....rules.cards import RANKS, SUITS, TWO, Card, Cards

Whole = NDArray[np.int64]

HAND_SIZE = 3
RANK_COUNT = len(RANKS)
HANDS: Whole = np.array(list(combinations_with_replacement(range(RANK_COUNT), HAND_SIZE)), dtype=np.int64)[:, ::-1]
"""Every rank hand, highest card first; ranks are counted from 0 for a two."""
HAND_COUNT = len(HANDS)
CARD_PLACES = range(HAND_SIZE)
ODD_SUITS = tuple(SUITS)[:HAND_SIZE]
"""One suit for each card: a hand that is not suited."""


def held(hands: Whole) -> Whole:
    """By hand and rank: the number of cards."""
    counts = np.zeros((len(hands), RANK_COUNT), dtype=np.int64)
    for place in range(hands.shape[1]):
        np.add.at(counts, (np.arange(len(hands)), hands[:, place]), 1)
    return counts


HELD = held(HANDS)
INDEX_OF = {tuple(int(rank) for rank in hand): index for index, hand in enumerate(HANDS)}


def rank_sets(hands: Whole) -> Whole:
    """The ranks of each hand as bits."""
    sets: Whole = np.bitwise_or.reduce(1 << hands, axis=1)
    return sets


RANK_SETS = rank_sets(HANDS)


def without(place: int) -> tuple[Whole, NDArray[np.bool_]]:
    """
    Each hand without the card at position `place`, and whether that card is the first of its rank in the hand.

    Counting only first cards counts each rank once.
    """
    rest = np.delete(HANDS, place, axis=1)
    first = np.ones(HAND_COUNT, dtype=bool) if place == 0 else HANDS[:, place] != HANDS[:, place - 1]
    return rest, first


def draws(left: Whole, hands: Whole) -> Whole:
    """The number of ways to draw each hand (column) from each shoe (row); `left` has the cards of each rank by shoe."""
    there = np.maximum(left, 0)
    ways = np.ones((len(left), len(hands)), dtype=np.int64)
    orders = np.ones(len(hands), dtype=np.int64)
    for place in range(hands.shape[1]):
        same = (hands[:, :place] == hands[:, place : place + 1]).sum(axis=1)
        ways *= there[:, hands[:, place]] - same
        orders *= same + 1
    return ways // orders


def cards_of(hand: int, suits: tuple[int, ...] = ODD_SUITS) -> Cards:
    """The cards of a rank hand in these suits."""
    return tuple(Card(int(rank) + TWO, suit) for rank, suit in zip(HANDS[hand], suits, strict=True))


def index_of(cards: Cards) -> int:
    """The number of the rank hand of these cards."""
    return INDEX_OF[tuple(sorted((card.rank - TWO for card in cards), reverse=True))]


@dataclass(frozen=True)
class Composition:
    """The number of cards left in a shoe, by suit and rank."""

    suits: tuple[tuple[int, ...], ...]

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        return cls(((decks,) * RANK_COUNT,) * len(SUITS))

    def without(self, cards: Cards) -> Composition:
        left = [list(suit) for suit in self.suits]
        for card in cards:
            left[card.suit - SUITS.start][card.rank - TWO] -= 1
        return Composition(tuple(map(tuple, left)))

    @cached_property
    def ranks(self) -> Whole:
        counts: Whole = np.array(self.suits, dtype=np.int64).sum(axis=0)
        return counts

    @property
    def cards(self) -> int:
        return int(self.ranks.sum())

    @property
    def hands(self) -> int:
        """The number of hands of three cards."""
        return comb(self.cards, HAND_SIZE)

    @property
    def deals(self) -> int:
        """The number of ways to deal one hand and then another."""
        return self.hands * comb(self.cards - HAND_SIZE, HAND_SIZE)

    @cached_property
    def first_hands(self) -> Whole:
        """By rank hand: the number of ways to deal it first."""
        counts: Whole = draws(self.ranks[None, :], HANDS)[0]
        return counts

    @cached_property
    def second_hands(self) -> Whole:
        """The number of ways to deal each rank hand (column) after each first rank hand (row)."""
        return draws(self.ranks - HELD, HANDS)

    def like_suits(self) -> dict[tuple[int, ...], int]:
        """By the cards left of a suit, rank by rank: the number of suits with exactly these cards."""
        return {suit: self.suits.count(suit) for suit in self.suits}
