"""The expected total of several wagers on one hand, with its variance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt

from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from .price import Exact, Price

BEST = "best"


@dataclass(frozen=True, kw_only=True)
class BetMix:
    """The total of all wagers on a hand, in chips."""

    bets: Mapping[str, int]
    ev: Fraction
    variance: Fraction
    wagered: Fraction
    """Chips wagered on average, with those that are added after the deal."""
    plays: Mapping[str, str]
    """By wager that can be played in several ways: the strategy that is priced."""

    @property
    def staked(self) -> int:
        return sum(self.bets.values())

    @property
    def per_chip(self) -> Fraction:
        """Expected profit per chip wagered before the deal; the house edge is its negative."""
        return self.ev / self.staked

    @property
    def per_chip_wagered(self) -> Fraction:
        """Expected profit per chip wagered, with those that are added after the deal."""
        return self.ev / self.wagered

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def bet_mix(price: Price, bets: Mapping[str, int], *, strategies: Mapping[str, str] | None = None) -> BetMix:
    """
    The expected total of these bets and its variance, with the covariances between them.

    A wager is played best where best play is counted, and otherwise by the first strategy of its price; `strategies`
    names another one.
    """
    for wager, chips in bets.items():
        _refuse_bet(price, wager, chips)
    placed = {wager: chips for wager, chips in bets.items() if chips}
    if not placed:
        raise NotAllowed(f"a bet mix needs a wager; the wagers are {', '.join(price.wagers)}")
    chosen = {wager: (strategies or {}).get(wager) or _usual_strategy(price, wager) for wager in placed}
    exact = {wager: _exact_strategy(price, wager, chosen[wager]) for wager in placed}
    ev = sum((exact[wager].ev * chips for wager, chips in placed.items()), Fraction())
    variance = sum((exact[wager].variance * chips**2 for wager, chips in placed.items()), Fraction())
    for pair in combinations([wager for wager in price.wagers if wager in placed], 2):
        first, second = pair
        names = _covariance_name(price, first, chosen[first]), _covariance_name(price, second, chosen[second])
        variance += 2 * placed[first] * placed[second] * price.covariances[names]
    wagered = sum((exact[wager].staked * chips for wager, chips in placed.items()), Fraction())
    plays = {wager: strategy for wager, strategy in chosen.items() if len(price.wagers[wager].strategies) > 1}
    return BetMix(bets=dict(placed), ev=ev, variance=variance, wagered=wagered, plays=plays)


def _refuse_bet(price: Price, wager: str, chips: int) -> None:
    if wager not in price.wagers:
        known = ", ".join(price.wagers)
        raise Unreadable(f"there is no wager {wager!r}{nearest(wager, price.wagers)}; the wagers are {known}")
    if type(chips) is not int or chips < 0:
        raise Unreadable(f"{wager} takes whole chips, such as 5, not {shown(chips)}")


def _usual_strategy(price: Price, wager: str) -> str:
    known = price.wagers[wager].strategies
    return BEST if isinstance(known.get(BEST), Exact) else next(iter(known))


def _exact_strategy(price: Price, wager: str, name: str) -> Exact:
    known = price.wagers[wager].strategies
    if name not in known:
        raise Unreadable(f"{wager} is not played by {name!r}{nearest(name, known)}; it is played by {', '.join(known)}")
    strategy = known[name]
    if not isinstance(strategy, Exact):
        raise NotAllowed(f"{wager} is an estimate here, and a bet mix needs exact prices")
    return strategy


def _covariance_name(price: Price, wager: str, strategy: str) -> str:
    """The name of a wager in the covariances: `main`, or `main.house_way` if that is not its first strategy."""
    first = next(iter(price.wagers[wager].strategies))
    return wager if strategy == first else f"{wager}.{strategy}"
