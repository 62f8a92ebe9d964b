"""Pyramid Showdown on kernels: the rounds that are priced, told seat by seat and wager by wager."""

from __future__ import annotations

import numpy as np

from ...pricing.rounds import ON_KERNELS
from ...rules.game import Game
from ...simulation.rounds import ByRules, Rounds, outcome_of
from ...simulation.tally import Outcome, Played
from . import sheet as showdown
from .kernels.big_hands import Way
from .kernels.tables import way_for
from .pricing.rounds import BETWEEN_PLAYERS, Pot, Scored
from .pricing.rounds import OnKernels as ScoredOnKernels

CHUNK = 500


def rounds(game: Game[showdown.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """For the house way: what others set no table holds."""
    way = way_for(game.terms) if set(players) == {"house_way"} else None
    return OnKernels(plain, way) if way else None


class OnKernels:
    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, plain: ByRules, way: Way) -> None:
        self.seats = range(1, len(plain.seats) + 1)
        self.scored = ScoredOnKernels(plain, way)
        self.apart: dict[Pot, list[Outcome]] = {}
        """By who gets the Pot: what each seat pays and gets but for the showdown of hands."""

    def __call__(self, seed: int, first: int, count: int) -> Played:
        scored = self.scored(seed, first, count)
        for pot in {*scored.pots} - {*self.apart}:
            self.apart[pot] = [outcome_of(self.scored.apart[pot], seat) for seat in self.seats]
        return self._played(scored)

    def _played(self, scored: Scored) -> Played:
        """What the Pot and the other players bring a seat together, numbered as it comes."""
        known: dict[Outcome, int] = {}
        numbers = np.empty(scored.totals.shape, dtype=np.int64)
        for row, (pot, points) in enumerate(zip(scored.pots, scored.totals.tolist(), strict=True)):
            for seat, (apart, won) in enumerate(zip(self.apart[pot], points, strict=True)):
                outcome = tuple(sorted((*apart, (BETWEEN_PLAYERS, won)))) if won else apart
                numbers[row, seat] = known.setdefault(outcome, len(known))
        return Played(numbers, tuple(known))
