"""
The second method of a price: hands are dealt from a seed and settled one by one by the game's own rules.

It shares nothing with the counting: no tables, no classes of hands, no multiplicities. From the price it takes only
which decision is best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol

from ..rules.cards import Cards

Figure = tuple[str, str]
"""A wager and a strategy."""
Nets = Iterator[tuple[Figure, Fraction]]


class Entropy(Protocol):
    """A stream of uniform random whole numbers."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        ...


SecondMethod = Callable[[Entropy], Nets]
"""Deals one hand and yields the net of every figure on it."""


def first_cards(shoe: Cards, entropy: Entropy, count: int) -> Cards:
    """The first cards of the shuffled shoe. The other cards are not shuffled."""
    cards = list(shoe)
    for position in range(count):
        chosen = position + entropy.below(len(cards) - position)
        cards[position], cards[chosen] = cards[chosen], cards[position]
    return tuple(cards[:count])
