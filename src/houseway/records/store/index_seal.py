"""Seals the index tables of an older version: writes the digest of every row to the chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from . import schema
from .batch_reading import read_batch_state
from .batch_state import BatchState
from .batch_writing import write_all
from .chain import now
from .changes import Change, Event
from .index_digests import (
    CHUNK,
    INDEX_SEALED,
    KEYS,
    ROUND_TABLES,
    key_and_digest,
    read_rows,
    round_column,
    rounds_digest,
)

ROOM = "room"
"""The stream of the room's own events."""


def seal_index(connection: sa.Connection, version: str) -> None:
    """Append events `index_sealed` to the room's stream, inside the caller's transaction."""
    events = [Event(INDEX_SEALED, {"begins": True, "version": version})]
    for bodies in (_heads(connection), _rows(connection), _rows_of_running_rounds(connection), _rounds(connection)):
        events += [Event(INDEX_SEALED, body) for body in bodies]
    change = Change(ROOM, None, 0, tuple(events))
    state = BatchState(b"", now())
    read_batch_state(connection, [change], state)
    before = {ROOM: replace(state.streams[ROOM])}
    write_all(connection, [state.decide(change)], before)


def _heads(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The head of each card table's stream: the index rows written up to there are sealed."""
    streams = schema.streams
    selected = sa.select(streams.c.name, streams.c.head).where(streams.c.name != ROOM).order_by(streams.c.name)
    heads = [(row.name, row.head) for row in connection.execute(selected)]
    for first in range(0, len(heads), CHUNK):
        yield {"heads": dict(heads[first : first + CHUNK])}


def _rows(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The key and digest of each row of all tables except those of rounds."""
    for name in KEYS:
        if name in ROUND_TABLES:
            continue
        chunk: list[list[Any]] = []
        for row in read_rows(connection, name):
            chunk.append(key_and_digest(name, row))
            if len(chunk) == CHUNK:
                yield {"rows": {name: chunk}}
                chunk = []
        if chunk:
            yield {"rows": {name: chunk}}


def _rows_of_running_rounds(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The key and digest of each row of the rounds that are still running."""
    running = sa.select(schema.rounds.c.id).where(schema.rounds.c.outcome.is_(None))
    for name in ROUND_TABLES:
        selected = sa.select(schema.metadata.tables[name]).where(round_column(name).in_(running))
        rows = [dict(row._mapping) for row in connection.execute(selected)]
        for first in range(0, len(rows), CHUNK):
            yield {"rows": {name: [key_and_digest(name, row) for row in rows[first : first + CHUNK]]}}


def _rounds(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """For each card table the number of its finished rounds, and one digest of their rows."""
    rounds = schema.rounds
    tables = list(connection.execute(sa.select(rounds.c.table_id).distinct().order_by(rounds.c.table_id)).scalars())
    chunk: dict[str, list[Any]] = {}
    for table in tables:
        is_finished = (rounds.c.table_id == table) & rounds.c.outcome.is_not(None)
        ids = list(connection.execute(sa.select(rounds.c.id).where(is_finished)).scalars())
        if ids:
            chunk[table] = [len(ids), rounds_digest(connection, ids)]
        if len(chunk) == CHUNK:
            yield {"rounds": chunk}
            chunk = {}
    if chunk:
        yield {"rounds": chunk}
