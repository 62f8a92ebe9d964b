"""
The strategies of bots: the expert, who decides by exact values, and the newcomer.

Between decisions of equal value the expert chooses the one with less at stake, and between equal threes the strongest.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ....rules.cards import ACE, Cards
from ....rules.errors import Broken
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.ranking import Made
from ....rules.view import View
from ....solving.strategy import Strategy, lowest_wagers, own_cards, own_seat, own_spots
from ..hand_order import best_three, three_strength
from ..terms import Terms
from ..wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, FIVE, THREE, TIP
from .decisions import DecisionValue, decision_values
from .optional_bonus import optional_bonus_wins

Rules = Game[Terms]


def candidates(game: Rules, cards: Cards, count: int) -> list[HandsSet]:
    """Threes to play, the strongest first: a stronger one wins whenever a weaker one does."""
    threes = sorted(combinations(cards, 3), key=three_strength, reverse=True)
    return [HandsSet(1, {THREE: three}) for three in threes[:count]]


# The expert ----------------------------------------------------------------------------------------------------------


def expert(game: Rules) -> Strategy:
    return Strategy(
        name="expert",
        about="Makes the decision that wins most by exact count, with every bonus on the table counted.",
        wager=_best_wagers,
        decide=_best_decision,
        set_hands=_best_three,
    )


def _best_decision(game: Rules, view: View) -> str:
    return max(_decision_values(game, view), key=lambda option: option.value).decision


def _best_three(game: Rules, view: View) -> HandsSet:
    threes = [option for option in _decision_values(game, view) if option.three]
    three = max(threes, key=lambda option: option.value).three
    if three is None:
        raise Broken("there are no three cards to play")
    return HandsSet(own_seat(view), {THREE: three})


def _decision_values(game: Rules, view: View) -> list[DecisionValue]:
    known = (card for seat in view.seats for card in seat.cards)
    return decision_values(game.terms, own_cards(view), known, view.seats[own_seat(view) - 1].wagers)


def _best_wagers(game: Rules, view: View) -> Mapping[str, int]:
    """The lowest stakes, with the optional bonus only if its exact value is positive; never a tip."""
    lowest = lowest_wagers(game, view)
    limits = {spot.name: spot.low for spot in own_spots(view)}
    bonus = limits[BONUS_5_ONLY]
    if optional_bonus_wins(game.terms, lowest[ANTE], lowest[BONUS_3_5], bonus):
        return {**lowest, BONUS_5_ONLY: bonus}
    return lowest


# The newcomer --------------------------------------------------------------------------------------------------------


def newcomer(game: Rules) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Never folds, doubles up on three cards with any pair or an ace, and bets the optional bonus every time.",
        wager=_every_bonus,
        decide=_hopeful_decision,
    )


def _every_bonus(game: Rules, view: View) -> Mapping[str, int]:
    return {spot.name: spot.low for spot in own_spots(view) if spot.name != TIP}


def _hopeful_decision(game: Rules, view: View) -> str:
    """Play three cards with an ace, a pair or better; otherwise play five cards, however bad they are."""
    strength = three_strength(best_three(own_cards(view)))
    looks_good = strength.made != Made.HIGH_CARD or strength.ranks[0] == ACE
    return THREE if looks_good else FIVE
