"""People who keep a seat and are not there: they sit out or have no connection, and stand up after a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..tables.desk import Chair
from .actor import Actor

TOLD_SECONDS = 60.0
"""How long a table counts as looked at from another process after that process said so."""


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
        """Somebody looks at these tables from another process; who that is stays unknown, so nobody counts as gone."""
        for table in tables:
            self._watched_elsewhere[table] = now

    def due(self, actors: Iterable[Actor], now: float) -> list[tuple[Actor, str]]:
        """The accounts that have been away from a table of ours for long enough."""
        away: dict[Seated, Actor] = {}
        for actor in actors:
            if not actor.owned:
                continue
            connected = {line.caller.account for line in actor.lines}
            elsewhere = now - self._watched_elsewhere.get(actor.desk.table, float("-inf")) < TOLD_SECONDS
            for chair in actor.desk.chairs.values():
                if _is_away(chair, connected=chair.player in connected or elsewhere):
                    away[Seated(actor.desk.table, chair.player)] = actor
        self._since = {seated: self._since.get(seated, now) for seated in away}
        self._watched_elsewhere = {
            table: at for table, at in self._watched_elsewhere.items() if now - at < TOLD_SECONDS
        }
        return [(actor, seated.account) for seated, actor in away.items() if now - self._since[seated] >= self.seconds]


def _is_away(chair: Chair, *, connected: bool) -> bool:
    """A person who sits out, or whose page is not connected; those who stand up anyway do not count."""
    if chair.bot is not None or chair.leaving:
        return False
    return chair.out is not None or not connected
