"""Asking for the names of hands, and for the house way, in every phase of every game."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Decide, SetHands
from houseway.rules.moves import Decided, SeatMove
from houseway.server.http.socket import answer_ask
from houseway.server.runtime.outbox import Caller
from houseway.server.tables import dealing, seating
from houseway.server.views import messages
from houseway.server.views.wire_types import AskAnswer
from support.desks import AT, Drive


@pytest.mark.parametrize("key", GAMES)
def test_the_house_way_is_sent_or_refused_in_a_sentence_in_every_phase(key: str) -> None:
    drive = Drive(key)
    drive.open("asking")
    phases = 0
    while drive.desk.round is not None:
        actor: Any = SimpleNamespace(desk=drive.desk)
        for number in (1, 2, 3):
            question = messages.Ask("a", "TEST", hands={}, house_way=True)
            try:
                answer = asyncio.run(answer_ask(actor, Caller(f"p{number}", f"Player {number}"), question))
            except NotAllowed:
                continue
            assert isinstance(drive.desk.round.step, SetHands)
            assert answer["house_way"]
        phases += 1
        drive.do(dealing.moved(drive.desk, next_move(drive), by="person", command="c", at=AT))
    assert phases > 2


@pytest.mark.parametrize("house_way", [False, True])
def test_a_later_hand_of_the_same_player_stays_hidden_until_the_earlier_one_is_set(house_way: bool) -> None:
    """PYR-A33: where a player sees one hand after the other, an answer tells no more than the table shows."""
    drive = Drive("pyramid", players=2, options={"see_all_own_hands": "false"})
    drive.do(seating.sit(drive.desk, player="p2", name="Player 2", bot=None, place=3, bring=None, at=AT))
    drive.open("hidden")
    while (round_ := drive.desk.round) is not None and not isinstance(round_.step, SetHands):
        drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))
    assert round_ is not None
    second, third = (seat.number for seat in round_.seats if seat.player == "p2")

    def ask_about(seat: int) -> AskAnswer:
        question = messages.Ask("a", "TEST", hands={}, seat=seat, house_way=house_way)
        actor: Any = SimpleNamespace(desk=drive.desk)
        return asyncio.run(answer_ask(actor, Caller("p2", "Player 2"), question))

    with pytest.raises(NotAllowed, match=f"the cards of seat {third} when your earlier hand is set"):
        ask_about(third)
    assert ask_about(second)["left"]
    move = dealing.house_way_of(round_, second)
    drive.do(dealing.moved(drive.desk, move, by="person", command="c", at=AT))
    assert ask_about(third)["left"]


def next_move(drive: Drive) -> SeatMove:
    """Seat 1 leaves the round where it can; the others play on."""
    round_ = drive.desk.round
    assert round_ is not None
    step = round_.step
    if isinstance(step, Decide) and step.leaving and round_.waiting_for[0] == 1:
        return Decided(1, step.leaving[0])
    return drive.next_move()
