"""A room's database in PostgreSQL: the primary only, and only with durable commits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .database import TIMEOUT_SECONDS, Database, failure, query_value
from .errors import WeakStorage

T = TypeVar("T")
DURABLE_COMMITS = ("on", "local", "remote_write", "remote_apply")
END_IDLE_TRANSACTIONS = "SET idle_in_transaction_session_timeout = 5000"
"""A process that is paused in the middle of a write must not keep its locks: another may be waiting to take over."""
IDLE_SECONDS = 1.0
"""Seconds without use after which a connection is checked before it is used again."""
LAST_USED = "houseway_last_used"


class PostgresqlDatabase(Database):
    def __init__(self, url: URL, *, readers: int = 5, writers: int = 3) -> None:
        self.url = url
        self._engine = _engine(url, readers)
        self._fetch_engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._write_engine = _engine(url, writers)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            async with asyncio.timeout(self.timeout), self._engine.begin() as connection:
                return await connection.run_sync(work)
        except (SQLAlchemyError, OSError) as error:
            raise failure(error) from None

    async def fetch(self, statement: sa.Select[Any], parameters: Mapping[str, Any]) -> list[Any]:
        """Fetch without a transaction, which would cost two more round trips."""
        try:
            async with asyncio.timeout(self.timeout), self._fetch_engine.connect() as connection:
                return list(await connection.execute(statement, parameters))
        except (SQLAlchemyError, OSError) as error:
            raise failure(error) from None

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        async with asyncio.timeout(self.timeout), self._write_engine.begin() as connection:
            return await connection.run_sync(work)

    async def end_idle_transactions(self) -> None:
        """
        Have PostgreSQL end the writes of a process that is paused, from now on; only a server needs this.

        An upgrade or a restored room may compute for longer between two statements.
        """
        sa.event.listen(self._write_engine.sync_engine, "connect", _end_idle_transactions)
        await self._write_engine.dispose()  # the setting is made once for each connection, when it is opened

    async def close(self) -> None:
        await self._engine.dispose()
        await self._write_engine.dispose()


def _engine(url: URL, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        url,
        connect_args={"timeout": TIMEOUT_SECONDS},
        pool_size=connections,
        max_overflow=0,
        isolation_level="READ COMMITTED",
    )
    sa.event.listen(engine.sync_engine, "connect", _check_durability)
    sa.event.listen(engine.sync_engine, "checkin", _note_last_use)
    sa.event.listen(engine.sync_engine, "checkout", _check_idle_connection)
    return engine


def _end_idle_transactions(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(END_IDLE_TRANSACTIONS)
    cursor.close()
    connection.commit()


def _check_durability(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    reason = why_weak_postgresql(
        query_value(cursor, "SHOW synchronous_commit"),
        query_value(cursor, "SHOW fsync"),
        query_value(cursor, "SHOW full_page_writes"),
        replica=query_value(cursor, "SELECT pg_is_in_recovery()"),
    )
    cursor.close()
    connection.rollback()
    if reason:
        raise WeakStorage(reason)


def why_weak_postgresql(synchronous_commit: str, fsync: str, full_page_writes: str, *, replica: bool) -> str | None:
    """Why PostgreSQL would lose acknowledged commits or return outdated balances; None if it would not."""
    if replica:
        return "this PostgreSQL is a replica; money is read and written at the primary only"
    if synchronous_commit not in DURABLE_COMMITS:
        return f"PostgreSQL's synchronous_commit is {synchronous_commit!r}, not one of {', '.join(DURABLE_COMMITS)}"
    for name, value in (("fsync", fsync), ("full_page_writes", full_page_writes)):
        if value != "on":
            return f"PostgreSQL's {name} is {value!r}, not 'on'"
    return None


def _note_last_use(connection: Any, record: Any) -> None:
    record.info[LAST_USED] = time.monotonic()


def _check_idle_connection(connection: Any, record: Any, _: object) -> None:
    """Ping a connection that was idle; a ping before each use would cost a round trip."""
    if time.monotonic() - record.info.get(LAST_USED, 0.0) < IDLE_SECONDS:
        return
    try:
        connection.ping()
    except Exception as error:  # the driver raises many kinds of error for a lost connection
        raise sa.exc.DisconnectionError from error
