"""
A way to set thirteen cards that a person can learn: an ordered list of sentences.

At each line only the settings that satisfy it are kept, if any does; else the line is skipped. What is left at the end
is settled by the last line.
"""

from __future__ import annotations

from typing import NamedTuple

from ...rules.cards import ACE, Cards
from ...rules.ranking import Made
from ...rules.round import Seat
from ...rules.setting import Setting
from .sheet import BACK, FRONT, MIDDLE, Terms, natural_of


class AtLeast(NamedTuple):
    """A made hand, and the rank that leads it at least."""

    made: Made
    rank: int = 0


ANYTHING = AtLeast(Made.HIGH_CARD)


class Line(NamedTuple):
    """A sentence, and what it asks of front, middle and back."""

    sentence: str
    front: AtLeast
    middle: AtLeast
    back: AtLeast


PAIR = AtLeast(Made.ONE_PAIR)
TWO_PAIRS = AtLeast(Made.TWO_PAIRS)
TRIPS = AtLeast(Made.THREE_OF_A_KIND)
STRAIGHT = AtLeast(Made.STRAIGHT)
FLUSH = AtLeast(Made.FLUSH)
FULL_HOUSE = AtLeast(Made.FULL_HOUSE)
QUADS = AtLeast(Made.FOUR_OF_A_KIND)
NINES = AtLeast(Made.ONE_PAIR, 9)
ACES = AtLeast(Made.ONE_PAIR, ACE)
ACE_HIGH = AtLeast(Made.HIGH_CARD, ACE)
LINES = (
    Line("Three of a kind or better in the middle, with four of a kind or better in back.", ANYTHING, TRIPS, QUADS),
    Line("A pair of nines or better in front, with a flush or better in back.", NINES, ANYTHING, FLUSH),
    Line("A straight or better in the middle.", ANYTHING, STRAIGHT, ANYTHING),
    Line("A pair of aces or better in front, with two pairs or better in the middle.", ACES, TWO_PAIRS, ANYTHING),
    Line(
        "An ace or better in front, a pair or better in the middle, a straight or better in back.",
        ACE_HIGH,
        PAIR,
        STRAIGHT,
    ),
    Line("Two pairs or better in the middle, with a straight or better in back.", ANYTHING, TWO_PAIRS, STRAIGHT),
    Line("A full house or better in back.", ANYTHING, ANYTHING, FULL_HOUSE),
)
"""Found by trying, one after the other, which of some three hundred such lines helps most and where in the list."""
LAST = "Then the highest front, then the highest middle, then the highest back."
LAST_ORDER = (FRONT, MIDDLE, BACK)


def natural_claims(terms: Terms, cards: Cards, setting: Setting) -> tuple[str, ...]:
    """A natural is claimed where it must be, and only where it is one [CHI-A17]."""
    if terms.natural_detection != "declared":
        return ()
    claims = ("natural",)
    return claims if natural_of(terms, Seat(number=1, player="", cards=cards, setting=setting, claims=claims)) else ()
