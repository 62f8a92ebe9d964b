"""Sockets between players and processes, with latency, broken connections and slow readers."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from houseway.server.http.bounded_protocols import DIRECT
from houseway.server.http.cookies import PLAIN_COOKIE

from .loop import VirtualLoop
from .protocol import Frame, FrameText

if TYPE_CHECKING:
    from .process import ServerProcess

WINDOW = 32
"""The most frames on their way to a client; with more, the server has to wait."""


class Listener(Protocol):
    """The client's end of a connection."""

    def heard(self, connection: Connection, frame: FrameText) -> None: ...
    def closed(self, connection: Connection, code: int) -> None: ...


@dataclass(frozen=True)
class Address:
    host: str


class Connection:
    """One socket; the server's code uses it as the WebSocket that it serves."""

    def __init__(
        self,
        loop: VirtualLoop,
        chance: random.Random,
        process: ServerProcess,
        listener: Listener,
        token: str,
        host: str,
    ) -> None:
        self.scope = {"scheme": "ws", "extensions": {DIRECT: {"write": self._write}}}
        self.cookies = {PLAIN_COOKIE: token}
        self.headers = {"origin": "http://localhost", "host": "localhost"}
        self.client = Address(host)
        self.process = process
        self.open = True
        """Whether the client believes that the connection is open."""
        self.slow = 0.0
        """Seconds that the client takes to read a frame."""
        self.opened_at = loop.time()
        self.closed_at = 0.0
        self._loop = loop
        self._chance = chance
        self._listener = listener
        self._latency = chance.uniform(0.003, 0.12)
        self._inbox: deque[dict[str, Any]] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._outstanding = 0
        self._room: asyncio.Future[None] | None = None
        self._arrives_there = 0.0
        self._arrives_here = 0.0
        self._vanished = False

    # The client's end ------------------------------------------------------------------------------------------------

    def send(self, frame: str | bytes) -> None:
        """Send a frame to the server."""
        if self.open:
            kind = "text" if isinstance(frame, str) else "bytes"
            self._travel_there({"type": "websocket.receive", kind: frame})

    @property
    def seems_open(self) -> bool:
        """Whether the server believes that the connection is open; it does not notice that a client vanished."""
        return self.open or self._vanished

    def _end(self) -> None:
        self.open = False
        self.closed_at = self._loop.time()

    def hang_up(self) -> None:
        """Close the connection properly."""
        if self.open:
            self._end()
            self._travel_there({"type": "websocket.disconnect", "code": 1000})

    def vanish(self) -> None:
        """Drop the client without notifying the server."""
        self._end()
        self._vanished = True

    def _travel_there(self, message: dict[str, Any]) -> None:
        at = max(self._loop.time() + self._delay(), self._arrives_there + 1e-6)
        self._arrives_there = at
        self._loop.call_exactly_at(at, self._arrived, message)

    def _arrived(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _delay(self) -> float:
        spike = 1.0 if self._chance.random() < 0.01 else 0.0
        return self._latency * self._chance.uniform(0.8, 1.5) + spike * self._chance.uniform(0.2, 3.0)

    # The server's end: the interface of Starlette's WebSocket --------------------------------------------------------

    async def accept(self) -> None:
        """Complete the handshake."""

    async def receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._waiting = self._loop.create_future()
            await self._waiting
        return self._inbox.popleft()

    async def send_text(self, frame: FrameText) -> None:
        while self._outstanding >= WINDOW:
            self._room = self._loop.create_future()
            await self._room
        self._outstanding += 1
        if not self._vanished:
            self._travel_here(self._read, frame)

    def _write(self, frames: Collection[Frame]) -> bool:
        """Send frames without waiting, as the server's protocol does; False while the client reads too slowly."""
        if self._outstanding + len(frames) > WINDOW:
            return False
        self._outstanding += len(frames)
        if not self._vanished:
            for frame in frames:
                self._travel_here(self._read, frame.text)
        return True

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._travel_here(self._closed, code)

    def reset(self) -> None:
        """Close the connection because the process at the other end is dead; the client notices."""
        self._travel_here(self._closed, 1006)

    def _travel_here(self, then: Callable[..., None], what: object) -> None:
        at = max(self._loop.time() + self._delay(), self._arrives_here + 1e-6) + self.slow
        self._arrives_here = at
        self._loop.call_exactly_at(at, then, what, context=self.process.outside)

    def _read(self, frame: FrameText) -> None:
        self._outstanding -= 1
        if self._room is not None and not self._room.done():
            self._room.set_result(None)
        if self.open:
            self._listener.heard(self, frame)

    def _closed(self, code: int) -> None:
        if self.open:
            self._end()
            self._listener.closed(self, code)
