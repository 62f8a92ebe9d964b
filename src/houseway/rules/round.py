"""
One round, from first wager to last chip.

`play` is the only way a round changes. It is pure: the same round and move give the same next round, and chance enters
only as a `Dealt` move that names the cards. The moves are the whole record; folding `play` over them replays it.
`why_not` owns every refusal: `play` raises it, a button greys with it, the API returns it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from .cards import JOKER, Card, Cards, surplus, write_cards
from .errors import Broken, NotAllowed, nearest, shown
from .game import AnyGame, Deal, Decide, Game, Opening, SetHands, Spot, Step, Wager, why_not_open
from .payments import HOUSE, Party, Payment, SeatNumber
from .setting import Setting, why_not_set
from .values import cached_property, replace


@dataclass(frozen=True)
class Posted:
    """A seat puts down its wagers."""

    seat: SeatNumber
    wagers: Mapping[str, int]


@dataclass(frozen=True)
class Dealt:
    """The cards of a deal, in the order they leave the shoe."""

    cards: Cards


@dataclass(frozen=True)
class Decided:
    """A seat picks an option."""

    seat: SeatNumber
    option: str
    stake: int | None = None
    """The chips put down with it; None is the amount the sheet names."""


@dataclass(frozen=True)
class HandsSet:
    """A seat (or the dealer, where the dealer is free to choose) sets its hands."""

    seat: Party
    setting: Setting
    jokers: Mapping[str, Cards] = field(default_factory=dict)
    """What the jokers of a hand stand for, where their player says so."""
    claims: tuple[str, ...] = ()
    """What the player claims beyond the hands, such as `natural`."""


@dataclass(frozen=True)
class Voided:
    """An irregularity ends the round; every stake goes back."""

    reason: str
    note: str = ""


Move = Posted | Dealt | Decided | HandsSet | Voided
SeatMove = Posted | Decided | HandsSet


@dataclass(frozen=True, kw_only=True)
class Seat:
    """One hand of cards and what was done with it."""

    number: SeatNumber
    player: str
    wagers: Mapping[str, int] = field(default_factory=dict)
    cards: Cards = ()
    decisions: tuple[str, ...] = ()
    setting: Setting | None = None
    jokers: Mapping[str, Cards] = field(default_factory=dict)
    claims: tuple[str, ...] = ()
    live: bool = True


@dataclass(frozen=True, kw_only=True)
class Round:
    """The whole truth about a round. Nobody is shown this: see `view`."""

    game: Game[Any]
    """Its terms are known to its sheet alone."""
    opening: Opening
    seats: tuple[Seat, ...]
    dealer: Cards = ()
    dealer_setting: Setting | None = None
    steps_done: int = 0
    made: Mapping[Party, SeatMove] = field(default_factory=dict)
    """Moves of this step that are not yet opened, by who made them."""
    moves: tuple[Move, ...] = ()
    voided: Voided | None = None
    known_steps: tuple[Step, ...] = field(default=(), repr=False, compare=False)
    """The steps, where the round was started by `start`: they are the same all through it."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return self.known_steps or self.game.steps(self.game.terms, self.opening)

    @cached_property
    def settled(self) -> tuple[Payment, ...]:
        """What is paid when the round is over: see `settlement`."""
        return tuple(self.game.settle(self.game.terms, self))

    @cached_property
    def live(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.live)

    @cached_property
    def over(self) -> bool:
        return (
            self.voided is not None or self.steps_done >= len(self.steps) or len(self.live) < self.game.players_needed
        )

    @cached_property
    def step(self) -> Step | None:
        """What is to be done now; None when the round is over."""
        return None if self.over else self.steps[self.steps_done]

    @cached_property
    def movers(self) -> tuple[Party, ...]:
        """Who moves in this step, whether they have moved already or not."""
        return tuple(_movers(self, self.step))

    @cached_property
    def waiting(self) -> tuple[Party, ...]:
        """Who may move now: see `waiting_for`."""
        movers = tuple(mover for mover in self.movers if mover not in self.made)
        return movers[:1] if isinstance(self.step, Decide) and self.step.in_turn else movers

    @property
    def version(self) -> int:
        """Counts the moves, so that a move meant for an earlier state can be told."""
        return len(self.moves)

    @property
    def dealt(self) -> Cards:
        """Every card that has left the shoe, in order."""
        return tuple(card for move in self.moves if isinstance(move, Dealt) for card in move.cards)

    def seat(self, number: Party) -> Seat:
        if isinstance(number, int) and 1 <= number <= len(self.seats):
            return self.seats[number - 1]
        raise NotAllowed(f"there is no seat {shown(number)}; the seats are 1 to {len(self.seats)}")


