"""A room that stops answers everybody who waits for one of its tables."""

import asyncio
from pathlib import Path

import pytest

from houseway.games.pyramid.sheet import SHEET as PYRAMID
from houseway.records.store import Change
from houseway.rules.errors import NotAllowed
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.views import messages
from support.rooms import opened

ADA = Caller("ada", "Ada")
BEN = Caller("ben", "Ben")


def test_a_command_that_is_being_carried_out_is_refused_like_those_that_wait(tmp_path: Path) -> None:
    """Otherwise its request would never end, and the process that stops would wait for it."""

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings())
            await room.start()
            for caller in (ADA, BEN):
                await room.chips.give(caller.account, 500, "welcome")
            actor = await room.opening.open_table(
                PYRAMID, host=ADA, private=False, places=2, pace="normal", bots=[], version=0
            )
            begun = asyncio.Event()

            async def commit(change: Change) -> int:
                begun.set()
                await asyncio.Event().wait()
                return 0

            store.commit = commit  # type: ignore[method-assign]
            sits = [
                asyncio.create_task(room.routing.order(caller, messages.Sit(f"sit {caller.name}", actor.desk.table)))
                for caller in (ADA, BEN)
            ]
            async with asyncio.timeout(20):
                await begun.wait()
                await room.stop()
                for sit in sits:
                    with pytest.raises(NotAllowed, match="is not open any more"):
                        await sit

    asyncio.run(check())
