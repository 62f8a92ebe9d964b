"""What happened at a table, as everybody may hear it, whoever they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules.game import Decide
from ...rules.payments import HOUSE
from .desk import Desk

Data = dict[str, Any]


def public_event(before: Desk, kind: str, body: Mapping[str, Any]) -> Data:
    """One event as everybody may hear it, whoever they are: sealed moves are told without what is in them."""
    told: Data = {"number": before.number + 1, "kind": kind}
    for key in PUBLIC.get(kind, ()):
        told[key] = body.get(key)
    if kind in ("sat", "renamed"):
        told["player"] = body["name"]
    if kind == "voided" and before.round is None:
        told["reveal"] = body["reveal"]  # no record is written of a round that was never opened
    if kind == "move":
        told |= _move_told(before, body)
    return told


PUBLIC = {
    "sat": ("place", "bot"),
    "stood": ("place",),
    "renamed": ("place",),
    "kicked": ("place",),
    "muted": ("place", "muted"),
    "sat_out": ("place", "why"),
    "sat_in": ("place",),
    "bank_taken": ("place", "house_bet"),
    "bank_passed": ("place",),
    "terms_changed": ("terms_version",),
    "closed": ("why",),
    "committed": ("round", "commitment", "beacon"),
    "entropy_commit": ("place",),
    "entropy_fixed": ("places", "commitments"),
    "entropy": ("place", "entropy"),
    "opened": ("places", "terms_hash", "beacon_value"),
    "voided": ("reason", "clause", "note"),
}


def _move_told(before: Desk, body: Mapping[str, Any]) -> Data:
    step = before.round.step if before.round else None
    match body["move"]:
        case "posted":
            return {"move": "posted", "seat": body["seat"], "wagers": dict(body["wagers"]), "by": body["by"]}
        case "dealt":
            return {"move": "dealt"}
        case "decided":
            aloud = isinstance(step, Decide) and step.in_turn
            said = {"option": body["option"]} if aloud else {}
            return {"move": "decided", "seat": body["seat"], "by": body["by"], **said}
        case "set":
            by = body["by"] if body["seat"] != HOUSE else "dealer"
            return {"move": "set", "seat": body["seat"], "by": by}
        case _:
            return {"move": "voided", "reason": body["reason"], "note": body["note"]}
