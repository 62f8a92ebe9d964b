"""
Digests of the rows of the index tables, which tie these tables to the chain.

The last event of a change carries the digest of every index row that the change writes. The audit compares the newest
digest of each row with the row in the database, so it finds a row that was altered, deleted or added by other means. A
database of an older version without digests gets events `index_sealed` with the digests of its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from . import schema
from .chain import canonical, canonical_plain, digest
from .rows import KINDS, Row

INDEX_SEALED = "index_sealed"
"""The kind of event with the digests of an older version's rows, as they were when they were migrated."""
ROUND_TABLES = ("rounds", "round_players")
"""Tables that grow with every round; an older version's rows of them are sealed as one digest for each card table."""
KEYS: dict[str, tuple[str, ...]] = {kind.TABLE: kind.KEY for kind in KINDS}
CHUNK = 500
"""Rows whose digests go into one event, and rows that are read at once."""

Attached = dict[str, list[list[Any]]]
"""By table: the key of each row, followed by its digest."""


def row_digest(table: str, record: Mapping[str, Any]) -> str:
    """The digest of one row; a column without a value is left out, so that a new column does not change it."""
    values = {name: value for name, value in record.items() if value is not None}
    mappings = [name for name, value in values.items() if isinstance(value, Mapping)]
    if not mappings:
        return digest(canonical_plain([table, values]))
    for name in mappings:
        values[name] = dict(values[name])
    return digest(canonical([table, values]))


def row_key(table: str, record: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(record[name] for name in KEYS[table])


def attached_rows(rows: Sequence[Row]) -> Attached:
    """The keys and digests of index rows, in the form in which the event written with them carries them."""
    attached: Attached = {}
    for row in rows:
        attached.setdefault(row.TABLE, []).append(key_and_digest(row.TABLE, vars(row)))
    return attached


def key_and_digest(table: str, record: Mapping[str, object]) -> list[Any]:
    return [*row_key(table, record), row_digest(table, record)]


def read_rows(connection: sa.Connection, name: str) -> Iterator[Mapping[str, Any]]:
    """Every row of an index table in order of its key, a chunk at a time."""
    table = schema.metadata.tables[name]
    key = [table.c[column] for column in KEYS[name]]
    last: tuple[Any, ...] | None = None
    while True:
        selected = sa.select(table).order_by(*key).limit(CHUNK)
        if last is not None:
            selected = selected.where(sa.tuple_(*key) > sa.tuple_(*(sa.literal(value) for value in last)))
        rows = [dict(row._mapping) for row in connection.execute(selected)]
        if not rows:
            return
        yield from rows
        last = row_key(name, rows[-1])


def rounds_digest(connection: sa.Connection, rounds: Sequence[str]) -> str:
    """One digest over the rows of these rounds and of their players."""
    digests: list[str] = []
    ids = sorted(rounds)
    for first in range(0, len(ids), CHUNK):
        chunk = ids[first : first + CHUNK]
        for name in ROUND_TABLES:
            table = schema.metadata.tables[name]
            key = [table.c[column] for column in KEYS[name]]
            rows = connection.execute(sa.select(table).where(round_column(name).in_(chunk)).order_by(*key))
            digests += [row_digest(name, dict(row._mapping)) for row in rows]
    return digest(canonical(digests))


def round_column(name: str) -> sa.Column[Any]:
    """The column of a table of ROUND_TABLES with the id of the round: the first of its key."""
    return schema.metadata.tables[name].c[KEYS[name][0]]
