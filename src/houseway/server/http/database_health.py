"""
Finds out whether the database accepts writes.

The answer is the outcome of the last real write: the last commit, or a test write when there was no commit for a while.
So a full disk or a lost database is noticed even while nobody plays.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from ...records.store import Unavailable
from ..observability import metrics

FRESH_SECONDS = 10.0
"""A successful write counts as proof for this long."""
RETRY_SECONDS = 1.0
PROBE_SECONDS = 5.0


class Health:
    """The outcome of the last write, with a probe when it is too old."""

    def __init__(self, probe: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic) -> None:
        self._probe = probe
        self._clock = clock
        self._writes = False
        self._since = float("-inf")
        self._probing = asyncio.Lock()

    def wrote(self, succeeded: bool) -> None:
        """Note that a write has just succeeded or failed."""
        self._writes = succeeded
        self._since = self._clock()
        metrics.ready(succeeded)

    @property
    def _known(self) -> bool:
        return self._clock() - self._since < (FRESH_SECONDS if self._writes else RETRY_SECONDS)

    async def writable(self) -> bool:
        """Whether the database accepts writes now."""
        async with self._probing:
            if not self._known:
                await self._write_probe()
            return self._writes

    async def _write_probe(self) -> None:
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._probe()
        except (Unavailable, TimeoutError):
            self.wrote(False)
        else:
            self.wrote(True)
