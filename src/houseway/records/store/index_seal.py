"""Seals the index tables of an older version: records every row's digest in the chain, as the rows stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from . import schema
from .batch import decide_all, read_picture, write_all
from .chain import now
from .changes import Change, Event
from .index_rows import CHUNK, INDEX_SEALED, KEYS, ROUND_TABLES, read_rows, rounds_digest, row_digest, row_key
from .picture import Picture, Written

ROOM = "room"
"""The stream of the room's own events."""


def seal_index(connection: sa.Connection, version: str) -> None:
    """Append events `index_sealed` to the room's stream, inside the caller's transaction."""
    events = [Event(INDEX_SEALED, {"begins": True, "version": version})]
    bodies = (*_heads(connection), *_rows(connection), *_rounds(connection))
    events += [Event(INDEX_SEALED, body) for body in bodies]
    changes = [Change(ROOM, None, 0, tuple(events))]
    picture = Picture(b"", now())
    read_picture(connection, changes, picture)
    before = {ROOM: replace(picture.streams[ROOM])}
    written: list[Written] = []
    for outcome in decide_all(picture, changes):
        if isinstance(outcome, Exception):
            raise outcome
        written.append(outcome)
    write_all(connection, written, before)


def _heads(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """Where each card table's stream stands: what its events wrote up to there is sealed."""
    streams = schema.streams
    wanted = sa.select(streams.c.name, streams.c.head).where(streams.c.name != ROOM).order_by(streams.c.name)
    heads = [(row.name, row.head) for row in connection.execute(wanted)]
    for first in range(0, len(heads), CHUNK):
        yield {"heads": dict(heads[first : first + CHUNK])}


def _rows(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The digest of each row; of rounds only those that are still running."""
    for name in KEYS:
        rows = [] if name in ROUND_TABLES else read_rows(connection, name)
        listed: list[list[Any]] = []
        for row in rows:
            listed.append([*row_key(name, row), row_digest(name, row)])
            if len(listed) == CHUNK:
                yield {"rows": {name: listed}}
                listed = []
        if listed:
            yield {"rows": {name: listed}}
    running = sa.select(schema.rounds.c.id).where(schema.rounds.c.outcome.is_(None))
    for name, column in (("rounds", schema.rounds.c.id), ("round_players", schema.round_players.c.round)):
        table = schema.metadata.tables[name]
        found = [dict(row._mapping) for row in connection.execute(sa.select(table).where(column.in_(running)))]
        for first in range(0, len(found), CHUNK):
            part = found[first : first + CHUNK]
            yield {"rows": {name: [[*row_key(name, row), row_digest(name, row)] for row in part]}}


def _rounds(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """For each card table how many of its rounds are over, and one digest of their rows."""
    rounds = schema.rounds
    tables = list(connection.execute(sa.select(rounds.c.table_id).distinct().order_by(rounds.c.table_id)).scalars())
    listed: dict[str, list[Any]] = {}
    for table in tables:
        over = sa.select(rounds.c.id).where((rounds.c.table_id == table) & rounds.c.outcome.is_not(None))
        ids = list(connection.execute(over).scalars())
        if ids:
            listed[table] = [len(ids), rounds_digest(connection, ids)]
        if len(listed) == CHUNK:
            yield {"rounds": listed}
            listed = {}
    if listed:
        yield {"rounds": listed}
