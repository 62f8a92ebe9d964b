"""
An episode: one or more rounds at a table, as an immutable value. The caller chooses the cards that `deal` gets.

Every environment of this package is a wrapper of an episode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from ..rules.cards import Card, Cards, surplus
from ..rules.dealing import cards_due, deal_goes_to
from ..rules.errors import Broken, NotAllowed
from ..rules.moves import Dealt, Move, SeatMove
from ..rules.payments import HOUSE, SeatNumber, net
from ..rules.playing import dealer_move, play, settlement
from ..rules.round import Round
from ..rules.table import Table, close_round, may_bank, open_round, pass_bank, take_bank
from ..rules.values import cached_property, replace
from ..rules.view import View, view
from .questions import NOTHING, BankAnswer, BankQuestion, Draft, Question, first_question
from .setup import MOST_CACHED, WAIT, Setup


@dataclass(frozen=True, kw_only=True)
class Episode:
    """The state of an episode."""

    setup: Setup
    table: Table
    round: Round
    """The current round. While the bank is offered, the round that opens if nobody takes it."""
    offered: tuple[SeatNumber, ...] = ()
    """The seats that the bank is offered to now."""
    questions: Mapping[SeatNumber, Question] = field(default_factory=dict)
    """The current question of each seat that is making a move."""
    rounds_left: int
    won: tuple[int, ...]
    """Chips won by each seat in all rounds so far."""
    answers: tuple[tuple[SeatNumber, int], ...] | None = None
    """All answers since the beginning; None after a card was dealt or a whole move was made."""

    @property
    def over(self) -> bool:
        return self.rounds_left == 0

    @cached_property
    def waiting_for(self) -> tuple[SeatNumber, ...]:
        """The seats that have to answer a question."""
        if self.over:
            return ()
        return self.offered or tuple(mover for mover in self.round.waiting_for if isinstance(mover, int))

    @cached_property
    def cards_due(self) -> int:
        return 0 if self.over or self.offered else cards_due(self.round)

    def question(self, seat: SeatNumber) -> Question:
        """The question that this seat has to answer now."""
        if seat not in self.waiting_for:
            raise NotAllowed(f"seat {seat} has no question to answer now; waiting for {self.waiting_for or 'nobody'}")
        if seat not in self.questions:
            question: Question
            if self.offered:
                question = BankQuestion(self.setup, seat, self.table)
            else:
                question = first_question(self.setup, self.round, seat)
            questions = {**self.questions, seat: question}
            object.__setattr__(self, "questions", questions)  # cached, because a question can be slow to make
        return self.questions[seat]

    def allowed(self, seat: SeatNumber) -> tuple[int, ...]:
        """Numbers of the actions that a seat may take now. A seat without a question may only wait."""
        return self.question(seat).numbers if seat in self.waiting_for else (self.setup.numbers[WAIT],)

    def draft(self, seat: SeatNumber) -> Draft:
        return self.question(seat).draft if seat in self.waiting_for else NOTHING

    def view(self, seat: SeatNumber) -> View:
        return view(self.round, seat)

    @property
    def shoe(self) -> Cards:
        """The cards that this round is dealt from, in deck order. The caller shuffles them."""
        return surplus(self.setup.shoe, self.round.opening.spent) if self.round.opening.spent else self.setup.shoe

    def act(self, seat: SeatNumber, number: int) -> Episode:
        """The episode after a seat's answer. Before the first card, results are cached by the answers given."""
        if self.answers is None:
            return self._after_answer(seat, number)
        cache = self.setup.opening_cache
        answers = (*self.answers, (seat, number))
        if answers not in cache:
            after = replace(self._after_answer(seat, number), answers=answers)
            if len(cache) >= MOST_CACHED:
                return after
            cache[answers] = after
        return cache[answers]

    def _after_answer(self, seat: SeatNumber, number: int) -> Episode:
        answer = self.question(seat).answer(number)
        if isinstance(answer, Question):
            return replace(self, questions={**self.questions, seat: answer})
        return self._after_bank(answer) if isinstance(answer, BankAnswer) else self.move(answer)

    def move(self, move: SeatMove) -> Episode:
        """The episode after a whole move of a seat."""
        return self._after_move(
            move, {seat: question for seat, question in self.questions.items() if seat != move.seat}
        )

    def deal(self, cards: Iterable[Card]) -> Episode:
        return self._after_move(Dealt(tuple(cards)), {})

    def bank(self, seat: SeatNumber, house_bet: int | None) -> Episode:
        """The episode after a seat took the bank with this House bet, or passed it (None)."""
        return self._after_bank(BankAnswer(seat, house_bet))

    def _after_move(self, move: Move, questions: Mapping[SeatNumber, Question]) -> Episode:
        """The episode after a move and the dealer's moves. Questions are kept while the step goes on."""
        steps = self.round.steps_done
        round_ = play(self.round, move)
        while round_.waiting_for == (HOUSE,):
            round_ = play(round_, dealer_move(round_))
        open_questions = questions if round_.steps_done == steps else {}
        return _close_if_over(replace(self, round=round_, questions=open_questions, answers=None))

    def _after_bank(self, answer: BankAnswer) -> Episode:
        if answer.house_bet is None:
            return _open_next_round(replace(self, table=pass_bank(self.table, answer.seat), questions={}, answers=None))
        table = take_bank(self.table, answer.seat, house_bet=answer.house_bet)
        return replace(self, table=table, round=open_round(table), offered=(), questions={}, answers=None)

    def __deepcopy__(self, memo: object) -> Episode:
        return self


def begin(setup: Setup) -> Episode:
    """An episode before its first question."""
    if () not in setup.opening_cache:
        table = Table(game=setup.game, players=setup.players)
        won = (0,) * setup.seats
        first = Episode(setup=setup, table=table, round=open_round(table), rounds_left=setup.rounds, won=won)
        setup.opening_cache[()] = replace(_open_next_round(first), answers=())
    return setup.opening_cache[()]


def _open_next_round(episode: Episode) -> Episode:
    """Open the next round. The bank is offered first, to one seat after the other."""
    offered = may_bank(episode.table)[:1] if episode.setup.banks else ()
    return replace(episode, round=open_round(episode.table), offered=offered)


def _close_if_over(episode: Episode) -> Episode:
    if not episode.round.over:
        return episode
    chips = net(settlement(episode.round))
    won = tuple(before + chips.get(seat, 0) for seat, before in enumerate(episode.won, start=1))
    after = replace(episode, won=won, rounds_left=episode.rounds_left - 1, questions={})
    if after.over:
        return after
    return _open_next_round(replace(after, table=close_round(episode.table, episode.round)))


def shuffled(cards: Cards, chance: np.random.Generator) -> Cards:
    return tuple(cards[position] for position in chance.permutation(len(cards)).tolist())


@dataclass(frozen=True)
class Shoe:
    """The cards of a round in the order they are dealt, with some reserved for one seat."""

    cards: Cards
    seat: SeatNumber = 0
    reserved: Cards = ()

    def dealt(self, round_: Round) -> tuple[Cards, Shoe]:
        """The cards of the deal that is due, and the shoe after it."""
        order = deal_goes_to(round_)
        if not self.reserved and len(order) <= len(self.cards):
            return self.cards[: len(order)], Shoe(self.cards[len(order) :], self.seat)
        rest = list(self.cards)
        reserved = list(self.reserved)
        cards = []
        for party in order:
            source = reserved if party == self.seat and reserved else rest
            if not source:
                raise Broken("the shoe has run out")
            cards.append(source.pop(0))
        return tuple(cards), Shoe(tuple(rest), self.seat, tuple(reserved))
