"""The routes of the lobby, of tables and of rounds."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...games import game as game_named
from ...records.store import Person
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.actor import Actor
from ..runtime.bots import DEFAULT, check_bots, why_not_level
from ..runtime.limits import Rate
from ..study.history import events_of, history_of
from ..tables.ceilings import check_chosen
from ..tables.desk import Desk
from ..views import catalogue, messages
from ..views.http_errors import NO_NUL
from ..views.http_types import (
    GameInfo,
    NewDispute,
    OpeningOffer,
    PlayedRound,
    PublicTable,
    ReplayedRound,
    RoomHealth,
    RoundRecord,
    SeatedPlayer,
    SharedTable,
    TableCode,
    TableSnapshot,
    TakenSeat,
)
from ..views.lobby import lobby
from ..views.offers import opening_offer
from ..views.table_view import Moment, table_view
from ..views.wire_types import TableView
from .dependencies import RoomServices, Visitor, address_of, caller_of, slow_down
from .services import Services
from .study_requests import charge_study, client_of, record_of, replay_of

play_routes = APIRouter(prefix="/api", tags=["play"])
Code = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]
RoundId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}-[0-9]{1,12}$")]
NEW_TABLES = Rate(0.5, 30)
"""Tables that one address may open, and short codes that it may make."""


class NewTable(BaseModel):
    """The settings that a player chooses for a new table."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: dict[str, str | int | bool | None] = Field(default_factory=dict, max_length=200)
    private: bool = False
    seats: int | None = Field(default=None, ge=1, le=10)
    bots: list[str] = Field(default_factory=list, max_length=9)
    pace: str = Field(default="normal", max_length=20)


class QuickTable(BaseModel):
    """A table with bots to sit down at now."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: dict[str, str | int | bool | None] = Field(default_factory=dict, max_length=200)
    bots: list[str] = Field(default_factory=lambda: [DEFAULT, DEFAULT], max_length=9)


class Objection(BaseModel):
    """A player's objection to a round."""

    model_config = ConfigDict(extra="forbid", strict=True)
    says: str = Field(min_length=1, max_length=2000, pattern=NO_NUL)


@play_routes.get("/health")
async def health(response: Response, services: RoomServices) -> RoomHealth:
    """Whether the room is up and the database accepts writes; 503 where it does not."""
    writable = await services.health.writable()
    if not writable:
        response.status_code = 503
    return RoomHealth(ok=writable, tables=len(services.room.actors), sockets=len(services.room.outboxes))


@play_routes.get("/games")
async def games() -> list[GameInfo]:
    """Every game with its options, seats and steps, an example hand and its edge."""
    return list(await asyncio.to_thread(lobby))


@play_routes.get("/games/{game}/opening")
async def opening(game: Annotated[str, InPath(max_length=20)], services: RoomServices) -> OpeningOffer:
    """What the opener of a table of this game may choose, within the operator's terms."""
    in_force = await services.room.store.find.terms_in_force(game_named(game).key, now())
    terms = dict(in_force.options) if in_force else {}
    return await asyncio.to_thread(  # reads files the first time
        opening_offer,
        game_named(game).with_options(terms),
        catalogue.game_at_table(game, terms, {}),
        pay_tables=services.room.settings.guests_may_change_pay_tables,
    )


@play_routes.get("/tables", response_model=list[PublicTable])
async def tables(services: RoomServices) -> Response:
    """The public tables."""
    desks = [actor.desk for actor in services.room.actors.values()]
    public = [_public_table(desk) for desk in desks if not desk.private]
    return Response(messages.encode(public), media_type="application/json")  # msgspec: there may be thousands


def _public_table(desk: Desk) -> PublicTable:
    return PublicTable(
        table=desk.table,
        game=desk.game.key,
        name=desk.game.name,
        pace=desk.pace,
        places=desk.places,
        seated=[SeatedPlayer(player=chair.name, bot=chair.bot) for _, chair in sorted(desk.chairs.items())],
        rounds=desk.spans.rounds,
        terms_hash=desk.game.terms_hash,
    )


async def _open_table(services: Services, person: Person, wanted: NewTable) -> Actor:
    for level in wanted.bots:
        if (reason := why_not_level(level)) is not None:
            raise NotAllowed(reason)
    in_force = await services.room.store.find.terms_in_force(wanted.game, now())
    terms = dict(in_force.options) if in_force else {}
    game = catalogue.game_at_table(wanted.game, terms, dict(wanted.options))
    house_terms = catalogue.game_at_table(wanted.game, terms, {})
    check_chosen(house_terms, game, pay_tables=services.room.settings.guests_may_change_pay_tables)
    check_bots(wanted.bots, changed=game.terms_hash != house_terms.terms_hash)
    seats = game.seats(game.terms)
    places = wanted.seats if wanted.seats is not None else seats.stop - 1
    if places not in seats:
        raise NotAllowed(f"{game.name} seats {seats.start} to {seats.stop - 1}, not {places}")
    if len(wanted.bots) >= places:
        raise NotAllowed(f"{len(wanted.bots)} bots leave no seat free at a table of {places}")
    return await services.room.opening.open_table(
        game,
        host=caller_of(person),
        private=wanted.private,
        places=places,
        pace=wanted.pace,
        bots=wanted.bots,
        version=in_force.version if in_force else 0,
    )


