"""
Decisions about a round: it is begun, opened, played, settled, called off or voided.

Everything here is pure: random numbers, balances and the time are arguments. A function returns a decision, or raises
NotAllowed with the reason for a refusal.
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
MOST_MISSED = 2
"""Time-outs in a row after which a place sits out."""


def cards_to_shuffle(desk: Desk) -> Cards:
    """The cards that are left in the shoe for the next round."""
    return unspent(desk.game, desk.spans.spent)


def may_begin(desk: Desk) -> bool:
    """Whether enough places play, at least one of them a person's."""
    return desk.phase == "between" and bool(desk.people) and len(desk.playing) >= desk.game.seats(desk.game.terms).start


def begin(
    desk: Desk, house: HouseShuffle, balances: Balances, *, at: str, beacon: BeaconRound | None = None
) -> Decision:
    """Begin a round: players without enough chips sit out, then the house commits to its part of the shuffle."""
    draft = Draft(desk, at=at)
    for place, reason in _short_of_chips(desk, balances).items():
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


def _short_of_chips(desk: Desk, balances: Balances) -> dict[PlaceNumber, str]:
    """The places whose players have too few chips to open a round, poorest first, each with the reason of the rules."""
    out: dict[PlaceNumber, str] = {}
    while True:
        places = tuple(place for place in desk.playing if place not in out)
        if len(places) < desk.game.seats(desk.game.terms).start:
            return out
        try:
            _open_round(desk, places, balances)
        except NotAllowed as error:
            poorest = min(places, key=lambda place: _brought(desk, place, balances))
            out[poorest] = str(error)
        else:
            return out


