"""Pyramid Showdown on kernels: hands set the house way, net scores summed, who gets the Pot asked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..games import showdown
from ..kernels.philox import dealt
from ..kernels.showdown_parts import MOST_POINTS, OFF, VALUE, Way
from ..kernels.showdown_rounds import net_scores
from ..kernels.showdown_way import set_hands
from ..rules.game import Game
from ..rules.round import deal_goes_to, settlement
from .rounds import ON_KERNELS, ByRules, Rounds, outcome_of
from .showdown_tables import way_of
from .tally import Outcome, Played

CHUNK = 500
BETWEEN_PLAYERS = "showdown"
"""The wager that players pay each other; the others are paid to the Pot and out of it."""
Pot = tuple[int, int, int]
"""Who has the highest total and which of them the strongest Hand 6, one bit each, and if several who deals."""


def rounds(game: Game[showdown.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """One scale for all hands, jokers that may be any card, and the house way: other hands no table holds."""
    terms = game.terms
    if terms.cross_size_order != "merged" or not terms.joker_duplicates or set(players) != {"house_way"}:
        return None
    way = way_of(terms)
    return OnKernels(plain, way) if way.known[:, VALUE + 1 : OFF + 1].max() < MOST_POINTS else None


class OnKernels:
    how, chunk = ON_KERNELS, CHUNK

    def __init__(self, plain: ByRules, way: Way) -> None:
        self.plain, self.seats, self.way, self.places = plain, len(plain.seats), way, places_of(plain)
        self.apart: dict[Pot, list[Outcome]] = {}
        """By who gets the Pot: what each seat pays and gets but for the showdown of hands."""

    def __call__(self, seed: int, first: int, count: int) -> Played:
        cards = dealt(self.plain.shoe, seed, first, rounds=count, cards=self.plain.most)
        each = [set_hands(self.way, np.ascontiguousarray(cards[:, places])) for places in self.places]
        codes = np.stack(each, axis=1)
        for row in np.flatnonzero((codes == 0).any(axis=(1, 2))).tolist():
            self.plain.played(seed, first + row)  # says which hand cannot be set
        totals = net_scores(self.way.known, codes)
        pots = self._pots(first, codes, totals)
        for row, pot in enumerate(pots):
            if pot not in self.apart:
                self.apart[pot] = self._asked(seed, first + row)
        return self._played(pots, totals)

    def _pots(self, first: int, codes: NDArray[np.int64], totals: NDArray[np.int64]) -> list[Pot]:
        bits = 1 << np.arange(self.seats)
        champions = totals == totals.max(axis=1, keepdims=True)
        sixth = codes[:, :, -1] * champions
        strongest = sixth == sixth.max(axis=1, keepdims=True)
        deals = (first + np.arange(len(codes))) % self.seats * (champions.sum(axis=1) > 1)
        found = np.column_stack((champions @ bits, strongest @ bits, deals)).tolist()
        return [(tied, above, deal) for tied, above, deal in found]

    def _asked(self, seed: int, number: int) -> list[Outcome]:
        """The rules say who is paid by the Pot: the first round of each kind is played through them."""
        payments = [each for each in settlement(self.plain.played(seed, number)) if each.wager != BETWEEN_PLAYERS]
        return [outcome_of(payments, seat) for seat in range(1, self.seats + 1)]

    def _played(self, pots: list[Pot], totals: NDArray[np.int64]) -> Played:
        """What the Pot and the other players bring a seat together, numbered as it comes."""
        known: dict[Outcome, int] = {}
        numbers = np.empty(totals.shape, dtype=np.int64)
        for row, (pot, points) in enumerate(zip(pots, totals.tolist(), strict=True)):
            for seat, (apart, won) in enumerate(zip(self.apart[pot], points, strict=True)):
                outcome = tuple(sorted((*apart, (BETWEEN_PLAYERS, won)))) if won else apart
                numbers[row, seat] = known.setdefault(outcome, len(known))
        return Played(numbers, tuple(known))


def places_of(plain: ByRules) -> list[list[int]]:
    """Which of the cards go to each seat, where nobody surrenders."""
    goes_to = [party for round_ in plain.states(0, 0) for party in deal_goes_to(round_)]
    return [[at for at, party in enumerate(goes_to) if party == seat] for seat in range(1, len(plain.seats) + 1)]
