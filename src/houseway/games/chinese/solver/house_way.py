"""Hands set by the sentences of `games/chinese/house_way.py`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import encoded_hands
from ....rules.cards import Cards
from ....rules.setting import Setting
from .. import sheet as chinese
from ..hand_order import ROWS
from ..house_way import LAST_ORDER, LINES, Line
from ..kernels.house_way import at_least
from ..kernels.setting import cards_of
from ..kernels.value import Meetings, choices
from .options import Options, options_of
from .payoff import GONE


def satisfies(wheel: str, line: Line, hands: Meetings) -> NDArray[np.bool_]:
    """Which of these settings satisfy the line."""
    satisfied = np.ones(len(hands.front), dtype=np.bool_)
    for codes, size, least in zip(hands[:3], (3, 5, 5), line[1:], strict=True):
        satisfied &= at_least(wheel, size, least)[codes]
    satisfied &= hands.state != GONE
    return satisfied


def chosen(
    wheel: str, options: Options, lines: tuple[Line, ...], order: tuple[str, ...] = LAST_ORDER
) -> NDArray[np.int64]:
    """By hand: the index of the option that these lines choose."""
    begins = np.concatenate([[0], options.ends[:-1]])
    many = np.diff(options.ends, prepend=0)
    left = options.hands.state != GONE
    for line in lines:
        fitting = left & satisfies(wheel, line, options.hands)
        left = np.where(np.repeat(np.logical_or.reduceat(fitting, begins), many), fitting, left)
    height = np.zeros(len(left), dtype=np.int64)
    for row in order:
        height = height * 2**16 + options.hands[ROWS.index(row)]
    return choices(np.where(left, height, -1), options.ends)


def set_by_lines(terms: chinese.Terms, cards: Cards) -> Setting:
    codes = encoded_hands([cards])[0]
    options = options_of(terms, codes[None, :])
    front, split = options.numbers[int(chosen(terms.wheel, options, LINES)[0])].tolist()
    return cards_of(codes, front, split)
