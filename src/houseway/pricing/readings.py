"""
Prices of readings: each reading of each open question is adopted by itself, and the game is priced again.

A game provides its figures, such as the expected profit of each wager under each strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..rules.errors import NotAllowed
from ..rules.game import AnyGame, Game
from ..rules.rulebook import Rulebook
from ..rules.terms import options, write_value
from ..sampling.chunks import Progress, ignore_progress
from ..sampling.decimals import decimals, estimate
from .alarm import CLEAR
from .price import Price

T = TypeVar("T")
FigureName = tuple[str, str]
"""A wager and a strategy, or a subject and one of `NO_GAIN`."""
NO_GAIN = frozenset({"chance", "size", "scored_otherwise", "spread", "points", "tied", "left_over"})
"""Second parts of the names of figures that are nobody's profit, such as a chance or a spread between players."""
SAME_PRICE = "priced: every figure is the same"
"""The reason of a reading that was priced and changes nothing."""
Figure = Fraction | float
Figures = Mapping[FigureName, Figure]


@dataclass(frozen=True)
class Change:
    """A figure under the given terms and under a reading."""

    before: Figure
    after: Figure
    error: float | None = field(default=None, kw_only=True)
    """The standard error of the change; None if the figures are exact."""
    after_error: float | None = field(default=None, kw_only=True)
    """The standard error of the figure under the reading; None if it is exact."""

    @property
    def by(self) -> Figure:
        return self.after - self.before

    @property
    def size(self) -> Figure:
        """The change without its sign."""
        return self.by if self.by > 0 else -self.by


class FigureErrors(NamedTuple):
    """The standard errors of an estimated figure under a reading."""

    change: float
    """Of the change from the figure under the given terms."""
    after: float
    """Of the figure itself."""


class OptionChange(NamedTuple):
    """Another reading of an open question: one option with another value."""

    open_question: str
    """The id of the question, such as PYR-A1."""
    option: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A reading and the figures it changes, with all other options as they are."""

    open_question: str
    """The id of the question, such as PYR-A1."""
    option: str
    before: str
    after: str
    changes: Mapping[FigureName, Change] = field(default_factory=dict)
    """The figures that change, largest change first."""
    refused: str | None = None
    """Why the terms do not allow it."""
    reason: str | None = None
    """Why it changes no figure."""

    @property
    def largest(self) -> Figure:
        """The size of the largest change."""
        return max((change.size for change in self.changes.values()), default=Fraction())


def readings(
    game: Game[T],
    rulebook: Rulebook,
    figures: Callable[[Game[T]], Figures],
    progress: Progress | None = None,
    *,
    also_unmoved: bool = False,
    reasons: Mapping[str, str] | None = None,
    errors: Callable[[Game[T]], Mapping[FigureName, FigureErrors]] | None = None,
) -> list[Reading]:
    """
    All other readings, largest change first; with `also_unmoved` those too that change nothing.

    `reasons` says by option why a reading that changes no figure cannot change one. `errors` gives the standard errors
    of estimated figures.
    """
    report = progress or ignore_progress
    changes = list(option_changes(game, rulebook))
    base = figures(game)
    priced = []
    for done, change in enumerate(changes):
        report(done, len(changes))
        reading = _price_reading(game, figures, base, change)
        if errors is not None and reading.changes:
            reading = _with_errors(reading, errors(game.with_options({change.option: change.after})))
        priced.append(_with_reason(reading, reasons or {}))
    report(len(changes), len(changes))
    shown = [reading for reading in priced if also_unmoved or reading.changes]
    return sorted(shown, key=lambda reading: -reading.largest)


def _with_reason(reading: Reading, reasons: Mapping[str, str]) -> Reading:
    """The reading, with the reason why it changes nothing if that is so."""
    if reading.changes or reading.refused is not None:
        return reading
    return replace(reading, reason=reasons.get(reading.option, SAME_PRICE))


def _with_errors(reading: Reading, errors: Mapping[FigureName, FigureErrors]) -> Reading:
    """The reading with the standard errors of its changes; a figure without one is exact."""
    changes = dict(reading.changes)
    for name, change in reading.changes.items():
        if name in errors:
            changes[name] = replace(change, error=errors[name].change, after_error=errors[name].after)
    return replace(reading, changes=changes)


def option_changes(game: AnyGame, rulebook: Rulebook) -> Iterator[OptionChange]:
    """Each other value of each option of an open question. An option of two questions comes once."""
    current = {name: write_value(value) for name, value in options(game.terms).items()}
    done: set[tuple[str, str]] = set()
    for question in rulebook.open_questions.values():
        for option, values in question.options.items():
            for value in values:
                if value != current[option] and (option, value) not in done:
                    done.add((option, value))
                    yield OptionChange(question.id, option, current[option], value)


def settled_questions(rulebook: Rulebook) -> dict[str, str]:
    """The open questions without an option, by id, each with its answer: there is no other reading to price."""
    return {
        question.id: question.default_and_why for question in rulebook.open_questions.values() if not question.options
    }


def _price_reading(
    game: Game[T], figures: Callable[[Game[T]], Figures], base: Figures, change: OptionChange
) -> Reading:
    reading = Reading(
        open_question=change.open_question,
        option=change.option,
        before=change.before,
        after=change.after,
    )
    try:
        variant = game.with_options({change.option: change.after})
    except NotAllowed as refusal:
        return replace(reading, refused=str(refusal))
    changes = {name: Change(base[name], figure) for name, figure in figures(variant).items() if figure != base[name]}
    return replace(reading, changes=dict(sorted(changes.items(), key=lambda item: -item[1].size)))


AMOUNTS = frozenset({"size", "spread", "left_over", "points"})
"""Figures that are an amount between players, in the game's unit."""
SHARES = frozenset({"chance", "tied", "scored_otherwise"})
"""Figures that are a share of hands, rounds or duels."""
SHARES_IN_WORDS = "A chance is in per cent of hands dealt, a tie in per cent of rounds, another score of duels."


