"""
Tables while the study pool is saturated: how much longer an action takes when many clients ask the lab for prices.

    python benchmarks/isolation.py                           # 60 sockets, 30 actions a second, 24 study clients
    python benchmarks/isolation.py --sockets 200 --rate 60 --clients 40 --seconds 30

Half of the clients hold streams of `/api/lab` open and half ask `/api/price`, each under different terms so that no
answer is cached; a third of them leave in the middle. The bots of `room.py` keep playing. It prints the percentiles of
an action's time without and with that load, and their ratio. Server, workers, bots and study clients share one machine,
so the ratio includes the processor time of the clients themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parent))
import room

SHARES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999))
LEAVES_AFTER = 2.0
"""Seconds after which a client leaves, if it is one that leaves in the middle."""
GAMES = ("pyramid", "pick2", "casino", "showdown")
OPTIONS = {
    "pyramid": "straight_flush_pays",
    "pick2": "ante_max",
    "casino": "ante_max",
    "showdown": "ante_chips",
}
"""For each game, an option that is varied to get new terms."""


@dataclass
class Load:
    """Counts of how the study questions ended."""

    questions: int = 0
    answers: Counter[str] = field(default_factory=Counter)


async def study(url: str, number: int, load: Load) -> None:
    """A client that asks one question after the other."""
    chance = random.Random(f"study {number}")
    path = "/api/lab/price" if number % 2 else "/api/price"
    leaves = number % 3 == 0
    async with httpx.AsyncClient(base_url=url, timeout=600) as http:
        await http.post("/api/session")
        while True:
            game = GAMES[load.questions % len(GAMES)]
            body = {"game": game, "options": {OPTIONS[game]: str(chance.randrange(11, 99))}}
            load.questions += 1
            try:
                async with asyncio.timeout(LEAVES_AFTER if leaves else None):
                    answer = await http.post(path, json=body)
                load.answers[str(answer.status_code)] += 1
                if answer.status_code != 200:
                    await asyncio.sleep(0.2)
            except TimeoutError:
                load.answers["left"] += 1
            except httpx.TransportError:
                load.answers["lost"] += 1
                await asyncio.sleep(0.2)


async def measured(url: str, given: argparse.Namespace) -> tuple[list[float], list[float], Load]:
    """Times of actions without and with the load."""
    tally = room.Tally()
    seated = asyncio.Event()
    a_round = room.STEPS * given.sockets / given.rate
    pause = max(0.05, (a_round - room.BETWEEN) / room.STEPS)
    playing: list[asyncio.Task[None]] = []
    async with httpx.AsyncClient(timeout=120) as http:
        while len(playing) < given.sockets:
            table, cookies = await room.new_table(http, url, min(2, given.sockets - len(playing)))
            for cookie in cookies:
                bot = room.Bot(url, tally, pause, seated, random.Random(len(playing)))
                playing.append(asyncio.create_task(bot.play(cookie, table)))
    gc.collect()
    gc.disable()
    seated.set()
    await asyncio.sleep(a_round + 2)
    quiet = await counted(tally, given.seconds)
    load = Load()
    asking = [asyncio.create_task(study(url, number, load)) for number in range(given.clients)]
    await asyncio.sleep(given.warm)
    loaded = await counted(tally, given.seconds)
    for task in (*asking, *playing):
        task.cancel()
    await asyncio.gather(*asking, *playing, return_exceptions=True)
    return quiet, loaded, load


async def counted(tally: room.Tally, seconds: float) -> list[float]:
    tally.took = []
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    return tally.took


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--sockets", type=int, default=60)
    words.add_argument("--rate", type=float, default=30, help="actions a second that are offered")
    words.add_argument("--clients", type=int, default=24, help="study clients")
    words.add_argument("--seconds", type=float, default=20, help="of each of the two measurements")
    words.add_argument("--warm", type=float, default=8, help="seconds of load before the second")
    words.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.serve:
        room.serve(given.serve[0], int(given.serve[1]), None)
        return
    with tempfile.TemporaryDirectory() as folder:
        port = room.free_port()
        server = subprocess.Popen([sys.executable, __file__, "--serve", folder, str(port)], stdout=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            room.wait_for(url)
            begun = time.perf_counter()
            quiet, loaded, load = asyncio.run(measured(url, given))
            print(f"{len(quiet)} actions without load, {len(loaded)} with it, in {time.perf_counter() - begun:.0f} s")
            for name, share in SHARES:
                alone = room.percentile(quiet, share)
                busy = room.percentile(loaded, share)
                print(f"action, {name:<6}{alone:9.1f} ms alone {busy:9.1f} ms with study {busy / alone:7.2f} x")
            print(f"study questions    {load.questions} asked, {dict(load.answers)}")
            print(f"server, most memory {room._most_memory(server.pid)} MiB")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
