"""
A server that dies at every named point, on the same books: nothing acknowledged is lost, doubled or a chip off.

    python -m pytest -n 0 -m slow tests/server/test_crash_points.py
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from houseway.audit.room import audit
from support.crash_points import POINTS
from support.databases import new_database
from support.server_process import Server
from support.survivors import Survivor, compare, more, playing

FIRST = "migrated"
"""Passed once in the life of a room, when there is nobody in it yet."""
LATER = tuple(name for name in POINTS if name != FIRST)
OFTEN = ("gathered", "decided", "written", "durable", "announced", "before announcing", "answered")
"""Passed with every command."""
SOME = ("written:4", "durable:4", "settling", "answered:3", "recovering:2")


async def seated(server: Server) -> tuple[list[Survivor], list[str]]:
    """Two people at one table and one among bots at another."""
    clients = [await Survivor(server.url).come_in() for _ in range(3)]
    wanted = ({"game": "chinese", "seats": 2}, {"game": "casino", "bots": ["house_way"]})
    made = [(await clients[0].http.post("/api/tables", json=one)).json()["table"] for one in wanted]
    tables = [made[0], made[0], made[1]]
    for client, table in zip(clients, tables, strict=True):
        await client.ask("watch", table)
        await client.ask("sit", table)
    return clients, tables


async def scene(server: Server, books: str, points: Sequence[str]) -> list[Survivor]:
    """The server dies at each point in turn while everybody goes on playing; the books are compared after each."""
    clients, tables = await seated(server)
    server.kill()
    async with playing(clients, tables):
        for point in points:
            await asyncio.to_thread(server.start, crash=point)
            if point.split(":")[0] == "sitting":
                await _somebody_sits(server)
            await _until_dead(server, point)
            await asyncio.to_thread(compare, books, clients)
        await asyncio.to_thread(server.start)
        await more(clients, 12)
    server.kill()
    return clients


async def _somebody_sits(server: Server) -> None:
    """Somebody new sits down, and may never hear of it."""
    newcomer = Survivor(server.url)
    try:
        await newcomer.come_in()
        table = (await newcomer.http.post("/api/tables", json={"game": "pyramid"})).json()["table"]
        await newcomer.ask("sit", table)
    except (OSError, httpx.TransportError, TimeoutError):
        pass
    finally:
        await newcomer.close()


async def _until_dead(server: Server, point: str) -> None:
    until = time.monotonic() + 120
    while not server.dead:
        assert time.monotonic() < until, f"the server never passed {point}"
        await asyncio.sleep(0.02)
    assert server.process is not None
    assert server.process.poll() == -signal.SIGKILL, server.log.read_text()


def die_at(points: Sequence[str], folder: Path, url: str | None) -> int:
    """Gives the number of receipts that were compared."""
    books = url or f"sqlite:///{folder}/room.db"
    server = Server(folder, url)
    server.start(crash=FIRST)
    assert server.dead, "the first start did not make the tables"
    server.start()
    try:
        clients = asyncio.run(scene(server, books, points))
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text(), server.log.read_text()
    report = audit(books)
    assert report.fault is None
    return compare(books, clients)


def test_dying_at_every_named_point_on_sqlite(tmp_path: Path) -> None:
    points = [f"{name}:3" if name in OFTEN else name for name in LATER]
    assert die_at(points, tmp_path, None) >= 20


def test_dying_at_named_points_on_postgresql(tmp_path: Path, postgresql_address: str) -> None:
    assert die_at(SOME, tmp_path, new_database(postgresql_address, "died")) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_dying_at_every_named_point_again_and_again(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every point, the first, second, third and fifth time it is passed, where one life is long enough for it."""
    url = None
    if kind == "postgresql":
        url = new_database(request.getfixturevalue("postgresql_address"), "died_often")
    lives = {"recovering": 2, "anchored": 1, "sitting": 1}
    points = [f"{name}:{n}" for n in (1, 2, 3, 5) for name in LATER if n <= lives.get(name, 99)]
    receipts = die_at(points, tmp_path, url)
    print(f"{kind}: {len(points) + 1} deaths at named points, {receipts} receipts, 0 lost, 0 doubled, 0 chips off")
