"""The solver's tables for Pyramid Showdown: computes, ships, caches and reads them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ....rules.errors import HousewayError
from ....rules.game import Game
from ....rules.terms import options, write_value
from ....sampling.chunks import Progress
from ....sampling.settings import checked_integer
from ....sampling.streams import stream
from ....solving.results import Exploitability, Solution
from ....solving.strategy_files import Tables, cache_path, read_tables, shipped, write_tables
from ..hand_order import OrderOptions
from ..kernels.shapes import scale_for
from ..sheet import Terms
from .fictitious_play import SEATS, exploitability, learn_population, sample_deals
from .population import Floats, Population, points_of, population_model, population_table
from .surrender_stakes import Stakes, fitted, stakes_from
from .value_model import Model

SEED = 1
PLAYERS = 6
DEALS = 400
"""Number of deals in each pass of fictitious play."""
ROUNDS = 14
"""Number of passes of fictitious play."""
TESTS = 60
"""Number of deals that measure the exploitability."""
SAMPLE = 300
"""Number of deals that the surrender rule is computed from."""
SHIPPED = "default"
REPEATS = 12
"""How often the surrender rule is computed again, each time for players who follow the previous rule."""
SHAPING = (
    *OrderOptions._fields,
    *("special_points_source", "position_multiplier", "trips_points", "full_house_points", "ace_h1_points"),
    *("special_counts", "hand4_six_cards", "hand3_expansion", "equal_hands_order", "cross_size_order"),
    *("ante_chips", "buy1_chips", "buy2_chips", "surrender1_chips", "surrender2_chips"),
)
"""The options that the tables depend on."""


def made_for(game: Game[Terms]) -> dict[str, str]:
    named = options(game.terms).items()
    return {name: write_value(value) for name, value in named if name.split(".")[0] in SHAPING}


def solve(
    game: Game[Terms],
    progress: Progress | None = None,
    *,
    seed: int = SEED,
    players: int = PLAYERS,
    deals: int = DEALS,
    rounds: int = ROUNDS,
    tests: int = TESTS,
    sample: int = SAMPLE,
) -> Solution:
    """The population by fictitious play, the equilibrium surrender rule, and the exploitability."""
    checked_integer("players", players, 2, game.terms.players)
    for name, value in {"deals": deals, "rounds": rounds, "tests": tests, "sample": sample}.items():
        checked_integer(name, value, 1 if name in ("deals", "rounds") else 20, 10**6)
    total = deals * rounds + tests + sample
    done = 0

    def on_deal() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    learned = learn_population(game, seed=seed, deals=deals, passes=rounds, on_deal=on_deal)
    model = population_model(game, learned.population)
    deals_sampled = sample_deals(game, model, seed=seed, deals=sample, on_deal=on_deal)
    stakes = fitted(game.terms, deals_sampled, stream(seed, SEATS, 0), players=players, repeats=REPEATS)
    gain, error = exploitability(game, learned, seed=seed, deals=tests, on_deal=on_deal)
    made_by = {"seed": seed, "players": players, "deals": deals, "rounds": rounds, "sample": sample}
    arrays: dict[str, Any] = {"keys": learned.population.keys, "weight": learned.population.weight, **stakes.arrays()}
    unit = "points an opponent and round, setting 25 cards"
    return Solution(
        tables=Tables(game.key, made_for(game), made_by, arrays),
        exploitability=(Exploitability(value=gain, standard_error=error, unit=unit, deals=tests, seed=seed),),
    )


@dataclass(frozen=True, eq=False)
class Known:
    """Everything known about the other players: the tables, and what follows from them."""

    game: Game[Terms]
    tables: Tables

    @cached_property
    def population(self) -> Population:
        return Population(np.asarray(self.tables.arrays["keys"]), np.asarray(self.tables.arrays["weight"]))

    @cached_property
    def model(self) -> Model:
        return population_model(self.game, self.population)

    @cached_property
    def wins(self) -> Floats:
        """By slot and key: the probability that the hand wins."""
        scale = scale_for(self.game.terms)
        return population_table(points_of(self.game, scale), self.population.spread(scale))[1]

    @cached_property
    def stakes(self) -> Stakes:
        return stakes_from(self.game.terms, self.tables.arrays)


_CACHE: dict[str, Known] = {}


def known(game: Game[Terms], progress: Progress | None = None) -> Known:
    """The tables for these terms: shipped, cached, or computed now and cached (a minute or two)."""
    wanted = made_for(game)
    key = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    if key not in _CACHE:
        scale_for(game.terms)
        _CACHE[key] = Known(game, _read_stored(game, wanted, key) or _compute(game, key, progress))
    return _CACHE[key]


def _read_stored(game: Game[Terms], wanted: dict[str, str], key: str) -> Tables | None:
    for source in (shipped(__package__, SHIPPED), cache_path(game.key, key)):
        try:
            if source is not None and (isinstance(source, bytes) or source.is_file()):
                return read_tables(source, game=game.key, made_for=wanted)
        except HousewayError:
            continue
    return None


def _compute(game: Game[Terms], key: str, progress: Progress | None) -> Tables:
    tables = solve(game, progress, deals=60, rounds=4, tests=20, sample=60).tables
    path = cache_path(game.key, key)
    if path:
        write_tables(tables, path)
    return tables


def known_from(game: Game[Terms], path: Path) -> Known:
    return Known(game, read_tables(path, game=game.key, made_for=made_for(game)))
