"""Ante and Play: the value of each decision with each hand, and the outcomes of a plan of decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import cached_by_options
from ....pricing.price import Outcome
from ....rules.errors import Broken
from ....rules.ranking import compare_strengths
from .. import wagers
from ..hand_order import best_three, five_strength, three_strength
from ..settlement import FOLDED, against_dealer
from ..terms import Terms
from ..wagers import THREE, play_chips
from .bonus import FIVE, FOLD, OPTIONS, THREES
from .hands import CARDS, DEALER_HANDS, HANDS, Against, dealt, examples, qualifying

Sums = NDArray[np.int64]

# Comparisons with the dealer's hand, as the rules have them.
WEAKER = 1
"""The dealer's hand is weaker than ours."""
EQUAL = 0
STRONGER = -1
AHEAD = (WEAKER, EQUAL, STRONGER)
"""In the order of `Compared`."""
ENDS = ("win", "tie", "lose")
"""In the same order."""
NEVER = np.iinfo(np.int64).min
"""The value of a decision that is not allowed, or that a stronger choice of three makes pointless."""
SAMPLED_CODES = 7
"""About how many strengths are tried, from the weakest to the strongest."""

Nets = dict[tuple[str, int, bool], int]
"""Profit per ante by decision, who is ahead, and whether the dealer qualifies."""


@dataclass(frozen=True)
class Plan:
    """A decision for every class of hands."""

    against: Against
    option: NDArray[np.int64]
    """By class: the column of the decision."""
    main: Sums
    """By class: the profit of Ante and Play with that decision, summed over the dealer's hands."""

    def decisions(self) -> dict[str, int]:
        """The number of hands with which each decision is made."""
        hand_counts = dealt().counts
        chosen = {wagers.FOLD: self.option == FOLD, THREE: self.option < FIVE, wagers.FIVE: self.option == FIVE}
        return {decision: int(hand_counts[hands].sum()) for decision, hands in chosen.items()}


@cached_by_options
def nets(terms: Terms) -> Nets:
    """What Ante and Play win for every end of a comparison, by the rules on example hands."""
    hands = examples(CARDS)
    qualified = qualifying(terms)
    codes = [code for flag in (False, True) for code in _sample_of(np.flatnonzero(qualified[1:] == flag) + 1)]
    profits: Nets = {}
    for (mine, theirs), decision in product(product(codes, codes), (THREE, wagers.FIVE)):
        three = best_three(hands[mine]) if decision == THREE else None
        results = against_dealer(terms, three, hands[mine], hands[theirs])
        ahead = _ahead(decision, mine, theirs)
        stakes = (1, play_chips(terms, 1, decision))
        net = sum(result.pays * stake for result, stake in zip(results, stakes, strict=True))
        if profits.setdefault((decision, ahead, bool(qualified[theirs])), net) != net:
            raise Broken(f"{decision} pays {net}, and not the same for other hands with the same comparison")
    return profits


