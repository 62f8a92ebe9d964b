"""The low and the high hand of Pai Gow Poker, and the order of hands [PGP-09, PGP-11, PGP-13..PGP-19]."""

from functools import cache
from typing import Literal

from ...rules.cards import CLUBS, DIAMONDS, JOKER, RANKS, Card, Cards
from ...rules.ranking import RUNS, Made, Ranking, Strength
from ...rules.setting import Slot
from .terms import Terms

Wheel = Literal["low", "second"]
Joker = Literal["wild", "bug"]
JokerInFlush = Literal["highest_missing", "second_ace"]

LOW = Slot("low", (2,), "PGP-09")
HIGH = Slot("high", (5,), "PGP-09")

BEST_FIRST = (
    Made.FIVE_OF_A_KIND,  # five aces [PGP-13]
    Made.ROYAL_FLUSH,
    Made.STRAIGHT_FLUSH,
    Made.FOUR_OF_A_KIND,  # [PGP-14]
    Made.FULL_HOUSE,
    Made.FLUSH,
    Made.STRAIGHT,  # [PGP-15]
    Made.THREE_OF_A_KIND,
    Made.TWO_PAIRS,
    Made.ONE_PAIR,
    Made.HIGH_CARD,  # [PGP-16, PGP-17]
)
COMPLETE = (*RUNS, Made.FLUSH)
"""The made hands that need all five cards."""


@cache
def scale(wheel: Wheel, joker: Joker) -> Ranking:
    """One ranking for both hands [PGP-11]; suits never count [PGP-19]."""
    return Ranking(BEST_FIRST, wheel=wheel, joker=joker)  # [PGP-A1, PGP-A2]


def strength(terms: Terms, hand: Cards) -> Strength:
    """The strength of two or five cards; a joker is an ace or completes a straight or a flush [PGP-18, PGP-D1]."""
    one_suit = len({card.suit for card in hand if card != JOKER}) == 1
    ranks = tuple(sorted(card.rank for card in hand))
    return strength_of_ranks(terms.wheel, terms.joker, terms.joker_in_flush, ranks, one_suit)


@cache
def strength_of_ranks(
    wheel: Wheel, joker: Joker, joker_in_flush: JokerInFlush, ranks: tuple[int, ...], one_suit: bool
) -> Strength:
    """The strength of any hand with these ranks, of one suit or not."""
    other_suit = CLUBS if one_suit else DIAMONDS
    cards = []
    for position, rank in enumerate(ranks):
        suit = CLUBS if position % 2 == 0 else other_suit
        cards.append(JOKER if rank == JOKER.rank else Card(rank, suit))
    strength = scale(wheel, joker).of(tuple(cards))
    if strength.made == Made.FLUSH and JOKER in cards and joker_in_flush == "highest_missing":
        return strength._replace(ranks=ranks_of_flush(ranks))
    return strength


def ranks_of_flush(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks of a flush whose joker is the highest card that the flush lacks [PGP-A13]."""
    naturals = [rank for rank in ranks if rank != JOKER.rank]
    highest_missing = max(rank for rank in RANKS if rank not in naturals)
    return tuple(sorted((*naturals, highest_missing), reverse=True))
