"""
Group commit against one commit per command, on the same database in the same run.

    python benchmarks/commit.py [DATABASE_URL] [--commands N] [--players N]

A command is what a wager is at a table: one event, one ledger row, one receipt, each acknowledged when it is durable.
"One commit per command" sends the next command when the last is acknowledged; "group commit" has many players waiting
at once, as a room has. Exit status 1 if group commit is not at least ten times as fast.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from itertools import count

from houseway.records.store import Change, Event, Receipt, Store, Transfer

NUMBERS = count()
GOAL = 10


async def one_command(store: Store, player: int) -> float:
    """Commit one wager and return the seconds until it was durable."""
    number = next(NUMBERS)
    began = time.perf_counter()
    wager = Transfer("issue", f"held:{player % 300}:{player}", 5, "main", "PYR-11", "wagered")
    receipt = Receipt(f"player {player}", f"{number}", "digest", {"ok": True, "round": "r", "version": 3})
    body = {"move": "posted", "seat": 1, "wagers": {"main": 5}, "by": "person", "command": str(number)}
    await store.commit(Change(f"table:{player % 300}", None, 0, (Event("move", body),), (wager,), receipt))
    return time.perf_counter() - began


async def one_by_one(store: Store, commands: int) -> float:
    began = time.perf_counter()
    for number in range(commands):
        await one_command(store, number)
    return commands / (time.perf_counter() - began)


async def together(store: Store, commands: int, players: int) -> tuple[float, list[float]]:
    async def play(player: int) -> list[float]:
        return [await one_command(store, player) for _ in range(commands // players)]

    began = time.perf_counter()
    waits = [wait for each in await asyncio.gather(*map(play, range(players))) for wait in each]
    return len(waits) / (time.perf_counter() - began), sorted(waits)


async def measure(url: str, commands: int, players: int) -> bool:
    store = await Store.open(url, room_key=bytes(32))
    await together(store, players, players)
    alone = await one_by_one(store, max(50, commands // 40))
    rate, waits = await together(store, commands, players)
    alone = max(alone, await one_by_one(store, max(50, commands // 40)))
    await store.close()
    half = waits[len(waits) // 2] * 1000
    most = waits[len(waits) * 99 // 100] * 1000
    print(f"one commit per command   {alone:>8,.0f} commands/s")
    print(f"group commit             {rate:>8,.0f} commands/s, {players} players, p50 {half:.0f} ms, p99 {most:.0f} ms")
    print(f"ratio                    {rate / alone:>8.1f} (goal: {GOAL})")
    return rate >= GOAL * alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", nargs="?")
    parser.add_argument("--commands", type=int, default=8_000)
    parser.add_argument("--players", type=int, default=1_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.database or f"sqlite:///{folder}/room.db"
        sys.exit(0 if asyncio.run(measure(url, arguments.commands, arguments.players)) else 1)


if __name__ == "__main__":
    main()
