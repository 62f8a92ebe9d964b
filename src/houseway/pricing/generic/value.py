"""
Values of two hands against all hands of the other side, which are set the house way.

The other side's hands are counted in a grid by the codes of their two hands, without the cards that are known. Sums
along its rows and columns give the number of hands in each of the nine patterns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernels.meetings import best_choice, count_code_pairs
from ...rules.cards import Cards
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ..option_cache import RecordingTerms, agree
from .form import Form, form_of
from .payoff import Payoffs, payoffs
from .tables import Tables, classes_of, fouled, hand_tables, settings_of

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class HandValues:
    """The values of two hands by their codes."""

    sums: Whole
    """The net over all hands of the other side, in parts of the wager."""
    parts: int
    """Parts in a wager."""
    hands: int
    """Hands of the other side."""

    def of(self, first: int, second: int) -> Fraction:
        """The value of two hands, in wagers."""
        return Fraction(int(self.sums[first, second]), self.parts * self.hands)


def dealt(game: AnyGame, known: Cards = ()) -> Whole:
    """The number of hands of the other side by the codes of its two hands, without the known cards."""
    form = form_of(game)
    tables = hand_tables(game)
    counts = classes_of(form).hand_counts(known, form.jokers)
    return count_code_pairs(counts, tables.house, *tables.shape)


def hand_values(game: AnyGame, known: Cards = (), *, banks: bool = False) -> HandValues:
    """The value of any two hands against a house-way hand without the known cards."""
    return values_against(dealt(game, known), payoffs(game, banks=banks))


def values_against(hands: Whole, paid: Payoffs) -> HandValues:
    parts = lcm(*(net.denominator for net in paid if net is not None))
    nets = [0 if net is None else int(net * parts) for net in paid]
    sums = np.zeros_like(hands)
    for first, rows in enumerate(compared(hands, 0)):
        for second, counts in enumerate(compared(rows, 1)):
            sums += nets[3 * first + second] * counts
    return HandValues(sums, parts, int(hands.sum()))


def values_of_pairs(game: AnyGame, known: Cards, pairs: Whole, *, banks: bool = False) -> list[Fraction]:
    """The value of each of these pairs of codes against a house-way hand without the known cards."""
    form = form_of(game)
    house = hand_tables(game).house
    marks = [np.unique([0, *codes, *(codes + 1)]) for codes in pairs.T]
    # Every code between two neighbouring codes of `pairs` compares alike with all of them: they are counted together.
    alike = [_last_mark(mark, codes) for mark, codes in zip(marks, house.T, strict=True)]
    hands = count_code_pairs(_hand_counts(form, known), np.stack(alike, axis=1), *map(len, marks))
    values = values_against(hands, payoffs(game, banks=banks))
    ours = [_last_mark(mark, codes) for mark, codes in zip(marks, pairs.T, strict=True)]
    return [values.of(int(first), int(second)) for first, second in zip(*ours, strict=True)]


@lru_cache(maxsize=2)
def _hand_counts(form: Form, known: Cards) -> Whole:
    """The number of hands of each class without the known cards; a bettor and the bank ask for the same ones."""
    return classes_of(form).hand_counts(known, form.jokers)


def _last_mark(marks: Whole, codes: NDArray[Any]) -> NDArray[np.uint16]:
    """By code: the number of the last mark that it reaches."""
    numbers = np.searchsorted(marks, np.arange(1 << 16), side="right") - 1
    last_marks: NDArray[np.uint16] = numbers.astype(np.uint16)[codes]
    return last_marks


def compared(hands: Whole, axis: int) -> tuple[Whole, Whole, Whole]:
    """By code along an axis: the number of hands with a higher code, with the same and with a lower one."""
    lower = np.cumsum(hands, axis=axis) - hands
    return hands.sum(axis=axis, keepdims=True) - lower - hands, hands, lower


def chances(hands: Whole, first: int, second: int) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """For each of two hands: the chance that it beats the matching hand, and the chance that it copies it."""
    total = int(hands.sum())
    rows = hands.sum(axis=1)
    columns = hands.sum(axis=0)
    return _chance(rows, first, total), _chance(columns, second, total)


def _chance(counts: Whole, code: int, total: int) -> tuple[Fraction, Fraction]:
    return Fraction(int(counts[:code].sum()), total), Fraction(int(counts[code]), total)


@dataclass(eq=False)
class FoulAnswers:
    """The game's answers about fouls so far, for all terms that agree in the options that it read."""

    tables: Tables
    terms: RecordingTerms
    codes: NDArray[np.uint16]
    """By class and choice of cards: the codes of the two hands."""
    legal: NDArray[np.bool_]
    """By the codes of two hands: is the setting legal? True for those not checked yet."""
    checked: NDArray[np.bool_]
    best: dict[bytes, NDArray[np.uint16]]
    """By a digest of the values of hands: the best codes."""


