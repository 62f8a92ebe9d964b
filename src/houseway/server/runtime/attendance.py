"""
Who is at the tables: closes tables that nobody uses, frees the seats of players who are away, and tells the other
processes which of their tables are watched from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ...records.store import TableRow
from ...rules.errors import HousewayError
from ..tables import seating
from ..tables.desk import Decision, Desk
from .actor import Actor
from .away import WATCHED_SECONDS, Away
from .idle import Idle, is_empty
from .operator_actions import close_table

if TYPE_CHECKING:
    from .room import Room

TABLES_PER_MESSAGE = 250
LONGEST_PAUSE = 60.0
"""Seconds between two searches for idle tables, at most."""


class Attendance:
    """Idle tables and absent players of one process."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = room.store
        self._idle = Idle(room.settings.idle_seconds, room.settings.watched_idle_seconds)
        self._away = Away(room.settings.away_seconds)
        self._announce_watched_at = 0.0

    def listen(self) -> tuple[Callable[[], None], ...]:
        """Hear what other processes announce; each returned function ends one subscription."""
        return (
            self._store.subscribe("watched", lambda data: self._watched_elsewhere(data["tables"])),
            self._store.subscribe("present", lambda data: self._present_elsewhere(data["tables"])),
        )

    async def announce(self) -> None:
        """Tell the owners of tables which are watched from here, and which awaited players are connected here."""
        await self._announce_watched()
        await self._announce_present()

    async def tidy_forever(self) -> None:
        """Free the seats of absent players and close idle tables."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(self._idle.seconds / 4, self._away.seconds / 4, LONGEST_PAUSE))
            await self.stand_up_absent_players(clock())
            for actor in self._idle.due(self._room.actors.values(), clock()):
                with suppress(HousewayError):
                    row = await self._store.find.table(actor.desk.table)
                    await actor.operate(partial(_close_if_empty, actor, row))

    async def stand_up_absent_players(self, now: float) -> None:
        """Free the seats of players who have been away for too long."""
        for actor, account in self._away.due(self._room.actors.values(), now):
            with suppress(HousewayError):
                await actor.operate(partial(_stand_up, account))

    async def _announce_watched(self) -> None:
        """Repeat, well before owners forget it, which of their tables are watched from here."""
        clock = asyncio.get_running_loop().time
        if clock() < self._announce_watched_at:
            return
        watched = [actor.desk.table for actor in self._followed_and_watched()]
        for first in range(0, len(watched), TABLES_PER_MESSAGE):
            await self._store.send("watched", {"tables": watched[first : first + TABLES_PER_MESSAGE]})
        self._announce_watched_at = clock() + min(WATCHED_SECONDS, self._idle.seconds, self._away.seconds) / 4

    async def _announce_present(self) -> None:
        """Tell owners which of the players whose entropy they wait for are connected here."""
        present: dict[str, list[str]] = {}
        for actor in self._followed_and_watched():
            accounts = actor.connected_and_missing()
            if accounts:
                present[actor.desk.table] = accounts
        tables = list(present.items())
        for first in range(0, len(tables), TABLES_PER_MESSAGE):
            await self._store.send("present", {"tables": dict(tables[first : first + TABLES_PER_MESSAGE])})

    def _followed_and_watched(self) -> list[Actor]:
        return [actor for actor in self._room.actors.values() if actor.audience.outboxes and not actor.owned]

    def _watched_elsewhere(self, tables: list[str]) -> None:
        now = asyncio.get_running_loop().time()
        self._idle.watched(tables, now)
        self._away.watched(tables, now)

    def _present_elsewhere(self, tables: Mapping[str, list[str]]) -> None:
        for table, accounts in tables.items():
            actor = self._room.actors.get(table)
            if actor is not None and actor.owned:
                actor.present(accounts)


def _stand_up(account: str, desk: Desk, at: str) -> Decision:
    return seating.stand(desk, account, at=at)


def _close_if_empty(actor: Actor, row: TableRow | None, desk: Desk, at: str) -> Decision:
    if not is_empty(actor):  # somebody came in the meantime
        return Decision(desk=desk, events=())
    return close_table(row, desk, at, why="nobody was here any more")
