"""
Leases: which process owns a stream, for how long, and under which fencing token.

Time is read from the database's clock, so machines need not agree on it. Each new lease has a higher token than all
before it. Every write carries its token, so an owner that was paused and lost its lease can write nothing more.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from . import schema
from .chain import FIRST
from .statements import fetch_rows, in_list, is_sqlite, list_parameter

STREAMS = schema.streams
MILLISECONDS = 1000
"""Milliseconds in a second."""


def take(connection: sa.Connection, stream: str, owner: str, seconds: float) -> int | None:
    """Take a lease on a stream; returns its fencing token, or None while another owner's lease runs."""
    dialect = connection.dialect.name
    now = _now(dialect)
    _create_stream(connection, stream)
    is_free = STREAMS.c.owner.is_(None) | (STREAMS.c.owner == owner) | (STREAMS.c.lease_until <= now)
    lease = {"owner": owner, "fence": STREAMS.c.fence + 1, "lease_until": now + round(seconds * MILLISECONDS)}
    update = STREAMS.update().where((STREAMS.c.name == stream) & is_free).values(lease).returning(STREAMS.c.fence)
    fence: int | None = connection.execute(update, _now_parameter(dialect)).scalar_one_or_none()
    return fence


def renew(connection: sa.Connection, owner: str, held: Mapping[str, int], seconds: float) -> set[str]:
    """Renew all leases of an owner, given by stream and fence; returns the streams that it still owns."""
    dialect = connection.dialect.name
    parameters = {"holder": owner, **list_parameter(dialect, list(held))}
    if not is_sqlite(connection):  # SQLite has one writer and no row locks
        # lock the streams in the same order as every writer, so that there is no deadlock
        connection.execute(_lock_statement(dialect), parameters)
    times = {**_now_parameter(dialect), "lasting": round(seconds * MILLISECONDS)}
    rows = fetch_rows(connection, _renew_statement(dialect), {**parameters, **times})
    return {name for name, fence in rows if held[name] == fence}


def _is_held(dialect: str) -> sa.ColumnElement[bool]:
    """The condition that a stream is one of those listed and belongs to the holder."""
    return (STREAMS.c.owner == sa.bindparam("holder")) & in_list(STREAMS.c.name, dialect)


@lru_cache
def _lock_statement(dialect: str) -> sa.Select[Any]:
    return sa.select(STREAMS.c.name).where(_is_held(dialect)).order_by(STREAMS.c.name).with_for_update()


@lru_cache
def _renew_statement(dialect: str) -> Any:
    lease_until = _now(dialect) + sa.bindparam("lasting", type_=sa.BigInteger)
    update = STREAMS.update().where(_is_held(dialect)).values({"lease_until": lease_until})
    return update.returning(STREAMS.c.name, STREAMS.c.fence)


def release(connection: sa.Connection, stream: str, owner: str, fence: int) -> None:
    is_this_lease = (STREAMS.c.name == stream) & (STREAMS.c.owner == owner) & (STREAMS.c.fence == fence)
    connection.execute(STREAMS.update().where(is_this_lease).values({"owner": None, "lease_until": 0}))


def any_runs(connection: sa.Connection) -> bool:
    """Is there a stream with an owner whose lease has not run out?"""
    dialect = connection.dialect.name
    is_owned = STREAMS.c.owner.is_not(None) & (STREAMS.c.lease_until > _now(dialect))
    selected = sa.select(STREAMS.c.name).where(is_owned).limit(1)
    return connection.execute(selected, _now_parameter(dialect)).first() is not None


def unowned(connection: sa.Connection, prefix: str) -> list[str]:
    """The streams with this prefix and no running lease, except those of closed tables."""
    dialect = connection.dialect.name
    rows = fetch_rows(connection, _unowned_statement(dialect, prefix), _now_parameter(dialect))
    return [name for (name,) in rows]


@lru_cache
def _unowned_statement(dialect: str, prefix: str) -> sa.Select[Any]:
    is_free = STREAMS.c.owner.is_(None) | (STREAMS.c.lease_until <= _now(dialect))
    has_prefix = STREAMS.c.name.startswith(prefix, autoescape=True)
    tables = schema.tables
    is_closed = sa.exists().where(
        (sa.literal("table:") + tables.c.id == STREAMS.c.name) & tables.c.closed_at.is_not(None)
    )
    return sa.select(STREAMS.c.name).where(is_free & has_prefix & ~is_closed).order_by(STREAMS.c.name)


def _create_stream(connection: sa.Connection, stream: str) -> None:
    """Insert the row of a stream that does not exist yet."""
    if connection.execute(sa.select(STREAMS.c.name).where(STREAMS.c.name == stream)).first():
        return
    first = {"name": stream, "head": 0, "hash": FIRST, "fence": 0, "lease_until": 0}
    columns = list(first)
    if_missing = sa.select(*(sa.literal(first[name]).label(name) for name in columns)).where(
        ~sa.exists().where(STREAMS.c.name == stream)
    )
    connection.execute(STREAMS.insert().from_select(columns, if_missing))


def _now(dialect: str) -> sa.ColumnElement[int]:
    """Milliseconds since 1970, by the database's clock."""
    if dialect == "sqlite":
        return sa.bindparam("milliseconds", type_=sa.BigInteger)
    return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * MILLISECONDS, sa.BigInteger)


def _now_parameter(dialect: str) -> dict[str, int]:
    """The parameter of a statement with `_now`; SQLite gets this machine's time."""
    return {"milliseconds": int(time.time() * MILLISECONDS)} if dialect == "sqlite" else {}
