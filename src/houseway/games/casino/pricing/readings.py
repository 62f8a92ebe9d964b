"""
What each reading of Pyramid Poker, Casino Version moves, by simulation.

Every reading plays the same shuffled shoes, so that a change is known far better than either of the two figures: its
standard error is that of the difference, shoe by shoe. A figure counts as moved if the change is more than three of
them. The figures are the strategies of the price at the usual ante, and the player with the fewest chips the table
allows, which differs where a loss ends with the chips [CAS-A14].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import remembered
from ....pricing.readings import Figures, Reading, paired_mean
from ....pricing.readings import readings as all_readings
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.round import Seat
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress
from .. import wagers
from ..cover import seat_risk
from ..terms import Terms
from .best_reply import best_reply
from .scores import Table, refuse, table
from .shoes import BEST_SETTING, means, simulated

ANTE = wagers.ANTE
SEED = 1
SHOES = 4000
FEWEST_CHIPS = "fewest_chips"
PLACES = 6

ByShoe = Mapping[str, NDArray[np.float64]]
"""What each strategy won per round, in antes, shoe by shoe."""


def readings(
    game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """Every reading other than the game's own, the one that moves most first; terms without a price are refused."""
    refuse(game)
    if progress:
        progress(0, 1)
    priced = replace(game, refuse_terms=lambda terms: game.refuse_terms(terms) or why_no_price(game, terms))
    before = by_shoe(game.terms, SHOES, SEED)

    def figures(variant: Game[Terms]) -> Figures:
        after = by_shoe(variant.terms, SHOES, SEED)
        base = variant.terms == game.terms
        shown = {**after} if base or chips_matter(before) or chips_matter(after) else _without(after, FEWEST_CHIPS)
        return {(ANTE, name): figure(before[name], won) for name, won in shown.items()}

    return all_readings(priced, rulebook, figures, progress, also_unmoved=also_unmoved)


def why_no_price(game: Game[Terms], terms: Terms) -> str | None:
    try:
        refuse(replace(game, terms=terms))
    except NotAllowed as refusal:
        return str(refusal)
    return None


@remembered
def by_shoe(terms: Terms, shoes: int, seed: int) -> ByShoe:
    """Simulated once for all terms that agree in the options that the tables read."""
    found = table(terms)
    reply = best_reply(terms, seed)
    rounds = shoes * found.hands_in_shoe * (found.hands_in_shoe - 1)
    won = {name: means(found, sample) for name, sample in simulated(found, reply, seed, rounds, 0, _untold).items()}
    short = with_fewest_chips(terms, found)
    if short is found:
        return {**won, FEWEST_CHIPS: won[BEST_SETTING]}
    limited = simulated(short, reply, seed, rounds, 0, _untold)[BEST_SETTING]
    return {**won, FEWEST_CHIPS: means(short, limited)}


def _untold(done: int, total: int) -> None:
    return None


def with_fewest_chips(terms: Terms, found: Table) -> Table:
    """The same table for a player who brings no more than must be covered; the one given if that changes nothing."""
    seat = Seat(number=1, player="", wagers={ANTE: terms.ante})
    most_lost = seat_risk(terms, seat) * found.part // terms.ante
    money = np.maximum(found.scores.money, -most_lost)
    if np.array_equal(money, found.scores.money):
        return found
    return found._replace(scores=found.scores._replace(money=money))


def chips_matter(won: ByShoe) -> bool:
    return not np.array_equal(won[FEWEST_CHIPS], won[BEST_SETTING])


def _without(won: ByShoe, name: str) -> ByShoe:
    return {other: values for other, values in won.items() if other != name}


def figure(before: NDArray[np.float64], after: NDArray[np.float64]) -> float:
    return round(paired_mean(before, after), PLACES)
