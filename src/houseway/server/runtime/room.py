"""
The tables of one process.

Several processes may share one PostgreSQL database. The process that holds a table's lease owns the table. The others
follow it and forward their clients' commands to the owner. When a lease runs out, another process takes the table over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from ...records.store import Store
from ...records.store.chain import now
from ...rules.errors import HousewayError, NotAllowed
from ..observability import faults
from ..study.pool import WorkPool
from ..tables.desk import Desk
from .actor import Actor, longest_behind
from .anchoring import Anchoring
from .attendance import Attendance
from .bots import Bots
from .chips import Chips
from .codes import random_code
from .ephemeral import Ephemeral
from .leases import Leases
from .moderation import TOPIC as MODERATION
from .moderation import Moderation
from .open_sockets import OpenSockets
from .opening import Opening
from .operator_actions import take_terms
from .outbox import SERVER_STOPS, Outbox
from .recovery import UnreadableTable, check_room_key, quarantine, recover
from .routing import Routing
from .services import LiveTableServices
from .settings import Settings

log = logging.getLogger(__name__)
ONLY_PROCESS = "the only one"
PROCESS_NAME_LETTERS = 12
UNWATCHED_READ_AT_ONCE = 40
"""Tables of other processes, not watched from here, that are read in one turn for the lobby's list."""


class NoSuchTable(NotAllowed):
    """A code that belongs to no open table."""


