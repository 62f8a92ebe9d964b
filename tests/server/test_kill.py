"""
kill -9 at any moment: what was acknowledged is there, nothing is there twice, no chip is off, and rounds go on.

Clients play over real sockets while their server is killed and started again. Every answer they got is compared with
the database, and the whole room is audited: every event, every ledger row, every round played again.

    HOUSEWAY_KILLS=200 python -m pytest -n 0 -s -m slow tests/server/test_kill.py
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from houseway.audit.room import audit
from support.databases import new_database
from support.server_process import Server
from support.survivors import Survivor, compare, more, playing


async def scene(server: Server, kills: int, rng: random.Random) -> list[Survivor]:
    """Three tables, four people, bots; the server dies again and again."""
    clients = [Survivor(server.url) for _ in range(4)]
    for client in clients:
        await client.come_in()
    shared = (await clients[0].http.post("/api/tables", json={"game": "chinese", "seats": 2})).json()["table"]
    tables = [shared, shared]
    for game in ("pyramid", "casino"):
        made = await clients[0].http.post("/api/tables", json={"game": game, "bots": ["house_way"]})
        tables.append(made.json()["table"])
    for client, table in zip(clients, tables, strict=True):
        await client.ask("watch", table)
        await client.ask("sit", table)
    async with playing(clients, tables):
        for _ in range(kills):
            await more(clients, rng.randint(3, 25))
            await asyncio.sleep(rng.random() * 0.1)
            server.kill()
            await asyncio.to_thread(server.start)
        await more(clients, 15)
    return clients


def kill_loop(url: str | None, folder: Path, kills: int, seed: int) -> int:
    server = Server(folder, url).start()
    try:
        clients = asyncio.run(scene(server, kills, random.Random(seed)))
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text(), server.log.read_text()
    books = url or f"sqlite:///{folder}/room.db"
    report = audit(books)
    assert report.fault is None
    assert report.rounds >= kills
    return compare(books, clients)


def test_kills_on_sqlite(tmp_path: Path) -> None:
    assert kill_loop(None, tmp_path, 3, 1) > 20


def test_kills_on_postgresql(tmp_path: Path, postgresql_address: str) -> None:
    assert kill_loop(new_database(postgresql_address, "killed"), tmp_path, 1, 2) > 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_many_kills(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kills = int(os.environ.get("HOUSEWAY_KILLS", "100"))
    url = None
    if kind == "postgresql":
        url = new_database(request.getfixturevalue("postgresql_address"), "killed_often")
    count = kill_loop(url, tmp_path, kills, 3)
    print(f"{kind}: {kills} kills, {count} receipts, 0 lost, 0 doubled, 0 chips off")
