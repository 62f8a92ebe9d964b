"""A table that nobody is at closes itself, and is not loaded again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from houseway.audit.room import audit
from houseway.records.store import Store
from support.client import Client
from support.databases import new_database
from support.rooms import ROOM_KEY
from support.server_process import Server


async def made(client: Client, **more: Any) -> str:
    table: str = (await client.http.post("/api/tables", json={"game": "pyramid", **more})).json()["table"]
    return table


async def is_open(client: Client, table: str) -> bool:
    return (await client.http.get(f"/api/tables/{table}")).status_code == 200


async def until_closed(client: Client, table: str, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while await is_open(client, table):
            await asyncio.sleep(0.1)


async def kinds(url: str, table: str) -> list[tuple[str, Any]]:
    store = await Store.open(url, room_key=ROOM_KEY)
    try:
        return [(event.kind, event.body.get("why")) for event in await store.events(f"table:{table}")]
    finally:
        await store.close()


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_IDLE", "0.8")
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", ROOM_KEY.hex())


def test_tables_with_only_bots_or_absent_players_close(tmp_path: Path, short_patience: None) -> None:
    server = Server(tmp_path).start()

    async def play() -> tuple[list[str], str]:
        client = await Client(server.url).come_in()
        alone = await made(client)
        with_bots = await made(client, bots=["house_way", "house_way"])
        watched = await made(client)
        left = await made(client, pace="brisk")
        await client.ask("watch", watched)
        await client.ask("sit", left)  # and never comes back: two rounds without it, then it is out
        for table in (alone, with_bots):
            await until_closed(client, table)
        await until_closed(client, left)
        assert (await client.http.get("/api/me")).json()["chips"] == 10_000
        await until_closed(client, await made(client))  # a whole idle time has passed
        assert await is_open(client, watched), "somebody watches this table"
        await client.close()
        return [alone, with_bots, left], watched

    closed, watched = asyncio.run(asyncio.wait_for(play(), 90))
    server.kill()
    url = f"sqlite:///{tmp_path}/room.db"
    for table in closed:
        assert asyncio.run(kinds(url, table))[-1] == ("closed", "nobody was here any more")
    assert audit(url).fault is None
    server.start()
    asyncio.run(_only(server, watched))
    server.stop()
    assert "Traceback" not in server.log.read_text(), server.log.read_text()


async def _only(server: Server, table: str) -> None:
    """A restart brings back the open table alone, which closes in its turn."""
    client = Client(server.url)
    await client.http.post("/api/session")
    assert {row["table"] for row in (await client.http.get("/api/tables")).json()} <= {table}
    await until_closed(client, table)
    await client.close()


def test_somebody_who_looks_on_at_another_process_keeps_a_table_open(
    tmp_path: Path, postgresql_address: str, short_patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_LEASE", "1")
    monkeypatch.setenv("TEST_IDLE", "3")
    url = new_database(postgresql_address, "idle")
    one = Server(tmp_path / "one", url).start()
    two = Server(tmp_path / "two", url).start()

    async def play() -> str:
        host = await Client(one.url).come_in()
        guest = await Client(two.url).come_in()
        table = await made(host)
        lonely = await made(host)
        await guest.ask("watch", table)
        await until_closed(host, lonely, 60)
        await until_closed(host, await made(host), 60)  # a whole idle time has passed
        assert await is_open(host, table)
        assert await is_open(guest, table)
        await guest.ask("leave", table)
        await until_closed(host, table, 60)
        await until_closed(guest, table)
        for client in (host, guest):
            await client.close()
        return table

    try:
        table = asyncio.run(asyncio.wait_for(play(), 150))
    finally:
        for server in (one, two):
            server.kill()
            assert "Traceback" not in server.log.read_text(), server.log.read_text()
    assert [kind for kind, _ in asyncio.run(kinds(url, table))] == ["table_made", "closed"]
