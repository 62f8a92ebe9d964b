"""One batch of changes, read and written in one transaction: a handful of statements however many changes it holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ...rules.errors import Broken, Unreadable
from . import schema, sealing
from .changes import ROUND_BEGINS, Change, Receipt
from .database import among, at_once, is_sqlite, json_text, named, paired, pairs, rows_of
from .ledger import belongs_to, player
from .picture import Picture, Record, StreamState, Written
from .rows import Row

Outcome = Written | Exception


def read_picture(connection: sa.Connection, changes: Sequence[Change], picture: Picture) -> None:
    """Fill a picture with what these changes touch, locked against other writers in an order all writers keep."""
    _read_streams(connection, sorted({change.stream for change in changes}), picture)
    paid = {account for change in changes for each in change.transfers for account in (each.payer, each.payee)}
    refilled = [change.refill.person for change in changes if change.refill]
    paid |= {player(person) for person in refilled}
    _read_balances(connection, sorted(paid), picture)
    if refilled:
        at_tables = connection.execute(AT_TABLES)
        for account, chips in at_tables:
            if any(belongs_to(account, person) for person in refilled):
                picture.balances.setdefault(account, chips)
    _read_receipts(connection, [change.receipt for change in changes if change.receipt], picture)
    events = [event for change in changes for event in change.events if event.round]
    begin_here = {event.round for event in events if event.kind == ROUND_BEGINS}
    rounds = {event.round for event in events if event.round} - begin_here - picture.round_keys.keys()
    _read_round_keys(connection, sorted(rounds), picture)


AT_TABLES = sa.select(schema.balances.c.account, schema.balances.c.chips).where(sa.text(schema.AT_A_TABLE))
"""Every account with chips at a table: a small index, because chips go back when a round ends."""


def _read_streams(connection: sa.Connection, names: list[str], picture: Picture) -> None:
    found = _streams(connection, names)
    if len(found) < len(names):
        new = sorted(set(names) - found.keys())
        first = StreamState()
        rows = [{"name": n, "head": 0, "hash": first.hash, "fence": 0, "lease_until": 0} for n in new]
        connection.execute(_insert(connection.dialect.name, schema.streams).on_conflict_do_nothing(), rows)
        found = _streams(connection, names)
    picture.streams = found


def _streams(connection: sa.Connection, names: list[str]) -> dict[str, StreamState]:
    if is_sqlite(connection):
        rows: Iterable[Any] = _rows_at_once(connection, STREAMS_AT_ONCE, names)
    else:
        rows = connection.execute(_streams_named(connection.dialect.name), named(connection.dialect.name, names))
    return {name: StreamState(head, link, fence) for name, head, link, fence in rows}


def _rows_at_once(connection: sa.Connection, wanted: str, names: Sequence[Any]) -> list[Any]:
    """Rows as one value: for each row of its own, SQLite's thread would wait for the interpreter."""
    found: list[Any] = json.loads(at_once(connection, wanted, json_text(names)).fetchone()[0])
    return found


STREAMS_AT_ONCE = """
    SELECT json_group_array(json_array(name, head, hash, fence)) FROM streams
    WHERE name IN (SELECT value FROM json_each(?))
"""
RECEIPT_COLUMNS = tuple(column.name for column in schema.receipts.columns)
RECEIPTS_AT_ONCE = f"""
    SELECT json_group_array(json_array({", ".join(f"receipts.{name}" for name in RECEIPT_COLUMNS)}))
    FROM json_each(?) AS wanted CROSS JOIN receipts
    WHERE receipts.account = json_extract(wanted.value, '$[0]')
    AND receipts.command = json_extract(wanted.value, '$[1]')
"""
BALANCES_AT_ONCE = """
    SELECT json_group_array(json_array(account, chips)) FROM balances
    WHERE account IN (SELECT value FROM json_each(?))
"""


@lru_cache
def _streams_named(dialect: str) -> sa.Select[Any]:
    table = schema.streams
    wanted = sa.select(table.c.name, table.c.head, table.c.hash, table.c.fence)
    return wanted.where(among(table.c.name, dialect)).order_by(table.c.name).with_for_update()


def _read_balances(connection: sa.Connection, accounts: list[str], picture: Picture) -> None:
    if accounts and is_sqlite(connection):
        picture.balances = dict(_rows_at_once(connection, BALANCES_AT_ONCE, accounts))
    elif accounts:
        rows = connection.execute(_balances_of(connection.dialect.name), named(connection.dialect.name, accounts))
        picture.balances = {row.account: row.chips for row in rows}


