"""Snapshots: a desk between rounds as plain data, and the desk from that data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from ...records.round_data import move_data, opening_data, read_move, read_opening, terms_data
from ...rules.cards import read_cards, write_cards
from ...rules.errors import Broken
from ...rules.playing import after, start
from ...rules.round import Round
from .caches import game_under
from .conduct import conduct_data, read_conduct
from .desk import Chair, Desk, Finished, PlaceNumber, Spans
from .old_players import accounts_of_last, mains_by_account, opening_by_account, repost_by_account

Data = dict[str, Any]
SNAPSHOT_VERSION = 2
"""In version 2 players are account ids. Snapshots without a version are older: their players are names."""


def desk_data(desk: Desk) -> Data:
    """A desk between rounds as plain data."""
    if desk.live is not None:
        raise Broken(f"table {desk.table} has a round running; snapshots are taken only between rounds")
    return {
        "version": SNAPSHOT_VERSION,
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
        "withheld": {account: list(times) for account, times in desk.withheld.items()},
        "reopened": list(desk.reopened),
        "conduct": conduct_data(desk.conduct),
        "closed": desk.closed,
        "number": desk.number,
        "label": desk.label,
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
    """The desk in a snapshot of any version."""
    by_name = "version" not in data
    chairs = {int(place): Chair(**chair) for place, chair in data["chairs"].items()}
    spans = _read_spans(data["spans"])
    repost = data["repost"]
    if by_name:
        spans = replace(
            spans,
            previous_main=mains_by_account(spans.previous_main, chairs),
            last_house_main=mains_by_account(spans.last_house_main, chairs),
        )
        repost = repost_by_account(repost, {place: chair.player for place, chair in chairs.items()})
    return Desk(
        table=data["table"],
        game=game_under(data["game"], data["terms"]),
        places=data["places"],
        private=data["private"],
        pace=data["pace"],
        host=data["host"],
        terms_version=data["terms_version"],
        chairs=chairs,
        spans=spans,
        begun=data["begun"],
        last=_read_last(data["last"], chairs) if data["last"] else None,
        repost=repost,
        withheld={account: tuple(times) for account, times in data.get("withheld", {}).items()},
        reopened=tuple(data.get("reopened", ())),
        conduct=read_conduct(data.get("conduct")),
        closed=data["closed"],
        number=data["number"],
        label=data.get("label"),
    )


def _read_spans(data: Mapping[str, Any]) -> Spans:
    spent = read_cards(data["spent"]) if data["spent"] else ()
    return Spans(**{**data, "passed": frozenset(data["passed"]), "spent": spent})


def _read_last(data: Mapping[str, Any], chairs: Mapping[PlaceNumber, Chair]) -> Finished:
    round_ = None
    if data["round"]:
        game = game_under(data["round"]["game"], data["round"]["terms"])
        opening = read_opening(data["round"]["opening"])
        if not opening.names:
            opening = opening_by_account(opening, accounts_of_last(opening, tuple(data["places"]), chairs))
        round_ = after(start(game, opening), *map(read_move, data["round"]["moves"]))
    return Finished(
        id=data["id"],
        outcome=data["outcome"],
        why=data["why"],
        places=tuple(data["places"]),
        round=round_,
        commitment=data.get("commitment") or data["proof"]["commitment"],  # older snapshots hold the whole proof
    )
