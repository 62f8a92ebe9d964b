"""
SQLite or PostgreSQL, on connections that keep what they acknowledge, or none at all.

What is read or written is a plain function of a connection. SQLite runs it in a thread, one for all writes; PostgreSQL
runs it on the event loop.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ...rules.errors import Broken, Unreadable, shown
from .errors import DamagedDatabase, Unavailable, WeakStorage

T = TypeVar("T")
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
DURABLE_COMMITS = ("on", "local", "remote_write", "remote_apply")


def database_url(text: str) -> URL:
    """Our URL of a database: `sqlite:///FILE` or `postgresql://USER@HOST/NAME`."""
    try:
        url = make_url(text)
    except ArgumentError:
        given = "" if "@" in text else f", not {shown(text)}"  # what holds a password is not repeated
        raise Unreadable(f"the database must be sqlite:///FILE or postgresql://USER@HOST/NAME{given}") from None
    kind = url.drivername.split("+")[0]
    if kind not in DRIVERS:
        raise Unreadable(f"the database must be sqlite:///FILE or postgresql://USER@HOST/NAME, not {kind}")
    url = url.set(drivername=DRIVERS[kind])
    if kind == "sqlite":
        _require_a_file(url)
    return url


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def _require_a_file(url: URL) -> None:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise WeakStorage("a database in memory is lost with the process; name a file, such as sqlite:///room.db")
    for name, value in url.query.items():
        raise WeakStorage(f"the database's {name} must not be set to {shown(value)}; it is WAL with synchronous=FULL")


PATIENCE = 30.0


class Database:
    """One database; every connection is checked before it is used."""

    url: URL
    patience: float | None = None
    """Seconds after which a database somewhere else that does not answer has failed; None waits for ever."""

    @staticmethod
    def at(text: str) -> Database:
        """The database at this URL, which is connected to when it is first read."""
        url = database_url(text)
        if url.drivername == DRIVERS["sqlite"]:
            return SqliteDatabase(url)
        if find_spec("asyncpg") is None:
            raise Unreadable("PostgreSQL needs the driver asyncpg; pip install 'houseway[postgres]' brings it")
        return PostgresqlDatabase(url)

    @staticmethod
    def of_a_room(text: str) -> Database:
        """The same where there must be a room already: reading makes no file."""
        database = Database.at(text)
        if database.file is not None and not database.file.is_file():
            raise Unreadable(f"there is no room at {database.file}")
        return database

    @property
    def file(self) -> Path | None:
        """The file that it is, where it is one."""
        return Path(str(self.url.database)) if self.url.drivername == DRIVERS["sqlite"] else None

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """What this function finds, in one transaction."""
        raise NotImplementedError

    async def glance(self, wanted: sa.Select[Any], these: Mapping[str, Any]) -> list[Any]:
        """The few rows that one statement finds by their key."""
        raise NotImplementedError

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """What this function gives, once what it wrote is durable; the database's own errors pass through."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


class SqliteDatabase(Database):
    def __init__(self, url: URL, *, readers: int = 4) -> None:
        self.url = url
        self._engine = sa.create_engine(url, pool_size=readers + 2, connect_args={"timeout": 30})
        sa.event.listen(self._engine, "connect", _prepare_sqlite)
        sa.event.listen(self._engine, "begin", _begin_sqlite)
        self._writing = self._engine.execution_options(writes=True)
        self._writer = ThreadPoolExecutor(1, "houseway-writer")
        self._readers = ThreadPoolExecutor(readers, "houseway-reader")
        self._glancing: Any = None
        self._write_connection: sa.Connection | None = None
        """Of the writing thread, which keeps it from one transaction to the next."""

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        with_errors_told = _telling(self._engine, work)
        return await asyncio.get_running_loop().run_in_executor(self._readers, with_errors_told)

    async def glance(self, wanted: sa.Select[Any], these: Mapping[str, Any]) -> list[Any]:
        """At once, on the event loop and a connection of its own: a thread and a transaction would cost far more."""
        self._glancing = self._glancing or self._engine.raw_connection()
        text, values = in_words(wanted, these)
        try:
            rows: list[Any] = self._glancing.execute(text, values).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from None
        return rows

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            connection = self._write_connection or self._writing.connect()
        except sqlite3.DatabaseError as error:  # while a connection is made, SQLite's own errors pass through
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
        if self._glancing is not None:
            self._glancing.close()
        self._engine.dispose()


