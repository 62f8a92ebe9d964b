"""
Decisions about a round: it is begun, opened, played, settled, called off or voided.

Everything here is pure: random numbers, balances and the time are arguments. A function returns a decision, or raises
NotAllowed with the reason for a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from ...records.beacon import BeaconRound, beacon_data
from ...records.dealing import cards_left, next_deal, unspent
from ...records.fairness import HouseShuffle, house_data
from ...records.round_data import move_data, opening_data, payment_data, terms_data
from ...records.store import RoundPlayer, RoundRow
from ...rules.cards import Cards
from ...rules.errors import NotAllowed
from ...rules.moves import HandsSet, Move, Posted, SeatMove, Voided
from ...rules.payments import HOUSE, Party
from ...rules.playing import play, settlement
from ...rules.refusals import why_not
from ...rules.round import Round
from ...rules.table import (
    Table,
    open_round,
    players_who_cannot_pay,
    why_bank_fails,
    why_not_begin,
    with_lowest_wagers,
)
from ...rules.values import replace
from . import money
from .conduct import bar_after_dodge, bar_data
from .desk import (
    SHUFFLE_VERSION,
    Balances,
    Decision,
    Desk,
    Live,
    PlaceNumber,
    chips_brought,
    repost_key,
    table_of,
)
from .draft import Draft
from .fold import opened_round, running
from .seating import most_seats_of_a_player

ABSENT = "absent"
BANK_FAILS = "bank"
"""The reason of a round that was called off because the wagers rose above what a player's bank covers."""
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
    if _round_if_it_opens(desk, desk.playing, balances) is None:
        _clear_the_way(draft, desk.playing, balances)
        if why_not_begin(_next_table(draft.desk, draft.desk.playing, None)):
            return draft.decided()
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


# What keeps a round from opening -----------------------------------------------------------------------------------


def _clear_the_way(draft: Draft, places: tuple[PlaceNumber, ...], balances: Balances) -> tuple[PlaceNumber, ...]:
    """
    The places that can open a round.

    A bank that its player cannot hold is passed on, so that the House banks. Only those sit out who are the cause
    themselves: seats that the terms do not allow, and players who cannot pay for their own hands.
    """
    places = _sit_out_surplus(draft, places)
    _pass_on_bank(draft, places, None)  # a rule of the bank itself, such as one hand only
    places = _sit_out_short(draft, places, balances, spared=_banker_in(draft.desk))
    _pass_on_bank(draft, places, balances)
    return _sit_out_short(draft, places, balances)


def _next_table(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances | None) -> Table:
    """The table of the rules for these places; without balances, everybody has unlimited credit."""
    return table_of(desk, places, {} if balances is None else chips_brought(desk, places, balances))


def _banker_in(desk: Desk) -> str | None:
    """The account that took the bank of the next round."""
    chair = desk.chairs.get(desk.spans.banker) if desk.spans.banker is not None else None
    return chair.player if chair else None


def _sit_out_surplus(draft: Draft, places: tuple[PlaceNumber, ...]) -> tuple[PlaceNumber, ...]:
    """Sit out the last hands of a player with too many, and the last seats if the terms have fewer than are taken."""
    game = draft.desk.game
    most = game.seats(game.terms).stop - 1
    most_hands = game.hands_per_player(game.terms).seats
    stayed: list[PlaceNumber] = []
    hands: Counter[str] = Counter()
    for place in places:
        player = draft.desk.chairs[place].player
        if hands[player] >= most_hands:
            _sit_out(draft, place, most_seats_of_a_player(game))
        elif len(stayed) >= most:
            _sit_out(draft, place, f"{game.name} seats {most} here under the new terms")
        else:
            stayed.append(place)
            hands[player] += 1
    return tuple(stayed)


def _pass_on_bank(draft: Draft, places: tuple[PlaceNumber, ...], balances: Balances | None) -> None:
    """Pass the bank on if the player who took it cannot hold it."""
    banker = draft.desk.spans.banker
    if banker not in places:
        return
    reason = why_bank_fails(_next_table(draft.desk, places, balances))
    if reason:
        draft.happens("bank_passed", {"place": banker, "why": reason})


def _sit_out_short(
    draft: Draft, places: tuple[PlaceNumber, ...], balances: Balances, *, spared: str | None = None
) -> tuple[PlaceNumber, ...]:
    """
    Sit out players who cannot pay for their own hands, and return the places that stay.

    Of several the poorest goes first, because the others may then have less to pay; of several hands of a player the
    last. `spared` is the banker, who may lose the bank before the seat.
    """
    fewest = draft.desk.game.seats(draft.desk.game.terms).start
    while len(places) >= fewest:
        table = _next_table(draft.desk, places, balances)
        reasons = {player: why for player, why in players_who_cannot_pay(table).items() if player != spared}
        if not reasons:
            return places
        poorest = min(reasons, key=lambda player: table.chips[player])
        last = max(place for place in places if draft.desk.chairs[place].player == poorest)
        _sit_out(draft, last, reasons[poorest])
        places = tuple(place for place in places if place != last)
    return places


