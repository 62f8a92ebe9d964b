"""
Rounds of Pyramid Showdown in which everybody plays on and sets the house way, many at a time.

Hands are set and compared on kernels. Who gets the Pot is asked of the rules: the first round of each kind is played
through them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.rounds import ThroughRules
from ....rules.dealing import deal_goes_to
from ....rules.payments import Payment
from ....rules.playing import settlement
from ..kernels.big_hands import Way
from ..kernels.house_way import set_hands
from ..kernels.rounds import net_scores, totals_of

BETWEEN_PLAYERS = "showdown"
"""The wager that players pay each other; the others are paid to the Pot and out of it."""
Pot = tuple[int, int, int]
"""Who has the highest total and which of them the strongest Hand 6, one bit each, and if several who deals."""


class Scored(NamedTuple):
    """Consecutive rounds, one to a row."""

    duels: NDArray[np.int64]
    """By two seats, the lower first: what it wins from the higher, in points, which are chips [SHO-38]."""
    totals: NDArray[np.int64]
    """By seat."""
    pots: list[Pot]


class OnKernels:
    def __init__(self, plain: ThroughRules, way: Way) -> None:
        self.plain = plain
        self.seats = len(plain.names)
        self.way = way
        self.places = places_of(plain)
        self.apart: dict[Pot, list[Payment]] = {}
        """By who gets the Pot: all payments but those for the showdown of hands."""

    def __call__(self, seed: int, first: int, count: int) -> Scored:
        cards = self.plain.cards(seed, first, count)
        each = [set_hands(self.way, np.ascontiguousarray(cards[:, places])) for places in self.places]
        codes = np.stack(each, axis=1)
        for row in np.flatnonzero((codes == 0).any(axis=(1, 2))).tolist():
            self.plain.played(seed, first + row)  # says which hand cannot be set
        duels = net_scores(self.way.known, codes)
        totals = totals_of(duels, self.seats)
        pots = self._pots(first, codes, totals)
        for row, pot in enumerate(pots):
            if pot not in self.apart:
                self.apart[pot] = self.asked(seed, first + row)
        return Scored(duels, totals, pots)

    def _pots(self, first: int, codes: NDArray[np.int64], totals: NDArray[np.int64]) -> list[Pot]:
        bits = 1 << np.arange(self.seats)
        champions = totals == totals.max(axis=1, keepdims=True)
        sixth = codes[:, :, -1] * champions
        strongest = sixth == sixth.max(axis=1, keepdims=True)
        deals = (first + np.arange(len(codes))) % self.seats * (champions.sum(axis=1) > 1)
        found = np.column_stack((champions @ bits, strongest @ bits, deals)).tolist()
        return [(tied, above, deal) for tied, above, deal in found]

    def asked(self, seed: int, number: int) -> list[Payment]:
        """What the rules pay in a round, but for the showdown of hands."""
        return [each for each in settlement(self.plain.played(seed, number)) if each.wager != BETWEEN_PLAYERS]


def places_of(plain: ThroughRules) -> list[list[int]]:
    """Which of the cards go to each seat, where nobody surrenders."""
    goes_to = [party for round_ in plain.states(0, 0) for party in deal_goes_to(round_)]
    return [[at for at, party in enumerate(goes_to) if party == seat] for seat in range(1, len(plain.names) + 1)]
