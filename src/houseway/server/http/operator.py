"""
The operator's side: terms as dated versions, voiding by the sheet, disputes, returns and the state of the room.

Nothing here reaches a live card: rounds are read from the store only when they are over.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from ...games import game as game_named
from ...records.round_text import terms_data
from ...records.shuffle import from_system
from ...records.store import Change, Event, Receipt, Repeated, Setting, Stale, Store, TermsVersion
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame
from ...rules.terms import options
from ..runtime.audits import Audits
from ..runtime.jobs import Once
from ..runtime.operator_actions import Act, once
from ..runtime.room import Room, fresh
from ..study.returns import Prices, returns_beside_prices
from ..tables.ceilings import check_operators_terms
from ..views import catalogue
from ..views.http_errors import KEEPABLE, Refusal
from .dependencies import HouseHere, slow_down
from .play import Code
from .study_requests import OPERATOR, record_of

operator_routes = APIRouter(prefix="/api/operator", tags=["operator"])
Data = dict[str, Any]
TOKEN = "operator_token_hash"
Key = Annotated[str, Header(max_length=64, pattern=r"^[A-Za-z0-9._:-]*$")]
"""A name the operator gives an act: the same one again is the same act, and is done once."""
DisputeId = Annotated[str, InPath(pattern=r"^[A-Z0-9]{1,16}$")]


def hashed(token: str) -> str:
    return hashlib.sha256(f"houseway operator\n{token}".encode("utf-8", "replace")).hexdigest()


async def first_token(store: Store) -> str | None:
    """The operator's token, made when there is none yet; after that only its hash is known."""
    if await store.find.setting(TOKEN) is not None:
        return None
    token = f"{from_system().bits(160):040x}"
    event = Event("operator_token_made", {})
    await store.commit(Change("room", None, 0, (event,), rows=(Setting(name=TOKEN, value=hashed(token)),)))
    return token


class Operator:
    """What the operator may do."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.prices = Prices(room.study)
        self.audits = Audits(room.settings.url, room.settings.anchors)

    async def is_operator(self, token: str) -> bool:
        kept = await self.room.store.find.setting(TOKEN)
        return kept is not None and hmac.compare_digest(kept, hashed(token))

    async def note(self, kind: str, body: Data, *rows: Any, once: Once | None = None) -> None:
        """Every act of the operator is an event of the room's own stream."""
        receipt = Receipt(once.account, once.id, once.digest, {}) if once else None
        with suppress(Repeated):
            await self.room.store.commit(Change("room", None, 0, (Event(kind, body),), receipt=receipt, rows=rows))

    async def act(self, act: Act) -> Data:
        """Do something to a table, once, and note it, once."""
        answer = await self.room.act(act)
        said = {"table": act.table, "reason": act.reason, "note": act.note}
        kind = {"void": "round_voided", "close": "table_closed"}[act.do]
        await self.note(kind, said, once=once(f"{act.id}:noted", said))
        return answer

    async def new_terms(self, key: str, options: Data, note: str, name: str) -> Data:
        """New terms of a game from now on, once; tables take them with their next round, whoever owns them."""
        this = once(name, [key, options, note])
        first = await self.room.store.answer_to(this.account, this.id, this.digest)
        while first is None:
            with suppress(Stale):  # something else was noted in the meantime: number the version anew
                first = await self._made_terms(key, options, note, this)
        await self.room.take_terms()
        await self.room.store.send("terms", {"game": key})
        return first

    async def _made_terms(self, key: str, options: Data, note: str, this: Once) -> Data:
        game = catalogue.at_a_table(key, options, {})
        check_operators_terms(game)
        head = await self.room.store.head("room")
        versions = await self.room.store.find.terms_versions(key)
        version = TermsVersion(
            game=game.key,
            version=len(versions) + 1,
            in_force_from=now(),
            options=options,
            terms_hash=game.terms_hash,
            made_at=now(),
            note=note,
        )
        before = versions[-1].terms_hash if versions else game_named(key).terms_hash
        said = {"game": key, "version": version.version, "before": before, "after": game.terms_hash, "note": note}
        event = Event("terms_made", {**said, "terms": terms_data(game)})
        answer = asdict(version)
        receipt = Receipt(this.account, this.id, this.digest, answer)
        try:
            await self.room.store.commit(Change("room", head, 0, (event,), receipt=receipt, rows=(version,)))
        except Repeated as repeated:
            return repeated.answer
        return answer


async def operator_here(
    request: Request, house: HouseHere, authorization: Annotated[str, Header(max_length=200)] = ""
) -> Operator:
    """Whoever shows the operator's token."""
    slow_down(request, "operator", house.room.settings.rates.operator)
    token = authorization.removeprefix("Bearer ")
    if not await house.operator.is_operator(token):
        raise Refusal(401, "this is for the operator; send the token that was printed at the first start")
    found: Operator = house.operator
    return found


OperatorHere = Annotated[Operator, Depends(operator_here)]