class AmountUnit(NamedTuple):
    """The unit in which an amount between players is shown, and the number of such units in the unit of the figure."""

    factor: int
    name: str


SHARE_OF = {"chance": "% of hands dealt", "tied": "% of rounds", "scored_otherwise": "% of duels"}
"""The unit of each share."""


def unit_of_figure(strategy: str, amount: AmountUnit, *, among_players: bool) -> AmountUnit:
    """The unit in which a figure is shown; without a name it is per cent of the wager."""
    if strategy in SHARES:
        return AmountUnit(1, SHARE_OF[strategy])
    if strategy in AMOUNTS or among_players:
        return amount
    return AmountUnit(1, "")


def figure_in_words(
    strategy: str,
    value: Figure,
    amount: AmountUnit,
    *,
    error: float | None = None,
    sign: str = "",
    among_players: bool = False,
) -> str:
    """A figure with its error, if it is an estimate, and its unit: per cent, or an amount between players."""
    unit = AmountUnit(100, "%")
    if strategy in AMOUNTS or (among_players and strategy not in SHARES):
        unit = amount
    if error:
        return f"{estimate(value * unit.factor, error * unit.factor, sign=sign)} {unit.name}"
    return f"{decimals(value * unit.factor, sign=sign)} {unit.name}"


def price_figures(price: Price) -> Figures:
    """The expected profit of each wager under each strategy."""
    return {
        (wager, strategy): priced.ev
        for wager, wager_price in price.wagers.items()
        for strategy, priced in wager_price.strategies.items()
    }


class PairedMean(NamedTuple):
    """A mean that was estimated by its difference from another one on the same deals."""

    mean: float
    change: float
    """Its difference from the other mean."""
    errors: FigureErrors


def paired(before: NDArray[np.float64], after: NDArray[np.float64]) -> PairedMean:
    """
    The mean of `after`, estimated on the same deals as `before`, part by part.

    If `after` has fewer parts, the change on those parts is added to the mean of all parts of `before`.
    """
    parts = min(len(before), len(after))
    differences = after[:parts] - before[:parts]
    change = float(differences.mean())
    shares = before / len(before)
    shares[:parts] += differences / parts
    variance = sum(len(some) * float(some.var(ddof=1)) for some in (shares[:parts], shares[parts:]) if len(some) > 1)
    error = float(differences.std(ddof=1)) / sqrt(parts)
    return PairedMean(float(before.mean()) + change, change, FigureErrors(error, sqrt(variance)))


def paired_mean(before: NDArray[np.float64], after: NDArray[np.float64]) -> float:
    """The mean of `after` by `paired`; the mean of `before` if the change may be chance: at most three errors."""
    estimate = paired(before, after)
    return estimate.mean if abs(estimate.change) > CLEAR * estimate.errors.change else float(before.mean())
