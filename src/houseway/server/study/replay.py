"""A finished round state by state, as the person who asks could see it then; at its end, all that is open."""

from __future__ import annotations

import json
from typing import Any

from ...records.round_text import read_round
from ..views.table_view import round_seen


def replayed(record_text: str, round_id: str, own: tuple[int, ...], *, table: str) -> dict[str, Any]:
    """Every state of a round and the move that led to it, as the player of these seats saw it; nobody's: a watcher."""
    record = json.loads(record_text)
    states = read_round(record_text)
    places = tuple(range(1, len(record["opening"]["players"]) + 1))
    shared = {"id": round_id, "commitment": record["shuffle"]["commitment"], "opened": True}
    return {
        "round": round_id,
        "table": table,
        "game": record["game"],
        "name": states[0].game.name,
        "states": [{**shared, **round_seen(state, places, own)} for state in states],
        "moves": [{key: value for key, value in move.items() if key != "digest"} for move in record["moves"]],
    }
