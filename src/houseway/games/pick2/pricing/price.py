"""
The exact price of Pick 2: every hand of the player against every hand of the dealer.

A deal is a player's hand and a dealer's hand: 2,598,960 x 1,533,939 for Ante and Play, 2,598,960 for the bonuses, which
depend on the player's cards alone. Profits are per unit of the wager, for Ante and Play per Ante.

The 3-5 Bonus is compulsory and a fold may forfeit it. So `best` makes the decision of highest value with one unit on
each of Ante and 3-5 Bonus. If another goal changes a decision, it is a strategy of its own: `best_alone` counts the
Ante only, `best_with_5_only` counts one unit on the 5 Card Bonus Only as well. Of equal decisions the one with less at
stake is made. The payout cap `max_aggregate` depends on chips and is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import cached_by_options
from ....pricing.price import Exact, Outcome, Price, WagerPrice
from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress
from .. import wagers as pick2_wagers
from ..terms import Terms
from .bonus import Bonus, bonus_3_5, bonus_5_only
from .hands import DEALER_HANDS, HANDS, STEPS, against, dealt
from .play import Plan, main_values, outcomes_of, plan_of, staked

ANTE_PLAY = "ante_play"
BONUS_3_5 = pick2_wagers.BONUS_3_5
BONUS_5_ONLY = pick2_wagers.BONUS_5_ONLY
BEST = "best"
ALONE = "best_alone"
WITH_5_ONLY = "best_with_5_only"
ONLY = "only"
DEALS = HANDS * DEALER_HANDS


def price(game: Game[Terms], progress: Progress | None = None) -> Price:
    """The price of every wager, with the covariances between them."""
    report = progress or ignore_progress
    terms = game.terms
    plans = best_plans(terms, report)
    wagers = wager_prices(terms, plans)
    bonuses = {BONUS_3_5: bonus_3_5(terms), BONUS_5_ONLY: bonus_5_only(terms)}
    covariances = covariances_of(wagers, bonuses, plans)
    report(STEPS, STEPS)
    named = dict(game.terms_as_text)
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers, covariances=covariances)


def wager_prices(terms: Terms, plans: Mapping[str, Plan]) -> dict[str, WagerPrice]:
    """The price of every wager under these plans."""
    return {
        ANTE_PLAY: WagerPrice(strategies={name: main_price(terms, plan) for name, plan in plans.items()}),
        BONUS_3_5: bonus_price(bonus_3_5(terms), plans[BEST]),
        BONUS_5_ONLY: bonus_price(bonus_5_only(terms), plans.get(WITH_5_ONLY, plans[BEST])),
    }


def best_plans(terms: Terms, progress: Progress = ignore_progress) -> dict[str, Plan]:
    """Best play by the name of its goal; a goal that changes no decision is left out."""
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
    different = {name: plan for name, plan in others.items() if (plan.option != best.option).any()}
    return {BEST: best, **different}


def best_value(terms: Terms, chips: Mapping[str, int]) -> Fraction:
    """The chips that best play wins with these chips on the wagers; every decision counts all of them."""
    unit = gcd(*chips.values()) or 1
    return unit * _best_value(terms, tuple((wager, stake // unit) for wager, stake in chips.items()))


@cached_by_options
def _best_value(terms: Terms, stakes: tuple[tuple[str, int], ...]) -> Fraction:
    """The same for stakes without a common divisor: twice the chips win twice as much."""
    chips = dict(stakes)
    b35 = bonus_3_5(terms)
    b5 = bonus_5_only(terms)
    counts = against(terms, b35.choices_needed, ignore_progress)
    main = main_values(terms, counts)
    nets = chips.get(BONUS_3_5, 0) * b35.nets.astype(float) + chips.get(BONUS_5_ONLY, 0) * b5.nets
    goal = chips.get(ANTE_PLAY, 0) * main.astype(float) + DEALER_HANDS * nets  # exact below 2**53, at any usual stake
    plan = plan_of(terms, counts, main, goal)
    rows = np.arange(len(plan.option))
    value = Fraction(_total(dealt().counts, plan.main), DEALS) * chips.get(ANTE_PLAY, 0)
    for bonus, stake in ((b35, chips.get(BONUS_3_5, 0)), (b5, chips.get(BONUS_5_ONLY, 0))):
        value += Fraction(_total(dealt().counts, bonus.nets[rows, plan.option]), HANDS) * stake
    return value


def main_price(terms: Terms, plan: Plan) -> Exact:
    """The price of Ante and Play under a plan."""
    decisions = plan.decisions()
    return Exact(
        outcomes=tuple(outcomes_of(terms, plan)), staked=staked(terms, decisions), notes={"decisions": decisions}
    )


def bonus_price(bonus: Bonus, plan: Plan) -> WagerPrice:
    """The price of a bonus under a plan. The strategy is `only` if no decision of the plan changes the result."""
    rows = np.arange(len(plan.option))
    if bonus.indifferent and (bonus.nets[rows, plan.option] == bonus.nets[:, 0]).all():
        return WagerPrice(strategies={ONLY: _bonus_exact(bonus, np.zeros_like(plan.option))})
    return WagerPrice(strategies={BEST: _bonus_exact(bonus, plan.option)})


def _bonus_exact(bonus: Bonus, option: NDArray[np.int64]) -> Exact:
    """The outcomes of a bonus, by class of hands and the column of its decision."""
    endings = bonus.ending[np.arange(len(option)), option]
    outcomes = []
    for number, (name, net) in enumerate(bonus.endings):
        count = int(dealt().counts[endings == number].sum())
        if count:
            outcomes.append(Outcome(name, Fraction(net), count))
    return Exact(outcomes=tuple(outcomes))


def covariances_of(
    wagers: Mapping[str, WagerPrice], bonuses: Mapping[str, Bonus], plans: Mapping[str, Plan]
) -> dict[tuple[str, str], Fraction]:
    """The covariances of profits per unit, under best play with the two wagers."""
    covariances = {}
    counts = dealt().counts
    for first, second in ((ANTE_PLAY, BONUS_3_5), (ANTE_PLAY, BONUS_5_ONLY), (BONUS_3_5, BONUS_5_ONLY)):
        plan = plans.get(WITH_5_ONLY, plans[BEST]) if second == BONUS_5_ONLY else plans[BEST]
        ours, deals = _profit(first, bonuses, plan)
        theirs, _ = _profit(second, bonuses, plan)
        our_mean = Fraction(_total(counts, ours), HANDS)
        their_mean = Fraction(_total(counts, theirs), HANDS)
        product = sum(net * _total(counts[theirs == net], ours[theirs == net]) for net in set(theirs.tolist()))
        covariances[first, second] = (Fraction(product, HANDS) - our_mean * their_mean) / deals
    return covariances


def _profit(wager: str, bonuses: Mapping[str, Bonus], plan: Plan) -> tuple[NDArray[np.int64], int]:
    """By class of hands: the profit of a hand; and the number of deals over which it is summed."""
    if wager == ANTE_PLAY:
        return plan.main, DEALER_HANDS
    return bonuses[wager].nets[np.arange(len(plan.option)), plan.option], 1


def _total(counts: NDArray[np.int64], values: NDArray[np.int64]) -> int:
    """
    The sum of values over all hands.

    It fits int64: at most 4 x 10^12 deals, times a net of at most 2 x 10^6 for a bonus and 3 for Ante and Play.
    """
    return int((counts * values).sum())