class Room:
    """The tables of one process, and what runs them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.actors: dict[str, Actor] = {}
        """By the table's code."""
        self.outboxes: set[Outbox] = set()
        """One for each open socket."""
        self.quarantined: dict[str, str] = {}
        """Why a table could not be read, for the tables that this process closed for that reason."""
        self.draining = False
        """The process is about to stop: no new table and no new round."""
        self.process = random_code(PROCESS_NAME_LETTERS) if settings.several_processes else ONLY_PROCESS
        self.bots = Bots()
        self.chips = Chips(store, settings.welcome)
        self.moderation = Moderation(store)
        self.study = WorkPool(settings.study)
        self.leases = Leases(self)
        self.opening = Opening(self)
        self.routing = Routing(self)
        self.attendance = Attendance(self)
        self.sockets = OpenSockets(self)
        self.ephemeral = Ephemeral(store, self.process, self.actors)
        self._services = LiveTableServices(self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._subscriptions: list[Callable[[], None]] = []
        """Each ends one subscription to messages of other processes."""
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # Start and stop ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring every table back to where it was."""
        self._subscriptions = [
            self.store.listen(self._stream_grew),
            *self.routing.listen(),
            self.ephemeral.listen(),
            *self.sockets.listen(),
            self.store.subscribe("terms", lambda _: self.background(self.take_terms())),
            *self.attendance.listen(),
            self.store.subscribe(MODERATION, lambda _: self.background(self.moderation.load())),
        ]
        await self.moderation.load()
        await check_room_key(self.store, several_processes=self.settings.several_processes)
        for row in await self.store.find.tables():
            await self._load(row.id)
        self.background(self.take_terms())
        self.background(self.attendance.tidy_forever())
        if self.settings.several_processes:
            self.background(self.leases.renew_forever())
            self.background(self._look_after_other_tables())
        if self.settings.anchors is not None and self.settings.anchor_seconds > 0:
            anchoring = Anchoring(
                self.store,
                self.settings.anchors,
                seconds=self.settings.anchor_seconds,
                to=self.settings.anchor_to,
            )
            self.background(anchoring.run())

    async def stop(self) -> None:
        """Cut every client, stop every table and release the leases."""
        for unsubscribe in self._subscriptions:
            unsubscribe()
        for outbox in tuple(self.outboxes):
            outbox.cut(SERVER_STOPS, "the room is being restarted; reconnect in a moment")
        await self.study.close()
        self.bots.stop()
        for task in tuple(self._tasks):
            task.cancel()
        for actor in self.actors.values():
            actor.stop()
        if self.settings.several_processes:
            await self.leases.release()

    def background(self, work: Coroutine[object, object, object]) -> None:
        """Run a coroutine in the background and report its faults."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._background_ended)

    def _background_ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            faults.report_unless_expected("background task", error)

    # Tables ----------------------------------------------------------------------------------------

    async def find(self, code: str) -> Actor:
        """The actor of a table, owned or followed, after everything written so far."""
        if code in self.actors:
            return await self.actors[code].up_to_date()
        row = await self.store.find.table(code) if self.settings.several_processes else None
        actor = await self._load(code) if row is not None and row.closed_at is None else None
        if actor is None:
            raise NoSuchTable(f"there is no table {code!r}; it may have been closed")
        return actor

    async def follow(self, table: str) -> None:
        """Begin to follow a table that another process opened."""
        with suppress(HousewayError):  # it may be closed by now
            await self.find(table)

    def loading(self, table: str) -> asyncio.Lock:
        """The lock under which a table's actor is made: a table must not have two."""
        return self._loading.setdefault(table, asyncio.Lock())

    def run_table(self, desk: Desk, fence: int | None) -> Actor:
        """Make the actor of a table."""
        paces = self.settings.paces
        pace = paces.get(desk.pace) or next(iter(paces.values()))  # the operator may have removed a pace
        actor = Actor(self._services, desk, fence=fence, pace=pace)
        self.actors[desk.table] = actor
        return actor

    async def take_terms(self) -> None:
        """Let tables under older terms take the operator's newest with their next round."""
        with suppress(HousewayError):  # the next owner of a table does the same
            pay_tables = self.settings.guests_may_change_pay_tables
            await take_terms(self.store, self.actors.values(), now(), pay_tables=pay_tables)

    async def _load(self, table: str) -> Actor | None:
        """The actor of a table from its record; None if the table is closed or cannot be read."""
        async with self.loading(table):
            if table in self.actors:
                return self.actors[table]
            fence = await self.leases.take(f"table:{table}")
            try:
                desk = await recover(self.store, table)
            except UnreadableTable as error:
                await self._quarantine(table, fence, str(error))
                return None
            if desk is None or desk.closed:
                return None
            return self.run_table(desk, fence)

    async def _quarantine(self, table: str, fence: int | None, reason: str) -> None:
        """Close a table that cannot be read; a failure must not stop the other tables."""
        if fence is None:  # another process owns it
            return
        self.quarantined[table] = reason
        try:
            await quarantine(self.store, table, fence, reason, now())
        except HousewayError as error:
            log.error("table %s cannot be read and could not be closed: %s", table, error)

    # Other processes ----------------------------------------------------------------------------------------

    def _stream_grew(self, stream: str, head: int) -> None:
        """Another process wrote to a stream; an empty name means that messages may have been missed."""
        if not stream:
            for actor in self.actors.values():
                actor.hear(0)
            self.background(self._catch_up())
            return
        if not stream.startswith("table:"):
            return
        table = stream.removeprefix("table:")
        if table in self.actors:
            self.actors[table].hear(head)
        elif self.settings.several_processes:
            self.background(self.follow(table))

    async def _catch_up(self) -> None:
        """Read again what messages of other processes would have announced."""
        await self.sockets.hang_up_ended()
        await self.moderation.load()
        for row in await self.store.find.tables():
            await self.follow(row.id)
        await self.take_terms()

    async def _look_after_other_tables(self) -> None:
        """Take over tables without an owner, announce who is here, and read the tables nobody here watches."""
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            try:
                if not self.draining:
                    await self.leases.take_over()
                    await self.attendance.announce()
                for actor in longest_behind(self.actors.values(), UNWATCHED_READ_AT_ONCE):
                    await actor.up_to_date()
            except Exception as error:  # the next turn tries again
                faults.report_unless_expected("taking tables over", error)
