"""
The stake with which a bettor wins most per chip.

Chips are whole, so what a commission costs can depend on the stake: five per cent of 39 chips, rounded down, is one
chip. The play is one that was counted over all deals at the lowest stake: the house way, or best play. Another play may
do a little better at another stake.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ...kernels.meetings import PATTERNS
from ...rules.game import AnyGame
from ...rules.setting import Setting
from ..price import Exact
from .form import Variant, form_of, variant_of
from .payoff import example_of, net_of, payoffs
from .tables import classes_of, house_way_of

MOST_STAKES = 200
"""Stakes that are tried, from the lowest up; the highest is tried too. Rounding matters most at small stakes."""


class BestStake(NamedTuple):
    """The stake that wins most per chip."""

    chips: int
    ev: Fraction
    """Won per chip."""


def best_stake(game: AnyGame, play: Exact) -> BestStake:
    """The best stake of a bettor who plays as counted; the lowest of equal ones."""
    deals_by_net = {outcome.net: outcome.count for outcome in play.outcomes}
    stakes = []
    for chips, net_by_net in nets_by_stake(variant_of(game)).items():
        won = sum((net_by_net[net] * count for net, count in deals_by_net.items()), Fraction())
        stakes.append(BestStake(chips, won / play.deals))
    return max(stakes, key=lambda stake: stake.ev)


def stakes_tried(game: AnyGame) -> list[int]:
    """The stakes that are tried, from the lowest up."""
    wager = form_of(game).wager
    lowest = list(range(wager.low, min(wager.high, wager.low + MOST_STAKES - 1) + 1))
    return lowest if wager.high in lowest else [*lowest, wager.high]


def stakes_in_words(game: AnyGame) -> str:
    """The stakes that are tried, such as `every wager from 20 to 219, and 1,000`."""
    *others, highest = stakes_tried(game)
    if not others:
        return f"the only wager, {highest:,}"
    if highest == others[-1] + 1:
        return f"every wager from {others[0]:,} to {highest:,}"
    return f"every wager from {others[0]:,} to {others[-1]:,}, and {highest:,}"


@lru_cache(maxsize=16)
def nets_by_stake(variant: Variant) -> dict[int, dict[Fraction, Fraction]]:
    """By stake: what is won per chip where this net is won per chip at the lowest stake."""
    game = variant.rules
    form = form_of(game)
    paid = payoffs(game)
    examples: dict[Fraction, tuple[Setting, tuple[int, int]]] = {}
    for kind in range(PATTERNS):
        net = paid[kind]
        if net is not None and net not in examples:
            rows = example_of(game, kind)
            examples[net] = house_way_of(game, game.terms, classes_of(form).hand(rows[0])), rows
    return {
        chips: {
            net: net_of(game, form, ours, classes_of(form).hand(rows[1]), banks=False, chips=chips)
            for net, (ours, rows) in examples.items()
        }
        for chips in stakes_tried(game)
    }
