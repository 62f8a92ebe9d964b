"""Reads the part of the database that a batch of changes depends on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from . import schema
from .balances import BALANCES_AT_TABLES
from .batch_state import BatchState, StreamState
from .batch_writing import insert_into
from .chain import read_json
from .changes import ROUND_BEGINS, Change, Receipt
from .event_reading import unwrapped_keys
from .ledger_accounts import belongs_to, player
from .statements import execute_on_sqlite, in_list, is_sqlite, json_text, list_parameter, pair_columns, pair_parameters

SQLITE_STREAMS = """
    SELECT json_group_array(json_array(name, head, hash, fence)) FROM streams
    WHERE name IN (SELECT value FROM json_each(?))
"""
SQLITE_BALANCES = """
    SELECT json_group_array(json_array(account, chips)) FROM balances
    WHERE account IN (SELECT value FROM json_each(?))
"""
RECEIPT_COLUMNS = tuple(column.name for column in schema.receipts.columns)
SQLITE_RECEIPTS = f"""
    SELECT json_group_array(json_array({", ".join(f"receipts.{name}" for name in RECEIPT_COLUMNS)}))
    FROM json_each(?) AS wanted CROSS JOIN receipts
    WHERE receipts.account = json_extract(wanted.value, '$[0]')
    AND receipts.command = json_extract(wanted.value, '$[1]')
"""


def read_batch_state(connection: sa.Connection, changes: Sequence[Change], state: BatchState) -> None:
    """
    Fill a state with everything that these changes read or update.

    On PostgreSQL the rows are locked against other writers, in the same order by every writer.
    """
    state.streams = _read_streams(connection, sorted({change.stream for change in changes}))
    state.balances = _read_balances(connection, sorted(_accounts_of(changes)))
    _add_balances_at_tables(connection, changes, state)
    receipts = [change.receipt for change in changes if change.receipt]
    if receipts:
        state.receipts = _read_receipts(connection, receipts)
    rounds = _rounds_without_key(changes, state)
    if rounds:
        state.round_keys.update(unwrapped_keys(connection, rounds, state.room_key))


def _accounts_of(changes: Sequence[Change]) -> set[str]:
    """The accounts that pay or are paid by these changes."""
    accounts: set[str] = set()
    for change in changes:
        for transfer in change.transfers:
            accounts |= {transfer.payer, transfer.payee}
        if change.refill:
            accounts.add(player(change.refill.person))
    return accounts


def _add_balances_at_tables(connection: sa.Connection, changes: Sequence[Change], state: BatchState) -> None:
    """Add chips at tables for changes with a refill, which depends on all chips of a player."""
    refilled = [change.refill.person for change in changes if change.refill]
    if not refilled:
        return
    for account, chips in connection.execute(BALANCES_AT_TABLES):
        if any(belongs_to(account, person) for person in refilled):
            state.balances.setdefault(account, chips)


def _rounds_without_key(changes: Sequence[Change], state: BatchState) -> list[str]:
    """The rounds of these changes that another process began, or this one before it was restarted."""
    events = [event for change in changes for event in change.events if event.round]
    begin_here = {event.round for event in events if event.kind == ROUND_BEGINS}
    return sorted({event.round for event in events if event.round} - begin_here - state.round_keys.keys())


def _sqlite_rows(connection: sa.Connection, sql: str, wanted: Sequence[Any]) -> list[Any]:
    """Rows as one JSON value: fetched singly, SQLite's thread would wait for the interpreter at each row."""
    rows: list[Any] = read_json(execute_on_sqlite(connection, sql, json_text(wanted)).fetchone()[0])
    return rows


# Streams -----------------------------------------------------------------------------------------------------------


def _read_streams(connection: sa.Connection, names: list[str]) -> dict[str, StreamState]:
    """The streams of these names; those that do not exist are created."""
    streams = _existing_streams(connection, names)
    if len(streams) == len(names):
        return streams
    first = StreamState()
    new = [
        {"name": name, "head": first.head, "hash": first.hash, "fence": first.fence, "lease_until": 0}
        for name in names
        if name not in streams
    ]
    connection.execute(insert_into(connection.dialect.name, schema.streams).on_conflict_do_nothing(), new)
    return _existing_streams(connection, names)


def _existing_streams(connection: sa.Connection, names: list[str]) -> dict[str, StreamState]:
    rows: Iterable[Any]
    if is_sqlite(connection):
        rows = _sqlite_rows(connection, SQLITE_STREAMS, names)
    else:
        dialect = connection.dialect.name
        rows = connection.execute(_streams_statement(dialect), list_parameter(dialect, names))
    return {name: StreamState(head, link, fence) for name, head, link, fence in rows}


@lru_cache
def _streams_statement(dialect: str) -> sa.Select[Any]:
    table = schema.streams
    columns = sa.select(table.c.name, table.c.head, table.c.hash, table.c.fence)
    return columns.where(in_list(table.c.name, dialect)).order_by(table.c.name).with_for_update()


# Balances ----------------------------------------------------------------------------------------------------------


def _read_balances(connection: sa.Connection, accounts: list[str]) -> dict[str, int]:
    if not accounts:
        return {}
    if is_sqlite(connection):
        return dict(_sqlite_rows(connection, SQLITE_BALANCES, accounts))
    dialect = connection.dialect.name
    rows = connection.execute(_balances_statement(dialect), list_parameter(dialect, accounts))
    return {row.account: row.chips for row in rows}


@lru_cache
def _balances_statement(dialect: str) -> sa.Select[Any]:
    table = schema.balances
    columns = sa.select(table.c.account, table.c.chips).where(in_list(table.c.account, dialect))
    return columns.order_by(table.c.account).with_for_update()


# Receipts ----------------------------------------------------------------------------------------------------------


def _read_receipts(connection: sa.Connection, receipts: list[Receipt]) -> dict[tuple[str, str], dict[str, Any]]:
    """The stored receipts of these commands, by account and command."""
    keys = [(receipt.account, receipt.command) for receipt in receipts]
    if is_sqlite(connection):
        records = [
            dict(zip(RECEIPT_COLUMNS, row, strict=True)) for row in _sqlite_rows(connection, SQLITE_RECEIPTS, keys)
        ]
    else:
        dialect = connection.dialect.name
        rows = connection.execute(_receipts_statement(dialect), pair_parameters(dialect, keys))
        records = [dict(row._mapping) for row in rows]
    return {(record["account"], record["command"]): record for record in records}


@lru_cache
def _receipts_statement(dialect: str) -> sa.Select[Any]:
    table = schema.receipts
    account, command = pair_columns(dialect)
    return sa.select(table).where((table.c.account == account) & (table.c.command == command))
