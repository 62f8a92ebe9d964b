"""
Group commit: all changes that arrive while one batch is written go into the next batch.

A commit returns only when the transaction with its change is durable. A batch that the database refuses as a whole is
written again in halves, so that one bad change does not fail the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from .balances import KnownBalances
from .batch_reading import read_batch_state
from .batch_state import BatchState, ChangeRows, Outcome
from .batch_writing import write_all
from .chain import now
from .changes import ROUND_ENDS, Change
from .database import Database, failure
from .errors import Taken, Unavailable
from .news import News

log = logging.getLogger(__name__)
MOST_IN_A_BATCH = 1000
GATHERING = 0.04
"""Seconds between batches while several write at once: each of 16 changes in a batch costs a fifth less than of 8."""
SEVERAL_WRITERS = 1.1
"""The average number of changes in a batch above which the writer waits for more."""
AVERAGED_BATCHES = 8
"""Batches over which that average is taken."""
SERIALIZATION_FAILURES = ("40001", "40P01")
"""PostgreSQL's codes for a conflict with another transaction: the batch is tried again."""
MOST_RETRIES = 5

BatchObserver = Callable[[int, float, bool], None]
"""Called after each batch with its number of changes, the seconds it took and whether the database failed."""


class Writer:
    """The task of a process that writes all its changes."""

    def __init__(self, database: Database, *, room_key: bytes, news: News, passing: Callable[[str], None]) -> None:
        self._database = database
        self._room_key = room_key
        self._news = news
        self._passing = passing
        self._waiting: list[tuple[Change, asyncio.Future[int]]] = []
        self._batch: list[tuple[Change, asyncio.Future[int]]] = []
        """The changes that are being written."""
        self._wake = asyncio.Event()
        self._closed = False
        self._average_batch = 1.0
        self.failure: str | None = None
        """Why the last batch was not written; None if it was."""
        self._round_keys: dict[str, bytes] = {}
        self.balances = KnownBalances()
        self.on_batch: BatchObserver | None = None
        self._task = asyncio.create_task(self._run())

    async def write(self, change: Change) -> int:
        """The stream's new head, once the change is durable."""
        if self._closed:
            raise Unavailable("the store is closed; nothing was written")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        self._wake.set()
        return await done

    async def close(self) -> None:
        self._closed = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        """Write batches until the store is closed; then, or if it fails, no commit waits any longer."""
        try:
            await self._write_batches()
        except Exception as error:
            log.exception("the writer of the store failed: %s", type(error).__name__)
        finally:
            self._closed = True
            for _, done in (*self._batch, *self._waiting):
                if not done.done():
                    done.set_exception(Unavailable("the store stopped writing; send the same command again"))

    async def _write_batches(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                self._batch = self._waiting[:MOST_IN_A_BATCH]
                self._waiting = self._waiting[MOST_IN_A_BATCH:]
                self._passing("gathered")
                begun = asyncio.get_running_loop().time()
                outcomes = await self._outcomes([change for change, _ in self._batch])
                if self.on_batch is not None:
                    seconds = asyncio.get_running_loop().time() - begun
                    failed = any(isinstance(outcome, Unavailable) for outcome in outcomes)
                    self.on_batch(len(self._batch), seconds, failed)
                for (_, done), outcome in zip(self._batch, outcomes, strict=True):
                    _resolve(done, outcome)
                await self._gather(len(self._batch), begun)

    async def _gather(self, batch_size: int, begun: float) -> None:
        """Wait for more changes to join the next batch; a single writer is never kept waiting."""
        self._average_batch += (batch_size - self._average_batch) / AVERAGED_BATCHES
        wait = 0.0
        if self._average_batch > SEVERAL_WRITERS:
            wait = begun + GATHERING - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, wait))

    async def _outcomes(self, changes: Sequence[Change]) -> Sequence[Outcome]:
        """The outcome of each change; every waiting commit gets one, whatever happens."""
        try:
            return await self._committed(changes)
        except (IntegrityError, UnicodeEncodeError, OverflowError) as error:  # a value that the database cannot hold
            if len(changes) == 1:
                return [_taken(changes[0]) if isinstance(error, IntegrityError) else error]
            middle = len(changes) // 2
            return [*await self._outcomes(changes[:middle]), *await self._outcomes(changes[middle:])]
        except (SQLAlchemyError, OSError) as error:
            self.balances.forget()
            self.failure = str(failure(error))
            return [failure(error) for _ in changes]
        except Exception as error:
            self.balances.forget()
            return [error for _ in changes]

    async def _committed(self, changes: Sequence[Change], retries: int = MOST_RETRIES) -> list[Outcome]:
        try:
            outcomes, state = await self._database.write(partial(self._write, changes))
        except DBAPIError as error:
            if retries and getattr(error.orig, "sqlstate", None) in SERIALIZATION_FAILURES:
                return await self._committed(changes, retries - 1)
            raise
        self.failure = None
        self._passing("durable")
        accepted = [outcome for outcome in outcomes if isinstance(outcome, ChangeRows)]
        self._cache_round_keys(state, accepted)
        self.balances.update(state.balances)
        self._news.call_listeners(_heads(accepted))
        return outcomes

    def _write(self, changes: Sequence[Change], connection: sa.Connection) -> tuple[list[Outcome], BatchState]:
        """The whole transaction except its commit."""
        state = BatchState(self._room_key, now(), round_keys=dict(self._round_keys))
        read_batch_state(connection, changes, state)
        before = {name: copy(stream) for name, stream in state.streams.items()}
        outcomes = state.decide_all(changes)
        self._passing("decided")
        accepted = [outcome for outcome in outcomes if isinstance(outcome, ChangeRows)]
        write_all(connection, accepted, before)
        self._news.announce(connection, _heads(accepted))
        self._passing("written")
        return outcomes, state

    def _cache_round_keys(self, state: BatchState, accepted: list[ChangeRows]) -> None:
        """Cache the keys of live rounds; the keys of finished rounds are in their last events."""
        self._round_keys = state.round_keys
        for rows in accepted:
            for event in rows.change.events:
                if event.kind in ROUND_ENDS and event.round:
                    self._round_keys.pop(event.round, None)


def _heads(accepted: list[ChangeRows]) -> list[tuple[str, int]]:
    """The new head of each stream that has new events."""
    return list({rows.change.stream: rows.head for rows in accepted if rows.events}.items())


def _resolve(done: asyncio.Future[int], outcome: Outcome) -> None:
    if done.done():  # the commit was cancelled by its caller; the change stays written
        return
    if isinstance(outcome, ChangeRows):
        done.set_result(outcome.head)
    else:
        done.set_exception(outcome)


def _taken(change: Change) -> Taken:
    """The refusal of a change that violates a constraint of an index table, such as a name that is in use."""
    tables = ", ".join(sorted({row.TABLE for row in change.rows})) or change.stream
    return Taken(f"{tables} already has another row with one of these unique values")
