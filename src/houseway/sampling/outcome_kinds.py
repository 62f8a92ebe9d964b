"""
Outcomes of the kinds of rounds that a kernel tells apart.

A kernel numbers the kinds of rounds so that rounds of one kind pay the seats of one strategy alike. The first round
of a kind is played by the rules, and its outcome holds for all others of the kind. No payment is computed here.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from .outcomes import Outcome, PlayedRounds
from .rounds_by_rules import RoundsByRules

T = TypeVar("T")


class OutcomesByKind(Generic[T]):
    """The outcome of each kind of round and strategy, from the rules."""

    def __init__(self, by_rules: RoundsByRules[T], kinds: int) -> None:
        names = [player.name for player in by_rules.players]
        self.by_rules = by_rules
        self.offsets = np.array([names.index(name) * kinds for name in names], dtype=np.int64)
        """By seat: the number of its strategy's first kind. Strategies may wager differently."""
        self.outcomes: list[Outcome | None] = [None] * (kinds * len(names))

    def played(self, seed: int, first: int, kinds: NDArray[np.int64]) -> PlayedRounds:
        """The outcomes of consecutive rounds, given the kind for each round and seat."""
        numbers = kinds + self.offsets
        flat = numbers.ravel()
        for number in np.flatnonzero(np.bincount(flat)).tolist():
            if self.outcomes[number] is None:
                row, seat = divmod(int(np.argmax(flat == number)), numbers.shape[1])
                self.outcomes[number] = self.by_rules.outcomes(seed, first + row)[seat]
        return PlayedRounds(numbers, self.outcomes)
