"""
Memory of the card room's server process: for each idle socket and table, and whether it grows with use.

    python benchmarks/memory.py                      # about five minutes
    python benchmarks/memory.py --play 1200          # twenty minutes of play
    python benchmarks/memory.py --play 3600          # an hour of play

There are four parts, on one server with SQLite: sockets are opened and stay idle; tables are opened and nobody sits
down; sockets connect and disconnect in cycles; and sockets play rounds with hardly a pause, many times faster than
people do. After each part the resident memory, the open files and the tasks of the event loop are read. Growth during
play is the slope of a straight line through the second half of the samples, because caches fill in the first.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import numpy as np
import room
import websockets

TASKS = "tasks"
"""The file to which the server writes its number of tasks on SIGUSR1."""
PAUSE_SECONDS = 0.2
"""The longest time that a client takes for a move, and the pause between two rounds."""


@dataclass(frozen=True)
class Sample:
    """The resources of the server process at one moment."""

    seconds: float
    """Seconds since the measurement began."""
    rounds: int
    memory_kib: int
    files: int
    tasks: int
    processor: float
    """Seconds of processor time used so far."""


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    folder: Path
    url: str
    begun: float

    def sample(self, rounds: int = 0) -> Sample:
        pid = self.process.pid
        return Sample(
            seconds=time.monotonic() - self.begun,
            rounds=rounds,
            memory_kib=_memory_kib(pid),
            files=len(list(Path(f"/proc/{pid}/fd").iterdir())),
            tasks=self._tasks(),
            processor=room.cpu_of(pid),
        )

    def _tasks(self) -> int:
        """Ask the server for the number of its tasks."""
        path = self.folder / TASKS
        path.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        for _ in range(1200):  # a minute, also on a busy machine
            text = path.read_text() if path.exists() else ""
            if text.endswith("\n"):
                return int(text)
            time.sleep(0.05)
        raise SystemExit("the server did not say how many tasks it has")


def _memory_kib(pid: int) -> int:
    """The resident memory of a process, in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit("the system does not say how much memory the server holds")


