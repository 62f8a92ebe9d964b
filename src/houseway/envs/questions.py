"""
Questions to a seat: a move is divided into small questions, whose answers together make the move.

A question has its allowed answers, and each answer leads to the next question or to the move. Wagers are asked spot by
spot. Hands are set card by card, or by choosing a candidate. The answers so far are the seat's draft, which nobody else
sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..games.ask import candidates, strategy
from ..games.registry import module_of
from ..rules.cards import Card, Cards, write_cards
from ..rules.errors import Broken, NotAllowed
from ..rules.game import Decide, SetHands, Spot, Wager
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.payments import SeatNumber
from ..rules.refusals import why_not
from ..rules.round import Round
from ..rules.setting import Setting, Slot
from ..rules.table import Table, house_bet_cap, why_not_bank
from ..rules.values import cached_property, replace
from ..rules.view import view
from ..sampling.lane_rules import Completion
from .placing import Placing, placing
from .setup import BANK, BANK_WITH_HOUSE_BET, LEFT_OUT, MOST_CACHED, PASS, Action, Setup

NO_JOKERS: Mapping[str, Cards] = {}
PLACEABLE_CANDIDATES = 3
"""Candidates that can always be placed card by card, even if not every legal setting is known."""


@dataclass(frozen=True)
class Draft:
    """The answers of a seat so far in its current move, and what it is asked next."""

    spot: str | None = None
    """The spot that the next wager is asked for."""
    wagers: Mapping[str, int] = field(default_factory=dict)
    card: Card | None = None
    """The next card to place."""
    hands: Setting = field(default_factory=dict)
    """The cards placed so far."""
    candidates: tuple[Setting, ...] = ()
    bank: int | None = None
    """The most the House may wager against the bank, where the bank is offered."""


NOTHING = Draft()


@dataclass(frozen=True)
class BankAnswer:
    """A seat takes the bank, with this wager of the House against it, or passes it."""

    seat: SeatNumber
    house_bet: int | None
    """In chips; None passes the bank."""


Answer = SeatMove | BankAnswer


@dataclass(frozen=True, eq=False)
class Question:
    """One question to a seat."""

    setup: Setup
    seat: SeatNumber

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        raise NotImplementedError

    @cached_property
    def draft(self) -> Draft:
        return NOTHING

    def _answer(self, action: Action) -> Question | Answer:
        raise NotImplementedError

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the allowed actions, in ascending order."""
        return tuple(sorted(self.setup.numbers[action] for action in self.allowed))

    def why_not(self, number: int) -> str | None:
        """Why this action is not allowed, or None."""
        if number in self.numbers:
            return None
        actions = self.setup.actions
        name = f"{number} ({actions[number]})" if number in range(len(actions)) else f"{number}"
        allowed_names = ", ".join(f"{allowed} ({actions[allowed]})" for allowed in self.numbers)
        return f"seat {self.seat} may not answer {name} now; it may answer {allowed_names}"

    def answer(self, number: int) -> Question | Answer:
        """The next question, or the move that all answers make."""
        reason = self.why_not(number)
        if reason:
            raise NotAllowed(reason)
        return self._answer(self.setup.actions[number])


@dataclass(frozen=True, eq=False)
class BankQuestion(Question):
    """Whether to take the bank or pass it."""

    table: Table

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        house_bets = {BANK: 0}
        if self.cap:
            house_bets[BANK_WITH_HOUSE_BET] = self.cap
        allowed_banks = [action for action, bet in house_bets.items() if not why_not_bank(self.table, self.seat, bet)]
        return (PASS, *allowed_banks)

    @cached_property
    def cap(self) -> int:
        return house_bet_cap(self.table, self.seat)

    @cached_property
    def draft(self) -> Draft:
        return Draft(bank=self.cap)

    def _answer(self, action: Action) -> Answer:
        return BankAnswer(self.seat, {PASS: None, BANK: 0, BANK_WITH_HOUSE_BET: self.cap}[action])


@dataclass(frozen=True, eq=False)
class StakeQuestion(Question):
    """How much to wager on the next spot."""

    round_: Round
    spots: tuple[Spot, ...]
    """The spot that is asked for, and the spots after it."""
    posted: tuple[tuple[str, int], ...] = ()

    @cached_property
    def draft(self) -> Draft:
        return Draft(spot=self.spots[0].name, wagers=dict(self.posted))

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        key = self._cache_key
        cache = self.setup.stake_cache
        if key in cache:
            return cache[key]
        levels = range(len(self._chips(self.spots[0])))
        stakes = tuple(Action("stake", level) for level in levels if self._can_end(level, self.posted, self.spots))
        if len(cache) < MOST_CACHED:
            cache[key] = stakes
        return stakes

    @property
    def _cache_key(self) -> object:
        """All facts that a refusal of a wager can depend on before the first card; later, a key that is never found."""
        opening = self.round_.opening
        moves = self.round_.moves
        before = tuple((move.seat, *move.wagers.items()) for move in moves if isinstance(move, Posted))
        if len(before) < len(moves):
            return object()
        table = (opening.banker, opening.house_bet, opening.dealer_seat, opening.pot, opening.spent)
        return self.seat, before, self.posted, self.spots[0].name, *table

    def _chips(self, spot: Spot) -> tuple[int, ...]:
        return (0, *self.setup.sizes_of(spot))

    def _can_end(self, level: int, posted: tuple[tuple[str, int], ...], spots: tuple[Spot, ...]) -> bool:
        """Whether some wagers on the remaining spots make the whole move legal."""
        chips = self._chips(spots[0])
        if level >= len(chips):
            return False
        now = (*posted, (spots[0].name, chips[level]))
        rest = spots[1:]
        if not rest:
            return why_not(self.round_, self._move(now)) is None
        levels = dict.fromkeys((level, 0, *range(1, self.setup.stakes + 1)))
        return any(self._can_end(other, now, rest) for other in levels)

    def _move(self, posted: tuple[tuple[str, int], ...]) -> Posted:
        return Posted(self.seat, {name: chips for name, chips in posted if chips})

    def _answer(self, action: Action) -> Question | Answer:
        spot = self.spots[0]
        posted = (*self.posted, (spot.name, self._chips(spot)[int(action.value)]))
        return replace(self, spots=self.spots[1:], posted=posted) if self.spots[1:] else self._move(posted)


