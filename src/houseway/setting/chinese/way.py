"""
A way to set thirteen cards that a person can learn: an ordered list of sentences.

At each line only the settings that satisfy it are kept, if any does; else the line is skipped. What is left at the end
is settled by the last line.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games import chinese
from ...kernels.cards import encoded_hands
from ...kernels.chinese_setting import cards_of, evaluated
from ...kernels.chinese_value import Meetings, choices
from ...rules.cards import ACE, Cards
from ...rules.ranking import Made
from ...rules.setting import Setting
from .options import Options, options_of
from .payoff import GONE


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


PAIR, TWO_PAIRS, TRIPS = AtLeast(Made.ONE_PAIR), AtLeast(Made.TWO_PAIRS), AtLeast(Made.THREE_OF_A_KIND)
STRAIGHT, FLUSH, FULL_HOUSE = AtLeast(Made.STRAIGHT), AtLeast(Made.FLUSH), AtLeast(Made.FULL_HOUSE)
QUADS, NINES, ACES = AtLeast(Made.FOUR_OF_A_KIND), AtLeast(Made.ONE_PAIR, 9), AtLeast(Made.ONE_PAIR, ACE)
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
LAST_ORDER = (chinese.FRONT, chinese.MIDDLE, chinese.BACK)


def satisfies(wheel: str, line: Line, hands: Meetings) -> NDArray[np.bool_]:
    """Which of these settings are as the line asks."""
    found = np.ones(len(hands.front), dtype=np.bool_)
    for codes, size, asked in zip(hands[:3], (3, 5, 5), line[1:], strict=True):
        found &= at_least(wheel, size, asked)[codes]
    found &= hands.state != GONE
    return found


@lru_cache(maxsize=1024)
def at_least(wheel: str, size: int, asked: AtLeast) -> NDArray[np.bool_]:
    """By code: is the hand as good as asked?"""
    ranking, strengths = chinese.RANKINGS[wheel], evaluated(wheel).strengths
    least = (ranking.level(asked.made, size), asked.rank)
    found: NDArray[np.bool_] = np.array([s is not None and (s.level, s.ranks[0]) >= least for s in strengths])
    return found


def chosen(
    wheel: str, options: Options, lines: tuple[Line, ...], order: tuple[str, ...] = LAST_ORDER
) -> NDArray[np.int64]:
    """The option of each hand that these lines lead to."""
    begins, many = np.concatenate([[0], options.ends[:-1]]), np.diff(options.ends, prepend=0)
    left = options.hands.state != GONE
    for line in lines:
        kept = left & satisfies(wheel, line, options.hands)
        left = np.where(np.repeat(np.logical_or.reduceat(kept, begins), many), kept, left)
    height = np.zeros(len(left), dtype=np.int64)
    for row in order:
        height = height * 2**16 + options.hands[chinese.ROWS.index(row)]
    return choices(np.where(left, height, -1), options.ends)


def set_by_lines(terms: chinese.Terms, cards: Cards) -> Setting:
    codes = encoded_hands([cards])[0]
    options = options_of(terms, codes[None, :])
    front, split = options.numbers[int(chosen(terms.wheel, options, LINES)[0])].tolist()
    return cards_of(codes, front, split)