@lru_cache
def _in_words(statement: sa.Select[Any] | sa.UpdateBase) -> tuple[str, list[tuple[str, Any]]]:
    """A statement as SQLite reads it, and its parameters in order: their names, and the values of constants."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
    return str(compiled), [(name, compiled.params[name]) for name in compiled.positiontup or ()]


def in_words(statement: sa.Select[Any] | sa.UpdateBase, these: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """A statement that is built once, as SQLite reads it, and the values of its parameters in order."""
    text, parameters = _in_words(statement)
    return text, [these.get(name, constant) for name, constant in parameters]


def _telling(engine: sa.Engine, work: Callable[[sa.Connection], T]) -> Callable[[], T]:
    def read() -> T:
        try:
            with engine.begin() as connection:
                return work(connection)
        except (
            SQLAlchemyError,
            sqlite3.Error,
        ) as error:  # while a connection is made, SQLite's own errors pass through
            raise failure(error) from None

    return read


LET_GO = "SET idle_in_transaction_session_timeout = 5000"
"""A process that is paused in the middle of a write must not keep its locks: another may be waiting to take over."""


IDLE_SECONDS = 1.0
"""Seconds without use after which a connection is checked before it is used again."""
LAST_USED = "houseway_last_used"


class PostgresqlDatabase(Database):
    def __init__(self, url: URL, *, readers: int = 5, writers: int = 3) -> None:
        self.url = url
        self._engine = _postgresql_engine(url, readers)
        self._glancing = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writing = _postgresql_engine(url, writers)
        sa.event.listen(self._writing.sync_engine, "connect", _let_go)  # once, not with every transaction

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            async with asyncio.timeout(self.patience), self._engine.begin() as connection:
                return await connection.run_sync(work)
        except (SQLAlchemyError, OSError) as error:
            raise failure(error) from None

    async def glance(self, wanted: sa.Select[Any], these: Mapping[str, Any]) -> list[Any]:
        """Without a transaction, which would be two more journeys there and back."""
        try:
            async with asyncio.timeout(self.patience), self._glancing.connect() as connection:
                return list(await connection.execute(wanted, these))
        except (SQLAlchemyError, OSError) as error:
            raise failure(error) from None

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        async with asyncio.timeout(self.patience), self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()
        await self._writing.dispose()


def _postgresql_engine(url: URL, connections: int) -> AsyncEngine:
    more = {"pool_size": connections, "max_overflow": 0, "isolation_level": "READ COMMITTED"}
    engine = create_async_engine(url, connect_args={"timeout": PATIENCE}, **more)
    sa.event.listen(engine.sync_engine, "connect", _check_postgresql)
    sa.event.listen(engine.sync_engine, "checkin", _remember_use)
    sa.event.listen(engine.sync_engine, "checkout", _check_still_there)
    return engine


def _let_go(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(LET_GO)
    cursor.close()
    connection.commit()


def failure(error: Exception) -> Unavailable:
    """What went wrong, without statements or parameters."""
    cause = getattr(error, "orig", None) or error
    reason = (str(cause).splitlines() or ["no more is known"])[0][:120]
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return DamagedDatabase(f"the room's database is damaged ({reason}); restore a backup into an empty folder")
    return Unavailable(f"the database failed, {type(cause).__name__}: {reason}")


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    why = why_weak_sqlite(*(_one(cursor, f"PRAGMA {name}") for name in ("journal_mode", "synchronous")))
    cursor.close()
    if why:
        raise WeakStorage(why)


def why_weak_sqlite(journal_mode: str, synchronous: int) -> str | None:
    """Why SQLite would lose acknowledged commits at a power cut, or None."""
    if journal_mode != "wal":
        return f"the database's journal is {journal_mode!r}, not 'wal'; keep it on a local disk"
    return None if synchronous >= 2 else f"the database's synchronous is {synchronous}, not 2 (FULL)"


def _begin_sqlite(connection: sa.Connection) -> None:
    """A writer takes the write lock at once, so that it cannot lose it half-way."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_postgresql(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    names = ("synchronous_commit", "fsync", "full_page_writes")
    found = [_one(cursor, f"SHOW {name}") for name in names]
    why = why_weak_postgresql(*found, replica=_one(cursor, "SELECT pg_is_in_recovery()"))
    cursor.close()
    connection.rollback()
    if why:
        raise WeakStorage(why)