@lru_cache
def _balances_of(dialect: str) -> sa.Select[Any]:
    table = schema.balances
    wanted = sa.select(table.c.account, table.c.chips).where(among(table.c.account, dialect))
    return wanted.order_by(table.c.account).with_for_update()


def _read_receipts(connection: sa.Connection, wanted: list[Receipt], picture: Picture) -> None:
    if wanted:
        listed = [(each.account, each.command) for each in wanted]
        if is_sqlite(connection):
            found = _rows_at_once(connection, RECEIPTS_AT_ONCE, listed)
            picture.receipts = {(row[0], row[1]): dict(zip(RECEIPT_COLUMNS, row, strict=True)) for row in found}
            return
        these = paired(connection.dialect.name, listed)
        rows = connection.execute(_receipts_of(connection.dialect.name), these)
        picture.receipts = {(row.account, row.command): dict(row._mapping) for row in rows}


@lru_cache
def _receipts_of(dialect: str) -> sa.Select[Any]:
    table = schema.receipts
    (account, command) = pairs(dialect)
    return sa.select(table).where((table.c.account == account) & (table.c.command == command))


def _read_round_keys(connection: sa.Connection, rounds: list[str], picture: Picture) -> None:
    """The wrapped keys of rounds that another process began, or this one before it was restarted."""
    if rounds:
        picture.round_keys.update(wrapped_keys(connection, rounds, picture.room_key))


def wrapped_keys(connection: sa.Connection, rounds: list[str], room_key: bytes) -> dict[str, bytes]:
    """The keys of these rounds, as far as this room's key unwraps them."""
    dialect = connection.dialect.name
    rows = rows_of(connection, _beginnings_of(dialect), named(dialect, rounds))
    return {round: key for round, body in rows if (key := _unwrapped(body, room_key, round))}


@lru_cache
def _beginnings_of(dialect: str) -> sa.Select[tuple[str, str]]:
    """The first events of the rounds that are given as `named(...)`."""
    table = schema.events
    return sa.select(table.c.round, table.c.body).where(among(table.c.round, dialect), table.c.kind == ROUND_BEGINS)


def _unwrapped(body: str, room_key: bytes, round: str) -> bytes | None:
    try:
        return sealing.unwrap(json.loads(body)["key"], room_key, round)
    except Unreadable:  # begun under another room's key: it stays sealed
        return None


def decide_all(picture: Picture, changes: Iterable[Change]) -> list[Outcome]:
    """What each change comes to, in order."""
    outcomes: list[Outcome] = []
    for change in changes:
        try:
            outcomes.append(picture.decide(change))
        except Exception as error:  # a refusal, or a body that is not JSON: this change's alone
            outcomes.append(error)
    return outcomes


def write_all(connection: sa.Connection, written: list[Written], before: dict[str, StreamState]) -> None:
    """Write what stands: streams, events, ledger, receipts, snapshots, index tables."""
    rows = {
        schema.events: [row for each in written for row in each.events],
        schema.transfers: [row for each in written for row in each.transfers],
        schema.receipts: [each.receipt for each in written if each.receipt],
    }
    moves = _moves(written, before)
    if is_sqlite(connection):
        moved = at_once(connection, MOVE_HEADS_AT_ONCE, _table_of(moves, MOVED)).rowcount if moves else 0
        for table, records in rows.items():
            _insert_all(connection, table, records)
    else:
        moved = _write_together(connection, moves, {table: records for table, records in rows.items() if records})
    if moved != len(moves):
        raise Broken(f"{len(moves)} streams were to move and {moved} did, although they were locked")
    newest = {each.snapshot["stream"]: each.snapshot for each in written if each.snapshot}
    _upsert(connection, schema.snapshots, ("stream",), list(newest.values()))
    upsert_rows(connection, [row for each in written for row in each.change.rows])


def _moves(written: list[Written], before: dict[str, StreamState]) -> list[Record]:
    """Each stream to its new head, if it still stands where it was read and under the same fence."""
    last = {each.change.stream: each for each in written if each.events}
    return [
        {"stream": name, "was": before[name].head, "token": before[name].fence, "to": each.head, "link": each.hash}
        for name, each in last.items()
    ]


