"""Signals of collusion and what the operator does about accounts, over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...records.names import skeleton
from ...records.store import Restriction
from ...records.store.chain import now
from ..runtime.moderation import Kind
from ..runtime.room import fresh
from ..study.signals import signals_of
from ..views.http_errors import KEEPABLE, Refusal
from .dependencies import HouseHere
from .operator import OperatorHere

moderation_routes = APIRouter(prefix="/api/operator", tags=["operator"])
Data = dict[str, Any]
AccountId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9-]+$")]
RestrictionId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]


class Moderate(BaseModel):
    """An act about one account, or two."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Kind
    person: AccountId
    other: AccountId | None = None
    reason: str = Field(min_length=1, max_length=500, pattern=KEEPABLE)


class ResetFor(BaseModel):
    """Whose password is to be set anew: the name as it is shown."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=KEEPABLE)
    hours: int = Field(default=24, ge=1, le=168)


@moderation_routes.get("/signals")
async def signals(
    operator: OperatorHere,
    days: Annotated[int, Query(ge=1, le=90)] = 7,
) -> Data:
    """Pairs of accounts that play as if they were together, strongest first, and the restrictions in force."""
    found = await signals_of(operator.room.store, days=days)
    restrictions = await operator.room.store.find.restrictions()
    dismissed = {
        frozenset((each.person, each.other or ""))
        for each in restrictions
        if each.kind == "dismiss" and not each.lifted_at
    }
    listed = [signal for signal in found if frozenset((signal.first, signal.second)) not in dismissed]
    ids = {account for signal in listed for account in (signal.first, signal.second)}
    ids |= {each.person for each in restrictions} | {each.other for each in restrictions if each.other}
    people = await operator.room.store.find.people(sorted(ids))
    return {
        "signals": [asdict(signal) for signal in listed],
        "restrictions": [asdict(each) for each in restrictions],
        "names": {account: person.name for account, person in people.items()},
        "days": days,
    }


@moderation_routes.get("/people")
async def person(
    operator: OperatorHere, name: Annotated[str, Query(min_length=1, max_length=40, pattern=KEEPABLE)]
) -> Data:
    """An account by its name, or one whose name looks like it."""
    found = await operator.room.store.find.person_like(skeleton(name))
    if found is None:
        raise Refusal(404, f"there is no account named {name!r}")
    return {
        "id": found.id,
        "name": found.name,
        "kind": found.kind,
        "made_at": found.made_at,
        "closed_at": found.closed_at,
        "restrictions": [asdict(each) for each in await operator.room.store.find.restrictions_of(found.id)],
    }


@moderation_routes.post("/moderation")
async def moderate(body: Moderate, operator: OperatorHere, house: HouseHere) -> Data:
    """Warn or mute an account, keep two apart, close one, or dismiss a signal."""
    restriction = Restriction(
        id=fresh(10),
        kind=body.kind,
        person=body.person,
        other=body.other,
        reason=body.reason,
        made_at=now(),
    )
    await operator.room.moderation.act(restriction, house.sessions)
    return asdict(restriction)


@moderation_routes.post("/moderation/{restriction_id}/lift")
async def lift(restriction_id: RestrictionId, operator: OperatorHere) -> Data:
    """End a restriction."""
    return asdict(await operator.room.moderation.lift(restriction_id))


@moderation_routes.post("/reset-link")
async def reset_link(body: ResetFor, operator: OperatorHere, house: HouseHere) -> Data:
    """A link with which the owner of an account sets a new password once; it is shown this once."""
    person = await operator.room.store.find.person_named(body.name)
    if person is None:
        raise Refusal(404, f"there is no account named {body.name!r}")
    reset, token = await house.sessions.issue_reset(person.id, body.hours)
    return {"path": f"/reset#{token}", "expires_at": reset.expires_at}
