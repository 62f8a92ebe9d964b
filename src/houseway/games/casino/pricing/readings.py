"""
What each reading of an open question changes, by simulation.

Every reading plays the same shuffled shoes. The standard error of a change is that of the difference shoe by shoe,
which is far smaller than that of either figure. A figure counts as moved if the change is more than three standard
errors. The figures are the strategies of the price at the usual ante, and a player with the fewest chips that the table
allows, who differs where a loss ends with the chips [CAS-A14].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ....pricing.measured import Measured, measured_mean, paired_difference
from ....pricing.option_cache import cached_by_options
from ....pricing.readings import FigureName, Figures, Reading, paired_mean
from ....pricing.readings import readings as all_readings
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.round import Seat
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress, ignore_progress
from .. import wagers
from ..cover import seat_risk
from ..terms import Terms
from .best_reply import best_reply
from .folding import fold_gain
from .price import BEST
from .scores import CasinoTables, casino_tables, refuse
from .shoes import BEST_BY_KIND, BEST_SETTING, means, simulated

ANTE = wagers.ANTE
SEED = 1
SHOES = 4000
BASE_SHOES = 20_000
"""Shoes played under the game's own terms, to which the changes are added."""
FOLD_SHOES = 400
"""Shoes from which the gain of folding hand by hand is estimated, the same for all readings."""
FEWEST_CHIPS = "fewest_chips"
PLACES = 6
"""Decimal places of a figure."""

ByShoe = Mapping[str, NDArray[np.float64]]
"""By strategy and shoe: the mean result of a round, in antes."""


def readings(
    game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """Every reading other than the game's own, the one that changes most first; terms without a price are refused."""
    refuse(game)
    priced = replace(game, refuse_terms=lambda terms: game.refuse_terms(terms) or why_no_price(game, terms))
    before = by_shoe(game.terms, BASE_SHOES, SEED)

    def figures(variant: Game[Terms]) -> Figures:
        after = by_shoe(variant.terms, SHOES, SEED)
        shows_fewest_chips = variant.terms == game.terms or chips_matter(before) or chips_matter(after)
        names = [name for name in after if shows_fewest_chips or name != FEWEST_CHIPS]
        return {(ANTE, name): figure(before[name], after[name]) for name in names}

    return all_readings(priced, rulebook, figures, progress, also_unmoved=also_unmoved)


def why_no_price(game: Game[Terms], terms: Terms) -> str | None:
    """Why these terms have no price, if they have none."""
    try:
        refuse(replace(game, terms=terms))
    except NotAllowed as refusal:
        return str(refusal)
    return None


@cached_by_options
def by_shoe(terms: Terms, shoes: int, seed: int) -> ByShoe:
    """Simulated results, computed once for all terms that agree in the options that the tables read."""
    tables = casino_tables(terms)
    strategy = best_reply(terms, seed)
    rounds = shoes * tables.hands_in_shoe * (tables.hands_in_shoe - 1)
    won = {
        name: means(tables, sample)
        for name, sample in simulated(tables, strategy, seed, rounds, 0, ignore_progress).items()
    }
    won[BEST] = won[BEST_BY_KIND] + fold_gain(tables, strategy, seed, FOLD_SHOES, ignore_progress).below.mean()
    short = with_fewest_chips(terms, tables)
    if short is tables:
        return {**won, FEWEST_CHIPS: won[BEST_SETTING]}
    limited = simulated(short, strategy, seed, rounds, 0, ignore_progress)[BEST_SETTING]
    return {**won, FEWEST_CHIPS: means(short, limited)}


def with_fewest_chips(terms: Terms, tables: CasinoTables) -> CasinoTables:
    """The tables for a player who brings only the chips that must be covered; the same object if nothing changes."""
    seat = Seat(number=1, player="", wagers={ANTE: terms.ante})
    most_lost = seat_risk(terms, seat) * tables.part // terms.ante
    money = np.maximum(tables.scores.money, -most_lost)
    if np.array_equal(money, tables.scores.money):
        return tables
    return tables._replace(scores=tables.scores._replace(money=money))


def chips_matter(won: ByShoe) -> bool:
    """Whether a player with the fewest chips has other results."""
    return not np.array_equal(won[FEWEST_CHIPS], won[BEST_SETTING])


def figure(before: NDArray[np.float64], after: NDArray[np.float64]) -> float:
    """The figure after a change, by shoe-by-shoe difference."""
    return round(paired_mean(before, after), PLACES)


def figures(game: Game[Terms]) -> dict[FigureName, Measured]:
    """The value of the ante under every strategy, from the shoes that the readings are compared with."""
    refuse(game)
    won = by_shoe(game.terms, BASE_SHOES, SEED)
    return {(ANTE, name): measured_mean(values) for name, values in won.items()}


def changes(before: Game[Terms], after: Game[Terms]) -> dict[FigureName, Measured]:
    """How far the figures of other terms differ, on the same shoes."""
    refuse(before)
    refuse(after)
    won_before = by_shoe(before.terms, SHOES, SEED)
    won_after = by_shoe(after.terms, SHOES, SEED)
    return {(ANTE, name): paired_difference(won_before[name], values) for name, values in won_after.items()}
