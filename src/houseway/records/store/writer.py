"""
Group commit: every change that waits while one batch is written goes into the next.

A waiter hears of its change only when the transaction that holds it is durable. A batch that the database refuses as a
whole is written again in halves, so that one change never costs another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from .batch import Outcome, decide_all, read_picture, write_all
from .chain import now
from .changes import ROUND_ENDS, Change
from .database import Database, failure
from .errors import Taken, Unavailable
from .news import News
from .picture import Picture, Written

MOST_IN_A_BATCH = 1000
GATHERING = 0.025
"""Seconds from one batch to the next while several write at once: a batch costs the same for one change or for ten."""
TRY_AGAIN = ("40001", "40P01")
"""PostgreSQL's words for `another transaction was in the way`."""


BatchObserver = Callable[[int, float, bool], None]
"""Called after each batch with its number of changes, the seconds it took and whether the database failed."""


class Writer:
    """The one task that writes."""

    def __init__(self, database: Database, *, room_key: bytes, news: News, passing: Callable[[str], None]) -> None:
        self._database = database
        self._room_key = room_key
        self._news = news
        self._passing = passing
        self._waiting: list[tuple[Change, asyncio.Future[int]]] = []
        self._wake = asyncio.Event()
        self._closed = False
        self._usual = 1.0
        self.failure: str | None = None
        """Why the last batch was not written; None once one is."""
        self._round_keys: dict[str, bytes] = {}
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
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._waiting[:MOST_IN_A_BATCH]
                self._waiting = self._waiting[MOST_IN_A_BATCH:]
                self._passing("gathered")
                begun = asyncio.get_running_loop().time()
                outcomes = await self._outcomes([change for change, _ in batch])
                if self.on_batch is not None:
                    seconds = asyncio.get_running_loop().time() - begun
                    self.on_batch(len(batch), seconds, any(isinstance(each, Unavailable) for each in outcomes))
                for (_, done), outcome in zip(batch, outcomes, strict=True):
                    _tell(done, outcome)
                await self._gather(len(batch), begun)

    async def _gather(self, written: int, begun: float) -> None:
        """Let those who were told, and others, join the next batch; a single writer is never kept waiting."""
        self._usual += (written - self._usual) / 8
        wait = begun + GATHERING - asyncio.get_running_loop().time() if self._usual > 1.1 else 0
        await asyncio.sleep(max(0, wait))

    async def _outcomes(self, changes: Sequence[Change]) -> Sequence[Outcome]:
        """What each change comes to; whatever happens, every waiter gets an answer."""
        try:
            return await self._committed(changes)
        except IntegrityError as error:
            if len(changes) == 1:
                return [_refused(changes[0], error)]
            middle = len(changes) // 2
            return [*await self._outcomes(changes[:middle]), *await self._outcomes(changes[middle:])]
        except (SQLAlchemyError, OSError) as error:
            self.failure = str(failure(error))
            return [failure(error) for _ in changes]
        except Exception as error:
            return [error for _ in changes]

    async def _committed(self, changes: Sequence[Change], tries: int = 5) -> list[Outcome]:
        try:
            outcomes, picture = await self._database.write(partial(self._write, changes))
        except DBAPIError as error:
            if tries and getattr(error.orig, "sqlstate", None) in TRY_AGAIN:
                return await self._committed(changes, tries - 1)
            raise
        self.failure = None
        self._passing("durable")
        written = [outcome for outcome in outcomes if isinstance(outcome, Written)]
        self._remember_keys(picture, written)
        self._news.tell(_heads(written))
        return outcomes

    def _write(self, changes: Sequence[Change], connection: sa.Connection) -> tuple[list[Outcome], Picture]:
        """The whole transaction but its commit."""
        picture = Picture(self._room_key, now(), round_keys=dict(self._round_keys))
        read_picture(connection, changes, picture)
        before = {name: replace(stream) for name, stream in picture.streams.items()}
        outcomes = decide_all(picture, changes)
        self._passing("decided")
        written = [outcome for outcome in outcomes if isinstance(outcome, Written)]
        write_all(connection, written, before)
        self._news.announce(connection, _heads(written))
        self._passing("written")
        return outcomes, picture

    def _remember_keys(self, picture: Picture, written: list[Written]) -> None:
        """The keys of live rounds stay at hand; those of rounds that ended are in the events."""
        self._round_keys = picture.round_keys
        for each in written:
            for event in each.change.events:
                if event.kind in ROUND_ENDS and event.round:
                    self._round_keys.pop(event.round, None)


def _heads(written: list[Written]) -> list[tuple[str, int]]:
    return list({each.change.stream: each.head for each in written if each.events}.items())


def _tell(done: asyncio.Future[int], outcome: Outcome) -> None:
    if done.done():  # its waiter was cancelled; what is written stays written
        return
    if isinstance(outcome, Written):
        done.set_result(outcome.head)
    else:
        done.set_exception(outcome)


def _refused(change: Change, error: IntegrityError) -> Taken:
    """A constraint of an index table, such as a name that is taken."""
    kinds = ", ".join(sorted({row.TABLE for row in change.rows})) or change.stream
    return Taken(f"what is to be written to {kinds} is there already under another key")
