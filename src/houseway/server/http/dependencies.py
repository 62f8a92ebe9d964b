"""What routes depend on: the services, the visitor and the budgets."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ...records.store import Person, Session
from ..runtime.limits import Buckets, Budgets, Rate, too_much, whole_seconds
from ..runtime.outbox import Caller
from ..views.http_errors import Refusal
from .connections import network_of
from .cookies import client_address, session_token
from .costs import route_cost
from .services import Services


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


RoomServices = Annotated[Services, Depends(services_of)]


async def visitor(request: Request, services: RoomServices) -> tuple[Person, Session]:
    """The account and the session that the visitor's cookie belongs to."""
    signed_in = await services.accounts.sessions.who(session_token(request))
    if signed_in is None:
        raise Refusal(401, "there is no session; POST /api/session begins one")
    spend(budgets_of(request).accounts, signed_in[0].id, _route_cost(request))
    return signed_in


Visitor = Annotated[tuple[Person, Session], Depends(visitor)]


def caller_of(person: Person) -> Caller:
    return Caller(person.id, person.name)


def address_of(request: HTTPConnection) -> str:
    """The visitor's address; for IPv6 its network."""
    return network_of(client_address(request))


def slow_down(request: Request, kind: str, rate: Rate) -> None:
    """Refuse a kind of request that an address makes too often: arrivals, passwords, operator's tokens."""
    counts: dict[str, Buckets] = request.app.state.buckets
    spend(counts.setdefault(kind, Buckets(rate)), address_of(request), 1.0)


def charge(request: Request) -> None:
    """Take a route's cost from the budget of the visitor's address; every route depends on this."""
    spend(budgets_of(request).addresses, address_of(request), _route_cost(request))


def budgets_of(request: Request) -> Budgets:
    budgets: Budgets = request.app.state.budgets
    return budgets


def spend(budget: Buckets, caller: str, cost: float) -> None:
    """Take a cost from a caller's budget; refuse with the time to wait when the budget is used up."""
    wait = budget.spend(caller, cost)
    if wait:
        raise Refusal(429, too_much(wait), retry_after=whole_seconds(wait))


def _route_cost(request: Request) -> float:
    route = request.scope.get("route")
    return route_cost(request.method, getattr(route, "path", ""))
