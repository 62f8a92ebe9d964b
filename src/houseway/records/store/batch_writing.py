"""Writes the rows of a batch of changes: a handful of statements, however many changes the batch holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ...rules.errors import Broken
from . import schema
from .batch_state import ChangeRows, Record, StreamState
from .rows import Row
from .statements import execute_on_sqlite, is_sqlite, json_text

HEAD_MOVE_COLUMNS = ("stream", "was", "token", "to", "link")
SQLITE_MOVE_HEADS = """
    UPDATE streams SET head = json_extract(moved.value, '$[3]'), hash = json_extract(moved.value, '$[4]')
    FROM json_each(?) AS moved WHERE streams.name = json_extract(moved.value, '$[0]')
    AND streams.head = json_extract(moved.value, '$[1]') AND streams.fence = json_extract(moved.value, '$[2]')
"""
"""One statement for all streams: between two statements SQLite's thread would wait for the interpreter."""
POSTGRESQL_MOVE_HEADS = """moved AS (
    UPDATE streams SET head = to_move."to", hash = to_move.link
    FROM json_to_recordset(CAST(CAST(:moves AS text) AS json))
        AS to_move(stream text, was bigint, token bigint, "to" bigint, link text)
    WHERE streams.name = to_move.stream AND streams.head = to_move.was AND streams.fence = to_move.token
    RETURNING 1
)"""
ROWS_PER_STATEMENT = 32
"""SQLite caches a statement for each number of rows, so the largest number is bounded."""


def write_all(connection: sa.Connection, accepted: list[ChangeRows], before: dict[str, StreamState]) -> None:
    """Write all accepted changes: streams, events, ledger, receipts, snapshots, index tables."""
    rows = {
        schema.events: [row for change in accepted for row in change.events],
        schema.transfers: [row for change in accepted for row in change.transfers],
        schema.receipts: [change.receipt for change in accepted if change.receipt],
    }
    moves = _head_moves(accepted, before)
    if is_sqlite(connection):
        moved = _move_heads_on_sqlite(connection, moves)
        for table, records in rows.items():
            _write_rows(connection, table, (), records)
    else:
        moved = _write_to_postgresql(connection, moves, {table: records for table, records in rows.items() if records})
    if moved != len(moves):
        raise Broken(f"{len(moves)} streams were to move and {moved} did, although they were locked")
    newest = {change.snapshot["stream"]: change.snapshot for change in accepted if change.snapshot}
    _write_rows(connection, schema.snapshots, ("stream",), list(newest.values()))
    _write_index_rows(connection, [row for rows in accepted for row in rows.change.rows])


def _head_moves(accepted: list[ChangeRows], before: dict[str, StreamState]) -> list[Record]:
    """The new head of each stream, on condition that head and fence are still as they were read."""
    last = {rows.change.stream: rows for rows in accepted if rows.events}
    return [
        {"stream": name, "was": before[name].head, "token": before[name].fence, "to": rows.head, "link": rows.hash}
        for name, rows in last.items()
    ]


def _move_heads_on_sqlite(connection: sa.Connection, moves: list[Record]) -> int:
    """Move the heads; returns how many moved."""
    if not moves:
        return 0
    return execute_on_sqlite(connection, SQLITE_MOVE_HEADS, _json_table(moves, HEAD_MOVE_COLUMNS)).rowcount


def _write_to_postgresql(connection: sa.Connection, moves: list[Record], rows: dict[sa.Table, list[Record]]) -> int:
    """Move the heads and insert the rows in one round trip; returns how many heads moved."""
    if not moves and not rows:
        return 0
    texts = {table.name: json_text(records) for table, records in rows.items()}
    statement = _postgresql_statement(tuple(rows))
    moved: int = connection.execute(statement, {"moves": json_text(moves), **texts}).scalar_one()
    return moved


@lru_cache
def _postgresql_statement(tables: tuple[sa.Table, ...]) -> sa.TextClause:
    """One statement that moves heads and inserts rows in their order, so that transfers move chips in that order."""
    inserts = [_postgresql_insert(table) for table in tables]
    return sa.text(f"WITH {', '.join((POSTGRESQL_MOVE_HEADS, *inserts))} SELECT count(*) FROM moved")


def _postgresql_insert(table: sa.Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    records = f"json_populate_recordset(NULL::{table.name}, CAST(CAST(:{table.name} AS text) AS json))"
    return f"{table.name}_written AS (INSERT INTO {table.name} ({columns}) SELECT {columns} FROM {records})"


def _write_index_rows(connection: sa.Connection, rows: Sequence[Row]) -> None:
    for kind in dict.fromkeys(type(row) for row in rows):
        records = [dict(vars(row)) for row in rows if type(row) is kind]
        _write_rows(connection, schema.metadata.tables[kind.TABLE], kind.KEY, records)


def _write_rows(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], rows: list[Record]) -> None:
    """Insert rows in order; with a key, replace those that have the same key."""
    if not rows:
        return
    if not is_sqlite(connection) or _has_json(table):
        connection.execute(_statement(connection.dialect.name, table, key), rows)
        return
    columns = _column_names(table)
    for first in range(0, len(rows), ROWS_PER_STATEMENT):
        part = rows[first : first + ROWS_PER_STATEMENT]
        values = list[Any]()
        for row in part:
            values.extend(map(row.get, columns))
        execute_on_sqlite(connection, _sqlite_statement(table, key, len(part)), *values)


@lru_cache
def _has_json(table: sa.Table) -> bool:
    """Whether a column has to be converted to JSON before it is written."""
    return any(isinstance(column.type, schema.JsonText) for column in table.columns)


@lru_cache
def _column_names(table: sa.Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns)


@lru_cache(maxsize=1024)
def _sqlite_statement(table: sa.Table, key: tuple[str, ...], rows: int) -> str:
    """One statement that inserts or replaces this many rows, in order (see SQLITE_MOVE_HEADS)."""
    columns = _column_names(table)
    quoted = ", ".join(f'"{name}"' for name in columns)
    row = f"({', '.join('?' for _ in columns)})"
    insert = f'INSERT INTO "{table.name}" ({quoted}) VALUES {", ".join([row] * rows)}'
    if not key:
        return insert
    quoted_key = ", ".join(f'"{name}"' for name in key)
    replaced = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    return f"{insert} ON CONFLICT ({quoted_key}) DO UPDATE SET {replaced}"


def _json_table(rows: list[Record], columns: tuple[str, ...]) -> str:
    """Rows as a JSON list of lists."""
    return json_text([[row.get(name) for name in columns] for row in rows])


@lru_cache
def _statement(dialect: str, table: sa.Table, key: tuple[str, ...]) -> Any:
    if not key:
        return table.insert()
    insert = insert_into(dialect, table)
    replaced = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in key}
    return insert.on_conflict_do_update(index_elements=list(key), set_=replaced)


def insert_into(dialect: str, table: sa.Table) -> Any:
    """The INSERT of a dialect, because ON CONFLICT is not part of SQLAlchemy's common INSERT."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
