"""Sessions and accounts over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ..records.store import Person
from ..records.store.errors import why_no_refill
from ..records.store.ledger import player as purse
from .answers import KEEPABLE
from .cookies import delete_session_cookie, session_token, set_session_cookie
from .doors import HouseHere, Visitor, slow_down

people_routes = APIRouter(prefix="/api", tags=["people"])
Data = dict[str, Any]


class Credentials(BaseModel):
    """A name and a password."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=KEEPABLE)
    password: str = Field(min_length=1, max_length=200)


async def _me(house: Any, person: Person) -> Data:
    seats = await house.room.store.find.seats_of(person.id)
    has = await house.room.store.balance(purse(person.id))
    return {
        "player": person.name,
        "kind": person.kind,
        "chips": has,
        "tables": sorted({seat.table_id for seat in seats}),
        "new_chips": _why_no_chips(await house.room.store.chips_of(person.id), house.room.settings.welcome),
    }


def _why_no_chips(has: int, welcome: int) -> str | None:
    """Why a player who has so many chips gets no new ones; None where they do."""
    return why_no_refill(has, welcome // 10) if has >= welcome // 10 else None


@people_routes.post("/session")
async def session(request: Request, response: Response, house: HouseHere) -> Data:
    """Come in as a guest; a session that runs already goes on."""
    slow_down(request, "arrivals", house.room.settings.rates.arrivals)
    found = await house.sessions.who(session_token(request))
    if found is not None:
        return await _me(house, found[0])
    person, token = await house.sessions.arrive()
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return await _me(house, person)


@people_routes.post("/register")
async def register(request: Request, body: Credentials, visitor: Visitor, house: HouseHere) -> Data:
    """Give the guest a name and a password."""
    slow_down(request, "arrivals", house.room.settings.rates.arrivals)
    return await _me(house, await house.sessions.register(visitor[0], body.name, body.password))


@people_routes.post("/login")
async def login(request: Request, response: Response, body: Credentials, house: HouseHere) -> Data:
    slow_down(request, "logins", house.room.settings.rates.logins)
    person, token = await house.sessions.log_in(body.name, body.password)
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return await _me(house, person)


@people_routes.post("/logout")
async def logout(request: Request, response: Response, visitor: Visitor, house: HouseHere) -> Data:
    """End the session; its sockets are closed."""
    await house.sessions.log_out(visitor[1])
    delete_session_cookie(request, response)
    return {}


@people_routes.get("/me")
async def me(visitor: Visitor, house: HouseHere) -> Data:
    return await _me(house, visitor[0])


@people_routes.post("/chips")
async def chips(visitor: Visitor, house: HouseHere) -> Data:
    """New play chips for a player who has nearly none, counting those at tables."""
    person, welcome = visitor[0], house.room.settings.welcome
    await house.room.store.refill(person.id, up_to=welcome, below=welcome // 10, why="new play chips")
    return await _me(house, person)
