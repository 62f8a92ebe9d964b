"""
Evaluation of five cards of one deck with a single look-up.

Each card adds the key of its rank, and 1 to the three-bit counter of its suit. Different multisets of five ranks have
different sums of keys.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import RANKS, SUITS
from .cards import JOKER_CODE, Hands, Ints
from .compiled import compiled

RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""By rank from two to ace: a number. The sums of any five of them differ if the ranks differ."""
HAND = 5
KEY_BITS = 19
"""The bits of the largest sum of rank keys."""
RANK_KEY_MASK = (1 << KEY_BITS) - 1
FLUSH_BIT = KEY_BITS
"""The bit that marks a flush in the index of the look-up."""
FIRST_SUIT_BIT = FLUSH_BIT + 1
"""Position of the first suit counter."""
COUNTER_BITS = 3
"""The bits of a suit counter, which counts from 0 to 5."""
LOWEST_COUNTER_BITS = 0b001_001_001_001
"""The lowest bit of each of the four suit counters."""
ONE_SUIT_COLUMN = 0
MIXED_SUITS_COLUMN = 1
"""The columns of the codes by shape: for hands of one suit, and for all others."""


class FiveTables(NamedTuple):
    """Tables with which a kernel evaluates five cards."""

    card: NDArray[np.uint32]
    """By card: its summand, the key of the rank and a 1 in the counter of the suit."""
    code: NDArray[np.uint16]
    """By sum of rank keys, with FLUSH_BIT set for a flush: the code; 0 if there is no such hand."""


def five_tables(codes: Ints, number_of_shape: Callable[[tuple[int, ...]], int]) -> FiveTables:
    """The codes by shape and pattern, rearranged for a single look-up."""
    cards = np.arange(JOKER_CODE, dtype=np.uint32)
    ranks = cards // len(SUITS)
    suits = cards % len(SUITS)
    counter_positions = (FIRST_SUIT_BIT + COUNTER_BITS * suits).astype(np.uint32)
    card = np.array(RANK_KEYS, dtype=np.uint32)[ranks] + (np.uint32(1) << counter_positions)
    code = np.zeros(2 << FLUSH_BIT, dtype=np.uint16)
    for ranks_held in combinations_with_replacement(range(len(RANKS)), HAND):
        key = sum(RANK_KEYS[rank] for rank in ranks_held)
        shape = number_of_shape(ranks_held)
        if codes[shape].any():
            code[key] = codes[shape, MIXED_SUITS_COLUMN]
            code[key | 1 << FLUSH_BIT] = codes[shape, ONE_SUIT_COLUMN]
    return FiveTables(card, code)


@compiled
def code_fives(tables: FiveTables, hands: Hands) -> NDArray[np.uint32]:
    codes = np.empty(len(hands), dtype=np.uint32)
    for row in range(len(hands)):
        codes[row] = code_of_five(tables, hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4])
    return codes


@compiled
def code_of_five(tables: FiveTables, a: int, b: int, c: int, d: int, e: int) -> int:
    return code_of_sum(tables, tables.card[a] + tables.card[b] + tables.card[c] + tables.card[d] + tables.card[e])


@compiled
def code_of_sum(tables: FiveTables, total: np.uint32) -> int:
    """The code of five cards, from the sum of their summands."""
    suits = total >> np.uint32(FIRST_SUIT_BIT)
    # Of the counts 0 to 5, only five (binary 101) has both its lowest and its highest bit set.
    highest_bits = suits >> np.uint32(COUNTER_BITS - 1)
    is_flush = (suits & highest_bits & np.uint32(LOWEST_COUNTER_BITS)) != 0
    rank_key = total & np.uint32(RANK_KEY_MASK)
    return tables.code[rank_key | np.uint32(is_flush) << np.uint32(FLUSH_BIT)]  # type: ignore[no-any-return]
