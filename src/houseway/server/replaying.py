"""A finished round, state by state, as the one who asks could see it then; and at its end, all that is open."""

from __future__ import annotations

import json
from typing import Any

from ..records.round_text import read_round
from ..records.store import Store
from .history import record_of
from .seen import round_seen


async def replay_of(store: Store, round_id: str, person: str | None) -> dict[str, Any]:
    """Every state of a round and the move that led to it, as this person saw it; None is the operator, who watched."""
    text = await record_of(store, round_id, person)
    record = json.loads(text)
    players = await store.find.round_players(round_id)
    own = tuple(sorted(seat.seat for seat in players if seat.person == person))
    states = read_round(text)
    places = tuple(range(1, len(record["opening"]["players"]) + 1))
    shared = {"id": round_id, "commitment": record["shuffle"]["commitment"], "opened": True}
    return {
        "round": round_id,
        "table": record["table"],
        "game": record["game"],
        "name": states[0].game.name,
        "states": [{**shared, **round_seen(state, places, own)} for state in states],
        "moves": [{key: value for key, value in move.items() if key != "digest"} for move in record["moves"]],
    }
