"""The skill line: what a player gave up in each round, by game and over time, judged by the server from the records."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from ...rules.errors import HousewayError
from ..runtime.room import Room
from ..study.history import history_of
from ..study.pool import Client
from ..views.http_errors import Refusal
from .study_requests import coached

Data = dict[str, Any]
MOST_ROUNDS = 200
MOST_KEPT = 20_000
BUSY = (429, 503)
"""Refusals that say nothing about the round."""


class Judgements:
    """What was given up, by round and player; a finished round is judged once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Data] = OrderedDict()

    async def of(self, room: Room, client: Client, played: Data, person: str) -> Data:
        key = (played["round"], person)
        if key in self._kept:
            return self._kept[key]
        try:
            judgement = await _judged(room, client, played, person)
        except Refusal as busy:  # not judged for want of time: the next time it may be
            return {**_named(played), "gave_up": None, "why_not": str(busy)}
        self._kept[key] = judgement
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return judgement


judgements = Judgements()


async def skill_of(room: Room, client: Client, person: str, game: str | None, rounds: int) -> AsyncIterator[Data]:
    """A player's newest settled rounds, the oldest first, each with what it gave up as soon as that is known."""
    chosen = [
        played
        for played in await history_of(room.store, person, before=None, limit=500)
        if played["outcome"] == "settled" and game in (None, played["game"])
    ][: min(rounds, MOST_ROUNDS)]
    for number, played in enumerate(reversed(chosen), start=1):
        yield {**await judgements.of(room, client, played, person), "done": number, "of": len(chosen)}


def _named(played: Data) -> Data:
    return {"round": played["round"], "game": played["game"], "at": played["ended_at"]}


async def _judged(room: Room, client: Client, played: Data, person: str) -> Data:
    told = _named(played)
    try:
        ticket = await coached(room, client, played["round"], person, None)
        verdict = json.loads(await ticket.answer())
    except Refusal as refusal:
        if refusal.status in BUSY:
            raise
        return {**told, "gave_up": None, "why_not": str(refusal)}
    except HousewayError as error:
        return {**told, "gave_up": None, "why_not": str(error)}
    return {**told, "gave_up": verdict["gave_up"], "unit": verdict["unit"], "sure": verdict["sure"]}
