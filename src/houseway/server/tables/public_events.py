"""Public projection of table events: what everybody may know."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from ...rules.dealing import deal_goes_to
from ...rules.game import Decide
from ...rules.payments import HOUSE, Party
from .desk import Desk

Data = dict[str, Any]


def public_event(before: Desk, kind: str, body: Mapping[str, object]) -> Data:
    """The public part of an event; of a sealed move only that it was made."""
    public: Data = {"number": before.number + 1, "kind": kind}
    for key in PUBLIC.get(kind, ()):
        public[key] = body.get(key)
    if kind in ("sat", "renamed"):
        public["player"] = body["name"]
    if kind == "voided" and before.round is None:
        public["reveal"] = body["reveal"]  # no record is written of a round that was never opened
    if kind == "move":
        public |= _public_move(before, body)
    return public


PUBLIC = {
    "sat": ("place", "bot"),
    "stood": ("place",),
    "renamed": ("place",),
    "kicked": ("place",),
    "muted": ("place", "muted"),
    "sat_out": ("place", "why"),
    "sat_in": ("place",),
    "bank_taken": ("place", "house_bet"),
    "bank_passed": ("place", "why"),
    "terms_changed": ("terms_version",),
    "closed": ("why",),
    "committed": ("round", "commitment", "beacon"),
    "entropy_commit": ("place",),
    "entropy_fixed": ("places", "commitments"),
    "entropy": ("place", "entropy"),
    "opened": ("places", "terms_hash", "beacon_value"),
    "voided": ("reason", "clause", "note"),
}


def _packets(before: Desk) -> list[list[Party | int]]:
    """The deal that is due as packets in the order of the deal, each with its receiver and the number of cards."""
    receivers = deal_goes_to(before.round) if before.round else ()
    return [[party, len(list(cards))] for party, cards in groupby(receivers)]


def _public_move(before: Desk, body: Mapping[str, Any]) -> Data:
    step = before.round.step if before.round else None
    match body["move"]:
        case "posted":
            return {"move": "posted", "seat": body["seat"], "wagers": dict(body["wagers"]), "by": body["by"]}
        case "dealt":
            return {"move": "dealt", "packets": _packets(before)}
        case "decided":
            decided = {"move": "decided", "seat": body["seat"], "by": body["by"]}
            if isinstance(step, Decide) and step.in_turn:  # everybody hears the decision at once
                decided["option"] = body["option"]
            return decided
        case "set":
            by = body["by"] if body["seat"] != HOUSE else "dealer"
            return {"move": "set", "seat": body["seat"], "by": by}
        case _:
            return {"move": "voided", "reason": body["reason"], "note": body["note"]}
