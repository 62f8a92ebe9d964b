"""
One database for all simulated processes: a real SQLite in memory, reached over a simulated line.

A request travels, is carried out in one instant, and its answer travels back. Faults can occur at each of these stages.
A request that was sent may be carried out although its sender is dead by then.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from houseway.records.store.database import TIMEOUT_SECONDS, Database, failure
from houseway.records.store.sqlite_database import CACHED_STATEMENTS
from houseway.records.store.statements import compiled_for_sqlite
from houseway.records.store.store import prepare

from .loop import Owner, VirtualLoop

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]
SLOW = 1.5
"""Seconds that a commit takes on average while the disk is slow."""
LANDS = 0.5
"""The probability that a request is carried out if its sender died while it was on its way."""


class Witness(Protocol):
    """An observer that is called with every transaction at the instant at which it becomes durable."""

    def committed(self, owner: Owner, work: Work, result: Any) -> None: ...


@lru_cache(maxsize=1)
def _template() -> sqlite3.Connection:
    """An empty database with this version's tables: made once, copied for every run."""
    raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    engine = _engine(raw)
    sa.event.listen(engine, "begin", lambda connection: raw.execute("BEGIN"))
    with engine.begin() as connection:
        prepare(connection)
    return raw


def _engine(raw: sqlite3.Connection) -> sa.Engine:
    return sa.create_engine("sqlite+pysqlite://", creator=lambda: raw, poolclass=StaticPool)


class SerializationFailure(Exception):
    """PostgreSQL's error for a conflict with another transaction."""

    sqlstate = "40001"


class Server:
    """The database itself."""

    def __init__(self, loop: VirtualLoop, chance: random.Random, witness: Witness) -> None:
        self._loop = loop
        self._chance = chance
        self._witness = witness
        self._raw = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False, cached_statements=CACHED_STATEMENTS
        )
        _template().backup(self._raw)
        for pragma in ("foreign_keys=ON", "journal_mode=MEMORY", "synchronous=OFF"):
            self._raw.execute(f"PRAGMA {pragma}")
        self._engine_ = _engine(self._raw)
        self.connection = self._engine_.connect()
        self.connection.begin()  # for SQLAlchemy one transaction that never ends; SQLite's own begin and end below
        self.outbox: list[tuple[Owner, str]] = []
        """Notices of the running transaction: sent when it commits, dropped when it is rolled back."""
        self.deliver: Callable[[Owner, str], None] = lambda sender, text: None
        self.slow_until = 0.0
        self._free_at = 0.0
        self._context = Context()

    def close(self) -> None:
        self.connection.close()
        self._engine_.dispose()
        self._raw.close()

    def fetch(self, text: str, values: list[Any]) -> list[Any]:
        return self._raw.execute(text, values).fetchall()

    def send(self, request: Request, travels: float) -> None:
        """Carry out a request when it arrives; a write waits for the write before it."""
        at = self._loop.time() + travels
        if request.writes:
            slow = SLOW if self._loop.time() < self.slow_until else 0.002
            at = self._free_at = max(at, self._free_at) + self._chance.expovariate(1 / slow)
        self._loop.call_at(at, self._carry_out, request, context=self._context)

    def _carry_out(self, request: Request) -> None:
        if not request.owner.alive and self._chance.random() > LANDS:
            return
        line = request.line
        if line.cut_off and self._chance.random() > LANDS:
            line.give_up(request)
            return
        fault = line.next_faults.pop(0) if request.writes and line.next_faults else None
        try:
            result = request.context.run(self._transaction, request, fault)
        except BaseException as error:
            if not isinstance(error, Exception):
                raise
            self._answer(request, error, failed=True)
            return
        if fault == "answer_lost":
            self._answer(request, OperationalError("COMMIT", {}, sqlite3.OperationalError("connection lost")), True)
        else:
            self._answer(request, result, failed=False)

    def _transaction(self, request: Request, fault: str | None) -> Any:
        self.outbox.clear()
        if fault == "in_the_way":
            raise DBAPIError("COMMIT", {}, SerializationFailure())
        if fault == "disk_full":
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))
        torn = _Tearing(self.connection, self._chance.randrange(1, 8)) if fault == "torn" else None
        self._raw.execute("BEGIN")
        try:
            result = request.work(self.connection)
            if torn is not None:
                raise torn.error()
        except BaseException:
            self._raw.execute("ROLLBACK")
            self.outbox.clear()
            raise
        finally:
            if torn is not None:
                torn.stop()
        self._raw.execute("COMMIT")
        if request.writes:
            self._witness.committed(request.owner, request.work, result)
        for sender, text in self.outbox:
            self.deliver(sender, text)
        self.outbox.clear()
        return result

    def _answer(self, request: Request, outcome: Any, failed: bool) -> None:
        if request.line.cut_off:
            request.line.give_up(request)
        else:
            self._loop.call_later(request.travels_back, _tell, request.future, outcome, failed, context=self._context)


