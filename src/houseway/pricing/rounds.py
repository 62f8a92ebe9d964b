"""
Rounds of one table through the rules, by their number: the same number and seed are the same cards, for an estimate
here as for a simulation. The deal passes on from round to round, the shoe is full and the Pot empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import Hands, decoded_hand, encoded
from ..kernels.philox import dealt
from ..rules.cards import Cards
from ..rules.dealing import cards_due, deal_goes_to
from ..rules.errors import Broken, NotAllowed
from ..rules.game import AnyGame, Deal, Decide, Game, Opening, SetHands, Wager
from ..rules.moves import Dealt, Decided, HandsSet, Posted, SeatMove
from ..rules.payments import HOUSE, Party
from ..rules.playing import play, start
from ..rules.round import Round, waiting_for
from ..sampling.chunks import Progress, in_threads
from .price import Estimate

BY_RULES = "by the rules' own rounds"
ON_KERNELS = "on kernels"
"""How rounds are played: one by one, or in bulk where a kernel knows the terms and the players."""
FEWER = "the kernels do not know these terms, so there are fewer rounds: read each figure with its standard error"
Found = TypeVar("Found")


class ThroughRules:
    """Every round through the rules: the smallest wagers, the house way, nobody gives up."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game: Game[Any] = game
        self.shoe = shoe_of(game)
        self.names = tuple(f"player {number}" for number in range(1, seats + 1))
        opening = Opening(players=self.names)
        deals = [step for step in game.steps(game.terms, opening) if isinstance(step, Deal)]
        self.most = sum(step.cards * seats + step.dealer for step in deals)
        self.openings: dict[int, list[Round]] = {}
        """By the dealer's seat; see `opening`."""

    def move(self, round_: Round, mover: Party) -> SeatMove:
        """What a seat does, or the house."""
        game = round_.game
        step = round_.step
        cards: Cards = round_.dealer if mover == HOUSE else round_.seat(mover).cards
        if isinstance(step, SetHands):
            return self.hands(mover, cards)
        if isinstance(mover, int) and isinstance(step, Wager):
            return Posted(mover, {spot.name: spot.low for spot in step.spots if not spot.optional})
        if isinstance(mover, int) and isinstance(step, Decide):
            return Decided(mover, game.steady_decision(game.terms, step, cards))
        raise Broken(f"nobody moves in {step}")

    def hands(self, mover: Party, cards: Cards) -> HandsSet:
        if self.game.house_way is None:
            raise NotAllowed(f"{self.game.key} has no house way to play rounds with")
        return HandsSet(mover, self.game.house_way(self.game.terms, cards))

    def cards(self, seed: int, first: int, count: int) -> Hands:
        """What is dealt in consecutive rounds, one round to a row."""
        return dealt(self.shoe, seed, first, rounds=count, cards=self.most)

    def played(self, seed: int, number: int) -> Round:
        """One round to its end."""
        *_, last = self.states(seed, number)
        return last

    def states(self, seed: int, number: int) -> Iterator[Round]:
        """The round after each of its moves, from before the first."""
        return self.states_with(decoded_hand(self.cards(seed, number, 1)[0].tolist()), number)

    def states_with(self, cards: Cards, number: int) -> Iterator[Round]:
        """The same; the cards are those of the shoe from its top."""
        opening = self.opening(number % len(self.names) + 1)
        yield from opening
        round_ = opening[-1]
        while not round_.over:
            round_ = self.next(round_, cards)
            yield round_

    def opening(self, dealer_seat: int) -> list[Round]:
        """The states of a round until its first cards are due, which no card changes."""
        if dealer_seat not in self.openings:
            states = [start(self.game, Opening(players=self.names, dealer_seat=dealer_seat))]
            while not isinstance(states[-1].step, Deal) and not states[-1].over:
                states.append(self.next(states[-1], ()))
            self.openings[dealer_seat] = states
        return self.openings[dealer_seat]

    def next(self, round_: Round, cards: Cards) -> Round:
        """The round after the next move; the cards are those of the shoe from its top."""
        if isinstance(round_.step, Deal):
            gone = len(round_.dealt)
            return play(round_, Dealt(cards[gone : gone + cards_due(round_)]))
        return play(round_, self.move(round_, waiting_for(round_)[0]))

    def opened(self) -> Round:
        """A round whose first cards are due."""
        return self.opening(1)[-1]


def shoe_of(game: AnyGame) -> Hands:
    return np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)


def places_of(plain: ThroughRules) -> NDArray[np.int64]:
    """Of a game with one deal of packets alike: which of the cards go to each seat and, last, to the dealer."""
    goes_to = deal_goes_to(plain.opened())
    parties = [*range(1, len(plain.names) + 1), *([HOUSE] if HOUSE in goes_to else [])]
    return np.array([[at for at, to in enumerate(goes_to) if to == party] for party in parties], dtype=np.int64)


def in_chunks(work: Callable[[int, int], Found], rounds: int, chunk: int, progress: Progress | None) -> Iterator[Found]:
    """What consecutive rounds come to, so many at a time, in order; each is asked for by its first and its count."""
    starts = range(0, rounds, chunk)

    def told(done: int) -> None:
        if progress:
            progress(min(done * chunk, rounds), rounds)

    told(0)
    return in_threads(lambda first: work(first, min(chunk, rounds - first)), starts, told)


def said_of(how: str) -> dict[str, str]:
    """What a price says of its rounds."""
    return {"how": how, **({"fewer_rounds": FEWER} if how == BY_RULES else {})}


def estimated(won: Iterable[int], unit: int, seed: int, notes: Mapping[str, Any]) -> Estimate:
    """From the chips that each round brought: whole numbers until the last step."""
    counts = Counter(won)
    rounds = counts.total()
    total = sum(chips * count for chips, count in counts.items())
    squares = sum(chips**2 * count for chips, count in counts.items())
    variance = Fraction(squares * rounds - total**2, rounds * (rounds - 1) * unit**2)
    return Estimate(
        ev=float(Fraction(total, rounds * unit)),
        standard_error=sqrt(variance / rounds),
        standard_deviation=sqrt(variance),
        seed=seed,
        rounds=rounds,
        notes=notes,
    )
