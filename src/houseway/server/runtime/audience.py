"""The clients that watch a table, and the frames they are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, Protocol

from ..tables import seating
from ..tables.desk import Desk
from ..views import messages
from ..views.table_view import Moment, table_view
from .outbox import Outbox

PAST_EVENTS = 200
"""Public events that are cached for clients that reconnect."""
AFTER_WAIT_SECONDS = 0.02
"""Seconds from the end of a player's wait to the frame that shows it."""


class WatchedTable(Protocol):
    """What an audience shows."""

    desk: Desk

    def moment(self) -> Moment: ...


class FrameKey(NamedTuple):
    """Clients with the same key are sent the same frame."""

    account: str | None
    """None for accounts that see what every spectator sees."""
    since: int | None


class Audience:
    """Everybody who watches one table from this process."""

    def __init__(self, table: WatchedTable) -> None:
        self._table = table
        self.outboxes: dict[Outbox, int | None] = {}
        """The number of the last event each client was sent; None before its first frame."""
        self._past: deque[dict[str, Any]] = deque(maxlen=PAST_EVENTS)
        self._sends_soon: asyncio.Handle | None = None
        self._wait_ends: asyncio.TimerHandle | None = None
        """When a connected player may sit down again, and is sent a view that shows it."""

    @property
    def connected(self) -> frozenset[str]:
        """The accounts that watch the table from this process."""
        return frozenset(outbox.caller.account for outbox in self.outboxes)

    def join(self, outbox: Outbox, since: int | None) -> None:
        """Begin to send a client everything that happens after this number; first the table as it is."""
        self.outboxes[outbox] = since
        self.send(outbox, self._table.moment(), {})
        self._send_when_a_wait_ends()

    def leave(self, outbox: Outbox) -> None:
        self.outboxes.pop(outbox, None)

    def stop(self) -> None:
        """Send what is gathered, then nothing more."""
        if self._sends_soon:
            self.send_all()
        if self._wait_ends:
            self._wait_ends.cancel()

    def add_events(self, events: Iterable[dict[str, Any]]) -> None:
        """Public events for the next frames."""
        self._past.extend(events)

    def send_soon(self) -> None:
        """Send everybody a frame after the answer to the command that is being carried out."""
        if self._sends_soon is None:
            self._sends_soon = asyncio.get_running_loop().call_soon(self._send_next)

    def _send_next(self) -> None:
        """
        Send everybody a frame in the next turn of the event loop.

        The answer is sent in this turn, so an outbox writes both at once.
        """
        self._sends_soon = asyncio.get_running_loop().call_soon(self.send_all)

    def send_all(self) -> None:
        """Send every client what it has not been sent yet."""
        if self._sends_soon:
            self._sends_soon.cancel()
            self._sends_soon = None
        frames: dict[FrameKey, bytes] = {}
        moment = self._table.moment()
        for outbox in tuple(self.outboxes):
            self.send(outbox, moment, frames)
        self._send_when_a_wait_ends()

    def send(self, outbox: Outbox, moment: Moment, frames: dict[FrameKey, bytes]) -> None:
        """Send one client what it missed; `frames` caches those that several clients share."""
        desk = self._table.desk
        account = outbox.caller.account
        key = FrameKey(account if desk.has_own_view(account) else None, self.outboxes[outbox])
        self.outboxes[outbox] = desk.number
        if key not in frames:
            frames[key] = self._frame(account, key.since, moment)
        outbox.send(frames[key])

    def _send_when_a_wait_ends(self) -> None:
        """Send views again when a player may sit down again: no event says so."""
        if self._wait_ends:
            self._wait_ends.cancel()
            self._wait_ends = None
        desk = self._table.desk
        if not (desk.withheld or desk.conduct.bars or desk.conduct.stood):
            return
        at = self._table.moment().at
        concerned = [account for account in self.connected if desk.may_have_to_wait(account)]
        ends = [wait.until for account in concerned if (wait := seating.waits(desk, account, at=at))]
        if ends:
            left = datetime.fromisoformat(min(ends)) - datetime.fromisoformat(at)
            delay = left.total_seconds() + AFTER_WAIT_SECONDS
            self._wait_ends = asyncio.get_running_loop().call_later(delay, self.send_all)

    def _frame(self, account: str, since: int | None, moment: Moment) -> bytes:
        desk = self._table.desk
        missed = self._events_after(since)
        return messages.encode(
            {
                "tell": "table",
                "table": desk.table,
                "number": desk.number,
                "since": None if missed is None else since,
                "happened": missed or [],
                "view": table_view(desk, account, moment),
            }
        )

    def _events_after(self, number: int | None) -> list[dict[str, Any]] | None:
        """The public events after this number; None if they are not cached any more."""
        if number is None:
            return None
        count = self._table.desk.number - number
        if not 0 <= count <= len(self._past):
            return None
        return list(islice(self._past, len(self._past) - count, None))
