"""Figures that are exact or have a standard error, and the changes between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from ..sampling.json_types import Json
from .alarm import CLEAR
from .price import Exact, Price, ratio
from .readings import FigureName


@dataclass(frozen=True)
class Measured:
    """A figure: counted exactly, or an estimate with its standard error."""

    value: Fraction | float
    standard_error: float = 0.0

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def size(self) -> Fraction | float:
        """The figure without its sign."""
        return self.value if self.value > 0 else -self.value

    @property
    def clear_sign(self) -> int:
        """1 or -1 if the figure is above or below 0 by more than chance, otherwise 0."""
        if self.size <= CLEAR * self.standard_error:
            return 0
        return 1 if self.value > 0 else -1

    def plus(self, other: Measured) -> Measured:
        """The sum; the errors are taken as independent."""
        return Measured(self.value + other.value, hypot(self.standard_error, other.standard_error))

    def minus(self, other: Measured) -> Measured:
        """The difference; the errors are taken as independent."""
        return Measured(self.value - other.value, hypot(self.standard_error, other.standard_error))

    def divided_by(self, number: int) -> Measured:
        return Measured(self.value / number, self.standard_error / number)

    def as_json(self) -> Json:
        """An exact figure as a fraction, an estimate as a number."""
        return ratio(self.value) if isinstance(self.value, Fraction) else self.value


ZERO = Measured(Fraction())
MeasuredFigures = Mapping[FigureName, Measured]


def measured_price(price: Price) -> dict[FigureName, Measured]:
    """The expected profit of each wager under each strategy."""
    figures = {}
    for wager, wager_price in price.wagers.items():
        for strategy, priced in wager_price.strategies.items():
            error = 0.0 if isinstance(priced, Exact) else priced.standard_error
            figures[wager, strategy] = Measured(priced.ev, error)
    return figures


def differences(before: MeasuredFigures, after: MeasuredFigures) -> dict[FigureName, Measured]:
    """The change of each figure that both have."""
    return {name: after[name].minus(figure) for name, figure in before.items() if name in after}


def paired_difference(before: NDArray[np.float64], after: NDArray[np.float64]) -> Measured:
    """The mean change on the same deals, part by part; its error is that of the differences."""
    parts = min(len(before), len(after))
    changes = after[:parts] - before[:parts]
    return Measured(float(changes.mean()), float(changes.std(ddof=1)) / sqrt(parts))


def measured_mean(values: NDArray[np.float64]) -> Measured:
    """The mean of values by part, with its standard error."""
    return Measured(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))
