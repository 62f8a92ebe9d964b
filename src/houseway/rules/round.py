"""The state of a round, and the questions that can be answered from it: who moves, what is due, who may look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import Cards
from .errors import NotAllowed, shown
from .game import Decide, Game, Opening, SetHands, Step, Wager
from .moves import Dealt, Decided, HandsSet, Move, Posted, SeatMove, Voided
from .payments import HOUSE, Party, Payment, SeatNumber
from .setting import Setting
from .values import cached_property, replace


@dataclass(frozen=True, kw_only=True)
class Seat:
    """The cards of one seat and what its player did with them."""

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
    """The complete state of a round, hidden cards included. Viewers get a `view` of it instead."""

    game: Game[Any]
    """Only the sheet knows the type of its terms."""
    opening: Opening
    seats: tuple[Seat, ...]
    dealer: Cards = ()
    dealer_setting: Setting | None = None
    steps_done: int = 0
    step_moves: Mapping[Party, SeatMove] = field(default_factory=dict)
    """The moves made so far in the current step, by party. They take effect together when the step ends."""
    moves: tuple[Move, ...] = ()
    voided: Voided | None = None
    known_steps: tuple[Step, ...] = field(default=(), repr=False, compare=False)
    """The steps as `start` computed them; they do not change during a round."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return self.known_steps or self.game.steps(self.game.terms, self.opening)

    @cached_property
    def settled(self) -> tuple[Payment, ...]:
        """The payments by the game's rules. Use `settlement`, which also knows void and unfinished rounds."""
        return tuple(self.game.settle(self.game.terms, self))

    @cached_property
    def live(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.live)

    @cached_property
    def over(self) -> bool:
        if self.voided is not None:
            return True
        return self.steps_done >= len(self.steps) or len(self.live) < self.game.players_needed

    @cached_property
    def step(self) -> Step | None:
        """The current step; None when the round is over."""
        return None if self.over else self.steps[self.steps_done]

    @cached_property
    def movers(self) -> tuple[Party, ...]:
        """The parties that move in the current step, including those that have moved already."""
        return tuple(_movers(self, self.step))

    @cached_property
    def waiting_for(self) -> tuple[Party, ...]:
        """The parties that may move now; empty when cards are due or the round is over."""
        movers = tuple(mover for mover in self.movers if mover not in self.step_moves)
        if isinstance(self.step, Decide) and self.step.in_turn:
            return movers[:1]
        return movers

    @property
    def version(self) -> int:
        """The number of moves, by which a move that was meant for an earlier state is recognised."""
        return len(self.moves)

    @property
    def dealt(self) -> Cards:
        """Every card that has left the shoe in this round, in order."""
        return tuple(card for move in self.moves if isinstance(move, Dealt) for card in move.cards)

    def seat(self, number: Party) -> Seat:
        if isinstance(number, int) and 1 <= number <= len(self.seats):
            return self.seats[number - 1]
        raise NotAllowed(f"there is no seat {shown(number)}; the seats are 1 to {len(self.seats)}")


def _movers(round_: Round, step: Step | None) -> list[Party]:
    match step:
        case Wager():
            wagering = [seat for seat in round_.live if step.banker_spots or not _is_banker(round_, seat)]
            return [seat.number for seat in wagering]
        case Decide():
            return [seat.number for seat in round_.live]
        case SetHands(who="dealer"):
            return [HOUSE]
        case SetHands():
            return [seat.number for seat in round_.live if _sets_hands(round_, step, seat)]
        case _:
            return []


def _sets_hands(round_: Round, step: SetHands, seat: Seat) -> bool:
    if step.who == "bettors" and _is_banker(round_, seat):
        return False
    if step.who == "banker" and not _is_banker(round_, seat):
        return False
    return bool(round_.game.slots(round_.game.terms, seat))


def _is_banker(round_: Round, seat: Seat) -> bool:
    return seat.number == round_.opening.banker


def may_see_own_cards(round_: Round, seat: Seat) -> bool:
    """Whether the player of this seat may see its cards yet; in some games the earlier hands must be set first."""
    if round_.game.sees_all_own_hands(round_.game.terms):
        return True
    earlier = [other for other in round_.seats[: seat.number - 1] if other.player == seat.player]
    return all(other.number in round_.step_moves or other.setting for other in earlier)


def seats_after(round_: Round, step_moves: Mapping[Party, SeatMove]) -> tuple[Seat, ...]:
    """The seats when these moves of the current step have taken effect."""
    return tuple(_seat_after(round_.step, seat, step_moves.get(seat.number)) for seat in round_.seats)


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
