"""Clients that play on while their server dies and returns; their receipts are compared with the database."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import sqlalchemy as sa
import websockets

from houseway.records.store import schema
from houseway.records.store.database import Database
from houseway.records.store.sealing import KEYED
from support.client import Client

LOST = (ConnectionError, OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)
STORED = ("sit", "stand", "sit_out", "sit_in", "entropy_commit", "entropy", "post", "decide", "set", "house_way")


def as_dealt(round_: dict[str, Any], own: dict[str, Any]) -> dict[str, Any] | None:
    """Hands set in the order of the cards, even if they foul: these tests need speed, not good settings."""
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
    """A client that connects again, and repeats an unanswered command under the same id."""

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
            count = len(self.frames)
            if any(chair["you"] and chair["out"] for chair in view["chairs"]):
                return {"do": "sit_in", "table": table, "id": self.new_id()}
            move = self.next_move(table, view, as_dealt)
            if move is not None and move["do"] != "next":
                return {**move, "id": self.new_id()}
            await self._receive_more(count)

    async def _receive_more(self, count: int) -> None:
        reader = self._reader
        assert reader is not None
        while len(self.frames) == count:
            if reader.done():
                raise ConnectionError("the socket was closed")
            await asyncio.sleep(0.01)

    async def _settle(self, message: dict[str, Any]) -> None:
        while True:
            answer = await self.answer_to(message)
            if answer["ok"]:
                self.receipts.append((message, answer))
            elif "send the same message again" in answer["refused"]:
                await asyncio.sleep(0.2)
                continue
            return


@asynccontextmanager
async def playing(clients: Sequence[Survivor], tables: Sequence[str]) -> AsyncIterator[None]:
    """Every client plays at its table, whatever happens to the server."""
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
    """Wait until this many more commands are acknowledged."""
    wanted = sum(len(client.receipts) for client in clients) + count
    until = time.monotonic() + 120
    while sum(len(client.receipts) for client in clients) < wanted:
        assert time.monotonic() < until, "the room does not go on"
        await asyncio.sleep(0.02)


def compare(url: str, clients: list[Survivor]) -> int:
    """Compare the answers that clients received with the database, and return the number of receipts."""

    def read(connection: sa.Connection) -> tuple[dict[str, Any], int, int, Counter[str]]:
        rows = connection.execute(sa.select(schema.receipts)).all()
        chips = list(connection.execute(sa.select(schema.balances.c.account, schema.balances.c.chips)))
        moved = Counter(row.command for row in rows)
        below = sum(row.chips < 0 for row in chips if row.account not in ("house", "issue"))
        return {row.command: row for row in rows}, sum(row.chips for row in chips), below, moved

    async def contents() -> tuple[dict[str, Any], int, int, Counter[str]]:
        database = Database.at(url)
        try:
            return await database.read(read)
        finally:
            await database.close()

    receipts, chips, below, moved = asyncio.run(contents())
    count = 0
    for client in clients:
        for message, answer in client.receipts:
            if message["do"] in STORED:
                row = receipts[message["id"]]
                count = count + 1
                content = {key: value for key, value in answer.items() if key not in ("tell", "id", "ok")}
                assert json.loads(row.answer) == content
                assert row.body_digest.startswith(KEYED)
    assert chips == 0
    assert below == 0
    assert max(moved.values()) == 1
    return count
