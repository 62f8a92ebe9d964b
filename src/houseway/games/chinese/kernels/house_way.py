"""The sentences of Chinese Poker's house way as wishes, by which hands are set in bulk."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .. import hand_order
from .. import sheet as chinese
from ..hand_order import RANKINGS
from ..house_way import LAST_ORDER, LINES, AtLeast
from .bulk_setting import Wishes, wishes
from .setting import evaluated

ROWS = range(len(hand_order.ROWS))


def house_way(terms: chinese.Terms) -> Wishes:
    """The sentences in their order, then the last of them."""
    bits = _no_bits(terms)
    for line in LINES:
        asked = zip((3, 5, 5), line[1:], strict=True)
        bits = bits << 1 | np.array([at_least(terms.wheel, size, wish) for size, wish in asked]).astype(np.int64)
    return wishes(bits, tuple(hand_order.ROWS.index(row) for row in LAST_ORDER))


def strongest_back(terms: chinese.Terms) -> Wishes:
    """No sentence: the strongest back, then the strongest middle."""
    return wishes(_no_bits(terms), tuple(reversed(ROWS)))


def _no_bits(terms: chinese.Terms) -> NDArray[np.int64]:
    return np.zeros((len(ROWS), len(evaluated(terms.wheel).strengths)), dtype=np.int64)


@lru_cache(maxsize=1024)
def at_least(wheel: str, size: int, asked: AtLeast) -> NDArray[np.bool_]:
    """By code: is the hand as good as asked?"""
    ranking = RANKINGS[wheel]
    strengths = evaluated(wheel).strengths
    least = (ranking.level(asked.made, size), asked.rank)
    found: NDArray[np.bool_] = np.array([s is not None and (s.level, s.ranks[0]) >= least for s in strengths])
    return found
