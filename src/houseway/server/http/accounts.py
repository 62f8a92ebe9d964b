"""Sessions and accounts over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...records.store import Person, Session
from ...records.store.errors import why_no_refill
from ...records.store.ledger import player as purse
from ..views.http_errors import KEEPABLE
from .cookies import delete_session_cookie, session_token, set_session_cookie
from .dependencies import HouseHere, Visitor, address_of, slow_down
from .names import is_reserved

people_routes = APIRouter(prefix="/api", tags=["people"])
Data = dict[str, Any]
SessionId = Annotated[str, InPath(pattern=r"^[0-9a-f]{16}$")]
Password = Annotated[str, Field(min_length=1, max_length=200)]


class Credentials(BaseModel):
    """A name and a password."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=KEEPABLE)
    password: Password


class NewName(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=KEEPABLE)


class NewPassword(BaseModel):
    """The present password and the one to follow it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    old: Password
    new: Password


class Reset(BaseModel):
    """The token of a reset link, and the new password."""

    model_config = ConfigDict(extra="forbid", strict=True)
    token: str = Field(pattern=r"^[0-9a-f]{64}$")
    password: Password


async def _me(house: Any, person: Person) -> Data:
    seats = await house.room.store.find.seats_of(person.id)
    has = await house.room.store.balance(purse(person.id))
    return {
        "player": person.name,
        "kind": person.kind,
        "chips": has,
        "tables": sorted({seat.table_id for seat in seats}),
        "new_chips": _why_no_chips(await house.room.store.chips_of(person.id), house.room.settings.welcome),
        "must_rename": _must_rename(person),
        "warnings": [
            {"reason": each.reason, "at": each.made_at} for each in house.room.moderation.warnings_of(person.id)
        ],
    }


def _must_rename(person: Person) -> bool:
    """Whether an account of an earlier version has a name that looks like another's."""
    return person.kind == "named" and (bool(person.settings.get("must_rename")) or is_reserved(person.name))


def _why_no_chips(has: int, welcome: int) -> str | None:
    """Why a player who has so many chips gets no new ones; None where they do."""
    return why_no_refill(has, welcome // 10) if has >= welcome // 10 else None


def _note_use(house: Any, session: Session, request: Request) -> None:
    """Remember in the background that a session is in use."""
    house.room.background(house.sessions.seen(session, address_of(request)))


@people_routes.post("/session")
async def session(request: Request, response: Response, house: HouseHere) -> Data:
    """Come in as a guest; a session that is open already goes on."""
    slow_down(request, "arrivals", house.room.settings.rates.arrivals)
    found = await house.sessions.who(session_token(request))
    if found is not None:
        _note_use(house, found[1], request)
        return await _me(house, found[0])
    person, token = await house.sessions.arrive(address_of(request))
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return await _me(house, person)


@people_routes.post("/register")
async def register(request: Request, response: Response, body: Credentials, visitor: Visitor, house: HouseHere) -> Data:
    """Give the guest a name and a password; the session gets a new token and the old one ends."""
    slow_down(request, "arrivals", house.room.settings.rates.arrivals)
    person, token = await house.sessions.register(visitor[0], body.name, body.password, address=address_of(request))
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return await _me(house, person)


@people_routes.post("/login")
async def login(request: Request, response: Response, body: Credentials, house: HouseHere) -> Data:
    """Sign in with a name and a password; the session that the browser had before ends."""
    slow_down(request, "logins", house.room.settings.rates.logins)
    before = await house.sessions.who(session_token(request))
    old = before[1] if before is not None else None
    person, token = await house.sessions.log_in(body.name, body.password, address=address_of(request), old=old)
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return await _me(house, person)


@people_routes.post("/logout")
async def logout(request: Request, response: Response, visitor: Visitor, house: HouseHere) -> Data:
    """End the session; its sockets are closed."""
    await house.sessions.log_out(visitor[1])
    delete_session_cookie(request, response)
    return {}


@people_routes.post("/name")
async def rename(request: Request, body: NewName, visitor: Visitor, house: HouseHere) -> Data:
    """Give a named account another name; tables show it at once."""
    slow_down(request, "arrivals", house.room.settings.rates.arrivals)
    return await _me(house, await house.sessions.rename(visitor[0], body.name))


@people_routes.post("/password")
async def change_password(
    request: Request, response: Response, body: NewPassword, visitor: Visitor, house: HouseHere
) -> Data:
    """Change the password; every other session ends."""
    slow_down(request, "logins", house.room.settings.rates.logins)
    person, own = visitor
    token = await house.sessions.change_password(person, own, body.old, body.new, address=address_of(request))
    set_session_cookie(request, response, token, days=house.room.settings.session_days)
    return {}


@people_routes.post("/reset")
async def reset_password(request: Request, body: Reset, house: HouseHere) -> Data:
    """Set a new password with the operator's link; every session of the account ends."""
    slow_down(request, "logins", house.room.settings.rates.logins)
    person = await house.sessions.use_reset(body.token, body.password)
    return {"player": person.name}


@people_routes.get("/sessions")
async def sessions(visitor: Visitor, house: HouseHere) -> list[Data]:
    """Your open sessions, newest first."""
    listed: list[Data] = await house.sessions.listed(*visitor)
    return listed


@people_routes.delete("/sessions/{wanted}")
async def revoke(wanted: SessionId, visitor: Visitor, house: HouseHere) -> Data:
    """End one of your sessions; its sockets are closed."""
    await house.sessions.revoke(visitor[0], wanted)
    return {}


@people_routes.delete("/sessions")
async def revoke_others(visitor: Visitor, house: HouseHere) -> Data:
    """End all of your sessions but this one."""
    return {"ended": await house.sessions.revoke_others(*visitor)}


@people_routes.get("/me")
async def me(request: Request, visitor: Visitor, house: HouseHere) -> Data:
    _note_use(house, visitor[1], request)
    return await _me(house, visitor[0])


@people_routes.post("/chips")
async def chips(visitor: Visitor, house: HouseHere) -> Data:
    """New play chips for a player who has nearly none, counting those at tables."""
    person = visitor[0]
    welcome = house.room.settings.welcome
    await house.room.store.refill(person.id, up_to=welcome, below=welcome // 10, why="new play chips")
    return await _me(house, person)
