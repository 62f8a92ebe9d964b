"""
The price of Pyramid Showdown: the spread of points and of the Pot when everybody plays on and sets the house way.

Players play each other, so nobody gains on average. The price estimates how far results spread, and how each reading
changes that. Under terms that the kernels do not know there are few rounds, because they are slow; the price says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor, log10, sqrt
from statistics import fmean, stdev

import numpy as np

from ....pricing.estimates import estimate_from, method_notes
from ....pricing.measured import Measured
from ....pricing.paired_rounds import (
    SIZE,
    SPREAD,
    PairedRounds,
    RoundFigures,
    changes_of_rounds,
    measured_rounds,
)
from ....pricing.price import Estimate, Price, WagerPrice
from ....pricing.readings import FigureName, Reading
from ....pricing.readings import readings as all_readings
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress, rounds_in_chunks
from ....sampling.json_types import JsonObject
from ....sampling.kernel_rounds import ON_KERNELS
from ....sampling.settings import checked_integer
from ....sampling.streams import MOST_SEED
from ....sampling.tally import Tally
from ..kernels.big_hands import HouseWayTables
from ..rounds import ScoredRounds, ShowdownRoundsOnKernels
from ..terms import Terms
from .results import CHUNK, HouseWayRounds, Results, joined, results_of_scored
from .unmoved import REASONS

ANTE = "ante"
HOUSE_WAY = "house_way_against_house_way"
SEED = 1
ROUNDS = 2_000
FEW = 60
"""Rounds of a price on kernels, and by the rules."""
BIN = 5
"""Points that share a bar of the histogram."""
NOTE = (
    "all players set the house way and nobody surrenders, so nobody gains on average: the spread is what is estimated"
)

TIED: FigureName = ("pot", "tied")
CHAMPION_POINTS: FigureName = ("champion", "points")
FIGURES_IN_POINTS = frozenset({SIZE, CHAMPION_POINTS})
"""Figures that count points; other amounts are chips. A point is one chip."""


def price(
    game: Game[Terms],
    progress: Progress | None = None,
    *,
    rounds: int | None = None,
    seats: int | None = None,
    seed: int = SEED,
) -> Price:
    """An estimate from rounds of house-way players; `seats` is their number, by default a full table."""
    allowed = game.seats(game.terms)
    count = checked_integer("seats", game.terms.players if seats is None else seats, allowed.start, allowed.stop - 1)
    checked_integer("seed", seed, 0, MOST_SEED)
    if rounds is not None:
        checked_integer("rounds", rounds, 2, 10**8)
    refuse(game)
    table = HouseWayRounds(game, count)
    round_count = rounds or (ROUNDS if table.how == ON_KERNELS else FEW)
    results = _results(table, seed, round_count, progress)
    named = dict(game.terms_as_text)
    wagers = {ANTE: WagerPrice(strategies={HOUSE_WAY: estimate(game, results, count, seed, table.how)})}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def _results(table: HouseWayRounds, seed: int, rounds: int, progress: Progress | None) -> Results:
    """The results of the first rounds of a seed."""

    def play(first: int, count: int) -> Results:
        return table.results(seed, first, count)

    return joined(rounds_in_chunks(play, rounds, table.chunk, progress))


def refuse(game: Game[Terms]) -> None:
    if not game.terms.ante_chips:
        raise NotAllowed("profits are per ante, so ante_chips must be at least 1 to be priced [SHO-11]")


def estimate(game: Game[Terms], played: Results, seats: int, seed: int, how: str) -> Estimate:
    won = Tally.of(played.won[:, 0].tolist())
    return estimate_from(won, game.terms.ante_chips, seed, notes(game, played, seats, how))


def notes(game: Game[Terms], played: Results, seats: int, how: str) -> JsonObject:
    """
    The spread of points between two players, and what the Champion wins.

    The net scores of one round share hands, so standard errors are computed from the means of rounds.
    """
    sizes = np.abs(played.net_scores)
    return {
        "note": NOTE,
        **method_notes(how),
        "seats": seats,
        "rounds_won": int((played.won[:, 0] > 0).sum()),
        "points_from_an_opponent": mean_of(played.net_scores[:, : seats - 1].mean(axis=1).tolist()),
        "size_of_a_duel_in_points": mean_of(sizes.mean(axis=1).tolist()),
        "champion_points": mean_of(played.champion.tolist()),
        "pot_in_antes": mean_of((played.pot / game.terms.ante_chips).tolist()),
        "rounds_tied_for_champion": int(played.tied.sum()),
        "duels_by_size_in_points": histogram(sizes.ravel().tolist()),
    }


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """Mean and standard error, rounded to the second digit of the standard error."""
    error = stdev(values) / sqrt(len(values))
    places = 1 - floor(log10(error)) if error else 4
    return {"mean": round(fmean(values), places), "standard_error": round(error, places)}


def histogram(values: Sequence[int]) -> dict[str, int]:
    """Number of values in each bar, with the empty bars in between."""
    bars = Counter(value // BIN for value in values)
    return {f"{bar * BIN} to {bar * BIN + BIN - 1}": bars[bar] for bar in range(max(bars) + 1)}


# Readings ----------------------------------------------------------------------------------------------------------


def readings(
    game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """The change that each reading makes to the results of a full table, in antes, on the same rounds."""
    refuse(game)
    on_rounds = PairedRounds(game, SameRounds())
    return all_readings(
        game,
        rulebook,
        on_rounds.figures,
        progress,
        also_unmoved=also_unmoved,
        reasons=REASONS,
        errors=on_rounds.errors,
    )


def figures(game: Game[Terms]) -> dict[FigureName, Measured]:
    """The figures of a full table that sets the house way, in points and chips."""
    refuse(game)
    return measured_rounds(_in_chips(game))


def changes(before: Game[Terms], after: Game[Terms]) -> dict[FigureName, Measured]:
    """How far the figures of other terms differ, on the same rounds."""
    refuse(after)
    return changes_of_rounds(_in_chips(before), _in_chips(after))


def _in_chips(game: Game[Terms]) -> RoundFigures:
    """The first rounds of a full table in chips, so that terms with different antes can be compared."""
    rounds = SAME_ROUNDS(game)
    ante = game.terms.ante_chips
    means = {name: values if name == TIED else values * ante for name, values in rounds.means.items()}
    return RoundFigures(rounds.scores, means, {name: values * ante**2 for name, values in rounds.squares.items()})


class SameRounds:
    """The results of the same rounds under any terms; rounds that are scored alike are scored once."""

    def __init__(self) -> None:
        self.cache: list[tuple[HouseWayTables, int, list[ScoredRounds]]] = []
        """The scores of each chunk of rounds, by tables of the house way and number of seats."""

    def __call__(self, game: Game[Terms]) -> RoundFigures:
        played = self.played(game)
        ante = game.terms.ante_chips
        means = {
            SIZE: np.abs(played.net_scores).mean(axis=1) / ante,
            CHAMPION_POINTS: played.champion / ante,
            ("pot", "size"): played.pot / ante,
            TIED: played.tied.astype(np.float64),
            ("pot", "left_over"): played.left / ante,
        }
        return RoundFigures(played.net_scores, means, {SPREAD: ((played.won / ante) ** 2).mean(axis=1)})

    def played(self, game: Game[Terms]) -> Results:
        table = HouseWayRounds(game, game.terms.players)
        if table.kernels is None:
            return _results(table, SEED, FEW, None)
        kernels = table.kernels
        chunks = enumerate(self.scored(kernels))
        return joined(results_of_scored(kernels, SEED, number * CHUNK, scored) for number, scored in chunks)

    def scored(self, kernels: ShowdownRoundsOnKernels) -> list[ScoredRounds]:
        """The scores of the first rounds, chunk by chunk."""
        for house_way, seats, scored in self.cache:
            if seats == kernels.seats and are_alike(house_way, kernels.house_way):
                return scored

        def score(first: int, count: int) -> ScoredRounds:
            return kernels.scored(SEED, first, count)

        scored = list(rounds_in_chunks(score, ROUNDS, CHUNK, None))
        self.cache.append((kernels.house_way, kernels.seats, scored))
        return scored


SAME_ROUNDS = SameRounds()
"""The rounds that changes of terms are compared on."""


def are_alike(one: HouseWayTables, other: HouseWayTables) -> bool:
    """True if hands are set and scored alike."""
    if one.strengths is not other.strengths:
        return False
    same_rules = one.full_house_level == other.full_house_level and one.least_rise == other.least_rise
    return same_rules and np.array_equal(one.parts, other.parts) and np.array_equal(one.by_strength, other.by_strength)
