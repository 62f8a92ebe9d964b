"""
Reports when kernels are compiled, without importing Numba.

A command watches before it asks a question; `cache.py` reports each kernel that Numba compiles. A kernel that is read
from the cache is not reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Watcher = Callable[[int, bool], None]
"""Called with the number of kernels that were compiled so far, and whether one is being compiled now."""


@dataclass
class Compiling:
    """What this process has compiled, and the watchers of it."""

    depth: int = 0
    """How many kernels are being compiled now; a kernel waits for those that it calls."""
    count: int = 0
    watchers: list[Watcher] = field(default_factory=list)

    def change(self, *, begun: int, ended: int) -> None:
        """Count kernels that begin or end to be compiled, and tell the watchers."""
        self.depth += begun - ended
        self.count += ended
        for watcher in self.watchers:
            watcher(self.count, self.depth > 0)


COMPILING = Compiling()


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call the watcher when a kernel begins and ends to be compiled."""
    COMPILING.watchers.append(watcher)
    try:
        yield
    finally:
        COMPILING.watchers.remove(watcher)


def kernels_compiled() -> int:
    """How many kernels this process has compiled, with the parts that they call."""
    return COMPILING.count


def begin() -> None:
    """A kernel begins to be compiled, perhaps because another one calls it."""
    COMPILING.change(begun=1, ended=0)


def end() -> None:
    """A kernel is compiled."""
    COMPILING.change(begun=0, ended=1)
