"""
A round at a desk: committed, opened, moved, settled or voided. Pure: chance, balances and the time are given.

Every function makes a decision from a desk, or raises the reason why it is not to be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...records.beacon import BeaconRound, beacon_data
from ...records.dealing import cards_left, next_deal, unspent
from ...records.fairness import HouseShuffle, house_data
from ...records.round_text import move_data, opening_data, payment_data, terms_data
from ...records.store import RoundPlayer, RoundRow
from ...rules.cards import Cards
from ...rules.errors import NotAllowed
from ...rules.game import Wager
from ...rules.moves import HandsSet, Move, Posted, SeatMove, Voided
from ...rules.payments import HOUSE, Party
from ...rules.playing import play, settlement
from ...rules.refusals import why_not
from ...rules.round import Round, waiting_for
from ...rules.table import open_round
from ...rules.values import replace
from . import money
from .conduct import bar_after_dodge, bar_data
from .desk import SHUFFLE_VERSION, Decision, Desk, Live, PlaceNumber, repost_key, table_of
from .draft import Draft
from .fold import opened_round, running

Balances = Mapping[str, int]
ABSENT = "absent"
MISSED_MOST = 2
"""Time-outs in a row after which a place sits out."""


def cards_to_shuffle(desk: Desk) -> Cards:
    """What is left in the shoe for the next round."""
    return unspent(desk.game, desk.spans.spent)


def may_begin(desk: Desk) -> bool:
    """Are there enough who play, and a person among them?"""
    return desk.phase == "between" and bool(desk.people) and len(desk.playing) >= desk.game.seats(desk.game.terms).start


def begin(
    desk: Desk, house: HouseShuffle, balances: Balances, *, at: str, beacon: BeaconRound | None = None
) -> Decision:
    """The house commits to its order, and to a round of a beacon; those who cannot pay for a round sit out first."""
    draft = Draft(desk, at=at)
    for place, reason in _short(desk, balances).items():
        draft.happens("sat_out", {"place": place, "why": reason})
    if not may_begin(draft.desk):
        return draft.decided()
    round_id = f"{desk.shown_as}-{desk.begun + 1}"
    commitment = house.commitment_with(beacon)
    committed = {
        "round": round_id,
        "fairness": SHUFFLE_VERSION,
        "commitment": commitment,
        "beacon": beacon_data(beacon) if beacon else None,
        "begun_at": at,
    }
    draft.happens("committed", committed, secret=house_data(house))
    draft.row(RoundRow(id=round_id, table_id=desk.table, game=desk.game.key, begun_at=at, commitment=commitment))
    return draft.decided()


def _short(desk: Desk, balances: Balances) -> dict[PlaceNumber, str]:
    """The places that keep a round from opening, poorest first, each with the rules' own reason."""
    out: dict[PlaceNumber, str] = {}
    while True:
        places = tuple(place for place in desk.playing if place not in out)
        if len(places) < desk.game.seats(desk.game.terms).start:
            return out
        try:
            _opened(desk, places, balances)
        except NotAllowed as error:
            out[min(places, key=lambda place: _brought(desk, place, balances))] = str(error)
        else:
            return out


