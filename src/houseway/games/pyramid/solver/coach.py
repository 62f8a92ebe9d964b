"""For the coach: rules that a setting breaks, what wagers lose, the value of the bank and of a round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....rules.cards import TWO, Cards
from ....rules.game import Game
from ....solving.results import Option, WagerLoss
from .. import sheet as pyramid
from ..pricing.hands import Composition, index_of
from ..pricing.main_wager_tables import banking_against_player
from ..pricing.price import best_bank
from ..pricing.short_way import rule_for
from ..wagers import MAIN, spots
from .explain import short_way
from .strategies import hand_ev


def broken_rule(game: Game[pyramid.Terms], cards: Cards, yours: Option, best: Option) -> str | None:
    """The rule of the shortest house way for this hand, if the best setting follows it and the other does not."""
    if not yours.setting or not best.setting:
        return None
    allowed, _ = short_way(game)
    rule = rule_for(game.terms, allowed, index_of(cards))
    if rule is None or _low(best) != rule.low or _low(yours) == rule.low:
        return None
    return rule.text


def _low(option: Option) -> int:
    return option.setting["low"][0].rank - TWO


def wager_losses(terms: pyramid.Terms, wagers: Mapping[str, int]) -> list[WagerLoss]:
    """What the second and the third wager lose above their minimum."""
    losses = []
    chips = dict(wagers)
    for spot in spots(terms):
        if spot.name == MAIN:
            continue
        wagered = chips.get(spot.name, 0)
        least = 0 if spot.optional else min(spot.low, wagered)
        before = hand_ev(terms, tuple(chips.items()))
        chips[spot.name] = least
        lost = hand_ev(terms, tuple(chips.items())) - before
        losses.append(WagerLoss(spot=spot.name, chips=wagered - least, lost=lost))
    return losses


def bank_value(terms: pyramid.Terms) -> Fraction | None:
    """The value of the bank at best play, per unit wagered against it; None where no player may bank."""
    if terms.player_banking == "off":
        return None
    return best_bank(terms, banking_against_player, Composition.of_decks(terms.decks)).ev


def best_round_value(terms: pyramid.Terms, wagers: Mapping[str, int]) -> Fraction:
    """The value of one hand at best play with these wagers, in chips, with the payout cap."""
    return hand_ev(terms, tuple(wagers.items()))
