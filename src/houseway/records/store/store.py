"""The store: the interface through which the server reads and writes the room's database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy.exc import SQLAlchemyError

from ...rules.errors import Broken, Unreadable
from .. import migrations
from . import anchors, leases, schema
from .balances import balances_statement, chips_at_table, chips_of
from .chain import now
from .changes import Change, Event, Refill, Snapshot, StoredEvent, why_not_write
from .database import TIMEOUT_SECONDS, Database, failure
from .errors import OtherBody, Unavailable, WrongSchema
from .event_reading import EVENTS_AFTER, EVENTS_OF_ROUND, SNAPSHOT, read_events, running_rounds, why_broken
from .index_seal import seal_index
from .lookup import Lookup
from .news import Listener, News
from .postgresql_database import PostgresqlDatabase
from .sealing import KEY_BYTES, derived_key, is_same_body
from .statements import fetch_rows, is_sqlite, list_parameter
from .writer import BatchObserver, Writer

T = TypeVar("T")
UPGRADE_LOCK = 0x48_6F_75_73_65
"""The advisory lock that one process at a time holds while it upgrades the tables: "House" in ASCII."""

RECEIPT = sa.select(schema.receipts.c.body_digest, schema.receipts.c.answer).where(
    schema.receipts.c.account == sa.bindparam("name"), schema.receipts.c.command == sa.bindparam("id")
)
"""The digest of a command's body and its first answer."""


