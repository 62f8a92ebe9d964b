"""
Shapes of hands: the number of cards of each rank, and of jokers.

Shapes of one size are numbered without gaps. Three look-ups give the number of a hand's shape: each card adds 1 to the
three-bit counter of its symbol in a key, and the key is split into three groups of symbols.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import RANKS, SUITS
from .cards import JOKER_CODE, Ints
from .compiled import compiled

SYMBOLS = len(RANKS) + 1
"""The ranks, and the joker as the last symbol."""
MOST_CARDS = 7
"""The largest hand: a count must fit into three bits."""
GROUPS = (5, 5, 4)


class ShapeTables(NamedTuple):
    """
    Look-up tables: `key` and `suit` by card; the others by the number of cards left and the counts of one group.

    An entry of `first`, `second` or `third` is a summand of the shape's number and, in the low three bits, the number
    of cards left for the next groups.
    """

    key: NDArray[np.uint64]
    suit: NDArray[np.uint64]
    first: NDArray[np.uint32]
    second: NDArray[np.uint32]
    third: NDArray[np.uint32]


def count_shapes(size: int, symbols: int = SYMBOLS) -> int:
    return comb(symbols + size - 1, size) if symbols else int(size == 0)


def every_shape(size: int, *, jokers: int, copies: int) -> Iterator[tuple[int, ...]]:
    """Every shape of this size as ascending symbols, with at most `jokers` jokers and `copies` cards of one rank."""
    for symbols in combinations_with_replacement(range(SYMBOLS), size):
        wild = symbols.count(SYMBOLS - 1)
        if wild <= jokers and all(symbols.count(symbol) <= copies for symbol in symbols if symbol < SYMBOLS - 1):
            yield symbols


@lru_cache(maxsize=1)
def shape_tables() -> ShapeTables:
    codes = np.arange(JOKER_CODE + 1, dtype=np.uint64)
    key = np.uint64(1) << (np.uint64(3) * (codes // np.uint64(len(SUITS))))
    suit = np.uint64(1) << codes
    suit[JOKER_CODE] = 0
    low, middle, high = (_numbering(place) for place in range(3))
    return ShapeTables(key, suit, low, middle, high)


def _numbering(place: int) -> NDArray[np.uint32]:
    """By cards left and counts of the group: the number of shapes before these counts, and the cards left after it."""
    width = GROUPS[place]
    behind = sum(GROUPS[place + 1 :])
    held = _digit_sums(width)
    table = np.zeros((MOST_CARDS + 1, len(held)), dtype=np.uint32)
    for left in range(MOST_CARDS + 1):
        ways = np.array([count_shapes(left - cards, behind) if cards <= left else 0 for cards in range(8 * width)])
        after = ways[held]
        before = np.cumsum(after) - after
        table[left] = np.where(held <= left, before * 8 + (left - held), 0)
    return table


def _digit_sums(width: int) -> Ints:
    groups = np.arange(8**width)
    return sum((groups >> (3 * digit)) & 7 for digit in range(width)) + 0 * groups


@compiled
def shape_of(tables: ShapeTables, size: int, key: np.uint64) -> int:
    """The number of the shape with this key."""
    low = tables.first[size, key & 0x7FFF]
    middle = tables.second[low & 7, (key >> 15) & 0x7FFF]
    high = tables.third[middle & 7, key >> 30]
    return (low >> 3) + (middle >> 3) + (high >> 3)  # type: ignore[no-any-return]


def shape_number(symbols: tuple[int, ...]) -> int:
    """The number of the shape with these symbols; `shape_of` is its compiled twin."""
    tables = shape_tables()
    left = len(symbols)
    number = 0
    key = sum(8**symbol for symbol in symbols)
    for table, width in zip((tables.first, tables.second, tables.third), GROUPS, strict=True):
        entry = int(table[left, key & (8**width - 1)])
        number = number + (entry >> 3)
        left = entry & 7
        key = key >> 3 * width
    return number
