"""Events as they are read back: opened with the keys this reader has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from . import schema, sealing
from .batch import wrapped_keys
from .changes import ROUND_ENDS, StoredEvent
from .database import among, named


def read_events(connection: sa.Connection, where: sa.ColumnElement[bool], room_key: bytes) -> list[StoredEvent]:
    """The events of this choice in order, opened where it can be done."""
    wanted = sa.select(schema.events).where(where).order_by(schema.events.c.stream, schema.events.c.number)
    rows = [dict(row._mapping) for row in connection.execute(wanted).all()]
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
    rows = connection.execute(_ends_of(dialect), named(dialect, rounds)).all()
    keys = {row.round: bytes.fromhex(json.loads(row.body)["key"]) for row in rows}
    live = [round for round in rounds if round not in keys]
    return keys | (wrapped_keys(connection, live, room_key) if live else {})


@lru_cache
def _ends_of(dialect: str) -> sa.Select[tuple[str, str]]:
    """The last events of the rounds that are given as `named(...)`."""
    table = schema.events
    return sa.select(table.c.round, table.c.body).where(among(table.c.round, dialect), table.c.kind.in_(ROUND_ENDS))


@lru_cache
def balances_of(dialect: str) -> sa.Select[tuple[str, int]]:
    """The accounts that are given as `named(...)`, and their chips."""
    table = schema.balances
    return sa.select(table.c.account, table.c.chips).where(among(table.c.account, dialect))
