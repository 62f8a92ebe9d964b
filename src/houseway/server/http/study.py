"""The routes of study: rulebooks, prices, best play, the coach and the drill."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...games import GAMES
from ...games import game as game_named
from ...rules.cards import Cards, read_cards, write_cards
from ...rules.game import AnyGame
from ...rules.round import Seat
from ...rules.setting import Setting, Slot
from ..runtime.commands import read_hands
from ..study import examples
from ..tables.card_check import check_cards, check_hands
from ..views import catalogue, hand_names
from ..views.http_errors import Refusal
from ..views.study_types import (
    AlarmSummary,
    BestOptions,
    Example,
    Exercise,
    ExplainedStrategy,
    Judgement,
    Price,
    QueuedQuestion,
    RoundJudgement,
    Rulebook,
    SkillPoint,
)
from ..views.wire_types import HandNames
from .dependencies import RoomServices, Visitor
from .skill import skill_of
from .study_requests import AS_LINES, Lines, ask, charge_study, client_of, coached, study_answer

study_routes = APIRouter(prefix="/api", tags=["study"])
GameKey = Annotated[str, InPath(max_length=20)]
Options = dict[str, str | int | bool | None]


class GameQuestion(BaseModel):
    """A game under chosen options."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: Options = Field(default_factory=dict, max_length=200)

    @property
    def variant(self) -> AnyGame:
        return game_named(self.game).chosen(dict(self.options))

    @property
    def arguments(self) -> dict[str, Any]:
        """The game as it is sent to a worker process."""
        return {"game": self.game, "options": self.options}


class CardsQuestion(GameQuestion):
    """Cards to be set."""

    cards: str = Field(max_length=120)

    def read_cards(self) -> Cards:
        """The cards; raises a refusal if the game cannot deal them."""
        cards = read_cards(self.cards)
        check_cards(self.variant, cards)
        return cards


class HandsQuestion(CardsQuestion):
    """Cards and the hands that are set from them."""

    hands: dict[str, str] = Field(default_factory=dict, max_length=10)
    decision: str = Field(default="set", max_length=40)

    def slots(self, cards: Cards) -> tuple[Slot, ...]:
        """The slots to fill after the decision."""
        variant = self.variant
        seat = Seat(number=1, player="", cards=cards, decisions=(self.decision,))
        return tuple(variant.slots(variant.terms, seat))

    def read_hands(self, slots: tuple[Slot, ...]) -> Setting:
        """The hands; raises a refusal if they do not belong to the slots."""
        hands = read_hands(self.hands)
        check_hands(self.variant, slots, hands)
        return hands


class RoundQuestion(BaseModel):
    """A finished round to be judged."""

    model_config = ConfigDict(extra="forbid", strict=True)
    round: str = Field(max_length=40, pattern=r"^[A-Z0-9]{1,16}-[0-9]{1,12}$")
    seat: int | None = Field(default=None, ge=1, le=99)


def _check_game(key: str) -> None:
    if key not in GAMES:
        raise Refusal(404, f"there is no game {key!r}; the games are {', '.join(GAMES)}")


@study_routes.get("/rules/{game}")
async def rules(game: GameKey) -> Rulebook:
    """The rulebook by clause."""
    _check_game(game)
    example_counts = await asyncio.to_thread(examples.examples_by_clause, game)  # reads files the first time
    return catalogue.rulebook(game, example_counts)


@study_routes.get("/rules/{game}/examples/{clause}", response_model=list[Example])
async def rule_examples(
    request: Request, game: GameKey, clause: Annotated[str, InPath(max_length=12)], services: RoomServices
) -> Response:
    """The examples of a clause, run against the rules now."""
    _check_game(game)
    arguments = {"game": game, "clause": clause}
    ticket = await ask(request, services, "examples", arguments, terms_hash=GAMES[game].terms_hash)
    return await study_answer(request, ticket)