class Store:
    """One open database."""

    find: Lookup
    """Queries of the index tables: people, sessions, tables, rounds, terms, disputes."""

    def __init__(self, database: Database, *, room_key: bytes, passing: Callable[[str], None]) -> None:
        self._database = database
        self._room_key = room_key
        self._news = News(room_key)
        self._writer = Writer(database, room_key=room_key, news=self._news, passing=passing)
        self._anchored: dict[str, int] = {}
        self.find = Lookup(database)

    @classmethod
    async def open(cls, url: str, *, room_key: bytes, passing: Callable[[str], None] = lambda point: None) -> Store:
        """
        Open `sqlite:///FILE` or `postgresql://...`; an empty or older database is upgraded to this version's tables.

        Refuses storage that may lose acknowledged commits. `room_key` is 32 bytes (see keys.room_key). `passing` is
        called with the name of each point in a commit at which tests simulate a crash.
        """
        if len(room_key) != KEY_BYTES:
            raise Unreadable(f"the room's key is {KEY_BYTES} bytes, not {len(room_key)}")
        database = Database.at(url)
        try:
            await database.write(prepare)
            database.timeout = TIMEOUT_SECONDS
            store = cls(database, room_key=room_key, passing=passing)
            if isinstance(database, PostgresqlDatabase):
                await database.end_idle_transactions()
                await store._news.follow(database.url)
        except (SQLAlchemyError, OSError) as error:
            await database.close()
            raise failure(error) from None
        except BaseException:
            await database.close()
            raise
        return store

    async def close(self) -> None:
        """Finish the commits that are waiting, then close."""
        await self._writer.close()
        await self._news.close()
        await self._database.close()

    def derived_key(self, purpose: str) -> bytes:
        """A key for one purpose, derived from the room's key; a backup of the database does not hold it."""
        return derived_key(self._room_key, purpose)

    async def commit(self, change: Change) -> int:
        """
        Write a change; returns the stream's new head once the change is durable.

        If it raises Stale, ShortOfChips, HasChips, Repeated, OtherBody or Taken, nothing was written. After Unavailable
        it is unknown whether the change was written; send the same command again.
        """
        reason = why_not_write(change)
        if reason:
            raise Broken(reason)
        return await self._writer.write(change)

    async def answer_to(self, account: str, command: str, body_digest: str) -> dict[str, Any] | None:
        """The first answer to this command, or None if it is new; raises OtherBody."""
        parameters = {"name": account, "id": command}
        receipts = await self._database.read(lambda connection: fetch_rows(connection, RECEIPT, parameters))
        if not receipts:
            return None
        stored_digest, stored_answer = receipts[0]
        if not is_same_body(stored_digest, self._room_key, account, command, body_digest):
            raise OtherBody(command)
        answer: dict[str, Any] = json.loads(stored_answer)
        return answer

    async def balance(self, account: str) -> int:
        return (await self.balances([account]))[account]

    async def balances(self, accounts: Iterable[str]) -> Mapping[str, int]:
        """The chips of several accounts; an account that was never paid has 0."""
        names = list(dict.fromkeys(accounts))
        known = self._writer.balances.of(names)
        if known is not None:
            return known
        dialect = self._database.url.get_backend_name()
        rows = await self._database.fetch(balances_statement(dialect), list_parameter(dialect, names))
        chips: dict[str, int] = dict(rows)
        balances = {name: chips.get(name, 0) for name in names}
        if self._database.has_one_writer:
            self._writer.balances.add(balances)
        return balances

    async def chips_of(self, person: str) -> int:
        """All chips of a person: in the purse, held at tables and staked."""
        return await self._database.read(partial(chips_of, person=person))

    async def refill(self, person: str, *, up_to: int, below: int, why: str) -> None:
        """Give a person new play chips up to a total, if they have less than `below` in all; raises HasChips."""
        event = Event("chips_given", {"account": person, "why": why})
        await self.commit(Change("room", None, 0, (event,), refill=Refill(person, up_to, below, why)))

    async def why_not_writable(self) -> str | None:
        """Why nothing can be written now, such as a full disk; None if a test write succeeded."""
        try:
            await self._database.write(partial(write_heartbeat, at=now()))
        except (SQLAlchemyError, OSError) as error:
            return str(failure(error))
        self._writer.failure = None
        return None

    async def probe(self) -> None:
        """Raise Unavailable if nothing can be written now."""
        reason = await self.why_not_writable()
        if reason is not None:
            raise Unavailable(reason)

    @property
    def last_failure(self) -> str | None:
        """Why the last commit failed; None if it did not, or if a write has succeeded since."""
        return self._writer.failure

    async def head(self, stream: str) -> int:
        """The number of the stream's last event; 0 for a stream that does not exist."""
        selected = sa.select(schema.streams.c.head).where(schema.streams.c.name == stream)
        return await self._database.read(lambda connection: connection.execute(selected).scalar()) or 0

    async def events(self, stream: str, after: int = 0) -> list[StoredEvent]:
        """The events of a stream after this number, in order, unsealed with the room's key."""
        parameters = {"name": stream, "after": after}
        return await self._database.read(
            lambda connection: read_events(connection, EVENTS_AFTER, parameters, self._room_key)
        )

    async def round_events(self, round: str) -> list[StoredEvent]:
        """The events of one round, in order."""
        parameters = {"round_id": round}
        return await self._database.read(
            lambda connection: read_events(connection, EVENTS_OF_ROUND, parameters, self._room_key)
        )

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The newest snapshot of a stream."""
        rows = await self._database.read(lambda connection: fetch_rows(connection, SNAPSHOT, {"name": stream}))
        for number, body in rows:
            return Snapshot(number, json.loads(body))
        return None

    async def why_broken(self, stream: str) -> str | None:
        """Why a stream's snapshot, or an event after it, is not what was written; None if everything matches."""
        return await self._database.read(partial(why_broken, stream=stream))

    async def chips_at_table(self, table: str, rounds: Sequence[str]) -> dict[str, int]:
        """The accounts with chips held at this table, staked in these rounds, or in its pot."""
        return await self._database.read(partial(chips_at_table, table=table, rounds=rounds))

    async def running_rounds(self, table: str) -> list[str]:
        """The rounds of a table that began and are not over, according to its events."""
        return await self._database.read(partial(running_rounds, stream=f"table:{table}"))

    async def take_lease(self, stream: str, owner: str, seconds: float) -> int | None:
        """Take a lease on this stream; returns its fencing token, or None while another owner's lease runs."""
        return await self._write(partial(leases.take, stream=stream, owner=owner, seconds=seconds))

    async def renew_leases(self, owner: str, held: Mapping[str, int], seconds: float) -> set[str]:
        """Renew leases, given by stream and fence; returns the streams that this owner still has."""
        return await self._write(partial(leases.renew, owner=owner, held=held, seconds=seconds))

    async def release_lease(self, stream: str, owner: str, fence: int) -> None:
        """End a lease early, so that another owner need not wait for it to run out."""
        await self._write(partial(leases.release, stream=stream, owner=owner, fence=fence))

    async def any_lease_runs(self) -> bool:
        """Does any process own a stream now?"""
        return await self._database.read(leases.any_runs)

    @property
    def key_check(self) -> str:
        """A value by which processes find out whether they have the same room key; it reveals nothing about the key."""
        return derived_key(self._room_key, "check").hex()

    async def unowned(self, prefix: str = "table:") -> list[str]:
        """The streams without a running lease, except those of closed tables."""
        return await self._database.read(partial(leases.unowned, prefix=prefix))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """
        Call the listener after every durable commit by any process on this database; returns a function that stops it.

        The listener is called with a stream and its new head. ("", 0) means that commits may have been missed.
        """
        return self._news.listen(listener)

    async def send(self, topic: str, message: Mapping[str, Any]) -> None:
        """
        Send a message to every process on this database that listens to `topic`.

        It is sealed on its way and not stored; at most 6,000 bytes as JSON.
        """
        await self._news.send(self._database, topic, message)

    def subscribe(self, topic: str, handler: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Call the handler with every message of a topic; returns a function that stops it."""
        return self._news.subscribe(topic, handler)

    def observe_batches(self, observer: BatchObserver) -> None:
        """Call the observer after every batch of changes (see BatchObserver)."""
        self._writer.on_batch = observer

    async def anchor(self, path: Path, signer: Ed25519PrivateKey | None = None) -> int:
        """Append the heads that moved since the last anchor to a file outside the database; returns how many."""
        moved = await self._database.read(partial(anchors.moved_heads, anchored=self._anchored))
        anchors.append(path, moved, signer)
        self._anchored |= {name: number for name, (number, _) in moved.items()}
        return len(moved)

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await self._database.write(work)
        except (SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
            raise failure(error) from None


def write_heartbeat(connection: sa.Connection, at: str) -> None:
    """Write one small row, to find out whether the database can be written."""
    table = schema.heartbeats
    connection.execute(table.delete().where(table.c.name == "store"))
    connection.execute(table.insert().values(name="store", at=at))


def prepare(connection: sa.Connection) -> None:
    """Upgrade the tables to this version; refuses a database from a newer Houseway."""
    if not is_sqlite(connection):
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADE_LOCK)))
    version = migrations.version(connection)
    newest = migrations.newest()
    if version == newest:
        return
    if version is not None and version > newest:
        raise WrongSchema(f"the database is of version {version}, and this Houseway knows versions up to {newest}")
    migrations.upgrade(connection)
    if version is not None:
        seal_index(connection, newest)