def serve(folder: Path, port: int) -> None:
    """The server of this measurement, which counts its tasks when it gets SIGUSR1."""

    def count_tasks(*_: object) -> None:
        count = len(asyncio.all_tasks())
        (folder / TASKS).write_text(f"{count}\n")

    signal.signal(signal.SIGUSR1, count_tasks)
    room.BETWEEN = PAUSE_SECONDS
    room.serve(str(folder), port, None)


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    port = room.free_port()
    process = subprocess.Popen([sys.executable, __file__, "--serve", str(folder), str(port)], stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        room.wait_for(url)
        yield Server(process, folder, url, time.monotonic())
    finally:
        process.terminate()
        process.wait()


# Measurements --------------------------------------------------------------------------------------------------------


async def open_sockets(url: str, cookies: list[str]) -> list[websockets.ClientConnection]:
    """Open a socket for each session and read the first frames of the server."""
    opened = []
    for cookie in cookies:
        socket = await websockets.connect(
            url.replace("http", "ws") + "/socket",
            additional_headers={"Cookie": cookie},
            origin=url,
            compression=None,
            ping_interval=None,
        )
        await socket.recv()
        opened.append(socket)
    return opened


async def close_sockets(opened: list[websockets.ClientConnection]) -> None:
    await asyncio.gather(*(socket.close() for socket in opened))


async def open_tables(http: httpx.AsyncClient, url: str, cookies: list[str], count: int) -> None:
    """Open tables for these guests in turn, since one account may have only a few open."""
    http.cookies.clear()
    for number in range(count):
        answer = await http.post(
            f"{url}/api/tables",
            json={"game": "pyramid", "seats": room.SEATS},
            headers={"Cookie": cookies[number % len(cookies)]},
        )
        answer.raise_for_status()


async def guests(http: httpx.AsyncClient, url: str, count: int) -> list[str]:
    """The cookies of this many new guests."""
    cookies = []
    for _ in range(count):
        http.cookies.clear()
        answer = await http.post(f"{url}/api/session")
        cookies.append("; ".join(f"{name}={value}" for name, value in answer.cookies.items()))
    return cookies


async def play(http: httpx.AsyncClient, server: Server, given: argparse.Namespace) -> list[Sample]:
    """Play rounds at tables of one and of four players, and take a sample every few seconds."""
    tally = room.Tally()
    seated = asyncio.Event()
    playing: list[asyncio.Task[None]] = []
    while len(playing) < given.players:
        people = 1 if len(playing) * 2 < given.players else 4
        table, cookies = await room.new_table(http, server.url, people)
        for cookie in cookies:
            bot = room.Bot(server.url, tally, PAUSE_SECONDS, seated, random.Random(len(playing)))
            playing.append(asyncio.create_task(bot.play(cookie, table)))
    seated.set()
    samples = []
    until = time.monotonic() + given.play
    while time.monotonic() < until:
        await asyncio.sleep(min(given.every, given.play / 20))
        samples.append(server.sample(len(tally.rounds)))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    if tally.refused:
        print(f"refused: {set(tally.refused)}")
    return samples


def slope(samples: list[Sample], name: str, per: str) -> float:
    """How much one figure grows with another, over the second half of the samples."""
    half = samples[len(samples) // 2 :]
    across = np.array([getattr(sample, per) for sample in half], dtype=float)
    up = np.array([getattr(sample, name) for sample in half], dtype=float)
    return float(np.polyfit(across - across.mean(), up, 1)[0])


async def measure(server: Server, given: argparse.Namespace) -> None:
    async with httpx.AsyncClient(timeout=120) as http:
        cookies = await guests(http, server.url, given.sockets)
        warm = await open_sockets(server.url, cookies[:50])
        await close_sockets(warm)
        await asyncio.sleep(1)
        fresh = server.sample()
        show("at the start", fresh)

        opened = await open_sockets(server.url, cookies)
        with_sockets = server.sample()
        show(f"{given.sockets} idle sockets", with_sockets)
        print(f"  {(with_sockets.memory_kib - fresh.memory_kib) / given.sockets:.1f} KiB a socket")
        await asyncio.sleep(given.idle)
        idle = server.sample()
        busy = (idle.processor - with_sockets.processor) / (idle.seconds - with_sockets.seconds)
        print(f"  {busy:.2%} of a core while they are idle")
        await close_sockets(opened)
        await asyncio.sleep(1)

        before = server.sample()
        await open_tables(http, server.url, cookies, given.tables)
        with_tables = server.sample()
        show(f"{given.tables} tables without players", with_tables)
        print(f"  {(with_tables.memory_kib - before.memory_kib) / given.tables:.1f} KiB a table")

        for cycle in range(1, given.cycles + 1):
            await close_sockets(await open_sockets(server.url, cookies))
            await asyncio.sleep(0.5)
            show(f"{given.sockets} sockets came and went, {cycle}", server.sample())

        samples = await play(http, server, given)
    for sample in samples[:: max(1, len(samples) // 8)]:
        show(f"{sample.rounds} rounds played", sample)
    grew = slope(samples, "memory_kib", "rounds")
    played = samples[-1].rounds - samples[len(samples) // 2].rounds
    print(f"  {grew * 1000:.0f} KiB for a thousand rounds, over the last {played}")
    print(f"  {slope(samples, 'memory_kib', 'seconds') * 3600 / 1024:.1f} MiB in an hour at this pace")
    print(f"  {slope(samples, 'files', 'rounds') * 1000:.2f} files and ", end="")
    print(f"{slope(samples, 'tasks', 'rounds') * 1000:.2f} tasks for a thousand rounds")


def show(what: str, sample: Sample) -> None:
    print(
        f"{what:<34} {sample.memory_kib / 1024:7.1f} MiB {sample.files:6d} files {sample.tasks:6d} tasks"
        f" {sample.seconds:8.0f} s",
        flush=True,
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--sockets", type=int, default=500, help="idle sockets, and those that come and go")
    options.add_argument("--tables", type=int, default=500, help="tables without players")
    options.add_argument("--cycles", type=int, default=5, help="how often the sockets come and go")
    options.add_argument("--idle", type=float, default=10, help="seconds in which sockets are idle")
    options.add_argument("--players", type=int, default=48, help="sockets that play")
    options.add_argument("--play", type=float, default=180, help="seconds of play")
    options.add_argument("--every", type=float, default=10, help="seconds between two samples")
    options.add_argument("--serve", nargs=2, metavar=("FOLDER", "PORT"), help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.serve:
        serve(Path(given.serve[0]), int(given.serve[1]))
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, most), most))
    gc.disable()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        print(f"server process {server.process.pid}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
        asyncio.run(measure(server, given))


if __name__ == "__main__":
    main()
