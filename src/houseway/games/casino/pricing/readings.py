"""
What each reading of an open question changes, by simulation.

Every reading plays the same shuffled shoes. The standard error of a change is that of the difference shoe by shoe,
which is far smaller than that of either figure. What folding hand by hand wins more is estimated on further shoes,
again the same for every reading. A figure counts as moved if the change is more than three standard errors. The figures
are the strategies of the price at the usual ante, and a player with the fewest chips that the table allows, who differs
where a loss ends with the chips [CAS-A14].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.alarm import CLEAR
from ....pricing.measured import Measured, measured_mean
from ....pricing.option_cache import cached_by_options
from ....pricing.readings import FigureErrors, FigureName, Figures, PairedMean, Reading, paired
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
SHOES = 6000
BASE_SHOES = 60_000
"""Shoes played under the game's own terms, to which the changes are added."""
FOLD_SHOES = 1000
"""Shoes from which the gain of folding hand by hand is estimated, the same for all readings."""
FEWEST_CHIPS = "fewest_chips"
PLACES = 6
"""Decimal places of a figure."""

SAME_SHOES = "priced on the same shoes: no figure changes by more than three standard errors"
UNMOVED = {
    "five_kind_above_sf": SAME_SHOES,
    "wheel": SAME_SHOES,
    "joker_duplicates": SAME_SHOES,
    "five_of_a_kind_points": SAME_SHOES,
    "foul_policy": "best play and the house way never foul",
    "max_aggregate": "at the usual ante no result reaches the cap",
    "decision_order": "nobody sees another player's cards before a decision",
    "reshuffle": "prices are for a full shoe; what counting a partly dealt shoe wins is not priced",
    "max_hands_per_player": "hands are priced one at a time; what a second own hand in sight adds is not priced",
    "house_way_on_request": "a player who asks for the house way plays a strategy that is priced by itself",
    "joker_use": "prices have every joker at its best; what a lower card by choice adds is not priced",
}
"""Why some readings change no figure, by option."""

ByShoe = Mapping[str, NDArray[np.float64]]
"""By strategy and shoe: the mean result of a round, in antes."""


class Played(NamedTuple):
    """Simulated results under some terms."""

    won: ByShoe
    """Of the strategies that are played out."""
    fold_gain: NDArray[np.float64]
    """By shoe: what folding hand by hand wins more than folding by kinds, in antes."""


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
        return {
            (ANTE, name): figure(estimate)
            for name, estimate in estimates(before, after).items()
            if shows_fewest_chips or name != FEWEST_CHIPS
        }

    def errors(variant: Game[Terms]) -> dict[FigureName, FigureErrors]:
        after = by_shoe(variant.terms, SHOES, SEED)
        return {(ANTE, name): estimate.errors for name, estimate in estimates(before, after).items()}

    return all_readings(priced, rulebook, figures, progress, also_unmoved=also_unmoved, reasons=UNMOVED, errors=errors)


def estimates(before: Played, after: Played) -> dict[str, PairedMean]:
    """By strategy: the result after a change, by shoe-by-shoe differences."""
    played = {name: paired(before.won[name], after.won[name]) for name in after.won}
    return {**played, BEST: _sum(played[BEST_BY_KIND], paired(before.fold_gain, after.fold_gain))}


def _sum(one: PairedMean, two: PairedMean) -> PairedMean:
    """The sum of two independent estimates."""
    errors = FigureErrors(hypot(one.errors.change, two.errors.change), hypot(one.errors.after, two.errors.after))
    return PairedMean(one.mean + two.mean, one.change + two.change, errors)


def why_no_price(game: Game[Terms], terms: Terms) -> str | None:
    """Why these terms have no price, if they have none."""
    try:
        refuse(replace(game, terms=terms))
    except NotAllowed as refusal:
        return str(refusal)
    return None


@cached_by_options
def by_shoe(terms: Terms, shoes: int, seed: int) -> Played:
    """Simulated results, computed once for all terms that agree in the options that the tables read."""
    tables = casino_tables(terms)
    strategy = best_reply(terms, seed)
    rounds = shoes * tables.hands_in_shoe * (tables.hands_in_shoe - 1)
    won = {
        name: means(tables, sample)
        for name, sample in simulated(tables, strategy, seed, rounds, 0, ignore_progress).items()
    }
    gain = fold_gain(tables, strategy, seed, FOLD_SHOES, ignore_progress).below
    short = with_fewest_chips(terms, tables)
    if short is tables:
        return Played({**won, FEWEST_CHIPS: won[BEST_SETTING]}, gain)
    limited = simulated(short, strategy, seed, rounds, 0, ignore_progress)[BEST_SETTING]
    return Played({**won, FEWEST_CHIPS: means(short, limited)}, gain)


def with_fewest_chips(terms: Terms, tables: CasinoTables) -> CasinoTables:
    """The tables for a player who brings only the chips that must be covered; the same object if nothing changes."""
    seat = Seat(number=1, player="", wagers={ANTE: terms.ante})
    most_lost = seat_risk(terms, seat) * tables.part // terms.ante
    money = np.maximum(tables.scores.money, -most_lost)
    if np.array_equal(money, tables.scores.money):
        return tables
    return tables._replace(scores=tables.scores._replace(money=money))


def chips_matter(played: Played) -> bool:
    """Whether a player with the fewest chips has other results."""
    return not np.array_equal(played.won[FEWEST_CHIPS], played.won[BEST_SETTING])


def figure(estimate: PairedMean) -> float:
    """The figure after a change; the figure before it if the change may be chance."""
    is_clear = abs(estimate.change) > CLEAR * estimate.errors.change
    return round(estimate.mean if is_clear else estimate.mean - estimate.change, PLACES)


def figures(game: Game[Terms]) -> dict[FigureName, Measured]:
    """The value of the ante under every strategy, from the shoes that the readings are compared with."""
    refuse(game)
    played = by_shoe(game.terms, BASE_SHOES, SEED)
    of_strategies = {(ANTE, name): measured_mean(values) for name, values in played.won.items()}
    best = of_strategies[ANTE, BEST_BY_KIND].plus(measured_mean(played.fold_gain))
    return {**of_strategies, (ANTE, BEST): best}


def changes(before: Game[Terms], after: Game[Terms]) -> dict[FigureName, Measured]:
    """How far the figures of other terms differ, on the same shoes."""
    refuse(before)
    refuse(after)
    played_before = by_shoe(before.terms, SHOES, SEED)
    played_after = by_shoe(after.terms, SHOES, SEED)
    return {
        (ANTE, name): Measured(estimate.change, estimate.errors.change)
        for name, estimate in estimates(played_before, played_after).items()
    }
