"""
Results of rounds of Pyramid Showdown: points, chips and the Pot, round by round.

Every seat plays on and sets the house way, as in `houseway simulate showdown`. Rounds are played on kernels where those
know the terms, and otherwise by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....rules.payments import POT, Payment, net
from ....rules.playing import settlement
from ....sampling.kernel_rounds import BY_RULES, ON_KERNELS
from ....sampling.rounds_by_rules import RoundsByRules
from ....solving.bots import HOUSE_WAY
from .. import scoring
from ..rounds import ScoredRounds, ShowdownRoundsOnKernels, rounds
from ..terms import Terms

CHUNK = 100
"""Rounds in one piece of work on kernels."""
Kernels = ShowdownRoundsOnKernels
ByRules = RoundsByRules[Terms]


class Results(NamedTuple):
    """One round to a row."""

    won: NDArray[np.int64]
    """By seat, in chips."""
    net_scores: NDArray[np.int64]
    """The net score of every two players, from the side of the lower seat. The first seat's come first."""
    pot: NDArray[np.int64]
    left: NDArray[np.int64]
    """What stays in the Pot for the next round."""
    champion: NDArray[np.int64]
    """The Champion's points from all opponents."""
    tied: NDArray[np.bool_]


class HouseWayRounds:
    """Rounds of one table of house-way players under these terms."""

    def __init__(self, game: Game[Terms], seats: int) -> None:
        self.by_rules: ByRules = RoundsByRules(game, (HOUSE_WAY,) * seats)
        self.kernels = rounds(game, (HOUSE_WAY.name,) * seats, self.by_rules)
        self.how = ON_KERNELS if self.kernels else BY_RULES
        self.chunk = CHUNK if self.kernels else 1

    def results(self, seed: int, first: int, count: int) -> Results:
        """The results of consecutive rounds."""
        if self.kernels:
            return results_of_scored(self.kernels, seed, first, self.kernels.scored(seed, first, count))
        return results_by_rules(self.by_rules, seed, first, count)


def results_of_scored(kernels: Kernels, seed: int, first: int, scored: ScoredRounds) -> Results:
    """The results of rounds whose hands are scored. The Pot is paid by the terms of `kernels`."""
    kernels.learn_pots(seed, first, scored.pots)
    pots = list(dict.fromkeys(scored.pots))
    index = {pot: number for number, pot in enumerate(pots)}
    pot_of_row = np.array([index[pot] for pot in scored.pots])
    payments_of_pot = [kernels.pot_payments[pot] for pot in pots]
    return Results(
        won=scored.totals
        + np.array([chips_by_seat(payments, kernels.seats) for payments in payments_of_pot])[pot_of_row],
        net_scores=scored.net_scores,
        pot=np.array([chips_into_pot(payments) for payments in payments_of_pot])[pot_of_row],
        left=np.array([net(payments).get(POT, 0) for payments in payments_of_pot])[pot_of_row],
        champion=scored.totals.max(axis=1),
        tied=np.array([pot.is_tied for pot in pots])[pot_of_row],
    )


def results_by_rules(by_rules: ByRules, seed: int, first: int, count: int) -> Results:
    """The results of consecutive rounds played by the rules."""
    return joined(_one_round(by_rules, seed, number) for number in range(first, first + count))


def _one_round(by_rules: ByRules, seed: int, number: int) -> Results:
    round_ = by_rules.finished_round(seed, number)
    payments = settlement(round_)
    net_scores = {pair: sum(points) for pair, points in scoring.scores(by_rules.game.terms, round_).items()}
    totals = scoring.totals(net_scores)
    from_lower_seat = {}
    for (a, b), points in net_scores.items():
        if a < b:
            from_lower_seat[a, b] = points
        else:
            from_lower_seat[b, a] = -points
    return Results(
        won=np.array([chips_by_seat(payments, len(by_rules.players))]),
        net_scores=np.array([[from_lower_seat[pair] for pair in sorted(from_lower_seat)]]),
        pot=np.array([chips_into_pot(payments)]),
        left=np.array([net(payments).get(POT, 0)]),
        champion=np.array([max(totals.values())]),
        tied=np.array([len(scoring.champions(totals)) > 1]),
    )


def chips_by_seat(payments: Sequence[Payment], seats: int) -> list[int]:
    won = net(payments)
    return [won.get(seat, 0) for seat in range(1, seats + 1)]


def chips_into_pot(payments: Sequence[Payment]) -> int:
    return sum(payment.chips for payment in payments if payment.payee == POT)


def joined(parts: Iterable[Results]) -> Results:
    """The results of consecutive chunks as one."""
    return Results(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
