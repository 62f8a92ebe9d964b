"""The most that a showdown can cost: every point is paid, and nothing caps a loss [SHO-A20]."""

from __future__ import annotations

from itertools import product

from ....rules.cards import ACE, KING, SUITS, Card, Cards
from .. import hand_order, legality, scoring
from ..hand_order import Hand
from ..terms import Terms


def most_points(terms: Terms) -> int:
    """
    An upper bound on the points that one opponent can win with six hands.

    Every hand is as good as its size allows, and all hands together take no more cards than a player has. That one
    shoe has the cards for all of them, and that they are in rising order, is not required.
    """
    cards = terms.initial_cards + terms.buy1_cards + terms.buy2_cards
    best_points = [
        {size: _most_points(terms, slot, size) for size in legality.allowed_sizes(terms, slot)}
        for slot in legality.SLOTS
    ]
    sizes_that_fit = (sizes for sizes in product(*best_points) if sum(sizes) <= cards)
    return max(sum(by_size[size] for by_size, size in zip(best_points, sizes, strict=True)) for sizes in sizes_that_fit)


def most_lost(terms: Terms, players: int) -> int:
    """Chips lost with all six hands to every opponent, the ante and both buys included."""
    paid_in = terms.ante_chips + terms.buy1_chips + terms.buy2_chips
    return int(most_points(terms) * terms.chips_per_point * (players - 1) + paid_in)


def _most_points(terms: Terms, slot: int, size: int) -> int:
    """Points of the best hand of this size in a slot."""
    hands = [_of_a_kind(size), _straight_flush(size), _full_house(size)]
    return max(scoring.points(terms, slot, hand_order.strength_of(terms, Hand(hand))) for hand in hands)


def _of_a_kind(size: int) -> Cards:
    return (Card(ACE, SUITS[0]),) * size


def _straight_flush(size: int) -> Cards:
    return tuple(Card(ACE - step, SUITS[0]) for step in range(size))


def _full_house(size: int) -> Cards:
    """Aces and kings, one ace more if the size is odd: three and two in a hand of five."""
    aces = (size + 1) // 2
    ranks = [ACE] * aces + [KING] * (size - aces)
    return tuple(Card(rank, SUITS[number % len(SUITS)]) for number, rank in enumerate(ranks))
