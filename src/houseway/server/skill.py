"""The skill line: what a player gave up in each round, by game and over time, judged by the server from the records."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from ..records.store import Store
from ..rules.errors import HousewayError
from .coach import judge_round
from .history import history_of

Data = dict[str, Any]
MOST_ROUNDS, MOST_KEPT = 200, 20_000


class Judgements:
    """What was given up, by round and player; a finished round is judged once."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str], Data] = OrderedDict()

    async def of(self, store: Store, played: Data, person: str) -> Data:
        key = (played["round"], person)
        if key not in self._found:
            self._found[key] = await _judged(store, played, person)
            while len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)
        return self._found[key]


judgements = Judgements()


async def skill_of(store: Store, person: str, game: str | None, rounds: int) -> AsyncIterator[Data]:
    """A player's newest settled rounds, the oldest first, each with what it gave up as soon as that is known."""
    chosen = [
        played
        for played in await history_of(store, person, before=None, limit=500)
        if played["outcome"] == "settled" and game in (None, played["game"])
    ][: min(rounds, MOST_ROUNDS)]
    for number, played in enumerate(reversed(chosen), start=1):
        yield {**await judgements.of(store, played, person), "done": number, "of": len(chosen)}


async def _judged(store: Store, played: Data, person: str) -> Data:
    told = {"round": played["round"], "game": played["game"], "at": played["ended_at"]}
    try:
        found = await judge_round(store, played["round"], person, None)
    except HousewayError as error:
        return {**told, "gave_up": None, "why_not": str(error)}
    return {**told, "gave_up": found["gave_up"], "unit": found["unit"], "sure": found["sure"]}
