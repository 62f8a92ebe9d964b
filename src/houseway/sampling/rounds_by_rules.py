"""
Rounds played by the rules, move by move, with the cards of a seed.

The deal passes to the next seat after each round. Each round has a full shoe and an empty pot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import Hands, decoded_hand, encoded
from ..rules.cards import Cards
from ..rules.dealing import cards_due, deal_goes_to
from ..rules.game import AnyGame, Deal, Game, Opening
from ..rules.moves import Dealt, SeatMove
from ..rules.payments import HOUSE, Party
from ..rules.playing import dealer_move, play, settlement, start
from ..rules.round import Round
from ..rules.view import View, view
from .kernel_rounds import BY_RULES, KernelRounds, Rounds
from .outcomes import Outcome, PlayedRounds, outcome_of
from .streams import deal_rounds

T = TypeVar("T")
CHUNK = 20
"""Rounds in one piece of work."""


class Player(Protocol):
    """Plays a seat from its view: a strategy."""

    @property
    def name(self) -> str: ...

    def move(self, game: AnyGame, view: View, /) -> SeatMove: ...


def play_to_end(round_: Round, players: Sequence[Player], deal: Callable[[Round], Cards]) -> Iterator[Round]:
    """The round after each further move; `deal` gives the cards of a deal."""
    while not round_.over:
        if isinstance(round_.step, Deal):
            round_ = play(round_, Dealt(deal(round_)))
        else:
            round_ = play(round_, _next_move(round_, players))
        yield round_


def _next_move(round_: Round, players: Sequence[Player]) -> SeatMove:
    mover: Party = round_.waiting_for[0]
    if mover == HOUSE:
        return dealer_move(round_)
    seat = int(mover)
    return players[seat - 1].move(round_.game, view(round_, seat))


def shoe_codes(game: AnyGame) -> Hands:
    """The cards of the full shoe, as codes."""
    return np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)


class RoundsByRules(Generic[T]):
    """Rounds of one table; each player sees what its seat may see."""

    how = BY_RULES
    chunk = CHUNK

    def __init__(self, game: Game[T], players: Sequence[Player], *, banker: Party = HOUSE) -> None:
        self.game = game
        self.players = tuple(players)
        self.banker = banker
        self.shoe = shoe_codes(game)
        self.names = tuple(f"player {number}" for number in range(1, len(self.players) + 1))
        deals = [step for step in game.steps(game.terms, Opening(players=self.names)) if isinstance(step, Deal)]
        self.cards_per_round = sum(step.cards * len(self.players) + step.dealer for step in deals)
        """The most cards that a round takes."""
        self._openings: dict[int, list[Round]] = {}
        """By the dealer's seat; see `opening`."""

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds."""
        number_of: dict[Outcome, int] = {}
        numbers = np.empty((count, len(self.players)), dtype=np.int64)
        codes = self.cards(seed, first, count)
        for row in range(count):
            *_, last = self._states_with(decoded_hand(codes[row].tolist()), first + row)
            for seat, outcome in enumerate(self._outcomes(last)):
                numbers[row, seat] = number_of.setdefault(outcome, len(number_of))
        return PlayedRounds(numbers, tuple(number_of))

    def cards(self, seed: int, first: int, count: int) -> Hands:
        """The cards of consecutive rounds in the order of the shoe, one round to a row."""
        return deal_rounds(self.shoe, seed, first, rounds=count, cards=self.cards_per_round)

    def finished_round(self, seed: int, number: int) -> Round:
        """The round of this number, after its last move."""
        *_, last = self.states(seed, number)
        return last

    def outcomes(self, seed: int, number: int) -> list[Outcome]:
        """The outcome of each seat in the round of this number."""
        return self._outcomes(self.finished_round(seed, number))

    def states(self, seed: int, number: int) -> Iterator[Round]:
        """The round of this number before its first move and after each move."""
        return self._states_with(decoded_hand(self.cards(seed, number, 1)[0].tolist()), number)

    def before_first_deal(self) -> Round:
        """A round in which the first cards are due."""
        return self._opening(1)[-1]

    def after_first_deal(self, cards: Cards) -> Round:
        """The same round with these cards dealt from the top of the shoe."""
        round_ = self.before_first_deal()
        return play(round_, Dealt(cards[: cards_due(round_)]))

    def card_positions(self) -> NDArray[np.int64]:
        """
        The positions in the shoe of the cards of each seat and, last, of the dealer.

        For games with one deal that gives every party the same number of cards.
        """
        receivers = deal_goes_to(self.before_first_deal())
        parties: list[Party] = list(range(1, len(self.players) + 1))
        if HOUSE in receivers:
            parties.append(HOUSE)
        positions = [
            [position for position, receiver in enumerate(receivers) if receiver == party] for party in parties
        ]
        return np.array(positions, dtype=np.int64)

    def _states_with(self, cards: Cards, number: int) -> Iterator[Round]:
        opening = self._opening(number % len(self.players) + 1)
        yield from opening

        def from_top_of_shoe(round_: Round) -> Cards:
            start_at = len(round_.dealt)
            return cards[start_at : start_at + cards_due(round_)]

        yield from play_to_end(opening[-1], self.players, from_top_of_shoe)

    def _opening(self, dealer_seat: int) -> list[Round]:
        """The states of a round until its first cards are due. They do not depend on the cards."""
        if dealer_seat not in self._openings:
            opening = Opening(players=self.names, dealer_seat=dealer_seat, banker=self.banker)
            states = [start(self.game, opening)]
            while not isinstance(states[-1].step, Deal) and not states[-1].over:
                states.append(play(states[-1], _next_move(states[-1], self.players)))
            self._openings[dealer_seat] = states
        return self._openings[dealer_seat]

    def _outcomes(self, last: Round) -> list[Outcome]:
        payments = settlement(last)
        return [outcome_of(payments, seat) for seat in range(1, len(self.players) + 1)]


def fastest_rounds(
    game: Game[T],
    kernels: KernelRounds[T],
    names: tuple[str, ...],
    players: Sequence[Player],
    *,
    by_rules: bool = False,
    banker: Party = HOUSE,
) -> Rounds:
    """The rounds of these players on the game's kernels, or by the rules where the kernels cannot play them."""
    rounds_by_rules = RoundsByRules(game, players, banker=banker)
    if by_rules or banker != HOUSE:  # the kernels know the House as bank only
        return rounds_by_rules
    return kernels.rounds(game, names, rounds_by_rules) or rounds_by_rules
