"""Tables that nobody plays at: how long they have been idle, and which of them are to be closed."""

from __future__ import annotations

from collections.abc import Iterable

from .actor import Actor


def is_empty(actor: Actor) -> bool:
    """Does nobody play at this table? Bots do not count, nor do people who sit out."""
    return actor.desk.live is None and not actor.desk.people


class Idle:
    """Since when each table has been empty, and when it was last watched."""

    def __init__(self, seconds: float, watched_seconds: float) -> None:
        self.seconds = seconds
        """After which an empty table closes that nobody watches."""
        self.watched_seconds = watched_seconds
        """After which an empty table closes that somebody has open in a browser."""
        self._empty_since: dict[str, float] = {}
        self._watched_at: dict[str, float] = {}

    def watched(self, tables: Iterable[str], now: float) -> None:
        """Somebody watches these tables from another process."""
        for table in tables:
            self._watched_at[table] = now

    def due(self, actors: Iterable[Actor], now: float) -> list[Actor]:
        """The tables of this process that have been empty for too long."""
        empty = {actor.desk.table: actor for actor in actors if actor.owned and is_empty(actor)}
        self._empty_since = {table: self._empty_since.get(table, now) for table in empty}
        self._watched_at = {table: self._watched_at.get(table, self._empty_since[table]) for table in empty}
        for table, actor in empty.items():
            if actor.audience.outboxes:
                self._watched_at[table] = now
        return [actor for table, actor in empty.items() if self._is_due(table, now)]

    def _is_due(self, table: str, now: float) -> bool:
        is_unwatched = now - self._watched_at[table] >= self.seconds
        return is_unwatched or now - self._empty_since[table] >= self.watched_seconds
