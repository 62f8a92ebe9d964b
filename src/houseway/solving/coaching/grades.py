"""Grades of decisions by what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ...rules.errors import Broken

ERRORS_TO_TELL_APART = 2
"""A cost of fewer standard errors than this is too close to call."""
NOTHING = 1e-9
"""A cost up to this is the rounding of floats."""


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    TOO_CLOSE = "too close to call"


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """The costs at which grades begin, in the unit of the values. A cost below `inaccuracy` is good."""

    inaccuracy: Fraction
    mistake: Fraction
    blunder: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.inaccuracy < self.mistake < self.blunder:
            raise Broken("the thresholds of grades rise from above 0")


def grade_of(cost: Fraction | float, standard_error: float, thresholds: Thresholds) -> Grade:
    """The grade of a decision that cost this much more than the best, with the standard error of that cost."""
    if cost <= NOTHING:
        return Grade.BEST
    if cost < ERRORS_TO_TELL_APART * standard_error:
        return Grade.TOO_CLOSE
    if cost >= thresholds.blunder:
        return Grade.BLUNDER
    if cost >= thresholds.mistake:
        return Grade.MISTAKE
    if cost >= thresholds.inaccuracy:
        return Grade.INACCURACY
    return Grade.GOOD
