"""
How a process stops: after SIGTERM running rounds may finish for a while, then everything is closed.

While it drains, a process opens no table and begins no round, `/readyz` answers 503, and every client receives a
`restart` frame. A round that does not finish in time continues after the restart, or in the process that takes the
table over.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from types import FrameType
from typing import TYPE_CHECKING, cast

from fastapi import FastAPI

from ..http.bounded_server import BoundedServer
from ..observability import metrics
from ..views import messages

if TYPE_CHECKING:
    from ..http.services import Services
    from ..runtime.room import Room

log = logging.getLogger(__name__)
POLL_SECONDS = 0.1
"""How often a draining process counts its running rounds."""


class DrainingServer(BoundedServer):
    """Drains after the first SIGTERM and stops at once after the second; SIGINT stops at once."""

    _draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        room = self.room
        if sig == signal.SIGINT:  # raised again when everything is closed, so that the command ends as interrupted
            self._captured_signals.append(sig)
        if sig != signal.SIGTERM or room is None or room.settings.drain_seconds <= 0 or room.draining:
            self.force_exit = self.should_exit and sig == signal.SIGINT
            self.should_exit = True
            return
        self._loop.call_soon_threadsafe(self._begin_to_drain, room)

    @property
    def room(self) -> Room | None:
        """The room, once it is open."""
        if not self.started:
            return None
        services: Services = cast(FastAPI, self.config.app).state.services
        return services.room

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        await super().main_loop()
        if self._draining is not None:
            self._draining.cancel()

    def _begin_to_drain(self, room: Room) -> None:
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain(room), name="drain")

    async def _drain(self, room: Room) -> None:
        try:
            await drain(room)
        finally:
            self.should_exit = True


async def drain(room: Room) -> None:
    """Let the running rounds of this process finish within the time that the settings allow."""
    seconds = room.settings.drain_seconds
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    room.draining = True
    metrics.draining(True)
    for actor in room.actors.values():
        actor.held = True
    for outbox in tuple(room.outboxes):
        outbox.send(messages.encode({"tell": "restart", "seconds": seconds}))
    log.info("draining for at most %s seconds: %s rounds are running", seconds, running_rounds(room))
    while running_rounds(room) and clock() < until:
        await asyncio.sleep(POLL_SECONDS)
    log.info("drained: %s rounds are left to the process that opens their tables next", running_rounds(room))


def running_rounds(room: Room) -> int:
    """The number of rounds at tables that this process owns."""
    return sum(1 for actor in room.actors.values() if actor.owned and actor.desk.live is not None)
