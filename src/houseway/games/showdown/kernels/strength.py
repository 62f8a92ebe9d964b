"""
The strength of a hand of Pyramid Showdown as one integer, its code: one, three or five cards, or a power hand of more.

Codes of hands of different sizes can be compared. Hands of up to five cards have tables as in
`houseway.kernels.suited`. A larger hand is n of a kind or a straight flush; a table by size and ranks has the number of
its class and ranks.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from ....kernels.suited import SUITS_END, SuitedTables, combined_code, suited_code

RANKED = 64 * SUITS_END
"""A code divided by this is the number of its class and ranks, from 1."""


class Strengths(NamedTuple):
    """Tables of codes."""

    ones: NDArray[np.int64]
    """Code by card."""
    threes: NDArray[np.int64]
    """Code by first, second and third card."""
    fives: SuitedTables
    power: NDArray[np.int64]
    """Number of class and ranks of larger hands, by size and a mask of the ranks of their natural cards."""


@compiled
def strength_of(table: Strengths, hand: Ints) -> int:
    """Code of a hand of a legal size; a higher code is stronger."""
    if len(hand) == 1:
        return table.ones[hand[0]]  # type: ignore[no-any-return]
    if len(hand) == 3:
        return table.threes[hand[0], hand[1], hand[2]]  # type: ignore[no-any-return]
    return np.int64(suited_code(table.fives, hand)) if len(hand) == 5 else _power_code(table, hand)  # type: ignore[return-value]


@compiled
def _power_code(table: Strengths, hand: Ints) -> int:
    """Code of n of a kind, in which jokers are spades, or of a straight flush, in which they have its suit."""
    size = len(hand)
    ranks = np.int64(0)
    jokers = 0
    suit = np.int64(3)
    cards_by_suit = np.zeros(4, dtype=np.int64)
    for card in hand:
        if card == JOKER_CODE:
            jokers += 1
        else:
            ranks |= 1 << np.int64(card // 4)
            suit = np.int64(card % 4)
            cards_by_suit[suit] += 1
    cards_by_suit[3 if ranks & (ranks - 1) == 0 else suit] += jokers
    suits = _suit_number(cards_by_suit, table.fives.digits)
    return np.int64(combined_code(np.uint64(table.power[size, ranks]), suits, jokers * table.fives.wild_costs, 0))  # type: ignore[return-value]


@compiled
def _suit_number(cards_by_suit: Ints, digits: int) -> int:
    """Suits of a hand as a number: higher for more spades, then for more hearts, then for more diamonds."""
    if digits > 1:
        return (cards_by_suit[3] * 11 + cards_by_suit[2]) * 11 + cards_by_suit[1]  # type: ignore[no-any-return]
    highest = 3
    while not cards_by_suit[highest]:
        highest -= 1
    return digits * (highest + 1)
