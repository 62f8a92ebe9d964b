"""
What a round costs a player who makes the compulsory wagers only, and whether a table accepts given wagers.

A round has one chip on each compulsory wager. The chips wagered include what is added later, such as Play or a buy-in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..pricing.measured import Measured
from ..pricing.price import Estimate, Exact, Price
from ..rules.game import AnyGame, Opening
from ..rules.moves import Posted
from ..rules.playing import start
from ..rules.refusals import why_not
from .headlines import BEST, compulsory_spots
from .registry import module_of

HOUSE_WAY = "house_way"
ENOUGH_CHIPS = 10**9
"""Chips of the players when the rules are asked about wagers, so that no refusal is about their chips."""


@dataclass(frozen=True, kw_only=True)
class RoundCost:
    """A round with one chip on each compulsory wager, by one strategy."""

    strategy: str
    won: Measured
    """Chips won on average."""
    wagered: Fraction | float
    """Chips wagered on average, with those that are added after the deal."""

    @property
    def per_chip(self) -> Measured:
        """Chips won per chip wagered."""
        value = self.won.value / self.wagered
        return Measured(value, self.won.standard_error / float(self.wagered))


def round_costs(game: AnyGame, price: Price) -> tuple[RoundCost, ...]:
    """By best play and by the house way, as far as they are priced; none for a game among players."""
    if not game.against_the_house:
        return ()
    return tuple(cost for strategy in (BEST, HOUSE_WAY) if (cost := _round_cost(game, price, strategy)) is not None)


def _round_cost(game: AnyGame, price: Price, strategy: str) -> RoundCost | None:
    """The cost by one strategy; None if no compulsory wager is priced under it."""
    wagers = list(compulsory_spots(game, price.wagers))
    if not any(strategy in price.wagers[wager].strategies for wager in wagers):
        return None
    won: Fraction | float = Fraction()
    error = 0.0
    wagered: Fraction | float = Fraction()
    for wager in wagers:
        figure = _figure(price, wager, strategy)
        won += figure.ev
        error += figure.standard_error if isinstance(figure, Estimate) else 0.0  # the most that it can be
        wagered += module_of(game).pricing.chips_wagered(game, figure)
    return RoundCost(strategy=strategy, won=Measured(won, error), wagered=wagered)


def _figure(price: Price, wager: str, strategy: str) -> Exact | Estimate:
    """The price of a wager under a strategy; a wager without decisions has one price under all of them."""
    strategies = price.wagers[wager].strategies
    return strategies.get(strategy) or next(iter(strategies.values()))


def why_not_wagered(game: AnyGame, bets: Mapping[str, int]) -> str | None:
    """Why a table does not accept these wagers of a price as one player's wagers; None if it does."""
    players = tuple(f"player {number}" for number in range(1, game.seats(game.terms).start + 1))
    opening = Opening(players=players, chips=dict.fromkeys(players, ENOUGH_CHIPS))
    spot_names = module_of(game).pricing.spot_names
    wagers = {spot_names.get(wager, wager): chips for wager, chips in bets.items()}
    return why_not(start(game, opening), Posted(1, wagers))
