"""
The fold: the desk after each kind of event.

The process that decides, the processes that follow and a process that recovers a table all use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...records.beacon import read_beacon
from ...records.dealing import cards_left
from ...records.fairness import entropy_commitment, read_house
from ...records.round_data import read_move, read_opening
from ...rules.errors import Broken
from ...rules.playing import play
from ...rules.round import Round
from ...rules.table import Table, close_round, opened
from ...rules.values import replace
from .caches import game_under
from .conduct import Bar, after_dodges, after_kick, after_mute, after_round, after_standing
from .desk import USUAL_BRING, Chair, Desk, Finished, Live, spans_of, table_of
from .old_players import opening_by_account, repost_by_account
from .withholding import withheld_with

Body = Mapping[str, Any]


def new_desk(body: Body) -> Desk:
    """A new desk, from the event that opens the table."""
    return Desk(
        table=body["table"],
        game=game_under(body["game"], body["terms"]),
        places=body["places"],
        private=body["private"],
        pace=body["pace"],
        host=body["host"],
        terms_version=body["terms_version"],
        label=body.get("label"),
        number=1,
    )


def folded(desk: Desk, kind: str, body: Body) -> Desk:
    """The desk after one more event."""
    if kind not in FOLDS:
        raise Broken(f"events of kind {kind!r} cannot be folded into a desk")
    return replace(FOLDS[kind](desk, body), number=desk.number + 1)


def _with_chair(desk: Desk, place: int, **changes: Any) -> Desk:
    if place not in desk.chairs:
        return desk
    return replace(desk, chairs={**desk.chairs, place: replace(desk.chairs[place], **changes)})


def _sat(desk: Desk, body: Body) -> Desk:
    chair = Chair(player=body["player"], name=body["name"], bot=body["bot"], bring=body.get("bring") or USUAL_BRING)
    return replace(desk, chairs={**desk.chairs, body["place"]: chair})


def _stood(desk: Desk, body: Body) -> Desk:
    left = {place: chair for place, chair in desk.chairs.items() if place != body["place"]}
    spans = desk.spans
    if spans.banker == body["place"]:
        spans = replace(spans, banker=None, house_bet=0)
    conduct = after_standing(desk.conduct, body["player"], body.get("at"))
    return replace(desk, chairs=left, spans=spans, conduct=conduct)


def _renamed(desk: Desk, body: Body) -> Desk:
    """Another name for the same account."""
    return _with_chair(desk, body["place"], name=body["name"])


def _kicked(desk: Desk, body: Body) -> Desk:
    desk = _with_chair(desk, body["place"], out="the host asked this player to leave")
    return replace(desk, conduct=after_kick(desk.conduct, body["player"], Bar(**body["bar"])))


def _muted(desk: Desk, body: Body) -> Desk:
    return replace(desk, conduct=after_mute(desk.conduct, body["player"], body["muted"]))


def _sat_out(desk: Desk, body: Body) -> Desk:
    return _with_chair(desk, body["place"], out=body["why"], leaving=body.get("leaving", False), missed=0)


def _sat_in(desk: Desk, body: Body) -> Desk:
    return _with_chair(desk, body["place"], out=None, leaving=False, missed=0)


def _bank_taken(desk: Desk, body: Body) -> Desk:
    return replace(desk, spans=replace(desk.spans, banker=body["place"], house_bet=body["house_bet"]))


def _bank_passed(desk: Desk, body: Body) -> Desk:
    spans = replace(desk.spans, passed=desk.spans.passed | {body["place"]})
    if spans.banker == body["place"]:
        spans = replace(spans, banker=None, house_bet=0)
    return replace(desk, spans=spans)


def _terms_changed(desk: Desk, body: Body) -> Desk:
    game = game_under(desk.game.key, body["terms"])
    with_full_shoe = replace(desk.spans, spent=())
    return replace(desk, game=game, terms_version=body["terms_version"], spans=with_full_shoe)


def _closed(desk: Desk, body: Body) -> Desk:
    return replace(desk, closed=True, spans=replace(desk.spans, pot=0))


def _quarantined(desk: Desk, body: Body) -> Desk:
    """Another process could not read the table's record and ended the round."""
    return replace(desk, live=None, repost={})


# The round ---------------------------------------------------------------------------------------------------------


def _committed(desk: Desk, body: Body) -> Desk:
    live = Live(
        id=body["round"],
        house=read_house(body),
        commitment=body["commitment"],
        begun_at=body["begun_at"],
        fairness=body.get("fairness", 1),
        beacon=read_beacon(body.get("beacon")),
    )
    return replace(desk, live=live, begun=desk.begun + 1)