@play_routes.post("/tables")
async def make_table(request: Request, body: NewTable, visitor: Visitor, services: RoomServices) -> TableCode:
    """Open a table; a private one is found only by its code."""
    slow_down(request, "tables", NEW_TABLES)
    actor = await _open_table(services, visitor[0], body)
    return TableCode(table=actor.desk.table)


@play_routes.post("/play-now")
async def play_now(request: Request, body: QuickTable, visitor: Visitor, services: RoomServices) -> TakenSeat:
    """A new table with bots, at which you sit."""
    slow_down(request, "tables", NEW_TABLES)
    wanted = NewTable(game=body.game, options=body.options, private=True, bots=body.bots, pace="quick")
    actor = await _open_table(services, visitor[0], wanted)
    table = actor.desk.table
    answer = await actor.order(caller_of(visitor[0]), messages.Sit(f"play-now:{table}", table))
    return TakenSeat(table=table, seat=answer["seat"])


class TypedCode(BaseModel):
    """A short code as it was typed."""

    model_config = ConfigDict(extra="forbid", strict=True)
    code: str = Field(min_length=1, max_length=40, pattern=NO_NUL)


@play_routes.post("/tables/{code}/share")
async def share(request: Request, code: Code, visitor: Visitor, services: RoomServices) -> SharedTable:
    """A short code that leads to this table for a quarter of an hour."""
    slow_down(request, "shares", NEW_TABLES)
    actor = await _find_table(request, services, code)
    return await services.codes.share(actor.desk, visitor[0].id)


async def _find_table(request: Request, services: Services, code: str) -> Actor:
    """A table by its code; an address that tries many unknown codes is slowed down."""
    try:
        return await services.room.find(code)
    except NotAllowed:
        raise services.codes.unknown_table(address_of(request)) from None


@play_routes.post("/codes")
async def redeem(request: Request, body: TypedCode, visitor: Visitor, services: RoomServices) -> TableCode:
    """The table that a short code leads to."""
    return TableCode(table=await services.codes.table_of(body.code, address_of(request)))


@play_routes.get("/tables/{code}")
async def table(request: Request, code: Code, visitor: Visitor, services: RoomServices) -> TableSnapshot:
    """A table as you may see it."""
    actor = await _find_table(request, services, code)
    view = table_view(actor.desk, visitor[0].id, Moment(at=now()))
    return TableSnapshot(
        number=actor.desk.number, view=cast("TableView", view), terms=catalogue.terms_of(actor.desk.game)
    )


@play_routes.get("/history")
async def history(
    visitor: Visitor,
    services: RoomServices,
    before: Annotated[str | None, Query(max_length=40, pattern=NO_NUL)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[PlayedRound]:
    """Your rounds, newest first."""
    return await history_of(services.room.store, visitor[0].id, before=before, limit=limit)


@play_routes.get("/rounds/{round_id}", response_model=RoundRecord)
async def round_record(request: Request, round_id: RoundId, visitor: Visitor, services: RoomServices) -> Response:
    """The record of a finished round that you were in; `houseway verify` checks it."""
    client = await client_of(request, services)
    charge_study(request, client, "record")
    text = await record_of(services.room, client, round_id, visitor[0].id)
    headers = {"Content-Disposition": f'attachment; filename="{round_id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@play_routes.get("/rounds/{round_id}/replay", response_model=ReplayedRound)
async def replay(request: Request, round_id: RoundId, visitor: Visitor, services: RoomServices) -> Response:
    """A finished round that you were in, state by state."""
    client = await client_of(request, services)
    charge_study(request, client, "replay")
    states = await replay_of(services.room, client, round_id, visitor[0].id)
    return Response(states, media_type="application/json")


@play_routes.post("/rounds/{round_id}/dispute")
async def dispute(round_id: RoundId, body: Objection, visitor: Visitor, services: RoomServices) -> NewDispute:
    """Object to a finished round that you were in."""
    await events_of(services.room.store, round_id, visitor[0].id)
    return NewDispute(dispute=await services.disputes.open(visitor[0].id, round_id, body.says))
