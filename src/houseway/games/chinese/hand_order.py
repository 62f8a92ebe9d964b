"""The three rows of Chinese Poker and what beats what [CHI-08, CHI-11..CHI-14]."""

from ...rules.cards import Cards
from ...rules.ranking import Made, Ranking, Strength
from ...rules.setting import Slot
from .terms import Terms

FRONT = "front"
MIDDLE = "middle"
BACK = "back"
ROWS = (FRONT, MIDDLE, BACK)
"""From the centre of the table to the player [CHI-14]."""
SLOTS = (Slot(FRONT, (3,), "CHI-08"), Slot(MIDDLE, (5,), "CHI-08"), Slot(BACK, (5,), "CHI-08"))

BEST_FIRST = (
    (Made.ROYAL_FLUSH, 5),
    (Made.STRAIGHT_FLUSH, 5),
    Made.FOUR_OF_A_KIND,
    Made.FULL_HOUSE,
    (Made.FLUSH, 5),
    (Made.STRAIGHT, 5),
    Made.THREE_OF_A_KIND,
    Made.TWO_PAIRS,
    Made.ONE_PAIR,
    Made.HIGH_CARD,
)
"""No wild cards [CHI-11, CHI-12]; straights and flushes need five cards, so the front has none [CHI-13, CHI-D2]."""
RANKINGS = {"low": Ranking(BEST_FIRST), "second": Ranking(BEST_FIRST, wheel="second")}
"""By the rank of A-2-3-4-5 [CHI-A4]; suits never count [CHI-A5]."""


def strength(terms: Terms, hand: Cards) -> Strength:
    """
    A row's strength, on one scale for front, middle and back [CHI-D1, CHI-D3].

    If the ranks of one row begin with those of the other, the longer row is higher [CHI-A3].
    """
    return RANKINGS[terms.wheel].of(hand)
