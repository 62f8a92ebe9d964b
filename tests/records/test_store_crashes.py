"""After a server is killed at any instant, every acknowledged command is stored once and no chip is lost."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.records.store import schema
from houseway.records.store.database import Database

WRITER = Path(__file__).with_name("crashing_writer.py")
START_SECONDS = 120
POINTS = ("gathered", "decided", "written", "durable")


def killed(url: str, first: int, point: str, times: int, *, after: float | None = None) -> set[tuple[int, int]]:
    """The commands that a writer acknowledged before it killed itself at a point, or was killed after some seconds."""
    command = [sys.executable, str(WRITER), url, str(first), point, str(times)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    assert process.stdout is not None
    if after is not None:
        running, _, _ = select.select([process.stdout], [], [], START_SECONDS)
        if not running:
            process.kill()
        assert running, "the writer acknowledged nothing"
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL, errors.decode()[-2000:]
    return {(int(hand), int(number)) for hand, number in (line.split() for line in whole_lines(out))}


def whole_lines(out: bytes) -> list[str]:
    return out.decode().rpartition("\n")[0].splitlines()


def database_content(url: str) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]], dict[str, int]]:
    """The receipts, effects and balances in the database."""

    def read(connection: sa.Connection) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]], dict[str, int]]:
        receipts = Counter(
            (int(row.account[4:]), int(row.command[1:])) for row in connection.execute(sa.select(schema.receipts))
        )
        moved = connection.execute(sa.select(schema.transfers))
        effects = Counter((int(row.payee.split(":")[1]), row.chips - 1) for row in moved)
        return receipts, effects, dict(tuple(row)[:2] for row in connection.execute(sa.select(schema.balances)))

    async def run() -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]], dict[str, int]]:
        database = Database.at(url)
        try:
            return await database.read(read)
        finally:
            await database.close()

    return asyncio.run(run())


def check(url: str, acknowledged: set[tuple[int, int]]) -> None:
    receipts, effects, balances = database_content(url)
    assert acknowledged <= set(receipts), "an acknowledged command is lost"
    assert effects == receipts, "a command without its effect, or an effect without its command"
    assert set(effects.values()) <= {1}, "an effect came twice"
    for account, chips in balances.items():
        if account.startswith("player:"):
            assert chips == sum(number + 1 for hand, number in effects if f"player:{hand}" == account)
    assert sum(balances.values()) == 0


def test_killed_at_every_named_point(url: str) -> None:
    """After each kill the next process sends every command again from the first."""
    acknowledged: set[tuple[int, int]] = set()
    for times, point in enumerate(POINTS, start=3):
        acknowledged |= killed(url, 0, point, times)
        check(url, acknowledged)
    assert len(acknowledged) >= 16
    assert audit(url).fault is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_two_hundred_kills(url: str, seed: int) -> None:
    """20 kills per seed and database, half at a named point and half at any instant: 400 in all, in half an hour."""
    chance = random.Random(f"kills {seed}")
    acknowledged: set[tuple[int, int]] = set()
    for kill in range(20):
        first = max((number for _, number in acknowledged), default=3) - 3
        if kill % 2:
            acknowledged |= killed(url, max(first, 0), chance.choice(POINTS), chance.randint(1, 40))
        else:
            acknowledged |= killed(url, max(first, 0), "none", 0, after=chance.uniform(0, 0.4))
        check(url, acknowledged)
    assert audit(url).fault is None
