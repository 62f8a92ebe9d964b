"""Chinese Poker on kernels: hands set by sentences, rows compared by code, what two hands bring each other asked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...pricing.rounds import ON_KERNELS, places_of
from ...rules.game import Game
from ...rules.payments import Payment
from ...rules.playing import settlement
from ...simulation.rounds import ByRules, Rounds, outcome_of
from ...simulation.tally import Outcome, Played
from . import sheet as chinese
from .kernels.bonus_classes import class_table, depends_on_two, kinds_between
from .kernels.bulk_setting import set_hands
from .kernels.house_way import house_way, strongest_back
from .kernels.setting import scale

CHUNK = 2_000
WAYS = {"house_way": house_way, "newcomer": strongest_back}


def rounds(game: Game[chinese.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """Where a prize depends on a third player, and where naturals are paid, no table of two hands holds it."""
    return OnKernels(game, players, plain) if depends_on_two(game.terms) and set(players) <= set(WAYS) else None


class Pair(NamedTuple):
    """Two seats, from the lower; and for each round the kind of their meeting."""

    low: int
    high: int
    kinds: NDArray[np.int64]


class OnKernels:
    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, game: Game[chinese.Terms], players: tuple[str, ...], plain: ByRules) -> None:
        self.plain = plain
        self.players = players
        self.scale = scale(game.terms)
        self.ways = {name: WAYS[name](game.terms) for name in {*players}}
        self.classes = class_table(game.terms)
        self.places = places_of(plain)
        self.between: dict[int, Outcome] = {}
        """By kind of meeting: what it brings the lower seat."""
        self.apart: list[Outcome] | None = None
        """What each seat pays whatever it holds."""

    def __call__(self, seed: int, first: int, count: int) -> Played:
        cards = self.plain.cards(seed, first, count)
        codes = [
            set_hands(self.scale, self.ways[name], np.ascontiguousarray(cards[:, places]))
            for name, places in zip(self.players, self.places, strict=True)
        ]
        pairs = [self._met(codes, low, high) for low, high in combinations(range(len(codes)), 2)]
        for pair in pairs:
            self._ask(seed, first, pair)
        return self._seats(pairs, count)

    def _met(self, codes: list[NDArray[np.uint16]], low: int, high: int) -> Pair:
        return Pair(low, high, kinds_between(self.classes, codes[low], codes[high]))

    def _ask(self, seed: int, first: int, pair: Pair) -> None:
        """The rules say what a kind of meeting brings: the first round that has it is played through them."""
        kinds, rows = np.unique(pair.kinds, return_index=True)
        for kind, row in zip(kinds.tolist(), rows.tolist(), strict=True):
            if kind not in self.between or self.apart is None:
                payments = settlement(self.plain.played(seed, first + row))
                self.between[kind] = outcome_of(_passed(payments, pair.low + 1, pair.high + 1), pair.low + 1)
                self.apart = [_with_nobody(payments, seat + 1, len(self.players)) for seat in range(len(self.players))]

    def _seats(self, pairs: list[Pair], count: int) -> Played:
        """What all meetings of a seat bring it together, numbered as it comes."""
        known: dict[Outcome, int] = {}
        numbers = np.empty((count, len(self.players)), dtype=np.int64)
        for seat in range(len(self.players)):
            own = np.column_stack([pair.kinds for pair in pairs if seat in (pair.low, pair.high)])
            signs = [1 if seat == pair.low else -1 for pair in pairs if seat in (pair.low, pair.high)]
            kinds, inverse = np.unique(own, axis=0, return_inverse=True)
            joined = [self._joined(seat, row, signs) for row in kinds.tolist()]
            numbers[:, seat] = np.array([known.setdefault(one, len(known)) for one in joined])[inverse.ravel()]
        return Played(numbers, tuple(known))

    def _joined(self, seat: int, kinds: list[int], signs: list[int]) -> Outcome:
        found = Counter(dict(self.apart[seat])) if self.apart else Counter[str]()
        for kind, sign in zip(kinds, signs, strict=True):
            for wager, chips in self.between[kind]:
                found[wager] += sign * chips
        return tuple(sorted((wager, chips) for wager, chips in found.items() if chips))


def _passed(payments: list[Payment], one: int, other: int) -> list[Payment]:
    return [payment for payment in payments if {payment.payer, payment.payee} == {one, other}]


def _with_nobody(payments: list[Payment], seat: int, seats: int) -> Outcome:
    """What a seat pays or gets that no other seat gets or pays."""
    others = {number for number in range(1, seats + 1) if number != seat}
    return outcome_of([payment for payment in payments if not {payment.payer, payment.payee} & others], seat)
