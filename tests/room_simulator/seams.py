"""Replaces the clocks and the entropy of the server's modules by those of the simulated world."""

from __future__ import annotations

import datetime as real_datetime
import os
import sys
import time as real_time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from houseway.records import shuffle
from houseway.records.store import leases

PACKAGES = ("houseway.server", "houseway.records")


class Clocks:
    """Replacement of `time`: the wall clock and the monotonic clock of the calling process."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self.time = wall
        self.monotonic = monotonic
        self.perf_counter = monotonic

    def sleep(self, seconds: float) -> None:
        raise RuntimeError("a simulated room never blocks its thread")


class SeededSystem:
    """Replacement of `os`, with entropy from the seed."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.urandom = read

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


@contextmanager
def replaced(
    *,
    wall: Callable[[], float],
    monotonic: Callable[[], float],
    database: Callable[[], float],
    entropy: Callable[[int], bytes],
) -> Iterator[None]:
    """Run the block with these clocks and this entropy in the server's modules."""

    class VirtualDatetime(real_datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real_datetime.datetime.fromtimestamp(wall(), tz)  # a plain one: a subclass takes twice as long

    clocks = Clocks(wall, monotonic)
    originals: list[tuple[Any, str, Any]] = []

    def put(module: Any, name: str, value: Any) -> None:
        originals.append((module, name, getattr(module, name)))
        setattr(module, name, value)

    for name, module in sorted(sys.modules.items()):
        if not name.startswith(PACKAGES):
            continue
        if vars(module).get("time") is real_time:
            put(module, "time", clocks)
        if vars(module).get("datetime") is real_datetime.datetime:
            put(module, "datetime", VirtualDatetime)
    put(leases, "time", Clocks(database, monotonic))
    put(shuffle, "os", SeededSystem(entropy))
    try:
        yield
    finally:
        for module, name, value in reversed(originals):
            setattr(module, name, value)
