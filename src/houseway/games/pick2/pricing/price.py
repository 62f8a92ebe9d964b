"""
What the wagers of Pick 2 are worth, exactly: every hand of the player against every hand of the dealer.

A deal is a player's hand and then the dealer's: 2,598,960 x 1,533,939 for Ante and Play, 2,598,960 for the bonuses,
which look at the player's cards alone. Profits are per unit of the wager, for Ante and Play per Ante.

Best play is joint: the 3-5 Bonus is compulsory and a fold may forfeit it, so `best` is the decision that is worth most
with one unit on each of Ante and 3-5 Bonus. Where another aim changes a decision it has its own name: `best_alone`
thinks of the Ante only, `best_with_5_only` has one unit on the 5 Card Bonus Only as well. Of equal decisions it takes
the one with less at stake. The payout cap `max_aggregate` depends on chips and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....pricing.price import Exact, Outcome, Price, WagerPrice
from ....rules.game import Game
from ....rules.terms import options, write_value
from .. import wagers as pick2_wagers
from ..terms import Terms
from .bonus import Bonus, bonus_3_5, bonus_5_only
from .hands import DEALER_HANDS, HANDS, against, dealt
from .play import Plan, main_values, outcomes_of, plan_of, staked

Progress = Callable[[int, int], None]
ANTE_PLAY = "ante_play"
BONUS_3_5 = pick2_wagers.BONUS_3_5
BONUS_5_ONLY = pick2_wagers.BONUS_5_ONLY
BEST = "best"
ALONE = "best_alone"
WITH_5_ONLY = "best_with_5_only"
ONLY = "only"
DEALS = HANDS * DEALER_HANDS


def price(game: Game[Terms], progress: Progress | None = None) -> Price:
    told = progress or _untold
    terms = game.terms
    plans = best_plans(terms, told)
    bonuses = {BONUS_3_5: bonus_3_5(terms), BONUS_5_ONLY: bonus_5_only(terms)}
    wagers = {
        ANTE_PLAY: WagerPrice(strategies={name: main_price(terms, plan) for name, plan in plans.items()}),
        BONUS_3_5: bonus_price(bonuses[BONUS_3_5], plans[BEST]),
        BONUS_5_ONLY: bonus_price(bonuses[BONUS_5_ONLY], plans.get(WITH_5_ONLY, plans[BEST])),
    }
    covariances = covariances_of(wagers, bonuses, plans)
    told(5, 5)
    named = {name: write_value(value) for name, value in options(terms).items()}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers, covariances=covariances)


def _untold(done: int, total: int) -> None:
    return None


def best_plans(terms: Any, progress: Progress = _untold) -> dict[str, Plan]:
    """Best play by the name of its aim; an aim that changes no decision is left out."""
    b35 = bonus_3_5(terms)
    b5 = bonus_5_only(terms)
    counts = against(terms, b35.choices_needed, progress)
    main = main_values(terms, counts)
    joint = main + DEALER_HANDS * b35.nets
    best = plan_of(terms, counts, main, joint)
    others = {
        ALONE: plan_of(terms, counts, main, main),
        WITH_5_ONLY: plan_of(terms, counts, main, joint + DEALER_HANDS * b5.nets),
    }
    return {BEST: best, **{name: plan for name, plan in others.items() if (plan.option != best.option).any()}}


def main_price(terms: Any, plan: Plan) -> Exact:
    """Ante and Play, when the player decides by this plan."""
    decisions = plan.decisions()
    return Exact(
        outcomes=tuple(outcomes_of(terms, plan)), staked=staked(terms, decisions), notes={"decisions": decisions}
    )


def bonus_price(bonus: Bonus, plan: Plan) -> WagerPrice:
    """`only` where nothing the player does matters, but for a fold that best play never makes or that costs nothing."""
    hand = np.arange(len(plan.option))
    if bonus.indifferent and (bonus.nets[hand, plan.option] == bonus.nets[:, 0]).all():
        return WagerPrice(strategies={ONLY: _bonus_exact(bonus, np.zeros_like(plan.option))})
    return WagerPrice(strategies={BEST: _bonus_exact(bonus, plan.option)})


def _bonus_exact(bonus: Bonus, option: NDArray[np.int64]) -> Exact:
    ended = bonus.ending[np.arange(len(option)), option]
    counts = [int(dealt().ways[ended == number].sum()) for number in range(len(bonus.endings))]
    named = zip(bonus.endings, counts, strict=True)
    return Exact(outcomes=tuple(Outcome(name, Fraction(net), count) for (name, net), count in named if count))


def covariances_of(
    wagers: Mapping[str, WagerPrice], bonuses: Mapping[str, Bonus], plans: Mapping[str, Plan]
) -> dict[tuple[str, str], Fraction]:
    """Between profits per unit, under the best play with the bets in question."""
    found = {}
    for first, second in ((ANTE_PLAY, BONUS_3_5), (ANTE_PLAY, BONUS_5_ONLY), (BONUS_3_5, BONUS_5_ONLY)):
        plan = plans.get(WITH_5_ONLY, plans[BEST]) if second == BONUS_5_ONLY else plans[BEST]
        ours, scale = _profit(first, bonuses, plan)
        theirs, _ = _profit(second, bonuses, plan)
        ways = dealt().ways
        mean = {name: Fraction(_total(ways, values), HANDS) for name, values in ((first, ours), (second, theirs))}
        product = sum(net * _total(ways[theirs == net], ours[theirs == net]) for net in set(theirs.tolist()))
        found[first, second] = (Fraction(product, HANDS) - mean[first] * mean[second]) / scale
    return found


def _profit(wager: str, bonuses: Mapping[str, Bonus], plan: Plan) -> tuple[NDArray[np.int64], int]:
    """Per class the profit of its hands, and over how many deals it is summed."""
    if wager == ANTE_PLAY:
        return plan.main, DEALER_HANDS
    return bonuses[wager].nets[np.arange(len(plan.option)), plan.option], 1


def _total(ways: NDArray[np.int64], values: NDArray[np.int64]) -> int:
    """Exact: at most 4 x 10^12 deals, times a net of at most 2 x 10^6 for a bonus and 3 for Ante and Play."""
    return int((ways * values).sum())
