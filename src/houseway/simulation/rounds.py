"""
Ways to play many rounds of one table, all with the same cards and the same outcomes.

The general one plays each round through the rules, whatever the game. A game that has a file of its own here may offer
a faster one, on kernels: its `rounds` answers None for players or terms that it does not know.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import Hands, decoded_hand, encoded
from ..kernels.philox import dealt
from ..rules.cards import Cards
from ..rules.game import Deal, Game, Opening
from ..rules.payments import HOUSE, Payment
from ..rules.round import Dealt, Round, cards_due, deal_goes_to, play, settlement, start, waiting_for
from ..rules.view import view
from ..setting.bots import dealer_move
from ..setting.strategy import Strategy
from .tally import Outcome, Played

BY_RULES = "by the rules' own rounds"
ON_KERNELS = "on kernels"
FEW = 20
"""Rounds in a chunk where each is played through the rules."""


class Rounds(Protocol):
    """Plays rounds by their number; the same number and seed are the same cards."""

    how: str
    """ON_KERNELS or BY_RULES."""
    chunk: int
    """Rounds that make a piece of work."""

    def __call__(self, seed: int, first: int, count: int) -> Played: ...


def rounds_of(game: Game[Any], players: tuple[str, ...], seats: tuple[Strategy, ...], *, by_rules: bool) -> Rounds:
    """The fastest way there is for this table."""
    plain = ByRules(game, seats)
    if by_rules or find_spec(f".{game.key}", __package__) is None:
        return plain
    fast: Rounds | None = import_module(f".{game.key}", __package__).rounds(game, players, plain)
    return fast or plain


class ByRules:
    """Every round through the rules, each seat shown what it may see."""

    how, chunk = BY_RULES, FEW

    def __init__(self, game: Game[Any], seats: tuple[Strategy, ...]) -> None:
        self.game, self.seats = game, seats
        self.shoe = shoe_of(game)
        self.names = tuple(f"player {number}" for number in range(1, len(seats) + 1))
        opening = Opening(players=self.names)
        deals = [step for step in game.steps(game.terms, opening) if isinstance(step, Deal)]
        self.most = sum(step.cards * len(seats) + step.dealer for step in deals)
        self.openings: dict[int, list[Round]] = {}
        """By the dealer's seat; see `opening`."""

    def __call__(self, seed: int, first: int, count: int) -> Played:
        numbers: defaultdict[Outcome, int] = defaultdict(lambda: len(numbers))
        found = np.empty((count, len(self.seats)), dtype=np.int64)
        shuffled = dealt(self.shoe, seed, first, rounds=count, cards=self.most)
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

    def played(self, seed: int, number: int) -> Round:
        """One round to its end: the deal passes on from round to round, the shoe is full and the Pot empty."""
        *_, last = self.states(seed, number)
        return last

    def states(self, seed: int, number: int) -> Iterator[Round]:
        """The round after each of its moves, from before the first."""
        cards = dealt(self.shoe, seed, number, rounds=1, cards=self.most)[0]
        return self.states_with(decoded_hand(cards.tolist()), number)

    def states_with(self, cards: Cards, number: int) -> Iterator[Round]:
        """The same; the cards are those of the shoe from its top."""
        opening = self.opening(number % len(self.names) + 1)
        yield from opening
        round_ = opening[-1]
        while not round_.over:
            round_ = self.next(round_, cards)
            yield round_

    def opening(self, dealer_seat: int) -> list[Round]:
        """The states of a round until its first cards are due, which no card changes."""
        if dealer_seat not in self.openings:
            states = [start(self.game, Opening(players=self.names, dealer_seat=dealer_seat))]
            while not isinstance(states[-1].step, Deal) and not states[-1].over:
                states.append(self.next(states[-1], ()))
            self.openings[dealer_seat] = states
        return self.openings[dealer_seat]

    def next(self, round_: Round, cards: Cards) -> Round:
        """The round after the next move; the cards are those of the shoe from its top."""
        if isinstance(round_.step, Deal):
            gone = len(round_.dealt)
            return play(round_, Dealt(cards[gone : gone + cards_due(round_)]))
        mover = waiting_for(round_)[0]
        if mover == HOUSE:
            return play(round_, dealer_move(round_))
        return play(round_, self.seats[int(mover) - 1].move(self.game, view(round_, int(mover))))

    def opened(self) -> Round:
        """A round whose first cards are due."""
        return self.opening(1)[-1]


def shoe_of(game: Game[Any]) -> Hands:
    return np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)


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


def places_of(plain: ByRules) -> NDArray[np.int64]:
    """Of a game with one deal of packets alike: which of the cards go to each seat and, last, to the dealer."""
    round_ = plain.opened()
    goes_to = deal_goes_to(round_)
    parties = [*range(1, len(plain.seats) + 1), *([HOUSE] if HOUSE in goes_to else [])]
    return np.array([[at for at, to in enumerate(goes_to) if to == party] for party in parties], dtype=np.int64)
