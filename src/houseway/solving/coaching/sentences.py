"""The coach's sentences in English, made from the figures of an assessment and from nothing else."""

from __future__ import annotations

from typing import Protocol

from ...rules.errors import Broken, plural
from ..results import Number
from .assessment import Assessment
from .grades import Grade
from .reasons import (
    ChanceMoved,
    DecisionsCompared,
    PartMoved,
    Reason,
    RuleBroken,
    SpecialGivenUp,
    WagerLoses,
)


class Names(Protocol):
    """The words of a game."""

    def name(self, kind: str, identifier: str) -> str:
        """The name of one of the `hands`, `wagers` or `decisions`."""


def sentence_of(assessment: Assessment, names: Names) -> str:
    """The grade, the cost and the reason of one decision."""
    match assessment.grade:
        case Grade.BEST:
            return "Best: no other choice is worth more."
        case Grade.TOO_CLOSE:
            return f"Too close to call: it may cost {_cost(assessment)}, and the error is as large as that."
    opening = f"{assessment.grade.value.capitalize()}: it cost {_cost(assessment)}"
    reason = reason_of(assessment, names)
    return f"{opening}. {reason}" if reason else f"{opening}."


def _cost(assessment: Assessment) -> str:
    """The cost with its error, in the unit of the game and in chips."""
    cost = f"{with_error(float(assessment.cost), assessment.standard_error)} {assessment.unit}"
    if assessment.chips_per_unit is None or assessment.unit == "chips":
        return cost
    chips = float(assessment.cost) * assessment.chips_per_unit
    error = assessment.standard_error * assessment.chips_per_unit
    return f"{cost} ({with_error(chips, error, digits=2)} chips)"


def with_error(figure: float, standard_error: float, digits: int = 4) -> str:
    """A figure with its standard error, where it has one."""
    return f"{figure:.{digits}f} ± {standard_error:.{digits}f}" if standard_error else f"{figure:.{digits}f}"


def reason_of(assessment: Assessment, names: Names) -> str:
    """The reasons as one sentence; empty where the figures show none."""
    chances = [_chance(reason, names) for reason in assessment.reasons if isinstance(reason, ChanceMoved)]
    clauses = [f"chance to win: {', '.join(chances)}"] if chances else []
    clauses += [_clause(reason, names) for reason in assessment.reasons if not isinstance(reason, ChanceMoved)]
    if not clauses:
        return ""
    text = "; ".join(clauses)
    return f"{text[0].upper()}{text[1:]}."


def _chance(reason: ChanceMoved, names: Names) -> str:
    return f"{names.name('hands', reason.slot)} {percent(reason.yours)} instead of {percent(reason.best)}"


def _clause(reason: Reason, names: Names) -> str:
    match reason:
        case PartMoved():
            part = names.name("wagers", reason.slot)
            return f"{part} brings {float(reason.yours):+.2f} instead of {float(reason.best):+.2f} a chip"
        case SpecialGivenUp():
            earns = "scores" if reason.unit == "points" else "earns"
            amount = plural(reason.points, reason.unit.removesuffix("s"))
            return f"{reason.name} as {names.name('hands', reason.slot)} {earns} {amount}, yours {reason.instead}"
        case DecisionsCompared():
            yours = f"“{names.name('decisions', reason.yours)}” is worth {float(reason.yours_value):+.4f}"
            best = f"“{names.name('decisions', reason.best)}” {float(reason.best_value):+.4f} {reason.unit}"
            return f"{yours}, {best}"
        case WagerLoses():
            chips = plural(reason.chips, "chip")
            spot = names.name("wagers", reason.spot)
            return f"{chips} more than needed on the {spot} lose {float(reason.lost):.2f} on average"
        case RuleBroken():
            return f"the rule: {reason.rule.rstrip('.')}"
    raise Broken(f"there is no sentence for {reason.code}")


def percent(chance: Number) -> str:
    return f"{100 * float(chance):.1f} %"
