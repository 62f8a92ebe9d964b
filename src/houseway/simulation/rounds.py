"""
Ways to play many rounds of one table, all with the same cards and the same outcomes.

The general one plays each round through the rules, whatever the game. A game may offer a faster one, on kernels
(`kernel_rounds.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import decoded_hand
from ..pricing.rounds import BY_RULES, ThroughRules
from ..rules.game import AnyGame
from ..rules.moves import SeatMove
from ..rules.payments import HOUSE, Party, Payment
from ..rules.playing import settlement
from ..rules.round import Round
from ..rules.view import view
from ..solving.bots import dealer_move
from ..solving.strategy import Strategy
from .kernel_rounds import KernelRounds
from .tally import Outcome, Played

FEW = 20
"""Rounds in a chunk where each is played through the rules."""


class Rounds(Protocol):
    """Plays rounds by their number; the same number and seed are the same cards."""

    how: str
    """ON_KERNELS or BY_RULES."""
    chunk: int
    """Rounds that make a piece of work."""

    def __call__(self, seed: int, first: int, count: int) -> Played: ...


def rounds_of(
    game: AnyGame,
    kernels: KernelRounds[Any],
    players: tuple[str, ...],
    seats: tuple[Strategy, ...],
    *,
    by_rules: bool,
) -> Rounds:
    """The fastest way to play this table: on the game's kernels where they know it, else through the rules."""
    plain = ByRules(game, seats)
    if by_rules:
        return plain
    return kernels.rounds(game, players, plain) or plain


class ByRules(ThroughRules):
    """Every round through the rules, each seat shown what it may see."""

    how = BY_RULES
    chunk = FEW

    def __init__(self, game: AnyGame, seats: tuple[Strategy, ...]) -> None:
        super().__init__(game, len(seats))
        self.seats = seats

    def __call__(self, seed: int, first: int, count: int) -> Played:
        numbers: defaultdict[Outcome, int] = defaultdict(lambda: len(numbers))
        found = np.empty((count, len(self.seats)), dtype=np.int64)
        shuffled = self.cards(seed, first, count)
        for row in range(count):
            *_, last = self.states_with(decoded_hand(shuffled[row].tolist()), first + row)
            for seat, outcome in enumerate(self.paid(last)):
                found[row, seat] = numbers[outcome]
        return Played(found, tuple(numbers))

    def outcomes(self, seed: int, number: int) -> list[Outcome]:
        """What one round brought each seat."""
        return self.paid(self.played(seed, number))

    def paid(self, last: Round) -> list[Outcome]:
        payments = settlement(last)
        return [outcome_of(payments, seat) for seat in range(1, len(self.seats) + 1)]

    def move(self, round_: Round, mover: Party) -> SeatMove:
        if mover == HOUSE:
            return dealer_move(round_)
        return self.seats[int(mover) - 1].move(self.game, view(round_, int(mover)))


def outcome_of(payments: list[Payment], seat: int) -> Outcome:
    """What each wager brought this seat."""
    found: Counter[str] = Counter()
    for payment in payments:
        if seat in (payment.payer, payment.payee):
            found[payment.wager] += payment.chips * ((payment.payee == seat) - (payment.payer == seat))
    return tuple(sorted((wager, chips) for wager, chips in found.items() if chips))


class Asked:
    """
    What the outcomes that a kernel numbers are worth, asked of the rules.

    A kernel says of each round and seat which of many kinds it is, such that for one strategy rounds of one kind are
    paid alike. The first round of a kind is played through the rules, and what they pay holds for the others. No
    payment is written here.
    """

    def __init__(self, plain: ByRules, kinds: int) -> None:
        names = [strategy.name for strategy in plain.seats]
        self.plain = plain
        self.begin = np.array([names.index(name) * kinds for name in names], dtype=np.int64)
        """By seat: where the kinds of its strategy begin, which has wagers of its own."""
        self.outcomes: list[Outcome | None] = [None] * (kinds * len(names))

    def known(self, seed: int, first: int, kinds: NDArray[np.int64]) -> Played:
        """These rounds, every kind among them known."""
        kinds += self.begin
        flat = kinds.ravel()
        for kind in np.flatnonzero(np.bincount(flat)).tolist():
            if self.outcomes[kind] is None:
                row, seat = divmod(int(np.argmax(flat == kind)), kinds.shape[1])
                self.outcomes[kind] = self.plain.outcomes(seed, first + row)[seat]
        return Played(kinds, self.outcomes)
