"""Two servers on one PostgreSQL: commands reach the owner, followers are told, a dead owner's tables are taken over."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from client import Client
from processes import Server
from test_kill import Survivor

from databases import new_database
from houseway.audit.room import audit
from houseway.records.store import schema
from houseway.records.store.database import Database

KEY = "ab" * 32
Pair = tuple[Server, Server, str]


@pytest.fixture
def pair(tmp_path: Path, postgresql_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", KEY)
    url = new_database(postgresql_address, f"two{os.getpid()}_{time.monotonic_ns()}")
    one = Server(tmp_path / "one", url).start()
    two = Server(tmp_path / "two", url).start()
    yield one, two, url
    for server in (one, two):
        server.kill()
        assert "Traceback" not in server.log.read_text(), server.log.read_text()


async def same_session(client: Client, url: str, kind: type[Client] = Client) -> Client:
    """The same person at another server."""
    other = kind(url)
    other.http.cookies.update(client.http.cookies)
    for cookie in client.http.cookies.jar:
        other.http.cookies.set(cookie.name, cookie.value)
    await other.connect()
    return other


def _settled_after(client: Client, table: str, number: int) -> bool:
    """Has this client heard of a settlement after that event?"""
    told = [said for said in client.told if said["tell"] == "table" and said["table"] == table]
    entries = [entry for said in told for entry in said["happened"]]
    return any(entry["kind"] == "settled" and entry["number"] > number for entry in entries)


def audited(url: str) -> Any:
    report = audit(url)
    assert report.fault is None
    return report


async def head(url: str, table: str) -> int:
    """The number of the table's last event in the database."""
    last = sa.select(schema.streams.c.head).where(schema.streams.c.name == f"table:{table}")
    database = Database.at(url)
    try:
        return await database.read(lambda connection: int(connection.execute(last).scalar_one()))
    finally:
        await database.close()


def settled_twice(url: str) -> int:
    """Rounds with more than one end."""
    events = schema.events.c
    ends = sa.select(events.round).where(events.kind.in_(("settled", "voided"))).group_by(events.round)

    def read(connection: sa.Connection) -> int:
        return len(connection.execute(ends.having(sa.func.count() > 1)).all())

    async def found() -> int:
        database = Database.at(url)
        try:
            return await database.read(read)
        finally:
            await database.close()

    return asyncio.run(found())


def test_a_follower_plays_and_takes_over_when_the_owner_dies(pair: Pair) -> None:
    one, two, url = pair

    async def play() -> None:
        owner = await Client(one.url).come_in()
        guest = await Client(two.url).come_in()
        table = (await owner.http.post("/api/tables", json={"game": "chinese", "seats": 2})).json()["table"]
        for client in (owner, guest):
            await client.ask("watch", table)
            await client.ask("sit", table)
        first, second = await asyncio.gather(owner.play(table, 2), guest.play(table, 2))
        seen = {last["id"]: last["payments"] for last in first}
        assert all(seen.get(last["id"], last["payments"]) == last["payments"] for last in second)
        assert guest.gaps == 0
        one.kill()
        died, left = time.monotonic(), await head(url, table)  # what the dead owner wrote ends here
        moved = await same_session(owner, two.url, Survivor)
        assert isinstance(moved, Survivor)
        back = Survivor(two.url)
        back.http.cookies.update(guest.http.cookies)
        await back.connect()
        tasks = []
        for client in (moved, back):
            await client.ask("watch", table)
            tasks.append(asyncio.create_task(client.forever(table)))
        await back.until(lambda: _settled_after(back, table, left), 60)
        print(f"taken over and a round finished {time.monotonic() - died:.1f} s after the kill")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in (owner, guest, moved, back):
            await client.close()

    asyncio.run(asyncio.wait_for(play(), 150))
    two.kill()
    assert audited(url).rounds >= 3
    assert settled_twice(url) == 0


def test_an_owner_that_was_paused_writes_nothing_more(pair: Pair) -> None:
    one, two, url = pair

    async def play() -> None:
        owner = await Client(one.url).come_in()
        table = (await owner.http.post("/api/tables", json={"game": "pyramid", "bots": ["house_way"]})).json()["table"]
        await owner.ask("watch", table)
        await owner.ask("sit", table)
        await owner.play(table, 1)
        playing = asyncio.create_task(owner.play(table, 50))
        await asyncio.sleep(0.3)
        one.pause()
        moved = await same_session(owner, two.url, Survivor)
        assert isinstance(moved, Survivor)
        await moved.ask("watch", table)
        going = asyncio.create_task(moved.forever(table))
        start = len(moved.receipts)
        until = time.monotonic() + 60
        while len(moved.receipts) < start + 8:
            assert time.monotonic() < until, "nobody took the table over"
            await asyncio.sleep(0.05)
        one.go_on()  # it still believes that the table is its own
        await asyncio.sleep(2)
        for task in (playing, going):
            task.cancel()
        await asyncio.gather(playing, going, return_exceptions=True)
        await owner.close()
        await moved.close()

    asyncio.run(asyncio.wait_for(play(), 150))
    one.kill()
    two.kill()
    audited(url)
    assert settled_twice(url) == 0
