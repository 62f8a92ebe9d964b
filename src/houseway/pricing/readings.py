"""
What each reading of a sheet is worth: every option of its ledger switched on its own, and the game priced again.

A game gives its figures, expected profits by wager and strategy; this file knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..rules.errors import NotAllowed
from ..rules.game import AnyGame, Game
from ..rules.rulebook import Rulebook
from ..rules.terms import options, write_value
from .alarm import CLEAR
from .price import Price

T = TypeVar("T")
Progress = Callable[[int, int], None]
Name = tuple[str, str]
"""A wager and a strategy."""
NO_GAIN = frozenset({"chance", "size", "scored_otherwise", "spread", "points", "tied", "left_over"})
"""Names in the place of a strategy of figures that are nobody's profit: a chance, or how far players go apart."""
Figure = Fraction | float
Figures = Mapping[Name, Figure]


@dataclass(frozen=True)
class Change:
    """One figure under the terms given and under the reading."""

    before: Figure
    after: Figure

    @property
    def by(self) -> Figure:
        return self.after - self.before

    @property
    def size(self) -> Figure:
        return self.by if self.by > 0 else -self.by


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One switch of the ledger, thrown alone."""

    ledger: str
    """The id of the ledger's row."""
    option: str
    before: str
    after: str
    changes: Mapping[Name, Change] = field(default_factory=dict)
    """The figures it moves, the most moved first."""
    refused: str | None = None
    """Why the terms do not allow it."""

    @property
    def largest(self) -> Figure:
        """The most it moves a figure, either way."""
        return max((change.size for change in self.changes.values()), default=Fraction())


def readings(
    game: Game[T],
    rulebook: Rulebook,
    figures: Callable[[Game[T]], Figures],
    progress: Progress | None = None,
    *,
    also_unmoved: bool = False,
) -> list[Reading]:
    """Every reading other than the game's own, the one that moves most first; those that move nothing on request."""
    changes = list(option_changes(game, rulebook))
    base = figures(game)
    found = []
    for done, change in enumerate(changes):
        if progress:
            progress(done, len(changes))
        found.append(_priced(game, figures, base, change))
    if progress:
        progress(len(changes), len(changes))
    shown = [reading for reading in found if also_unmoved or reading.changes]
    return sorted(shown, key=lambda reading: -reading.largest)


class OptionChange(NamedTuple):
    """Another reading of an open question: one option with another value."""

    open_question: str
    """The id of the question, such as PYR-A1."""
    option: str
    before: str
    after: str


def option_changes(game: AnyGame, book: Rulebook) -> Iterator[OptionChange]:
    """Every other value of every option of an open question, each once even if two questions share the option."""
    current = {name: write_value(value) for name, value in options(game.terms).items()}
    done = set()
    for question in book.open_questions.values():
        for option, values in question.options.items():
            for value in values:
                if value != current[option] and (option, value) not in done:
                    done.add((option, value))
                    yield OptionChange(question.id, option, current[option], value)


def _priced(game: Game[T], figures: Callable[[Game[T]], Figures], base: Figures, change: OptionChange) -> Reading:
    question, option, before, after = change
    try:
        variant = game.with_options({option: after})
    except NotAllowed as refusal:
        return Reading(ledger=question, option=option, before=before, after=after, refused=str(refusal))
    moved = {name: Change(base[name], ev) for name, ev in figures(variant).items() if ev != base[name]}
    ordered = dict(sorted(moved.items(), key=lambda item: -item[1].size))
    return Reading(ledger=question, option=option, before=before, after=after, changes=ordered)


def price_figures(price: Price) -> Figures:
    """The figures of a price: the expected profit of each wager under each strategy."""
    return {(name, way): found.ev for name, wager in price.wagers.items() for way, found in wager.strategies.items()}


def moved(before: NDArray[np.float64], after: NDArray[np.float64]) -> float:
    """
    A figure that is estimated piece by piece, on the same deals before and after: its mean after.

    A change of no more than three standard errors may be chance and does not count. Where fewer pieces were played
    after, the change in those is put on the mean of all before.
    """
    both = min(len(before), len(after))
    change = after[:both] - before[:both]
    clear = abs(float(change.mean())) > CLEAR * float(change.std(ddof=1)) / sqrt(both)
    return float(before.mean()) + (float(change.mean()) if clear else 0.0)
