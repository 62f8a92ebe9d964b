"""
The stake with which a bettor wins most per chip.

Chips are whole, so what a commission costs can depend on the stake: five per cent of 39 chips, rounded down, is one
chip. The play is one that was counted over all deals at the lowest stake: the house way, or best play. Another play may
do a little better at another stake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ...kernels.meetings import PATTERNS
from ...rules.cards import Cards
from ...rules.errors import NotAllowed, Unreadable, shown
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
    return {chips: nets_at_stake(variant, chips) for chips in stakes_tried(variant.rules)}


def nets_at_stake(variant: Variant, chips: int, *, banks: bool = False) -> dict[Fraction, Fraction]:
    """What a bettor, or a seat that banks, wins per chip where this net is won per chip at the lowest stake."""
    form = form_of(variant.rules)
    return {
        net: net_of(variant.rules, form, ours, theirs, banks=banks, chips=chips)
        for net, (ours, theirs) in _examples_by_net(variant, banks).items()
    }


@lru_cache(maxsize=32)
def _examples_by_net(variant: Variant, banks: bool) -> dict[Fraction, tuple[Setting, Cards]]:
    """By net at the lowest stake: a setting and cards of the other side."""
    game = variant.rules
    form = form_of(game)
    paid = payoffs(game, banks=banks)
    examples: dict[Fraction, tuple[Setting, Cards]] = {}
    for kind in range(PATTERNS):
        net = paid[kind]
        if net is not None and net not in examples:
            ours, theirs = (classes_of(form).hand(row) for row in example_of(game, kind))
            examples[net] = house_way_of(game, game.terms, ours), theirs
    return examples


def checked_stake(game: AnyGame, stakes: Mapping[str, int]) -> int:
    """The chips on the only wager, by default the lowest; refuses stakes outside the limits."""
    wager = form_of(game).wager
    for name, chips in stakes.items():
        if name != wager.name:
            raise Unreadable(f"there is no wager {name!r}; the wager is {wager.name}")
        if type(chips) is not int or not wager.low <= chips <= wager.high:
            raise NotAllowed(f"{name} takes {wager.low} to {wager.high} whole chips, not {shown(chips)}")
    return stakes.get(wager.name, wager.low)


def at_stake(game: AnyGame, play: Exact, chips: int, *, banks: bool) -> Exact:
    """The counts of a play with what is won per chip at another stake. Its settings are those of the lowest stake."""
    nets = nets_at_stake(variant_of(game), chips, banks=banks)
    outcomes = tuple(replace(outcome, net=nets[outcome.net]) for outcome in play.outcomes)
    return replace(play, outcomes=outcomes)
