"""
The best setting of a Showdown player's cards by trying every setting, for cards of few kinds.

Nothing is left out or bounded: every hand of every size that a slot takes, with every joker, H6 first. Only the best
lower hands of the cards left are cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from houseway.games.showdown import hand_order, legality
from houseway.games.showdown.hand_order import Hand
from houseway.games.showdown.legality import SLOTS
from houseway.games.showdown.terms import Terms
from houseway.rules.cards import Card, Cards
from houseway.rules.ranking import Strength

NO_HAND = Hand(())
Counts = tuple[int, ...]
"""Number of cards of each kind."""


def ways(held: Counts, size: int) -> list[Counts]:
    """All ways to take `size` cards."""
    if not held:
        return [()] if size == 0 else []
    return [(n, *rest) for n in range(min(held[0], size) + 1) for rest in ways(held[1:], size - n)]


def best_value(terms: Terms, cards: Cards, value: Callable[[int, Strength], int]) -> int | None:
    """The highest value of a legal setting; None if none is legal."""
    kinds = sorted(set(cards))
    held = tuple(cards.count(kind) for kind in kinds)
    strict = terms.equal_hands_order == "illegal"

    @cache
    def options(slot: int, extended: bool) -> list[tuple[Strength, Counts, bool, int]]:
        """The hands that a slot takes: strength, cards, whether extended, and value."""
        hands = []
        for size in legality.allowed_sizes(terms, slot):
            for taken in ways(held, size) if size <= len(cards) - 15 else []:
                hand = hand_from(kinds, taken)
                if earned(terms, slot, hand, extended):
                    strength = hand_order.strength_of(terms, hand)
                    hands.append((strength, taken, size > 3, value(slot, strength)))
        return sorted(hands)

    @cache
    def rising(slot: int, left: Counts, extended: bool) -> list[tuple[Strength, int]]:
        """Strength of the hand in a slot and best value of H1 up to it, for those better than all weaker ones."""
        best: list[tuple[Strength, int]] = []
        for strength, taken, extends, value_here in options(slot, extended if slot == 3 else False):
            rest = tuple(a - b for a, b in zip(left, taken, strict=True))
            if min(rest) < 0:
                continue
            below = under(rising(slot - 1, rest, extends), strength) if slot > 1 else 0
            if below is not None and (not best or value_here + below > best[-1][1]):
                best.append((strength, value_here + below))
        return best

    def under(tops: list[tuple[Strength, int]], strength: Strength) -> int | None:
        clear = [value_here for top, value_here in tops if (top < strength if strict else top <= strength)]
        return clear[-1] if clear else None

    tops = rising(SLOTS[-1], held, False)
    return tops[-1][1] if tops else None


def hand_from(kinds: list[Card], taken: Counts) -> Hand:
    return Hand(tuple(kind for kind, count in zip(kinds, taken, strict=True) for _ in range(count)))


def earned(terms: Terms, slot: int, hand: Hand, extended: bool) -> bool:
    """True if the rules allow the hand its size, with an extended H4 or not."""
    hands = [NO_HAND] * len(SLOTS)
    hands[3] = Hand(hand.cards[:1] * (5 if extended else 3))
    hands[slot - 1] = hand
    return legality.earns_its_size(terms, tuple(hands), slot)
