"""
Why a move or an opening is refused, in one sentence.

`why_not` is the only place that refuses a move: `play` raises its sentence, the API returns it, and a disabled button
shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from .cards import JOKER, Cards, surplus, write_cards
from .dealing import cards_due
from .errors import nearest, plural, shown
from .game import AnyGame, Deal, Decide, Opening, SetHands, Spot, Step, Wager
from .moves import Dealt, Decided, HandsSet, Move, Posted, SeatMove, Voided
from .payments import HOUSE, Party
from .round import Round, Seat, may_see_own_cards, seats_after
from .setting import why_not_set
from .values import replace


def why_not(round_: Round, move: Move) -> str | None:
    """Why this move is not allowed now, or None if it is."""
    if round_.over:
        return "the round is over; no move can follow"
    if isinstance(move, Voided):
        return _why_not_void(round_, move)
    if isinstance(move, Dealt):
        return _why_not_deal(round_, move.cards)
    return (
        _why_not_now(round_, move)
        or _why_not_form(round_, move)
        or round_.game.refuse(round_.game.terms, round_, move)
        or why_not_covered(_with_move(round_, move))
    )


def _why_not_void(round_: Round, move: Voided) -> str | None:
    reasons = round_.game.irregularities(round_.game.terms)
    if isinstance(move.reason, str) and move.reason in reasons:
        return None
    hint = nearest(str(move.reason), reasons)
    return f"{shown(move.reason)} is no reason to void a round{hint}; the reasons are {', '.join(reasons)}"


def _why_not_deal(round_: Round, cards: Cards) -> str | None:
    step = round_.step
    if not isinstance(step, Deal):
        return f"no cards are due; {kind_in_words(step)} comes first"
    due = cards_due(round_)
    if len(cards) != due:
        return f"this deal is {due} cards, not {len(cards)} [{step.clause}]"
    extra = surplus((*round_.opening.spent, *round_.dealt, *cards), round_.game.cards_in_shoe)
    if extra:
        return f"the shoe does not have that many of {write_cards(extra)} [{step.clause}]"
    return None


def _why_not_now(round_: Round, move: SeatMove) -> str | None:
    """Why this party cannot move now, whatever its move."""
    if not round_.movers:
        return "cards are due; nobody can move before the deal"
    if move.seat not in round_.movers or type(move.seat) not in (int, str):
        return f"seat {shown(move.seat)} has no move now; waiting for {_listed(round_.waiting_for)}"
    if move.seat in round_.step_moves:
        return f"seat {move.seat} has moved already, and a move cannot be taken back"
    if move.seat not in round_.waiting_for:
        return f"seat {move.seat} must wait for {_listed(round_.waiting_for)}"
    return None


def _why_not_form(round_: Round, move: SeatMove) -> str | None:
    """Why this is not a move of the kind that the current step needs."""
    match round_.step, move:
        case Wager() as step, Posted():
            return _why_not_post(round_, step, move)
        case Decide() as step, Decided():
            return _why_not_decide(step, move)
        case SetHands(), HandsSet():
            return _why_not_hands(round_, move)
        case _:
            return f"{kind_in_words(round_.step)} is due, not {kind_in_words(move)}"


def _why_not_post(round_: Round, step: Wager, move: Posted) -> str | None:
    if step.instead and not _why_not_wagers(step.instead, move.wagers, step.clause):
        return None
    spots = step.banker_spots if move.seat == round_.opening.banker else step.spots
    return _why_not_wagers(spots, move.wagers, step.clause)


def _why_not_wagers(spots: tuple[Spot, ...], wagers: Mapping[str, int], clause: str) -> str | None:
    names = [spot.name for spot in spots]
    for name in wagers:
        if name not in names:
            hint = nearest(str(name), names)
            return f"there is no wager {shown(name)}{hint}; the wagers are {', '.join(names)} [{clause}]"
    for spot in spots:
        if spot.name not in wagers:
            if not spot.optional:
                return f"{spot.name} is missing; it takes {spot.low} to {spot.high} chips [{spot.clause}]"
        elif not _is_within_limits(spot, wagers[spot.name]):
            chips = shown(wagers[spot.name])
            return f"{spot.name} takes {spot.low} to {spot.high} whole chips, not {chips} [{spot.clause}]"
    return None


def _is_within_limits(spot: Spot, chips: object) -> bool:
    if type(chips) is not int:
        return False
    return spot.low <= chips <= spot.high or (chips == 0 and spot.optional)


def _why_not_decide(step: Decide, move: Decided) -> str | None:
    if move.option not in step.options:
        return f"choose {', '.join(step.options)}, not {shown(move.option)} [{step.clause}]"
    if move.stake is None:
        return None
    if type(move.stake) is not int or move.stake < 0:
        return f"{move.option} takes whole chips, not {shown(move.stake)} [{step.clause}]"
    return None


def _why_not_hands(round_: Round, move: HandsSet) -> str | None:
    game = round_.game
    if move.seat == HOUSE:
        seat = Seat(number=0, player=HOUSE, cards=round_.dealer)
    else:
        seat = round_.seat(move.seat)
        if not may_see_own_cards(round_, seat):
            return f"seat {seat.number} is set after {round_.opening.name_of(seat.number)}'s earlier hand"
    if reason := why_not_set(game.slots(game.terms, seat), seat.cards, move.setting):
        return reason
    for slot, declared in move.jokers.items():
        if len(declared) != move.setting.get(slot, ()).count(JOKER) or JOKER in declared:
            return f"name one card for each joker in {slot}, not {write_cards(declared) or 'none'}"
    return None


def _with_move(round_: Round, move: SeatMove) -> Round:
    """The round as if this move and the others of its step had taken effect, to see who could still pay."""
    return replace(round_, seats=seats_after(round_, {**round_.step_moves, move.seat: move}))


def why_not_covered(round_: Round) -> str | None:
    """Why somebody may be unable to pay: their chips are fewer than they can still lose."""
    game = round_.game
    chips = round_.opening.chips
    if not chips:
        return None
    risks: dict[str, int] = {}
    for party, risk in game.at_risk(game.terms, round_).items():
        if isinstance(party, int):
            player = round_.seat(party).player
            risks[player] = risks.get(player, 0) + risk
    for player, risk in risks.items():
        if player in chips and risk > chips[player]:
            name = round_.opening.name_of(round_.opening.players.index(player) + 1)
            return f"{name} has {chips[player]} chips and may have to pay {risk} [{game.cover_clause}]"
    return None


def why_not_open(game: AnyGame, opening: Opening) -> str | None:
    """Why a round cannot begin with this opening: the general reasons, then the game's own."""
    return (
        _why_not_seated(game, opening)
        or _why_not_dealer_or_bank(opening)
        or _why_not_chips(opening)
        or _why_not_deck(game, opening)
        or game.refuse_opening(game.terms, opening)
        or _why_no_bank(game, opening)
    )


