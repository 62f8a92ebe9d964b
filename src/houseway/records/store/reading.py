"""Events as they are read back: opened with the keys this reader has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from . import chain, schema, sealing
from .batch import wrapped_keys
from .changes import ROUND_BEGINS, ROUND_ENDS, ROUND_OVER, StoredEvent
from .database import among, named, rows_of

EVENT_COLUMNS = tuple(column.name for column in schema.events.columns)
EVENTS_IN_ORDER = sa.select(schema.events).order_by(schema.events.c.stream, schema.events.c.number)
EVENTS_AFTER = EVENTS_IN_ORDER.where(
    schema.events.c.stream == sa.bindparam("name"), schema.events.c.number > sa.bindparam("after")
)
"""The events of a stream after a number."""
EVENTS_OF_ROUND = EVENTS_IN_ORDER.where(schema.events.c.round == sa.bindparam("round_id"))


def read_events(
    connection: sa.Connection, wanted: sa.Select[Any], these: Mapping[str, Any], room_key: bytes
) -> list[StoredEvent]:
    """The events that a statement finds, in its order, opened where it can be done."""
    rows = [dict(zip(EVENT_COLUMNS, row, strict=True)) for row in rows_of(connection, wanted, these)]
    rounds = sorted({row["round"] for row in rows if row["sealed"] and row["round"]})
    keys = _round_keys(connection, rounds, room_key) if rounds else {}
    return [opened_event(row, keys.get(row["round"] or "")) for row in rows]


def opened_event(row: Mapping[str, Any], key: bytes | None) -> StoredEvent:
    """A row of `events` as it reads with this round key."""
    body = json.loads(row["body"])
    sealed = body.pop("sealed", None) if row["sealed"] else None
    if sealed is not None and key is not None:
        place = {"stream": row["stream"], "number": row["number"], "round": row["round"] or ""}
        body |= sealing.unseal(sealed, key, **place)
    unreadable = sealed is not None and key is None
    names = ("stream", "number", "kind", "round", "at", "hash")
    return StoredEvent(**{name: row[name] for name in names}, body=body, unreadable=unreadable)


def _round_keys(connection: sa.Connection, rounds: list[str], room_key: bytes) -> dict[str, bytes]:
    """Keys in clear from the rounds that are over, unwrapped for those that are not."""
    dialect = connection.dialect.name
    rows = rows_of(connection, _ends_of(dialect), named(dialect, rounds))
    keys = {round: bytes.fromhex(json.loads(body)["key"]) for round, body in rows}
    live = [round for round in rounds if round not in keys]
    return keys | (wrapped_keys(connection, live, room_key) if live else {})


def why_broken(connection: sa.Connection, stream: str) -> str | None:
    """Why a stream's snapshot, or an event after it, is not what was written; None where all fits."""
    table = schema.events
    chosen = connection.execute(sa.select(schema.snapshots).where(schema.snapshots.c.stream == stream)).first()
    first = chosen.number if chosen else 1
    wanted = sa.select(table).where((table.c.stream == stream) & (table.c.number >= first)).order_by(table.c.number)
    rows = [dict(row._mapping) for row in connection.execute(wanted)]
    if chosen and rows and chain.read_attached(rows[0]["attached"]).get("snapshot") != chain.digest(chosen.body):
        return f"the snapshot of {stream} was altered"
    previous = rows[0]["previous"] if rows else chain.FIRST
    for number, row in enumerate(rows, start=first):
        if row["number"] != number or row["previous"] != previous or row["hash"] != chain.event_hash(row):
            return f"event {number} of {stream} is missing or was altered"
        previous = row["hash"]
    head = connection.execute(sa.select(schema.streams).where(schema.streams.c.name == stream)).first()
    if head is None or (head.head, head.hash) != (first - 1 + len(rows), previous):
        return f"{stream} does not end where its head says"
    return None


def running_rounds(connection: sa.Connection, stream: str) -> list[str]:
    """The rounds of a stream that began and are not over."""
    table = schema.events
    kinds = (ROUND_BEGINS, *ROUND_OVER)
    wanted = sa.select(table.c.round, table.c.kind).where((table.c.stream == stream) & table.c.kind.in_(kinds))
    running: dict[str, None] = {}
    for row in connection.execute(wanted.order_by(table.c.number)):
        if row.kind == ROUND_BEGINS:
            running[row.round] = None
        else:
            running.pop(row.round, None)
    return list(running)


@lru_cache
def _ends_of(dialect: str) -> sa.Select[tuple[str, str]]:
    """The last events of the rounds that are given as `named(...)`."""
    table = schema.events
    ended = sa.or_(*(table.c.kind == kind for kind in ROUND_ENDS))  # `in_` would be compiled anew each time
    return sa.select(table.c.round, table.c.body).where(among(table.c.round, dialect), ended)


@lru_cache
def balances_of(dialect: str) -> sa.Select[tuple[str, int]]:
    """The accounts that are given as `named(...)`, and their chips."""
    table = schema.balances
    return sa.select(table.c.account, table.c.chips).where(among(table.c.account, dialect))
