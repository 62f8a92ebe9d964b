"""How a process ends, how several share a port, and that two never share an SQLite file."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from houseway.rules.errors import Unreadable
from houseway.server.process.serving import Lock, Place, Process
from houseway.server.process.serving import run as serve
from houseway.server.process.workers import why_not_workers
from support.client import Client
from support.configured_server import ConfiguredServer
from support.databases import new_database
from support.visits import run

KEY = "cd" * 32


async def in_a_round(server: ConfiguredServer) -> tuple[Client, str]:
    """A client at a table of its own whose round waits for its wager."""
    client = await Client(server.url).come_in()
    wanted = {"game": "pyramid", "private": True, "pace": "normal"}
    table = (await client.http.post("/api/tables", json=wanted)).json()["table"]
    await client.ask("watch", table)
    await client.ask("sit", table)
    await client.ask("next", table)
    await client.until(lambda: client.tables[table]["round"] is not None)
    return client, table


def rounds_begun(client: Client, table: str) -> int:
    return sum(event["kind"] == "committed" for event in client.events(table))


async def until(true: Any, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def test_a_round_that_runs_is_finished_before_the_process_stops(tmp_path: Path) -> None:
    server = ConfiguredServer(tmp_path / "room", drain_seconds=60.0).start()

    async def scene() -> None:
        client, table = await in_a_round(server)
        other, other_table = await in_a_round(server)
        os.kill(server._pid, signal.SIGTERM)
        restarts = await client.until(lambda: [frame for frame in client.frames if frame["tell"] == "restart"])
        assert restarts == [{"tell": "restart", "seconds": 60.0}]
        ready = await client.http.get("/readyz")
        assert (ready.status_code, ready.text) == (503, "draining\n")
        refused = await client.http.post("/api/tables", json={"game": "pyramid"})
        assert refused.status_code == 409
        assert "about to restart" in refused.json()["refused"]
        assert len(await client.play(table, 1)) == 1, "the round that runs goes on to its end"
        assert len(await other.play(other_table, 1)) == 1, "and no round begins meanwhile where one has ended"
        await until(lambda: server.dead)
        assert rounds_begun(client, table) == 1
        assert client._socket.close_code == 1012
        await client.http.aclose()
        await other.http.aclose()

    try:
        run(scene())
        assert server.process is not None
        assert server.process.poll() == 0
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


def test_the_second_signal_stops_at_once_and_the_round_goes_on_after_the_restart(tmp_path: Path) -> None:
    server = ConfiguredServer(tmp_path / "room", drain_seconds=3600.0).start()

    async def first() -> tuple[dict[str, str], str, str]:
        client, table = await in_a_round(server)
        os.kill(server._pid, signal.SIGTERM)
        await client.until(lambda: client.frames[-1]["tell"] == "restart")
        assert not server.dead
        os.kill(server._pid, signal.SIGTERM)
        await until(lambda: server.dead)
        round_id = client.tables[table]["round"]["id"]
        cookies = dict(client.http.cookies)
        await client.http.aclose()
        return cookies, table, round_id

    async def second(cookies: Any, table: str, round_id: str) -> None:
        client = Client(server.url)
        client.http.cookies.update(cookies)
        await client.connect()
        await client.ask("watch", table)
        await client.until(lambda: table in client.tables)
        assert client.tables[table]["round"]["id"] == round_id
        await client.close()

    try:
        cookies, table, round_id = run(first())
        server.log.unlink()
        server.start()
        run(second(cookies, table, round_id))
        os.kill(server._pid, signal.SIGINT)
        deadline = time.monotonic() + 30
        while not server.dead and time.monotonic() < deadline:
            time.sleep(0.02)
        assert server.dead, "an interrupt does not wait for rounds"
    finally:
        server.kill()


def test_two_processes_never_share_an_sqlite_file(tmp_path: Path) -> None:
    """The same lock is taken for a folder and for the file in it by its URL, whichever comes first."""
    held = Lock(tmp_path / "room.lock")
    try:
        for place in (
            Place("127.0.0.1", 0, tmp_path),
            Place("127.0.0.1", 0, tmp_path / "elsewhere", f"sqlite:///{tmp_path}/room.db"),
            Place("127.0.0.1", 0, tmp_path / "elsewhere", f"sqlite:///{tmp_path}/../{tmp_path.name}/room.db"),
        ):
            with pytest.raises(Unreadable, match="another Houseway keeps its books in"):
                serve(place)
    finally:
        held.close()


def test_a_room_in_a_named_sqlite_file_holds_its_lock(tmp_path: Path) -> None:
    server = ConfiguredServer(tmp_path / "keys", database=f"sqlite:///{tmp_path}/books.db").start()
    try:
        with pytest.raises(Unreadable, match="another Houseway keeps its books in"):
            Lock(tmp_path / "books.lock")
    finally:
        server.stop()
    Lock(tmp_path / "books.lock").close()


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="2 workers need PostgreSQL, because only one process may write"):
        serve(Place("127.0.0.1", 0, tmp_path), process=Process(workers=2))
    assert why_not_workers(1, sqlite=True) is None
    assert why_not_workers(0, sqlite=False) == "the number of workers is 1 or more, not 0"


@pytest.fixture
def shared(postgresql_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ConfiguredServer:
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", KEY)
    database = new_database(postgresql_address, f"workers_{os.getpid()}_{tmp_path.name[-6:].strip('_').lower()}")
    return ConfiguredServer(tmp_path / "room", database=database, workers=2, lease_seconds=2.0, drain_seconds=20.0)


def children(pid: int) -> set[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False, timeout=300
    )
    return {int(word) for word in listed.stdout.split()}


def test_workers_share_a_port_are_replaced_and_stop_together(shared: ConfiguredServer) -> None:
    server = shared.start()

    async def reachable() -> None:
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    async with httpx.AsyncClient() as client:
                        if (await client.get(f"{server.url}/readyz", timeout=5)).status_code == 200:
                            return
                await asyncio.sleep(0.1)

    async def scene() -> None:
        await reachable()
        players = []
        for _ in range(6):
            with contextlib.suppress(httpx.TransportError, OSError, websockets.WebSocketException):
                players.append(await Client(server.url).come_in())
        assert players
        before = children(server._pid)
        assert len(before) == 2
        client = players[0]
        table = (await client.http.post("/api/tables", json={"game": "pyramid", "private": True})).json()["table"]
        os.kill(min(before), signal.SIGKILL)
        await until(lambda: len(children(server._pid)) == 2 and children(server._pid) != before)
        await reachable()
        again = Client(server.url)
        again.http.cookies = client.http.cookies
        await again.connect()
        await again.ask("watch", table)
        await again.until(lambda: table in again.tables)
        for player in (*players, again):
            await player.close()

    try:
        run(scene())
        text = server.log.read_text()
        assert len(re.findall("Houseway is at", text)) == 1
        assert len(re.findall("Operator's token", text)) == 1
        assert "ended with status -9" in text
        workers = children(server._pid)
        os.kill(server._pid, signal.SIGTERM)
        run(until(lambda: server.dead))
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    finally:
        for pid in children(server._pid):
            os.kill(pid, signal.SIGKILL)
        server.kill()
