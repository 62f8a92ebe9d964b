"""A wire between a server and its database that can go silent, or break."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import Any


class Wire:
    """Passes bytes on to an address, until it is cut."""

    def __init__(self, address: str) -> None:
        host, port = address.split(":")
        self._to = (host, int(port))
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._ends: set[asyncio.StreamWriter] = set()
        self.round_trips = 0
        """How often a client sent something after it had everything from the server that it waited for."""
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server: Any = self._do(asyncio.start_server(self._joined, "127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self.heal()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def cut(self) -> None:
        """Stop passing bytes, without closing a connection."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def heal(self) -> None:
        """Pass bytes again, those that waited first."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def tear(self) -> None:
        """Break every connection."""
        for end in self._ends:
            self._loop.call_soon_threadsafe(end.transport.abort)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        self.tear()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(*self._to)
        both = (writer, there_writer)
        self._ends.update(both)
        try:
            has_answer = asyncio.Event()
            has_answer.set()
            await asyncio.gather(
                self._pass(reader, there_writer, partial(self._count_request, has_answer)),
                self._pass(there_reader, writer, has_answer.set),
            )
        finally:
            self._ends.difference_update(both)
            for end in both:
                end.close()

    def _count_request(self, has_answer: asyncio.Event) -> None:
        if has_answer.is_set():
            self.round_trips += 1
        has_answer.clear()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passed: Callable[[], None]
    ) -> None:
        try:
            while data := await reader.read(65536):
                await self._whole.wait()
                passed()
                writer.write(data)
                await writer.drain()
        except OSError:
            return
        finally:
            await self._whole.wait()  # a cut wire does not pass the end of a connection either
            writer.close()
