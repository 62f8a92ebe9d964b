"""
A whole card room, checked from its first event to its last.

Every hash and link, every head and anchor, every ledger row, receipt and index row against the event it was written
with, every finished round played again under its own terms with its shuffle proved, every sum. The first fault stops
the walk.
Nothing is trusted but the rules and the arithmetic; live rounds stay sealed and are checked by their hashes alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ..records import migrations
from ..records.store import anchors, chain, schema
from ..records.store.database import Database
from ..records.store.errors import WrongSchema
from ..records.store.statements import is_sqlite
from ..rules.errors import HousewayError, Unreadable
from .room_index import Index
from .room_ledger import check_sums
from .room_rounds import Rounds

Row = Mapping[str, Any]
Anchored = Sequence[tuple[str, int, str]]
"""Stream, number and hash of events that were anchored outside the database."""
CHUNK = 5_000
A_MILLION = 1_000_000
WORTH_SEVERAL_CORES = 3_000


@dataclass
class Report:
    """What was walked, and the first fault if there is one."""

    streams: int = 0
    events: int = 0
    transfers: int = 0
    receipts: int = 0
    rounds: int = 0
    """Finished rounds, all played again."""
    live: int = 0
    """Rounds that are still running, and sealed."""
    anchors: int = 0
    """Heads in the file of anchors, all compared."""
    signed_anchors: int = 0
    """Lines of that file whose signature was checked."""
    index_rows: int = 0
    """Rows of the index tables (people, sessions, tables, seats, rounds, terms, disputes, settings), all compared."""
    index_seals: int = 0
    """How often the index was sealed as it stood, because an older version had kept no digests of its rows."""
    quarantined: int = 0
    """Rounds that ended because their record could not be read."""
    fault: str | None = None


def audit(
    url: str,
    *,
    anchors_file: Path | None = None,
    public_key: str | None = None,
    must_be_signed: bool = False,
    progress: Callable[[str], None] = lambda line: None,
    cores: int = 1,
) -> Report:
    """
    Walk the room at this URL; a room that is being played in is walked as it stands at this moment.

    With several cores the rounds are played again beside the walk. With the public key (64 hex digits) of the room's
    anchors their signatures are checked.
    """
    try:  # before the database is read, which may go on growing
        key = anchors.public_key(public_key) if public_key else None
        anchored = anchors.Anchored()
        if anchors_file and anchors_file.exists():
            anchored = anchors.read(anchors_file, key, must_be_signed=must_be_signed)
    except HousewayError as error:
        return Report(fault=str(error))
    database = Database.of_existing_room(url)

    def at_this_moment(connection: sa.Connection) -> Report:
        if not is_sqlite(connection):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        report = examine(connection, anchored.heads, progress, cores=cores)
        return replace(report, signed_anchors=anchored.signed)

    async def walk() -> Report:
        try:
            return await database.read(at_this_moment)
        finally:
            await database.close()

    return asyncio.run(walk())


def examine(
    connection: sa.Connection,
    anchored: Anchored = (),
    progress: Callable[[str], None] = lambda line: None,
    *,
    cores: int = 1,
) -> Report:
    """The same on an open connection, inside its transaction."""
    if migrations.version(connection) != migrations.newest():
        raise WrongSchema(
            f"the room's tables are of version {migrations.version(connection)}, not {migrations.newest()}; "
            "`houseway serve` brings them up"
        )
    with _pool(connection, cores) as pool:
        walk = Walk(connection, progress, pool)
        try:
            walk.all(anchored)
        except HousewayError as error:
            walk.report.fault = str(error)
    return walk.report


def _pool(connection: sa.Connection, cores: int) -> AbstractContextManager[Executor | None]:
    """Other processes to play rounds again, where there are enough rounds to pay for starting them."""
    rounds = connection.execute(sa.select(sa.func.count()).select_from(schema.rounds)).scalar() or 0
    several = cores > 1 and rounds >= WORTH_SEVERAL_CORES
    return ProcessPoolExecutor(cores, get_context("spawn")) if several else nullcontext()


@dataclass
class Walk:
    """One walk through a room."""

    connection: sa.Connection
    progress: Callable[[str], None]
    pool: Executor | None = None
    report: Report = field(default_factory=Report)
    anchored: dict[str, dict[int, str]] = field(default_factory=dict)
    snapshots: int = 0
    """Snapshots that were compared with the event they were taken at."""

    def all(self, anchored: Anchored) -> None:
        self._take_anchors(anchored)
        rounds = Rounds(self.connection, self.pool)
        index = Index(self.connection)
        heads = {row.name: row for row in self.connection.execute(sa.select(schema.streams).order_by("name"))}
        for name, row in heads.items():
            self._stream(name, row, rounds, index)
        for name in self.anchored:
            raise Unreadable(f"stream {name} was anchored and is gone")
        self._nothing_beside()
        rounds.check_index()
        index.check()
        check_sums(self.connection, rounds.live)
        self.report.rounds = rounds.finished
        self.report.live = len(rounds.live)
        self.report.quarantined = rounds.quarantined
        self.report.index_rows = index.rows
        self.report.index_seals = index.seals

    def _take_anchors(self, anchored: Anchored) -> None:
        for stream, number, hash in anchored:
            known = self.anchored.setdefault(stream, {}).setdefault(number, hash)
            self.report.anchors += 1
            if known != hash:
                raise Unreadable(f"event {number} of {stream} was anchored with two hashes")

    def _stream(self, name: str, row: Any, rounds: Rounds, index: Index) -> None:
        """Every event of one stream, in order."""
        number = 0
        previous = chain.FIRST
        begun = None
        snapshot_due: int | None = None
        """The last event with which a snapshot was written: that snapshot is kept, the older ones are replaced."""
        stored: int | None = None
        anchored = self.anchored.pop(name, {})
        for event, transfers, receipt, snapshot in self._chunks(name):
            number += 1
            _check_link(event, number, previous)
            if "snapshot" in _check_attached(event, transfers, receipt, snapshot):
                snapshot_due = number
            if snapshot:
                stored = number
            previous = event["hash"]
            if anchored.pop(number, previous) != previous:
                raise Unreadable(f"event {number} of {name} is not the one that was anchored")
            begun = rounds.follow(begun, event, transfers)
            index.follow(event)
            self._count(transfers, receipt)
        rounds.close(begun)
        index.close_stream(name)
        if (row.head, row.hash) != (number, previous):
            raise Unreadable(f"the head of {name} says event {row.head}, and its events end at {number}")
        if stored != snapshot_due:
            raise Unreadable(f"the snapshot of event {snapshot_due} of {name} was deleted or replaced by an older one")
        self.snapshots += stored is not None
        for lost in anchored:
            raise Unreadable(f"event {lost} of {name} was anchored and is gone: the stream ends at {number}")
        self.report.streams += 1

    def _count(self, transfers: list[Row], receipt: Row | None) -> None:
        report = self.report
        report.events += 1
        report.transfers += len(transfers)
        report.receipts += receipt is not None
        if report.events % A_MILLION == 0:
            self.progress(f"{report.events:,} events and {report.transfers:,} ledger rows hold")

    def _chunks(self, stream: str) -> Iterator[tuple[Row, list[Row], Row | None, Row | None]]:
        """Each event of a stream with what was written with it."""
        snapshot = self._first(schema.snapshots, schema.snapshots.c.stream == stream)
        last = 0
        while True:
            events = self._some(schema.events, stream, last, limit=CHUNK)
            if not events:
                break
            last, from_ = events[-1]["number"], last
            transfers = _by_number(self._some(schema.transfers, stream, from_, to=last))
            receipts = _by_number(self._some(schema.receipts, stream, from_, to=last))
            for event in events:
                number = event["number"]
                if len(receipts.get(number, ())) > 1:
                    raise Unreadable(f"event {number} of {stream} has two receipts")
                shot = snapshot if snapshot and snapshot["number"] == number else None
                yield event, transfers.get(number, []), receipts.get(number, [None])[0], shot
        if snapshot and not 1 <= snapshot["number"] <= last:
            raise Unreadable(f"the snapshot of {stream} is of event {snapshot['number']}, and there is none")

    def _some(
        self, table: sa.Table, stream: str, after: int, *, to: int | None = None, limit: int | None = None
    ) -> Any:
        chosen = (table.c.stream == stream) & (table.c.number > after)
        upto = chosen if to is None else chosen & (table.c.number <= to)
        order = [table.c.number, *([table.c.line] if "line" in table.c else [])]
        return self.connection.execute(sa.select(table).where(upto).order_by(*order).limit(limit)).mappings().all()

    def _first(self, table: sa.Table, where: sa.ColumnElement[bool]) -> Any:
        return self.connection.execute(sa.select(table).where(where)).mappings().first()

    def _nothing_beside(self) -> None:
        """No row that no walked event accounts for."""
        wanted = {
            schema.events: self.report.events,
            schema.transfers: self.report.transfers,
            schema.receipts: self.report.receipts,
            schema.snapshots: self.snapshots,
        }
        for table, walked in wanted.items():
            found = self.connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
            if found != walked:
                raise Unreadable(f"{table.name} holds {found} rows, and the streams account for {walked}")


def _by_number(rows: list[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["number"], []).append(row)
    return found


def _check_link(event: Row, number: int, previous: str) -> None:
    name = event["stream"]
    if event["number"] != number:
        raise Unreadable(f"event {number} of {name} is missing")
    if event["previous"] != previous:
        raise Unreadable(f"event {number} of {name} does not follow from the event before it")
    if event["hash"] != chain.event_hash(event):
        raise Unreadable(f"event {number} of {name} ({event['kind']}) was altered: its hash does not fit")


def _check_attached(event: Row, transfers: list[Row], receipt: Row | None, snapshot: Row | None) -> Mapping[str, Any]:
    """Ledger rows, receipt and snapshot are those that the event was written with; returns what it was written with."""
    if event["attached"] == "{}" and not transfers and not receipt and not snapshot:
        return {}
    body = snapshot["body"] if snapshot else None
    found = chain.attached_parts(transfers, receipt, body)
    attached = chain.read_attached(event["attached"])
    written = dict(attached)
    if body is None:  # an older snapshot, which the newest has replaced
        written.pop("snapshot", None)
    for part in ("transfers", "receipt", "snapshot"):
        if found.get(part) != written.get(part):
            where = f"event {event['number']} of {event['stream']}"
            raise Unreadable(f"{where} was not written with this {part.removesuffix('s')}")
    return attached
