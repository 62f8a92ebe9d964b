"""
What one viewer may see of a table: built up from `rules.view`, never stripped down from the desk.

Cards are text. Everything that a button may offer comes with the reason why it is disabled, or null, so that a browser
needs no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...records.beacon import beacon_data
from ...rules.cards import Cards, write_cards
from ...rules.game import AnyGame, Banking, Deal, DealerCards, Decide, Opening, SetHands, Spot, Step, Wager
from ...rules.moves import Decided, HandsSet, Posted
from ...rules.payments import HOUSE, SeatNumber
from ...rules.refusals import why_not
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.table import house_bet_cap
from ...rules.values import cache_with
from ...rules.view import SeatView, View, describe, view
from ..tables.caches import cache_last
from ..tables.desk import Chair, Desk, Finished, Live, PlaceNumber
from ..tables.seating import bank_offered_to, waits, why_no_bank, why_no_seat
from .comparisons import comparisons_of
from .hand_names import compared, joker_cards_of, names_of

Data = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What a view shows that is not recorded: the clock, who is ready and who is connected."""

    left_ms: int | None = None
    total_ms: int | None = None
    ready: frozenset[PlaceNumber] = frozenset()
    connected: frozenset[str] = frozenset()
    at: str = ""
    """The current time, to tell which players have to wait; if it is empty, no view mentions a wait."""


def table_view(desk: Desk, viewer: str | None, moment: Moment) -> Data:
    """The whole table for one account, or for a spectator without one."""
    own = desk.places_of(viewer) if viewer else ()
    return {
        **_table(moment, desk),
        "chairs": [{**chair, "you": True} if chair["place"] in own else chair for chair in _chairs(moment, desk)],
        "you": {
            "places": list(own),
            "host": viewer is not None and viewer == desk.host,
            "may": _may_at_table(desk, viewer, own, moment),
        },
        "bank": _bank(desk, own),
        "round": _running(desk, viewer),
        "last": _finished(desk.last, viewer) if desk.last and desk.live is None else None,
    }


@cache_last
def _table(moment: Moment, desk: Desk) -> Data:
    """The part of the view that is the same for everybody."""
    return {
        "table": desk.table,
        "game": desk.game.key,
        "name": desk.game.name,
        "terms_hash": desk.game.terms_hash,
        "terms_version": desk.terms_version,
        "in_force": _in_force(desk.game),
        "places": desk.places,
        "private": desk.private,
        "house": desk.game.against_the_house,
        "pace": desk.pace,
        "phase": desk.phase,
        "pot": desk.spans.pot,
        "shoe": {"cards": len(desk.game.whole_shoe), "spent": len(desk.spans.spent)},
        "clock": {"left_ms": moment.left_ms, "total_ms": moment.total_ms},
    }


@cache_with
def _in_force(game: AnyGame) -> list[Data]:
    """What the sheet's options mean at this table, in sentences."""
    return [sentence._asdict() for sentence in game.in_force(game.terms)]


@cache_last
def _chairs(moment: Moment, desk: Desk) -> list[Data]:
    """The chairs as a spectator sees them."""
    return [
        _chair(place, chair, moment, chair.player in desk.conduct.muted) for place, chair in sorted(desk.chairs.items())
    ]


def _chair(place: PlaceNumber, chair: Chair, moment: Moment, muted: bool) -> Data:
    return {
        "place": place,
        "player": chair.name,
        "bot": chair.bot,
        "out": chair.out,
        "leaving": chair.leaving,
        "muted": muted,
        "ready": place in moment.ready,
        "connected": chair.bot is not None or chair.player in moment.connected,
        "you": False,
    }


def _may_at_table(desk: Desk, viewer: str | None, own: tuple[PlaceNumber, ...], moment: Moment) -> Data:
    """For each command about seats, the reason why it is refused, or null."""
    no_seat = None if own else "you have no seat here"
    wait = waits(desk, viewer, at=moment.at) if viewer and moment.at and desk.may_have_to_wait(viewer) else None
    why_wait = wait.why if wait else None
    return {
        "sit": why_no_seat(desk, own) or why_wait if viewer else "sign in first",
        "stand": no_seat,
        "sit_out": no_seat or (None if any(desk.chairs[p].plays for p in own) else "you sit out already"),
        "sit_in": no_seat or (why_wait if any(not desk.chairs[p].plays for p in own) else "you play already"),
        "next": no_seat or _why_not_next(desk, own, moment),
    }


def _why_not_next(desk: Desk, own: tuple[PlaceNumber, ...], moment: Moment) -> str | None:
    if desk.phase != "between":
        return "a round is running"
    return "you are ready already" if set(own) <= moment.ready else None