def _remember_use(connection: Any, record: Any) -> None:
    record.info[LAST_USED] = time.monotonic()


def _check_still_there(connection: Any, record: Any, _: object) -> None:
    """Ask a connection that was idle whether it still works; to ask before each use costs a journey there and back."""
    if time.monotonic() - record.info.get(LAST_USED, 0.0) < IDLE_SECONDS:
        return
    try:
        connection.ping()
    except Exception as error:  # the driver has many names for a connection that is lost
        raise sa.exc.DisconnectionError from error


def why_weak_postgresql(synchronous_commit: str, fsync: str, full_page_writes: str, *, replica: bool) -> str | None:
    """Why PostgreSQL would lose acknowledged commits, or show money as it was, or None."""
    if replica:
        return "this PostgreSQL is a replica; money is read and written at the primary only"
    if synchronous_commit not in DURABLE_COMMITS:
        return f"PostgreSQL's synchronous_commit is {synchronous_commit!r}, not one of {', '.join(DURABLE_COMMITS)}"
    for name, value in (("fsync", fsync), ("full_page_writes", full_page_writes)):
        if value != "on":
            return f"PostgreSQL's {name} is {value!r}, not 'on'"
    return None


def _one(cursor: Any, statement: str) -> Any:
    cursor.execute(statement)
    return cursor.fetchone()[0]


def at_once(connection: sa.Connection, statement: str, *values: Any) -> sqlite3.Cursor:
    """
    Execute a statement on SQLite's own connection, within the transaction of this one.

    Every action is a handful of these, and SQLAlchemy's way to the same call takes several times as long as SQLite.
    """
    plain = connection.connection.driver_connection
    if not isinstance(plain, sqlite3.Connection):
        raise Broken(f"a statement for SQLite was given to {connection.dialect.name}")
    if not connection.in_transaction():
        raise Broken("a statement on SQLite's own connection needs a transaction that has begun")
    try:
        return plain.execute(statement, values)
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error, hide_parameters=True) from error


def rows_of(
    connection: sa.Connection, statement: sa.Select[Any] | sa.UpdateBase, these: Mapping[str, Any]
) -> list[Any]:
    """
    The rows of a statement that is built once and executed often, as the database gives them.

    Only for columns that need no conversion: on SQLite a truth value comes as 0 or 1.
    """
    if not is_sqlite(connection):
        return list(connection.execute(statement, these))
    text, values = in_words(statement, these)
    return at_once(connection, text, *values).fetchall()


def json_text(value: Any) -> str:
    """A value as SQLite's JSON functions read it."""
    try:
        return msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, OverflowError):  # half of a surrogate pair, or an integer of more than 64 bits
        return json.dumps(value)


def is_sqlite(connection: sa.Connection) -> bool:
    return connection.dialect.name == "sqlite"


def among(column: sa.ColumnElement[Any], dialect: str) -> sa.ColumnElement[bool]:
    """This column is one of the names given as `named(...)`: one statement however many there are."""
    if dialect == "sqlite":
        each = sa.func.json_each(sa.bindparam("names", type_=sa.Text)).table_valued("value")
        return column.in_(sa.select(each.c.value))
    return column == sa.any_(sa.bindparam("names", type_=sa.ARRAY(sa.Text)))


def named(dialect: str, names: list[str]) -> dict[str, Any]:
    """The parameters of a statement that asks for what is `among` these names."""
    return {"names": json.dumps(names) if dialect == "sqlite" else names}


def pairs(dialect: str) -> tuple[sa.ColumnElement[str], sa.ColumnElement[str]]:
    """Two columns of the list of pairs given as `paired(...)`, to be joined with."""
    if dialect == "sqlite":
        both = sa.func.json_each(sa.bindparam("pairs", type_=sa.Text))
        each = both.table_valued("value", name="pairs").c.value
        return sa.func.json_extract(each, "$[0]"), sa.func.json_extract(each, "$[1]")
    first, second = (sa.bindparam(name, type_=sa.ARRAY(sa.Text)) for name in ("firsts", "seconds"))
    listed = sa.func.unnest(first, second).table_valued("one", "two", name="pairs")
    return listed.render_derived().c.one, listed.render_derived().c.two


def paired(dialect: str, listed: list[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a statement that joins with `pairs`."""
    if dialect == "sqlite":
        return {"pairs": json.dumps(listed)}
    return {"firsts": [first for first, _ in listed], "seconds": [second for _, second in listed]}
