"""
The second method behind a price: hands dealt from a seed and settled by the game's own rules, one by one.

It shares no step with the counting: no tables, no classes of hands, no multiplicities. It takes from the price only
which decision is best, because that is what is being priced.
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
    """Where the cards come from: a stream of uniform whole numbers."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        ...


SecondMethod = Callable[[Entropy], Nets]
"""Deals one hand and yields what every figure won on it."""


def first_cards(shoe: Cards, entropy: Entropy, count: int) -> Cards:
    """The first cards of a shuffled shoe; only as much is shuffled as is dealt."""
    cards = list(shoe)
    for place in range(count):
        chosen = place + entropy.below(len(cards) - place)
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return tuple(cards[:count])