def _bank(desk: Desk, own: tuple[PlaceNumber, ...]) -> Data | None:
    bank = _next_bank(desk)
    if bank is None:
        return None
    for place in own:
        if place not in bank.refusals:
            bank.refusals[place] = why_no_bank(desk, place, 0)
    table = desk.next_table
    return {
        **bank.public,
        "may": {str(place): bank.refusals[place] for place in own},
        "house_bet_up_to": {
            str(place): house_bet_cap(table, desk.playing.index(place) + 1)
            for place in own
            if table and place in desk.playing
        },
    }


@dataclass(frozen=True)
class _NextBank:
    """The bank of the next round, in one state of the table."""

    public: Data
    """What every viewer sees of it."""
    refusals: dict[PlaceNumber, str | None] = field(default_factory=dict)
    """Why it is refused to a place, or None: noted when a viewer asks, because the answer needs a trial round."""


@cache_with
def _next_bank(desk: Desk) -> _NextBank | None:
    """The bank of the next round; None if nobody may bank."""
    rule = _bank_rule(desk.game)
    if rule is None or not rule.may_bank:
        return None
    public = {
        "wager": rule.main_wager,
        "taken_by": desk.spans.banker,
        "house_bet": desk.spans.house_bet,
        "offered_to": list(bank_offered_to(desk)),
        "sets_last": _banker_sets_last(desk.game),
    }
    return _NextBank(public)


@cache_with
def _bank_rule(game: AnyGame) -> Banking | None:
    return game.banking(game.terms)


@cache_with
def _banker_sets_last(game: AnyGame) -> bool:
    """Whether a player who banks sets the hand after the others, under the terms of this table."""
    steps = game.steps(game.terms, Opening(players=("banker",), banker=1))
    return any(isinstance(step, SetHands) and step.who == "banker" for step in steps)


# A round -----------------------------------------------------------------------------------------------------------


def _running(desk: Desk, viewer: str | None) -> Data | None:
    live = desk.live
    if live is None:
        return None
    shuffle = _shuffle(None, live)
    if live.round is None:
        wanted = _entropy_wanted(desk, live, viewer)
        return {**shuffle, "places": list(live.places), "entropy_wanted": wanted, "opened": False}
    seats = desk.seats_of(viewer) if viewer else ()
    return {**shuffle, "opened": True, **round_view(live.round, live.places, seats)}


@cache_last
def _shuffle(_: None, live: Live) -> Data:
    """The parts of the shuffle that everybody may know."""
    return {
        "id": live.id,
        "commitment": live.commitment,
        "beacon": beacon_data(live.beacon) if live.beacon else None,
        "entropy_commitments": {str(place): commitment for place, commitment in sorted((live.fixed or {}).items())},
        "entropy_from": sorted(live.entropies),
    }


def _entropy_wanted(desk: Desk, live: Live, viewer: str | None) -> str | None:
    """What the viewer's client has to send for the shuffle now: `commit` or `reveal`; None for nothing."""
    if live.fixed is None:
        plays = viewer in desk.first_places(desk.playing)
        return "commit" if plays and viewer not in live.committed and live.fairness > 1 else None
    seats = zip(live.places, live.players, strict=True)
    missing = any(account == viewer and place in live.missing for place, account in seats)
    return "reveal" if missing else None


def _finished(last: Finished, viewer: str | None) -> Data:
    result: Data = {"id": last.id, "outcome": last.outcome, "why": last.why, "commitment": last.commitment}
    if last.round is None:
        return result
    own = last.seats_of(viewer) if viewer else ()
    return {**result, **_round_view(last.round, last.places, own, _finished_for_all(last))}


@cache_with
def _finished_for_all(last: Finished) -> _OpenToAll:
    """The part of a finished round that every viewer sees, its comparisons included: built once."""
    assert last.round is not None
    return _open_to_all_of(last.places, last.round)


def round_view(round_: Round, places: tuple[PlaceNumber, ...], own: tuple[SeatNumber, ...]) -> Data:
    """A round as this viewer may see it; a player with several seats sees the cards of each."""
    return _round_view(round_, places, own, _open_to_all(places, round_))


def _round_view(
    round_: Round, places: tuple[PlaceNumber, ...], own: tuple[SeatNumber, ...], for_all: _OpenToAll
) -> Data:
    watched = for_all.spectator_view
    views = {seat: view(round_, seat, spectator_view=watched) for seat in own}
    first = views[own[0]] if own else watched
    seats = []
    for spectators in watched.seats:
        seat = (views.get(spectators.number) or first).seats[spectators.number - 1]
        if seat is spectators:
            seats.append(for_all.seats.of(seat))
        else:
            seats.append(_seat(seat, places, round_, for_all.seats.bank))
    return {
        **for_all.data,
        "seats": seats,
        "own": [_own(round_, views[seat], seat) for seat in own],
    }


