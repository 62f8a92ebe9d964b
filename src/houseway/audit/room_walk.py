"""Reads every stream of a room from its first event and checks its chain and everything that was written with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..records.store import chain, schema
from ..rules.errors import Unreadable
from .room_index import Index
from .room_ledger import check_sums
from .room_rounds import Rounds

Row = Mapping[str, Any]
Anchored = Sequence[tuple[str, int, str]]
"""Stream, number and hash of events that were anchored outside the database."""
Progress = Callable[[str], None]
CHUNK = 5_000
"""Events that are read at once."""
PROGRESS_EVENTS = 1_000_000
"""Events from one progress line to the next."""


@dataclass
class Report:
    """What was checked, and the first fault if there is one."""

    streams: int = 0
    events: int = 0
    transfers: int = 0
    receipts: int = 0
    rounds: int = 0
    """Finished rounds, all replayed."""
    live: int = 0
    """Rounds that are still running, and sealed."""
    anchors: int = 0
    """Heads in the file of anchors, all compared."""
    signed_anchors: int = 0
    """Lines of that file whose signature was checked."""
    index_rows: int = 0
    """Rows of the index tables (people, sessions, tables, seats, rounds, terms, disputes, settings), all compared."""
    index_seals: int = 0
    """How often the index was sealed, because an older version had stored no digests of its rows."""
    quarantined: int = 0
    """Rounds that ended because their record could not be read."""
    fault: str | None = None


class EventRows(NamedTuple):
    """An event with everything that was written with it."""

    event: Row
    transfers: list[Row]
    receipt: Row | None
    snapshot: Row | None


@dataclass
class Walk:
    """One pass through all streams of a room."""

    connection: sa.Connection
    progress: Progress
    pool: Executor | None = None
    report: Report = field(default_factory=Report)
    anchored: dict[str, dict[int, str]] = field(default_factory=dict)
    """By stream and number, the hashes of anchored events that were not compared yet."""
    snapshots: int = 0
    """Snapshots that were compared with the event they were taken at."""

    def run(self, anchored: Anchored) -> None:
        """Check the whole room; raises Unreadable at the first fault."""
        self._take_anchors(anchored)
        rounds = Rounds(self.connection, self.pool)
        index = Index(self.connection)
        heads = {row.name: row for row in self.connection.execute(sa.select(schema.streams).order_by("name"))}
        for name, row in heads.items():
            self._check_stream(name, row, rounds, index)
        for name in self.anchored:
            raise Unreadable(f"stream {name} was anchored and is gone")
        self._check_no_other_rows()
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

    def _check_stream(self, name: str, row: Any, rounds: Rounds, index: Index) -> None:
        """Check every event of one stream, in order."""
        number = 0
        previous = chain.FIRST
        current_round = None
        snapshot_due: int | None = None
        """The last event with a snapshot; only this snapshot is stored, since each replaces the one before."""
        snapshot_stored: int | None = None
        anchored = self.anchored.pop(name, {})
        for event, transfers, receipt, snapshot in self._events(name):
            number += 1
            _check_link(event, number, previous)
            if "snapshot" in _check_attached(event, transfers, receipt, snapshot):
                snapshot_due = number
            if snapshot:
                snapshot_stored = number
            previous = event["hash"]
            if anchored.pop(number, previous) != previous:
                raise Unreadable(f"event {number} of {name} is not the one that was anchored")
            current_round = rounds.follow(current_round, event, transfers)
            index.follow(event)
            self._count(transfers, receipt)
        rounds.close(current_round)
        index.close_stream(name)
        if (row.head, row.hash) != (number, previous):
            raise Unreadable(f"the head of {name} says event {row.head}, and its events end at {number}")
        if snapshot_stored != snapshot_due:
            raise Unreadable(f"the snapshot of event {snapshot_due} of {name} was deleted or replaced by an older one")
        if snapshot_stored is not None:
            self.snapshots += 1
        for lost in anchored:
            raise Unreadable(f"event {lost} of {name} was anchored and is gone: the stream ends at {number}")
        self.report.streams += 1

    def _count(self, transfers: list[Row], receipt: Row | None) -> None:
        report = self.report
        report.events += 1
        report.transfers += len(transfers)
        if receipt is not None:
            report.receipts += 1
        if report.events % PROGRESS_EVENTS == 0:
            self.progress(f"{report.events:,} events and {report.transfers:,} ledger rows hold")

    def _events(self, stream: str) -> Iterator[EventRows]:
        """Each event of a stream with everything that was written with it."""
        selected = sa.select(schema.snapshots).where(schema.snapshots.c.stream == stream)
        snapshot: Any = self.connection.execute(selected).mappings().first()
        last = 0
        while True:
            events = self._rows_after(schema.events, stream, last, limit=CHUNK)
            if not events:
                break
            before = last
            last = events[-1]["number"]
            transfers = _by_number(self._rows_after(schema.transfers, stream, before, to=last))
            receipts = _by_number(self._rows_after(schema.receipts, stream, before, to=last))
            for event in events:
                number = event["number"]
                of_event = receipts.get(number, [])
                if len(of_event) > 1:
                    raise Unreadable(f"event {number} of {stream} has two receipts")
                receipt = of_event[0] if of_event else None
                has_snapshot = snapshot is not None and snapshot["number"] == number
                yield EventRows(event, transfers.get(number, []), receipt, snapshot if has_snapshot else None)
        if snapshot and not 1 <= snapshot["number"] <= last:
            raise Unreadable(f"the snapshot of {stream} is of event {snapshot['number']}, which does not exist")

    def _rows_after(
        self, table: sa.Table, stream: str, after: int, *, to: int | None = None, limit: int | None = None
    ) -> Any:
        """The rows of a stream after an event number, in order."""
        condition = (table.c.stream == stream) & (table.c.number > after)
        if to is not None:
            condition &= table.c.number <= to
        order = [table.c.number]
        if "line" in table.c:
            order.append(table.c.line)
        return self.connection.execute(sa.select(table).where(condition).order_by(*order).limit(limit)).mappings().all()

    def _check_no_other_rows(self) -> None:
        """Raise unless every row belongs to an event that was checked."""
        checked = {
            schema.events: self.report.events,
            schema.transfers: self.report.transfers,
            schema.receipts: self.report.receipts,
            schema.snapshots: self.snapshots,
        }
        for table, expected in checked.items():
            rows = self.connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
            if rows != expected:
                raise Unreadable(f"{table.name} has {rows} rows, and the streams account for {expected}")


def _by_number(rows: list[Row]) -> dict[int, list[Row]]:
    by_number: dict[int, list[Row]] = {}
    for row in rows:
        by_number.setdefault(row["number"], []).append(row)
    return by_number


def _check_link(event: Row, number: int, previous: str) -> None:
    name = event["stream"]
    if event["number"] != number:
        raise Unreadable(f"event {number} of {name} is missing")
    if event["previous"] != previous:
        raise Unreadable(f"event {number} of {name} does not follow from the event before it")
    if event["hash"] != chain.event_hash(event):
        raise Unreadable(f"event {number} of {name} ({event['kind']}) was altered: its hash does not fit")


def _check_attached(event: Row, transfers: list[Row], receipt: Row | None, snapshot: Row | None) -> Mapping[str, Any]:
    """The digests attached to an event; raises unless they match its ledger rows, receipt and snapshot."""
    if event["attached"] == chain.NOTHING_ATTACHED and not transfers and not receipt and not snapshot:
        return {}
    body = snapshot["body"] if snapshot else None
    stored = chain.attached_parts(transfers, receipt, body)
    attached = chain.read_attached(event["attached"])
    expected = dict(attached)
    if body is None:  # an older snapshot, replaced by the newest
        expected.pop("snapshot", None)
    for part in ("transfers", "receipt", "snapshot"):
        if stored.get(part) != expected.get(part):
            where = f"event {event['number']} of {event['stream']}"
            raise Unreadable(f"{where} was not written with this {part.removesuffix('s')}")
    return attached
