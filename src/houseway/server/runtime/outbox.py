"""One client's socket: what waits to be sent is bounded, and a reader that is too slow is cut."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

MOST_BYTES = 1024 * 1024
MOST_FRAMES = 512
SLOW_SECONDS = 10.0

TOO_SLOW = 4008
LOGGED_OUT = 4001
SERVER_STOPS = 1012
CUT_OFF = 1013
TOO_MUCH = 4029


@dataclass(frozen=True)
class Caller:
    """Who speaks: an account and how it is shown."""

    account: str
    name: str
    bot: str | None = None


class Line:
    """Frames on their way to one client."""

    def __init__(self, caller: Caller, session: str, address: str) -> None:
        self.caller = caller
        self.session = session
        self.address = address
        self.watching: set[str] = set()
        self.expires_at: str | None = None
        """When the session of this socket expires."""
        self.closing: tuple[int, str] | None = None
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._is_sending = False
        self.write: Callable[[bytes], bool] | None = None
        """Sends a frame at once, or returns False where it has to wait in line."""

    def tell(self, frame: bytes) -> None:
        """Send a frame, or put it in line behind others; a client that does not read is cut instead."""
        if self.closing:
            return
        if self.write is not None and not self._frames and not self._is_sending and self.write(frame):
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if self._bytes > MOST_BYTES or len(self._frames) > MOST_FRAMES:
            self.cut(TOO_SLOW, "this client reads too slowly; resume when it can keep up")
        self._news.set()

    def cut(self, code: int, why: str) -> None:
        """Close as soon as may be; what was in line is not sent."""
        if self.closing is None:
            self.closing = (code, why)
            self._frames.clear()
            self._bytes = 0
        self._news.set()

    async def send_all(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[int, str], Awaitable[None]]
    ) -> None:
        """Send frames as they come, until the line is cut."""
        while self.closing is None:
            await self._news.wait()
            self._news.clear()
            while self._frames and self.closing is None:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                self._is_sending = True
                try:
                    async with asyncio.timeout(SLOW_SECONDS):
                        await send(frame.decode())
                except TimeoutError:
                    self.cut(TOO_SLOW, "this client reads too slowly; resume when it can keep up")
                finally:
                    self._is_sending = False
        await close(*self.closing)
