"""Hypothesis plays every game with legal and illegal moves and checks the invariants of a round after each."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from houseway.games import rulebook_of
from houseway.records.dealing import next_deal, shuffled_shoe
from houseway.records.round_text import read_round, write_round
from houseway.records.shuffle import from_seed
from houseway.rules.cards import Cards, surplus
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame
from houseway.rules.moves import Voided
from houseway.rules.payments import HOUSE, Payment, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.view import view
from houseway.solving.bots import steady_move
from support.playing import games, nonsense, random_move, random_opening

SETTINGS = settings(
    max_examples=8,
    stateful_step_count=24,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def machine_for(game: AnyGame) -> type[RuleBasedStateMachine]:
    """A machine that plays one round of this game after another."""

    class Playing(RuleBasedStateMachine):
        round: Round
        shoe: Cards

        @initialize(seed=st.integers(0, 10**6))
        def open(self, seed: int) -> None:
            self.chance = random.Random(seed)
            self.round = start(game, random_opening(game, self.chance))
            self.shoe = shuffled_shoe(self.round, from_seed(str(seed)))

        @precondition(lambda self: next_deal(self.round, self.shoe) is not None)
        @rule()
        def deal(self) -> None:
            due = next_deal(self.round, self.shoe)
            assert due is not None
            assert self.round.waiting_for == ()
            self.round = play(self.round, due)

        @precondition(lambda self: bool(self.round.waiting_for))
        @rule(data=st.data())
        def move(self, data: st.DataObject) -> None:
            mover = data.draw(st.sampled_from(self.round.waiting_for))
            self.round = play(self.round, random_move(self.round, mover, self.chance))

        @precondition(lambda self: bool(self.round.waiting_for))
        @rule()
        def move_steadily(self) -> None:
            self.round = play(self.round, steady_move(self.round, self.round.waiting_for[0]))

        @rule(data=st.data())
        def try_nonsense(self, data: st.DataObject) -> None:
            moves = list(nonsense(self.round, self.chance))
            move = moves[data.draw(st.integers(0, len(moves) - 1))]
            before = self.round
            with pytest.raises(NotAllowed) as refusal:
                play(self.round, move)
            assert str(refusal.value) == why_not(self.round, move)
            assert self.round == before

        @precondition(lambda self: not self.round.over)
        @rule(often=st.integers(0, 15))
        def void(self, often: int) -> None:
            if often == 0:
                reason = self.chance.choice(list(game.irregularities(game.terms)))
                self.round = play(self.round, Voided(reason))

        @precondition(lambda self: self.round.over)
        @rule(seed=st.integers(0, 10**6))
        def again(self, seed: int) -> None:
            self.open(seed)

        @invariant()
        def held_cards_are_the_dealt_cards_of_the_shoe(self) -> None:
            held = [*self.round.dealer, *(card for seat in self.round.seats for card in seat.cards)]
            assert sorted(held) == sorted(self.round.dealt)
            assert surplus(held, game.shoe(game.terms)) == ()

        @invariant()
        def views_hide_cards(self) -> None:
            for viewer in (None, 1):
                shown = view(self.round, viewer)
                assert shown.version == len(self.round.moves)
                assert self.round.over or not shown.dealer or getattr(self.round.step, "dealer_exposed", False)
                for seat_view, seat in zip(shown.seats, self.round.seats, strict=True):
                    if seat.number != viewer and not (self.round.over and seat.live):
                        assert (seat_view.cards, seat_view.setting) == ((), None)

        @invariant()
        def a_move_or_a_deal_is_due_until_the_round_is_over(self) -> None:
            is_due = bool(self.round.waiting_for) or next_deal(self.round, self.shoe) is not None
            assert is_due != self.round.over

        @invariant()
        def a_finished_round_settles_records_and_replays(self) -> None:
            if not self.round.over:
                return
            payments = settlement(self.round)
            book = rulebook_of(game.key)
            assert sum(net(payments).values()) == 0
            assert all(p.chips > 0 and (p.clause in book.clauses or p.clause in book.open_questions) for p in payments)
            assert not (self.round.voided and payments)
            assert after(start(game, self.round.opening), *self.round.moves) == self.round
            assert read_round(write_round(self.round))[-1] == self.round

    Playing.__name__ = f"Playing_{game.key}"
    return Playing


@pytest.mark.parametrize("key", sorted(games()))
def test_random_play_keeps_every_invariant(key: str) -> None:
    run_state_machine_as_test(machine_for(games()[key]), settings=SETTINGS)


def test_the_machine_notices_a_broken_invariant() -> None:
    """A game whose payment cites no clause is caught."""
    crooked = replace(
        games()["pyramid"], settle=lambda terms, round_: [Payment(HOUSE, 1, 5, "main", "PYR-999", "no such clause")]
    )
    once = settings(SETTINGS, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine_for(crooked), settings=once)
