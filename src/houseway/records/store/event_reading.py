"""Reads events, unseals them with the keys that this server has, and checks their chain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from ...rules.errors import Unreadable
from . import chain, schema, sealing
from .changes import ROUND_BEGINS, ROUND_ENDS, ROUND_OVER, StoredEvent
from .statements import fetch_rows, in_list, list_parameter

EVENT_COLUMNS = tuple(column.name for column in schema.events.columns)
EVENTS_IN_ORDER = sa.select(schema.events).order_by(schema.events.c.stream, schema.events.c.number)
EVENTS_AFTER = EVENTS_IN_ORDER.where(
    schema.events.c.stream == sa.bindparam("name"), schema.events.c.number > sa.bindparam("after")
)
"""The events of a stream after a number."""
EVENTS_OF_ROUND = EVENTS_IN_ORDER.where(schema.events.c.round == sa.bindparam("round_id"))
SNAPSHOT = sa.select(schema.snapshots.c.number, schema.snapshots.c.body).where(
    schema.snapshots.c.stream == sa.bindparam("name")
)
"""The number and the text of a stream's newest snapshot."""
HEAD = sa.select(schema.streams.c.head, schema.streams.c.hash).where(schema.streams.c.name == sa.bindparam("name"))


def read_events(
    connection: sa.Connection, statement: sa.Select[Any], parameters: Mapping[str, Any], room_key: bytes
) -> list[StoredEvent]:
    """The events that a statement selects, in its order, unsealed where this room's key opens them."""
    rows = [dict(zip(EVENT_COLUMNS, row, strict=True)) for row in fetch_rows(connection, statement, parameters)]
    rounds = sorted({row["round"] for row in rows if row["sealed"] and row["round"]})
    keys = _round_keys(connection, rounds, room_key) if rounds else {}
    return [unsealed_event(row, keys.get(row["round"] or "")) for row in rows]


def unsealed_event(row: Mapping[str, Any], key: bytes | None) -> StoredEvent:
    """The event of a row of `events`, unsealed with this round key."""
    body = chain.read_json(row["body"])
    sealed = body.pop("sealed", None) if row["sealed"] else None
    if sealed is not None and key is not None:
        body |= sealing.unseal(sealed, key, stream=row["stream"], number=row["number"], round=row["round"] or "")
    return StoredEvent(
        stream=row["stream"],
        number=row["number"],
        kind=row["kind"],
        round=row["round"],
        at=row["at"],
        hash=row["hash"],
        body=body,
        unreadable=sealed is not None and key is None,
    )


# The keys of rounds ------------------------------------------------------------------------------------------------


def _round_keys(connection: sa.Connection, rounds: list[str], room_key: bytes) -> dict[str, bytes]:
    """The keys of rounds: stored in clear for those that are over, unwrapped with the room's key for the others."""
    dialect = connection.dialect.name
    rows = fetch_rows(connection, _last_events(dialect), list_parameter(dialect, rounds))
    keys = {round: bytes.fromhex(chain.read_json(body)["key"]) for round, body in rows}
    live = [round for round in rounds if round not in keys]
    if live:
        keys |= unwrapped_keys(connection, live, room_key)
    return keys


def unwrapped_keys(connection: sa.Connection, rounds: list[str], room_key: bytes) -> dict[str, bytes]:
    """The keys of these rounds, without those that this room's key cannot unwrap."""
    dialect = connection.dialect.name
    keys: dict[str, bytes] = {}
    for round, body in fetch_rows(connection, _first_events(dialect), list_parameter(dialect, rounds)):
        try:
            keys[round] = sealing.unwrap(chain.read_json(body)["key"], room_key, round)
        except Unreadable:  # begun under another room's key: it stays sealed
            continue
    return keys


@lru_cache
def _first_events(dialect: str) -> sa.Select[tuple[str, str]]:
    """The first events of the rounds in `list_parameter`."""
    table = schema.events
    return sa.select(table.c.round, table.c.body).where(in_list(table.c.round, dialect), table.c.kind == ROUND_BEGINS)


@lru_cache
def _last_events(dialect: str) -> sa.Select[tuple[str, str]]:
    """The last events of the rounds in `list_parameter`."""
    table = schema.events
    ended = sa.or_(*(table.c.kind == kind for kind in ROUND_ENDS))  # `in_` would be compiled anew each time
    return sa.select(table.c.round, table.c.body).where(in_list(table.c.round, dialect), ended)


# One stream --------------------------------------------------------------------------------------------------------


def why_broken(connection: sa.Connection, stream: str) -> str | None:
    """Why a stream's snapshot, or an event after it, is not what was written; None if everything matches."""
    first = 1
    snapshot: str | None = None
    for number, body in fetch_rows(connection, SNAPSHOT, {"name": stream}):
        first = number
        snapshot = body
    events = fetch_rows(connection, EVENTS_AFTER, {"name": stream, "after": first - 1})
    rows = [dict(zip(EVENT_COLUMNS, event, strict=True)) for event in events]
    if snapshot is not None and rows:
        noted = chain.read_attached(rows[0]["attached"]).get("snapshot")
        if noted != chain.digest(snapshot):
            return f"the snapshot of {stream} was altered"
    previous = rows[0]["previous"] if rows else chain.FIRST
    for number, row in enumerate(rows, start=first):
        if row["number"] != number or row["previous"] != previous or row["hash"] != chain.event_hash(row):
            return f"event {number} of {stream} is missing or was altered"
        previous = row["hash"]
    heads = fetch_rows(connection, HEAD, {"name": stream})
    last = first - 1 + len(rows)
    if [tuple(head) for head in heads] != [(last, previous)]:
        return f"{stream} does not end where its head says"
    return None


def running_rounds(connection: sa.Connection, stream: str) -> list[str]:
    """The rounds of a stream that began and are not over."""
    table = schema.events
    kinds = (ROUND_BEGINS, *ROUND_OVER)
    selected = sa.select(table.c.round, table.c.kind).where((table.c.stream == stream) & table.c.kind.in_(kinds))
    running: dict[str, None] = {}  # in the order in which they began
    for row in connection.execute(selected.order_by(table.c.number)):
        if row.kind == ROUND_BEGINS:
            running[row.round] = None
        else:
            running.pop(row.round, None)
    return list(running)