class _PublicSeats:
    """The seats of a round as every spectator sees them, each built when a viewer needs it."""

    def __init__(self, places: tuple[PlaceNumber, ...], round_: Round, watched: View) -> None:
        self._places = places
        self._round = round_
        self.bank = _banks_hands(watched)
        self._seats: dict[SeatNumber, Data] = {}

    def of(self, seat: SeatView) -> Data:
        if seat.number not in self._seats:
            self._seats[seat.number] = _seat(seat, self._places, self._round, self.bank)
        return self._seats[seat.number]


@dataclass(frozen=True)
class _OpenToAll:
    """What every viewer of a round sees."""

    spectator_view: View
    data: Data
    """The round without its seats, as it is sent."""
    seats: _PublicSeats


@cache_last
def _open_to_all(places: tuple[PlaceNumber, ...], round_: Round) -> _OpenToAll:
    """What all viewers see of a running round."""
    return _open_to_all_of(places, round_)


def _open_to_all_of(places: tuple[PlaceNumber, ...], round_: Round) -> _OpenToAll:
    watched = view(round_, None)
    data = {
        "version": watched.version,
        "terms_hash": watched.terms_hash,
        "banker": watched.banker,
        "house_bet": watched.house_bet,
        "dealer": _dealer(round_, watched),
        "deck_back": watched.deck_back or None,
        "step": _step(watched.step),
        "waiting_for": list(watched.waiting_for),
        "over": watched.over,
        "voided": watched.voided,
        "payments": [payment._asdict() for payment in watched.payments],
        **_showdowns(round_, watched),
    }
    return _OpenToAll(watched, data, _PublicSeats(places, round_, watched))


def _showdowns(round_: Round, watched: View) -> Data:
    """Who met whom at the end of the round, in which order hands were opened, and who dealt, where players deal."""
    data: Data = {}
    if not round_.game.against_the_house:
        data["dealer_seat"] = round_.opening.dealer_seat
    if watched.over:
        data["comparisons"] = comparisons_of(round_, watched)
        data["exposure"] = round_.game.exposure_order(round_.game.terms)
    return data


def _dealer(round_: Round, watched: View) -> Data:
    dealer: Data = {
        "count": watched.dealer_count,
        "cards": _text(watched.dealer),
        "setting": _hands(watched.dealer_setting),
        "slots": _in_order(round_, 0, watched.dealer_setting),
        "names": names_of(round_.game, watched.dealer_setting, {}),
        "joker_cards": joker_cards_of(round_.game, watched.dealer_setting, {}),
    }
    if watched.dealer_cards:
        dealer["laid_out"] = _laid_out(round_, watched.dealer_cards)
    return dealer


def _laid_out(round_: Round, cards: DealerCards) -> Data:
    return {
        "order": _text(cards.order),
        "pushed_up": _text(cards.pushed_up),
        "names": names_of(round_.game, cards.hands, {}),
        "qualifies": cards.qualifies,
        "clause": cards.clause,
    }


