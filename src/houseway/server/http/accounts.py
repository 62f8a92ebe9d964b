"""The routes of accounts and sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...records.store import Person, Session
from ...records.store.errors import why_no_refill
from ...records.store.ledger_accounts import player as purse
from ..views.http_errors import NO_NUL
from ..views.http_types import Done, EndedSessions, Me, OpenSession, OperatorWarning, PasswordReset
from .cookies import delete_session_cookie, session_token, set_session_cookie
from .dependencies import RoomServices, Visitor, address_of, slow_down
from .names import is_reserved
from .services import Services

people_routes = APIRouter(prefix="/api", tags=["people"])
SessionId = Annotated[str, InPath(pattern=r"^[0-9a-f]{16}$")]
Password = Annotated[str, Field(min_length=1, max_length=200)]


class Credentials(BaseModel):
    """A name and a password."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=NO_NUL)
    password: Password


class NewName(BaseModel):
    """The name that an account takes."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=NO_NUL)


class NewPassword(BaseModel):
    """The present password and the new one."""

    model_config = ConfigDict(extra="forbid", strict=True)
    old: Password
    new: Password


class NewPasswordByLink(BaseModel):
    """The token of a reset link, and the new password."""

    model_config = ConfigDict(extra="forbid", strict=True)
    token: str = Field(pattern=r"^[0-9a-f]{64}$")
    password: Password


async def _me(services: Services, person: Person) -> Me:
    room = services.room
    seats = await room.store.find.seats_of(person.id)
    return Me(
        player=person.name,
        kind=person.kind,
        chips=await room.store.balance(purse(person.id)),
        tables=sorted({seat.table_id for seat in seats}),
        new_chips=_why_no_chips(await room.store.chips_of(person.id), room.settings.welcome),
        must_rename=_must_rename(person),
        warnings=[
            OperatorWarning(reason=warning.reason, at=warning.made_at)
            for warning in room.moderation.warnings_of(person.id)
        ],
    )


def _must_rename(person: Person) -> bool:
    """Whether an account of an earlier version has a name that looks like another's."""
    return person.kind == "named" and (bool(person.settings.get("must_rename")) or is_reserved(person.name))


def _why_no_chips(chips: int, welcome: int) -> str | None:
    """Why a player with this many chips gets no new ones; None for a player who does."""
    below = _refill_below(welcome)
    return why_no_refill(chips, below) if chips >= below else None


def _refill_below(welcome: int) -> int:
    """A player with fewer chips than this gets new ones."""
    return welcome // 10


def _note_use(services: Services, session: Session, request: Request) -> None:
    """Note in the background that a session is in use."""
    services.room.background(services.accounts.sessions.note_use(session, address_of(request)))


@people_routes.post("/session")
async def session(request: Request, response: Response, services: RoomServices) -> Me:
    """Begin a session as a guest; a session that is open already goes on."""
    slow_down(request, "arrivals", services.room.settings.rates.arrivals)
    signed_in = await services.accounts.sessions.who(session_token(request))
    if signed_in is not None:
        person, open_session = signed_in
        _note_use(services, open_session, request)
        return await _me(services, person)
    person, token = await services.accounts.sessions.arrive(address_of(request))
    set_session_cookie(request, response, token, days=services.room.settings.session_days)
    return await _me(services, person)


@people_routes.post("/register")
async def register(
    request: Request, response: Response, body: Credentials, visitor: Visitor, services: RoomServices
) -> Me:
    """Give the guest a name and a password; the session gets a new token and the old one ends."""
    slow_down(request, "arrivals", services.room.settings.rates.arrivals)
    guest, _ = visitor
    person, token = await services.accounts.names.register(guest, body.name, body.password, address=address_of(request))
    set_session_cookie(request, response, token, days=services.room.settings.session_days)
    return await _me(services, person)


@people_routes.post("/login")
async def login(request: Request, response: Response, body: Credentials, services: RoomServices) -> Me:
    """Sign in with a name and a password; the browser's earlier session ends."""
    slow_down(request, "logins", services.room.settings.rates.logins)
    before = await services.accounts.sessions.who(session_token(request))
    old = before[1] if before is not None else None
    person, token = await services.accounts.sign_in.log_in(
        body.name, body.password, address=address_of(request), old=old
    )
    set_session_cookie(request, response, token, days=services.room.settings.session_days)
    return await _me(services, person)


@people_routes.post("/logout")
async def logout(request: Request, response: Response, visitor: Visitor, services: RoomServices) -> Done:
    """End the session; its sockets are closed."""
    await services.accounts.sessions.log_out(visitor[1])
    delete_session_cookie(request, response)
    return Done()


@people_routes.post("/name")
async def rename(request: Request, body: NewName, visitor: Visitor, services: RoomServices) -> Me:
    """Give a named account another name; tables show it at once."""
    slow_down(request, "arrivals", services.room.settings.rates.arrivals)
    return await _me(services, await services.accounts.names.rename(visitor[0], body.name))


@people_routes.post("/password")
async def change_password(
    request: Request, response: Response, body: NewPassword, visitor: Visitor, services: RoomServices
) -> Done:
    """Change the password; every other session ends."""
    slow_down(request, "logins", services.room.settings.rates.logins)
    person, _ = visitor
    token = await services.accounts.passwords.change(person, body.old, body.new, address=address_of(request))
    set_session_cookie(request, response, token, days=services.room.settings.session_days)
    return Done()


@people_routes.post("/reset")
async def reset_password(request: Request, body: NewPasswordByLink, services: RoomServices) -> PasswordReset:
    """Set a new password with the operator's link; every session of the account ends."""
    slow_down(request, "logins", services.room.settings.rates.logins)
    person = await services.accounts.passwords.use_reset(body.token, body.password)
    return PasswordReset(player=person.name)


@people_routes.get("/sessions")
async def sessions(visitor: Visitor, services: RoomServices) -> list[OpenSession]:
    """Your open sessions, newest first."""
    return await services.accounts.sessions.open_sessions(*visitor)


@people_routes.delete("/sessions/{wanted}")
async def revoke(wanted: SessionId, visitor: Visitor, services: RoomServices) -> Done:
    """End one of your sessions; its sockets are closed."""
    await services.accounts.sessions.revoke(visitor[0], wanted)
    return Done()


@people_routes.delete("/sessions")
async def revoke_others(visitor: Visitor, services: RoomServices) -> EndedSessions:
    """End all of your sessions but this one."""
    return EndedSessions(ended=await services.accounts.sessions.revoke_others(*visitor))


@people_routes.get("/me")
async def me(request: Request, visitor: Visitor, services: RoomServices) -> Me:
    """Your account."""
    person, own = visitor
    _note_use(services, own, request)
    return await _me(services, person)


@people_routes.post("/chips")
async def chips(visitor: Visitor, services: RoomServices) -> Me:
    """New play chips for a player who has nearly none; chips at tables count."""
    person, _ = visitor
    welcome = services.room.settings.welcome
    await services.room.store.refill(person.id, up_to=welcome, below=_refill_below(welcome), why="new play chips")
    return await _me(services, person)
