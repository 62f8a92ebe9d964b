"""
The figures of Pyramid Poker that a reading can move: its prices, and what the prices per unit leave out.

Besides the wagers these are the House's wager against a player's bank, a hand set in sight of a second one, and whole
hands under the payout cap: at the least stakes, at the greatest, and at the stakes that win most. The last three are in
chips won per chip wagered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....pricing.option_cache import remembered
from ....pricing.readings import Figures, Reading, price_figures
from ....pricing.readings import readings as all_readings
from ....rules.game import Game
from ....rules.rulebook import Rulebook
from .. import sheet as pyramid
from .. import wagers
from .hands import Composition
from .main_wager_tables import against_house
from .play import BEST, play, played, played_seeing_another_hand
from .price import Progress, bank_against_house_bet, price
from .stakes import best_hand_at_stake


def figures(game: Game[pyramid.Terms]) -> Figures:
    """Everything about this game that has a price, by wager and strategy."""
    prices = price_figures(price(game))
    terms = game.terms
    shoe = Composition.of_decks(game.terms.decks)
    capped = replace(terms, edge_at_stake=True)
    main, three, six = (prices[wager, way] for wager, way in _FIRST)
    return {
        **prices,
        ("house_bet", "banker_best"): bank_against_house_bet(terms, shoe).ev,
        (wagers.MAIN, "best_of_two_hands"): _of_two_hands(terms, shoe),
        ("hand", "least_stakes"): _per_chip(capped, shoe, {spot.name: spot.low for spot in wagers.spots(terms)}),
        ("hand", "greatest_stakes"): _per_chip(capped, shoe, {spot.name: spot.high for spot in wagers.spots(terms)}),
        ("hand", "best_stakes"): _per_chip(capped, shoe, best_stakes(terms, (main, three, six))),
    }


_FIRST = ((wagers.MAIN, BEST), (wagers.THREE_CARD, "only"), (wagers.SIX_CARD, "only"))


def best_stakes(terms: pyramid.Terms, evs: tuple[Fraction | float, ...]) -> dict[str, int]:
    """The most on what wins, the least on what loses; on all three the least where that is nothing at all."""
    spots = wagers.spots(terms)
    least = {spot.name: 0 if spot.optional else spot.low for spot in spots}
    stakes = {spot.name: spot.high if ev > 0 else least[spot.name] for spot, ev in zip(spots, evs, strict=True)}
    return stakes if any(stakes.values()) else {spot.name: spot.low for spot in spots}


def _of_two_hands(terms: Any, shoe: Composition) -> Fraction:
    """The first wager's best play for one who holds two hands, if both may be seen before either is set [PYR-A33]."""
    if terms.max_hands_per_player > 1 and terms.see_all_own_hands:
        return played_seeing_another_hand(terms, against_house, shoe).ev
    alone = play(terms, against_house, shoe)
    return played(shoe, alone, alone.best).ev


def _per_chip(terms: Any, shoe: Composition, stakes: Mapping[str, int]) -> Fraction:
    return _won(terms, shoe, tuple(stakes.items())) / sum(stakes.values())


@remembered
def _won(terms: Any, shoe: Composition, stakes: tuple[tuple[str, int], ...]) -> Fraction:
    return best_hand_at_stake(terms, shoe, dict(stakes)).ev(dict(stakes))


def readings(
    game: Game[pyramid.Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """What every reading in the ledger moves."""
    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved)
