"""Players who keep a seat but are away: they sit out or are not connected, and have to stand up after a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..tables.desk import Chair
from .actor import Actor

WATCHED_SECONDS = 60.0
"""How long a table counts as watched from another process after that process announced it."""


@dataclass(frozen=True)
class Seated:
    """An account at a table."""

    table: str
    account: str


class Away:
    """Since when each seated account has been away."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._since: dict[Seated, float] = {}
        self._watched_elsewhere: dict[str, float] = {}

    def watched(self, tables: Iterable[str], now: float) -> None:
        """Another process announced that clients there watch these tables; any player may be among them."""
        for table in tables:
            self._watched_elsewhere[table] = now

    def due(self, actors: Iterable[Actor], now: float) -> list[tuple[Actor, str]]:
        """Accounts that have been away from a table of this process for too long."""
        away: dict[Seated, Actor] = {}
        for actor in actors:
            if not actor.owned:
                continue
            connected = actor.audience.connected
            is_watched_elsewhere = self._is_watched_elsewhere(actor.desk.table, now)
            for chair in actor.desk.chairs.values():
                if _is_away(chair, connected=chair.player in connected or is_watched_elsewhere):
                    away[Seated(actor.desk.table, chair.player)] = actor
        self._since = {seated: self._since.get(seated, now) for seated in away}
        for table in list(self._watched_elsewhere):
            if not self._is_watched_elsewhere(table, now):
                del self._watched_elsewhere[table]
        return [(actor, seated.account) for seated, actor in away.items() if now - self._since[seated] >= self.seconds]

    def _is_watched_elsewhere(self, table: str, now: float) -> bool:
        announced_at = self._watched_elsewhere.get(table)
        return announced_at is not None and now - announced_at < WATCHED_SECONDS


def _is_away(chair: Chair, *, connected: bool) -> bool:
    """Is this a person who sits out or is not connected? Somebody who is about to stand up does not count."""
    if chair.bot is not None or chair.leaving:
        return False
    return chair.out is not None or not connected