def start(game: AnyGame, opening: Opening) -> Round:
    """A round before its first move; refuses an opening the rules forbid."""
    seats = tuple(Seat(number=number, player=player) for number, player in enumerate(opening.players, start=1))
    round_ = Round(game=game, opening=opening, seats=seats, known_steps=game.steps(game.terms, opening))
    if reason := why_not_open(game, opening) or _why_short(round_):
        raise NotAllowed(reason)
    return _past_idle_steps(round_)


def waiting_for(round_: Round) -> tuple[Party, ...]:
    """Who may move now; empty when cards are due or the round is over."""
    return round_.waiting


def _movers(round_: Round, step: Step | None) -> list[Party]:
    match step:
        case Wager() | Decide():
            idle = round_.opening.banker if isinstance(step, Wager) and not step.banker_spots else None
            return [seat.number for seat in round_.live if seat.number != idle]
        case SetHands(who="dealer"):
            return [HOUSE]
        case SetHands():
            game = round_.game
            bank = round_.opening.banker
            banks, bets = {"everyone": (True, True), "bettors": (False, True), "banker": (True, False)}[step.who]
            setting = [seat for seat in round_.live if (banks if seat.number == bank else bets)]
            return [seat.number for seat in setting if game.slots(game.terms, seat)]
        case _:
            return []


def play(round_: Round, move: Move) -> Round:
    """The round after this move; raises the reason when it is not allowed."""
    if reason := why_not(round_, move):
        raise NotAllowed(reason)
    recorded = replace(round_, moves=(*round_.moves, move))
    match move:
        case Voided():
            return replace(recorded, voided=move, made={})
        case Dealt():
            return _past_idle_steps(_dealt(recorded, move))
        case _:
            made = {**round_.made, move.seat: move}
            done = len(made) == len(round_.movers)
            return _past_idle_steps(_opened(recorded, made)) if done else replace(recorded, made=made)


def after(round_: Round, *moves: Move) -> Round:
    """The round after these moves, in order."""
    return reduce(play, moves, round_)


def why_not(round_: Round, move: Move) -> str | None:
    """Why this move is not allowed now, or None if it is."""
    if round_.over:
        return "the round is over; no move can follow"
    if isinstance(move, Voided):
        return _why_not_void(round_, move)
    step = round_.step
    if isinstance(move, Dealt):
        return _why_not_deal(round_, step, move.cards)
    reason = _why_not_now(round_, move) or _why_not_form(round_, step, move)
    return reason or round_.game.refuse(round_.game.terms, round_, move) or _why_short(_as_if(round_, move))


def _why_not_void(round_: Round, move: Voided) -> str | None:
    named = round_.game.irregularities(round_.game.terms)
    if isinstance(move.reason, str) and move.reason in named:
        return None
    return f"{shown(move.reason)} voids no round{nearest(str(move.reason), named)}; the reasons are {', '.join(named)}"


def _why_not_deal(round_: Round, step: Step | None, cards: Cards) -> str | None:
    if not isinstance(step, Deal):
        return f"no cards are due; {_named(step)} comes first"
    wanted = len(_dealing_order(round_, step))
    if len(cards) != wanted:
        return f"this deal is {wanted} cards, not {len(cards)} [{step.clause}]"
    extra = surplus((*round_.opening.spent, *round_.dealt, *cards), round_.game.shoe(round_.game.terms))
    return f"the shoe does not hold so many of {write_cards(extra)} [{step.clause}]" if extra else None


