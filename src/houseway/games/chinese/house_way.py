"""
How thirteen cards are set without a player. The sheet has no house way, so both are ours.

`house_way` is what the house sets for a player who asks for it. `LINES` is a better method that a person can learn: an
ordered list of sentences. Each line keeps the settings that satisfy it, or is skipped if none does; `LAST` chooses
among the settings that remain.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...rules.cards import ACE, Cards, surplus
from ...rules.ranking import Made
from ...rules.round import Seat
from ...rules.setting import Setting
from .fouls import foul
from .hand_order import BACK, FRONT, MIDDLE, strength
from .naturals import natural_of
from .terms import Terms


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The strongest back, then the strongest middle that is no foul [CHI-A1]."""
    return dict(_house_way(terms, cards))


@lru_cache(maxsize=512)
def _house_way(terms: Terms, cards: Cards) -> Setting:
    """Cached, because a table asks several times: before a hand is set, when it is set and when it is checked."""
    fives = sorted(combinations(cards, 5), key=lambda hand: strength(terms, hand), reverse=True)
    disjoint = ((back, middle) for back, middle in combinations(fives, 2) if not set(back) & set(middle))
    settings = ({FRONT: surplus(cards, back + middle), MIDDLE: middle, BACK: back} for back, middle in disjoint)
    return next(setting for setting in settings if not foul(terms, setting, {}))


class AtLeast(NamedTuple):
    """The lowest hand that satisfies a line: a made hand and its leading rank."""

    made: Made
    rank: int = 0


ANYTHING = AtLeast(Made.HIGH_CARD)


class Line(NamedTuple):
    """A sentence, and the lowest front, middle and back that satisfy it."""

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
"""Found by a greedy search: again and again the best of some three hundred lines was added at its best position."""
LAST = "Then the highest front, then the highest middle, then the highest back."
LAST_ORDER = (FRONT, MIDDLE, BACK)


def natural_claims(terms: Terms, cards: Cards, setting: Setting) -> tuple[str, ...]:
    """The claim to make with this setting: a natural, if the cards are one and it must be declared [CHI-A17]."""
    if terms.natural_detection != "declared":
        return ()
    seat = Seat(number=1, player="", cards=cards, setting=setting, claims=("natural",))
    return seat.claims if natural_of(terms, seat) else ()
