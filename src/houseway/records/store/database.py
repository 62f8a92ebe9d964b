"""The interface to a database, its URL and its failures; SQLite and PostgreSQL have a module each."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ...rules.errors import Unreadable, shown
from .errors import DamagedDatabase, Unavailable, WeakStorage

T = TypeVar("T")
DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
TIMEOUT_SECONDS = 30.0
"""How long a database on another machine may take to answer."""
LONGEST_REASON = 120
"""Characters of a driver's message that are repeated in ours."""
PRIMARY_ERROR_CODE = 0xFF
"""The bits of an SQLite error code that name its kind."""


def database_url(text: str) -> URL:
    """A database URL, `sqlite:///FILE` or `postgresql://USER@HOST/NAME`, with the driver that Houseway uses."""
    try:
        url = make_url(text)
    except ArgumentError:
        given = "" if "@" in text else f", not {shown(text)}"  # a URL with a password is not repeated
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
    if url.query:
        name, value = next(iter(url.query.items()))
        raise WeakStorage(
            f"remove {name}={shown(value)} from the database URL: Houseway sets WAL and synchronous=FULL itself"
        )


class Database:
    """
    One database. Every connection is checked for durable commits before it is used.

    Work is a plain function of a connection. SQLite runs it in a thread, one for all writes; PostgreSQL runs it on the
    event loop.
    """

    url: URL
    has_one_writer = False
    """Whether only this process writes to the database: the server locks its SQLite file."""
    timeout: float | None = None
    """Seconds after which a database on another machine that does not answer has failed; None waits for ever."""

    @staticmethod
    def at(text: str) -> Database:
        """The database at this URL; the connection is made by the first read or write."""
        from .postgresql_database import PostgresqlDatabase
        from .sqlite_database import SqliteDatabase

        url = database_url(text)
        if url.drivername == DRIVERS["sqlite"]:
            return SqliteDatabase(url)
        if find_spec("asyncpg") is None:
            raise Unreadable("PostgreSQL needs the driver asyncpg: pip install asyncpg")
        return PostgresqlDatabase(url)

    @staticmethod
    def of_existing_room(text: str) -> Database:
        """The database at this URL; refuses an SQLite file that does not exist, which `at` would create."""
        database = Database.at(text)
        if database.file is not None and not database.file.is_file():
            raise Unreadable(f"there is no room at {database.file}")
        return database

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None for PostgreSQL."""
        return Path(str(self.url.database)) if self.url.drivername == DRIVERS["sqlite"] else None

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """The result of a function that reads, run in one transaction."""
        raise NotImplementedError

    async def fetch(self, statement: sa.Select[Any], parameters: Mapping[str, Any]) -> list[Any]:
        """The rows of one short SELECT by key, outside any transaction: much cheaper than `read`."""
        raise NotImplementedError

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """The result of a function that writes, once that is durable; raises the database's own errors."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


def failure(error: Exception) -> Unavailable:
    """What went wrong, without statements or parameters."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).splitlines() or ["no more is known"]
    reason = lines[0][:LONGEST_REASON]
    sqlite_error = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_ERROR_CODE
    if sqlite_error in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return DamagedDatabase(f"the room's database is damaged ({reason}); restore a backup into an empty folder")
    return Unavailable(f"the database failed, {type(cause).__name__}: {reason}")


def query_value(cursor: Any, sql: str) -> Any:
    """The single value that a statement returns, on a driver's own cursor."""
    cursor.execute(sql)
    return cursor.fetchone()[0]