class NewTerms(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    game: str = Field(max_length=20)
    options: dict[str, str | int | bool | None] = Field(default_factory=dict, max_length=200)
    note: str = Field(default="", max_length=500, pattern=KEEPABLE)


class Irregular(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    reason: str = Field(max_length=40)
    note: str = Field(default="", max_length=500, pattern=KEEPABLE)


class Ruling(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    upheld: bool
    ruling: str = Field(min_length=1, max_length=2000, pattern=KEEPABLE)


@operator_routes.get("/status")
async def status(operator: OperatorHere) -> Data:
    """The room at a glance; no cards, no hands."""
    room = operator.room
    return {
        "tables": [
            {
                "table": actor.desk.table,
                "game": actor.desk.game.key,
                "phase": actor.desk.phase,
                "seated": len(actor.desk.chairs),
                "events": actor.desk.number,
                "owned_here": actor.owned,
                "terms_version": actor.desk.terms_version,
                "places": actor.desk.places,
                "private": actor.desk.private,
                "players": [{"player": chair.name, "bot": chair.bot} for _, chair in sorted(actor.desk.chairs.items())],
                "rounds": actor.desk.spans.rounds,
                "limits": limits_of(actor.desk.game),
                "irregularities": voidable(actor.desk.game),
            }
            for actor in room.actors.values()
        ],
        "sockets": len(room.lines),
        "live_rounds": len(await room.store.find.live_rounds()),
        "room_events": await room.store.head("room"),
        "quarantined": room.quarantined,
        "open_disputes": len(await room.store.find.disputes(state="open")),
    }


def voidable(game: AnyGame) -> Data:
    """What a round may be voided for, with the clause that says so."""
    return {name: found.clause for name, found in game.irregularities(game.terms).items()}


def limits_of(game: AnyGame) -> Data:
    """The least and the most of every wager, as far as the terms name them."""
    return {
        name: value for name, value in options(game.terms).items() if name.endswith(("_min", "_max", "max_aggregate"))
    }


@operator_routes.get("/terms/{game}")
async def terms(game: Annotated[str, InPath(max_length=20)], operator: OperatorHere) -> list[Data]:
    """Every version of a game's terms, with its date."""
    return [asdict(version) for version in await operator.room.store.find.terms_versions(game_named(game).key)]


@operator_routes.post("/terms")
async def new_terms(body: NewTerms, operator: OperatorHere, idempotency_key: Key = "") -> Data:
    """Limits and readings of a game from now on."""
    return await operator.new_terms(body.game, dict(body.options), body.note, idempotency_key or fresh(20))


@operator_routes.post("/tables/{code}/void")
async def void(code: Code, body: Irregular, operator: OperatorHere, idempotency_key: Key = "") -> Data:
    """Void the running round for one of the sheet's irregularities; every stake goes back."""
    name = idempotency_key or fresh(20)
    return await operator.act(Act(id=name, table=code, do="void", reason=body.reason, note=body.note))


@operator_routes.post("/tables/{code}/close")
async def close(code: Code, operator: OperatorHere, idempotency_key: Key = "") -> Data:
    """Close a table between rounds."""
    if await operator.room.store.find.table(code) is None:
        raise Refusal(404, f"there is no table {code!r}")
    return await operator.act(Act(id=idempotency_key or fresh(20), table=code, do="close"))


@operator_routes.get("/disputes")
async def disputes(operator: OperatorHere) -> list[Data]:
    return [asdict(dispute) for dispute in await operator.room.store.find.disputes()]


@operator_routes.get("/disputes/{dispute_id}/evidence")
async def evidence(dispute_id: DisputeId, operator: OperatorHere) -> Data:
    """Everything about a disputed round: its record, its events with their hashes, and what it paid."""
    store = operator.room.store
    dispute = await _dispute(store, dispute_id)
    record = json.loads(await record_of(operator.room, OPERATOR, dispute.round, None))
    events = [asdict(event) for event in await store.round_events(dispute.round)]
    return {"dispute": asdict(dispute), "record": record, "events": events}


@operator_routes.post("/disputes/{dispute_id}/ruling")
async def rule(dispute_id: DisputeId, body: Ruling, operator: OperatorHere) -> Data:
    """Rule on a dispute, once."""
    dispute = await _dispute(operator.room.store, dispute_id)
    if dispute.state != "open":
        raise NotAllowed(f"dispute {dispute_id} was {dispute.state} at {dispute.ruled_at}")
    state = "upheld" if body.upheld else "refused"
    ruled = replace(dispute, state=state, ruling=body.ruling, ruled_at=now())
    await operator.note("dispute_ruled", {"dispute": dispute_id, "state": state, "ruling": body.ruling}, ruled)
    return asdict(ruled)


async def _dispute(store: Store, dispute_id: str) -> Any:
    found = await store.find.dispute(dispute_id)
    if found is None:
        raise Refusal(404, f"there is no dispute {dispute_id}")
    return found


@operator_routes.get("/returns")
async def returns(operator: OperatorHere) -> list[Data]:
    """What each wager returned so far, beside the exact price where there is one."""
    return await returns_beside_prices(operator.room.store, operator.prices)


@operator_routes.post("/audit")
async def begin_audit(operator: OperatorHere) -> Data:
    """Walk the whole chain and ledger, beside the running room."""
    operator.audits.begin()
    return {"running": True}


@operator_routes.get("/audit")
async def audit_status(operator: OperatorHere) -> Data:
    """Whether an audit runs, and what the last one found."""
    return {"running": operator.audits.running, "last": operator.audits.last}
