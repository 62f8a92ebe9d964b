"""Rulebooks, prices and the best way to set, over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...games import GAMES
from ...games import game as game_named
from ...rules.cards import read_cards, write_cards
from ...rules.game import AnyGame
from ...rules.round import Seat
from ..runtime.commands import read_hands
from ..study import examples
from ..tables.card_check import check_cards, check_hands
from ..views import catalogue, hand_names
from ..views.http_errors import Refusal
from .dependencies import HouseHere, Visitor
from .skill import skill_of
from .study_requests import AS_LINES, Lines, ask, charge_study, client_of, coached, plainly

study_routes = APIRouter(prefix="/api", tags=["study"])
Data = dict[str, Any]
GameKey = Annotated[str, InPath(max_length=20)]


AS_JSON: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}}, "description": "The answer of a worker process"}
}
Options = dict[str, str | int | bool | None]


class Asked(BaseModel):
    """A game under chosen options."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: Options = Field(default_factory=dict, max_length=200)

    @property
    def variant(self) -> AnyGame:
        return game_named(self.game).with_options(dict(self.options))

    @property
    def arguments(self) -> Data:
        """The game as a worker process is told it."""
        return {"game": self.game, "options": self.options}


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
    return await asyncio.to_thread(_rulebook, game)


def _rulebook(key: str) -> Data:
    """A rulebook with the number of examples of each clause; reading their files the first time takes long."""
    return {**catalogue.rulebook(key), "examples": examples.examples_by_clause(key)}


@study_routes.get("/rules/{game}/examples/{clause}", responses=AS_JSON)
async def rule_examples(
    request: Request, game: GameKey, clause: Annotated[str, InPath(max_length=12)], house: HouseHere
) -> Response:
    """The examples of a clause, run against the rules now."""
    if game not in GAMES:
        raise Refusal(404, f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    arguments = {"game": game, "clause": clause}
    return await plainly(request, await ask(request, house, "examples", arguments, terms_hash=GAMES[game].terms_hash))


@study_routes.post("/best", responses=AS_JSON)
async def best(request: Request, body: Held, house: HouseHere) -> Response:
    """What to do with these cards, best first."""
    variant = body.variant
    cards = read_cards(body.cards)
    check_cards(variant, cards)
    arguments = {**body.arguments, "cards": write_cards(cards)}
    return await plainly(request, await ask(request, house, "best", arguments, terms_hash=variant.terms_hash))


@study_routes.post("/price", responses=AS_JSON)
async def price_of(request: Request, body: Asked, house: HouseHere) -> Response:
    """Odds of every wager under these options."""
    ticket = await ask(request, house, "price", body.arguments, terms_hash=body.variant.terms_hash)
    return await plainly(request, ticket)


@study_routes.post("/alarm", responses=AS_JSON)
async def alarm_of(request: Request, body: Asked, house: HouseHere) -> Response:
    """Is any legal way to play profitable for the player?"""
    ticket = await ask(request, house, "alarm", body.arguments, terms_hash=body.variant.terms_hash)
    return await plainly(request, ticket)


@study_routes.post("/explain", responses=AS_JSON)
async def explain_of(request: Request, body: Asked, house: HouseHere) -> Response:
    """A strategy in sentences."""
    ticket = await ask(request, house, "explain", body.arguments, terms_hash=body.variant.terms_hash)
    return await plainly(request, ticket)


@study_routes.post("/names")
async def names(body: Laid) -> Data:
    """What hands are called, and why they cannot be put down."""
    variant = body.variant
    cards = read_cards(body.cards)
    check_cards(variant, cards)
    hands = read_hands(body.hands)
    slots = variant.slots(variant.terms, Seat(number=1, player="", cards=cards, decisions=(body.decision,)))
    check_hands(variant, slots, hands)
    return hand_names.asked(variant, tuple(slots), cards, hands, {})


@study_routes.post("/coach", responses=AS_JSON)
async def coach_of(request: Request, body: Judged, visitor: Visitor, house: HouseHere) -> Response:
    """What you did in a finished round, beside the best."""
    client = await client_of(request, house)
    charge_study(request, client, "coach")
    return await plainly(request, await coached(house.room, client, body.round, visitor[0].id, body.seat))


@study_routes.get("/skill", responses=AS_LINES)
async def skill(
    request: Request,
    visitor: Visitor,
    house: HouseHere,
    game: Annotated[str | None, Query(max_length=20)] = None,
    rounds: Annotated[int, Query(ge=1, le=200)] = 60,
) -> Lines:
    """What you gave up in each of your newest rounds, a line of JSON for each as soon as it is judged."""
    client = await client_of(request, house)
    charge_study(request, client, "coach")
    return Lines(_as_lines(skill_of(house.room, client, visitor[0].id, game, rounds)))


async def _as_lines(judged: AsyncIterator[Data]) -> AsyncIterator[bytes]:
    async for each in judged:
        yield json.dumps(each).encode() + b"\n"


@study_routes.post("/drill", responses=AS_JSON)
async def drill(request: Request, body: Asked, house: HouseHere) -> Response:
    """A hand that is easy to get wrong."""
    _ = body.variant  # refused here if it is no game
    return await plainly(request, await ask(request, house, "drill", body.arguments))


@study_routes.post("/drill/answer", responses=AS_JSON)
async def drill_answer(request: Request, body: Laid, house: HouseHere) -> Response:
    """Your answer to a drill, beside the best."""
    variant = body.variant
    cards = read_cards(body.cards)
    check_cards(variant, cards)
    hands = read_hands(body.hands)
    slots = variant.slots(variant.terms, Seat(number=1, player="", cards=cards, decisions=(body.decision,)))
    check_hands(variant, slots, hands)
    arguments = {
        **body.arguments,
        "cards": write_cards(cards),
        "decision": body.decision,
        "hands": {slot: write_cards(hand) for slot, hand in hands.items()},
    }
    ticket = await ask(request, house, "drill/answer", arguments, terms_hash=variant.terms_hash)
    return await plainly(request, ticket)


@study_routes.get("/study/waiting")
async def waiting(request: Request, house: HouseHere) -> list[Data]:
    """Your questions that are not answered yet, each with its place in the queue; 0 is being worked on."""
    open_questions: list[Data] = house.room.study.waiting(await client_of(request, house))
    return open_questions
