"""
How many rounds tell two strategies apart, by chips won and by results without luck.

Each strategy plays its own deals: alone against the house, or against one player who plays the house way.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import ceil, sqrt
from typing import Any

import numpy as np

from ..kernels.cards import decoded_hand
from ..rules.cards import Cards
from ..rules.game import AnyGame, Opening
from ..rules.playing import start
from ..rules.round import Round
from ..sampling.chunks import Progress, ignore_progress
from ..sampling.rounds_by_rules import play_to_end, shoe_codes
from ..sampling.settings import checked_integer
from ..sampling.streams import MOST_SEED, deal_rounds
from ..solving import Solver
from ..solving.coaching.luck import LuckAdjusted, luck_adjusted
from ..solving.strategy import Strategy
from .duel import MOST_ROUNDS, cards_from_packets, packets_of

STANDARD_ERRORS = 3
"""How many standard errors tell two strategies apart."""


@dataclass(frozen=True, kw_only=True)
class LuckFreeDuel:
    """Two strategies, compared by chips won and by results without luck. Chips are those of one seat in one round."""

    game: str
    a: str
    b: str
    seed: int
    rounds: int
    """Rounds of each strategy."""
    method: str
    """How luck was removed: by values, or by the same cards."""
    won_difference: float
    """What A won more than B."""
    won_error: float
    adjusted_difference: float
    """The same without luck."""
    adjusted_error: float

    @property
    def factor(self) -> float:
        """How many times fewer rounds the adjusted results need for the same error; infinite if they never vary."""
        return (self.won_error / self.adjusted_error) ** 2 if self.adjusted_error else float("inf")

    def rounds_needed(self, *, adjusted: bool) -> int | None:
        """Rounds of each strategy until the adjusted difference is three standard errors; None if it is zero."""
        error = self.adjusted_error if adjusted else self.won_error
        if not self.adjusted_difference:
            return None
        return max(1, ceil(self.rounds * (STANDARD_ERRORS * error / self.adjusted_difference) ** 2))

    def as_data(self) -> dict[str, str | int | float | None]:
        return {
            **asdict(self),
            "factor": self.factor if self.adjusted_error else None,
            "rounds_needed_by_chips": self.rounds_needed(adjusted=False),
            "rounds_needed_without_luck": self.rounds_needed(adjusted=True),
        }


def luck_free_duel(
    game: AnyGame,
    solver: Solver[Any],
    a: Strategy,
    b: Strategy,
    *,
    rounds: int,
    seed: int = 1,
    progress: Progress | None = None,
) -> LuckFreeDuel:
    """Play this many rounds with each strategy, on different deals."""
    checked_integer("rounds", rounds, 2, MOST_ROUNDS)
    checked_integer("seed", seed, 0, MOST_SEED)
    report = progress or ignore_progress
    results: list[list[LuckAdjusted]] = []
    for place, strategy in enumerate((a, b)):
        mine = []
        for number in range(rounds):
            report(place * rounds + number, 2 * rounds)
            last = played(game, strategy, solver.house_way(game), seed, place * rounds + number)
            mine.append(luck_adjusted(solver, last, 1))
        results.append(mine)
    report(2 * rounds, 2 * rounds)
    won = [np.array([result.won for result in mine], dtype=np.float64) for mine in results]
    adjusted = [np.array([float(result.adjusted) for result in mine]) for mine in results]
    return LuckFreeDuel(
        game=game.key,
        a=a.name,
        b=b.name,
        seed=seed,
        rounds=rounds,
        method=results[0][0].method,
        won_difference=float(won[0].mean() - won[1].mean()),
        won_error=sqrt(sum(float(chips.var(ddof=1)) for chips in won) / rounds),
        adjusted_difference=float(adjusted[0].mean() - adjusted[1].mean()),
        adjusted_error=sqrt(sum(float(chips.var(ddof=1)) for chips in adjusted) / rounds),
    )


def played(game: AnyGame, strategy: Strategy, other: Strategy, seed: int, number: int) -> Round:
    """The deal of this number, with the strategy on seat 1; among players another one on seat 2."""
    seats = 1 if game.against_the_house else 2
    opening = start(game, Opening(players=("one", "two")[:seats], dealer_seat=number % seats + 1))
    packets = packets_of(opening, shuffled_shoe(game, seed, number))
    *_, last = play_to_end(opening, [strategy, other][:seats], cards_from_packets(packets))
    return last


def shuffled_shoe(game: AnyGame, seed: int, number: int) -> Cards:
    codes = shoe_codes(game)
    return decoded_hand(deal_rounds(codes, seed, number, rounds=1, cards=len(codes))[0].tolist())
