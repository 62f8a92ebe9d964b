"""Estimates from played rounds."""

from __future__ import annotations

from math import sqrt

from ..sampling.json_types import JsonObject
from ..sampling.kernel_rounds import BY_RULES
from ..sampling.tally import Tally
from .price import Estimate

FEWER_ROUNDS = (
    "the kernels do not know these terms, so there are fewer rounds: read each figure with its standard error"
)


def estimate_from(tally: Tally, unit: int, seed: int, notes: JsonObject) -> Estimate:
    """The estimate of a wager of `unit` chips from the tally of its rounds."""
    variance = tally.variance / unit**2
    return Estimate(
        ev=float(tally.mean / unit),
        standard_error=sqrt(variance / tally.rounds),
        standard_deviation=sqrt(variance),
        seed=seed,
        rounds=tally.rounds,
        notes=notes,
    )


def method_notes(how: str) -> dict[str, str]:
    """The notes of a price on how its rounds were played."""
    notes = {"how": how}
    if how == BY_RULES:
        notes["fewer_rounds"] = FEWER_ROUNDS
    return notes
