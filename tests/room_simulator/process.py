"""A simulated server process: the server's own room, store and sockets, which can be killed, paused and restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextvars import Context
from typing import TYPE_CHECKING, Any

from houseway.records.store import Store, Unavailable
from houseway.rules.errors import HousewayError
from houseway.server.http.sessions import Sessions
from houseway.server.http.socket import Sockets
from houseway.server.runtime.limits import Budgets, Rate, Rates
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings

from .database import SimulatedDatabase
from .loop import PROCESS, Owner
from .network import Connection
from .news import SimulatedNews

if TYPE_CHECKING:
    from .world import World

ROOM_KEY = bytes(range(32))
RATES = Rates(account=Rate(1_000, 10_000), address=Rate(20_000, 100_000), sockets_per_address=1000)
"""Most players share an address, so budgets of addresses are large; only that of a socket can be used up."""


class InOrder(dict[Any, None]):
    """A set that is iterated in insertion order, so that no run depends on addresses in memory."""

    def add(self, member: Any) -> None:
        self[member] = None

    def discard(self, member: Any) -> None:
        self.pop(member, None)

    def __iter__(self) -> Iterator[Any]:
        return super().__iter__()


class ServerProcess(Owner):
    """One life of a process, from its start to its end."""

    def __init__(self, world: World, slot: int, life: int) -> None:
        super().__init__()
        self.world = world
        self.slot = slot
        self.name = f"process {slot}.{life}"
        self.serving = False
        self.disturbed_at = 0.0
        """When this process, or its connection to the database, last had trouble."""
        self.dies_at_reveal = False
        """Whether this process ends when it next publishes the commitments of a round."""
        self.wall_offset = world.wall_offsets[slot]
        self.outside = world.context
        """The context of callbacks that do not belong to this process."""
        self.context = Context()
        self.context.run(PROCESS.set, self)
        self.connections: dict[Connection, asyncio.Task[None]] = {}
        self.tasks: list[asyncio.Task[Any]] = []
        """All its tasks, referenced to the end of the run so that those of a dead process are not cleaned up before."""
        several = world.plan.processes > 1
        chance = world.stream("line", slot, life)
        self.database = SimulatedDatabase(world.server, self, world.loop, chance, far=several)
        self.database.cut_off = world.cut_off[slot]
        self.news: SimulatedNews | None = None
        self.settings = Settings(
            lease_seconds=world.plan.lease_seconds,
            several_processes=several,
            idle_seconds=world.plan.idle_seconds,
            rates=RATES,
        )
        self.spawn(self._start())

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Start a task of this process."""
        task = self.world.loop.create_task(work, context=self.context)
        task.add_done_callback(self._worked)
        return task

    def _worked(self, task: asyncio.Task[Any]) -> None:
        """Report an exception that ended a task of the simulator: its tasks handle refusals, so this is a fault."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unavailable):
            self.world.violated(f"{self.name} ended with {type(error).__name__}: {error}")

    async def _start(self) -> None:
        self.store = Store(self.database, room_key=ROOM_KEY, passing=lambda point: None)
        if self.settings.several_processes:
            self.news = SimulatedNews(self.world.server, self, self.context, ROOM_KEY)
            self.store._news = self.news
            self.store._writer._news = self.news
            self.world.post.members.append(self.news)
        self.room = Room(self.store, self.settings)
        self.room._tasks = InOrder()  # type: ignore[assignment]
        self.room.outboxes = InOrder()  # type: ignore[assignment]
        self.sessions = Sessions(self.room)
        self.sockets = Sockets(self.room, self.sessions, Budgets(RATES, self.world.loop.time))
        try:
            await self.room.start()
        except HousewayError as error:
            self.world.note(f"{self.name} did not start: {type(error).__name__}")
            self.world.died(self)
            return
        self.sessions.start()
        self.serving = True
        self.world.note(f"{self.name} serves")

    def connect(self, connection: Connection) -> None:
        task = self.spawn(self.sockets.serve(connection))  # type: ignore[arg-type]
        self.connections[connection] = task
        task.add_done_callback(lambda done: self._served(connection, done))

    def _served(self, connection: Connection, task: asyncio.Task[None]) -> None:
        """Finish a socket after the server's code returned; if that failed, close the socket as the web server does."""
        self.connections.pop(connection, None)
        connection.reset()

    def die(self) -> None:
        """End like kill -9: nothing is finished or announced, and every socket is reset."""
        self.serving = False
        if self.news is not None:
            self.news.listening = False
        self.kill()
        for connection in tuple(self.connections):
            connection.reset()

    def stop(self) -> None:
        """Stop as after SIGTERM: the room closes normally, then the process ends."""
        self.serving = False
        self.spawn(self._stop())

    async def _stop(self) -> None:
        try:
            async with asyncio.timeout(30):
                await self.room.stop()
                await self.store.close()
        except (HousewayError, TimeoutError) as error:
            self.world.note(f"{self.name} did not stop cleanly: {type(error).__name__}")
        self.world.died(self)
