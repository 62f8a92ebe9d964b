"""
Is the process alive, and does the database accept writes.

The answer is the outcome of the last real write: of the last commit, or of a probe that is written when there was no
commit for a while. A full disk or a lost database is therefore seen even while nobody plays.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ...records.store import Unavailable
from ..observability import metrics
from .dependencies import HouseHere
from .operator import OperatorHere

health_routes = APIRouter(include_in_schema=False)
FRESH_SECONDS = 10.0
"""A successful write proves this long that the next one works."""
RETRY_SECONDS = 1.0
PROBE_SECONDS = 5.0


class Health:
    """Whether the room can keep what it is given."""

    def __init__(self, probe: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic) -> None:
        self._probe = probe
        self._clock = clock
        self._writes = False
        self._since = float("-inf")
        self._probing = asyncio.Lock()

    def wrote(self, succeeded: bool) -> None:
        """A write has just succeeded or failed."""
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


@health_routes.get("/healthz")
async def alive() -> Response:
    """The process answers."""
    return PlainTextResponse("alive\n")


@health_routes.get("/readyz")
async def ready(house: HouseHere) -> Response:
    """New visitors can be sent here: the database accepts writes and the process is not about to stop."""
    if house.room.draining:
        return PlainTextResponse("draining\n", status_code=503)
    if not await house.health.writable():
        return PlainTextResponse("the database does not accept writes\n", status_code=503)
    return PlainTextResponse("ready\n")


@health_routes.get("/metrics")
async def metrics_page(request: Request, operator: OperatorHere) -> Response:
    """Metrics of this process, for the operator; --metrics-port serves them to this machine without a token."""
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)