def _open_round(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> Round:
    """A new round of these places; raises NotAllowed if somebody cannot pay the lowest wagers."""
    round_ = open_round(table_of(desk, places, _chips(desk, places, balances)))
    trial = round_
    bettors = waiting_for(round_) if isinstance(round_.step, Wager) else ()  # a banker may have nothing to wager
    for seat in bettors:
        if isinstance(seat, int):
            trial = play(trial, Posted(seat, lowest_wagers(round_, seat)))
    return round_


def lowest_wagers(round_: Round, seat: int) -> dict[str, int]:
    """The lowest wagers that this seat may make."""
    step = round_.step
    if not isinstance(step, Wager):
        return {}
    is_banker = seat == round_.opening.banker
    spots = step.banker_spots if is_banker else step.instead or step.spots
    return {spot.name: spot.low for spot in spots if not spot.optional}


def _chips(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> dict[str, int]:
    """The chips that each account brings to the next round: the most that it brings to one of its places."""
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
    """Open the round for the places that were fixed: hold the players' chips and deal the first cards."""
    draft = Draft(desk, at=at)
    live = running(desk)
    if live.fixed is None:
        raise NotAllowed(f"round {live.id} cannot open before the commitments of its clients are fixed")
    reason = replace(live, beacon_value=beacon_value).shuffle.why_not_deal()
    if reason:
        raise NotAllowed(f"round {live.id} cannot open: {reason}")
    places = live.places
    try:
        round_ = _open_round(desk, places, balances)
    except NotAllowed as error:  # chips may have moved to another table since the commitment
        for place, why in _short_of_chips(desk, balances).items():
            draft.happens("sat_out", {"place": place, "why": why})
        stayed = tuple(place for place in places if place in draft.desk.playing)
        return call_off(draft, str(error), reopened=stayed)
    draft.happens("opened", {**_opened_body(desk, round_, places), "beacon_value": beacon_value})
    for transfer in money.holds(desk.table, running(draft.desk), round_):
        draft.pays(transfer)
    for seat, account in enumerate(running(draft.desk).players, start=1):
        draft.row(RoundPlayer(round=live.id, seat=seat, person=account, begun_at=live.begun_at))
    _repost(draft)
    return _advance(draft)


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
    """Make the wagers of a round that was called off again, if they are still allowed."""
    for seat, account in enumerate(running(draft.desk).players, start=1):
        wagers = draft.desk.repost.get(repost_key(seat_place(draft.desk, seat), account))
        move = Posted(seat, wagers) if wagers else None
        if move is not None and why_not(opened_round(draft.desk), move) is None:
            _make_move(draft, move, by="person", command=None)


def seat_place(desk: Desk, seat: int) -> PlaceNumber:
    return running(desk).places[seat - 1]


def moved(desk: Desk, move: SeatMove, *, by: str, command: str | None, at: str) -> Decision:
    """Make a seat's move and everything that follows from it without a further choice."""
    draft = Draft(desk, at=at)
    _make_move(draft, move, by=by, command=command)
    return _advance(draft)


def _make_move(draft: Draft, move: Move, *, by: str, command: str | None) -> None:
    live = running(draft.desk)
    before = opened_round(draft.desk)
    body = {**move_data(move), "by": by}
    if command:
        body["command"] = command
    draft.moves(body)
    if isinstance(move, Posted):
        for transfer in money.stakes(draft.desk.table, live, before, move):
            draft.pays(transfer)


def _advance(draft: Draft) -> Decision:
    """Deal the cards that are due, set the dealer's hands, and settle the round when it is over."""
    while not (round_ := opened_round(draft.desk)).over:
        dealt = next_deal(round_, running(draft.desk).shoe)
        if dealt is not None:
            _make_move(draft, dealt, by="dealer", command=None)
        elif waiting_for(round_) == (HOUSE,):
            _make_move(draft, house_way_of(round_, HOUSE), by="dealer", command=None)
        else:
            return draft.decided(**_position(draft.desk))
    position = _position(draft.desk)
    _end(draft)
    return draft.decided(**position)


def _position(desk: Desk) -> dict[str, Any]:
    """The running round and its version, for the answer to a move."""
    return {"round": running(desk).id, "version": opened_round(desk).version}


def house_way_of(round_: Round, mover: Party) -> HandsSet:
    """The move that sets a seat's or the dealer's cards the house way."""
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
        why = {"reason": round_.voided.reason, "clause": clause, "note": round_.voided.note}
        draft.happens("voided", {**why, "reveal": reveal})
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
    """
    Stand up the players who are leaving; sit out those who missed too many moves in a row.

    A bot that missed moves was waiting for a busy server, and nobody could sit it in again.
    """
    for place, chair in sorted(draft.desk.chairs.items()):
        bar = draft.desk.conduct.bars.get(chair.player)
        if chair.leaving or (bar is not None and bar.kicked and chair.out is not None):
            draft.happens("stood", {"place": place, "player": chair.player, "at": draft.at})
        elif chair.missed >= MOST_MISSED and chair.out is None and chair.bot is None:
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
    """End a round before the first card: return all chips and reveal every part of its shuffle."""
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
    """The parts of the shuffle of a round that was never opened, by place because there are no seats yet."""
    house_part = {"commitment": live.commitment, **house_data(live.house)}
    if live.fairness == 1:
        return house_part
    return {
        "version": live.fairness,
        **house_part,
        "beacon": beacon_data(live.beacon) if live.beacon else None,
        "commitments": {str(place): commitment for place, commitment in sorted((live.fixed or {}).items())},
        "clients": {str(place): entropy for place, entropy in sorted(live.entropies.items())},
    }


def call_off_absent(desk: Desk, absent: tuple[int, ...], *, at: str) -> Decision:
    """
    Call off a round because of seats that made no wager in time; the next round begins at once with those who stayed.

    Their wagers are made again. New players wait for the round after that, so every call-off leaves fewer seats and in
    the end a round is played. Absent players sit out or have left; an account that does this repeatedly has to wait.
    An absent bot only misses the next round: it was waiting for a busy server.
    """
    draft = Draft(desk, at=at)
    live = running(desk)
    round_ = opened_round(desk)
    repost = {
        repost_key(live.places[move.seat - 1], live.players[move.seat - 1]): dict(move.wagers)
        for move in round_.moves
        if isinstance(move, Posted)
    }
    names = ", ".join(f"seat {seat}" for seat in absent)
    bots = {place for place, chair in desk.chairs.items() if chair.bot is not None}
    absent_accounts = sorted({live.players[seat - 1] for seat in absent if live.places[seat - 1] not in bots})
    bars = {account: bar_data(bar_after_dodge(desk.conduct, account, at)) for account in absent_accounts}
    stayed = tuple(
        place
        for seat, place in enumerate(live.places, start=1)
        if seat not in absent and place in desk.chairs and desk.chairs[place].plays
    )
    call_off(draft, f"{names} made no wager in time", repost=repost, absent=bars, reopened=stayed)
    for seat in absent:
        place = live.places[seat - 1]
        if place in draft.desk.chairs and place not in bots and not draft.desk.chairs[place].leaving:
            draft.happens("sat_out", {"place": place, "why": "no wager in time"})
    after_round(draft)
    return draft.decided()


def void(desk: Desk, reason: str, note: str, *, at: str) -> Decision:
    """Void the open round by an irregularity of the sheet; every stake goes back."""
    if desk.round is None:
        raise NotAllowed(f"table {desk.table} has no open round to void")
    move = Voided(reason, note)
    refusal = why_not(desk.round, move)
    if refusal:
        raise NotAllowed(refusal)
    draft = Draft(desk, at=at)
    _make_move(draft, move, by="operator", command=None)
    return _advance(draft)
