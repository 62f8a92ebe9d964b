"""Replays a finished round: every state as one viewer saw it."""

from __future__ import annotations

import json
from typing import cast

from ...records.round_text import read_round
from ..views.http_types import PlayedMove, RecordMove, ReplayedRound
from ..views.table_view import round_view
from ..views.wire_types import RoundView


def replayed(record_text: str, round_id: str, own: tuple[int, ...], *, table: str) -> ReplayedRound:
    """Every state of a round and the moves, as the player of the `own` seats saw them; without seats, a spectator."""
    record = json.loads(record_text)
    states = read_round(record_text)
    places = tuple(range(1, len(record["opening"]["players"]) + 1))
    shared = {"id": round_id, "commitment": record["shuffle"]["commitment"], "opened": True}
    return ReplayedRound(
        round=round_id,
        table=table,
        game=record["game"],
        name=states[0].game.name,
        states=[cast("RoundView", {**shared, **round_view(state, places, own)}) for state in states],
        moves=[_without_digest(move) for move in record["moves"]],
    )


def _without_digest(move: RecordMove) -> PlayedMove:
    return cast("PlayedMove", {key: value for key, value in move.items() if key != "digest"})
