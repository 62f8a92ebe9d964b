"""The operator's routes: the state of the room, terms, voiding rounds, disputes, returns and audits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Request
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...games import game as game_named
from ...records.store import Dispute, Store, TermsVersion
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame
from ...rules.terms import options
from ..runtime.actor import Actor
from ..runtime.codes import random_code
from ..runtime.operator_actions import OperatorAction
from ..study.returns import returns_beside_prices
from ..views.http_errors import NO_NUL, Refusal
from ..views.http_types import Done, SeatedPlayer, Value, WagerReturn
from .dependencies import RoomServices, slow_down
from .operator_service import Operator
from .operator_types import AuditReport, AuditStarted, AuditState, Evidence, RoomStatus, TableStatus, VoidedRound
from .play import Code
from .study_requests import OPERATOR, record_of

operator_routes = APIRouter(prefix="/api/operator", tags=["operator"])
LIMIT_OPTIONS = ("_min", "_max", "max_aggregate")
"""The endings of names of options that limit wagers."""
Key = Annotated[str, Header(max_length=64, pattern=r"^[A-Za-z0-9._:-]*$")]
"""The operator's id for an action: a repeated id is the same action, which is carried out once."""
DisputeId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]


async def operator_here(
    request: Request, services: RoomServices, authorization: Annotated[str, Header(max_length=200)] = ""
) -> Operator:
    """The operator's service; refuses a request without the operator's token."""
    slow_down(request, "operator", services.room.settings.rates.operator)
    token = authorization.removeprefix("Bearer ")
    if not await services.operator.is_operator(token):
        raise Refusal(401, "this is for the operator; send the token that was printed at the first start")
    return services.operator


OperatorHere = Annotated[Operator, Depends(operator_here)]


class NewTerms(BaseModel):
    """The options of a game that differ from the sheet's."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: dict[str, str | int | bool | None] = Field(default_factory=dict, max_length=200)
    note: str = Field(default="", max_length=500, pattern=NO_NUL)


class VoidRequest(BaseModel):
    """The irregularity that a round is voided for."""

    model_config = ConfigDict(extra="forbid", strict=True)
    reason: str = Field(max_length=40)
    note: str = Field(default="", max_length=500, pattern=NO_NUL)


class Ruling(BaseModel):
    """The operator's decision on a dispute."""

    model_config = ConfigDict(extra="forbid", strict=True)
    upheld: bool
    ruling: str = Field(min_length=1, max_length=2000, pattern=NO_NUL)


@operator_routes.get("/status")
async def status(operator: OperatorHere) -> RoomStatus:
    """The state of the room; no cards, no hands."""
    room = operator.room
    return RoomStatus(
        tables=[_table_status(actor) for actor in room.actors.values()],
        sockets=len(room.outboxes),
        live_rounds=len(await room.store.find.live_rounds()),
        room_events=await room.store.head("room"),
        quarantined=room.quarantined,
        open_disputes=len(await room.store.find.disputes(state="open")),
    )


def _table_status(actor: Actor) -> TableStatus:
    desk = actor.desk
    return TableStatus(
        table=desk.table,
        game=desk.game.key,
        phase=desk.phase,
        seated=len(desk.chairs),
        events=desk.number,
        owned_here=actor.owned,
        terms_version=desk.terms_version,
        places=desk.places,
        private=desk.private,
        players=[SeatedPlayer(player=chair.name, bot=chair.bot) for _, chair in sorted(desk.chairs.items())],
        rounds=desk.spans.rounds,
        limits=wager_limits(desk.game),
        irregularities=irregularity_clauses(desk.game),
    )


def irregularity_clauses(game: AnyGame) -> dict[str, str]:
    """The irregularities that a round may be voided for, with their clauses."""
    return {name: irregularity.clause for name, irregularity in game.irregularities(game.terms).items()}


