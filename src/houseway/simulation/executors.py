"""
Where pieces of work are done: on threads, in processes or on a Dask cluster, all behind one interface.

Results come back in the order in which work was handed out, whoever finishes first: what is summed from them is the
same on one core and on a hundred. A cluster's scheduler gives the work of a lost worker to another.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..rules.errors import Unreadable, shown

Piece = TypeVar("Piece")
Found = TypeVar("Found")
AHEAD = 3
"""Pieces handed out for each worker before the first of them is wanted."""
RETRIES = 10
"""How often a cluster gives out the same piece again after a worker was lost with it."""

ADDRESS = re.compile(r"([a-z0-9]+://)?[^\s/]+:\d{1,5}")
"""A scheduler's, such as tcp://HOST:8786; Dask itself would wait long for what is none."""


@dataclass(frozen=True)
class Workers:
    """An executor, how many work for it, and where."""

    executor: Executor
    count: int
    where: str


@contextmanager
def on_this_machine(count: int | None, *, threads: bool) -> Iterator[Workers]:
    """Threads for work that lets go of the interpreter's lock, processes for other work; all cores unless said."""
    wanted = cores() if count is None else count
    if type(wanted) is not int or not 1 <= wanted <= 1024:
        raise Unreadable(f"--workers is a whole number from 1 to 1024, not {shown(count)}")
    if threads or wanted == 1:
        pool: Executor = ThreadPoolExecutor(wanted)
    else:
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(wanted, mp_context=get_context("spawn"))
    try:
        yield Workers(pool, wanted, "one core" if wanted == 1 else f"{wanted} {'threads' if threads else 'processes'}")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def on_a_cluster(address: str) -> Iterator[Workers]:
    """A Dask cluster that is running already: the address of its scheduler, or the scheduler's file."""
    try:
        import distributed
    except ImportError:
        raise Unreadable("a cluster needs Dask: pip install '.[cluster]'") from None
    dask: Any = distributed  # which says nothing of its types
    try:
        client = dask.Client(_scheduler(address), timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise _no_scheduler(address, str(error).splitlines()[0] if str(error) else type(error).__name__) from None
    with client:
        count = len(client.scheduler_info(n_workers=-1)["workers"])
        if not count:
            raise Unreadable(f"the cluster at {address} has no workers; start some with dask worker {address}")
        yield Workers(client.get_executor(pure=False, retries=RETRIES), count, f"{count} workers of {address}")


def _scheduler(address: str) -> str:
    """The address, or the one that a scheduler's file holds; what cannot be one is not asked for."""
    found: Any = address
    if Path(address).is_file():
        try:
            found = json.loads(Path(address).read_bytes())["address"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            raise _no_scheduler(address, "the file holds no address") from None
    if not isinstance(found, str) or not ADDRESS.fullmatch(found):
        raise _no_scheduler(address, "an address has a host and a port")
    return found


def _no_scheduler(address: str, why: str) -> Unreadable:
    return Unreadable(
        f"no Dask scheduler answers at {shown(address)} ({why}); give tcp://HOST:8786 or a scheduler's file"
    )


def in_order(workers: Workers, work: Callable[..., Found], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Found]:
    """The results of the pieces in order; a few pieces for each worker are under way at a time."""
    waiting: deque[Future[Found]] = deque()
    try:
        for piece in pieces:
            waiting.append(workers.executor.submit(work, *piece))
            if len(waiting) > workers.count * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for left in waiting:
            left.cancel()
