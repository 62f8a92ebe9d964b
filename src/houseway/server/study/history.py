"""The rounds of a player, and the record of a finished round, written from the store's events."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...records.provenance import Cancelled, Provenance
from ...records.round_data import read_move, read_opening
from ...records.round_text import write_round
from ...records.store import Store, StoredEvent
from ...records.store.changes import QUARANTINED
from ...rules.errors import NotAllowed
from ...rules.playing import after, start
from ..tables.caches import game_under
from ..views.http_errors import Refusal
from ..views.http_types import PlayedRound, SeatResult


async def history_of(store: Store, person: str, *, before: str | None, limit: int) -> list[PlayedRound]:
    """A player's rounds, newest first."""
    history = await store.find.history(person, before=before, limit=limit)
    return [
        PlayedRound(
            round=played.round.id,
            table=played.round.table_id,
            game=played.round.game,
            begun_at=played.round.begun_at,
            ended_at=played.round.ended_at,
            outcome=played.round.outcome,
            seats=[SeatResult(seat=seat.seat, net=seat.net) for seat in played.seats],
        )
        for played in history
    ]


async def events_of(store: Store, round_id: str, person: str | None) -> list[StoredEvent]:
    """The events of a finished round, for a player who was in it; `person` None is the operator."""
    players = await store.find.round_players(round_id)
    if person is not None and person not in {seat.person for seat in players}:
        raise Refusal(404, f"you were in no round {round_id}")
    row = await store.find.round(round_id)
    if row is None or not players:
        raise Refusal(404, f"there is no round {round_id} that was opened")
    if row.outcome is None:
        raise NotAllowed(f"round {round_id} is not over yet; its record is written when it is")
    if row.outcome == QUARANTINED:
        raise NotAllowed(f"round {round_id} was void because its record could not be read; all chips went back")
    return await store.round_events(round_id)


def events_data(events: list[StoredEvent]) -> list[dict[str, Any]]:
    """Events as plain data, to be sent to a worker process."""
    return [asdict(event) for event in events]


def written_from_data(events: list[dict[str, Any]]) -> str:
    """The record of the round of these events."""
    return written([StoredEvent(**event) for event in events])


def written(events: list[StoredEvent]) -> str:
    """The record of one finished round, from its events."""
    by_kind = {event.kind: event for event in events}
    opened = by_kind["opened"]
    ended = by_kind.get("settled") or by_kind["voided"]
    moves = [event for event in events if event.kind == "move"]
    game = game_under(opened.body["game"], opened.body["terms"])
    round_ = after(start(game, read_opening(opened.body["opening"])), *(read_move(move.body) for move in moves))
    called_off = ended.kind == "voided" and round_.voided is None
    cancelled = None
    if called_off:
        cancelled = Cancelled(reason=ended.body["reason"], clause=ended.body["clause"], note=ended.body["note"])
    provenance = Provenance(
        round=str(opened.round),
        table=str(opened.round).rpartition("-")[0],  # not the code of the table, which would open a private one
        terms_version=opened.body["terms_version"],
        committed=by_kind["committed"].at,
        opened=opened.at,
        ended=ended.at,
        proof=ended.body["reveal"],
        by=tuple(move.body["by"] for move in moves),
        at=tuple(move.at for move in moves),
        cancelled=cancelled,
    )
    return write_round(round_, provenance)
