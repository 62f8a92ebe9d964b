"""
Executors of pieces of work: threads, processes or a Dask cluster, with one interface.

Results come back in the order in which the pieces were submitted, so their sum is the same on any number of workers. A
cluster's scheduler gives the work of a lost worker to another.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ..rules.errors import Unreadable, shown

Piece = TypeVar("Piece")
Result = TypeVar("Result")
AHEAD = 3
"""Pieces submitted for each worker ahead of the one whose result is due."""
RETRIES = 10
"""How often a cluster retries a piece whose worker was lost."""

ADDRESS = re.compile(r"([a-z0-9]+://)?[^\s/]+:\d{1,5}")
"""The address of a scheduler, such as tcp://HOST:8786. Dask itself waits long for anything else."""


class Pending(Protocol):
    """A piece that was submitted: a Future of this machine or of Dask."""

    def result(self) -> Any: ...

    def cancel(self) -> object: ...


class Submits(Protocol):
    """Whatever takes pieces of work."""

    def submit(self, work: Callable[[Any], Any], piece: Any, /) -> Pending: ...


@dataclass(frozen=True)
class Workers:
    """An executor, the number of its workers, and a description of where they run."""

    executor: Submits
    count: int
    where: str


@contextmanager
def on_this_machine(count: int | None, *, threads: bool) -> Iterator[Workers]:
    """Threads for work that releases the interpreter's lock, else processes; by default one for each core."""
    wanted = cores() if count is None else count
    if type(wanted) is not int or not 1 <= wanted <= 1024:
        raise Unreadable(f"the number of cores is from 1 to 1024, not {shown(count)}")
    if threads or wanted == 1:
        pool: Executor = ThreadPoolExecutor(wanted)
    else:
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(wanted, mp_context=get_context("spawn"))
    kind = "threads" if threads else "processes"
    where = "one core" if wanted == 1 else f"{wanted} {kind}"
    try:
        yield Workers(pool, wanted, where)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def on_a_cluster(address: str) -> Iterator[Workers]:
    """A running Dask cluster, given by the address or the file of its scheduler."""
    try:
        import distributed
    except ImportError:
        raise Unreadable("a cluster needs Dask: pip install distributed") from None
    dask: Any = distributed  # it has no type hints
    try:
        client = dask.Client(_scheduler(address), timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise _no_scheduler(address, str(error).splitlines()[0] if str(error) else type(error).__name__) from None
    with client:
        count = len(client.scheduler_info(n_workers=-1)["workers"])
        if not count:
            raise Unreadable(f"the cluster at {address} has no workers; start some with dask worker {address}")
        yield Workers(_Cluster(client), count, f"{count} workers of {address}")


class _Cluster:
    """
    Submits pieces to a cluster as Dask's own Futures.

    Those of Dask's `get_executor` never end if fetching a result fails, and fail if a result was fetched just before
    its worker was lost.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[[Any], Any], piece: Any, /) -> Pending:
        pending: Pending = self._client.submit(work, piece, pure=False, retries=RETRIES)
        return pending


def _scheduler(address: str) -> str:
    """The address, or the one in a scheduler's file. Anything that cannot be an address is refused."""
    scheduler: Any = address
    if Path(address).is_file():
        try:
            scheduler = json.loads(Path(address).read_bytes())["address"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            raise _no_scheduler(address, "the file has no address") from None
    if not isinstance(scheduler, str) or not ADDRESS.fullmatch(scheduler):
        raise _no_scheduler(address, "an address has a host and a port")
    return scheduler


def _no_scheduler(address: str, why: str) -> Unreadable:
    return Unreadable(
        f"no Dask scheduler answers at {shown(address)} ({why}); give tcp://HOST:8786 or a scheduler's file"
    )


def in_order(workers: Workers, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
    """The results of the pieces in order. A few pieces for each worker are submitted ahead."""
    waiting: deque[Pending] = deque()
    try:
        for piece in pieces:
            waiting.append(workers.executor.submit(work, piece))
            if len(waiting) > workers.count * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for unfinished in waiting:
            unfinished.cancel()
