"""The sentences of Chinese Poker's house way as tables of preferences, to set hands in bulk."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .. import sheet as chinese
from ..hand_order import RANKINGS, ROWS
from ..house_way import LAST_ORDER, LINES, AtLeast
from .bulk_setting import Preferences, make_preferences
from .setting import FIVE, FRONT, evaluated


def house_way(terms: chinese.Terms) -> Preferences:
    """The sentences as preferences in their order, then the strongest rows in the order of the last sentence."""
    bits = _no_preferences(terms)
    for line in LINES:
        satisfied = [
            at_least(terms.wheel, FRONT, line.front),
            at_least(terms.wheel, FIVE, line.middle),
            at_least(terms.wheel, FIVE, line.back),
        ]
        bits = bits << 1 | np.array(satisfied).astype(np.int64)
    return make_preferences(bits, tuple(ROWS.index(row) for row in LAST_ORDER))


def strongest_back(terms: chinese.Terms) -> Preferences:
    """No preferences: the strongest back, then the strongest middle."""
    return make_preferences(_no_preferences(terms), tuple(reversed(range(len(ROWS)))))


def _no_preferences(terms: chinese.Terms) -> NDArray[np.int64]:
    """A table by row and code without any preference."""
    return np.zeros((len(ROWS), len(evaluated(terms.wheel).strengths)), dtype=np.int64)


@lru_cache(maxsize=1024)
def at_least(wheel: str, size: int, least: AtLeast) -> NDArray[np.bool_]:
    """By code: is the row at least this good?"""
    ranking = RANKINGS[wheel]
    strengths = evaluated(wheel).strengths
    lowest = (ranking.level(least.made, size), least.rank)
    satisfied: NDArray[np.bool_] = np.array(
        [strength is not None and (strength.level, strength.ranks[0]) >= lowest for strength in strengths]
    )
    return satisfied
