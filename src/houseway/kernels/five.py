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
KEY_BITS = 19
SUIT_BITS = KEY_BITS + 1
"""Position of the first suit counter. The bit below it marks a flush in the index of the look-up."""


class FiveTables(NamedTuple):
    """Tables with which a kernel evaluates five cards."""

    card: NDArray[np.uint32]
    """By card: its summand, the key of the rank and a 1 in the counter of the suit."""
    code: NDArray[np.uint16]
    """By sum of rank keys, with bit KEY_BITS set for a flush: the code; 0 if there is no such hand."""


def five_tables(codes: Ints, number_of_shape: Callable[[tuple[int, ...]], int]) -> FiveTables:
    """The codes by shape and pattern, rearranged for a single look-up."""
    cards = np.arange(JOKER_CODE, dtype=np.uint32)
    ranks = cards // len(SUITS)
    suits = cards % len(SUITS)
    card = np.array(RANK_KEYS, dtype=np.uint32)[ranks] + (np.uint32(1) << (SUIT_BITS + 3 * suits).astype(np.uint32))
    code = np.zeros(2 << KEY_BITS, dtype=np.uint16)
    for ranks_held in combinations_with_replacement(range(len(RANKS)), 5):
        key = sum(RANK_KEYS[rank] for rank in ranks_held)
        shape = number_of_shape(ranks_held)
        if codes[shape].any():
            code[key] = codes[shape, 1]
            code[key | 1 << KEY_BITS] = codes[shape, 0]
    return FiveTables(card, code)


@compiled
def code_fives(tables: FiveTables, hands: Hands) -> NDArray[np.uint32]:
    codes = np.empty(len(hands), dtype=np.uint32)
    for row in range(len(hands)):
        codes[row] = code_of_five(tables, hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4])
    return codes


@compiled
def code_of_five(tables: FiveTables, a: int, b: int, c: int, d: int, e: int) -> int:
    total = tables.card[a] + tables.card[b] + tables.card[c] + tables.card[d] + tables.card[e]
    suits = total >> np.uint32(20)
    flush = (suits & suits >> np.uint32(2) & np.uint32(0x249)) != 0  # of 0 to 5, only five (101) has both outer bits
    return tables.code[(total & np.uint32(0x7FFFF)) | np.uint32(flush) << np.uint32(19)]  # type: ignore[no-any-return]
