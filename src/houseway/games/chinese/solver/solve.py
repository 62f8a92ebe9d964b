"""
Solves Chinese Poker by fictitious play: computes a field of settings that are best replies to each other.

In each round random deals are set by the best reply to the field so far. The replies of round t enter the field with
weight t, which mixes them in with weight 2/(t+2). Settings with little weight, mostly of the first rounds, are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.settings import checked_integer
from ....solving.results import Exploitability, Solution
from ....solving.strategy_files import Tables
from .. import sheet as chinese
from ..kernels.value import Grid, Meetings, choices, grid_values
from .field import Field, meetings
from .options import Options, options_of, random_hands
from .payoff import value_terms

SEED = 1
DEALS = 20_000
ROUNDS = 60
FRESH = 4_000
"""Number of fresh deals on which a strategy is measured."""
MEETINGS = 5
"""Number of opposing hands for each of these deals."""
PLAYED, MEASURED, MET = range(1, 4)
"""The purposes of random streams: the deals of the field, the deals of the measurement, and the opposing hands."""
UNIT = "units a hand against each opponent"
FULL = 250
"""The approximate total weight of a deal's settings in the stored field."""
SHORT_LIST = 4
"""How many options of a hand, the best by the grid, are valued exactly."""
LEAST = 8
"""A setting with a smaller weight, out of FULL, is dropped from the stored field."""


@dataclass(frozen=True)
class Rule:
    """The best reply of one round: its grid and its weight in the field."""

    grid: Grid
    weight: int


def solve(
    game: Game[chinese.Terms],
    progress: Progress | None = None,
    *,
    players: int | None = None,
    seed: int = SEED,
    deals: int = DEALS,
    rounds: int = ROUNDS,
    fresh: int = FRESH,
) -> Solution:
    """Solve the game. Settlement is by pairs, so one field serves any number of players."""
    checked_integer("deals", deals, 100, 200_000)
    checked_integer("rounds", rounds, 2, 300)
    checked_integer("fresh", fresh, 100, 200_000)
    if players is not None:
        checked_integer("players", players, 2, game.terms.players)
    tell = progress or ignore_progress
    steps = rounds + 3
    tell(0, steps)
    options = options_of(game.terms, random_hands(seed, PLAYED, deals))
    tell(1, steps)
    weights, rules = played(game.terms, options, rounds, lambda done: tell(1 + done, steps))
    hands = slimmed(options, weights)
    measured = exploitability(game.terms, rules, fresh, seed)
    tell(steps, steps)
    made_by: dict[str, float] = {"seed": seed, "deals": deals, "rounds": rounds, "fresh": fresh}
    made_by |= {"exploitability": round(measured.value, 6), "standard_error": round(measured.standard_error, 6)}
    tables = Tables(game.key, value_terms(game.terms), made_by, packed(hands))
    return Solution(tables=tables, exploitability=(measured,))


def played(terms: chinese.Terms, options: Options, rounds: int, tell: Any) -> tuple[NDArray[np.int64], list[Rule]]:
    """By option: its weight in the field after these rounds; and the rule of each round."""
    weights = np.zeros(len(options.hands.front), dtype=np.int64)
    height = options.hands.back.astype(np.float64) * 2**16 + options.hands.middle
    weights[choices(height, options.ends)] = 1  # the field starts with the strongest back, then the strongest middle
    rules = []
    for turn in range(1, rounds + 1):
        grid = Field(terms, held(options, weights)).grid
        rules.append(Rule(grid, turn))
        weights[choices(grid_values(grid, options.hands), options.ends)] += turn
        tell(turn)
    return weights, rules


def held(options: Options, weights: NDArray[np.int64]) -> Meetings:
    """The options with a positive weight, as a field."""
    chosen = np.nonzero(weights)[0]
    return options.at(chosen)._replace(weight=weights[chosen])


def slimmed(options: Options, weights: NDArray[np.int64]) -> Meetings:
    """The field with small integer weights: about the same sum for each deal, and no rare settings."""
    begins = np.concatenate([[0], options.ends[:-1]])
    share = np.repeat(np.add.reduceat(weights, begins), np.diff(options.ends, prepend=0))
    small = (2 * FULL * weights + share) // (2 * share)
    return held(options, np.where(small < LEAST, 0, small))


# Files -------------------------------------------------------------------------------------------------------------


def packed(hands: Meetings) -> dict[str, NDArray[Any]]:
    """The arrays of a file: sorted by back, with backs stored as differences, which makes it a third smaller."""
    order = np.lexsort((hands.front, hands.middle, hands.back))
    back = hands.back[order].astype(np.int64)
    return {
        "front": hands.front[order],
        "middle": hands.middle[order],
        "back_steps": np.diff(back, prepend=0).astype(np.uint16),
        "state": hands.state[order].astype(np.uint8),
        "weight": hands.weight[order].astype(np.uint8),
    }


def unpacked(arrays: Any) -> Meetings:
    back = np.cumsum(arrays["back_steps"].astype(np.int64))
    return meetings((arrays["front"], arrays["middle"], back), arrays["state"], arrays["weight"])


# Exploitability ----------------------------------------------------------------------------------------------------


def exploitability(terms: chinese.Terms, rules: list[Rule], fresh: int, seed: int) -> Exploitability:
    """
    How much more a best reply wins than the strategy itself, on fresh deals and against fresh hands.

    The strategy mixes the rules of all rounds by their weights. The reply is computed from the same opposing hands
    that it is measured against, so the estimate is rather too high than too low.
    """
    met = options_of(terms, random_hands(seed, MET, fresh * MEETINGS))
    field = Field(terms, held(met, by_rules(rules, met)))
    options = options_of(terms, random_hands(seed, MEASURED, fresh))
    gain = best_replies(field, options) - values_of(field, options, by_rules(rules, options))
    error = float(gain.std(ddof=1)) / sqrt(fresh)
    return Exploitability(value=float(gain.mean()), standard_error=error, unit=UNIT, deals=fresh, seed=seed)


def by_rules(rules: list[Rule], options: Options) -> NDArray[np.int64]:
    """By option: the total weight of the rules that choose it."""
    weights = np.zeros(len(options.hands.front), dtype=np.int64)
    for rule in rules:
        weights[choices(grid_values(rule.grid, options.hands), options.ends)] += rule.weight
    return weights


def values_of(field: Field, options: Options, weights: NDArray[np.int64]) -> NDArray[np.float64]:
    """(hands,): the value of each hand in units, if its options are chosen with these weights."""
    used = np.nonzero(weights)[0]
    units = np.zeros(len(weights))
    units[used] = field.units(options.at(used)) / field.total
    begins = np.concatenate([[0], options.ends[:-1]])
    values: NDArray[np.float64] = np.add.reduceat(weights * units, begins) / np.add.reduceat(weights, begins)
    return values


def best_replies(field: Field, options: Options) -> NDArray[np.float64]:
    """(hands,): the highest exact value, in units, among the few options of a hand that are best by the grid."""
    values = grid_values(field.grid, options.hands)
    best = np.full(len(options.ends), -np.inf)
    for _ in range(SHORT_LIST):
        chosen = choices(values, options.ends)
        best = np.maximum(best, field.units(options.at(chosen)) / field.total)
        values[chosen] = -np.inf
    return best
