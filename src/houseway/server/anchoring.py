"""Signed anchors, written to the data folder and sent to other places without ever making a table wait."""

from __future__ import annotations

import asyncio
import logging
import os
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ..records.store import Change, Event, Setting, Store, anchors
from ..records.store.keys import public_text, signing_key
from ..rules.errors import HousewayError, Unreadable, shown

log = logging.getLogger(__name__)
SEND_SECONDS = 10.0
"""How long one destination may take for one line."""
LONGEST_PAUSE = 300.0
"""Seconds between two tries to reach a destination that does not answer, at most."""


class Destination:
    """A place outside the room's machine that anchors are sent to: a file on another disk, or an HTTP address."""

    def __init__(self, target: str) -> None:
        self.target = target
        parts = urlsplit(target)
        self._is_url = parts.scheme in ("http", "https")
        if "://" in target and not (self._is_url and parts.hostname):
            raise Unreadable(f"anchors are sent to a file or to http(s)://HOST/PATH, not to {shown(parts.scheme)}")
        self.name = f"{parts.scheme}://{parts.hostname}" if self._is_url else target
        """As logs show it: an address may carry a token."""

    def last_line(self) -> str | None:
        """The last line that is there already; None where that cannot be asked."""
        if self._is_url:
            return None
        path = Path(self.target)
        lines = path.read_text(encoding="ascii", errors="replace").splitlines() if path.exists() else []
        return next((line for line in reversed(lines) if anchors.is_whole(line)), "")

    def send(self, line: str) -> None:
        """Deliver one line; raises OSError where that fails."""
        if self._is_url:
            request = urllib.request.Request(
                self.target,
                data=f"{line}\n".encode("ascii"),
                headers={"Content-Type": "application/json"},
                method="POST",
            )
            with urllib.request.urlopen(request, timeout=SEND_SECONDS):
                return
        with Path(self.target).open("a", encoding="ascii") as file:
            file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())


class Anchoring:
    """Writes an anchor every few seconds, and keeps each destination up to date on its own."""

    def __init__(self, store: Store, path: Path, *, seconds: float, to: tuple[str, ...] = ()) -> None:
        self._store = store
        self._path = path
        self._seconds = seconds
        self._queues = {Destination(target): asyncio.Queue[str]() for target in to}
        """The lines that each destination has yet to get."""

    async def run(self) -> None:
        """Go on until cancelled."""
        signer = await asyncio.to_thread(signing_key, self._path.parent)
        await record_public_key(self._store, signer)
        async with asyncio.TaskGroup() as tasks:
            for destination, queue in self._queues.items():
                tasks.create_task(self._keep_sending(destination, queue))
            while True:
                await self._anchor(signer)
                await asyncio.sleep(self._seconds)

    async def _anchor(self, signer: Ed25519PrivateKey) -> None:
        try:
            moved = await self._store.anchor(self._path, signer)
            line = anchors.last_line(self._path)
        except (HousewayError, OSError) as error:
            log.warning("anchors could not be written: %s", type(error).__name__)
            return
        if moved and line is not None:
            for queue in self._queues.values():
                queue.put_nowait(line)

    async def _keep_sending(self, destination: Destination, queue: asyncio.Queue[str]) -> None:
        """Send every line in order; a destination that fails is tried again, less and less often."""
        missed = await asyncio.to_thread(self._missed, destination)
        sent = set(missed)
        """The first anchor of this start may be among them, and in the queue as well."""
        while True:
            if missed:
                line = missed.pop(0)
            else:
                line = await queue.get()
                if line in sent:
                    continue
            pause = 1.0
            while not await asyncio.to_thread(_is_sent, destination, line):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _missed(self, destination: Destination) -> list[str]:
        """The local lines from before this start that a file does not have; an HTTP address cannot be asked."""
        try:
            there = destination.last_line()
        except OSError:
            there = ""
        if there is None or not self._path.exists():
            return []
        text = self._path.read_text(encoding="ascii", errors="replace")
        lines = [line for line in text.splitlines() if anchors.is_whole(line)]
        return lines[lines.index(there) + 1 :] if there in lines else lines


def _is_sent(destination: Destination, line: str) -> bool:
    try:
        destination.send(line)
    except OSError as error:  # urllib's errors are OSErrors
        log.warning("anchors could not be sent to %s: %s", destination.name, type(error).__name__)
        return False
    return True


async def record_public_key(store: Store, signer: Ed25519PrivateKey) -> None:
    """The public key becomes part of the room's own chain, once."""
    text = public_text(signer)
    name = f"anchor_key:{text[:16]}"
    if await store.find.setting(name) != text:
        event = Event("anchor_key", {"public_key": text})
        await store.commit(Change("room", None, 0, (event,), rows=(Setting(name=name, value=text),)))
