"""
The figures of Pyramid Poker that a reading can change: its prices, and further figures that prices per unit leave out.

The further figures are the House's wager against a player's bank, a hand set with a second one visible, and whole hands
under the payout cap: at the lowest stakes, at the highest, and at the most favourable. The last three are in chips won
per chip wagered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ....pricing.option_cache import cached_by_options
from ....pricing.readings import Figures, Reading, price_figures
from ....pricing.readings import readings as all_readings
from ....rules.game import Game
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress
from .. import sheet as pyramid
from .. import wagers
from ..terms import Terms
from .hands import Composition
from .main_wager_tables import against_house
from .play import BEST, play, played, played_seeing_another_hand
from .price import bank_against_house_bet, price
from .stakes import best_hand_at_stake
from .unmoved import REASONS


def figures(game: Game[pyramid.Terms]) -> Figures:
    """Every figure of the game, by wager and strategy."""
    prices = price_figures(price(game))
    terms = game.terms
    shoe = Composition.of_decks(game.terms.decks)
    capped = replace(terms, edge_at_stake=True)
    evs = tuple(prices[wager, strategy] for wager, strategy in _WAGER_KEYS)
    return {
        **prices,
        ("house_bet", "banker_best"): bank_against_house_bet(terms, shoe).ev,
        (wagers.MAIN, "best_of_two_hands"): _with_two_hands(terms, shoe),
        ("hand", "least_stakes"): _per_chip(capped, shoe, {spot.name: spot.low for spot in wagers.spots(terms)}),
        ("hand", "greatest_stakes"): _per_chip(capped, shoe, {spot.name: spot.high for spot in wagers.spots(terms)}),
        ("hand", "best_stakes"): _per_chip(capped, shoe, best_stakes(terms, evs)),
    }


def best_per_chip(game: Game[pyramid.Terms]) -> Fraction:
    """The value of a hand per chip wagered, at the legal stakes that win most and the best play."""
    terms = game.terms
    shoe = Composition.of_decks(terms.decks)
    prices = price_figures(price(game))
    evs = tuple(prices[wager, strategy] for wager, strategy in _WAGER_KEYS)
    return _per_chip(replace(terms, edge_at_stake=True), shoe, best_stakes(terms, evs))


_WAGER_KEYS = ((wagers.MAIN, BEST), (wagers.THREE_CARD, "only"), (wagers.SIX_CARD, "only"))


def best_stakes(terms: pyramid.Terms, evs: tuple[Fraction | float, ...]) -> dict[str, int]:
    """The maximum on wagers with a positive value, the lowest stake on others; if all are 0, the minimum on each."""
    spots = wagers.spots(terms)
    least = {spot.name: 0 if spot.optional else spot.low for spot in spots}
    stakes = {spot.name: spot.high if ev > 0 else least[spot.name] for spot, ev in zip(spots, evs, strict=True)}
    return stakes if any(stakes.values()) else {spot.name: spot.low for spot in spots}


def _with_two_hands(terms: Terms, shoe: Composition) -> Fraction:
    """The value of the first wager for a player with two hands, if both may be seen before setting [PYR-A33]."""
    if terms.max_hands_per_player > 1 and terms.see_all_own_hands:
        return played_seeing_another_hand(terms, against_house, shoe).ev
    alone = play(terms, against_house, shoe)
    return played(shoe, alone, alone.best).ev


def _per_chip(terms: Terms, shoe: Composition, stakes: Mapping[str, int]) -> Fraction:
    """The value of a hand at these stakes, per chip wagered."""
    return _hand_value(terms, shoe, tuple(stakes.items())) / sum(stakes.values())


@cached_by_options
def _hand_value(terms: Terms, shoe: Composition, stakes: tuple[tuple[str, int], ...]) -> Fraction:
    return best_hand_at_stake(terms, shoe, dict(stakes)).ev(dict(stakes))


def readings(
    game: Game[pyramid.Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """The effect of every reading of the open questions."""
    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved, reasons=REASONS)
