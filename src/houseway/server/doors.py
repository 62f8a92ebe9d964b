"""Who is asking: what routes depend on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from ..records.store import Person, Session
from .answers import Refusal
from .limits import Buckets, Rate
from .line import Caller
from .sessions import COOKIE


def house_of(request: Request) -> Any:
    return request.app.state.house


HouseHere = Annotated[Any, Depends(house_of)]


async def visitor(request: Request, house: HouseHere) -> tuple[Person, Session]:
    """The person whose session cookie this is."""
    found: tuple[Person, Session] | None = await house.sessions.who(request.cookies.get(COOKIE))
    if found is None:
        raise Refusal(401, "there is no session; POST /api/session begins one")
    return found


Visitor = Annotated[tuple[Person, Session], Depends(visitor)]


def caller_of(person: Person) -> Caller:
    return Caller(person.id, person.name)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def slow_down(request: Request, kind: str, rate: Rate) -> None:
    """Refuse what one address asks too often."""
    buckets: dict[str, Buckets] = request.app.state.buckets
    address = request.client.host if request.client else "unknown"
    if not buckets.setdefault(kind, Buckets(rate)).allows(address):
        raise Refusal(429, "too many of these at once; wait a little")