class _Tearing:
    """Makes a transaction fail after a number of statements."""

    def __init__(self, connection: sa.Connection, statements: int) -> None:
        self._connection = connection
        self._left = statements
        sa.event.listen(connection, "before_cursor_execute", self._strike)

    def _strike(self, *_: object) -> None:
        self._left -= 1
        if self._left < 0:
            raise self.error()

    def error(self) -> OperationalError:
        return OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    def stop(self) -> None:
        sa.event.remove(self._connection, "before_cursor_execute", self._strike)


@dataclass
class Request:
    """Work on its way to the database."""

    line: SimulatedDatabase
    owner: Owner
    work: Work
    writes: bool
    travels_back: float
    future: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)


def _tell(future: asyncio.Future[Any], outcome: Any, failed: bool) -> None:
    if future.done():
        return
    if failed:
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


class SimulatedDatabase(Database):
    """One process's line to the database."""

    def __init__(self, server: Server, owner: Owner, loop: VirtualLoop, chance: random.Random, *, far: bool) -> None:
        self.url = make_url("sqlite+pysqlite:///simulated")
        self.timeout = TIMEOUT_SECONDS
        self._server = server
        self._owner = owner
        self._loop = loop
        self._chance = chance
        self._far = far
        """Whether the database is on another machine, as PostgreSQL may be and SQLite never is."""
        self.cut_off = False
        self.next_faults: list[str] = []
        """The faults of the next writes, one for each."""

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            result: T = await self._ask(work, writes=False)
        except (SQLAlchemyError, OSError) as error:
            raise failure(error) from None
        return result

    async def fetch(self, statement: sa.Select[Any], parameters: Mapping[str, Any]) -> list[Any]:
        text, values = compiled_for_sqlite(statement, parameters)
        if not self._far:
            return self._server.fetch(text, values)
        return await self.read(lambda connection: self._server.fetch(text, values))

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        result: T = await self._ask(work, writes=True)
        return result

    async def close(self) -> None:
        """Do nothing: the database is shared and outlives each process."""

    async def _ask(self, work: Work, *, writes: bool) -> Any:
        request = Request(self, self._owner, work, writes, self._travels(), self._loop.create_future())
        if self.cut_off and self._chance.random() < 0.5:
            await asyncio.sleep(self._travels())
            raise ConnectionRefusedError("the database is not reached")
        if self.cut_off:
            self.give_up(request)
        else:
            self._server.send(request, self._travels())
        return await request.future

    def give_up(self, request: Request) -> None:
        """Fail a request whose answer did not arrive within the sender's timeout."""
        self._loop.call_later(self.timeout or 0.0, _tell, request.future, TimeoutError(), True)

    def _travels(self) -> float:
        """Seconds from here to the database, or back."""
        return self._chance.uniform(0.0002, 0.003) if self._far else 0.0001
