"""
News of commits, and messages between the processes of one room.

On PostgreSQL they travel by NOTIFY, those of commits inside the commit itself; on SQLite there is one process. Anybody
who may connect to the database can LISTEN, so messages are sealed with the room's key; one that is not is ignored.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL

from ...rules.errors import NotAllowed, Unreadable
from ..shuffle import from_system
from .chain import canonical
from .database import Database, is_sqlite
from .sealing import MESSAGE_BYTES, open_message, seal_message

Listener = Callable[[str, int], None]
Heard = Callable[[dict[str, Any]], None]
Heads = Sequence[tuple[str, int]]

CHANNEL = "houseway"
MOST_BYTES = 7000
PAUSE = 0.5
STILL_THERE = 5.0
"""Seconds between two looks whether the line to the other processes still stands; a dead one may say nothing."""
EVERYTHING = ("", 0)
"""Told to listeners when news may have been missed."""
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("text", type_=sa.Text)))
log = logging.getLogger(__name__)


class News:
    """Who listens, and what is told."""

    def __init__(self, room_key: bytes) -> None:
        self._room_key = room_key
        self._process = f"{from_system().bits(64):016x}"
        self._listeners: list[Listener] = []
        self._topics: dict[str, list[Heard]] = {}
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    def listen(self, listener: Listener) -> Callable[[], None]:
        return _joined(self._listeners, listener)

    def hear(self, topic: str, heard: Heard) -> Callable[[], None]:
        return _joined(self._topics.setdefault(topic, []), heard)

    def announce(self, connection: sa.Connection, heads: Heads) -> None:
        """Put the news of a commit into its transaction."""
        if not is_sqlite(connection):
            for part in _parts(heads):
                self._notify(connection, {"heads": part})

    def tell(self, heads: Heads) -> None:
        """Tell this process's own listeners; after the commit."""
        for stream, head in heads:
            for listener in tuple(self._listeners):
                _safely(listener, stream, head)

    async def send(self, database: Database, topic: str, message: Mapping[str, Any]) -> None:
        text = canonical(message)
        if len(text) > MESSAGE_BYTES:
            raise NotAllowed(f"a message to {topic!r} has at most {MESSAGE_BYTES} bytes, not {len(text)}")
        if self._task:
            sealed = seal_message(text, self._room_key, topic, self._process)
            await database.read(lambda connection: self._notify(connection, {"topic": topic, "sealed": sealed}))
        self._deliver(topic, json.loads(text))

    def _notify(self, connection: sa.Connection, payload: dict[str, Any]) -> None:
        text = canonical({"from": self._process, **payload})
        connection.execute(NOTIFY, {"text": text})

    def _deliver(self, topic: str, message: dict[str, Any]) -> None:
        for heard in tuple(self._topics.get(topic, ())):
            _safely(heard, message)

    async def follow(self, url: URL) -> None:
        """Listen to the other processes from now on; PostgreSQL only."""
        self._task = asyncio.create_task(self._follow(url))
        await self._listening.wait()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _follow(self, url: URL) -> None:
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        again = False
        while True:
            try:
                await self._follow_one_connection(plain, again)
            except OSError as error:
                log.warning("no news from other processes: %s", type(error).__name__)
            except Exception as error:  # asyncpg has many names for a server that is going away
                log.warning("no news from other processes: %s", type(error).__name__)
            again = True
            await asyncio.sleep(PAUSE)

    async def _follow_one_connection(self, url: str, again: bool) -> None:
        import asyncpg

        connection = await asyncpg.connect(url)
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda *said: self._heard(said[-1]))
            self._listening.set()
            if again:
                self.tell([EVERYTHING])
            while not lost.is_set():
                await connection.execute(f'LISTEN "{CHANNEL}"', timeout=STILL_THERE)  # once more does no harm
                with suppress(TimeoutError):
                    async with asyncio.timeout(STILL_THERE):
                        await lost.wait()
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    def _open(self, payload: dict[str, Any]) -> None:
        """Deliver a message of another process that has the room's key."""
        try:
            text = open_message(str(payload.get("sealed", "")), self._room_key, payload["topic"], payload["from"])
        except Unreadable:
            log.warning("ignored a message that is not sealed with this room's key")
            return
        self._deliver(payload["topic"], json.loads(text))

    def _heard(self, text: str) -> None:
        payload = json.loads(text)
        if payload["from"] == self._process:
            return
        if "topic" in payload:
            if self._topics.get(payload["topic"]):  # most answers are for another process: opening them is work
                self._open(payload)
            return
        self.tell([(stream, head) for stream, head in payload["heads"]])


def _joined(members: list[Any], member: Any) -> Callable[[], None]:
    members.append(member)

    def leave() -> None:
        if member in members:
            members.remove(member)

    return leave


def _parts(heads: Heads) -> Iterator[list[tuple[str, int]]]:
    """The news in parts that fit one notice each."""
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
    """A listener that fails must not stop the writer or the other listeners."""
    try:
        call(*arguments)
    except Exception as error:
        log.exception("a listener failed: %s", type(error).__name__)
