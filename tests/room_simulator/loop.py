"""
An event loop whose time is virtual: it jumps to the next timer as soon as nothing is left to do now.

Every callback belongs to a simulated process, named by the context variable `PROCESS`, or to the world outside (None).
A process that was killed runs nothing more, not even its clean-up; a paused one runs late.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any

LATEST = 0.001
"""Seconds by which a timer may fire late; timers of the same instant therefore fire in seeded order."""


class Deadlock(Exception):
    """Nothing is ready and no timer is set: nothing will ever happen again."""


class Owner:
    """The process that a callback belongs to; its callbacks run until it is killed, paused, or its countdown ends."""

    def __init__(self) -> None:
        self.normal = True
        self.alive = True
        self._paused: list[asyncio.Handle] | None = None
        self._fuse: int | None = None
        self._burnt: Callable[[], None] = lambda: None

    def kill(self) -> None:
        """Run no more callbacks."""
        self.alive = False
        self.normal = False
        self._paused = None

    def pause(self) -> None:
        """Hold callbacks back from now on, as SIGSTOP does."""
        if self.alive and self._paused is None:
            self._paused = []
            self.normal = False

    def resume(self, loop: VirtualLoop) -> None:
        """Run the callbacks that were held back, in their order."""
        if self._paused is None:
            return
        paused = self._paused
        self._paused = None
        self.normal = self.alive and self._fuse is None
        loop.run_again(paused)

    def burn(self, callbacks: int, then: Callable[[], None]) -> None:
        """After this many more callbacks, call `then` instead of the next one."""
        self._fuse = callbacks
        self._burnt = then
        self.normal = False

    def takes(self, handle: asyncio.Handle) -> bool:
        """Whether this callback runs now; called only for an owner that does not run normally."""
        if not self.alive:
            return False
        if self._paused is not None:
            self._paused.append(handle)
            return False
        if self._fuse is None:
            return True
        self._fuse -= 1
        if self._fuse >= 0:
            return True
        self._fuse = None
        self.normal = True
        self._burnt()
        return self.alive


PROCESS: ContextVar[Owner | None] = ContextVar("process", default=None)


class _Handle(asyncio.Handle):
    """asyncio's handle without what only its debug mode needs: a run makes tens of thousands."""

    __slots__ = ()

    def __init__(self, callback: Any, args: Any, loop: VirtualLoop, context: Context | None) -> None:
        self._context: Context = copy_context() if context is None else context
        self._loop: VirtualLoop = loop
        self._callback: Any = callback
        self._args: Any = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None


class _Timer(asyncio.TimerHandle):
    """A timer without what only asyncio's debug mode needs."""

    __slots__ = ()

    def __init__(self, when: float, callback: Any, args: Any, loop: VirtualLoop, context: Context | None) -> None:
        self._context: Context = copy_context() if context is None else context
        self._loop: VirtualLoop = loop
        self._callback: Any = callback
        self._args: Any = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None
        self._when = when
        self._scheduled = True


class VirtualLoop(asyncio.BaseEventLoop):
    """asyncio's own loop with another clock, no input or output, and no threads."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._now = 0.0
        self._chance = chance.random
        self._scheduled: list[tuple[float, int, Any]] = []
        """Timers by time and number: asyncio's own heap of handles would compare them by a Python method."""
        self._timer_numbers = count()
        self.steps = 0
        """Callbacks run so far."""

    def time(self) -> float:
        return self._now

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Like asyncio's own, without its checks of threads and callbacks, which take as long as the rest."""
        handle = _Handle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        when += self._chance() * LATEST
        timer = _Timer(when, callback, args, self, context)
        heapq.heappush(self._scheduled, (when, next(self._timer_numbers), timer))
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_exactly_at(
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """`call_at` without lateness, for callbacks that must keep their order."""
        timer = _Timer(when, callback, args, self, context)
        heapq.heappush(self._scheduled, (when, next(self._timer_numbers), timer))
        return timer

    def run_in_executor(self, executor: object, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Run at once, in this thread; the answer comes a little later, as from a thread."""
        future = self.create_future()
        try:
            result = func(*args)
        except Exception as error:
            self.call_later(self._chance() * LATEST, _fail, future, error)
        else:
            self.call_later(self._chance() * LATEST, _answer, future, result)
        return future

    def run_again(self, handles: list[asyncio.Handle]) -> None:
        """Put callbacks that were held back in front of the others."""
        self._ready.extendleft(reversed(handles))  # type: ignore[attr-defined]

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        raise RuntimeError("a simulated room has no threads")

    def _run_once(self) -> None:
        """Turns of the loop, until it is stopped; asyncio calls this for each turn, which costs more than the turn."""
        while True:
            self._turn(self._ready, self._scheduled)  # type: ignore[attr-defined]
            if self._stopping:  # type: ignore[attr-defined]
                return

    def _turn(self, ready: deque[Any], timers: list[tuple[float, int, Any]]) -> None:
        """Run everything that is ready, or else jump to the next timer."""
        if self._timer_cancelled_count > len(timers) // 2 > 50:
            self._forget_cancelled()
        while timers and timers[0][2]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(timers)[2]._scheduled = False
        if not ready:
            if not timers:
                raise Deadlock("nothing is ready and no timer is set")
            self._now = max(self._now, timers[0][0])
        while timers and timers[0][0] <= self._now:
            _, _, timer = heapq.heappop(timers)
            timer._scheduled = False
            ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle._cancelled:
                continue
            context = handle._context
            owner = context.get(PROCESS)
            if owner is not None and not owner.normal and not owner.takes(handle):
                continue
            self.steps += 1
            try:
                context.run(handle._callback, *handle._args)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self.call_exception_handler({"message": "exception in a callback", "exception": error})

    def _forget_cancelled(self) -> None:
        """Remove cancelled timers, since most timers are cancelled before they fire."""
        waiting = []
        for entry in self._scheduled:
            timer = entry[2]
            if timer._cancelled:
                timer._scheduled = False
            else:
                waiting.append(entry)
        self._scheduled[:] = waiting
        heapq.heapify(self._scheduled)
        self._timer_cancelled_count = 0

    def _process_events(self, event_list: object) -> None:
        """Do nothing: there are no files to watch."""

    def _write_to_self(self) -> None:
        """Do nothing: no other thread wakes this loop."""


def _answer(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
