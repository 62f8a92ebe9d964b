"""
The strategies of Pyramid Poker: the expert and the newcomer.

The expert counts every hand that the opponent can hold given the visible cards: its own, those of a second hand of its
own, and the House's if the bank sets last. The opponent is assumed to follow the house way: the House must, and nothing
better is known about a player. The choice of a setting considers the payout cap for the first wager only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from ....pricing.option_cache import cached_by_options
from ....rules.game import Game, Opening
from ....rules.moves import HandsSet
from ....rules.payments import HOUSE, net
from ....rules.round import Round, Seat
from ....rules.setting import Setting
from ....rules.view import View
from ....solving.strategy import Strategy, lowest_wagers, own_cards, own_seat, own_spots
from .. import sheet as pyramid
from ..cover import bank_cover
from ..fouls import foul
from ..hand_order import TWO_CARDS
from ..house_way import house_way
from ..main_wager import main_result
from ..pricing.hands import HAND_COUNT, Composition, Whole, index_of
from ..pricing.main_wager_tables import (
    AgainstHouseAtStake,
    Contest,
    Named,
    banking_against_house,
    banking_against_player,
    house_rows,
    legal_settings,
    meetings,
    outcomes,
    settings_of,
)
from ..pricing.play import BEST, in_parts
from ..pricing.price import best_bank
from ..pricing.stakes import hand_at_stake, joints
from ..settlement import wager_payments
from ..terms import Terms
from ..wagers import MAIN, banker_spots
from .options import rows_of, setting_with_low

Rules = Game[pyramid.Terms]
BETTOR = 1
BANKER = 2

# The expert ----------------------------------------------------------------------------------------------------------


def expert(game: Rules) -> Strategy:
    return Strategy(
        name="expert",
        about="Sets every hand as the exact count says, wagers the least that wins most, and banks where that pays.",
        wager=_best_wagers,
        set_hands=_best_hands,
        banks=_banks,
    )


class Opponent(NamedTuple):
    """One opponent of a hand."""

    contest: Contest
    """Gives the outcome of a comparison with this opponent."""
    chips: int
    """The wager against this opponent, in chips."""
    ways: Whole
    """By rank hand: the number of ways in which the opponent can hold it."""


def _best_hands(game: Rules, view: View) -> HandsSet:
    """The legal setting with the highest value against the possible hands; among equals the house way."""
    terms = game.terms
    cards = own_cards(view)
    index = index_of(cards)
    house_row = house_rows(terms)[index]
    rows = sorted(rows_of(terms, index), key=lambda row: row != house_row)
    opponents = _opponents(terms, view)
    values = [_value(terms, row, opponents) for row in rows]
    chosen = rows[values.index(max(values))]
    if chosen == house_row:
        return HandsSet(own_seat(view), house_way(terms, cards))
    low = legal_settings(terms).settings[chosen]["low"][0].rank
    return HandsSet(own_seat(view), setting_with_low(cards, low))


def _opponents(terms: pyramid.Terms, view: View) -> list[Opponent]:
    """For a bettor, the bank; for a bank, the other players and the House."""
    visible = tuple(card for seat in view.seats for card in seat.cards) + view.dealer
    left = Composition.of_decks(terms.decks).without(visible)
    if view.viewer != view.banker:
        chips = view.seats[own_seat(view) - 1].wagers.get(MAIN, 0)
        contest = AgainstHouseAtStake(chips) if view.banker == HOUSE else AgainstPlayerBank(chips)
        return [Opponent(contest, chips, left.first_hands)]
    others = sum(seat.wagers.get(MAIN, 0) for seat in view.seats)
    house_ways = _only_hand(index_of(view.dealer)) * left.hands if view.dealer else left.first_hands
    return [
        Opponent(banking_against_player, others, left.first_hands),
        Opponent(banking_against_house, view.house_bet, house_ways),
    ]


def _only_hand(hand: int) -> Whole:
    """By rank hand: 1 for this hand, 0 for all others."""
    ways = np.zeros(HAND_COUNT, dtype=np.int64)
    ways[hand] = 1
    return ways


@dataclass(frozen=True)
class AgainstPlayerBank:
    """A bettor against a Player Banker at a stake; the bank's three of a kind may win automatically [PYR-A25]."""

    chips: int

    def __call__(self, terms: Terms, ours: Setting, bank: Setting) -> Named:
        result = main_result(terms, ours, bank, bank_trips_win=terms.banker_trips_auto)
        seat = Seat(number=BETTOR, player="bettor", wagers={MAIN: self.chips})
        opening = Opening(players=("bettor", "bank"), banker=BANKER)
        round_ = Round(game=pyramid.SHEET, opening=opening, seats=(seat,))
        payments = wager_payments(terms, round_, seat, MAIN, result)
        return result.line, Fraction(net(payments).get(BETTOR, 0), self.chips)