def _why_not_now(round_: Round, move: SeatMove) -> str | None:
    movers = round_.movers
    if not movers:
        return "cards are due; nobody can move before the deal"
    if move.seat not in movers or type(move.seat) not in (int, str):
        return f"seat {shown(move.seat)} has no move now; waiting for {_listed(waiting_for(round_))}"
    if move.seat in round_.made:
        return f"seat {move.seat} has moved already, and what is down stays down"
    if move.seat not in waiting_for(round_):
        return f"seat {move.seat} must wait for {_listed(waiting_for(round_))}"
    return None


def _why_not_form(round_: Round, step: Step | None, move: SeatMove) -> str | None:
    match step, move:
        case Wager(), Posted():
            banks = move.seat == round_.opening.banker
            if step.instead and not _why_not_wagers(step.instead, move.wagers, step.clause):
                return None
            return _why_not_wagers(step.banker_spots if banks else step.spots, move.wagers, step.clause)
        case Decide(), Decided(option=option, stake=stake):
            if option not in step.options:
                return f"choose {', '.join(step.options)}, not {shown(option)} [{step.clause}]"
            whole = stake is None or (type(stake) is int and stake >= 0)
            return None if whole else f"{option} takes whole chips, not {shown(stake)} [{step.clause}]"
        case SetHands(), HandsSet():
            return _why_not_hands(round_, move)
        case _:
            return f"{_named(step)} is due, not {_named(move)}"


def _why_not_wagers(spots: tuple[Spot, ...], wagers: Mapping[str, int], clause: str) -> str | None:
    names = [spot.name for spot in spots]
    for name in wagers:
        if name not in names:
            hint = nearest(str(name), names)
            return f"there is no wager {shown(name)}{hint}; the wagers are {', '.join(names)} [{clause}]"
    for spot in spots:
        chips = wagers.get(spot.name, 0)
        if spot.name not in wagers and not spot.optional:
            return f"{spot.name} is missing; it takes {spot.low} to {spot.high} chips [{spot.clause}]"
        if type(chips) is not int or (not spot.low <= chips <= spot.high and (chips or not spot.optional)):
            return f"{spot.name} takes {spot.low} to {spot.high} whole chips, not {shown(chips)} [{spot.clause}]"
    return None


def _why_not_hands(round_: Round, move: HandsSet) -> str | None:
    game = round_.game
    seat = Seat(number=0, player=HOUSE, cards=round_.dealer) if move.seat == HOUSE else round_.seat(move.seat)
    if move.seat != HOUSE and not in_sight(round_, seat):
        return f"seat {seat.number} is set after {round_.opening.name_of(seat.number)}'s earlier hand"
    if reason := why_not_set(game.slots(game.terms, seat), seat.cards, move.setting):
        return reason
    for slot, named in move.jokers.items():
        if len(named) != move.setting.get(slot, ()).count(JOKER) or JOKER in named:
            return f"name one card for each joker in {slot}, not {write_cards(named) or 'none'}"
    return None


def in_sight(round_: Round, seat: Seat) -> bool:
    """May this seat's player look at its cards yet? Several hands may have to be set one after the other."""
    earlier = [other for other in round_.seats[: seat.number - 1] if other.player == seat.player]
    all_set = all(other.number in round_.made or other.setting for other in earlier)
    return round_.game.sees_all_own_hands(round_.game.terms) or all_set


def _as_if(round_: Round, move: SeatMove) -> Round:
    """The round with this move and the others of its step already open, to see who could still pay."""
    return replace(round_, seats=_opened_seats(round_, {**round_.made, move.seat: move}))


def _why_short(round_: Round) -> str | None:
    game = round_.game
    chips = round_.opening.chips
    owed: dict[str, int] = {}
    for party, risk in (game.at_risk(game.terms, round_) if chips else {}).items():
        if isinstance(party, int):
            player = round_.seat(party).player
            owed[player] = owed.get(player, 0) + risk
    for player, risk in owed.items():
        if risk > chips.get(player, risk):
            name = round_.opening.name_of(round_.opening.players.index(player) + 1)
            return f"{name} has {chips[player]} chips and may have to pay {risk} [{game.cover_clause}]"
    return None


