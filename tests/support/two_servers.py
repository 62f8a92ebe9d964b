"""Helpers for tests with two servers on one PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.records.store import schema
from houseway.records.store.database import Database
from support.client import Client

ROOM_KEY = "ab" * 32


async def same_session(client: Client, url: str, kind: type[Client] = Client) -> Client:
    """A client of the same person at another server."""
    other = kind(url)
    other.http.cookies.update(client.http.cookies)
    for cookie in client.http.cookies.jar:
        other.http.cookies.set(cookie.name, cookie.value or "")
    await other.connect()
    return other


def audited(url: str) -> Any:
    report = audit(url)
    assert report.fault is None
    return report


def settled_twice(url: str) -> int:
    """The number of rounds with more than one end."""
    events = schema.events.c
    ends = sa.select(events.round).where(events.kind.in_(("settled", "voided"))).group_by(events.round)

    def read(connection: sa.Connection) -> int:
        return len(connection.execute(ends.having(sa.func.count() > 1)).all())

    async def count() -> int:
        database = Database.at(url)
        try:
            return await database.read(read)
        finally:
            await database.close()

    return asyncio.run(count())
