"""
Tells whoever wants to know when kernels are compiled, without importing Numba.

A command watches before it asks a question; `cache.py` reports each kernel that Numba compiles. A kernel that is read
from the cache is not reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watcher = Callable[[int, bool], None]
"""Called with the number of kernels that were compiled so far, and whether one is being compiled now."""
_watchers: list[Watcher] = []
_depth = 0
_count = 0


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call the watcher when a kernel begins and ends to be compiled."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def kernels_compiled() -> int:
    """How many kernels this process has compiled, with the parts that they call."""
    return _count


def begin() -> None:
    """A kernel begins to be compiled, perhaps because another one calls it."""
    global _depth
    _depth += 1
    _tell()


def end() -> None:
    """A kernel is compiled."""
    global _depth, _count
    _depth -= 1
    _count += 1
    _tell()


def _tell() -> None:
    for watcher in _watchers:
        watcher(_count, _depth > 0)
