"""
Notifies listeners of commits, and carries messages between the processes of one room.

On PostgreSQL both travel by NOTIFY; that of a commit is sent inside its transaction. On SQLite there is only one
process. Anybody who may connect to the database can LISTEN, so messages are sealed with the room's key, and a message
that is not sealed is ignored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL

from ...rules.errors import NotAllowed, Unreadable
from ..shuffle import from_system
from .chain import canonical, read_json
from .database import Database
from .sealing import MESSAGE_BYTES, open_message, seal_message
from .statements import is_sqlite

Listener = Callable[[str, int], None]
Handler = Callable[[dict[str, Any]], None]
Heads = Sequence[tuple[str, int]]

CHANNEL = "houseway"
MOST_BYTES = 7000
"""The most bytes of heads in one NOTIFY, which carries under 8,000 bytes."""
RECONNECT_SECONDS = 0.5
CHECK_SECONDS = 5.0
"""Seconds between two checks of the connection; a dead connection may not report that it is."""
EVERYTHING = ("", 0)
"""The stream and head that listeners get when commits may have been missed."""
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("text", type_=sa.Text)))
log = logging.getLogger(__name__)


class News:
    """The listeners of this process, and its connection to the other processes."""

    def __init__(self, room_key: bytes) -> None:
        self._room_key = room_key
        self._process = f"{from_system().bits(64):016x}"
        self._listeners: list[Listener] = []
        self._handlers: dict[str, list[Handler]] = {}
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after every commit; returns a function that stops it."""
        return _added(self._listeners, listener)

    def subscribe(self, topic: str, handler: Handler) -> Callable[[], None]:
        """Call the handler with every message of a topic; returns a function that stops it."""
        return _added(self._handlers.setdefault(topic, []), handler)

    def announce(self, connection: sa.Connection, heads: Heads) -> None:
        """Notify the other processes of a commit, inside its transaction."""
        if not is_sqlite(connection):
            for part in _parts(heads):
                self._notify(connection, {"heads": part})

    def call_listeners(self, heads: Heads) -> None:
        """Call this process's own listeners, after the commit."""
        for stream, head in heads:
            for listener in tuple(self._listeners):
                _safely(listener, stream, head)

    async def send(self, database: Database, topic: str, message: Mapping[str, Any]) -> None:
        """Send a message to the subscribers of a topic in all processes, this one included."""
        text = canonical(message)
        if len(text) > MESSAGE_BYTES:
            raise NotAllowed(f"a message to {topic!r} has at most {MESSAGE_BYTES} bytes, not {len(text)}")
        if self._task:
            sealed = seal_message(text, self._room_key, topic, self._process)
            await database.read(lambda connection: self._notify(connection, {"topic": topic, "sealed": sealed}))
        self._deliver(topic, read_json(text))

    def _notify(self, connection: sa.Connection, payload: dict[str, Any]) -> None:
        text = canonical({"from": self._process, **payload})
        connection.execute(NOTIFY, {"text": text})

    def _deliver(self, topic: str, message: dict[str, Any]) -> None:
        for handler in tuple(self._handlers.get(topic, ())):
            _safely(handler, message)

    async def follow(self, url: URL) -> None:
        """Listen to the other processes until `close`; PostgreSQL only."""
        self._task = asyncio.create_task(self._follow(url))
        await self._listening.wait()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _follow(self, url: URL) -> None:
        asyncpg_url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        is_reconnect = False
        while True:
            try:
                await self._follow_one_connection(asyncpg_url, is_reconnect)
            except Exception as error:  # asyncpg raises many kinds of error for a server that is going away
                log.warning("lost the notifications of other processes: %s", type(error).__name__)
            is_reconnect = True
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _follow_one_connection(self, url: str, is_reconnect: bool) -> None:
        import asyncpg

        connection = await asyncpg.connect(url)
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, text: self._receive(text))
            self._listening.set()
            if is_reconnect:
                self.call_listeners([EVERYTHING])
            while not lost.is_set():
                await connection.execute(f'LISTEN "{CHANNEL}"', timeout=CHECK_SECONDS)  # repeating LISTEN is harmless
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_SECONDS):
                        await lost.wait()
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    def _open_and_deliver(self, payload: dict[str, Any]) -> None:
        """Deliver a message of another process; one that is not sealed with the room's key is ignored."""
        try:
            text = open_message(str(payload.get("sealed", "")), self._room_key, payload["topic"], payload["from"])
        except Unreadable:
            log.warning("ignored a message that is not sealed with this room's key")
            return
        self._deliver(payload["topic"], read_json(text))

    def _receive(self, text: str) -> None:
        """Handle one NOTIFY."""
        payload = read_json(text)
        if payload["from"] == self._process:
            return
        if "topic" in payload:
            if self._handlers.get(payload["topic"]):  # most messages are for another process: opening them costs time
                self._open_and_deliver(payload)
            return
        self.call_listeners([(stream, head) for stream, head in payload["heads"]])


def _added(members: list[Any], member: Any) -> Callable[[], None]:
    """Add a member to a list; returns a function that removes it."""
    members.append(member)

    def remove() -> None:
        if member in members:
            members.remove(member)

    return remove


def _parts(heads: Heads) -> Iterator[list[tuple[str, int]]]:
    """The heads in parts that fit one NOTIFY each."""
    part = list[tuple[str, int]]()
    size = 0
    for head in heads:
        if part and size + len(canonical(head)) > MOST_BYTES:
            yield part
            part = []
            size = 0
        part.append(head)
        size += len(canonical(head)) + 1
    if part:
        yield part


def _safely(call: Callable[..., None], *arguments: Any) -> None:
    """Call a listener; its failure must not stop the writer or the other listeners."""
    try:
        call(*arguments)
    except Exception as error:
        log.exception("a listener failed: %s", type(error).__name__)
