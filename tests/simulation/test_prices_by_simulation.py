"""
Counted prices, compared with rounds that are played on kernels: a second method that shares no counting code.

    HOUSEWAY_ROUNDS=100000000 python -m pytest -n 0 -s -m slow tests/simulation/test_prices_by_simulation.py

plays that many rounds of each game. Every mean must be within three standard errors of the counted price.
"""

import os
from fractions import Fraction
from math import sqrt

import pytest

from houseway.games import game
from houseway.games.ask import price, simulate
from houseway.pricing.generic.payoff import Payoffs
from houseway.pricing.generic.price import HOUSE_WAY, counted_strategies, pattern_counts, strategies
from houseway.pricing.generic.value import mean_and_variance
from houseway.sampling.chunks import ignore_progress
from houseway.sampling.kernel_rounds import ON_KERNELS
from houseway.sampling.tally import Tally

ERRORS = 3
FEW = 200_000
MANY = int(os.environ.get("HOUSEWAY_ROUNDS", "10000000"))
ROUNDS = [FEW, pytest.param(MANY, marks=pytest.mark.slow)]
SEED = 20261118
PARTS = {"ante_play": ("ante", "play")}
"""Priced wagers that are several payments."""


def errors_away(counted: Fraction | float, mean: Fraction | float, standard_error: float) -> float:
    return abs(float(mean) - float(counted)) / standard_error


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize(("key", "player"), [("pyramid", "best"), ("pyramid", "house_way"), ("pick2", "best")])
def test_rounds_on_kernels_average_the_counted_price(key: str, player: str, rounds: int) -> None:
    rules = game(key)
    counted = price(rules).wagers
    played = simulate(rules, players=(player,), rounds=rounds, seed=SEED)
    assert played.how == ON_KERNELS
    (seat,) = played.seats
    for wager, priced in counted.items():
        parts = PARTS.get(wager, (wager,))
        if not seat.wagers.keys() & parts:
            continue  # an optional wager that nobody made
        tally = Tally.of_counts(
            (sum(chips for name, chips in outcome if name in parts), count) for outcome, count in seat.outcomes.items()
        )
        ways = priced.strategies
        expected = ways[player if player in ways else next(iter(ways))].ev
        away = errors_away(expected * played.unit_chips, tally.mean, tally.standard_error)
        print(f"{key} {player} {wager}: {tally.rounds:,} rounds, {away:.2f} standard errors from the counted price")
        assert away < ERRORS


@pytest.mark.parametrize("rounds", ROUNDS)
def test_dealt_hands_of_pai_gow_average_the_counted_price(rounds: int) -> None:
    rules = game("pai_gow")
    counted = counted_strategies(rules)
    played = [strategy for strategy in strategies(rules) if strategy.name.endswith(HOUSE_WAY)]
    counts = pattern_counts(rules, played, ignore_progress, rounds=rounds, seed=SEED).sum(axis=0).tolist()
    for strategy, by_pattern in zip(played, counts, strict=True):
        paid: Payoffs = strategy.paid
        mean, variance = mean_and_variance(by_pattern, paid)
        away = errors_away(counted[strategy.name].ev, mean, sqrt(variance / rounds))
        print(f"pai_gow {strategy.name}: {rounds:,} rounds, {away:.2f} standard errors from the counted price")
        assert away < ERRORS
