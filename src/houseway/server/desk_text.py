"""A desk between rounds as plain data, and back: what a snapshot holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from ..records.round_text import move_data, opening_data, read_move, read_opening, terms_data
from ..rules.cards import read_cards, write_cards
from ..rules.errors import Broken
from ..rules.round import Round, after, start
from .conduct import conduct_data, read_conduct
from .desk import Chair, Desk, Finished, Spans
from .remembered import game_under

Data = dict[str, Any]


def desk_data(desk: Desk) -> Data:
    """A desk with no round running."""
    if desk.live is not None:
        raise Broken(f"table {desk.table} is in a round; a snapshot is taken between rounds")
    return {
        "table": desk.table,
        "game": desk.game.key,
        "terms": terms_data(desk.game),
        "places": desk.places,
        "private": desk.private,
        "pace": desk.pace,
        "host": desk.host,
        "terms_version": desk.terms_version,
        "chairs": {str(place): asdict(chair) for place, chair in desk.chairs.items()},
        "spans": _spans_data(desk.spans),
        "begun": desk.begun,
        "last": _last_data(desk.last) if desk.last else None,
        "repost": {key: dict(wagers) for key, wagers in desk.repost.items()},
        "reopened": list(desk.reopened),
        "conduct": conduct_data(desk.conduct),
        "closed": desk.closed,
        "number": desk.number,
    }


def _spans_data(spans: Spans) -> Data:
    return {**asdict(replace(spans, spent=())), "passed": sorted(spans.passed), "spent": write_cards(spans.spent)}


def _last_data(last: Finished) -> Data:
    return {
        "id": last.id,
        "outcome": last.outcome,
        "why": last.why,
        "places": list(last.places),
        "commitment": last.commitment,
        "round": _round_data(last.round) if last.round else None,
    }


def _round_data(round_: Round) -> Data:
    return {
        "game": round_.game.key,
        "terms": terms_data(round_.game),
        "opening": opening_data(round_.opening),
        "moves": [move_data(move) for move in round_.moves],
    }


def read_desk(data: Mapping[str, Any]) -> Desk:
    """A desk from a snapshot."""
    return Desk(
        table=data["table"],
        game=game_under(data["game"], data["terms"]),
        places=data["places"],
        private=data["private"],
        pace=data["pace"],
        host=data["host"],
        terms_version=data["terms_version"],
        chairs={int(place): Chair(**chair) for place, chair in data["chairs"].items()},
        spans=_read_spans(data["spans"]),
        begun=data["begun"],
        last=_read_last(data["last"]) if data["last"] else None,
        repost=data["repost"],
        reopened=tuple(data.get("reopened", ())),
        conduct=read_conduct(data.get("conduct")),
        closed=data["closed"],
        number=data["number"],
    )


def _read_spans(data: Mapping[str, Any]) -> Spans:
    spent = read_cards(data["spent"]) if data["spent"] else ()
    return Spans(**{**data, "passed": frozenset(data["passed"]), "spent": spent})


def _read_last(data: Mapping[str, Any]) -> Finished:
    round_ = None
    if data["round"]:
        game = game_under(data["round"]["game"], data["round"]["terms"])
        round_ = after(start(game, read_opening(data["round"]["opening"])), *map(read_move, data["round"]["moves"]))
    return Finished(
        id=data["id"],
        outcome=data["outcome"],
        why=data["why"],
        places=tuple(data["places"]),
        round=round_,
        commitment=data.get("commitment") or data["proof"]["commitment"],  # older snapshots hold the whole proof
    )