MOVED = ("stream", "was", "token", "to", "link")
MOVE_HEADS_AT_ONCE = """
    UPDATE streams SET head = json_extract(moved.value, '$[3]'), hash = json_extract(moved.value, '$[4]')
    FROM json_each(?) AS moved WHERE streams.name = json_extract(moved.value, '$[0]')
    AND streams.head = json_extract(moved.value, '$[1]') AND streams.fence = json_extract(moved.value, '$[2]')
"""
"""All in one statement: between two, SQLite's thread would wait for the interpreter each time."""


def _write_together(connection: sa.Connection, moves: list[Record], rows: dict[sa.Table, list[Record]]) -> int:
    """Move the heads and insert the rows in one journey to PostgreSQL; returns how many heads moved."""
    if not moves and not rows:
        return 0
    texts = {table.name: json_text(records) for table, records in rows.items()}
    moved: int = connection.execute(_together(tuple(rows)), {"moves": json_text(moves), **texts}).scalar_one()
    return moved


@lru_cache
def _together(tables: tuple[sa.Table, ...]) -> sa.TextClause:
    """Rows go in as they are listed, so that transfers move chips in their order."""
    inserts = [
        f"{table.name}_written AS (INSERT INTO {table.name} ({names}) "
        f"SELECT {names} FROM json_populate_recordset(NULL::{table.name}, CAST(CAST(:{table.name} AS text) AS json)))"
        for table in tables
        for names in [", ".join(f'"{column.name}"' for column in table.columns)]
    ]
    return sa.text(f"WITH {', '.join((MOVE_HEADS_TOGETHER, *inserts))} SELECT count(*) FROM moved")


MOVE_HEADS_TOGETHER = """moved AS (
    UPDATE streams SET head = to_move."to", hash = to_move.link
    FROM json_to_recordset(CAST(CAST(:moves AS text) AS json))
        AS to_move(stream text, was bigint, token bigint, "to" bigint, link text)
    WHERE streams.name = to_move.stream AND streams.head = to_move.was AND streams.fence = to_move.token
    RETURNING 1
)"""


def upsert_rows(connection: sa.Connection, rows: Sequence[Row]) -> None:
    for kind in dict.fromkeys(type(row) for row in rows):
        records = [dict(vars(row)) for row in rows if type(row) is kind]
        _upsert(connection, schema.metadata.tables[kind.TABLE], kind.KEY, records)


def _insert_all(connection: sa.Connection, table: sa.Table, rows: list[Record]) -> None:
    if rows and not _written_at_once(connection, table, (), rows):
        connection.execute(_plain_insert(table), rows)


def _upsert(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], rows: list[Record]) -> None:
    if rows and not _written_at_once(connection, table, key, rows):
        connection.execute(_insert_or_update(connection.dialect.name, table, key), rows)


def _written_at_once(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], rows: list[Record]) -> bool:
    """All rows in one statement, in order (see MOVE_HEADS_AT_ONCE), where SQLite's JSON can carry them."""
    if not is_sqlite(connection) or any(isinstance(column.type, schema.JsonText) for column in table.columns):
        return False
    names = tuple(column.name for column in table.columns)
    listed = _table_of(rows, names)
    if "\\u0000" in listed:  # a text would end there
        return False
    at_once(connection, _at_once(table, names, key), listed)
    return True


@lru_cache
def _at_once(table: sa.Table, names: tuple[str, ...], key: tuple[str, ...]) -> str:
    values = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(names)))
    listed, keys = (", ".join(f'"{name}"' for name in these) for these in (names, key))
    others = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in key)
    instead = f" ON CONFLICT ({keys}) DO UPDATE SET {others}" if key else ""
    return f'INSERT INTO "{table.name}" ({listed}) SELECT {values} FROM json_each(?) WHERE true{instead}'


def _table_of(rows: list[Record], names: tuple[str, ...]) -> str:
    return json_text([[row.get(name) for name in names] for row in rows])


@lru_cache
def _plain_insert(table: sa.Table) -> sa.Insert:
    return table.insert()


@lru_cache
def _insert_or_update(dialect: str, table: sa.Table, key: tuple[str, ...]) -> Any:
    insert = _insert(dialect, table)
    others = {name: insert.excluded[name] for name in (column.name for column in table.columns) if name not in key}
    return insert.on_conflict_do_update(index_elements=list(key), set_=others)


def _insert(dialect: str, table: sa.Table) -> Any:
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