def _why_not_seated(game: AnyGame, opening: Opening) -> str | None:
    seats = game.seats(game.terms)
    count = len(opening.players)
    if count not in seats:
        return f"{game.name} seats {seats.start} to {seats.stop - 1}, not {count}"
    if opening.names and len(opening.names) != count:
        return f"name every seat or none, not {len(opening.names)} of {count}"
    limit = game.hands_per_player(game.terms)
    player, taken = Counter(opening.players).most_common(1)[0]
    if taken > limit.seats:
        name = opening.name_of(opening.players.index(player) + 1)
        return f"one player may take {plural(limit.seats, 'seat')}, not {taken} as {name} does [{limit.clause}]"
    return None


def _why_not_dealer_or_bank(opening: Opening) -> str | None:
    last = len(opening.players)
    numbers = range(1, last + 1)
    if opening.dealer_seat not in numbers:
        return f"the dealer sits at 1 to {last}, not {shown(opening.dealer_seat)}"
    if opening.banker != HOUSE and opening.banker not in numbers:
        return f"the bank is the house or a seat from 1 to {last}, not {shown(opening.banker)}"
    return None


def _why_not_chips(opening: Opening) -> str | None:
    for name, chips in (("house bet", opening.house_bet), ("pot", opening.pot)):
        if type(chips) is not int or chips < 0:
            return f"the {name} is whole chips from 0 up, not {shown(chips)}"
    return None


def _why_not_deck(game: AnyGame, opening: Opening) -> str | None:
    """Why no deck has these backs; a record from before backs were recorded names none."""
    backs = game.deck_backs(game.terms)
    if not opening.deck_back or opening.deck_back in backs:
        return None
    return f"the deck's backs are {' or '.join(backs) or 'not named at this table'}, not {shown(opening.deck_back)}"


def _why_no_bank(game: AnyGame, opening: Opening) -> str | None:
    is_banked = opening.banker != HOUSE or opening.house_bet
    if is_banked and game.banking(game.terms) is None:
        return f"players do not bank in {game.name}"
    return None


KINDS_IN_WORDS = {
    Wager: "a wager",
    Deal: "a deal",
    Decide: "a decision",
    SetHands: "setting hands",
    Posted: "a wager",
    Decided: "a decision",
    HandsSet: "setting hands",
}


def kind_in_words(step_or_move: Step | Move | None) -> str:
    """What kind of step or move this is, for a sentence."""
    return KINDS_IN_WORDS.get(type(step_or_move), "nothing")


def _listed(parties: Iterable[Party]) -> str:
    return ", ".join(f"seat {party}" if isinstance(party, int) else f"the {party}" for party in parties) or "the deal"
