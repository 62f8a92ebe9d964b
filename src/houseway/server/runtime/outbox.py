"""The outbox of one client's socket: what waits to be sent is bounded, and a client that reads too slowly is cut."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

MOST_BYTES = 1024 * 1024
MOST_FRAMES = 512
SLOW_SECONDS = 10.0
"""How long one frame may take to be sent."""

# Close codes of sockets.
TOO_SLOW = 4008
LOGGED_OUT = 4001
SERVER_STOPS = 1012
CUT_OFF = 1013
TOO_MUCH = 4029

TOO_SLOW_REASON = "this client reads too slowly; resume when it can keep up"


@dataclass(frozen=True)
class Caller:
    """Who sends a command: an account, its name, and the level of a bot."""

    account: str
    name: str
    bot: str | None = None


class Outbox:
    """Frames for one client."""

    def __init__(self, caller: Caller, session: str, address: str) -> None:
        self.caller = caller
        self.session = session
        self.address = address
        self.watching: set[str] = set()
        self.expires_at: str | None = None
        """When the session of this socket expires."""
        self.closing: tuple[int, str] | None = None
        """The code and the reason with which the socket is being closed."""
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._is_sending = False
        self._write_is_due = False
        self.write: Callable[[Iterable[bytes]], bool] | None = None
        """Writes frames at once, or returns False if they have to wait in the outbox."""

    def send(self, frame: bytes) -> None:
        """Send a frame with all others of this turn of the event loop; a client that does not read is cut instead."""
        if self.closing:
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if self._is_full:
            self._write_frames()
        if self._is_full:
            self.cut(TOO_SLOW, TOO_SLOW_REASON)
        elif self.write is None:
            self._changed.set()
        elif not self._write_is_due:
            self._write_is_due = True
            asyncio.get_running_loop().call_soon(self._write_frames)

    @property
    def _is_full(self) -> bool:
        return self._bytes > MOST_BYTES or len(self._frames) > MOST_FRAMES

    def _write_frames(self) -> None:
        """Write the frames in one system call, an answer and the table after it; or leave them to `send_all`."""
        self._write_is_due = False
        if self.write is None or not self._frames or self._is_sending:
            return
        if self.write(self._frames):
            self._frames.clear()
            self._bytes = 0
        else:
            self._changed.set()

    def cut(self, code: int, why: str) -> None:
        """Close the socket as soon as possible; frames that cannot be written at once are dropped."""
        if self.closing is None:
            self._write_frames()
            self.closing = (code, why)
            self._frames.clear()
            self._bytes = 0
        self._changed.set()

    async def send_all(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[int, str], Awaitable[None]]
    ) -> None:
        """Send frames as they come, until the outbox is cut; then close the socket."""
        while self.closing is None:
            await self._changed.wait()
            self._changed.clear()
            while self._frames and self.closing is None:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                self._is_sending = True
                try:
                    async with asyncio.timeout(SLOW_SECONDS):
                        await send(frame.decode())
                except TimeoutError:
                    self.cut(TOO_SLOW, TOO_SLOW_REASON)
                finally:
                    self._is_sending = False
        await close(*self.closing)