def _entropy_commit(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    if live.fixed is not None:
        raise Broken(f"round {live.id}: a commitment was added after the commitments were fixed")
    if body["player"] in live.committed:
        raise Broken(f"round {live.id}: an account committed to its entropy twice")
    return replace(desk, live=replace(live, committed={**live.committed, body["player"]: body["commitment"]}))


def _entropy_fixed(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    if live.fixed is not None:
        raise Broken(f"round {live.id}: the commitments were fixed twice")
    live = replace(
        live,
        fixed={int(place): commitment for place, commitment in body["commitments"].items()},
        places=tuple(body["places"]),
        players=tuple(body["accounts"]),
    )
    return replace(desk, live=live)


def _entropy(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    place = body["place"]
    entropy = body["entropy"]
    if live.fairness > 1:
        if place not in live.missing:
            raise Broken(f"round {live.id}: place {place} revealed entropy that was not wanted from it")
        if entropy_commitment(live.commitment, live.id, entropy) != (live.fixed or {})[place]:
            raise Broken(f"round {live.id}: the entropy of place {place} does not fit its commitment")
    return replace(desk, live=replace(live, entropies={**live.entropies, place: entropy}))


def _opened(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    accounts = tuple(body["accounts"])
    opening = opening_by_account(read_opening(body["opening"]), accounts)
    has_same_terms = body["terms_hash"] == desk.game.terms_hash
    game = desk.game if has_same_terms else game_under(body["game"], body["terms"])
    round_ = opened(game, opening)
    live = replace(
        live,
        places=tuple(body["places"]),
        players=accounts,
        round=round_,
        terms_version=body["terms_version"],
        beacon_value=body.get("beacon_value"),
    )
    table = table_of(desk, live.places, opening.chips)
    shoe = live.order(cards_left(round_))
    return replace(desk, live=replace(live, table=table, shoe=shoe), reopened=())


def _moved(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    move = read_move(body)
    desk = replace(desk, live=replace(live, round=play(opened_round(desk), move)))
    seat = body.get("seat")
    by = body["by"]
    if not isinstance(seat, int) or desk.chair_of_seat(seat) is None or by not in ("person", "time-out"):
        return desk
    place = live.places[seat - 1]
    missed_before = desk.chairs[place].missed
    missed = missed_before + 1 if by == "time-out" else 0
    return desk if missed == missed_before else _with_chair(desk, place, missed=missed)


def _settled(desk: Desk, body: Body) -> Desk:
    live = running(desk)
    round_ = opened_round(desk)
    spans = spans_of(close_round(_table(live), round_), live.places)
    last = _finished(live, "settled", "")
    conduct = after_round(desk.conduct, live.players)
    return replace(desk, live=None, spans=spans, last=last, repost={}, conduct=conduct)


def _voided(desk: Desk, body: Body) -> Desk:
    """The rules close a round that was voided by an irregularity; one that was called off changes nothing else."""
    live = running(desk)
    round_ = live.round
    last = _finished(live, "voided", body["note"])
    spans = desk.spans
    if round_ is not None and round_.voided:
        spans = spans_of(close_round(_table(live), round_), live.places)
    return replace(
        desk,
        live=None,
        spans=spans,
        last=last,
        repost=repost_by_account(body.get("repost", {}), dict(zip(live.places, live.players, strict=True))),
        withheld=withheld_with(desk.withheld, body.get("withheld", []), body.get("at", "")),
        reopened=tuple(body.get("reopened", ())),
        conduct=after_dodges(desk.conduct, body.get("absent", {})),
    )


def _finished(live: Live, outcome: str, why: str) -> Finished:
    return Finished(
        id=live.id, outcome=outcome, why=why, places=live.places, round=live.round, commitment=live.commitment
    )


def running(desk: Desk) -> Live:
    """The running round; it is a bug to ask for it when there is none."""
    if desk.live is None:
        raise Broken(f"table {desk.table} has no round running")
    return desk.live


def opened_round(desk: Desk) -> Round:
    """The running round as the rules see it; it is a bug to ask for it before the round is opened."""
    if desk.live is None or desk.live.round is None:
        raise Broken(f"table {desk.table} has no open round")
    return desk.live.round


def _table(live: Live) -> Table:
    if live.table is None:
        raise Broken(f"round {live.id} was never opened")
    return live.table


FOLDS: dict[str, Callable[[Desk, Body], Desk]] = {
    "sat": _sat,
    "stood": _stood,
    "renamed": _renamed,
    "kicked": _kicked,
    "muted": _muted,
    "sat_out": _sat_out,
    "sat_in": _sat_in,
    "bank_taken": _bank_taken,
    "bank_passed": _bank_passed,
    "terms_changed": _terms_changed,
    "closed": _closed,
    "quarantined": _quarantined,
    "committed": _committed,
    "entropy_commit": _entropy_commit,
    "entropy_fixed": _entropy_fixed,
    "entropy": _entropy,
    "opened": _opened,
    "move": _moved,
    "settled": _settled,
    "voided": _voided,
}
