"""
Duels: two strategies play every deal twice with the same cards, the second time with the seats exchanged.

Against the house, one strategy plays all seats and then the other does, against the same dealer's cards. Among players,
the strategies sit alternately and then exchange seats. Each seat's cards of every deal are fixed before the round, so a
fold or a surrender changes nobody else's cards. This removes most of the variance from the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from ..kernels.cards import decoded_hand
from ..rules.cards import Card, Cards
from ..rules.dealing import deal_goes_to
from ..rules.errors import NotAllowed, shown
from ..rules.game import AnyGame, Deal, Opening
from ..rules.payments import HOUSE, Party, net
from ..rules.playing import settlement, start
from ..rules.round import Round
from ..sampling.chunks import Progress, ignore_progress
from ..sampling.rounds_by_rules import play_to_end, shoe_codes
from ..sampling.settings import checked_integer
from ..sampling.streams import MOST_SEED, deal_rounds
from ..sampling.tally import Tally
from ..solving.strategy import Strategy
from .unit import unit_of

MOST_ROUNDS = 10**9
Packets = Mapping[tuple[int, Party], Cards]
"""By step of the round and party: the cards that the party gets if it is still in the round."""


@dataclass(frozen=True, kw_only=True)
class Duel:
    """The result of a duel. Chips are the average of one seat in one round."""

    game: str
    terms_hash: str
    a: str
    b: str
    seats: int
    seed: int
    requested: int
    """Deals that were requested."""
    rounds: int
    """Deals that were played, each of them twice; fewer than requested after an interrupt."""
    a_wins: float
    b_wins: float
    difference: float
    """`a_wins` less `b_wins`."""
    standard_error: float
    """The standard error of the difference."""
    a_error: float
    """The standard error of `a_wins`; deals are shared, so it says nothing about the difference."""
    b_error: float
    better: int
    """Deals with which A won more than B won with the same cards."""
    even: int
    worse: int
    unit: str
    """The wager that chips are measured by, such as `ante`; empty where the game has none."""
    unit_chips: int

    @property
    def errors_wide(self) -> float:
        """The difference in standard errors."""
        return self.difference / self.standard_error if self.standard_error else 0.0

    def as_data(self) -> dict[str, str | int | float]:
        """The figures under the names of the JSON."""
        data: dict[str, str | int | float] = {}
        for name, value in asdict(self).items():
            data["asked" if name == "requested" else name] = value
        return data


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
    """
    Play this many deals, each twice.

    An interrupt ends the duel early, with the deals played so far; before the first deal is done it is raised again.
    """
    checked_integer("rounds", rounds, 1, MOST_ROUNDS)
    checked_integer("seed", seed, 0, MOST_SEED)
    table = _Table(game, a, b, _checked_seats(game, seats))
    report = progress or ignore_progress
    chips = DuelChips()
    try:
        for number in range(rounds):
            report(number, rounds)
            chips.add(table.play_twice(seed, number))
    except KeyboardInterrupt:
        if not chips.deals:
            raise
    report(chips.deals, rounds)
    return _result(table, chips, requested=rounds, seed=seed)


def _checked_seats(game: AnyGame, seats: int | None) -> int:
    fewest = 1 if game.against_the_house else 2
    allowed = [count for count in game.seats(game.terms) if count >= fewest]
    if seats is None:
        return allowed[0]
    if type(seats) is not int or seats not in allowed:
        raise NotAllowed(f"a duel at {game.name} has {allowed[0]} to {allowed[-1]} seats, not {shown(seats)}")
    return seats


# One deal, twice -----------------------------------------------------------------------------------------------------


class DealChips(NamedTuple):
    """The chips that each strategy won with one deal, over all seats."""

    a: int
    b: int


class _Table:
    """The seats of a duel and who plays them."""

    def __init__(self, game: AnyGame, a: Strategy, b: Strategy, seats: int) -> None:
        self.game = game
        self.a = a
        self.b = b
        self.names = tuple(f"seat {number}" for number in range(1, seats + 1))
        self.shoe = shoe_codes(game)
        self.a_plays_first = [game.against_the_house or index % 2 == 0 for index in range(seats)]
        """By seat: does A play it the first time? B plays it the second time."""

    def play_twice(self, seed: int, number: int) -> DealChips:
        """The deal of this number, after which each strategy has played every seat once."""
        opening = start(self.game, Opening(players=self.names, dealer_seat=number % len(self.names) + 1))
        packets = packets_of(opening, self._shuffled_shoe(seed, number))
        first_players = [self.a if a_first else self.b for a_first in self.a_plays_first]
        first = chips_won(opening, packets, first_players)
        if self.a is self.b:
            second = first
        else:
            second_players = [self.b if a_first else self.a for a_first in self.a_plays_first]
            second = chips_won(opening, packets, second_players)
        chips_of_a = 0
        chips_of_b = 0
        for seat, a_first in enumerate(self.a_plays_first, start=1):
            chips_of_a += first[seat] if a_first else second[seat]
            chips_of_b += second[seat] if a_first else first[seat]
        return DealChips(chips_of_a, chips_of_b)

    def _shuffled_shoe(self, seed: int, number: int) -> Cards:
        codes = deal_rounds(self.shoe, seed, number, rounds=1, cards=len(self.shoe))
        return decoded_hand(codes[0].tolist())


def packets_of(opening: Round, shoe: Cards) -> Packets:
    """A shuffled shoe, cut into the cards that each party gets in each deal if all stay in the round."""
    cards = iter(shoe)
    packets: dict[tuple[int, Party], Cards] = {}
    for number, step in enumerate(opening.steps):
        if isinstance(step, Deal):
            for seat in opening.seats:
                packets[number, seat.number] = _take(cards, step.cards)
            packets[number, HOUSE] = _take(cards, step.dealer)
    return packets


def _take(cards: Iterator[Card], count: int) -> Cards:
    return tuple(next(cards) for _ in range(count))


def chips_won(opening: Round, packets: Packets, players: list[Strategy]) -> Counter[Party]:
    """The chips that each party wins when these strategies play the round."""
    *_, last = play_to_end(opening, players, cards_from_packets(packets))
    return Counter(net(settlement(last)))


def cards_from_packets(packets: Packets) -> Callable[[Round], Cards]:
    """A function that deals these packets: the cards of the current deal, to the parties still in the round."""

    def from_packets(round_: Round) -> Cards:
        cards = {party: iter(packet) for (step, party), packet in packets.items() if step == round_.steps_done}
        return tuple(next(cards[party]) for party in deal_goes_to(round_))

    return from_packets


# The result ----------------------------------------------------------------------------------------------------------


@dataclass
class DuelChips:
    """The chips of all deals so far."""

    a: Counter[int] = field(default_factory=Counter)
    """By A's chips with a deal: the number of deals."""
    b: Counter[int] = field(default_factory=Counter)
    differences: Counter[int] = field(default_factory=Counter)
    """By A's chips less B's with the same cards: the number of deals."""

    @property
    def deals(self) -> int:
        return self.differences.total()

    @property
    def tally(self) -> Tally:
        """The tally of the differences."""
        return Tally(self.differences)

    def add(self, deal: DealChips) -> None:
        self.a[deal.a] += 1
        self.b[deal.b] += 1
        self.differences[deal.a - deal.b] += 1


def _result(table: _Table, chips: DuelChips, *, requested: int, seed: int) -> Duel:
    game = table.game
    seats = len(table.names)
    tally = chips.tally
    a_tally = Tally(chips.a)
    b_tally = Tally(chips.b)
    unit = unit_of(game)
    return Duel(
        game=game.key,
        terms_hash=game.terms_hash,
        a=table.a.name,
        b=table.b.name,
        seats=seats,
        seed=seed,
        requested=requested,
        rounds=chips.deals,
        a_wins=float(a_tally.mean / seats),
        b_wins=float(b_tally.mean / seats),
        difference=float(tally.mean / seats),
        standard_error=tally.standard_error / seats,
        a_error=a_tally.standard_error / seats,
        b_error=b_tally.standard_error / seats,
        better=tally.rounds_won,
        even=chips.deals - tally.rounds_won - tally.rounds_lost,
        worse=tally.rounds_lost,
        unit=unit.wager,
        unit_chips=unit.chips,
    )
