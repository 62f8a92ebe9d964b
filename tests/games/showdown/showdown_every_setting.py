"""
The best setting of a Showdown deal by trying every one, where the cards are of few kinds: duplicates keep it small.

Nothing is left out and nothing is bounded: each hand of each size that its slot takes, every joker where it may lie, H6
first. The only thrift is that what the lower hands can make of the cards that are left is worked out once.
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
"""How many there are of each kind of card."""


def ways(held: Counts, size: int) -> list[Counts]:
    """Every way to take so many cards."""
    if not held:
        return [()] if size == 0 else []
    return [(n, *rest) for n in range(min(held[0], size) + 1) for rest in ways(held[1:], size - n)]


def best_value(terms: Terms, cards: Cards, value: Callable[[int, Strength], int]) -> int | None:
    """The most a legal setting is worth; None if none is legal."""
    kinds = sorted(set(cards))
    held = tuple(cards.count(kind) for kind in kinds)
    strict = terms.equal_hands_order == "illegal"

    @cache
    def options(place: int, grown: bool) -> list[tuple[Strength, Counts, bool, int]]:
        """What may lie there: how strong, of which cards, whether it has grown, and its worth."""
        found = []
        for size in legality.allowed_sizes(terms, place):
            for taken in ways(held, size) if size <= len(cards) - 15 else []:
                hand = hand_from(kinds, taken)
                if earned(terms, place, hand, grown):
                    strength = hand_order.strength_of(terms, hand)
                    found.append((strength, taken, size > 3, value(place, strength)))
        return sorted(found)

    @cache
    def rising(place: int, left: Counts, grown: bool) -> list[tuple[Strength, int]]:
        """Tops of H1 to this place from these cards: each better than all weaker ones. Strength and worth."""
        best: list[tuple[Strength, int]] = []
        for strength, taken, grows, worth in options(place, grown if place == 3 else False):
            rest = tuple(a - b for a, b in zip(left, taken, strict=True))
            if min(rest) < 0:
                continue
            below = under(rising(place - 1, rest, grows), strength) if place > 1 else 0
            if below is not None and (not best or worth + below > best[-1][1]):
                best.append((strength, worth + below))
        return best

    def under(tops: list[tuple[Strength, int]], strength: Strength) -> int | None:
        clear = [worth for top, worth in tops if (top < strength if strict else top <= strength)]
        return clear[-1] if clear else None

    tops = rising(SLOTS[-1], held, False)
    return tops[-1][1] if tops else None


def hand_from(kinds: list[Card], taken: Counts) -> Hand:
    return Hand(tuple(kind for kind, count in zip(kinds, taken, strict=True) for _ in range(count)))


def earned(terms: Terms, place: int, hand: Hand, grown: bool) -> bool:
    """As the game has it, over an H4 that has grown or has not."""
    hands = [NO_HAND] * len(SLOTS)
    hands[3] = Hand(hand.cards[:1] * (5 if grown else 3))
    hands[place - 1] = hand
    return legality.earns_its_size(terms, tuple(hands), place)
