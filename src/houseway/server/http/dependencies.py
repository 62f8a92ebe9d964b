"""Who is asking: what routes depend on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ...records.store import Person, Session
from ..runtime.limits import Buckets, Budgets, Rate, too_much, whole_seconds
from ..runtime.outbox import Caller
from ..views.http_errors import Refusal
from .connections import network_of
from .cookies import client_address, session_token
from .costs import route_cost


def house_of(request: Request) -> Any:
    return request.app.state.house


HouseHere = Annotated[Any, Depends(house_of)]


async def visitor(request: Request, house: HouseHere) -> tuple[Person, Session]:
    """The person whose session cookie this is."""
    found: tuple[Person, Session] | None = await house.sessions.who(session_token(request))
    if found is None:
        raise Refusal(401, "there is no session; POST /api/session begins one")
    spend(budgets_of(request).accounts, found[0].id, _route_cost(request))
    return found


Visitor = Annotated[tuple[Person, Session], Depends(visitor)]


def caller_of(person: Person) -> Caller:
    return Caller(person.id, person.name)


def address_of(request: HTTPConnection) -> str:
    """Where a request or a socket comes from: the visitor's address, of IPv6 its network."""
    return network_of(client_address(request))


def slow_down(request: Request, kind: str, rate: Rate) -> None:
    """Refuse what one address does too often, by count: arrivals, passwords, operator's tokens."""
    counts: dict[str, Buckets] = request.app.state.buckets
    spend(counts.setdefault(kind, Buckets(rate)), address_of(request), 1.0)


def charge(request: Request) -> None:
    """Take what a route costs from the budget of the address it is asked from; every route depends on this."""
    spend(budgets_of(request).addresses, address_of(request), _route_cost(request))


def budgets_of(request: Request) -> Budgets:
    budgets: Budgets = request.app.state.budgets
    return budgets


def spend(budget: Buckets, caller: str, cost: float) -> None:
    """Take a cost from the budget of a caller; refused with the time to wait where there is not enough."""
    wait = budget.spend(caller, cost)
    if wait:
        raise Refusal(429, too_much(wait), retry_after=whole_seconds(wait))


def _route_cost(request: Request) -> float:
    route = request.scope.get("route")
    return route_cost(request.method, getattr(route, "path", ""))
