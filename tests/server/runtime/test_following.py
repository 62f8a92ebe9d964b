"""A process reads along at another's table only while somebody with it looks on, and misses nothing by that."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from houseway.games.pyramid.sheet import SHEET as PYRAMID
from houseway.records.store import Unavailable
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.views import messages
from support.databases import new_database
from support.rooms import opened

ADA = Caller("ada", "Ada")
AS_USUAL: dict[str, Any] = {"host": ADA, "private": False, "places": 3, "pace": "normal", "bots": [], "version": 0}


@asynccontextmanager
async def two_rooms(url: str) -> AsyncIterator[tuple[Room, Room]]:
    """Two processes of one house, in one."""
    settings = Settings(several_processes=True, lease_seconds=60)
    async with opened(url) as one, opened(url) as two:
        rooms = Room(one, settings), Room(two, settings)
        for room in rooms:
            await room.start()
        yield rooms
        for room in rooms:
            await room.stop()


async def heard_of_more(actor: Actor) -> None:
    async with asyncio.timeout(20):
        while actor.behind_since is None:
            await asyncio.sleep(0.01)


@pytest.fixture
def url(postgresql_address: str) -> str:
    return new_database(postgresql_address, f"following{os.getpid()}_{time.monotonic_ns()}")


def test_tables_that_nobody_watches_are_read_on_request(url: str) -> None:
    async def check() -> None:
        async with two_rooms(url) as (owner, follower):
            made = await owner.opening.open_table(PYRAMID, **AS_USUAL)
            table = made.desk.table
            behind = await follower.find(table)
            assert not behind.owned
            before = behind.desk.number
            await owner.chips.give("ada", 1_000, "welcome")
            await owner.routing.order(ADA, messages.Sit("sit", table))
            await heard_of_more(behind)
            assert behind.desk.number == before, "nobody here looks on"
            assert (await follower.find(table)).desk == made.desk
            assert behind.behind_since is None

    asyncio.run(check())


def test_a_failed_read_is_repeated(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with two_rooms(url) as (owner, follower):
            made = await owner.opening.open_table(PYRAMID, **AS_USUAL)
            table = made.desk.table
            behind = await follower.find(table)
            await owner.chips.give("ada", 1_000, "welcome")
            await owner.routing.order(ADA, messages.Sit("sit", table))
            await heard_of_more(behind)

            async def cut_off(*arguments: Any, **options: Any) -> Any:
                raise Unavailable("the database is not reached")

            with monkeypatch.context() as patch:
                patch.setattr(follower.store, "events", cut_off)
                with pytest.raises(Unavailable):
                    await follower.find(table)
            assert behind.behind_since is not None, "it is still late"
            assert (await follower.find(table)).desk == made.desk

    asyncio.run(check())
