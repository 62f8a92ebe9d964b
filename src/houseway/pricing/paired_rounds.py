"""
Readings of games among players: the same rounds are played under the given terms and under each reading.

Players of equal strategy gain nothing on average under any reading. A reading changes how far their results spread and
how many of their comparisons score differently. A change within chance counts as none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..rules.game import Game
from .measured import Measured, measured_mean, paired_difference
from .readings import FigureErrors, FigureName, Figures, paired_mean

T = TypeVar("T")
SIZE: FigureName = ("duel", "size")
SCORED_DIFFERENTLY: FigureName = ("duel", "scored_otherwise")
SPREAD: FigureName = ("round", "spread")
ByRound = NDArray[np.float64]


@dataclass(frozen=True)
class RoundFigures:
    """Figures of the first rounds of a seed. Terms that are slow to play have fewer rounds."""

    scores: NDArray[np.int64]
    """One round to a row: the score between every two players, from the side of the lower seat."""
    means: Mapping[FigureName, ByRound]
    """Figures that are a mean over rounds: their value in each round."""
    squares: Mapping[FigureName, ByRound]
    """Figures that are the root of a mean over rounds: the value under the root in each round."""


class PairedRounds(Generic[T]):
    """The same rounds under the given terms and under others: figures for `readings`, and their standard errors."""

    def __init__(self, game: Game[T], figures_of: Callable[[Game[T]], RoundFigures]) -> None:
        self.game = game
        self.figures_of = figures_of
        self.base = figures_of(game)
        self.last: tuple[str, RoundFigures] = (game.terms_hash, self.base)
        """The rounds that were asked for last, by the hash of their terms."""

    def figures(self, variant: Game[T]) -> Figures:
        """The figures of a variant. A figure that differs only within chance is that of the given terms."""
        base = self.base
        rounds = self._rounds(variant)
        means = {name: paired_mean(base.means[name], values) for name, values in rounds.means.items()}
        roots = {name: sqrt(paired_mean(base.squares[name], values)) for name, values in rounds.squares.items()}
        return {SCORED_DIFFERENTLY: share_scored_differently(base.scores, rounds.scores), **means, **roots}

    def errors(self, variant: Game[T]) -> dict[FigureName, FigureErrors]:
        """The standard errors of a variant's figures and of their changes."""
        rounds = self._rounds(variant)
        changes = changes_of_rounds(self.base, rounds)
        measured = measured_rounds(rounds)
        return {
            name: FigureErrors(change.standard_error, measured.get(name, change).standard_error)
            for name, change in changes.items()
        }

    def _rounds(self, variant: Game[T]) -> RoundFigures:
        if variant.terms_hash != self.last[0]:
            self.last = (variant.terms_hash, self.figures_of(variant))
        return self.last[1]


def measured_rounds(rounds: RoundFigures) -> dict[FigureName, Measured]:
    """The figures of these rounds with their standard errors."""
    means = {name: measured_mean(values) for name, values in rounds.means.items()}
    return {**means, **{name: _root(measured_mean(values)) for name, values in rounds.squares.items()}}


def changes_of_rounds(before: RoundFigures, after: RoundFigures) -> dict[FigureName, Measured]:
    """The change of each figure on the same rounds, and the share of comparisons that score differently."""
    means = {name: paired_difference(before.means[name], values) for name, values in after.means.items()}
    roots = {name: _change_of_root(before.squares[name], values) for name, values in after.squares.items()}
    return {**means, **roots, SCORED_DIFFERENTLY: _scored_differently(before.scores, after.scores)}


def _root(square: Measured) -> Measured:
    root = sqrt(square.value)
    return Measured(root, square.standard_error / (2 * root) if root else 0.0)


def _change_of_root(before: ByRound, after: ByRound) -> Measured:
    """The change of the root of a mean; for its error, each root is replaced by its tangent at the mean."""
    parts = min(len(before), len(after))
    root_before = sqrt(float(before[:parts].mean()))
    root_after = sqrt(float(after[:parts].mean()))
    if not root_before or not root_after:
        return Measured(root_after - root_before)
    error = paired_difference(before / (2 * root_before), after / (2 * root_after)).standard_error
    return Measured(root_after - root_before, error)


def _scored_differently(before: NDArray[np.int64], after: NDArray[np.int64]) -> Measured:
    if before.shape[1] != after.shape[1]:
        return Measured(0.0)
    rounds = min(len(before), len(after))
    is_different = before[:rounds] != after[:rounds]
    return measured_mean(is_different.mean(axis=1))


def share_scored_differently(before: NDArray[np.int64], after: NDArray[np.int64]) -> float:
    """The share of comparisons with another score; 0 for another number of players, whose cards differ."""
    if before.shape[1] != after.shape[1]:
        return 0.0
    rounds = min(len(before), len(after))
    is_different = before[:rounds] != after[:rounds]
    return paired_mean(np.zeros(rounds), is_different.mean(axis=1))
