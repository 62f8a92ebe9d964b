"""The clock of a table: what it waits for, and the alarm that ends the wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..tables.timers import Wait


class TableClock:
    """One wait at a time. Only the clock of the table's owner rings."""

    def __init__(self, ring: Callable[[tuple[object, ...]], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._until = 0.0
        self.wait: Wait | None = None
        self.alarm: asyncio.TimerHandle | None = None

    def set(self, wait: Wait | None, *, rings: bool, at_least: float = 0.0) -> None:
        """Start a wait of at least so many seconds, unless the same wait is running."""
        if wait is not None and self.wait is not None and wait.key == self.wait.key:
            return
        self.reset()
        self.wait = wait
        if wait is None:
            return
        self._until = self._loop.time() + max(wait.seconds, at_least)
        if rings:
            self.alarm = self._loop.call_at(self._until, self._ring, wait.key)

    def reset(self) -> None:
        """End the wait without ringing."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        self.wait = None
        self._until = 0.0

    def expire(self) -> None:
        """End the wait, so that the next one starts anew even with the same key."""
        self.wait = None

    @property
    def left_ms(self) -> int | None:
        """Milliseconds left of the wait; None without a wait."""
        if self.wait is None:
            return None
        return max(0, int((self._until - self._loop.time()) * 1000))

    @property
    def total_ms(self) -> int | None:
        """Milliseconds of the whole wait; None without a wait."""
        return None if self.wait is None else int(self.wait.seconds * 1000)
