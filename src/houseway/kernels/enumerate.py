"""
Enumeration of hands by class, each class with one representative and the number of its hands.

There are three levels of detail, finest first: physical hands (`cards.all_hands`), hands up to a renaming of the suits
(`suit_classes`), and shapes with the suit pattern that evaluation needs (`shape_classes`).
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import CLUBS, JOKER, RANKS, SUITS, TWO, Card, Cards
from .cards import Hands, all_hands
from .evaluate import ONE_SUIT, representatives
from .shapes import SYMBOLS, every_shape

Alike = tuple[tuple[int, ...], ...]
"""Suits in groups; those of one group have been used in the same way so far, so they are interchangeable."""


def shape_classes(size: int, *, decks: int, jokers: int = 0) -> Iterator[tuple[Cards, int]]:
    """A representative of every shape, of one suit and of several, and the number of its hands in the shoe."""
    for symbols in every_shape(size, jokers=jokers, copies=decks * len(SUITS)):
        every, suited = hands_of_shape(symbols, decks=decks, jokers=jokers)
        for pattern, cards in representatives(symbols, decks=decks, crowded=False):
            yield cards, suited if pattern == ONE_SUIT else every - suited


def hands_of_shape(symbols: tuple[int, ...], *, decks: int, jokers: int) -> tuple[int, int]:
    """The number of hands of this shape, and of those whose natural cards are all of one suit."""
    counts = _group_sizes(symbols)
    wild = comb(jokers, symbols.count(SYMBOLS - 1))
    every = wild * prod(comb(decks * len(SUITS), count) for count in counts)
    suited = wild * len(SUITS) * prod(comb(decks, count) for count in counts)
    return every, suited if counts else every


def suit_classes(size: int, *, decks: int = 1, jokers: int = 0) -> Iterator[tuple[Cards, int]]:
    """A representative of every hand up to renaming suits, and the number of its hands in the shoe."""
    for symbols in every_shape(size, jokers=jokers, copies=decks * len(SUITS)):
        wild = symbols.count(SYMBOLS - 1)
        ranks = [symbol + TWO for symbol in symbols[: size - wild]]
        for suits, ways in suit_choices(_group_sizes(symbols), decks):
            cards = tuple(Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True))
            yield cards + (JOKER,) * wild, ways * comb(jokers, wild)


def _group_sizes(symbols: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(list(same)) for symbol, same in groupby(symbols) if symbol < SYMBOLS - 1)


def class_arrays(size: int, *, decks: int = 1) -> tuple[Hands, NDArray[np.int64]]:
    """The suit classes without jokers as arrays: one representative per row, and the number of hands of each."""
    patterns = {_group_sizes(symbols) for symbols in every_shape(size, jokers=0, copies=decks * len(SUITS))}
    hands = []
    ways = []
    for counts in sorted(patterns):
        ranks = np.repeat(all_hands(len(counts), range(len(RANKS))), counts, axis=1)
        choices = suit_choices(counts, decks)
        suits = np.array([suits for suits, _ in choices], dtype=np.uint8) - CLUBS
        hands.append((ranks[:, None, :] * len(SUITS) + suits[None]).reshape(-1, size))
        ways.append(np.tile([ways for _, ways in choices], len(ranks)))
    return np.concatenate(hands).astype(np.uint8), np.concatenate(ways).astype(np.int64)


@cache
def suit_choices(counts: tuple[int, ...], decks: int) -> list[tuple[tuple[int, ...], int]]:
    """Every choice of suits for groups of cards of one rank each, up to renaming, and the number of its hands."""
    return list(_choose_suits(counts, (tuple(SUITS),), decks))


def _choose_suits(counts: tuple[int, ...], alike: Alike, decks: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Choose rank by rank; suits that one rank uses differently are no longer interchangeable."""
    if not counts:
        yield (), 1
        return
    for copies, ways in _spread_over_suits(counts[0], alike, decks):
        suits = tuple(suit for suit, copy in copies.items() for _ in range(copy))
        for rest, more in _choose_suits(counts[1:], _still_alike(alike, copies), decks):
            yield suits + rest, ways * more


def _spread_over_suits(count: int, alike: Alike, decks: int) -> Iterator[tuple[dict[int, int], int]]:
    """The numbers of cards of each suit among `count` cards of a rank, up to renaming, and the ways to choose them."""
    if not alike:
        if count == 0:
            yield {}, 1
        return
    suits = alike[0]
    others = alike[1:]
    for copies in combinations_with_replacement(range(min(decks, count), -1, -1), len(suits)):
        if sum(copies) <= count:
            ways = _arrangements(copies) * prod(comb(decks, copy) for copy in copies)
            for rest, more in _spread_over_suits(count - sum(copies), others, decks):
                yield dict(zip(suits, copies, strict=True)) | rest, ways * more


def _arrangements(copies: tuple[int, ...]) -> int:
    return factorial(len(copies)) // prod(factorial(copies.count(copy)) for copy in set(copies))


def _still_alike(alike: Alike, copies: dict[int, int]) -> Alike:
    return tuple(tuple(same) for suits in alike for _, same in groupby(suits, key=copies.__getitem__))
