"""The store: everything the server reads and writes."""

from __future__ import annotations

import hashlib
import hmac
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
from .batch import AT_TABLES
from .chain import now
from .changes import Change, Event, Refill, Snapshot, StoredEvent, why_not_write
from .database import PATIENCE, Database, PostgresqlDatabase, failure, is_sqlite, named
from .errors import OtherBody, Unavailable, WrongSchema
from .index_seal import seal_index
from .ledger import belongs_to, held, player, pot, staked
from .lookup import Lookup
from .news import Listener, News
from .reading import EVENTS_AFTER, EVENTS_OF_ROUND, balances_of, read_events, running_rounds, why_broken
from .sealing import KEY_BYTES, derived_key, is_same_body
from .writer import BatchObserver, Writer

T = TypeVar("T")


class Store:
    """One open database."""

    find: Lookup
    """Everything that is looked up: people, sessions, tables, rounds, terms, disputes."""

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
        Open `sqlite:///FILE` or `postgresql://...`; an empty or older database is brought up to this version's tables.

        Refuses storage that would acknowledge what it can lose. `room_key` is 32 bytes (see keys.room_key). `passing`
        is told the name of every point at which a crash is worth testing.
        """
        if len(room_key) != KEY_BYTES:
            raise Unreadable(f"the room's key is {KEY_BYTES} bytes, not {len(room_key)}")
        database = Database.at(url)
        try:
            await database.write(prepare)
            database.patience = PATIENCE
            store = cls(database, room_key=room_key, passing=passing)
            if isinstance(database, PostgresqlDatabase):
                await store._news.follow(database.url)
        except (SQLAlchemyError, OSError) as error:
            await database.close()
            raise failure(error) from None
        except BaseException:
            await database.close()
            raise
        return store

    async def close(self) -> None:
        """Finish what is being written, then close."""
        await self._writer.close()
        await self._news.close()
        await self._database.close()

    def derived_key(self, purpose: str) -> bytes:
        """A key for one purpose, derived from the room's key; a backup of the database does not hold it."""
        return hmac.new(self._room_key, f"houseway {purpose}".encode(), hashlib.sha256).digest()

    async def commit(self, change: Change) -> int:
        """
        Write a change and give the stream's new head, once it is durable.

        Raises Stale, ShortOfChips, Repeated, OtherBody or Taken, and then nothing of it is written; after Unavailable
        nobody knows, and the same command may be sent again.
        """
        reason = why_not_write(change)
        if reason:
            raise Broken(reason)
        return await self._writer.write(change)

    async def answer_to(self, account: str, command: str, body_digest: str) -> dict[str, Any] | None:
        """The first answer to this command, or None if it is new; raises OtherBody."""
        table = schema.receipts
        wanted = sa.select(table).where((table.c.account == account) & (table.c.command == command))
        found = await self._database.read(lambda connection: connection.execute(wanted).first())
        if found is None:
            return None
        if not is_same_body(found.body_digest, self._room_key, account, command, body_digest):
            raise OtherBody(command)
        answer: dict[str, Any] = json.loads(found.answer)
        return answer

    async def balance(self, account: str) -> int:
        return (await self.balances([account]))[account]

    async def balances(self, accounts: Iterable[str]) -> Mapping[str, int]:
        """The same for several; an account nothing was ever paid to has 0."""
        names = list(accounts)
        dialect = self._database.url.get_backend_name()
        rows = await self._database.glance(balances_of(dialect), named(dialect, names))
        found: dict[str, int] = dict(rows)
        return {name: found.get(name, 0) for name in names}

    async def chips_of(self, person: str) -> int:
        """Everything that is a person's: purse, held at tables and staked."""

        def total(connection: sa.Connection) -> int:
            purse = sa.select(schema.balances.c.chips).where(schema.balances.c.account == player(person))
            chips: int = connection.execute(purse).scalar() or 0
            for row in connection.execute(AT_TABLES):
                if belongs_to(row.account, person):
                    chips += row.chips
            return chips

        return await self._database.read(total)

    async def refill(self, person: str, *, up_to: int, below: int, why: str) -> None:
        """New play chips up to a total, if all that is the person's is below a bound; raises HasChips."""
        event = Event("chips_given", {"account": person, "why": why})
        await self.commit(Change("room", None, 0, (event,), refill=Refill(person, up_to, below, why)))

    async def why_not_writable(self) -> str | None:
        """Why nothing can be written now, such as a full disk; None after a real write that succeeded."""
        try:
            await self._database.write(partial(beat, at=now()))
        except (SQLAlchemyError, OSError) as error:
            return str(failure(error))
        self._writer.failure = None
        return None

    async def probe(self) -> None:
        """The same, raising Unavailable where nothing can be written."""
        reason = await self.why_not_writable()
        if reason is not None:
            raise Unavailable(reason)

    @property
    def last_failure(self) -> str | None:
        """Why the last commit was not written; None where it was, or where a write succeeded since."""
        return self._writer.failure

    async def head(self, stream: str) -> int:
        """The number of the stream's last event; 0 for a stream that is not there."""
        wanted = sa.select(schema.streams.c.head).where(schema.streams.c.name == stream)
        return await self._database.read(lambda connection: connection.execute(wanted).scalar()) or 0

    async def events(self, stream: str, after: int = 0) -> list[StoredEvent]:
        """The events of a stream after this number, in order; sealed ones opened with the room's key."""
        these = {"name": stream, "after": after}
        return await self._database.read(
            lambda connection: read_events(connection, EVENTS_AFTER, these, self._room_key)
        )

    async def round_events(self, round: str) -> list[StoredEvent]:
        """The events of one round, in order."""
        these = {"round_id": round}
        return await self._database.read(
            lambda connection: read_events(connection, EVENTS_OF_ROUND, these, self._room_key)
        )

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The newest snapshot of a stream."""
        wanted = sa.select(schema.snapshots).where(schema.snapshots.c.stream == stream)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return Snapshot(row.number, json.loads(row.body)) if row else None

    async def why_broken(self, stream: str) -> str | None:
        """Why the part of a stream that a recovery reads, snapshot and later events, is not what was written."""
        return await self._database.read(partial(why_broken, stream=stream))

    async def chips_at_table(self, table: str, rounds: Sequence[str]) -> dict[str, int]:
        """The accounts with chips held at this table, staked in these rounds, or in its pot."""
        begins = (held(table, ""), *(staked(round, "") for round in rounds))

        def found(connection: sa.Connection) -> dict[str, int]:
            chips = {row.account: row.chips for row in connection.execute(AT_TABLES) if row.account.startswith(begins)}
            wanted = sa.select(schema.balances.c.chips).where(schema.balances.c.account == pot(table))
            in_pot: int = connection.execute(wanted).scalar() or 0
            return {**chips, pot(table): in_pot} if in_pot else chips

        return await self._database.read(found)

    async def running_rounds(self, table: str) -> list[str]:
        """The rounds of a table that began and are not over, by its events."""
        return await self._database.read(partial(running_rounds, stream=f"table:{table}"))

    async def take_lease(self, stream: str, owner: str, seconds: float) -> int | None:
        """The fencing token of a lease on this stream, or None while another owner's lease runs."""
        return await self._writing(partial(leases.take, stream=stream, owner=owner, seconds=seconds))

    async def renew_leases(self, owner: str, held: Mapping[str, int], seconds: float) -> set[str]:
        """Prolong leases, by stream and fence; under one that is not among those it gives nothing can be written."""
        return await self._writing(partial(leases.renew, owner=owner, held=held, seconds=seconds))

    async def release_lease(self, stream: str, owner: str, fence: int) -> None:
        """Give a lease back, so that another owner need not wait for its end."""
        await self._writing(partial(leases.release, stream=stream, owner=owner, fence=fence))

    async def any_lease_runs(self) -> bool:
        """Does any process own a stream now?"""
        return await self._database.read(leases.any_runs)

    @property
    def key_check(self) -> str:
        """Tells one room key from another without telling anything about either."""
        return derived_key(self._room_key, "check").hex()

    async def unowned(self, prefix: str = "table:") -> list[str]:
        """The streams whose lease has run out or was given back; those of closed tables need no owner."""
        return await self._database.read(partial(leases.unowned, prefix=prefix))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """
        Hear of every commit by any process on this database, after it is durable; call what it gives to stop.

        The listener is called with a stream and its new head. ("", 0) means that news may have been missed.
        """
        return self._news.listen(listener)

    async def send(self, topic: str, message: Mapping[str, Any]) -> None:
        """
        A message to every process on this database that hears `topic`.

        Sealed on its way and not kept; at most 6,000 bytes as JSON.
        """
        await self._news.send(self._database, topic, message)

    def hear(self, topic: str, heard: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Hear the messages of a topic; call what it gives to stop."""
        return self._news.hear(topic, heard)

    def observe_batches(self, observer: BatchObserver) -> None:
        """Call this after every commit, with the changes in it, the seconds it took and whether it failed."""
        self._writer.on_batch = observer

    async def anchor(self, path: Path, signer: Ed25519PrivateKey | None = None) -> int:
        """Append the heads that moved since the last anchor to a file outside the database; returns how many."""
        moved = await self._database.read(partial(anchors.moved_heads, anchored=self._anchored))
        anchors.append(path, moved, signer)
        self._anchored |= {name: number for name, (number, _) in moved.items()}
        return len(moved)

    async def _writing(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await self._database.write(work)
        except (SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
            raise failure(error) from None


def beat(connection: sa.Connection, at: str) -> None:
    """A small real write."""
    table = schema.heartbeats
    connection.execute(table.delete().where(table.c.name == "store"))
    connection.execute(table.insert().values(name="store", at=at))


def prepare(connection: sa.Connection) -> None:
    """Bring the tables up to this version; a database from a newer Houseway is refused."""
    if not is_sqlite(connection):  # one process at a time
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(0x48_6F_75_73_65)))
    found = migrations.version(connection)
    newest = migrations.newest()
    if found is not None and found > newest:
        raise WrongSchema(f"the database is of version {found}, and this Houseway knows versions up to {newest}")
    if found != newest:
        migrations.upgrade(connection)
    if found is not None and found != newest:
        seal_index(connection, newest)
