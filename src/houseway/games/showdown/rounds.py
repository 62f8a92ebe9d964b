"""
Rounds of Pyramid Showdown on kernels: every seat plays on and sets the house way.

Hands are set and compared on kernels. The payments of the Pot come from the rules: the first round of each kind of Pot
is played by them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...rules.dealing import deal_goes_to
from ...rules.game import Game
from ...rules.payments import Payment
from ...rules.playing import settlement
from ...sampling.kernel_rounds import ON_KERNELS
from ...sampling.outcomes import Outcome, PlayedRounds, outcome_of
from ...sampling.rounds_by_rules import RoundsByRules
from .kernels.big_hands import HouseWayTables
from .kernels.house_way import set_hands
from .kernels.rounds import net_scores, totals_of
from .kernels.tables import house_way_tables
from .terms import Terms

CHUNK = 500
BETWEEN_PLAYERS = "showdown"
"""The wager that players pay each other. All others are paid to the Pot and out of it."""


class Pot(NamedTuple):
    """Who takes the Pot. Rounds with an equal `Pot` pay it alike."""

    champions: int
    """One bit for each seat with the highest total."""
    strongest: int
    """One bit for each of them with the strongest Hand 6."""
    dealer: int
    """The dealer's seat, counted from 0, if several are tied; else 0."""

    @property
    def is_tied(self) -> bool:
        return self.champions.bit_count() > 1


class ScoredRounds(NamedTuple):
    """The points of consecutive rounds, one round to a row. A point is a chip [SHO-38]."""

    net_scores: NDArray[np.int64]
    """By two seats, the lower first: the points that the lower wins from the higher."""
    totals: NDArray[np.int64]
    """By seat: its points from all opponents."""
    pots: list[Pot]


def rounds(
    game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]
) -> ShowdownRoundsOnKernels | None:
    """None for players other than the house way, and for terms that the kernels do not know."""
    house_way = house_way_tables(game.terms) if set(players) == {"house_way"} else None
    return ShowdownRoundsOnKernels(by_rules, house_way) if house_way else None


class ShowdownRoundsOnKernels:
    """Rounds of house-way players."""

    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, by_rules: RoundsByRules[Terms], house_way: HouseWayTables) -> None:
        self.by_rules = by_rules
        self.seats = len(by_rules.players)
        self.house_way = house_way
        self.positions = card_positions(by_rules)
        self.pot_payments: dict[Pot, list[Payment]] = {}
        """All payments except those between players."""
        self._pot_outcomes: dict[Pot, list[Outcome]] = {}
        """The same as the outcome of each seat."""

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds, numbered in order of appearance."""
        scored = self.scored(seed, first, count)
        number_of: dict[Outcome, int] = {}
        numbers = np.empty(scored.totals.shape, dtype=np.int64)
        for row, (pot, points) in enumerate(zip(scored.pots, scored.totals.tolist(), strict=True)):
            for seat, (from_pot, won) in enumerate(zip(self._outcomes_of(pot), points, strict=True)):
                outcome = tuple(sorted((*from_pot, (BETWEEN_PLAYERS, won)))) if won else from_pot
                numbers[row, seat] = number_of.setdefault(outcome, len(number_of))
        return PlayedRounds(numbers, tuple(number_of))

    def scored(self, seed: int, first: int, count: int) -> ScoredRounds:
        """The points of consecutive rounds; afterwards `pot_payments` has each of their pots."""
        cards = self.by_rules.cards(seed, first, count)
        by_seat = [set_hands(self.house_way, np.ascontiguousarray(cards[:, positions])) for positions in self.positions]
        codes = np.stack(by_seat, axis=1)
        for row in np.flatnonzero((codes == 0).any(axis=(1, 2))).tolist():
            self.by_rules.finished_round(seed, first + row)  # refuses with the hand that cannot be set
        scores = net_scores(self.house_way.by_strength, codes)
        totals = totals_of(scores, self.seats)
        scored = ScoredRounds(scores, totals, self._pots(first, codes, totals))
        self.learn_pots(seed, first, scored.pots)
        return scored

    def learn_pots(self, seed: int, first: int, pots: list[Pot]) -> None:
        """Play the first round of each unknown pot by the rules."""
        for row, pot in enumerate(pots):
            if pot not in self.pot_payments:
                payments = settlement(self.by_rules.finished_round(seed, first + row))
                self.pot_payments[pot] = [payment for payment in payments if payment.wager != BETWEEN_PLAYERS]

    def _pots(self, first: int, codes: NDArray[np.int64], totals: NDArray[np.int64]) -> list[Pot]:
        seat_bits = 1 << np.arange(self.seats)
        champions = totals == totals.max(axis=1, keepdims=True)
        sixth_hands = codes[:, :, -1] * champions
        strongest = sixth_hands == sixth_hands.max(axis=1, keepdims=True)
        is_tied = champions.sum(axis=1) > 1
        dealers = np.where(is_tied, (first + np.arange(len(codes))) % self.seats, 0)
        columns = np.column_stack((champions @ seat_bits, strongest @ seat_bits, dealers))
        return [Pot(*row) for row in columns.tolist()]

    def _outcomes_of(self, pot: Pot) -> list[Outcome]:
        if pot not in self._pot_outcomes:
            payments = self.pot_payments[pot]
            self._pot_outcomes[pot] = [outcome_of(payments, seat) for seat in range(1, self.seats + 1)]
        return self._pot_outcomes[pot]


def card_positions(by_rules: RoundsByRules[Terms]) -> list[list[int]]:
    """The positions in the shoe of each seat's cards, where nobody surrenders."""
    receivers = [party for round_ in by_rules.states(0, 0) for party in deal_goes_to(round_)]
    return [[at for at, party in enumerate(receivers) if party == seat] for seat in range(1, len(by_rules.players) + 1)]
