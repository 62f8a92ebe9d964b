"""
Who owns a stream, for how long, and under which fencing token.

Time is the database's own, so machines need not agree on it. Whoever takes a lease gets a higher token than anyone
before; every write carries its token, so an owner that was paused and lost its lease writes nothing more.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import sqlalchemy as sa

from . import schema
from .chain import FIRST
from .database import among, is_sqlite, named

STREAMS = schema.streams


def take(connection: sa.Connection, stream: str, owner: str, seconds: float) -> int | None:
    """The new fencing token, or None while another owner's lease runs."""
    now = _now(connection)
    _make_sure_of(connection, stream)
    free = STREAMS.c.owner.is_(None) | (STREAMS.c.owner == owner) | (STREAMS.c.lease_until <= now)
    taken = {"owner": owner, "fence": STREAMS.c.fence + 1, "lease_until": now + round(seconds * 1000)}
    update = STREAMS.update().where((STREAMS.c.name == stream) & free).values(taken).returning(STREAMS.c.fence)
    fence: int | None = connection.execute(update).scalar_one_or_none()
    return fence


def renew(connection: sa.Connection, owner: str, held: Mapping[str, int], seconds: float) -> set[str]:
    """Prolong all of an owner's leases at once; gives the streams that are still its own."""
    until = {"lease_until": _now(connection) + round(seconds * 1000)}
    mine = (STREAMS.c.owner == owner) & among(STREAMS.c.name, connection.dialect.name)
    these = named(connection.dialect.name, list(held))
    in_order = sa.select(STREAMS.c.name).where(mine).order_by(STREAMS.c.name).with_for_update()
    connection.execute(in_order, these)  # locked as every writer locks them, so that none waits for the other
    prolong = STREAMS.update().where(mine).values(until).returning(STREAMS.c.name, STREAMS.c.fence)
    found = connection.execute(prolong, these)
    return {row.name for row in found if held[row.name] == row.fence}


def release(connection: sa.Connection, stream: str, owner: str, fence: int) -> None:
    mine = (STREAMS.c.name == stream) & (STREAMS.c.owner == owner) & (STREAMS.c.fence == fence)
    connection.execute(STREAMS.update().where(mine).values({"owner": None, "lease_until": 0}))


def any_runs(connection: sa.Connection) -> bool:
    """Is there a stream with an owner whose lease has not run out?"""
    owned = STREAMS.c.owner.is_not(None) & (STREAMS.c.lease_until > _now(connection))
    return connection.execute(sa.select(STREAMS.c.name).where(owned).limit(1)).first() is not None


def unowned(connection: sa.Connection, prefix: str) -> list[str]:
    free = STREAMS.c.owner.is_(None) | (STREAMS.c.lease_until <= _now(connection))
    named = STREAMS.c.name.startswith(prefix, autoescape=True)
    tables = schema.tables
    over = sa.exists().where((sa.literal("table:") + tables.c.id == STREAMS.c.name) & tables.c.closed_at.is_not(None))
    return list(connection.execute(sa.select(STREAMS.c.name).where(free & named & ~over)).scalars())


def _make_sure_of(connection: sa.Connection, stream: str) -> None:
    first = {"name": stream, "head": 0, "hash": FIRST, "fence": 0, "lease_until": 0}
    columns = list(first)
    missing = sa.select(*(sa.literal(first[name]).label(name) for name in columns)).where(
        ~sa.exists().where(STREAMS.c.name == stream)
    )
    if not connection.execute(sa.select(STREAMS.c.name).where(STREAMS.c.name == stream)).first():
        connection.execute(STREAMS.insert().from_select(columns, missing))


def _now(connection: sa.Connection) -> sa.ColumnElement[int]:
    """Milliseconds since 1970, by the database's clock."""
    if is_sqlite(connection):
        return sa.literal(int(time.time() * 1000), sa.BigInteger)
    return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