def _text(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def _hands(hands: Mapping[str, Cards] | None) -> dict[str, str] | None:
    return None if hands is None else {slot: write_cards(cards) for slot, cards in hands.items()}


def _banks_hands(watched: View) -> Setting | None:
    """The hands of the bank, once all hands are open; None before, and if nobody banks."""
    if not watched.over or watched.voided:
        return None
    return watched.seats[watched.banker - 1].setting if isinstance(watched.banker, int) else watched.dealer_setting


def _seat(seat: SeatView, places: tuple[PlaceNumber, ...], round_: Round, bank: Setting | None) -> Data:
    banks = seat.number == round_.opening.banker
    return {
        "seat": seat.number,
        "place": places[seat.number - 1],
        "player": seat.player,
        "chips": seat.chips,
        "live": seat.live,
        "wagers": dict(seat.wagers),
        "decisions": list(seat.decisions),
        "card_count": seat.card_count,
        "cards": _text(seat.cards),
        "setting": _hands(seat.setting),
        "slots": _in_order(round_, seat.number, seat.setting),
        "names": names_of(round_.game, _hands_shown(round_, seat), seat.jokers),
        "met": compared(round_.game, seat.setting, bank, seat.jokers, {})
        if seat.setting and bank and not banks
        else {},
        "jokers": _hands(seat.jokers) or {},
        "joker_cards": joker_cards_of(round_.game, seat.setting, seat.jokers),
        "claims": list(seat.claims),
        "has_moved": seat.has_moved,
    }


def _hands_shown(round_: Round, seat: SeatView) -> Setting | None:
    """The hands that a viewer sees of a seat: those it set, or all its open cards if it plays them unset."""
    if seat.setting is None and seat.cards:
        return round_.game.unset_hands(round_.game.terms, round_.seat(seat.number))
    return seat.setting


def _in_order(round_: Round, number: SeatNumber, setting: Mapping[str, Cards] | None) -> list[str]:
    """The hands of a setting in the order of the layout."""
    if setting is None:
        return []
    seat = round_.seat(number) if number else Seat(number=0, player=HOUSE, cards=round_.dealer)
    layout = [slot.name for slot in round_.game.slots(round_.game.terms, seat)]
    return [slot for slot in layout if slot in setting] + [slot for slot in setting if slot not in layout]


def _step(step: Step | None) -> Data | None:
    match step:
        case None:
            return None
        case Wager():
            data: Data = {"kind": "wager"}
        case Deal():
            data = {"kind": "deal", "cards": step.cards, "dealer": step.dealer}
        case Decide():
            data = {"kind": "decide", "options": list(step.options), "leaving": list(step.leaving)}
            data["in_turn"] = step.in_turn
            data["clauses"] = {option: step.clause_of(option) for option in step.options}
        case SetHands():
            data = {"kind": "set", "who": step.who}
    return {**data, "says": describe(step), "clause": step.clause}


def _own(round_: Round, seat_view: View, seat: SeatNumber) -> Data:
    """What this seat may do now: the wagers with their limits, the hands to set, and why an option is refused."""
    own: Data = {"seat": seat, "to_move": seat in seat_view.waiting_for}
    match seat_view.step:
        case Wager() as step:
            spots = step.banker_spots if seat == seat_view.banker else step.spots
            least = {spot.name: spot.low for spot in spots if not spot.optional}
            own["spots"] = _spots(spots)
            own["instead"] = _spots(step.instead)
            own["may"] = {"post": why_not(round_, Posted(seat, least))}
        case Decide(options=options):
            own["may"] = seat_view.option_refusals or {
                option: why_not(round_, Decided(seat, option)) for option in options
            }
            own["costs"] = _option_costs(round_, seat)
        case SetHands():
            own["slots"] = [_slot(slot) for slot in seat_view.slots]
            own["may"] = _may_set(round_, seat_view, seat)
            own["foul"] = _foul_cost(round_, seat)
            own["name_jokers"] = round_.game.may_name_jokers(round_.game.terms)
            own["claims"] = [claim._asdict() for claim in round_.game.claims(round_.game.terms, round_.seat(seat))]
        case _:
            own["may"] = {}
    return own


def _option_costs(round_: Round, seat: SeatNumber) -> Data:
    """What each option of the current decision costs a seat; nothing for one that has left the round."""
    if not round_.seat(seat).live:
        return {}
    costs = round_.game.option_costs(round_.game.terms, round_, round_.seat(seat))
    return {
        option: {
            "label": cost.label,
            "price": cost.price,
            "effect": cost.effect,
            "chips": cost.chips,
            "payees": cost.payees,
            "says": cost.says,
            "clause": cost.clause,
        }
        for option, cost in costs.items()
    }


def _foul_cost(round_: Round, seat: SeatNumber) -> Data | None:
    cost = round_.game.foul_cost(round_.game.terms, round_, round_.seat(seat))
    return {"says": cost.says, "clause": cost.clause, "blocked": cost.is_blocked} if cost else None


def _may_set(round_: Round, seat_view: View, seat: SeatNumber) -> Data:
    game = round_.game
    turn = None if seat in seat_view.waiting_for else why_not(round_, HandsSet(seat, {}))
    has_house_way = game.house_way is not None and game.house_way_on_request(game.terms)
    no_house_way = None if has_house_way else "the house way is not available at this table"
    return {"set": turn, "house_way": turn or no_house_way}


def _spots(spots: tuple[Spot, ...]) -> list[Data]:
    return [
        {
            "name": spot.name,
            "low": spot.low,
            "high": spot.high,
            "optional": spot.optional,
            "clause": spot.clause,
            "same_as": spot.same_as,
        }
        for spot in spots
    ]


def _slot(slot: Slot) -> Data:
    return {"name": slot.name, "sizes": list(slot.sizes), "takes": slot.takes, "clause": slot.clause}