def cards_due(round_: Round) -> int:
    """How many cards the deal that is due takes; 0 when none is."""
    return len(_dealing_order(round_, round_.step)) if isinstance(round_.step, Deal) else 0


def deal_goes_to(round_: Round) -> tuple[Party, ...]:
    """To whom each card of the deal that is due goes, in order; empty when none is."""
    return tuple(_dealing_order(round_, round_.step)) if isinstance(round_.step, Deal) else ()


def _dealing_order(round_: Round, step: Deal) -> list[Party]:
    """To whom each card of a deal goes."""
    seats = [s for s in round_.live if step.to is None or s.decisions[-1:] == (step.to,)]
    hands: list[tuple[Party, int]] = [(seat.number, step.cards) for seat in seats]
    hands += [(HOUSE, step.dealer)] if step.dealer else []
    if step.one_by_one:
        most = max((count for _, count in hands), default=0)
        return [hand for turn in range(most) for hand, count in hands if turn < count]
    return [hand for hand, count in hands for _ in range(count)]


def _dealt(round_: Round, move: Dealt) -> Round:
    step = round_.step
    if not isinstance(step, Deal):
        raise Broken("cards were dealt outside a deal")
    got: dict[Party, list[Card]] = {}
    for hand, card in zip(_dealing_order(round_, step), move.cards, strict=True):
        got.setdefault(hand, []).append(card)
    seats = tuple(replace(seat, cards=seat.cards + tuple(got.get(seat.number, ()))) for seat in round_.seats)
    return replace(round_, seats=seats, dealer=(*round_.dealer, *got.get(HOUSE, ())), steps_done=round_.steps_done + 1)


def _opened(round_: Round, made: Mapping[Party, SeatMove]) -> Round:
    dealers = made.get(HOUSE)
    setting = dealers.setting if isinstance(dealers, HandsSet) else round_.dealer_setting
    seats = _opened_seats(round_, made)
    return replace(round_, seats=seats, dealer_setting=setting, made={}, steps_done=round_.steps_done + 1)


def _opened_seats(round_: Round, made: Mapping[Party, SeatMove]) -> tuple[Seat, ...]:
    return tuple(_seat_after(round_.step, seat, made.get(seat.number)) for seat in round_.seats)


def _seat_after(step: Step | None, seat: Seat, move: SeatMove | None) -> Seat:
    match step, move:
        case _, Posted(wagers=wagers):
            return replace(seat, wagers={name: chips for name, chips in wagers.items() if chips})
        case Decide(leaving=leaving), Decided(option=option):
            return replace(seat, decisions=(*seat.decisions, option), live=option not in leaving)
        case _, HandsSet():
            return replace(seat, setting=move.setting, jokers=move.jokers, claims=move.claims)
        case _:
            return seat


def _past_idle_steps(round_: Round) -> Round:
    """Passes over the steps in which nobody has anything to do."""
    while (step := round_.step) is not None:
        idle = not _dealing_order(round_, step) if isinstance(step, Deal) else not round_.movers
        if not idle:
            break
        round_ = replace(round_, steps_done=round_.steps_done + 1)
    return round_


def settlement(round_: Round) -> list[Payment]:
    """Every payment of a finished round, in order; none when it was voided."""
    if not round_.over:
        raise NotAllowed(f"the round is not over; {_named(round_.step)} is due")
    return [] if round_.voided else list(round_.settled)


WORDS = {
    Wager: "a wager",
    Deal: "a deal",
    Decide: "a decision",
    SetHands: "setting hands",
    Posted: "a wager",
    Decided: "a decision",
    HandsSet: "setting hands",
}


def _named(thing: Step | Move | None) -> str:
    return WORDS.get(type(thing), "nothing")


def _listed(parties: Iterable[Party]) -> str:
    return ", ".join(f"seat {party}" if isinstance(party, int) else f"the {party}" for party in parties) or "the deal"
