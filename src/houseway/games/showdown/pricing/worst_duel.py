"""The most that a showdown can cost where every point is paid and nothing caps a loss [SHO-A20]."""

from __future__ import annotations

from itertools import product
from typing import Any

from ....rules.cards import ACE, SUITS, Card, Cards
from .. import sheet as showdown
from ..hand_order import Laid


def most_points(terms: Any) -> int:
    """
    The most points that one opponent can take with six won hands, by the game's own values: an upper bound.

    Every hand is as good as its size allows and all sizes together take no more cards than a player has; whether one
    shoe holds them all at once, in rising order, is not asked.
    """
    cards = terms.initial_cards + terms.buy1_cards + terms.buy2_cards
    by_place = [{size: _best(terms, place, size) for size in showdown.sizes(terms, place)} for place in showdown.PLACES]
    chosen = (pick for pick in product(*by_place) if sum(pick) <= cards)
    return max(sum(values[size] for values, size in zip(by_place, pick, strict=True)) for pick in chosen)


def most_lost(terms: Any, players: int) -> int:
    """All six hands lost to every opponent, with the ante and both buys, in chips."""
    paid_in = terms.ante_chips + terms.buy1_chips + terms.buy2_chips
    return int(most_points(terms) * terms.chips_per_point * (players - 1) + paid_in)


def _best(terms: Any, place: int, size: int) -> int:
    hands = [_alike(size), _run(size), _full_house(size)]
    return max(showdown.value(terms, place, showdown.strength(terms, Laid(hand))) for hand in hands)


def _alike(size: int) -> Cards:
    return (Card(ACE, SUITS[0]),) * size


def _run(size: int) -> Cards:
    return tuple(Card(ACE - step, SUITS[0]) for step in range(size))


def _full_house(size: int) -> Cards:
    """As many as there may be of two ranks: three and two in a hand of five."""
    three = (size + 1) // 2
    return tuple(Card(ACE - (place >= three), SUITS[place % len(SUITS)]) for place in range(size))
