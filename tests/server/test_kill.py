"""
kill -9 at any moment: what was acknowledged is there, nothing is there twice, no chip is off, and rounds go on.

Clients play over real sockets while their server is killed and started again. Every answer they got is compared with
the database, and the whole room is audited: every event, every ledger row, every round played again.

    HOUSEWAY_KILLS=200 python -m pytest -n 0 -s -m slow tests/server/test_kill.py
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import websockets
from client import Client
from processes import Server

from databases import new_database
from houseway.audit.room import audit
from houseway.records.store import schema
from houseway.records.store.database import Database
from houseway.records.store.sealing import KEYED

LOST = (ConnectionError, OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)
KEPT = ("sit", "stand", "sit_out", "sit_in", "entropy_commit", "entropy", "post", "decide", "set", "house_way")


def as_dealt(round_: dict[str, Any], own: dict[str, Any]) -> dict[str, Any] | None:
    """Hands set in the order of the cards, fouls and all: what is put down is nothing to these tests, time is."""
    if round_["step"]["kind"] != "set" or not own.get("slots"):
        return None
    cards = list(round_["seats"][own["seat"] - 1]["cards"])
    hands = {}
    for slot in own["slots"]:
        size = slot["sizes"][0]
        hands[slot["name"]] = " ".join(cards[:size])
        cards = cards[size:]
    return None if cards else {"do": "set", "hands": hands}


class Survivor(Client):
    """A client that comes back, and sends again what it got no answer to, under the same id."""

    stopped = False

    async def forever(self, table: str) -> None:
        unanswered: dict[str, Any] | None = None
        while not self.stopped:
            try:
                if self._reader is None or self._reader.done():
                    await self.connect()
                    self.tables.pop(table, None)
                    await self.ask("resume", table, number=self.numbers.get(table, 0))
                if unanswered is None:
                    unanswered = await self._next(table)
                await self._settle(unanswered)
                unanswered = None
            except LOST:
                await asyncio.sleep(0.1)

    async def _next(self, table: str) -> dict[str, Any]:
        while True:
            view = self.tables[table]
            seen = len(self.told)
            if any(chair["you"] and chair["out"] for chair in view["chairs"]):
                return {"do": "sit_in", "table": table, "id": self.new_id()}
            move = self.next_move(table, view, as_dealt)
            if move is not None and move["do"] != "next":
                return {**move, "id": self.new_id()}
            await self._heard_more(seen)

    async def _heard_more(self, seen: int) -> None:
        reader = self._reader
        assert reader is not None
        while len(self.told) == seen:
            if reader.done():
                raise ConnectionError("the socket was closed")
            await asyncio.sleep(0.01)

    async def _settle(self, message: dict[str, Any]) -> None:
        while True:
            answer = await self.answer_to(message)
            if answer["ok"]:
                self.receipts.append((message, answer))
            elif "send the same message again" in answer["refused"] or "fault of ours" in answer["refused"]:
                await asyncio.sleep(0.2)
                continue
            return


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


@asynccontextmanager
async def playing(clients: Sequence[Survivor], tables: Sequence[str]) -> AsyncIterator[None]:
    """Every client plays at its table, through whatever befalls the server."""
    tasks = [asyncio.create_task(client.forever(table)) for client, table in zip(clients, tables, strict=True)]
    try:
        yield
        for task in tasks:
            assert not task.done(), task
    finally:
        for client, task in zip(clients, tasks, strict=True):
            client.stopped = True
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            await client.close()


async def more(clients: Sequence[Survivor], count: int) -> None:
    """Until so many more commands are acknowledged."""
    wanted = sum(len(client.receipts) for client in clients) + count
    until = time.monotonic() + 120
    while sum(len(client.receipts) for client in clients) < wanted:
        assert time.monotonic() < until, "the room does not go on"
        await asyncio.sleep(0.02)


def compare(url: str, clients: list[Survivor]) -> int:
    """What clients were told against what the database holds; gives the number of receipts."""

    def read(connection: sa.Connection) -> tuple[dict[str, Any], int, int, Counter[str]]:
        rows = connection.execute(sa.select(schema.receipts)).all()
        chips = list(connection.execute(sa.select(schema.balances.c.account, schema.balances.c.chips)))
        moved = Counter(row.command for row in rows)
        below = sum(row.chips < 0 for row in chips if row.account not in ("house", "issue"))
        return {row.command: row for row in rows}, sum(row.chips for row in chips), below, moved

    async def found() -> tuple[dict[str, Any], int, int, Counter[str]]:
        database = Database.at(url)
        try:
            return await database.read(read)
        finally:
            await database.close()

    kept, chips, below, moved = asyncio.run(found())
    count = 0
    for client in clients:
        for message, answer in client.receipts:
            if message["do"] in KEPT:
                row = kept[message["id"]]
                count = count + 1
                told = {key: value for key, value in answer.items() if key not in ("tell", "id", "ok")}
                assert json.loads(row.answer) == told
                assert row.body_digest.startswith(KEYED)
    assert chips == 0
    assert below == 0
    assert max(moved.values()) == 1
    return count


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
