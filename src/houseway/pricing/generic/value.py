"""
What two hands are worth against all hands of the other side, each set the house way.

The other side's hands are counted by the codes of their two hands, beside the cards that are known or over all deals.
Sums along rows and columns of that grid say how many hands compare with ours in each of the nine ways.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernels.meetings import best_choice, count_code_pairs
from ...rules.cards import Cards
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ..option_cache import Consulted
from .form import form_of
from .payoff import Payoffs, payoffs
from .tables import Tables, classes_of, fouled, settings_of, tables_of

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Worth:
    """By the codes of two hands: what they win, in parts of a wager, summed over so many hands of the other side."""

    sums: Whole
    parts: int
    hands: int

    def of(self, first: int, second: int) -> Fraction:
        return Fraction(int(self.sums[first, second]), self.parts * self.hands)


def dealt(game: AnyGame, known: Cards = ()) -> Whole:
    """How many hands the other side may hold with each pair of codes, beside the known cards."""
    form = form_of(game)
    tables = tables_of(game)
    return count_code_pairs(classes_of(form).ways(known, form.jokers), tables.house, *tables.shape)


def worth(game: AnyGame, known: Cards = (), *, banks: bool = False) -> Worth:
    """What any two hands win of a house-way hand beside the known cards."""
    return worth_against(dealt(game, known), payoffs(game, banks=banks))


def worth_against(hands: Whole, paid: Payoffs) -> Worth:
    parts = lcm(*(net.denominator for net in paid if net is not None))
    nets = [0 if net is None else int(net * parts) for net in paid]
    sums = np.zeros_like(hands)
    for first, rows in enumerate(compared(hands, 0)):
        for second, found in enumerate(compared(rows, 1)):
            sums += nets[3 * first + second] * found
    return Worth(sums, parts, int(hands.sum()))


def worth_of_pairs(game: AnyGame, known: Cards, pairs: Whole, *, banks: bool = False) -> list[Fraction]:
    """What each of these pairs of codes wins of a house-way hand beside the known cards."""
    form = form_of(game)
    house = tables_of(game).house
    marks = [np.unique([0, *codes, *(codes + 1)]) for codes in pairs.T]
    # Codes between two of ours compare alike with all of ours, so they are counted together.
    alike = [_last_mark(mark, codes) for mark, codes in zip(marks, house.T, strict=True)]
    hands = count_code_pairs(classes_of(form).ways(known, form.jokers), np.stack(alike, axis=1), *map(len, marks))
    found = worth_against(hands, payoffs(game, banks=banks))
    ours = [_last_mark(mark, codes) for mark, codes in zip(marks, pairs.T, strict=True)]
    return [found.of(int(first), int(second)) for first, second in zip(*ours, strict=True)]


def _last_mark(marks: Whole, codes: NDArray[Any]) -> NDArray[np.uint16]:
    """By code: the number of the last mark that it reaches."""
    numbers = np.searchsorted(marks, np.arange(1 << 16), side="right") - 1
    found: NDArray[np.uint16] = numbers.astype(np.uint16)[codes]
    return found


def compared(hands: Whole, axis: int) -> tuple[Whole, Whole, Whole]:
    """Per code along an axis: how many hands have a higher one, the same, a lower one: ours lower, equal, higher."""
    lower = np.cumsum(hands, axis=axis) - hands
    return hands.sum(axis=axis, keepdims=True) - lower - hands, hands, lower


def chances(hands: Whole, first: int, second: int) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """How often each of two hands beats its opposite, and how often it copies it."""
    total = int(hands.sum())
    rows = hands.sum(axis=1)
    columns = hands.sum(axis=0)
    return (_chance(rows, first, total), _chance(columns, second, total))


def _chance(counts: Whole, code: int, total: int) -> tuple[Fraction, Fraction]:
    return Fraction(int(counts[:code].sum()), total), Fraction(int(counts[code]), total)


@dataclass(eq=False)
class Asked:
    """What was asked about fouls under the terms of these tables; good for all terms that agree in what was read."""

    tables: Tables
    terms: Consulted
    codes: NDArray[np.uint16]
    """All settings by class."""
    legal: NDArray[np.bool_]
    """By their codes: may they be set, as far as is known?"""
    asked: NDArray[np.bool_]
    best: dict[bytes, NDArray[np.uint16]]
    """The best codes by what hands are worth."""


_asked: list[Asked] = []
MOST_ASKED = 6


def _asked_so_far(game: AnyGame) -> Asked:
    tables = tables_of(game)
    for kept in _asked:
        read = kept.terms.options_read
        if kept.tables is tables and all(getattr(game.terms, option) == value for option, value in read.items()):
            return kept
    codes = settings_of(form_of(game), tables.evaluators)
    (legal, asked) = np.ones((2, *tables.shape), dtype=np.bool_)
    _asked.append(Asked(tables, Consulted(game.terms), codes, legal, ~asked, {}))
    del _asked[:-MOST_ASKED]
    return _asked[-1]


def best_codes(game: AnyGame, found: Worth) -> NDArray[np.uint16]:
    """By class: the codes of the setting that is worth most and does not foul; asked of those that come first."""
    so_far = _asked_so_far(game)
    worths = hashlib.sha256(found.sums.tobytes()).digest()
    if worths not in so_far.best:
        so_far.best[worths] = _best_codes(game, found, so_far)
    return so_far.best[worths]


def _best_codes(game: AnyGame, found: Worth, so_far: Asked) -> NDArray[np.uint16]:
    form = form_of(game)
    tables = so_far.tables
    codes = so_far.codes
    while True:
        best = best_choice(codes, found.sums, so_far.legal)
        if best.min() < 0:
            raise Broken(f"{game.key} has hands that cannot be set without a foul")
        chosen: NDArray[np.uint16] = codes[np.arange(len(codes)), best]
        new = np.argwhere(count_code_pairs(~so_far.asked[chosen[:, 0], chosen[:, 1]] * 1, chosen, *tables.shape))
        if not len(new):
            return chosen
        firsts, seconds = new.T
        so_far.asked[firsts, seconds] = True
        fouls = [fouled(game, so_far.terms, form, tables, pair) for pair in new.tolist()]
        so_far.legal[firsts, seconds] = ~np.array(fouls)


def mean(counts: Sequence[int], paid: Payoffs) -> tuple[Fraction, Fraction]:
    """The mean of what was won, and its variance, from how often each pattern came."""
    nets = [Fraction() if net is None else net for net in paid]
    if any(count and net is None for count, net in zip(counts, paid, strict=True)):
        raise Broken("two hands compare in a way that the game was not asked about")
    total = sum(counts)
    first = sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction()) / total
    return first, sum((net**2 * count for net, count in zip(nets, counts, strict=True)), Fraction()) / total - first**2
