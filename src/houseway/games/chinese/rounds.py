"""
Rounds of Chinese Poker on kernels.

Hands are set by the house way's sentences or by the newcomer's rule, and two hands are compared by their codes. What a
kind of meeting pays comes from the rules: the first round with such a meeting is played by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import encoded_hands
from ...pricing.option_cache import cached_by_options
from ...rules.game import Game
from ...rules.moves import HandsSet
from ...rules.payments import Payment
from ...rules.playing import settlement
from ...rules.view import View
from ...sampling.kernel_rounds import ON_KERNELS, Rounds
from ...sampling.outcomes import Outcome, PlayedRounds, outcome_from, outcome_of
from ...sampling.rounds_by_rules import RoundsByRules
from ...solving.strategy import Strategy, own_cards, own_seat
from . import sheet as chinese
from .house_way import natural_claims
from .kernels.bonus_classes import class_table, depends_on_two, kinds_between
from .kernels.bulk_setting import Preferences, set_hands
from .kernels.house_way import house_way, strongest_back
from .kernels.setting import FRONT_NUMBER, SPLIT_NUMBER, Scale, cards_of, scale
from .terms import Terms

CHUNK = 2_000
HOUSE_WAY = "house_way"
PREFERENCES = {HOUSE_WAY: house_way, "newcomer": strongest_back}
"""By strategy: the function that makes its preferences for setting a hand."""
Codes = NDArray[np.uint16]
"""One hand to a row, as `set_hands` returns it."""


def rounds(
    game: Game[chinese.Terms], players: tuple[str, ...], by_rules: RoundsByRules[chinese.Terms]
) -> ChineseRoundsOnKernels | None:
    """None where a bonus depends on a third player, where naturals are paid, and for players that set by value."""
    if depends_on_two(game.terms) and set(players) <= set(PREFERENCES):
        return ChineseRoundsOnKernels(players, by_rules)
    return None


def house_way_rounds(game: Game[chinese.Terms], seats: int) -> Rounds:
    """Rounds in which every seat sets by the house way's sentences."""
    by_rules = RoundsByRules(game, (house_way_on_kernels(game),) * seats)
    return rounds(game, (HOUSE_WAY,) * seats, by_rules) or by_rules


def house_way_on_kernels(game: Game[chinese.Terms]) -> Strategy:
    """The strategy `house_way`, setting one hand at a time on kernels."""
    tables = setting_tables(game.terms)

    def set_by_sentences(game: Game[chinese.Terms], view: View) -> HandsSet:
        cards = own_cards(view)
        codes = encoded_hands([cards])
        coded = set_hands(tables.scale, tables.preferences[HOUSE_WAY], codes)[0]
        setting = cards_of(codes[0], int(coded[FRONT_NUMBER]), int(coded[SPLIT_NUMBER]))
        return HandsSet(own_seat(view), setting, claims=natural_claims(game.terms, cards, setting))

    return Strategy(name=HOUSE_WAY, about="Sets every hand by the house way's sentences.", set_hands=set_by_sentences)


class SettingTables(NamedTuple):
    """The tables by which hands are set."""

    scale: Scale
    preferences: Mapping[str, Preferences]
    """By strategy."""


@cached_by_options
def setting_tables(terms: Terms) -> SettingTables:
    """The tables for these terms. Terms that set hands alike share one object."""
    return SettingTables(scale(terms), {name: preferences_of(terms) for name, preferences_of in PREFERENCES.items()})


class Pair(NamedTuple):
    """Two seats, counted from 0, and the kind of their meeting in each round."""

    low: int
    high: int
    kinds: NDArray[np.int64]


class ChineseRoundsOnKernels:
    """Rounds of players whose settings follow preferences."""

    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, players: tuple[str, ...], by_rules: RoundsByRules[chinese.Terms]) -> None:
        terms = by_rules.game.terms
        self.by_rules = by_rules
        self.players = players
        self.tables = setting_tables(terms)
        self.classes = class_table(terms)
        self.positions = by_rules.card_positions()
        self.paid_between: dict[int, Outcome] = {}
        """By kind of meeting: what it brings the lower seat."""
        self.fees: list[Outcome] | None = None
        """What each seat pays in every round."""

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds."""
        return self.played(seed, first, self.set_hands(seed, first, count))

    def set_hands(self, seed: int, first: int, count: int) -> list[Codes]:
        """By seat: how it sets its cards in consecutive rounds."""
        cards = self.by_rules.cards(seed, first, count)
        return [
            set_hands(self.tables.scale, self.tables.preferences[name], np.ascontiguousarray(cards[:, positions]))
            for name, positions in zip(self.players, self.positions, strict=True)
        ]

    def played(self, seed: int, first: int, codes: list[Codes]) -> PlayedRounds:
        """The outcomes of consecutive rounds with the hands set like this."""
        pairs = [
            Pair(low, high, kinds_between(self.classes, codes[low], codes[high]))
            for low, high in combinations(range(len(codes)), 2)
        ]
        for pair in pairs:
            self._learn_payments(seed, first, pair)
        return self._outcomes(pairs, len(codes[0]))

    def _learn_payments(self, seed: int, first: int, pair: Pair) -> None:
        """Play the first round of each unknown kind of meeting by the rules."""
        kinds, rows = np.unique(pair.kinds, return_index=True)
        for kind, row in zip(kinds.tolist(), rows.tolist(), strict=True):
            if kind not in self.paid_between or self.fees is None:
                payments = settlement(self.by_rules.finished_round(seed, first + row))
                between = _payments_between(payments, pair.low + 1, pair.high + 1)
                self.fees = [_fees(payments, seat + 1, len(self.players)) for seat in range(len(self.players))]
                self.paid_between[kind] = outcome_of(between, pair.low + 1)

    def _outcomes(self, pairs: list[Pair], count: int) -> PlayedRounds:
        """The sum over all meetings of a seat, with outcomes numbered in order of appearance."""
        number_of: dict[Outcome, int] = {}
        numbers = np.empty((count, len(self.players)), dtype=np.int64)
        for seat in range(len(self.players)):
            own_pairs = [pair for pair in pairs if seat in (pair.low, pair.high)]
            signs = [1 if seat == pair.low else -1 for pair in own_pairs]
            meetings = np.column_stack([pair.kinds for pair in own_pairs])
            kinds, row_of = np.unique(meetings, axis=0, return_inverse=True)
            outcomes = [self._outcome(seat, row, signs) for row in kinds.tolist()]
            outcome_numbers = [number_of.setdefault(outcome, len(number_of)) for outcome in outcomes]
            numbers[:, seat] = np.array(outcome_numbers)[row_of.ravel()]
        return PlayedRounds(numbers, tuple(number_of))

    def _outcome(self, seat: int, kinds: list[int], signs: list[int]) -> Outcome:
        net_by_wager = Counter(dict(self.fees[seat])) if self.fees else Counter[str]()
        for kind, sign in zip(kinds, signs, strict=True):
            for wager, chips in self.paid_between[kind]:
                net_by_wager[wager] += sign * chips
        return outcome_from(net_by_wager)


def _payments_between(payments: list[Payment], one: int, other: int) -> list[Payment]:
    return [payment for payment in payments if {payment.payer, payment.payee} == {one, other}]


def _fees(payments: list[Payment], seat: int, seats: int) -> Outcome:
    """The outcome of a seat from payments that concern no other seat."""
    others = {number for number in range(1, seats + 1) if number != seat}
    return outcome_of([payment for payment in payments if not {payment.payer, payment.payee} & others], seat)