def _opened(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> Round:
    """A round of these places, in which everybody can pay the lowest wager."""
    round_ = open_round(table_of(desk, places, _chips(desk, places, balances)))
    trial = round_
    bettors = waiting_for(round_) if isinstance(round_.step, Wager) else ()  # a banker may have nothing to wager
    for seat in bettors:
        if isinstance(seat, int):
            trial = play(trial, Posted(seat, _least(round_, seat)))
    return round_


def _least(round_: Round, seat: int) -> dict[str, int]:
    """The smallest wagers that this seat may make."""
    step = round_.step
    spots = step.instead or step.spots if isinstance(step, Wager) else ()
    if isinstance(step, Wager) and seat == round_.opening.banker:
        spots = step.banker_spots
    return {spot.name: spot.low for spot in spots if not spot.optional}


def _chips(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> dict[str, int]:
    most: dict[str, int] = {}
    for place in places:
        account = desk.chairs[place].player
        most[account] = max(most.get(account, 0), _brought(desk, place, balances))
    return most


def _brought(desk: Desk, place: PlaceNumber, balances: Balances) -> int:
    """The chips that the player at this place brings to the next round."""
    chair = desk.chairs[place]
    return min(chair.bring, balances.get(chair.player, 0))


def open_(desk: Desk, balances: Balances, *, at: str, beacon_value: str | None = None) -> Decision:
    """The round opens for the places that were fixed; chips are held, and cards that are due are dealt."""
    draft = Draft(desk, at=at)
    live = running(desk)
    if live.fixed is None:
        raise NotAllowed(f"round {live.id} opens after the commitments of its clients are fixed")
    reason = replace(live, beacon_value=beacon_value).shuffle.why_not_deal()
    if reason:
        raise NotAllowed(f"round {live.id} cannot open: {reason}")
    places = live.places
    try:
        round_ = _opened(desk, places, balances)
    except NotAllowed as error:  # chips may have gone to another table since the commitment
        for place, why in _short(desk, balances).items():
            draft.happens("sat_out", {"place": place, "why": why})
        stayed = tuple(place for place in places if place in draft.desk.playing)
        return call_off(draft, str(error), reopened=stayed)
    draft.happens("opened", {**_opened_body(desk, round_, places), "beacon_value": beacon_value})
    for transfer in money.holds(desk.table, running(draft.desk), round_):
        draft.pays(transfer)
    for seat, account in enumerate(running(draft.desk).players, start=1):
        draft.row(RoundPlayer(round=live.id, seat=seat, person=account, begun_at=live.begun_at))
    _repost(draft)
    return _advanced(draft)


def _opened_body(desk: Desk, round_: Round, places: tuple[PlaceNumber, ...]) -> dict[str, Any]:
    live = running(desk)
    fixed = live.fixed or {}
    return {
        "game": desk.game.key,
        "terms": terms_data(desk.game),
        "terms_hash": desk.game.terms_hash,
        "terms_version": desk.terms_version,
        "opening": opening_data(round_.opening),
        "places": list(places),
        "accounts": [desk.chairs[place].player for place in places],
        "bots": [seat for seat, place in enumerate(places, start=1) if desk.chairs[place].bot],
        "commitments": {str(seat): fixed.get(place) for seat, place in enumerate(places, start=1)},
        "clients": {str(seat): live.entropies.get(place) for seat, place in enumerate(places, start=1)},
    }


def _repost(draft: Draft) -> None:
    """Wager again what was wagered in a round that was called off, if it is still allowed."""
    for seat, account in enumerate(running(draft.desk).players, start=1):
        wagers = draft.desk.repost.get(repost_key(seat_place(draft.desk, seat), account))
        move = Posted(seat, wagers) if wagers else None
        if move is not None and why_not(opened_round(draft.desk), move) is None:
            _made(draft, move, by="person", command=None)


def seat_place(desk: Desk, seat: int) -> PlaceNumber:
    return running(desk).places[seat - 1]


def moved(desk: Desk, move: SeatMove, *, by: str, command: str | None, at: str) -> Decision:
    """A seat's move, and whatever follows from it without anybody's choice."""
    draft = Draft(desk, at=at)
    _made(draft, move, by=by, command=command)
    return _advanced(draft)


def _made(draft: Draft, move: Move, *, by: str, command: str | None) -> None:
    live = running(draft.desk)
    before = opened_round(draft.desk)
    draft.moves({**move_data(move), "by": by, **({"command": command} if command else {})})
    if isinstance(move, Posted):
        for transfer in money.stakes(draft.desk.table, live, before, move):
            draft.pays(transfer)


def _advanced(draft: Draft) -> Decision:
    """Deals what is due, lets the dealer set, and settles when the round is over."""
    while not (round_ := opened_round(draft.desk)).over:
        dealt = next_deal(round_, running(draft.desk).shoe)
        if dealt is not None:
            _made(draft, dealt, by="dealer", command=None)
        elif waiting_for(round_) == (HOUSE,):
            _made(draft, house_way_of(round_, HOUSE), by="dealer", command=None)
        else:
            return draft.decided(**_where(draft.desk))
    where = _where(draft.desk)
    _end(draft)
    return draft.decided(**where)


def _where(desk: Desk) -> dict[str, Any]:
    return {"round": running(desk).id, "version": opened_round(desk).version}


def house_way_of(round_: Round, mover: Party) -> HandsSet:
    """A hand set the house way."""
    if round_.game.house_way is None:
        raise NotAllowed(f"{round_.game.name} has no house way")
    cards = round_.dealer if mover == HOUSE else round_.seat(mover).cards
    return HandsSet(mover, round_.game.house_way(round_.game.terms, cards))


# The end -----------------------------------------------------------------------------------------------------------


def _end(draft: Draft) -> None:
    desk = draft.desk
    live = running(draft.desk)
    round_ = opened_round(draft.desk)
    payments = settlement(round_)
    reveal = live.proof(cards_left(round_))
    transfers = [*money.stakes_back(desk.table, live), *money.paid(desk.table, live, round_, payments)]
    if round_.voided:
        clause = round_.game.irregularities(round_.game.terms)[round_.voided.reason].clause
        said = {"reason": round_.voided.reason, "clause": clause, "note": round_.voided.note}
        draft.happens("voided", {**said, "reveal": reveal})
    else:
        draft.happens("settled", {"payments": [payment_data(p) for p in payments], "reveal": reveal})
    for transfer in transfers:
        draft.pays(transfer)
    won = money.won(payments)
    _rows_at_end(draft, desk, {seat: won.get(seat, 0) for seat in range(1, len(live.players) + 1)})
    after_round(draft)


def _rows_at_end(draft: Draft, desk: Desk, won: Mapping[int, int]) -> None:
    live = running(desk)
    draft.ends_round = True
    outcome = "settled" if draft.desk.last and draft.desk.last.outcome == "settled" else "voided"
    draft.row(
        RoundRow(
            id=live.id,
            table_id=desk.table,
            game=desk.game.key,
            begun_at=live.begun_at,
            commitment=live.commitment,
            terms_hash=live.round.game.terms_hash if live.round else None,
            terms_version=live.terms_version if live.round else None,
            ended_at=draft.at,
            outcome=outcome,
        )
    )
    for seat, account in enumerate(live.players if live.round else (), start=1):
        draft.row(RoundPlayer(round=live.id, seat=seat, person=account, begun_at=live.begun_at, net=won.get(seat, 0)))


def after_round(draft: Draft) -> None:
    """Who asked to stand stands; who was away twice sits out."""
    for place, chair in sorted(draft.desk.chairs.items()):
        bar = draft.desk.conduct.bars.get(chair.player)
        if chair.leaving or (bar is not None and bar.kicked and chair.out is not None):
            draft.happens("stood", {"place": place, "player": chair.player, "at": draft.at})
        elif chair.missed >= MISSED_MOST and chair.out is None:
            draft.happens("sat_out", {"place": place, "why": f"{chair.missed} time-outs in a row"})


def call_off(
    draft: Draft,
    why: str,
    *,
    reason: str = ABSENT,
    repost: Mapping[str, Any] | None = None,
    absent: Mapping[str, Any] | None = None,
    reopened: tuple[PlaceNumber, ...] = (),
    more: Mapping[str, Any] | None = None,
) -> Decision:
    """A round that ends before any card: everything goes back, and all parts of its shuffle are shown."""
    desk = draft.desk
    live = running(draft.desk)
    transfers = [*money.back_from_void(desk.table, live, live.round)] if live.round else []
    body = {
        "reason": reason,
        "clause": money.BACK,
        "note": why,
        "repost": dict(repost or {}),
        "absent": dict(absent or {}),
        "reopened": list(reopened),
        **(more or {}),
    }
    reveal = live.proof(cards_left(live.round)) if live.round else _reveal_unopened(live)
    draft.happens("voided", {**body, "reveal": reveal})
    for transfer in transfers:
        draft.pays(transfer)
    _rows_at_end(draft, desk, {})
    return draft.decided()


def _reveal_unopened(live: Live) -> dict[str, Any]:
    """The shuffle of a round that was never opened, by place: there are no seats yet."""
    shown = {"commitment": live.commitment, **house_data(live.house)}
    if live.fairness == 1:
        return shown
    return {
        "version": live.fairness,
        **shown,
        "beacon": beacon_data(live.beacon) if live.beacon else None,
        "commitments": {str(place): commitment for place, commitment in sorted((live.fixed or {}).items())},
        "clients": {str(place): entropy for place, entropy in sorted(live.entropies.items())},
    }


def call_off_absent(desk: Desk, absent: tuple[int, ...], *, at: str) -> Decision:
    """
    Nobody waits for a wager that does not come: the round is opened again at once with those who stayed.

    Their wagers are made again. Newcomers wait for the round after that, so every call-off leaves fewer seats and a
    round is played in the end. The absent sit out or have left, and those who do it again and again have to wait.
    """
    draft = Draft(desk, at=at)
    live = running(desk)
    round_ = opened_round(desk)
    kept = {move.seat: dict(move.wagers) for move in round_.moves if isinstance(move, Posted)}
    repost = {repost_key(live.places[seat - 1], live.players[seat - 1]): wagers for seat, wagers in kept.items()}
    names = ", ".join(f"seat {seat}" for seat in absent)
    gone = {live.players[seat - 1] for seat in absent}
    bars = {account: bar_data(bar_after_dodge(desk.conduct, account, at)) for account in sorted(gone)}
    stayed = tuple(
        place
        for seat, place in enumerate(live.places, start=1)
        if seat not in absent and place in desk.chairs and desk.chairs[place].plays
    )
    call_off(draft, f"{names} made no wager in time", repost=repost, absent=bars, reopened=stayed)
    for seat in absent:
        place = live.places[seat - 1]
        if place in draft.desk.chairs and not draft.desk.chairs[place].leaving:
            draft.happens("sat_out", {"place": place, "why": "no wager in time"})
    after_round(draft)
    return draft.decided()


def void(desk: Desk, reason: str, note: str, *, at: str) -> Decision:
    """An irregularity of the sheet ends the round; every stake goes back."""
    if desk.round is None:
        raise NotAllowed(f"table {desk.table} has no open round to void")
    move = Voided(reason, note)
    refusal = why_not(desk.round, move)
    if refusal:
        raise NotAllowed(refusal)
    draft = Draft(desk, at=at)
    _made(draft, move, by="operator", command=None)
    return _advanced(draft)