@study_routes.post("/best", response_model=BestOptions)
async def best(request: Request, body: CardsQuestion, services: RoomServices) -> Response:
    """What to do with these cards, best first."""
    arguments = {**body.arguments, "cards": write_cards(body.read_cards())}
    ticket = await ask(request, services, "best", arguments, terms_hash=body.variant.terms_hash)
    return await study_answer(request, ticket)


@study_routes.post("/price", response_model=Price)
async def price_of(request: Request, body: GameQuestion, services: RoomServices) -> Response:
    """Odds of every wager under these options."""
    ticket = await ask(request, services, "price", body.arguments, terms_hash=body.variant.terms_hash)
    return await study_answer(request, ticket)


@study_routes.post("/alarm", response_model=AlarmSummary)
async def alarm_of(request: Request, body: GameQuestion, services: RoomServices) -> Response:
    """Whether any legal way to play is profitable for the player."""
    ticket = await ask(request, services, "alarm", body.arguments, terms_hash=body.variant.terms_hash)
    return await study_answer(request, ticket)


@study_routes.post("/explain", response_model=ExplainedStrategy)
async def explain_of(request: Request, body: GameQuestion, services: RoomServices) -> Response:
    """A strategy in sentences."""
    ticket = await ask(request, services, "explain", body.arguments, terms_hash=body.variant.terms_hash)
    return await study_answer(request, ticket)


@study_routes.post("/names")
async def names(body: HandsQuestion) -> HandNames:
    """The names of hands, and why they cannot be set."""
    cards = body.read_cards()
    slots = body.slots(cards)
    return hand_names.describe_setting(body.variant, slots, cards, body.read_hands(slots), {})


@study_routes.post("/coach", response_model=RoundJudgement)
async def coach_of(request: Request, body: RoundQuestion, visitor: Visitor, services: RoomServices) -> Response:
    """What you did in a finished round, compared with the best: in one of your seats, or without one in each."""
    client = await client_of(request, services)
    charge_study(request, client, "coach")
    return await study_answer(request, await coached(services.room, client, body.round, visitor[0].id, body.seat))


@study_routes.get("/skill", response_model=SkillPoint, responses=AS_LINES)
async def skill(
    request: Request,
    visitor: Visitor,
    services: RoomServices,
    game: Annotated[str | None, Query(max_length=20)] = None,
    rounds: Annotated[int, Query(ge=1, le=200)] = 60,
) -> Lines:
    """What you gave up in each of your newest rounds: one line of JSON for each, sent as soon as it is judged."""
    client = await client_of(request, services)
    charge = partial(charge_study, request, client, "coach")
    return Lines(_as_lines(skill_of(services.room, client, visitor[0].id, game, rounds, charge)))


async def _as_lines(points: AsyncIterator[SkillPoint]) -> AsyncIterator[bytes]:
    async for point in points:
        yield json.dumps(point).encode() + b"\n"


@study_routes.post("/drill", response_model=Exercise)
async def drill(request: Request, body: GameQuestion, services: RoomServices) -> Response:
    """A hand that is easy to get wrong."""
    _ = body.variant  # refuses an unknown game or option before a worker is asked
    return await study_answer(request, await ask(request, services, "drill", body.arguments))


@study_routes.post("/drill/answer", response_model=Judgement)
async def drill_answer(request: Request, body: HandsQuestion, services: RoomServices) -> Response:
    """Your answer to a drill, compared with the best."""
    cards = body.read_cards()
    hands = body.read_hands(body.slots(cards))
    arguments = {
        **body.arguments,
        "cards": write_cards(cards),
        "decision": body.decision,
        "hands": {slot: write_cards(hand) for slot, hand in hands.items()},
    }
    ticket = await ask(request, services, "drill/answer", arguments, terms_hash=body.variant.terms_hash)
    return await study_answer(request, ticket)


@study_routes.get("/study/waiting")
async def waiting(request: Request, services: RoomServices) -> list[QueuedQuestion]:
    """Your questions that are not answered yet, each with its place in the queue; 0 is being worked on."""
    return services.room.study.waiting(await client_of(request, services))
