"""Tables at which nobody plays: how long, and which of them are to be closed."""

from __future__ import annotations

from collections.abc import Iterable

from .actor import Actor


def empty(actor: Actor) -> bool:
    """Nobody plays here: bots alone do not count, nor do people who sit out."""
    return actor.desk.live is None and not actor.desk.people


class Idle:
    """Since when each table has been empty."""

    def __init__(self, seconds: float, watched_seconds: float) -> None:
        self.seconds = seconds
        """After which a table closes that nobody looks at."""
        self.watched_seconds = watched_seconds
        """After which a table closes that somebody has open in a browser."""
        self._since: dict[str, float] = {}
        self._seen: dict[str, float] = {}

    def watched(self, tables: Iterable[str], now: float) -> None:
        """Somebody looks at these tables from another process."""
        for table in tables:
            self._seen[table] = now

    def due(self, actors: Iterable[Actor], now: float) -> list[Actor]:
        """The tables of ours that have been empty for long enough."""
        alone = {actor.desk.table: actor for actor in actors if actor.owned and empty(actor)}
        self._since = {table: self._since.get(table, now) for table in alone}
        self._seen = {table: self._seen.get(table, self._since[table]) for table in alone}
        for table, actor in alone.items():
            if actor.lines:
                self._seen[table] = now
        return [actor for table, actor in alone.items() if self._is_due(table, now)]

    def _is_due(self, table: str, now: float) -> bool:
        return now - self._seen[table] >= self.seconds or now - self._since[table] >= self.watched_seconds
