"""Signed anchors: written to the data folder and sent to other destinations, without keeping a table waiting."""

from __future__ import annotations

import asyncio
import logging
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ...records.store import Change, Event, Setting, Store, anchors
from ...records.store.chain import digest
from ...records.store.keys import public_text, signing_key
from ...rules.errors import HousewayError, Unreadable, shown

log = logging.getLogger(__name__)
SEND_SECONDS = 10.0
"""How long one destination may take for one line."""
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
"""Seconds between two tries to reach a destination that does not answer, at most."""


class Destination:
    """A destination of anchors outside the room's machine: a file on another disk, or an HTTP address."""

    def __init__(self, target: str) -> None:
        self.target = target
        parts = urlsplit(target)
        self.is_url = parts.scheme in ("http", "https")
        if "://" in target and not (self.is_url and parts.hostname):
            raise Unreadable(f"anchors are sent to a file or to http(s)://HOST/PATH, not to {shown(parts.scheme)}")
        self.name = f"{parts.scheme}://{parts.hostname}" if self.is_url else target
        """For log lines: without the path and query, which may contain a token."""

    def send(self, line: str) -> None:
        """Deliver one line; raises OSError on failure."""
        if self.is_url:
            request = urllib.request.Request(
                self.target,
                data=f"{line}\n".encode("ascii"),
                headers={"Content-Type": "application/json"},
                method="POST",
            )
            with urllib.request.urlopen(request, timeout=SEND_SECONDS):
                return
        with Path(self.target).open("ab+") as file:
            if _is_cut_short(file):
                file.write(b"\n")
            file.write(f"{line}\n".encode("ascii"))
            file.flush()
            os.fsync(file.fileno())

    def complete_lines(self) -> list[str]:
        """The complete lines of a destination that is a file."""
        path = Path(self.target)
        text = path.read_text(encoding="ascii", errors="replace") if path.exists() else ""
        return [line for line in text.splitlines() if anchors.is_whole(line)]


def _is_cut_short(file: IO[bytes]) -> bool:
    """Was the last line of a file cut short, by a crash or a full disk?"""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


class Backlog:
    """
    The lines of the local file that a destination does not have yet, in order and each once.

    A file shows its last line. An HTTP address cannot be asked: the digest of the last line that it accepted is stored
    next to the local file, so only a crash between the two delivers a line twice, which an audit tolerates.
    """

    def __init__(self, local: Path, destination: Destination) -> None:
        self._local = local
        self._destination = destination
        self._note = local.with_name(f"{local.name}.sent-{digest(destination.target)[:16]}")
        """Named by a digest, because the address may contain a token."""
        self._offset: int | None = None
        """Where the undelivered lines begin in the local file; None before that was looked up."""

    def next_line(self) -> str | None:
        """The next line to deliver; None if the destination has them all."""
        if self._offset is None:
            self._offset = self._start()
        for line, end in self._lines_from(self._offset):
            if anchors.is_whole(line):
                return line
            self._offset = end  # a crash cut this line short
        return None

    def delivered(self, line: str) -> None:
        """The destination has accepted the next line."""
        self._offset = (self._offset or 0) + len(line) + 1
        if self._destination.is_url:
            part = self._note.with_name(self._note.name + ".part")
            part.write_text(digest(line) + "\n", encoding="ascii")
            part.replace(self._note)

    def _start(self) -> int:
        """The offset in the local file after the last line that the destination has."""
        known = self._delivered_before()
        start = 0
        for line, end in self._lines_from(0):
            if digest(line) in known:
                start = end
        if known and start == 0 and self._local.exists():
            log.warning(
                "%s has anchors that this room does not know; it is sent all anchors of this room",
                self._destination.name,
            )
        return start

    def _delivered_before(self) -> set[str]:
        """Digests of lines that the destination has: all lines of a file, the last line of an address."""
        if not self._destination.is_url:
            return {digest(line) for line in self._destination.complete_lines()}
        return {self._note.read_text(encoding="ascii").strip()} if self._note.exists() else set()

    def _lines_from(self, offset: int) -> Iterator[tuple[str, int]]:
        """Each complete line, and the offset of the next."""
        if not self._local.exists():
            return
        with self._local.open("rb") as file:
            file.seek(offset)
            for data in file:
                if not data.endswith(b"\n"):  # it is being written
                    return
                offset += len(data)
                yield data[:-1].decode("ascii", errors="replace"), offset


class Anchoring:
    """Writes an anchor every few seconds and sends it to each destination, independently of the others."""

    def __init__(self, store: Store, path: Path, *, seconds: float, to: tuple[str, ...] = ()) -> None:
        self._store = store
        self._path = path
        self._seconds = seconds
        self._written = {Destination(target): asyncio.Event() for target in to}
        """For each destination: set when the local file may have new lines for it."""

    async def run(self) -> None:
        """Run until cancelled."""
        signer = await asyncio.to_thread(signing_key, self._path.parent)
        await record_public_key(self._store, signer)
        async with asyncio.TaskGroup() as tasks:
            for destination, written in self._written.items():
                tasks.create_task(self._keep_sending(destination, written))
            while True:
                await self._anchor(signer)
                await asyncio.sleep(self._seconds)

    async def _anchor(self, signer: Ed25519PrivateKey) -> None:
        try:
            await self._store.anchor(self._path, signer)
        except (HousewayError, OSError) as error:
            log.warning("anchors could not be written: %s", type(error).__name__)
            return
        for written in self._written.values():
            written.set()

    async def _keep_sending(self, destination: Destination, written: asyncio.Event) -> None:
        """Send every missing line in order; after a failure retry, with growing pauses."""
        backlog = Backlog(self._path, destination)
        pause = FIRST_PAUSE
        while True:
            written.clear()
            try:
                is_up_to_date = await asyncio.to_thread(_send_next, backlog, destination)
            except OSError as error:  # urllib's errors are OSErrors
                log.warning("anchors could not be sent to %s: %s", destination.name, type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            if is_up_to_date:
                await written.wait()


def _send_next(backlog: Backlog, destination: Destination) -> bool:
    """Deliver the next line; returns True if there was none. Raises OSError on failure."""
    line = backlog.next_line()
    if line is None:
        return True
    destination.send(line)
    backlog.delivered(line)
    return False


async def record_public_key(store: Store, signer: Ed25519PrivateKey) -> None:
    """Record the public key in the room's own chain, once."""
    text = public_text(signer)
    name = f"anchor_key:{text[:16]}"
    if await store.find.setting(name) != text:
        event = Event("anchor_key", {"public_key": text})
        await store.commit(Change("room", None, 0, (event,), rows=(Setting(name=name, value=text),)))
