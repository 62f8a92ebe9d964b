"""The options for thirteen cards: the settings that may be best or all of them, naturals, and surrender."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, decoded_hand
from ....rules.ranking import RUNS, Made
from ....rules.round import Seat
from ....rules.setting import Setting
from ....sampling.streams import stream
from .. import sheet as chinese
from ..kernels.bonus_classes import PROFILES
from ..kernels.setting import (
    CARDS,
    FRONT_NUMBER,
    MOST,
    SPLIT_NUMBER,
    Scale,
    cards_of,
    evaluated,
    legal_settings,
    non_dominated_of,
    one_of_each,
    scale,
)
from ..kernels.value import Meetings
from ..naturals import natural_of, naturals_in
from .field import meetings
from .payoff import GONE, NATURALS, payoffs

CHUNK = 1000
NO_SETTING = 0xFFFF
"""The front number of an option without a setting."""


@dataclass(frozen=True)
class Options:
    """The options of many hands, one hand after the other."""

    hands: Meetings
    numbers: NDArray[np.uint16]
    """By option: the numbers of its front and its split."""
    ends: NDArray[np.int64]
    """By hand: the index after its last option."""

    def of(self, row: int) -> slice:
        return slice(int(self.ends[row - 1]) if row else 0, int(self.ends[row]))

    def at(self, chosen: Any) -> Meetings:
        return Meetings(*(column[chosen] for column in self.hands))


@lru_cache(maxsize=8)
def tables(terms: chinese.Terms) -> Scale:
    """The tables for these terms; settings are compared within a bonus class if a stronger row can be worse."""
    pays = payoffs(terms)
    if pays.monotone:
        return scale(terms)
    return scale(terms, np.concatenate([pays.classes, np.zeros((3, 1), dtype=np.uint16)], axis=1))


def random_hands(seed: int, purpose: int, deals: int) -> Hands:
    """`deals` random hands of thirteen cards; every four come from one deck, so all cards are equally frequent."""
    chunks = range(-(-deals // (4 * CHUNK)))
    shuffles = [np.argsort(stream(seed, purpose, chunk).random((CHUNK, 52)), axis=1) for chunk in chunks]
    return np.concatenate(shuffles).reshape(-1, CARDS)[:deals].astype(np.uint8)


def options_of(terms: chinese.Terms, hands: Hands) -> Options:
    """The settings of each hand that can be best, with their states; surrender comes last if it is allowed."""
    settings, ends = non_dominated(tables(terms), hands)
    special = {row: names for row in range(len(hands)) if (names := _naturals(terms, hands[row]))}
    states = payoffs(terms).profile(*settings[:, :3].T)
    if not special and not terms.surrender:
        return Options(meetings(settings[:, :3].T, states), settings[:, 3:], ends)
    rows = []
    begin = 0
    for row, end in enumerate(ends.tolist()):
        rows.append(np.column_stack([settings[begin:end], states[begin:end]]))
        if row in special:
            rows[-1] = _with_naturals(terms, hands[row], rows[-1], needs_all=terms.natural_needs_setting)
        begin = end
    return _joined(rows, surrender=terms.surrender)


def every_option(terms: chinese.Terms, hand: Hands) -> Options:
    """All legal settings of one hand, one of each group with equal rows and equal prizes; surrender comes last."""
    settings = one_of_each(legal_settings(tables(terms), hand))
    rows = np.column_stack([settings, payoffs(terms).profile(*settings[:, :3].T)])
    if _naturals(terms, hand):
        rows = _with_naturals(terms, hand, rows, needs_all=terms.natural_needs_setting)
        compared_by = [0, 1, 2, 5]  # codes and state
        _, first = np.unique(rows[:, compared_by], axis=0, return_index=True)
        rows = rows[np.sort(first)]
    return _joined([rows], surrender=terms.surrender)


def non_dominated(table: Scale, hands: Hands) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """The non-dominated settings of all hands (three codes, two numbers), and by hand the index after its last one."""
    parts = []
    ends = np.zeros(len(hands), dtype=np.int64)
    begin = 0
    room = np.empty((MOST * 64, 5), dtype=np.uint16)
    done = 0
    while done < len(hands):
        count = non_dominated_of(table, hands[done:], room, ends[done:])
        ends[done : done + count] += begin
        parts.append(room[: ends[done + count - 1] - begin].copy())
        begin = int(ends[done + count - 1])
        done = done + count
    return np.concatenate(parts), ends


def _joined(rows: list[NDArray[Any]], *, surrender: bool) -> Options:
    gone = np.array([[0, 0, 0, NO_SETTING, 0, GONE]], dtype=np.uint16)
    if surrender:
        rows = [np.concatenate([row, gone]) for row in rows]
    every = np.concatenate(rows)
    ends = np.cumsum([len(row) for row in rows]).astype(np.int64)
    return Options(meetings(every[:, :3].T, every[:, 5]), every[:, 3:5].astype(np.uint16), ends)


# Naturals ----------------------------------------------------------------------------------------------------------


def _naturals(terms: chinese.Terms, hand: Hands) -> set[str]:
    """The naturals in these cards; the rules are called only if a quick check cannot exclude all naturals."""
    if not terms.naturals:
        return set()
    counts = np.bincount(hand >> 2, minlength=13)
    suits = np.sort(np.bincount(hand & 3, minlength=4))
    if (counts // 2).sum() < 6 and suits[0] and counts.max() > 3:  # no six pairs, no suit missing, no three straights
        return set()
    return naturals_in(terms, decoded_hand(hand.tolist()))


def natural_number(terms: chinese.Terms, hand: Hands, setting: Setting) -> int:
    """The number of the natural that this setting is paid for if it is claimed; 0 is none."""
    seat = Seat(number=1, player="", cards=decoded_hand(hand.tolist()), setting=setting, claims=("natural",))
    return NATURALS.index(natural_of(terms, seat))


def _with_naturals(terms: chinese.Terms, hand: Hands, rows: NDArray[Any], *, needs_all: bool) -> NDArray[Any]:
    """The options with their naturals; if naturals must be declared, also the same options without a claim."""
    every = np.concatenate([rows, _showing(terms, hand)]) if needs_all else rows
    numbers = [
        natural_number(terms, hand, cards_of(hand, int(row[FRONT_NUMBER]), int(row[SPLIT_NUMBER])))
        for row in every[: None if needs_all else 1]
    ]
    number = np.array(numbers if needs_all else numbers * len(every))
    paid = every.copy()
    paid[:, 5] += (number * PROFILES).astype(paid.dtype)
    quiet = every[number > 0] if terms.natural_detection == "declared" else every[:0]
    return np.concatenate([paid, quiet])


def _showing(terms: chinese.Terms, hand: Hands) -> NDArray[np.uint16]:
    """Legal settings with a straight in both five-card rows, or a flush in both: they may show such a natural."""
    every = legal_settings(tables(terms), hand)
    strengths = evaluated(terms.wheel).strengths
    suited = {Made.FLUSH, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH}
    made = [s.made if s else None for s in strengths]
    runs, flushes = (np.array([one in kinds for one in made]) for kinds in (set(RUNS), suited))
    chosen = every[(runs[every[:, 1]] & runs[every[:, 2]]) | (flushes[every[:, 1]] & flushes[every[:, 2]])]
    return np.column_stack([chosen, payoffs(terms).profile(*chosen[:, :3].T)])
