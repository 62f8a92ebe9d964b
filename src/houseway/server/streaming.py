"""Long questions over HTTP: one line of JSON for each step of the way, the answer in the last line."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi.responses import StreamingResponse

from ..rules.errors import HousewayError

Data = dict[str, Any]
Tell = Callable[[Data], None]
Work = Callable[["Listener"], Any]
BEAT, OFTEN = 1.0, 0.05
"""Seconds between two lines when there is no news, and at least between two of progress."""
LARGEST_IN_A_BROWSER = 2**53
_running: set[asyncio.Task[None]] = set()
"""Work goes on until it next looks up; until then somebody must remember it."""


class Lines(StreamingResponse):
    """One JSON value to a line."""

    media_type = "application/x-ndjson"


AS_LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {Lines.media_type: {}}, "description": "One JSON value to a line"}
}
"""How a route says that it answers line by line."""


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class Listener:
    """Who asked, as the work sees them: told how far it is, and gone when they leave."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._gone, self._last = tell, threading.Event(), 0.0

    def leave(self) -> None:
        self._gone.set()

    def progress(self, done: int, of: int) -> None:
        """How far the work is; ends it when nobody listens."""
        if self._gone.is_set():
            raise Abandoned
        at = time.monotonic()
        if at - self._last >= OFTEN or done == of:
            self._last = at
            self._tell({"done": done, "of": of})

    def part(self, found: Any) -> None:
        """Something that is known already."""
        self._tell({"part": found})


def streamed(work: Work, turn: asyncio.Semaphore) -> Lines:
    """The answer of this work, line by line, when its turn comes."""
    return Lines(_lines(work, turn))


async def _lines(work: Work, turn: asyncio.Semaphore) -> AsyncIterator[bytes]:
    loop, news = asyncio.get_running_loop(), asyncio.Queue[Data]()

    def tell(line: Data) -> None:
        loop.call_soon_threadsafe(news.put_nowait, line)

    listener = Listener(tell)
    task = asyncio.create_task(_answer(work, listener, turn, news))
    _running.add(task)
    task.add_done_callback(_running.discard)
    begun, over = time.monotonic(), False
    try:
        while not over:
            try:
                async with asyncio.timeout(BEAT):
                    line = await news.get()
            except TimeoutError:
                line = {}
            over = "found" in line or "refused" in line
            yield json.dumps({**line, "seconds": round(time.monotonic() - begun, 3)}).encode() + b"\n"
    finally:
        listener.leave()


async def _answer(work: Work, listener: Listener, turn: asyncio.Semaphore, news: asyncio.Queue[Data]) -> None:
    async with turn:
        try:
            found = await asyncio.to_thread(_unless_gone, work, listener)
            news.put_nowait({"found": for_a_browser(found)})
        except HousewayError as error:
            news.put_nowait({"refused": str(error)})
        except Abandoned:
            return


def _unless_gone(work: Work, listener: Listener) -> Any:
    listener.progress(0, 1)
    return work(listener)


async def lines_of(found: AsyncIterator[Data]) -> AsyncIterator[bytes]:
    """Each thing found as a line of JSON."""
    async for each in found:
        yield json.dumps(for_a_browser(each)).encode() + b"\n"


def for_a_browser(value: Any) -> Any:
    """Whole numbers that a browser would round become text."""
    if isinstance(value, dict):
        return {name: for_a_browser(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [for_a_browser(part) for part in value]
    large = isinstance(value, int) and not isinstance(value, bool) and abs(value) >= LARGEST_IN_A_BROWSER
    return str(value) if large else value
