"""The operator's routes about accounts: signals of collusion, restrictions and password resets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...records.names import skeleton
from ...records.store import Restriction
from ...records.store.chain import now
from ..runtime.codes import random_code
from ..runtime.moderation import Kind
from ..study.signals import signals_of
from ..views.http_errors import NO_NUL, Refusal
from .dependencies import RoomServices
from .operator import OperatorHere
from .operator_types import Account, ResetLink, Signals

moderation_routes = APIRouter(prefix="/api/operator", tags=["operator"])
AccountId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9-]+$")]
RestrictionId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]


class Moderation(BaseModel):
    """A restriction of one account, or of two."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Kind
    person: AccountId
    other: AccountId | None = None
    reason: str = Field(min_length=1, max_length=500, pattern=NO_NUL)


class ResetRequest(BaseModel):
    """The account that gets a reset link, by the name as it is shown."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=40, pattern=NO_NUL)
    hours: int = Field(default=24, ge=1, le=168)


@moderation_routes.get("/signals")
async def list_signals(
    operator: OperatorHere,
    days: Annotated[int, Query(ge=1, le=90)] = 7,
) -> Signals:
    """Pairs of accounts that play as if they were together, strongest first, and the restrictions in force."""
    all_signals = await signals_of(operator.room.store, days=days)
    restrictions = await operator.room.store.find.restrictions()
    dismissed = {
        frozenset((restriction.person, restriction.other or ""))
        for restriction in restrictions
        if restriction.kind == "dismiss" and not restriction.lifted_at
    }
    signals = [signal for signal in all_signals if frozenset((signal.first, signal.second)) not in dismissed]
    accounts = {account for signal in signals for account in (signal.first, signal.second)}
    accounts |= {restriction.person for restriction in restrictions}
    accounts |= {restriction.other for restriction in restrictions if restriction.other}
    people = await operator.room.store.find.people(sorted(accounts))
    return Signals(
        signals=signals,
        restrictions=restrictions,
        names={account: person.name for account, person in people.items()},
        days=days,
    )


@moderation_routes.get("/people")
async def account_by_name(
    operator: OperatorHere, name: Annotated[str, Query(min_length=1, max_length=40, pattern=NO_NUL)]
) -> Account:
    """An account by its name, or one whose name looks like it."""
    find = operator.room.store.find
    person = await find.person_named(name) or await find.person_like(skeleton(name))
    if person is None:
        raise Refusal(404, f"there is no account named {name!r}")
    return Account(
        id=person.id,
        name=person.name,
        kind=person.kind,
        made_at=person.made_at,
        closed_at=person.closed_at,
        restrictions=await find.restrictions_of(person.id),
    )


@moderation_routes.post("/moderation")
async def moderate(body: Moderation, operator: OperatorHere, services: RoomServices) -> Restriction:
    """Warn or mute an account, keep two apart, close one, or dismiss a signal."""
    restriction = Restriction(
        id=random_code(10),
        kind=body.kind,
        person=body.person,
        other=body.other,
        reason=body.reason,
        made_at=now(),
    )
    await operator.room.moderation.act(restriction, services.accounts.changes)
    return restriction


@moderation_routes.post("/moderation/{restriction_id}/lift")
async def lift(restriction_id: RestrictionId, operator: OperatorHere) -> Restriction:
    """End a restriction."""
    return await operator.room.moderation.lift(restriction_id)


@moderation_routes.post("/reset-link")
async def reset_link(body: ResetRequest, operator: OperatorHere, services: RoomServices) -> ResetLink:
    """A link with which the owner of an account sets a new password once; it is shown only now."""
    person = await operator.room.store.find.person_named(body.name)
    if person is None:
        raise Refusal(404, f"there is no account named {body.name!r}")
    reset, token = await services.accounts.passwords.issue_reset(person.id, body.hours)
    return ResetLink(path=f"/reset#{token}", expires_at=reset.expires_at)
