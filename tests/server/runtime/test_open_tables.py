"""An account may have only so many tables open at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.games import game
from houseway.rules.errors import NotAllowed
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.operator_actions import OperatorAction
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from support.rooms import opened

GUEST = Caller("guest", "Guest 100000")
NAMED = Caller("named", "Ada Lovelace")


async def open_table(room: Room, host: Caller) -> Actor:
    return await room.opening.open_table(
        game("pyramid"), host=host, private=True, places=3, pace="normal", bots=[], version=0
    )


@pytest.mark.parametrize("host", [GUEST, NAMED])
def test_an_account_opens_no_more_tables_than_the_operator_allows(tmp_path: Path, host: Caller) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings(tables_per_account=3))
            tries = await asyncio.gather(*(open_table(room, host) for _ in range(5)), return_exceptions=True)
            made = [each for each in tries if isinstance(each, Actor)]
            assert len(made) == 3, "however close the requests are"
            with pytest.raises(NotAllowed) as refused:
                await open_table(room, host)
            assert str(refused.value) == (
                "you have 3 of the 3 tables open that one account may have; "
                "a table closes when nobody has been at it for 1800 seconds"
            )
            await open_table(room, Caller("other", "Another"))
            await room.routing.act(OperatorAction(id="close", table=made[0].desk.table, do="close"))
            await open_table(room, host)
            await room.stop()

    asyncio.run(check())