def wager_limits(game: AnyGame) -> dict[str, Value]:
    """The minimum and maximum of every wager, where the terms have them."""
    return {name: value for name, value in options(game.terms).items() if name.endswith(LIMIT_OPTIONS)}


@operator_routes.get("/terms/{game}")
async def terms(game: Annotated[str, InPath(max_length=20)], operator: OperatorHere) -> list[TermsVersion]:
    """Every version of a game's terms, with its date."""
    return await operator.room.store.find.terms_versions(game_named(game).key)


@operator_routes.post("/terms")
async def new_terms(body: NewTerms, operator: OperatorHere, idempotency_key: Key = "") -> TermsVersion:
    """Limits and readings of a game from now on."""
    return await operator.new_terms(body.game, dict(body.options), body.note, idempotency_key or random_code(20))


@operator_routes.post("/tables/{code}/void")
async def void(code: Code, body: VoidRequest, operator: OperatorHere, idempotency_key: Key = "") -> VoidedRound:
    """Void the running round for one of the sheet's irregularities; every stake goes back."""
    name = idempotency_key or random_code(20)
    answer = await operator.act(OperatorAction(id=name, table=code, do="void", reason=body.reason, note=body.note))
    return VoidedRound(round=answer["round"], version=answer["version"])


@operator_routes.post("/tables/{code}/close")
async def close(code: Code, operator: OperatorHere, idempotency_key: Key = "") -> Done:
    """Close a table between rounds."""
    if await operator.room.store.find.table(code) is None:
        raise Refusal(404, f"there is no table {code!r}")
    await operator.act(OperatorAction(id=idempotency_key or random_code(20), table=code, do="close"))
    return Done()


@operator_routes.get("/disputes")
async def disputes(operator: OperatorHere) -> list[Dispute]:
    """Every dispute, open or ruled."""
    return await operator.room.store.find.disputes()


@operator_routes.get("/disputes/{dispute_id}/evidence")
async def evidence(dispute_id: DisputeId, operator: OperatorHere) -> Evidence:
    """Everything about a disputed round: its record, its events with their hashes, and its payments."""
    store = operator.room.store
    dispute = await _dispute(store, dispute_id)
    return Evidence(
        dispute=dispute,
        record=json.loads(await record_of(operator.room, OPERATOR, dispute.round, None)),
        events=await store.round_events(dispute.round),
    )


@operator_routes.post("/disputes/{dispute_id}/ruling")
async def rule(dispute_id: DisputeId, body: Ruling, operator: OperatorHere) -> Dispute:
    """Rule on a dispute, once."""
    dispute = await _dispute(operator.room.store, dispute_id)
    if dispute.state != "open":
        raise NotAllowed(f"dispute {dispute_id} was {dispute.state} at {dispute.ruled_at}")
    state = "upheld" if body.upheld else "refused"
    ruled = replace(dispute, state=state, ruling=body.ruling, ruled_at=now())
    await operator.note("dispute_ruled", {"dispute": dispute_id, "state": state, "ruling": body.ruling}, ruled)
    return ruled


async def _dispute(store: Store, dispute_id: str) -> Dispute:
    dispute = await store.find.dispute(dispute_id)
    if dispute is None:
        raise Refusal(404, f"there is no dispute {dispute_id}")
    return dispute


@operator_routes.get("/returns")
async def returns(operator: OperatorHere) -> list[WagerReturn]:
    """What each wager returned so far, compared with its exact price where there is one."""
    return await returns_beside_prices(operator.room.store, operator.prices)


@operator_routes.post("/audit")
async def begin_audit(operator: OperatorHere) -> AuditStarted:
    """Start an audit of the whole chain and ledger while the room runs."""
    operator.audits.begin()
    return AuditStarted(running=True)


@operator_routes.get("/audit")
async def audit_status(operator: OperatorHere) -> AuditState:
    """Whether an audit runs, and the result of the last one."""
    return AuditState(running=operator.audits.running, last=cast("AuditReport | None", operator.audits.last))
