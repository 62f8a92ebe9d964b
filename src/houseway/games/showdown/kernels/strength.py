"""
Strength as one integer for the hands of Pyramid Showdown: one, three and five cards, and power hands of six to ten.

The smaller hands are tabled as in `suited`; a larger one is of a kind or a run of one suit, and its number is looked up
by its size and its ranks. Hands of all sizes compare.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from ....kernels.suited import SUITS_END, SuitedTables, combined_code, suited_code

RANKED = 64 * SUITS_END
"""A code divided by this is the number of its class and ranks."""


class Strengths(NamedTuple):
    """What a kernel needs to value hands."""

    ones: NDArray[np.int64]
    """Codes by card."""
    threes: NDArray[np.int64]
    """Codes by the first card, the second and the third."""
    fives: SuitedTables
    power: NDArray[np.int64]
    """The numbers of larger hands, by size and the ranks of their natural cards, one bit each."""


@compiled
def strength_of(table: Strengths, hand: Ints) -> int:
    """The code of a hand that may stand in a place of its own; a higher one is stronger."""
    if len(hand) == 1:
        return table.ones[hand[0]]  # type: ignore[no-any-return]
    if len(hand) == 3:
        return table.threes[hand[0], hand[1], hand[2]]  # type: ignore[no-any-return]
    return np.int64(suited_code(table.fives, hand)) if len(hand) == 5 else _power(table, hand)  # type: ignore[return-value]


@compiled
def _power(table: Strengths, hand: Ints) -> int:
    """Of a kind, jokers being spades; or a run, jokers joining its suit."""
    size = len(hand)
    ranks = np.int64(0)
    jokers = 0
    suit = np.int64(3)
    often = np.zeros(4, dtype=np.int64)
    for card in hand:
        if card == JOKER_CODE:
            jokers += 1
        else:
            ranks |= 1 << np.int64(card // 4)
            suit = np.int64(card % 4)
            often[suit] += 1
    often[3 if ranks & (ranks - 1) == 0 else suit] += jokers
    suits = _suits(often, table.fives.digits)
    return np.int64(combined_code(np.uint64(table.power[size, ranks]), suits, jokers * table.fives.wild_costs, 0))  # type: ignore[return-value]


@compiled
def _suits(often: Ints, digits: int) -> int:
    """How the suits of equally many cards of one rank or one suit compare: by how many are spades, then hearts."""
    if digits > 1:
        return (often[3] * 11 + often[2]) * 11 + often[1]  # type: ignore[no-any-return]
    highest = 3
    while not often[highest]:
        highest -= 1
    return digits * (highest + 1)
