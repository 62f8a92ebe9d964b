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
from houseway.server.tables import dealing
from houseway.server.views import messages
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


def next_move(drive: Drive) -> SeatMove:
    """Seat 1 leaves the round where it can; the others play on."""
    round_ = drive.desk.round
    assert round_ is not None
    step = round_.step
    if isinstance(step, Decide) and step.leaving and round_.waiting_for[0] == 1:
        return Decided(1, step.leaving[0])
    return drive.next_move()
