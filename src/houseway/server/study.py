"""Rulebooks, prices and the best way to set, over HTTP."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ..games import GAMES
from ..games import game as game_named
from ..pricing import alarm, price
from ..rules.cards import read_cards, write_cards
from ..rules.game import Game
from ..rules.round import Seat
from ..setting import best as best_options
from ..setting import explain
from . import catalogue, coach, examples, hand_names
from .answers import Refusal
from .catalogue import Variant, variant_of
from .coach import thinking
from .commands import read_hands
from .doors import HouseHere, Visitor, slow_down
from .limits import Rate
from .skill import skill_of
from .streaming import AS_LINES, Lines, lines_of

study_routes = APIRouter(prefix="/api", tags=["study"])
Data = dict[str, Any]
GameKey = Annotated[str, InPath(max_length=20)]
THINKING, PRICES = Rate(0.5, 10), Rate(10, 60)


Options = dict[str, str | int | bool | None]


class Asked(BaseModel):
    """A game under chosen options."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: Options = Field(default_factory=dict, max_length=200)

    @property
    def variant(self) -> Game[Any]:
        return game_named(self.game).with_options(dict(self.options))


class Held(Asked):
    """Cards to be set."""

    cards: str = Field(max_length=120)


class Laid(Held):
    """Cards and hands made of them."""

    hands: dict[str, str] = Field(default_factory=dict, max_length=10)
    decision: str = Field(default="set", max_length=40)


class Judged(BaseModel):
    """A finished round to be judged."""

    model_config = ConfigDict(extra="forbid", strict=True)
    round: str = Field(max_length=40, pattern=r"^[A-Z0-9]{1,16}-[0-9]{1,12}$")
    seat: int | None = Field(default=None, ge=1, le=99)


@study_routes.get("/rules/{game}")
async def rules(game: GameKey) -> Data:
    """The rulebook by clause."""
    if game not in GAMES:
        raise Refusal(404, f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    return {**catalogue.rulebook(game), "examples": examples.examples_by_clause(game)}


@study_routes.get("/rules/{game}/examples/{clause}")
async def rule_examples(request: Request, game: GameKey, clause: Annotated[str, InPath(max_length=12)]) -> list[Data]:
    """The examples of a clause, run against the rules now."""
    slow_down(request, "prices", PRICES)
    if game not in GAMES:
        raise Refusal(404, f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    return await asyncio.to_thread(examples.executed, game, clause)


@study_routes.post("/best")
async def best(request: Request, body: Held) -> Data:
    """What to do with these cards, best first."""
    slow_down(request, "thinking", THINKING)
    variant, cards = body.variant, read_cards(body.cards)
    async with thinking:
        found = await asyncio.to_thread(best_options, variant, cards)
    return {"game": body.game, "cards": write_cards(cards), "options": found}


@study_routes.post("/price")
async def price_of(request: Request, body: Asked) -> Data:
    """Odds of every wager under these options."""
    slow_down(request, "prices", PRICES)
    variant = body.variant
    async with thinking:
        return await asyncio.to_thread(_priced, variant)


@study_routes.post("/alarm")
async def alarm_of(request: Request, body: Asked) -> Data:
    """Is any legal way to play profitable for the player?"""
    slow_down(request, "thinking", THINKING)
    variant = body.variant
    async with thinking:
        return await asyncio.to_thread(_alarmed, variant)


@study_routes.post("/explain")
async def explain_of(request: Request, body: Asked) -> Data:
    """A strategy in sentences."""
    slow_down(request, "thinking", THINKING)
    variant = body.variant
    async with thinking:
        return await asyncio.to_thread(_explained, variant)


@study_routes.post("/names")
async def names(body: Laid) -> Data:
    """What hands are called, and why they cannot be put down."""
    variant, cards = body.variant, read_cards(body.cards)
    slots = variant.slots(variant.terms, Seat(number=1, player="", cards=cards, decisions=(body.decision,)))
    return hand_names.asked(variant, tuple(slots), cards, read_hands(body.hands), {})


@study_routes.post("/coach")
async def coach_of(request: Request, body: Judged, visitor: Visitor, house: HouseHere) -> Data:
    """What you did in a finished round, beside the best."""
    slow_down(request, "thinking", THINKING)
    return await coach.judge_round(house.room.store, body.round, visitor[0].id, body.seat)


@study_routes.get("/skill", responses=AS_LINES)
async def skill(
    request: Request,
    visitor: Visitor,
    house: HouseHere,
    game: Annotated[str | None, Query(max_length=20)] = None,
    rounds: Annotated[int, Query(ge=1, le=200)] = 60,
) -> Lines:
    """What you gave up in each of your newest rounds, a line of JSON for each as soon as it is judged."""
    slow_down(request, "skill", THINKING)
    judged = skill_of(house.room.store, visitor[0].id, game, rounds)
    return Lines(lines_of(judged))


@study_routes.post("/drill")
async def drill(request: Request, body: Asked) -> Data:
    """A hand that is easy to get wrong."""
    slow_down(request, "thinking", THINKING)
    return await coach.exercise(body.variant)


@study_routes.post("/drill/answer")
async def drill_answer(request: Request, body: Laid) -> Data:
    """Your answer to a drill, beside the best."""
    slow_down(request, "thinking", THINKING)
    variant, cards, hands = body.variant, read_cards(body.cards), read_hands(body.hands)
    async with thinking:
        return await asyncio.to_thread(coach.answered, variant, cards, body.decision, hands)


def _priced(variant: Game[Any]) -> Data:
    return _kept_price(variant_of(variant))


def _alarmed(variant: Game[Any]) -> Data:
    return _kept_alarm(variant_of(variant))


def _explained(variant: Game[Any]) -> Data:
    return _kept_explanation(variant_of(variant))


@lru_cache(maxsize=64)
def _kept_price(variant: Variant) -> Data:
    return price(variant.rules).as_data()


@lru_cache(maxsize=64)
def _kept_alarm(variant: Variant) -> Data:
    found = alarm(variant.rules)
    return {"raised": found.raised, "sentence": found.sentence}


@lru_cache(maxsize=64)
def _kept_explanation(variant: Variant) -> Data:
    return asdict(explain(variant.rules))