def _sit_out(draft: Draft, place: PlaceNumber, why: str) -> None:
    draft.happens("sat_out", {"place": place, "why": why})


def _open_round(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> Round:
    """A new round of these places; raises NotAllowed if somebody cannot pay the lowest wagers."""
    round_ = open_round(_next_table(desk, places, balances))
    with_lowest_wagers(round_)
    return round_


def _round_if_it_opens(desk: Desk, places: tuple[PlaceNumber, ...], balances: Balances) -> Round | None:
    """A new round of these places if nothing keeps it from opening, as nearly always; otherwise None."""
    with suppress(NotAllowed):
        return _open_round(desk, places, balances)
    return None


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
    round_ = _round_if_it_opens(desk, places, balances)
    if round_ is None:  # chips may have moved to another table since the commitment
        stayed = _clear_the_way(draft, places, balances)
        reopened = tuple(place for place in stayed if draft.desk.chairs[place].plays)
        if stayed != places:
            gone = [place for place in places if place not in stayed]
            return call_off(draft, "; ".join(_reasons_to_sit_out(draft.desk, gone)), reopened=reopened)
        try:
            round_ = _open_round(draft.desk, places, balances)
        except NotAllowed as error:
            return call_off(draft, str(error), reopened=reopened)
    draft.happens("opened", {**_opened_body(draft.desk, round_, places), "beacon_value": beacon_value})
    for transfer in money.holds(desk.table, running(draft.desk), round_):
        draft.pays(transfer)
    for seat, account in enumerate(running(draft.desk).players, start=1):
        draft.row(RoundPlayer(round=live.id, seat=seat, person=account, begun_at=live.begun_at))
    _repost(draft)
    return _advance(draft)


def _reasons_to_sit_out(desk: Desk, places: Iterable[PlaceNumber]) -> list[str]:
    """Why the players of these places sit out, each reason once."""
    return list(dict.fromkeys(desk.chairs[place].out or "" for place in places))


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
    if isinstance(move, Posted):
        reason = _why_bank_ends(opened_round(desk), move)
        if reason:
            return _call_off_for_bank(draft, move, reason)
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
        elif round_.waiting_for == (HOUSE,):
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


# A bank that no longer covers the wagers ---------------------------------------------------------------------------


def _why_bank_ends(round_: Round, move: Posted) -> str | None:
    """Why a player's bank ends with a bettor's wager, which is allowed but more than the bank can cover; or None."""
    banker = round_.opening.banker
    if banker in (HOUSE, move.seat):
        return None
    chips = round_.opening.chips
    player = round_.seat(banker).player
    others = {account: count for account, count in chips.items() if account != player}
    if player not in chips or why_not(_with_chips(round_, others), move) is not None:
        return None
    try:
        with_lowest_wagers(play(_with_chips(round_, {player: chips[player]}), move))
    except NotAllowed as error:
        return str(error)
    return None


def _with_chips(round_: Round, chips: Balances) -> Round:
    """The round if only these players had limited chips."""
    return replace(round_, opening=replace(round_.opening, chips=chips))


def _call_off_for_bank(draft: Draft, move: Posted, reason: str) -> Decision:
    """Pass the bank on and begin the round again with the House as bank; the bettors' wagers are made again."""
    live = running(draft.desk)
    round_ = opened_round(draft.desk)
    banker = round_.opening.banker
    position = _position(draft.desk)
    posted = [earlier for earlier in round_.moves if isinstance(earlier, Posted) and earlier.seat != banker]
    draft.happens("bank_passed", {"place": live.places[int(banker) - 1], "why": reason})
    stayed = tuple(place for place in live.places if place in draft.desk.chairs and draft.desk.chairs[place].plays)
    note = f"{reason}; the House banks this hand instead"
    call_off(draft, note, reason=BANK_FAILS, repost=_wagers_to_repeat(live, [*posted, move]), reopened=stayed)
    after_round(draft)
    return draft.decided(**position)


def _wagers_to_repeat(live: Live, posted: Iterable[Posted]) -> dict[str, dict[str, int]]:
    """Wagers of a round that is called off, by `repost_key`."""
    return {repost_key(live.places[move.seat - 1], live.players[move.seat - 1]): dict(move.wagers) for move in posted}


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
    repost: Mapping[str, object] | None = None,
    absent: Mapping[str, object] | None = None,
    reopened: tuple[PlaceNumber, ...] = (),
    more: Mapping[str, object] | None = None,
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
    repost = _wagers_to_repeat(live, [move for move in round_.moves if isinstance(move, Posted)])
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
