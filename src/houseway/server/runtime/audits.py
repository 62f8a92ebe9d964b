"""Audits of the running room, in a separate process so that no table waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ...records.store.chain import now
from ...records.store.keys import PUBLIC_FILE
from ...rules.errors import HousewayError, NotAllowed


def run_audit(url: str, anchors: str | None) -> dict[str, Any]:
    """Audit the whole room; this runs in the separate process."""
    from ...audit.room import audit

    path = Path(anchors) if anchors else None
    public = path.with_name(PUBLIC_FILE) if path else None
    key = public.read_text(encoding="ascii", errors="replace") if public and public.is_file() else None
    try:
        return asdict(audit(url, anchors_file=path if path and path.is_file() else None, public_key=key))
    except HousewayError as error:
        return {"fault": str(error)}


class Audits:
    """The running audit, and the result of the last one."""

    def __init__(self, url: str | None, anchors: Path | None) -> None:
        self._url = url
        self._anchors = anchors
        self._running: asyncio.Task[None] | None = None
        self.last: dict[str, Any] | None = None

    @property
    def running(self) -> bool:
        return self._running is not None and not self._running.done()

    def begin(self) -> None:
        """Start an audit; refuses if one is running."""
        if self._url is None:
            raise NotAllowed("this room does not know its database's address; use houseway audit")
        if self.running:
            raise NotAllowed("an audit is running already")
        self._running = asyncio.create_task(self._run(self._url))

    async def _run(self, url: str) -> None:
        begun = now()
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as separate:
            anchors = str(self._anchors) if self._anchors else None
            report = await asyncio.get_running_loop().run_in_executor(separate, run_audit, url, anchors)
        self.last = {"begun_at": begun, "ended_at": now(), **report}
