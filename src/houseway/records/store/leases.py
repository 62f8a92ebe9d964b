"""
Who owns a stream, for how long, and under which fencing token.

Time is the database's own, so machines need not agree on it. Whoever takes a lease gets a higher token than anyone
before; every write carries its token, so an owner that was paused and lost its lease writes nothing more.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from . import schema
from .chain import FIRST
from .database import among, is_sqlite, named, rows_of

STREAMS = schema.streams


def take(connection: sa.Connection, stream: str, owner: str, seconds: float) -> int | None:
    """The new fencing token, or None while another owner's lease runs."""
    dialect = connection.dialect.name
    now = _now(dialect)
    _make_sure_of(connection, stream)
    free = STREAMS.c.owner.is_(None) | (STREAMS.c.owner == owner) | (STREAMS.c.lease_until <= now)
    taken = {"owner": owner, "fence": STREAMS.c.fence + 1, "lease_until": now + round(seconds * 1000)}
    update = STREAMS.update().where((STREAMS.c.name == stream) & free).values(taken).returning(STREAMS.c.fence)
    fence: int | None = connection.execute(update, _time(dialect)).scalar_one_or_none()
    return fence


def renew(connection: sa.Connection, owner: str, held: Mapping[str, int], seconds: float) -> set[str]:
    """Prolong all of an owner's leases at once; gives the streams that are still its own."""
    dialect = connection.dialect.name
    in_order, prolong = _renewing(dialect)
    these = {"holder": owner, **named(dialect, list(held))}
    if not is_sqlite(connection):  # which has no locks on rows, and one writer
        connection.execute(in_order, these)  # locked as every writer locks them, so that none waits for the other
    found = rows_of(connection, prolong, {**these, **_time(dialect), "lasting": round(seconds * 1000)})
    return {name for name, fence in found if held[name] == fence}


@lru_cache
def _renewing(dialect: str) -> tuple[sa.Select[Any], Any]:
    """The statements that lock an owner's leases and prolong them; built once, for they run every second or two."""
    mine = (STREAMS.c.owner == sa.bindparam("holder")) & among(STREAMS.c.name, dialect)
    in_order = sa.select(STREAMS.c.name).where(mine).order_by(STREAMS.c.name).with_for_update()
    until = {"lease_until": _now(dialect) + sa.bindparam("lasting", type_=sa.BigInteger)}
    return in_order, STREAMS.update().where(mine).values(until).returning(STREAMS.c.name, STREAMS.c.fence)


def release(connection: sa.Connection, stream: str, owner: str, fence: int) -> None:
    mine = (STREAMS.c.name == stream) & (STREAMS.c.owner == owner) & (STREAMS.c.fence == fence)
    connection.execute(STREAMS.update().where(mine).values({"owner": None, "lease_until": 0}))


def any_runs(connection: sa.Connection) -> bool:
    """Is there a stream with an owner whose lease has not run out?"""
    dialect = connection.dialect.name
    owned = STREAMS.c.owner.is_not(None) & (STREAMS.c.lease_until > _now(dialect))
    wanted = sa.select(STREAMS.c.name).where(owned).limit(1)
    return connection.execute(wanted, _time(dialect)).first() is not None


def unowned(connection: sa.Connection, prefix: str) -> list[str]:
    dialect = connection.dialect.name
    return [name for (name,) in rows_of(connection, _unowned(dialect, prefix), _time(dialect))]


@lru_cache
def _unowned(dialect: str, prefix: str) -> sa.Select[Any]:
    free = STREAMS.c.owner.is_(None) | (STREAMS.c.lease_until <= _now(dialect))
    named = STREAMS.c.name.startswith(prefix, autoescape=True)
    tables = schema.tables
    over = sa.exists().where((sa.literal("table:") + tables.c.id == STREAMS.c.name) & tables.c.closed_at.is_not(None))
    return sa.select(STREAMS.c.name).where(free & named & ~over).order_by(STREAMS.c.name)


def _make_sure_of(connection: sa.Connection, stream: str) -> None:
    first = {"name": stream, "head": 0, "hash": FIRST, "fence": 0, "lease_until": 0}
    columns = list(first)
    missing = sa.select(*(sa.literal(first[name]).label(name) for name in columns)).where(
        ~sa.exists().where(STREAMS.c.name == stream)
    )
    if not connection.execute(sa.select(STREAMS.c.name).where(STREAMS.c.name == stream)).first():
        connection.execute(STREAMS.insert().from_select(columns, missing))


def _now(dialect: str) -> sa.ColumnElement[int]:
    """Milliseconds since 1970, by the database's clock."""
    if dialect == "sqlite":
        return sa.bindparam("milliseconds", type_=sa.BigInteger)
    return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


def _time(dialect: str) -> dict[str, int]:
    """The parameters of a statement that asks for the time: SQLite's clock is this machine's."""
    return {"milliseconds": int(time.time() * 1000)} if dialect == "sqlite" else {}
