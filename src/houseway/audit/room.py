"""
The audit of a card room, from its first event to its last.

It checks every hash, link, head and anchor; compares every ledger row, receipt and index row with the event it was
written with; replays every finished round under its own terms and verifies its shuffle; and checks all sums. It stops
at the first fault. Live rounds stay sealed: only their hashes are checked.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import sqlalchemy as sa

from ..records import migrations
from ..records.store import anchors, schema
from ..records.store.database import Database
from ..records.store.errors import WrongSchema
from ..records.store.statements import is_sqlite
from ..rules.errors import HousewayError
from .room_walk import Anchored, Progress, Report, Walk

WORTH_SEVERAL_CORES = 3_000
"""The number of rounds from which starting other processes saves time."""


def _no_progress(line: str) -> None:
    """Report no progress."""


def audit(
    url: str,
    *,
    anchors_file: Path | None = None,
    public_key: str | None = None,
    must_be_signed: bool = False,
    progress: Progress = _no_progress,
    cores: int = 1,
) -> Report:
    """
    Audit the room at this URL, as it is at this moment; it may be in use.

    With several cores, rounds are replayed in other processes. `public_key` (64 hex digits) checks the signatures of
    the room's anchors.
    """
    try:  # read anchors before the database: a room in use appends to both
        key = anchors.public_key(public_key) if public_key else None
        anchored = anchors.Anchored()
        if anchors_file and anchors_file.exists():
            anchored = anchors.read(anchors_file, key, must_be_signed=must_be_signed)
    except HousewayError as error:
        return Report(fault=str(error))
    database = Database.of_existing_room(url)

    def examine_snapshot(connection: sa.Connection) -> Report:
        if not is_sqlite(connection):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        report = examine(connection, anchored.heads, progress, cores=cores)
        return replace(report, signed_anchors=anchored.signed)

    async def run() -> Report:
        try:
            return await database.read(examine_snapshot)
        finally:
            await database.close()

    return asyncio.run(run())


def examine(
    connection: sa.Connection,
    anchored: Anchored = (),
    progress: Progress = _no_progress,
    *,
    cores: int = 1,
) -> Report:
    """Audit a room on an open connection, inside its transaction."""
    if migrations.version(connection) != migrations.newest():
        raise WrongSchema(
            f"the room's tables are of version {migrations.version(connection)}, not {migrations.newest()}; "
            "`houseway serve` upgrades them"
        )
    with _pool(connection, cores) as pool:
        walk = Walk(connection, progress, pool)
        try:
            walk.run(anchored)
        except HousewayError as error:
            walk.report.fault = str(error)
    return walk.report


def _pool(connection: sa.Connection, cores: int) -> AbstractContextManager[Executor | None]:
    """Processes that replay rounds, if there are enough rounds to be worth starting them."""
    rounds = connection.execute(sa.select(sa.func.count()).select_from(schema.rounds)).scalar() or 0
    if cores > 1 and rounds >= WORTH_SEVERAL_CORES:
        return ProcessPoolExecutor(cores, get_context("spawn"))
    return nullcontext()
