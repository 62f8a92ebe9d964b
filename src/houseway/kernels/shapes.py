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
COUNT_BITS = 3
"""The bits of the counter of a symbol."""
COUNT_MASK = (1 << COUNT_BITS) - 1
MOST_CARDS = COUNT_MASK
"""The largest hand: a count must fit into its bits."""
GROUPS = (5, 5, 4)
"""The symbols of each group, the twos in the first."""
GROUP_BITS = COUNT_BITS * GROUPS[0]
"""The bits of the first group in a key, and of the second."""
GROUP_MASK = (1 << GROUP_BITS) - 1


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
    key = np.uint64(1) << (np.uint64(COUNT_BITS) * (codes // np.uint64(len(SUITS))))
    suit = np.uint64(1) << codes
    suit[JOKER_CODE] = 0
    low, middle, high = (_numbering(place) for place in range(3))
    return ShapeTables(key, suit, low, middle, high)


def _numbering(place: int) -> NDArray[np.uint32]:
    """By cards left and counts of the group: the number of shapes before these counts, and the cards left after it."""
    width = GROUPS[place]
    behind = sum(GROUPS[place + 1 :])
    held = _digit_sums(width)
    most_in_group = COUNT_MASK * width
    table = np.zeros((MOST_CARDS + 1, len(held)), dtype=np.uint32)
    for left in range(MOST_CARDS + 1):
        ways = np.zeros(most_in_group + 1, dtype=np.int64)
        ways[: left + 1] = [count_shapes(left - cards, behind) for cards in range(left + 1)]
        after = ways[held]
        before = np.cumsum(after) - after
        table[left] = np.where(held <= left, (before << COUNT_BITS) + (left - held), 0)
    return table


def _digit_sums(width: int) -> Ints:
    """By the counts of a group of `width` symbols: their sum."""
    groups = np.arange(1 << COUNT_BITS * width)
    sums = np.zeros_like(groups)
    for digit in range(width):
        sums += (groups >> COUNT_BITS * digit) & COUNT_MASK
    return sums


@compiled
def shape_of(tables: ShapeTables, size: int, key: np.uint64) -> int:
    """The number of the shape with this key."""
    low = tables.first[size, key & GROUP_MASK]
    middle = tables.second[low & COUNT_MASK, (key >> GROUP_BITS) & GROUP_MASK]
    high = tables.third[middle & COUNT_MASK, key >> 2 * GROUP_BITS]
    return (low >> COUNT_BITS) + (middle >> COUNT_BITS) + (high >> COUNT_BITS)  # type: ignore[no-any-return]


def shape_number(symbols: tuple[int, ...]) -> int:
    """The number of the shape with these symbols; `shape_of` is its compiled twin."""
    tables = shape_tables()
    left = len(symbols)
    number = 0
    key = sum(1 << COUNT_BITS * symbol for symbol in symbols)
    for table, width in zip((tables.first, tables.second, tables.third), GROUPS, strict=True):
        bits = COUNT_BITS * width
        entry = int(table[left, key & ((1 << bits) - 1)])
        number += entry >> COUNT_BITS
        left = entry & COUNT_MASK
        key >>= bits
    return number
