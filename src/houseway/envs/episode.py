"""
An episode: one or more rounds at a table, as a value. Chance stays outside: `deal` is told which cards come.

Every environment here is this one in other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..rules.cards import Cards, surplus
from ..rules.dealing import cards_due, deal_goes_to
from ..rules.errors import Broken, NotAllowed
from ..rules.moves import Dealt, Move, SeatMove
from ..rules.payments import HOUSE, SeatNumber, net
from ..rules.playing import play, settlement
from ..rules.round import Round, waiting_for
from ..rules.table import Table, close_round, may_bank, open_round, pass_bank, take_bank
from ..rules.values import cached_property, replace
from ..rules.view import View, view
from ..sampling.rounds_by_rules import dealer_move
from .questions import NOTHING, BankAnswer, BankQuestion, Draft, Question, first_question
from .setup import MOST_REMEMBERED, WAIT, Setup


@dataclass(frozen=True, kw_only=True)
class Episode:
    """Where an episode stands."""

    setup: Setup
    table: Table
    round: Round
    """The round that is played; while the bank is offered, as it would open with nobody taking it."""
    offered: tuple[SeatNumber, ...] = ()
    """To whom the bank is offered now."""
    asked: Mapping[SeatNumber, Question] = field(default_factory=dict)
    """Questions to seats, kept while they make their moves."""
    rounds_left: int
    won: tuple[int, ...]
    """Chips of each seat, all rounds together."""
    answers: tuple[tuple[SeatNumber, int], ...] | None = None
    """All answers since the beginning; None once a card has been dealt or a whole move made."""

    @property
    def over(self) -> bool:
        return self.rounds_left == 0

    @cached_property
    def waiting_for(self) -> tuple[SeatNumber, ...]:
        """The seats that are asked something."""
        if self.over:
            return ()
        return self.offered or tuple(mover for mover in waiting_for(self.round) if isinstance(mover, int))

    @cached_property
    def cards_due(self) -> int:
        return 0 if self.over or self.offered else cards_due(self.round)

    def question(self, seat: SeatNumber) -> Question:
        """What this seat is asked now."""
        if seat not in self.waiting_for:
            raise NotAllowed(f"seat {seat} is asked nothing now; waiting for {self.waiting_for or 'nobody'}")
        if seat not in self.asked:
            setup = self.setup
            asked = dict(self.asked)
            offered = BankQuestion(setup, seat, self.table) if self.offered else None
            asked[seat] = offered or first_question(setup, self.round, seat)
            object.__setattr__(self, "asked", asked)  # kept: a question may be long in the making
        return self.asked[seat]

    def allowed(self, seat: SeatNumber) -> tuple[int, ...]:
        """The actions of a seat, by number; one that is asked nothing waits."""
        return self.question(seat).numbers if seat in self.waiting_for else (self.setup.numbers[WAIT],)

    def draft(self, seat: SeatNumber) -> Draft:
        return self.question(seat).draft if seat in self.waiting_for else NOTHING

    def view(self, seat: SeatNumber) -> View:
        return view(self.round, seat)

    @property
    def shoe(self) -> Cards:
        """The cards that this round is dealt from, in order; shuffling them is the caller's."""
        return surplus(self.setup.shoe, self.round.opening.spent) if self.round.opening.spent else self.setup.shoe

    def act(self, seat: SeatNumber, number: int) -> Episode:
        """A seat answers what it is asked; what follows from the same answers before any card is reckoned but once."""
        if self.answers is None:
            return self._answered(seat, number)
        known = self.setup.begun
        answers = (*self.answers, (seat, number))
        if answers not in known:
            after = replace(self._answered(seat, number), answers=answers)
            if len(known) >= MOST_REMEMBERED:
                return after
            known[answers] = after
        found: Episode = known[answers]
        return found

    def _answered(self, seat: SeatNumber, number: int) -> Episode:
        answer = self.question(seat).answered(number)
        if isinstance(answer, Question):
            return replace(self, asked={**self.asked, seat: answer})
        return self._banked(answer) if isinstance(answer, BankAnswer) else self.move(answer)

    def move(self, move: SeatMove) -> Episode:
        """A whole move of a seat, as a strategy makes it."""
        return self._played(move, {seat: asked for seat, asked in self.asked.items() if seat != move.seat})

    def deal(self, cards: Iterable[Any]) -> Episode:
        return self._played(Dealt(tuple(cards)), {})

    def bank(self, seat: SeatNumber, house_bet: int | None) -> Episode:
        """A seat takes the bank that it is offered, or passes it with None."""
        return self._banked(BankAnswer(seat, house_bet))

    def _played(self, move: Move, asked: Mapping[SeatNumber, Question]) -> Episode:
        steps = self.round.steps_done
        round_ = play(self.round, move)
        while waiting_for(round_) == (HOUSE,):
            round_ = play(round_, dealer_move(round_))
        kept = asked if round_.steps_done == steps else {}
        return _closed(replace(self, round=round_, asked=kept, answers=None))

    def _banked(self, answer: BankAnswer) -> Episode:
        if answer.house_bet is None:
            return _opened(replace(self, table=pass_bank(self.table, answer.seat), asked={}, answers=None))
        table = take_bank(self.table, answer.seat, house_bet=answer.house_bet)
        return replace(self, table=table, round=open_round(table), offered=(), asked={}, answers=None)

    def __deepcopy__(self, memo: object) -> Episode:
        return self


def begin(setup: Setup) -> Episode:
    """An episode before its first question."""
    if () not in setup.begun:
        table = Table(game=setup.game, players=setup.players)
        won = (0,) * setup.seats
        first = Episode(setup=setup, table=table, round=open_round(table), rounds_left=setup.rounds, won=won)
        setup.begun[()] = replace(_opened(first), answers=())
    found: Episode = setup.begun[()]
    return found


def _opened(episode: Episode) -> Episode:
    """The next round, once the bank has been offered to all who may have it, one at a time."""
    offered = may_bank(episode.table)[:1] if episode.setup.banks else ()
    return replace(episode, round=open_round(episode.table), offered=offered)


def _closed(episode: Episode) -> Episode:
    if not episode.round.over:
        return episode
    chips = net(settlement(episode.round))
    won = tuple(before + chips.get(seat, 0) for seat, before in enumerate(episode.won, start=1))
    after = replace(episode, won=won, rounds_left=episode.rounds_left - 1, asked={})
    if after.over:
        return after
    return _opened(replace(after, table=close_round(episode.table, episode.round)))


def shuffled(cards: Cards, chance: np.random.Generator) -> Cards:
    return tuple(map(cards.__getitem__, chance.permutation(len(cards)).tolist()))


@dataclass(frozen=True)
class Shoe:
    """Cards in the order they are dealt, with some laid aside for one seat."""

    cards: Cards
    seat: SeatNumber = 0
    aside: Cards = ()

    def dealt(self, round_: Round) -> tuple[Cards, Shoe]:
        """The cards of the deal that is due, and the shoe after it."""
        order = deal_goes_to(round_)
        if not self.aside and len(order) <= len(self.cards):
            return self.cards[: len(order)], Shoe(self.cards[len(order) :], self.seat)
        rest = list(self.cards)
        aside = list(self.aside)
        found = []
        for party in order:
            source = aside if party == self.seat and aside else rest
            if not source:
                raise Broken("the shoe has run out")
            found.append(source.pop(0))
        return tuple(found), Shoe(tuple(rest), self.seat, tuple(aside))
