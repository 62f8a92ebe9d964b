"""Games, tables and history over HTTP."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.actor import Actor
from ..runtime.bots import DEFAULT, check_bots, known_level
from ..runtime.limits import Rate
from ..study.history import events_of, history_of
from ..tables.ceilings import check_chosen
from ..views import catalogue, messages
from ..views.http_errors import KEEPABLE
from ..views.lobby import lobby
from ..views.table_view import Moment, seen
from .dependencies import HouseHere, Visitor, address_of, caller_of, slow_down
from .study_requests import charge_study, client_of, record_of, replay_of

play_routes = APIRouter(prefix="/api", tags=["play"])
Data = dict[str, Any]
Code = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]
RoundId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}-[0-9]{1,12}$")]
MAKING = Rate(0.5, 30)


class NewTable(BaseModel):
    """A table as its maker wants it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: dict[str, str | int | bool | None] = Field(default_factory=dict, max_length=200)
    private: bool = False
    seats: int | None = Field(default=None, ge=1, le=10)
    bots: list[str] = Field(default_factory=list, max_length=9)
    pace: str = Field(default="normal", max_length=20)


class Wanted(BaseModel):
    """A table to sit down at now."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    bots: list[str] = Field(default_factory=lambda: [DEFAULT, DEFAULT], max_length=9)


class Objection(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    says: str = Field(min_length=1, max_length=2000, pattern=KEEPABLE)


@play_routes.get("/health")
async def health(response: Response, house: HouseHere) -> Data:
    """Whether the room is up and the database accepts writes; 503 where it does not."""
    writable = await house.health.writable()
    if not writable:
        response.status_code = 503
    return {"ok": writable, "tables": len(house.room.actors), "sockets": len(house.room.lines)}


@play_routes.get("/games")
async def games() -> list[Data]:
    """Every game with its options, seats and steps, and what a lobby says of it."""
    return list(await asyncio.to_thread(lobby))


@play_routes.get("/tables")
async def tables(house: HouseHere) -> Response:
    """The public tables."""
    found = [actor.desk for actor in house.room.actors.values() if not actor.desk.private]
    listed = [
        {
            "table": desk.table,
            "game": desk.game.key,
            "name": desk.game.name,
            "pace": desk.pace,
            "places": desk.places,
            "seated": [{"player": chair.name, "bot": chair.bot} for _, chair in sorted(desk.chairs.items())],
            "rounds": desk.spans.rounds,
            "terms_hash": desk.game.terms_hash,
        }
        for desk in found
    ]
    return Response(messages.encode(listed), media_type="application/json")  # quickly, however many there are


async def _new_table(house: Any, person: Any, wanted: NewTable) -> Actor:
    for level in wanted.bots:
        if (reason := known_level(level)) is not None:
            raise NotAllowed(reason)
    in_force = await house.room.store.find.terms_in_force(wanted.game, now())
    terms = dict(in_force.options) if in_force else {}
    game = catalogue.at_a_table(wanted.game, terms, dict(wanted.options))
    house_terms = catalogue.at_a_table(wanted.game, terms, {})
    check_chosen(house_terms, game, pay_tables=house.room.settings.guests_may_change_pay_tables)
    check_bots(wanted.bots, changed=game.terms_hash != house_terms.terms_hash)
    seats = game.seats(game.terms)
    places = wanted.seats if wanted.seats is not None else seats.stop - 1
    if places not in seats:
        raise NotAllowed(f"{game.name} seats {seats.start} to {seats.stop - 1}, not {places}")
    if len(wanted.bots) >= places:
        raise NotAllowed(f"{len(wanted.bots)} bots leave no seat free at a table of {places}")
    made: Actor = await house.room.make_table(
        game,
        host=caller_of(person),
        private=wanted.private,
        places=places,
        pace=wanted.pace,
        bots=wanted.bots,
        version=in_force.version if in_force else 0,
    )
    return made


@play_routes.post("/tables")
async def make_table(request: Request, body: NewTable, visitor: Visitor, house: HouseHere) -> Data:
    """Open a table; a private one is found by its code alone."""
    slow_down(request, "tables", MAKING)
    actor = await _new_table(house, visitor[0], body)
    return {"table": actor.desk.table}


@play_routes.post("/play-now")
async def play_now(request: Request, body: Wanted, visitor: Visitor, house: HouseHere) -> Data:
    """A table with bots, and you at it."""
    slow_down(request, "tables", MAKING)
    wanted = NewTable(game=body.game, private=True, bots=body.bots, pace="quick")
    actor = await _new_table(house, visitor[0], wanted)
    table = actor.desk.table
    answer = await actor.order(caller_of(visitor[0]), messages.Sit(f"play-now:{table}", table))
    return {"table": table, "seat": answer["seat"]}


class TypedCode(BaseModel):
    """A short code as somebody typed it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    code: str = Field(min_length=1, max_length=40, pattern=KEEPABLE)


@play_routes.post("/tables/{code}/share")
async def share(request: Request, code: Code, visitor: Visitor, house: HouseHere) -> Data:
    """A short code that leads to this table for a quarter of an hour."""
    slow_down(request, "shares", MAKING)
    try:
        actor: Actor = await house.room.find(code)
    except NotAllowed:
        raise house.codes.unknown_table(address_of(request)) from None
    return asdict(await house.codes.share(actor.desk, visitor[0].id))


@play_routes.post("/codes")
async def redeem(request: Request, body: TypedCode, visitor: Visitor, house: HouseHere) -> Data:
    """The table that a short code leads to."""
    return {"table": await house.codes.table_of(body.code, address_of(request))}


@play_routes.get("/tables/{code}")
async def table(request: Request, code: Code, visitor: Visitor, house: HouseHere) -> Data:
    """A table as you may see it."""
    try:
        actor: Actor = await house.room.find(code)
    except NotAllowed:
        raise house.codes.unknown_table(address_of(request)) from None
    view = seen(actor.desk, visitor[0].id, Moment(at=now()))
    return {"number": actor.desk.number, "view": view, "terms": catalogue.terms_of(actor.desk.game)}


@play_routes.get("/history")
async def history(
    visitor: Visitor,
    house: HouseHere,
    before: Annotated[str | None, Query(max_length=40, pattern=KEEPABLE)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[Data]:
    """Your rounds, newest first."""
    return await history_of(house.room.store, visitor[0].id, before=before, limit=limit)


@play_routes.get("/rounds/{round_id}")
async def round_record(request: Request, round_id: RoundId, visitor: Visitor, house: HouseHere) -> Response:
    """The record of a finished round that you were in; `houseway verify` checks it."""
    client = await client_of(request, house)
    charge_study(request, client, "record")
    text = await record_of(house.room, client, round_id, visitor[0].id)
    headers = {"Content-Disposition": f'attachment; filename="{round_id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@play_routes.get("/rounds/{round_id}/replay")
async def replay(request: Request, round_id: RoundId, visitor: Visitor, house: HouseHere) -> Response:
    """A finished round that you were in, state by state."""
    client = await client_of(request, house)
    charge_study(request, client, "replay")
    states = await replay_of(house.room, client, round_id, visitor[0].id)
    return Response(states, media_type="application/json")


@play_routes.post("/rounds/{round_id}/dispute")
async def dispute(round_id: RoundId, body: Objection, visitor: Visitor, house: HouseHere) -> Data:
    """Object to a finished round that you were in."""
    await events_of(house.room.store, round_id, visitor[0].id)
    return {"dispute": await house.disputes.open(visitor[0].id, round_id, body.says)}
