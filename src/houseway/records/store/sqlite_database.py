"""A room's database in an SQLite file: WAL with synchronous=FULL, one writing thread and several reading threads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from .database import Database, failure, query_value
from .errors import WeakStorage
from .statements import compiled_for_sqlite

T = TypeVar("T")
LOCK_SECONDS = 30
"""How long a connection waits for a lock of another process, such as a backup."""
PAGE_BYTES = 2048
"""A commit writes a whole page for each row that it changes, so small pages cost less; older files keep theirs."""
CHECKPOINT_PAGES = 8000
"""Pages in the WAL before they are copied to the database: pages that change in every commit are copied less often."""
CACHE_KIB = 8 * 1024
"""The most memory for cached pages of one connection; the default of 2 MiB is less than a busy room changes again."""
PRAGMAS = (
    f"page_size={PAGE_BYTES}",
    f"cache_size=-{CACHE_KIB}",
    "temp_store=MEMORY",  # else every large statement writes a journal of its own to a file, to undo it alone
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"wal_autocheckpoint={CHECKPOINT_PAGES}",
)
SYNCHRONOUS_FULL = 2
CACHED_STATEMENTS = 512
"""Compiled statements that a connection caches; see `batch_writing.ROWS_PER_STATEMENT`."""
WRITES = "writes"
"""The execution option of the engine whose transactions write."""


class SqliteDatabase(Database):
    has_one_writer = True

    def __init__(self, url: URL, *, readers: int = 4) -> None:
        self.url = url
        self._engine = sa.create_engine(
            url, pool_size=readers + 2, connect_args={"timeout": LOCK_SECONDS, "cached_statements": CACHED_STATEMENTS}
        )
        sa.event.listen(self._engine, "connect", _prepare_connection)
        sa.event.listen(self._engine, "begin", _begin)
        self._write_engine = self._engine.execution_options(**{WRITES: True})
        self._writer = ThreadPoolExecutor(1, "houseway-writer")
        self._readers = ThreadPoolExecutor(readers, "houseway-reader")
        self._fetch_connection: Any = None
        self._write_connection: sa.Connection | None = None
        """Used by the writing thread only, which keeps it from one transaction to the next."""

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(self._read, work))

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return work(connection)
        except (SQLAlchemyError, sqlite3.Error) as error:  # a connection attempt raises SQLite's own errors
            raise failure(error) from None

    async def fetch(self, statement: sa.Select[Any], parameters: Mapping[str, Any]) -> list[Any]:
        """Fetch on the event loop with a separate connection: a thread and a transaction would cost far more."""
        if self._fetch_connection is None:
            self._fetch_connection = self._engine.raw_connection()
        sql, values = compiled_for_sqlite(statement, parameters)
        try:
            rows: list[Any] = self._fetch_connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from None
        return rows

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, partial(self._write, work))

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            connection = self._write_connection or self._write_engine.connect()
        except sqlite3.DatabaseError as error:  # a connection attempt raises SQLite's own errors
            raise failure(error) from None
        self._write_connection = connection
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            self._write_connection = None
            connection.close()
            raise

    def _close_write_connection(self) -> None:
        if self._write_connection is not None:
            self._write_connection.close()

    async def close(self) -> None:
        self._writer.submit(self._close_write_connection)
        self._writer.shutdown()
        self._readers.shutdown()
        if self._fetch_connection is not None:
            self._fetch_connection.close()
        self._engine.dispose()


def _prepare_connection(connection: Any, _: object) -> None:
    connection.isolation_level = None  # _begin begins every transaction
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    journal_mode = query_value(cursor, "PRAGMA journal_mode")
    synchronous = query_value(cursor, "PRAGMA synchronous")
    cursor.close()
    reason = why_weak_sqlite(journal_mode, synchronous)
    if reason:
        raise WeakStorage(reason)


def why_weak_sqlite(journal_mode: str, synchronous: int) -> str | None:
    """Why SQLite would lose acknowledged commits at a power cut; None if it would not."""
    if journal_mode != "wal":
        return f"the database's journal is {journal_mode!r}, not 'wal'; keep it on a local disk"
    if synchronous < SYNCHRONOUS_FULL:
        return f"the database's synchronous is {synchronous}, not {SYNCHRONOUS_FULL} (FULL)"
    return None


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction; a writer takes the write lock at once, so that it cannot fail to get it later."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