def _sample_of(codes: NDArray[np.intp]) -> list[int]:
    """The weakest code, the strongest and some between."""
    step = max(len(codes) // SAMPLED_CODES, 1)
    return [int(code) for code in codes[::step]] + [int(code) for code in codes[-1:]]


def _ahead(decision: str, mine: int, theirs: int) -> int:
    """The comparison in the chosen game of the hands with these codes of five cards."""
    hands = examples(CARDS)
    if decision == wagers.FIVE:
        return compare_strengths(five_strength(hands[mine]), five_strength(hands[theirs]))
    return compare_strengths(three_strength(best_three(hands[mine])), three_strength(best_three(hands[theirs])))


def net_of_three(terms: Terms, ahead: int) -> int:
    """What three cards win, which must not depend on whether the dealer qualifies."""
    profits = {nets(terms)[THREE, ahead, flag] for flag in (True, False) if (THREE, ahead, flag) in nets(terms)}
    if len(profits) != 1:
        raise Broken("three cards are priced without regard to the dealer's five")
    return profits.pop()


def net_of_five(terms: Terms, ahead: int, qualified: bool) -> int:
    """What five cards win."""
    return nets(terms).get((wagers.FIVE, ahead, qualified), 0)


def main_values(terms: Terms, against: Against) -> Sums:
    """By class and decision: the profit of Ante and Play in antes, summed over the dealer's hands."""
    values = np.full((len(against.qualified.equal), OPTIONS), NEVER // 4, dtype=np.int64)
    threes = [net_of_three(terms, ahead) * counts for ahead, counts in zip(AHEAD, against.three, strict=True)]
    values[:, : against.three.equal.shape[1]] = reduce(add, threes)
    values[:, FIVE] = sum(
        net_of_five(terms, ahead, flag) * counts
        for flag, compared in ((True, against.qualified), (False, against.unqualified))
        for ahead, counts in zip(AHEAD, compared, strict=True)
    )
    values[:, FOLD] = FOLDED.pays * DEALER_HANDS
    return values


def plan_of(terms: Terms, against: Against, main: Sums, goal: Sums | NDArray[np.float64]) -> Plan:
    """The decision with the highest `goal`; of equal ones that with less at stake, of equal threes the strongest."""
    allowed = goal.copy()
    if terms.three_choice == "best":
        allowed[:, : len(THREES)][dealt().three < dealt().three[:, :1]] = NEVER
    cheapest_first = np.array([FOLD, FIVE, *THREES])
    option = cheapest_first[np.argmax(allowed[:, cheapest_first], axis=1)]
    return Plan(against, option, main[np.arange(len(option)), option])


def outcomes_of(terms: Terms, plan: Plan) -> Iterator[Outcome]:
    """The outcomes of Ante and Play under a plan."""
    hand_counts = dealt().counts
    option = plan.option
    folded = int(hand_counts[option == FOLD].sum()) * DEALER_HANDS
    if folded:
        yield Outcome(wagers.FOLD, Fraction(FOLDED.pays), folded)
    playing = np.flatnonzero(option < FIVE)
    for end, ahead, counts in zip(ENDS, AHEAD, plan.against.three, strict=True):
        count = int((hand_counts[playing] * counts[playing, option[playing]]).sum())
        if len(playing):
            yield Outcome(f"{THREE}_{end}", Fraction(net_of_three(terms, ahead)), count)
    yield from _five_outcomes(terms, plan, np.flatnonzero(option == FIVE))


def _five_outcomes(terms: Terms, plan: Plan, hands: NDArray[np.intp]) -> Iterator[Outcome]:
    """The outcomes of five cards; those against an unqualified dealer are one, if all pay the same."""
    hand_counts = dealt().counts[hands]
    unqualified = [int((hand_counts * counts[hands]).sum()) for counts in plan.against.unqualified]
    net = [Fraction(net_of_five(terms, ahead, False)) for ahead in AHEAD]
    if not len(hands):
        return
    if len(set(net)) > 1:
        for end, profit, count in zip(ENDS, net, unqualified, strict=True):
            yield Outcome(f"{wagers.FIVE}_not_qualified_{end}", profit, count)
    elif sum(unqualified):
        yield Outcome(f"{wagers.FIVE}_not_qualified", net[0], sum(unqualified))
    for end, ahead, counts in zip(ENDS, AHEAD, plan.against.qualified, strict=True):
        net_here = Fraction(net_of_five(terms, ahead, True))
        yield Outcome(f"{wagers.FIVE}_{end}", net_here, int((hand_counts * counts[hands]).sum()))


def staked(terms: Terms, decisions: dict[str, int]) -> Fraction:
    """The mean number of antes at risk: the Ante, and the Play wager of each decision."""
    total = sum(hands * (1 + play_chips(terms, 1, decision)) for decision, hands in decisions.items())
    return Fraction(total, HANDS)
