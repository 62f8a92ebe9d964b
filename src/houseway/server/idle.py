"""Tables that nobody is at: how long, and which of them are to be closed."""

from __future__ import annotations

from collections.abc import Iterable

from .actor import Actor


def empty(actor: Actor) -> bool:
    """Nobody plays here and nobody looks on: bots alone do not count, nor do those who sit out and have gone."""
    return actor.desk.live is None and not actor.desk.people and not actor.lines


class Idle:
    """Since when each table has been empty."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._since: dict[str, float] = {}

    def watched(self, tables: Iterable[str]) -> None:
        """Somebody looks on from another process."""
        for table in tables:
            self._since.pop(table, None)

    def due(self, actors: Iterable[Actor], now: float) -> list[Actor]:
        """The tables of ours that have been empty for long enough."""
        alone = {actor.desk.table: actor for actor in actors if actor.owned and empty(actor)}
        self._since = {table: self._since.get(table, now) for table in alone}
        return [actor for table, actor in alone.items() if now - self._since[table] >= self.seconds]
