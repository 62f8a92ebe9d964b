"""The skill line: what a player gave up in each round, judged by the server from the records."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from ...rules.errors import HousewayError
from ..runtime.room import Room
from ..study.history import history_of
from ..study.jobs import Client
from ..views.http_errors import Refusal
from ..views.http_types import PlayedRound
from ..views.study_types import DecisionJudgement, SkillDecision, SkillPoint
from .study_requests import coached

MOST_ROUNDS = 200
MOST_CACHED = 20_000
NEWEST_SEARCHED = 500
"""Rounds of the history that are searched for settled ones."""
Charge = Callable[[], None]
"""Takes the cost of judging one round from the client's budget; raises a refusal if it is used up."""
BUSY = (429, 503)
"""Statuses of refusals that say nothing about the round."""


@dataclass(frozen=True)
class Verdict:
    """What a player gave up in one round, or why that is not known."""

    gave_up: float | None
    """By all hands of the player together."""
    hands: int = 1
    """Hands that were judged."""
    unit: str | None = None
    sure: str | None = None
    why_not: str | None = None
    decisions: tuple[SkillDecision, ...] = ()
    won: int | None = None
    """Chips of all hands together."""
    adjusted: float | None = None
    """The same without luck; None where it is not known for every hand."""


class Verdicts:
    """A cache of verdicts by round and player: a finished round is judged once."""

    def __init__(self) -> None:
        self._cached: OrderedDict[tuple[str, str], Verdict] = OrderedDict()

    async def of(self, room: Room, client: Client, round_id: str, person: str, charge: Charge) -> Verdict:
        key = (round_id, person)
        if key in self._cached:
            return self._cached[key]
        try:
            charge()
            verdict = await _judge(room, client, round_id, person)
        except Refusal as busy:  # the pool was busy or the budget used up: the next request tries again
            return Verdict(None, why_not=str(busy))
        self._cached[key] = verdict
        while len(self._cached) > MOST_CACHED:
            self._cached.popitem(last=False)
        return verdict


verdicts = Verdicts()


async def skill_of(
    room: Room, client: Client, person: str, game: str | None, rounds: int, charge: Charge
) -> AsyncIterator[SkillPoint]:
    """
    A player's newest settled rounds, oldest first, each with what it gave up as soon as that is known.

    Every round that has to be judged is charged.
    """
    history = await history_of(room.store, person, before=None, limit=NEWEST_SEARCHED)
    settled = [played for played in history if played["outcome"] == "settled" and game in (None, played["game"])]
    chosen = settled[: min(rounds, MOST_ROUNDS)]
    for number, played in enumerate(reversed(chosen), start=1):
        verdict = await verdicts.of(room, client, played["round"], person, charge)
        yield _point(played, verdict, done=number, of=len(chosen))


def _point(played: PlayedRound, verdict: Verdict, *, done: int, of: int) -> SkillPoint:
    point = SkillPoint(
        round=played["round"],
        game=played["game"],
        at=str(played["ended_at"]),
        gave_up=verdict.gave_up,
        hands=verdict.hands,
        done=done,
        of=of,
    )
    if verdict.decisions:
        point["decisions"] = list(verdict.decisions)
    if verdict.won is not None and verdict.adjusted is not None:
        point["won"] = verdict.won
        point["adjusted"] = verdict.adjusted
    if verdict.unit is not None:
        point["unit"] = verdict.unit
    if verdict.sure is not None:
        point["sure"] = verdict.sure
    if verdict.why_not is not None:
        point["why_not"] = verdict.why_not
    return point


async def _judge(room: Room, client: Client, round_id: str, person: str) -> Verdict:
    """The coach's verdict on a round; raises the refusal of a pool that is busy."""
    try:
        ticket = await coached(room, client, round_id, person, None)
        judgement = json.loads(await ticket.answer())
    except Refusal as refusal:
        if refusal.status in BUSY:
            raise
        return Verdict(None, why_not=str(refusal))
    except HousewayError as error:
        return Verdict(None, why_not=str(error))
    judged = [hand for hand in judgement["hands"] if hand["judgement"] and hand["judgement"]["gave_up"] is not None]
    decisions = [decision for hand in judgement["hands"] for decision in hand.get("decisions", [])]
    is_adjusted = all("adjusted" in hand for hand in judgement["hands"])
    return Verdict(
        judgement["gave_up_in_all"],
        hands=len(judged),
        unit=judgement["unit"],
        sure=judgement["sure"],
        decisions=tuple(_skill_decision(decision) for decision in decisions),
        won=sum(hand["won"] for hand in judgement["hands"]) if is_adjusted else None,
        adjusted=sum(hand["adjusted"] for hand in judgement["hands"]) if is_adjusted else None,
    )


def _skill_decision(decision: DecisionJudgement) -> SkillDecision:
    return SkillDecision(
        grade=decision["grade"],
        cost=decision["gave_up"] or 0.0,
        unit=decision["unit"],
        chips=decision["chips"],
    )