_foul_answers: list[FoulAnswers] = []
MOST_FOUL_ANSWERS = 6


def answers_so_far(game: AnyGame) -> FoulAnswers:
    """The answers about fouls for all terms that agree in what the game read."""
    tables = hand_tables(game)
    for answers in _foul_answers:
        if answers.tables is tables and agree(game.terms, answers.terms.options_read):
            return answers
    codes = settings_of(form_of(game), tables.evaluators)
    legal = np.ones(tables.shape, dtype=np.bool_)
    checked = np.zeros(tables.shape, dtype=np.bool_)
    _foul_answers.append(FoulAnswers(tables, RecordingTerms(game.terms), codes, legal, checked, {}))
    del _foul_answers[:-MOST_FOUL_ANSWERS]
    return _foul_answers[-1]


def best_codes(game: AnyGame, values: HandValues) -> NDArray[np.uint16]:
    """By class: the codes of the setting with the highest value that does not foul."""
    answers = answers_so_far(game)
    digest = hashlib.sha256(values.sums.tobytes()).digest()
    if digest not in answers.best:
        answers.best[digest] = _best_codes(game, values, answers)
    return answers.best[digest]


def _best_codes(game: AnyGame, values: HandValues, answers: FoulAnswers) -> NDArray[np.uint16]:
    """Take the best settings, ask the game which of them foul, and repeat until none of them does."""
    form = form_of(game)
    tables = answers.tables
    codes = answers.codes
    while True:
        best = best_choice(codes, values.sums, answers.legal)
        if best.min() < 0:
            raise Broken(f"{game.key} has hands that cannot be set without a foul")
        chosen: NDArray[np.uint16] = codes[np.arange(len(codes)), best]
        unchecked = (~answers.checked[chosen[:, 0], chosen[:, 1]]).astype(np.int64)
        new = np.argwhere(count_code_pairs(unchecked, chosen, *tables.shape))
        if not len(new):
            return chosen
        firsts, seconds = new.T
        answers.checked[firsts, seconds] = True
        fouls = [fouled(game, answers.terms, form, tables, pair) for pair in new.tolist()]
        answers.legal[firsts, seconds] = ~np.array(fouls)


def mean_and_variance(counts: Sequence[int], paid: Payoffs) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the net, from the count of each pattern."""
    check_every_pattern_pays(counts, paid)
    nets = [Fraction() if net is None else net for net in paid]
    total = sum(counts)
    mean = sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction()) / total
    mean_square = sum((net**2 * count for net, count in zip(nets, counts, strict=True)), Fraction()) / total
    return mean, mean_square - mean**2


def check_every_pattern_pays(counts: Sequence[int], paid: Payoffs) -> None:
    """A pattern that was counted but has no payoff is a bug."""
    if any(count and net is None for count, net in zip(counts, paid, strict=True)):
        raise Broken("two hands compare in a pattern for which the game settled no example")
