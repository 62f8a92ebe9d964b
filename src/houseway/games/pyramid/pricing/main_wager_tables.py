"""
The first wager of Pyramid Poker as tables, made by calling the rules on one comparison of each kind.

This module contains no rules. It relies on one fact, which is tested against the rules on every pair of hands: two
comparisons are of one kind if the same side has the higher low hand, the higher high hand and three of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from ....pricing.option_cache import cached_by_options
from ....rules.cards import RANKS, SUITS, TWO, Card, Cards
from ....rules.game import Opening
from ....rules.payments import HOUSE, Payment, net
from ....rules.round import Round, Seat
from ....rules.setting import Setting
from .. import banking, fouls, hand_order, main_wager, settlement, wagers
from .. import sheet as pyramid
from ..house_way import house_way
from ..terms import Terms
from .hands import CARD_PLACES, HAND_COUNT, RANK_COUNT, Whole, cards_of

Named = tuple[str, Fraction]
"""An outcome's name and its profit per unit."""
Contest = Callable[[Terms, Setting, Setting], Named]
"""The outcome of one of our settings against one of theirs."""

# Settings ----------------------------------------------------------------------------------------------------------

HIGHS = list(combinations_with_replacement(range(RANK_COUNT), 2))
HIGH_INDEX = {high: index for index, high in enumerate(HIGHS)}


@dataclass(frozen=True, eq=False)
class SettingTable:
    """Settings, one per row, with the numbers of their rank hand, low card and high hand."""

    settings: tuple[Setting, ...]
    hand: Whole
    low: Whole
    high: Whole

    @property
    def trips(self) -> Whole:
        return np.array([main_wager.is_trips(setting) for setting in self.settings], dtype=np.int64)

    def ranks(self, row: int) -> tuple[int, int]:
        return int(self.low[row]), int(self.high[row])


def setting_table(settings: Iterable[tuple[int, Setting]]) -> SettingTable:
    """The table of these settings, each with the number of its rank hand."""
    rows = list(settings)
    hands = [hand for hand, _ in rows]
    lows = [setting["low"][0].rank - TWO for _, setting in rows]
    highs = [HIGH_INDEX[low_first(setting["high"])] for _, setting in rows]
    return SettingTable(
        settings=tuple(setting for _, setting in rows),
        hand=np.array(hands, dtype=np.int64),
        low=np.array(lows, dtype=np.int64),
        high=np.array(highs, dtype=np.int64),
    )


def low_first(high: Cards) -> tuple[int, int]:
    """The two ranks of a high hand, counted from 0 for a two, the lower first."""
    first, second = sorted(card.rank - TWO for card in high)
    return first, second


def settings_of(cards: Cards) -> list[Setting]:
    """Every setting of three cards, one for each choice of ranks."""
    by_low_rank: dict[int, Setting] = {}
    for place in CARD_PLACES:
        high = tuple(card for other, card in enumerate(cards) if other != place)
        by_low_rank.setdefault(cards[place].rank, {"low": (cards[place],), "high": high})
    return list(by_low_rank.values())


@cached_by_options
def legal_settings(terms: Terms) -> SettingTable:
    """Every legal setting of every rank hand."""
    hands = ((hand, setting) for hand in range(HAND_COUNT) for setting in settings_of(cards_of(hand)))
    return setting_table((hand, setting) for hand, setting in hands if not fouls.foul(terms, setting, {}))


@cached_by_options
def house_settings(terms: Terms) -> SettingTable:
    """The house-way setting of every rank hand."""
    return setting_table((hand, house_way(terms, cards_of(hand))) for hand in range(HAND_COUNT))


@cached_by_options
def house_rows(terms: Terms) -> Whole:
    """By rank hand: the row of its house-way setting in the table of legal settings."""
    legal = legal_settings(terms)
    house = house_settings(terms)
    rows = {(int(legal.hand[row]), legal.ranks(row)): row for row in range(len(legal.settings))}
    return np.array([rows[hand, house.ranks(hand)] for hand in range(HAND_COUNT)], dtype=np.int64)


# The first wager ---------------------------------------------------------------------------------------------------


@cached_by_options
def low_signs(terms: Terms) -> Whole:
    """By the ranks of our low card and theirs: 1 if ours is higher, -1 if theirs is, 0 for a copy."""
    high = (Card(TWO, SUITS.start),) * 2
    hands: list[Setting] = [{"low": (Card(rank, SUITS.start),), "high": high} for rank in RANKS]
    return np.array([[hand_order.compare_low(a, b) for b in hands] for a in hands], dtype=np.int64)


