"""
Two strategies in duplicate: every deal is played twice with the same cards, the strategies in each other's places.

Against the House one strategy plays all seats, then the other does, against the same cards of the dealer. Among players
they sit turn about, and then change places. Each seat has its own cards of every deal laid aside beforehand, so a fold
or a surrender on the one occasion moves no card of anybody else on the other. What is left after that is skill, and the
luck of who was dealt what is gone from the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random

from ..rules.cards import Card, Cards
from ..rules.dealing import deal_goes_to
from ..rules.errors import NotAllowed, Unreadable, shown
from ..rules.game import AnyGame, Deal, Opening, Wager
from ..rules.moves import Dealt, Move
from ..rules.payments import HOUSE, Party, net
from ..rules.playing import play, settlement, start
from ..rules.round import Round, waiting_for
from ..rules.view import view
from ..solving.bots import steady_move
from ..solving.strategy import Strategy

Progress = Callable[[int, int], None]
MOST_ROUNDS = 10**9
MOST_SEED = 2**63 - 1
Packets = Mapping[tuple[int, Party], Cards]
"""The cards of each step that are laid aside for each party."""


@dataclass(frozen=True, kw_only=True)
class Duel:
    """What two strategies won with the same cards. Chips are those of one seat in one round, on average."""

    game: str
    terms_hash: str
    a: str
    b: str
    seats: int
    seed: int
    asked: int
    rounds: int
    """Deals that were played, each of them twice; fewer than were asked for where somebody interrupted."""
    a_wins: float
    """What A won."""
    b_wins: float
    difference: float
    """What A won more than B."""
    standard_error: float
    """Of the difference."""
    better: int
    """Deals with which A won more than B did with the same cards."""
    even: int
    worse: int
    unit: str
    """The wager that chips are measured by, such as `ante`; empty where the game has none."""
    unit_chips: int

    @property
    def errors_wide(self) -> float:
        """How many standard errors the difference is away from nothing."""
        return self.difference / self.standard_error if self.standard_error else 0.0


def duel(
    game: AnyGame,
    a: Strategy,
    b: Strategy,
    *,
    rounds: int,
    seed: int = 0,
    seats: int | None = None,
    progress: Progress | None = None,
) -> Duel:
    """So many deals, each played twice. Interrupted, it gives what it has; before the first deal is done, nothing."""
    count = _checked_seats(game, seats)
    for name, value, low, high in (("rounds", rounds, 1, MOST_ROUNDS), ("seed", seed, 0, MOST_SEED)):
        if type(value) is not int or not low <= value <= high:
            raise Unreadable(f"{name} is a whole number from {low} to {high}, not {shown(value)}")
    won = _Won()
    try:
        for done in range(rounds):
            if progress:
                progress(done, rounds)
            won.add(*_in_duplicate(game, a, b, count, Random(f"duel {game.key} {seed} {done}"), done))
    except KeyboardInterrupt:
        if not won.deals:
            raise
    if progress:
        progress(won.deals, rounds)
    return _result(game, a, b, won, asked=rounds, seed=seed, seats=count)


def against_house(game: AnyGame) -> bool:
    """Is there a dealer whom everybody plays?"""
    return any(isinstance(step, Deal) and step.dealer for step in game.steps(game.terms, Opening(players=("",))))


def _checked_seats(game: AnyGame, seats: int | None) -> int:
    least = 1 if against_house(game) else 2
    allowed = [count for count in game.seats(game.terms) if count >= least]
    if seats is None:
        return allowed[0]
    if type(seats) is not int or seats not in allowed:
        raise NotAllowed(f"a duel at {game.name} has {allowed[0]} to {allowed[-1]} seats, not {shown(seats)}")
    return seats


# One deal, twice -----------------------------------------------------------------------------------------------------


def _in_duplicate(game: AnyGame, a: Strategy, b: Strategy, seats: int, chance: Random, number: int) -> tuple[int, int]:
    """What A's seats and B's won in all; each strategy has had every seat once."""
    opening = Opening(players=tuple(f"seat {place}" for place in range(1, seats + 1)), dealer_seat=number % seats + 1)
    first = start(game, opening)
    packets = _laid_aside(first, chance)
    apart = against_house(game)
    turns = [[a if apart or place % 2 == 0 else b for place in range(seats)]]
    turns.append([b if strategy is a else a for strategy in turns[0]] if a is not b else turns[0])
    won = [_played(first, packets, players) for players in turns]
    mine = [apart or place % 2 == 0 for place in range(seats)]
    ours = sum(won[not own][place + 1] for place, own in enumerate(mine))
    theirs = sum(won[own][place + 1] for place, own in enumerate(mine))
    return ours, theirs


def _laid_aside(round_: Round, chance: Random) -> Packets:
    """A shuffled shoe, cut into what each party would get of each deal if all were in it."""
    cards = list(round_.game.shoe(round_.game.terms))
    chance.shuffle(cards)
    left = iter(cards)
    parties = [seat.number for seat in round_.seats]
    packets: dict[tuple[int, Party], Cards] = {}
    for number, step in enumerate(round_.steps):
        if isinstance(step, Deal):
            for party in parties:
                packets[number, party] = _next(left, step.cards)
            packets[number, HOUSE] = _next(left, step.dealer)
    return packets


def _next(cards: Iterator[Card], count: int) -> Cards:
    return tuple(next(cards) for _ in range(count))


def _played(round_: Round, packets: Packets, players: list[Strategy]) -> Counter[Party]:
    """The round played to its end by these strategies, and what each seat won."""
    while not round_.over:
        round_ = play(round_, _move(round_, packets, players))
    return Counter(net(settlement(round_)))


def _move(round_: Round, packets: Packets, players: list[Strategy]) -> Move:
    if isinstance(round_.step, Deal):
        cards = {party: iter(held) for (step, party), held in packets.items() if step == round_.steps_done}
        return Dealt(tuple(next(cards[party]) for party in deal_goes_to(round_)))
    mover = waiting_for(round_)[0]
    if mover == HOUSE:
        return steady_move(round_, mover)
    return players[int(mover) - 1].move(round_.game, view(round_, int(mover)))


# The sum of it -------------------------------------------------------------------------------------------------------


class _Won:
    """Chips so far, in whole numbers."""

    def __init__(self) -> None:
        self.deals = self.ours = self.theirs = self.squares = self.better = self.worse = 0

    def add(self, ours: int, theirs: int) -> None:
        difference = ours - theirs
        self.ours = self.ours + ours
        self.theirs = self.theirs + theirs
        self.squares = self.squares + difference**2
        self.better = self.better + (difference > 0)
        self.worse = self.worse + (difference < 0)
        self.deals += 1

    def standard_error(self, seats: int) -> float:
        """Of the mean difference of a seat; 0 after a single deal, from which nothing can be said."""
        if self.deals < 2:
            return 0.0
        total = self.ours - self.theirs
        spread = Fraction(self.squares * self.deals - total**2, self.deals**2 * (self.deals - 1))
        return sqrt(spread) / seats


def _result(game: AnyGame, a: Strategy, b: Strategy, won: _Won, *, asked: int, seed: int, seats: int) -> Duel:
    shares = won.deals * seats
    unit, chips = unit_of(game)
    return Duel(
        game=game.key,
        terms_hash=game.terms_hash,
        a=a.name,
        b=b.name,
        seats=seats,
        seed=seed,
        asked=asked,
        rounds=won.deals,
        a_wins=won.ours / shares,
        b_wins=won.theirs / shares,
        difference=(won.ours - won.theirs) / shares,
        standard_error=won.standard_error(seats),
        better=won.better,
        even=won.deals - won.better - won.worse,
        worse=won.worse,
        unit=unit,
        unit_chips=chips,
    )


def unit_of(game: AnyGame) -> tuple[str, int]:
    """The first wager that everybody must make, and its least size."""
    for step in game.steps(game.terms, Opening(players=("",))):
        if isinstance(step, Wager):
            return next(((spot.name, spot.low) for spot in step.spots if not spot.optional), ("", 1))
    return "", 1
