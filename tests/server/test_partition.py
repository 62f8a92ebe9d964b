"""
Two servers on one PostgreSQL; the connection between one of them and the database is cut.

    HOUSEWAY_FAULTS=60 python -m pytest -n 0 -s -m slow tests/server/test_partition.py
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.server.runtime.outbox import CUT_OFF
from support.cut_wire import Wire
from support.databases import new_database
from support.server_process import Server
from support.survivors import Survivor, compare, more, playing
from support.two_servers import ROOM_KEY, audited, same_session, settled_twice


class Rooms:
    """Two servers, each with a wire of its own to the same database."""

    def __init__(self, folder: Path, address: str) -> None:
        self.url = new_database(address, f"parted{os.getpid()}_{time.monotonic_ns()}")
        name = self.url.rpartition("/")[2]
        self.wires = [Wire(address) for _ in range(2)]
        urls = [f"postgresql://houseway@{wire.address}/{name}" for wire in self.wires]
        self.servers = [Server(folder / str(number), url).start() for number, url in enumerate(urls)]

    def close(self) -> None:
        for server in self.servers:
            server.kill()
        for wire in self.wires:
            wire.close()
        for server in self.servers:
            assert "Traceback" not in server.log.read_text(), server.log.read_text()


@pytest.fixture
def rooms(tmp_path: Path, postgresql_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", ROOM_KEY)
    made = Rooms(tmp_path, postgresql_address)
    yield made
    made.close()


async def seated(url: str, game: str) -> tuple[Survivor, str]:
    client = await Survivor(url).come_in()
    made = await client.http.post("/api/tables", json={"game": game, "bots": ["house_way"]})
    table: str = made.json()["table"]
    await client.ask("watch", table)
    await client.ask("sit", table)
    return client, table


@pytest.mark.parametrize("torn", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["silent", "torn"])
def test_an_owner_without_connection_is_replaced_and_informs_its_clients(rooms: Rooms, torn: bool) -> None:
    one, two = rooms.servers

    async def play() -> list[Survivor]:
        here, table = await seated(one.url, "pyramid")
        async with playing([here], [table]):
            await more([here], 8)
            rooms.wires[0].cut()
            if torn:
                rooms.wires[0].tear()
            socket = here._socket
            cut = time.monotonic()
            there = await same_session(here, two.url, Survivor)
            assert isinstance(there, Survivor)
            await there.ask("watch", table)
            async with playing([there], [table]):
                await more([there], 8)  # the other has taken over, and the round goes on
                print(f"taken over {time.monotonic() - cut:.1f} s after the cut")
                await asyncio.wait_for(socket.wait_closed(), 30)
                assert socket.close_code == CUT_OFF
                print(f"clients of the cut-off owner were disconnected {time.monotonic() - cut:.1f} s after it")
            rooms.wires[0].heal()
            await more([here], 4)  # this server follows now: commands go to the other, and its news come back
            assert (await _owners(rooms))[table] == [False, True]
        return [here, there]

    clients = asyncio.run(asyncio.wait_for(play(), 200))
    for server in rooms.servers:
        server.kill()
    audited(rooms.url)
    assert settled_twice(rooms.url) == 0
    assert compare(rooms.url, clients) > 10


async def _owners(rooms: Rooms) -> dict[str, list[bool]]:
    """For each table, whether each server owns it."""
    owners: dict[str, list[bool]] = {}
    for server in rooms.servers:
        token = next(other.token for other in rooms.servers if "token" in other.log.read_text())
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as asking:
            status = (await asking.get(f"{server.url}/api/operator/status")).json()
        for table in status["tables"]:
            owners.setdefault(table["table"], []).append(table["owned_here"])
    return owners


class Wanderer(Survivor):
    """A client that tries the other server whenever one does not answer."""

    urls: tuple[str, ...] = ()

    async def connect(self, **headers: str) -> None:
        self.url = self.urls[(self.urls.index(self.url) + 1) % len(self.urls)]
        await asyncio.wait_for(super().connect(**headers), 5)

    async def answer_to(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            return await asyncio.wait_for(super().answer_to(message), 15)
        except TimeoutError:
            await self.hang_up()
            raise


async def befall(rooms: Rooms, chance: random.Random) -> str:
    """One server is paused, killed, cut off or torn from its database for a while; the other goes on."""
    number = chance.randrange(2)
    server = rooms.servers[number]
    wire = rooms.wires[number]
    seconds = chance.uniform(0.2, 6)
    fault = chance.choice(("paused", "killed", "cut", "torn"))
    if fault == "paused":
        server.pause()
        await asyncio.sleep(seconds)
        server.go_on()
    elif fault == "killed":
        server.kill()
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.start)
    else:
        wire.cut()
        if fault == "torn":
            wire.tear()
        await asyncio.sleep(seconds)
        wire.heal()
    return fault


async def storm(rooms: Rooms, faults: int, chance: random.Random) -> list[Survivor]:
    urls = tuple(server.url for server in rooms.servers)
    clients = []
    tables = []
    for number, game in enumerate(("pyramid", "casino", "pyramid", "pick2")):
        client = Wanderer(urls[number % 2])
        client.urls = urls
        await client.come_in()
        made = await client.http.post("/api/tables", json={"game": game, "bots": ["house_way"]})
        tables.append(made.json()["table"])
        await client.ask("watch", tables[-1])
        await client.ask("sit", tables[-1])
        clients.append(client)
    async with playing(clients, tables):
        for _ in range(faults):
            await more(clients, chance.randint(2, 20))
            await befall(rooms, chance)
        await more(clients, 20)
    return list(clients)


@pytest.mark.slow
def test_many_faults_leave_one_consistent_state(rooms: Rooms) -> None:
    faults = int(os.environ.get("HOUSEWAY_FAULTS", "60"))
    clients = asyncio.run(storm(rooms, faults, random.Random(5)))
    for server in rooms.servers:
        server.kill()
    report = audited(rooms.url)
    assert settled_twice(rooms.url) == 0
    count = compare(rooms.url, clients)
    print(f"{faults} faults, {report.rounds} rounds, {count} receipts: 0 double settlements, 0 lost, 0 chips off")