@cached_by_options
def high_signs(terms: Terms) -> Whole:
    """By the numbers of our high hand and theirs: 1 if ours is higher, -1 if theirs is, 0 for a copy."""
    low = (Card(TWO, SUITS.start),)
    hands: list[Setting] = [
        {"low": low, "high": tuple(Card(rank + TWO, SUITS.start) for rank in high)} for high in HIGHS
    ]
    return np.array([[hand_order.compare_high(terms, a, b) for b in hands] for a in hands], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Meetings:
    """The kind of comparison of each of our legal settings (row) with each of their house-way hands (column)."""

    kinds: Whole
    examples: tuple[tuple[Setting, Setting], ...]
    """By kind: one of our settings and one of theirs."""


@cached_by_options
def meetings(terms: Terms) -> Meetings:
    ours = legal_settings(terms)
    theirs = house_settings(terms)
    lows = low_signs(terms)[np.ix_(ours.low, theirs.low)]
    highs = high_signs(terms)[np.ix_(ours.high, theirs.high)]
    marks = ((ours.trips[:, None] * 2 + theirs.trips) * 3 + lows + 1) * 3 + highs + 1
    _, first, kinds = np.unique(marks, return_index=True, return_inverse=True)
    pairs = [divmod(int(place), len(theirs.settings)) for place in first]
    return Meetings(
        kinds.reshape(marks.shape), tuple((ours.settings[row], theirs.settings[column]) for row, column in pairs)
    )


@cached_by_options
def outcomes(terms: Terms, contest: Contest) -> tuple[Named, ...]:
    """By kind of comparison: its outcome, from one call of the rules."""
    return tuple(contest(terms, ours, theirs) for ours, theirs in meetings(terms).examples)


@dataclass(frozen=True, eq=False)
class MainTable:
    """The outcome of each of our settings (row) against each of theirs (column), as a code."""

    codes: Whole
    outcomes: tuple[Named, ...]


@cached_by_options
def main_table(terms: Terms, ends: tuple[Named, ...]) -> MainTable:
    """The table for these outcomes by kind of comparison."""
    distinct = tuple(dict.fromkeys(ends))
    codes = np.array([distinct.index(end) for end in ends], dtype=np.int64)
    return MainTable(codes[meetings(terms).kinds], distinct)


UNIT = 100
"""The stake in chips that stands for one unit, so that every per cent of commission is a whole number of chips."""
FOR_THE_BANK = {"auto_win": "auto_lose", "win": "lose", "push": "push", "lose": "win"}
BANKER = 2


def cards_in(setting: Setting) -> Cards:
    return tuple(card for hand in setting.values() for card in hand)


def _meeting(bettor: Setting, bank: Setting, opening: Opening, chips: int = UNIT) -> Round:
    """A round ready to settle: the bettor in seat 1; the bank's setting both in seat 2 and with the dealer."""
    seats = (
        Seat(number=1, player="bettor", wagers={wagers.MAIN: chips}, cards=cards_in(bettor), setting=bettor),
        Seat(number=BANKER, player="bank", cards=cards_in(bank), setting=bank),
    )
    return Round(game=pyramid.SHEET, opening=opening, seats=seats, dealer=cards_in(bank))


def _won(payments: list[Payment], party: int, chips: int = UNIT) -> Fraction:
    """A party's profit per chip of the stake."""
    return Fraction(net(payments).get(party, 0), chips)


HOUSE_BANKS = Opening(players=("bettor", "bank"), banker=HOUSE)


def against_house(terms: Terms, ours: Setting, bank: Setting) -> Named:
    """A bettor against the House's bank, per unit and without the payout cap."""
    round_ = _meeting(ours, bank, HOUSE_BANKS)
    result = main_wager.main_result(terms, ours, bank)
    return result.line, _won(settlement.wager_payments(terms, round_, round_.seats[0], wagers.MAIN, result), 1)


@dataclass(frozen=True)
class AgainstHouseAtStake:
    """A bettor against the House's bank at a stake, settled by the rules: whole chips, with the payout cap."""

    chips: int

    def __call__(self, terms: Terms, ours: Setting, bank: Setting) -> Named:
        result = main_wager.main_result(terms, ours, bank)
        payments = settlement.settle(terms, _meeting(ours, bank, HOUSE_BANKS, self.chips))
        return result.line, _won(payments, 1, self.chips)


def banking_against_player(terms: Terms, bank: Setting, theirs: Setting) -> Named:
    """A Player Banker against one bettor, from the bank's side."""
    round_ = _meeting(theirs, bank, Opening(players=("bettor", "bank"), banker=BANKER))
    result = main_wager.main_result(terms, theirs, bank, bank_trips_win=terms.banker_trips_auto)
    payments = settlement.wager_payments(terms, round_, round_.seats[0], wagers.MAIN, result)
    return FOR_THE_BANK[result.line], _won(payments, BANKER)


def banking_against_house(terms: Terms, bank: Setting, house: Setting) -> Named:
    """A Player Banker against the House's own wager, from the bank's side."""
    opening = Opening(players=("bettor", "bank"), banker=BANKER, house_bet=UNIT)
    round_ = Round(
        game=pyramid.SHEET, opening=opening, seats=_meeting(house, bank, opening).seats, dealer=cards_in(house)
    )
    won = _won(banking.house_bet(terms, round_), BANKER)
    return _bank_outcome(won), won


def _bank_outcome(won: Fraction) -> str:
    """The name of a bank's outcome by its profit per unit."""
    if won > 0:
        return "win"
    if won == 0:
        return "push"
    return "lose" if won == -1 else "auto_lose"