@dataclass(frozen=True, eq=False)
class DecideQuestion(Question):
    """Which option to decide for."""

    round_: Round
    options: tuple[str, ...]

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        moves = {option: Decided(self.seat, option) for option in self.options}
        return tuple(Action("decide", option) for option, move in moves.items() if not why_not(self.round_, move))

    def _answer(self, action: Action) -> Answer:
        return Decided(self.seat, str(action.value))


@dataclass(frozen=True, eq=False)
class PlaceQuestion(Question):
    """In which hand to place the next card."""

    placing: Placing
    places: tuple[Action, ...]
    """Actions by the number of the hand; the last one leaves the card out."""

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        return tuple(self.places[number] for number in self.placing.open)

    @cached_property
    def draft(self) -> Draft:
        now = self.placing
        return Draft(card=now.cards[now.card], hands=now.setting(now.placed))

    def _answer(self, action: Action) -> Question | Answer:
        after = self.placing.after(self.places.index(action))
        if after.card < len(after.cards):
            return replace(self, placing=after)
        return HandsSet(self.seat, after.setting(after.placed))


@dataclass(frozen=True, eq=False)
class RankQuestion(Question):
    """Which candidate to choose."""

    moves: tuple[HandsSet, ...]

    @cached_property
    def allowed(self) -> tuple[Action, ...]:
        return tuple(Action("candidate", rank) for rank in range(len(self.moves)))

    @cached_property
    def draft(self) -> Draft:
        return Draft(candidates=tuple(move.setting for move in self.moves))

    def _answer(self, action: Action) -> Answer:
        return self.moves[int(action.value)]


def first_question(setup: Setup, round_: Round, seat: SeatNumber) -> Question:
    """The first question to a seat in the current step."""
    match round_.step:
        case Wager() as step:
            spots = step.banker_spots if seat == round_.opening.banker else (*step.spots, *step.instead)
            by_name = {spot.name: spot for spot in reversed(spots)}
            names = dict.fromkeys(spot.name for spot in spots)
            return StakeQuestion(setup, seat, round_, tuple(by_name[name] for name in names))
        case Decide(options=options):
            return DecideQuestion(setup, seat, round_, options)
        case SetHands():
            return _setting_question(setup, round_, seat)
        case step:
            raise Broken(f"nobody is asked anything in {step}")


def _setting_question(setup: Setup, round_: Round, seat: SeatNumber) -> Question:
    cards = round_.seat(seat).cards
    slots = setup.game.slots(setup.game.terms, round_.seat(seat))
    if setup.setting == "ranked":
        return RankQuestion(setup, seat, tuple(_ranked(setup, round_, seat, slots, cards, setup.candidates)))

    def legal(setting: Setting) -> bool:
        return _may_be_set(setup, round_, HandsSet(seat, setting, NO_JOKERS))

    def best() -> Iterator[Setting]:
        yield _house_way(setup, round_, seat).setting
        yield from (move.setting for move in _ranked(setup, round_, seat, slots, cards, PLACEABLE_CANDIDATES))

    def completion(in_order: Cards) -> Completion | None:
        return module_of(setup.game).lane_rules.completion(setup.game, in_order)

    places = tuple(Action("place", name) for name in (*(slot.name for slot in slots), LEFT_OUT))
    return PlaceQuestion(setup, seat, placing(cards, slots, legal, best, completion), places)


def _ranked(
    setup: Setup, round_: Round, seat: SeatNumber, slots: tuple[Slot, ...], cards: Cards, count: int
) -> Iterator[HandsSet]:
    names = {slot.name for slot in slots}
    moves = [move for move in candidates(setup.game, cards, count) if set(move.setting) == names]
    yielded = set()
    for move in moves or [_house_way(setup, round_, seat)]:
        own_move = replace(move, seat=seat)
        hands = tuple(write_cards(sorted(own_move.setting[slot.name])) for slot in slots)
        if hands not in yielded and _may_be_set(setup, round_, own_move):
            yielded.add(hands)
            yield own_move


def _may_be_set(setup: Setup, round_: Round, move: HandsSet) -> bool:
    """Whether the move neither fouls nor is refused. The sizes of the hands are right already."""
    game = setup.game
    return game.is_legal(move.setting, move.jokers) and not game.refuse(game.terms, round_, move)


def _house_way(setup: Setup, round_: Round, seat: SeatNumber) -> HandsSet:
    move = strategy(setup.game, "house_way").move(setup.game, view(round_, seat))
    if not isinstance(move, HandsSet):
        raise Broken(f"the house way of {setup.game.key} sets no hands")
    return move