def _value(terms: pyramid.Terms, row: int, opponents: list[Opponent]) -> Fraction:
    """The chips that a setting wins from all opponents, summed over their hands."""
    total = Fraction()
    for opponent in opponents:
        nets, unit = _profits(terms, opponent.contest)
        parts = int(nets[meetings(terms).kinds[row]] @ opponent.ways)
        total += opponent.chips * Fraction(parts, unit)
    return total


@cached_by_options
def _profits(terms: Terms, contest: Contest) -> tuple[Whole, int]:
    """By kind of comparison: the profit in parts of a chip. Also returns the number of parts in a chip."""
    return in_parts(outcomes(terms, contest))


def _best_wagers(game: Rules, view: View) -> Mapping[str, int]:
    """The lowest stakes, with those optional wagers that give the hand its highest value."""
    stakes = lowest_wagers(game, view)
    optional = [spot for spot in own_spots(view) if spot.optional]
    if not optional:
        return stakes
    mixes = []
    for choice in product((False, True), repeat=len(optional)):
        taken = {spot.name: spot.low for spot, is_taken in zip(optional, choice, strict=True) if is_taken}
        mixes.append({**stakes, **taken})
    return max(mixes, key=lambda mix: hand_ev(game.terms, tuple(mix.items())))


@cached_by_options
def hand_ev(terms: Terms, stakes: tuple[tuple[str, int], ...]) -> Fraction:
    """The value of one hand in chips at these stakes, with all three wagers and the payout cap."""
    chips = dict(stakes)
    shoe = Composition.of_decks(terms.decks)
    joint = joints(terms, AgainstHouseAtStake(chips[MAIN]), shoe)[BEST]
    return hand_at_stake(terms, joint, chips).ev(chips)


def _banks(game: Rules, chips: int) -> bool:
    """Whether to take the bank: if its value is positive and the chips cover a full table at the highest stakes."""
    terms = game.terms
    others = [terms.w1_max] * (terms.seats - 1)
    own_wagers = sum(spot.low for spot in banker_spots(terms))
    if terms.player_banking == "off" or not others:
        return False
    if chips < own_wagers + bank_cover(terms, others):
        return False
    return best_bank(terms, banking_against_player, Composition.of_decks(terms.decks)).ev > 0


# The newcomer --------------------------------------------------------------------------------------------------------


def newcomer(game: Rules) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Makes the high hand as strong as it can be, never splits a pair, bets everything, never banks.",
        wager=_every_wager,
        set_hands=_strongest_high,
    )


def _every_wager(game: Rules, view: View) -> Mapping[str, int]:
    """The minimum on every spot."""
    return {spot.name: spot.low for spot in own_spots(view)}


def _strongest_high(game: Rules, view: View) -> HandsSet:
    """The legal setting with the strongest high hand."""
    settings = settings_of(tuple(sorted(own_cards(view), reverse=True)))
    legal = [setting for setting in settings if not foul(game.terms, setting, {})]
    return HandsSet(own_seat(view), max(legal, key=lambda setting: TWO_CARDS.of(setting["high"])))
