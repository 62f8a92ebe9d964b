"""
Pyramid Poker, Showdown Version: how points and the Pot are spread when everybody plays on and sets the house way.

Players play each other, so nobody gains on average; what is estimated is how far the results spread. Rounds are played
through the rules one by one, which is slow, so there are few of them: read every figure with its standard error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import floor, log10, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from ..games import showdown
from ..rules.errors import NotAllowed
from ..rules.game import Game
from ..rules.payments import POT, net
from ..rules.round import settlement
from ..rules.terms import options, written
from .price import Estimate, Price, WagerPrice
from .rounds import played_out
from .streams import Progress, stream, whole

ANTE, HOUSE_WAY = "ante", "house_way_against_house_way"
SEED, ROUNDS = 1, 60
BIN = 5
"""Points that share a bar of the histogram."""
NOTE = (
    "all players set the house way and nobody surrenders, so nobody gains on average: the spread is what is estimated"
)


class Played(NamedTuple):
    """What one round came to."""

    won: float
    """By the first seat, in antes."""
    duels: tuple[int, ...]
    """The net score of every two players, from the side of the one compared first."""
    pot: int
    champion: int
    """The Champion's points against all the others."""
    tied: bool


def price(
    game: Game[showdown.Terms],
    progress: Progress | None = None,
    *,
    rounds: int = ROUNDS,
    seats: int | None = None,
    seed: int = SEED,
) -> Price:
    """So many rounds of house-way players; `seats` is the number of them, the table's full number unless given."""
    allowed = game.seats(game.terms)
    count = whole("seats", game.terms.players if seats is None else seats, allowed.start, allowed.stop - 1)
    whole("rounds", rounds, 2, 10**6)
    if not game.terms.ante_chips:
        raise NotAllowed("profits are per ante, so ante_chips must be at least 1 to be priced [SHO-11]")
    played = []
    for number in range(rounds):
        if progress:
            progress(number, rounds)
        played.append(one_round(game, count, seed, number))
    if progress:
        progress(rounds, rounds)
    named = {name: written(value) for name, value in options(game.terms).items()}
    wagers = {ANTE: WagerPrice(strategies={HOUSE_WAY: estimate(game, played, count, seed)})}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def one_round(game: Game[showdown.Terms], seats: int, seed: int, number: int) -> Played:
    round_ = played_out(game, seats, stream(seed, 0, number))
    payments = settlement(round_)
    duels = {pair: sum(points) for pair, points in showdown.scores(game.terms, round_).items()}
    totals = showdown.totals(duels)
    return Played(
        won=net(payments).get(1, 0) / game.terms.ante_chips,
        duels=tuple(duels.values()),
        pot=sum(payment.chips for payment in payments if payment.payee == POT),
        champion=max(totals.values()),
        tied=len(showdown.champions(totals)) > 1,
    )


def estimate(game: Game[showdown.Terms], played: Sequence[Played], seats: int, seed: int) -> Estimate:
    won = [round_.won for round_ in played]
    return Estimate(
        ev=fmean(won),
        standard_error=stdev(won) / sqrt(len(won)),
        standard_deviation=stdev(won),
        seed=seed,
        rounds=len(played),
        notes=notes(game, played, seats),
    )


def notes(game: Game[showdown.Terms], played: Sequence[Played], seats: int) -> dict[str, Any]:
    """
    The spread of points between two players, and what the Champion takes.

    The duels of one round share hands; its mean is therefore what a standard error is worked from.
    """
    ante = game.terms.ante_chips
    return {
        "note": NOTE,
        "seats": seats,
        "rounds_won": sum(round_.won > 0 for round_ in played),
        "points_from_an_opponent": mean_of([fmean(first_seat(round_, seats)) for round_ in played]),
        "size_of_a_duel_in_points": mean_of([fmean(map(abs, round_.duels)) for round_ in played]),
        "champion_points": mean_of([float(round_.champion) for round_ in played]),
        "pot_in_antes": mean_of([round_.pot / ante for round_ in played]),
        "rounds_tied_for_champion": sum(round_.tied for round_ in played),
        "duels_by_size_in_points": histogram([abs(points) for points in chain(*(round_.duels for round_ in played))]),
    }


def first_seat(round_: Played, seats: int) -> tuple[int, ...]:
    """The duels of the seat that is compared first with all others."""
    return round_.duels[: seats - 1]


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """Rounded where the second digit of the standard error stands: there is nothing behind it."""
    error = stdev(values) / sqrt(len(values))
    places = 1 - floor(log10(error)) if error else 4
    return {"mean": round(fmean(values), places), "standard_error": round(error, places)}


def histogram(values: Sequence[int]) -> dict[str, int]:
    """How many fall into each bar, the empty ones in between included."""
    bars = Counter(value // BIN for value in values)
    return {f"{bar * BIN} to {bar * BIN + BIN - 1}": bars[bar] for bar in range(max(bars) + 1)}
