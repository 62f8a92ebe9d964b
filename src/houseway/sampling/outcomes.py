"""Outcomes of rounds: the chips that each wager brought a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.payments import Payment

Outcome = tuple[tuple[str, int], ...]
"""Each wager that brought or cost something, with its net chips, in order of its name."""


def total_chips(outcome: Outcome) -> int:
    """The net chips of all wagers together."""
    return sum(chips for _, chips in outcome)


def outcome_of(payments: Iterable[Payment], seat: int) -> Outcome:
    """The outcome of a seat from the payments of a round."""
    net_by_wager: Counter[str] = Counter()
    for payment in payments:
        if payment.payee == seat:
            net_by_wager[payment.wager] += payment.chips
        if payment.payer == seat:
            net_by_wager[payment.wager] -= payment.chips
    return outcome_from(net_by_wager)


def outcome_from(net_by_wager: Counter[str]) -> Outcome:
    """The outcome with these net chips by wager."""
    return tuple(sorted((wager, chips) for wager, chips in net_by_wager.items() if chips))


class PlayedRounds(NamedTuple):
    """The outcomes of consecutive rounds."""

    numbers: NDArray[np.int64]
    """By round and seat: the number of the outcome."""
    outcomes: Sequence[Outcome | None]
    """By number; None for a number that no round has."""

    def counts(self, seat: int) -> Counter[Outcome]:
        """How often the seat had each outcome."""
        rounds_by_number = np.bincount(self.numbers[:, seat])
        counts = Counter[Outcome]()
        for number in np.flatnonzero(rounds_by_number).tolist():
            counts[self.outcomes[number] or ()] += int(rounds_by_number[number])
        return counts

    def chips(self, seat: int) -> NDArray[np.int64]:
        """The net chips of the seat in each round."""
        numbers = self.numbers[:, seat]
        rounds_by_number = np.bincount(numbers)
        chips_by_number = np.zeros(len(rounds_by_number), dtype=np.int64)
        for number in np.flatnonzero(rounds_by_number).tolist():
            chips_by_number[number] = total_chips(self.outcomes[number] or ())
        return chips_by_number[numbers]
