"""The leases of a process: renewed in time, given up without a database, taken over from other processes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ...rules.errors import HousewayError
from ..observability import faults, metrics
from .outbox import CUT_OFF

if TYPE_CHECKING:
    from .room import Room

FOR_EVER = 10 * 365 * 86_400.0
"""Seconds of a lease in a room of one process, which no other process can take over."""


class Leases:
    """Owns tables on behalf of one process."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = room.store

    async def take(self, stream: str) -> int | None:
        """Take the lease of a table's stream; its fencing token, or None while another process holds it."""
        return await self._store.take_lease(stream, self._room.process, self._seconds)

    async def renew_forever(self) -> None:
        """Renew the leases of this process; disown its tables when that failed for longer than a lease."""
        clock = asyncio.get_running_loop().time
        lease = self._room.settings.lease_seconds
        renewed_at = clock()
        while True:
            await asyncio.sleep(lease / 3)
            try:
                async with asyncio.timeout(lease):
                    await self._renew()
                renewed_at = clock()
            except Exception as error:  # the next turn tries again
                faults.report_unless_expected("renewing leases", error)
                if clock() - renewed_at > lease:
                    self._give_up()

    async def take_over(self) -> None:
        """Take over tables whose lease ran out."""
        for stream in await self._store.unowned():
            table = stream.removeprefix("table:")
            actor = self._room.actors.get(table)
            if actor is None:
                await self._room.follow(table)
            elif not actor.owned and (fence := await self.take(stream)):
                metrics.lease_changed("taken")
                actor.own(fence)
                self._room.background(self._room.take_terms())

    async def release(self) -> None:
        """Release every lease, so that other processes take the tables over at once."""
        for actor in self._room.actors.values():
            if actor.fence is not None:
                with suppress(HousewayError):
                    await self._store.release_lease(actor.desk.stream, self._room.process, actor.fence)

    @property
    def _seconds(self) -> float:
        settings = self._room.settings
        return settings.lease_seconds if settings.several_processes else FOR_EVER

    async def _renew(self) -> None:
        fences = {actor.desk.stream: actor.fence for actor in self._room.actors.values() if actor.fence is not None}
        renewed = await self._store.renew_leases(self._room.process, fences, self._seconds)
        for actor in list(self._room.actors.values()):
            stream = actor.desk.stream
            if actor.owned and stream not in renewed and fences.get(stream) == actor.fence:
                actor.disown()

    def _give_up(self) -> None:
        """Disown every table and cut every client: by now other processes own the tables."""
        for actor in self._room.actors.values():
            if actor.owned:
                actor.disown()
        for outbox in tuple(self._room.outboxes):
            outbox.cut(CUT_OFF, "this server cannot reach its database; reconnect in a moment, or to another server")
