"""One batch of changes, read and written in one transaction: a handful of statements however many changes it holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ...rules.errors import Broken, Unreadable
from . import schema, sealing
from .changes import ROUND_BEGINS, Change, Receipt
from .database import among, is_sqlite, pairs
from .picture import Picture, Record, StreamState, Written
from .rows import Row

Outcome = Written | Exception


def read_picture(connection: sa.Connection, changes: Sequence[Change], picture: Picture) -> None:
    """Fill a picture with what these changes touch, locked against other writers in an order all writers keep."""
    _read_streams(connection, sorted({change.stream for change in changes}), picture)
    paid = {account for change in changes for each in change.transfers for account in (each.payer, each.payee)}
    _read_balances(connection, sorted(paid), picture)
    _read_receipts(connection, [change.receipt for change in changes if change.receipt], picture)
    rounds = {event.round for change in changes for event in change.events if event.round}
    _read_round_keys(connection, sorted(rounds - picture.round_keys.keys()), picture)


def _read_streams(connection: sa.Connection, names: list[str], picture: Picture) -> None:
    table = schema.streams
    wanted = sa.select(table).where(among(table.c.name, connection, names)).order_by(table.c.name).with_for_update()
    found = connection.execute(wanted).all()
    if len(found) < len(names):
        new = sorted(set(names) - {row.name for row in found})
        first = StreamState()
        rows = [{"name": n, "head": 0, "hash": first.hash, "fence": 0, "lease_until": 0} for n in new]
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)
        found = connection.execute(wanted).all()
    picture.streams = {row.name: StreamState(row.head, row.hash, row.fence) for row in found}


def _read_balances(connection: sa.Connection, accounts: list[str], picture: Picture) -> None:
    table = schema.balances
    if accounts:
        wanted = sa.select(table.c.account, table.c.chips).where(among(table.c.account, connection, accounts))
        rows = connection.execute(wanted.order_by(table.c.account).with_for_update())
        picture.balances = {row.account: row.chips for row in rows}


def _read_receipts(connection: sa.Connection, wanted: list[Receipt], picture: Picture) -> None:
    table = schema.receipts
    if wanted:
        accounts, commands = [each.account for each in wanted], [each.command for each in wanted]
        account, command = pairs(connection, accounts, commands)
        same = (table.c.account == account) & (table.c.command == command)
        rows = connection.execute(sa.select(table).where(same))
        picture.receipts = {(row.account, row.command): dict(row._mapping) for row in rows}


def _read_round_keys(connection: sa.Connection, rounds: list[str], picture: Picture) -> None:
    """The wrapped keys of rounds that another process began, or this one before it was restarted."""
    if rounds:
        picture.round_keys.update(wrapped_keys(connection, rounds, picture.room_key))


def wrapped_keys(connection: sa.Connection, rounds: list[str], room_key: bytes) -> dict[str, bytes]:
    """The keys of these rounds, as far as this room's key unwraps them."""
    table = schema.events
    begun = sa.select(table.c.round, table.c.body).where(among(table.c.round, connection, rounds))
    rows = connection.execute(begun.where(table.c.kind == ROUND_BEGINS))
    return {row.round: key for row in rows if (key := _unwrapped(row.body, room_key, row.round))}


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
    _move_heads(connection, written, before)
    _insert_all(connection, schema.events, [row for each in written for row in each.events])
    _insert_all(connection, schema.transfers, [row for each in written for row in each.transfers])
    _insert_all(connection, schema.receipts, [each.receipt for each in written if each.receipt])
    newest = {each.snapshot["stream"]: each.snapshot for each in written if each.snapshot}
    _upsert(connection, schema.snapshots, ("stream",), list(newest.values()))
    upsert_rows(connection, [row for each in written for row in each.change.rows])


def _move_heads(connection: sa.Connection, written: list[Written], before: dict[str, StreamState]) -> None:
    """Each stream to its new head, if it still stands where it was read and under the same fence."""
    table, last = schema.streams, {each.change.stream: each for each in written if each.events}
    moves = [
        {"stream": name, "was": before[name].head, "token": before[name].fence, "to": each.head, "link": each.hash}
        for name, each in last.items()
    ]
    if not moves:
        return
    there = (table.c.name == sa.bindparam("stream")) & (table.c.head == sa.bindparam("was"))
    update = table.update().where(there & (table.c.fence == sa.bindparam("token")))
    result = connection.execute(update.values(head=sa.bindparam("to"), hash=sa.bindparam("link")), moves)
    if 0 <= result.rowcount != len(moves):
        raise Broken(f"{len(moves)} streams were to move and {result.rowcount} did, although they were locked")


def upsert_rows(connection: sa.Connection, rows: Sequence[Row]) -> None:
    for kind in dict.fromkeys(type(row) for row in rows):
        records = [dict(vars(row)) for row in rows if type(row) is kind]
        _upsert(connection, schema.metadata.tables[kind.TABLE], kind.KEY, records)


def _insert_all(connection: sa.Connection, table: sa.Table, rows: list[Record]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _upsert(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], rows: list[Record]) -> None:
    if rows:
        insert = _insert(connection, table)
        others = {name: insert.excluded[name] for name in (column.name for column in table.columns) if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=list(key), set_=others), rows)


def _insert(connection: sa.Connection, table: sa.Table) -> Any:
    return sqlite.insert(table) if is_sqlite(connection) else postgresql.insert(table)
