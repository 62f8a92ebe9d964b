"""
Pyramid Poker, Showdown Version: how points and the Pot are spread when everybody plays on and sets the house way.

Players play each other, so nobody gains on average; what is estimated is how far the results spread. The rounds are
those of `houseway simulate showdown`, on kernels where they know the terms; elsewhere they are played through the
rules one by one, which is slow, so there are few of them, and the price says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import floor, log10, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games import showdown
from ..kernels.showdown_tables import way_for
from ..rules.errors import NotAllowed
from ..rules.game import Game
from ..rules.payments import POT, Payment, net
from ..rules.round import settlement
from ..rules.terms import options, written
from .price import Estimate, Price, WagerPrice
from .rounds import BY_RULES, ON_KERNELS, ThroughRules, estimated, in_chunks, said_of
from .showdown_rounds import OnKernels
from .streams import MOST, Progress, whole

ANTE, HOUSE_WAY = "ante", "house_way_against_house_way"
SEED, ROUNDS, FEW = 1, 2_000, 60
"""On kernels, and where each round is played through the rules."""
CHUNK = 100
BIN = 5
"""Points that share a bar of the histogram."""
NOTE = (
    "all players set the house way and nobody surrenders, so nobody gains on average: the spread is what is estimated"
)


class Played(NamedTuple):
    """What some rounds came to, one to a row."""

    won: NDArray[np.int64]
    """By the first seat, in chips."""
    duels: NDArray[np.int64]
    """The net score of every two players, from the side of the lower seat: the first seat's come first."""
    pot: NDArray[np.int64]
    champion: NDArray[np.int64]
    """The Champion's points against all the others."""
    tied: NDArray[np.bool_]


def price(
    game: Game[showdown.Terms],
    progress: Progress | None = None,
    *,
    rounds: int | None = None,
    seats: int | None = None,
    seed: int = SEED,
) -> Price:
    """So many rounds of house-way players; `seats` is the number of them, the table's full number unless given."""
    allowed = game.seats(game.terms)
    count = whole("seats", game.terms.players if seats is None else seats, allowed.start, allowed.stop - 1)
    whole("seed", seed, 0, MOST)
    if rounds is not None:
        whole("rounds", rounds, 2, 10**8)
    if not game.terms.ante_chips:
        raise NotAllowed("profits are per ante, so ante_chips must be at least 1 to be priced [SHO-11]")
    how, work, chunk = way_to_play(game, count, seed)
    many = rounds or (ROUNDS if how == ON_KERNELS else FEW)
    played = joined(list(in_chunks(work, many, chunk, progress)))
    named = {name: written(value) for name, value in options(game.terms).items()}
    wagers = {ANTE: WagerPrice(strategies={HOUSE_WAY: estimate(game, played, count, seed, how)})}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def way_to_play(game: Game[showdown.Terms], seats: int, seed: int) -> tuple[str, Callable[[int, int], Played], int]:
    """How rounds are played under these terms, what plays some of them, and how many at a time."""
    plain, way = ThroughRules(game, seats), way_for(game.terms)
    if way is None:
        return BY_RULES, partial(by_rules, plain, seed), 1
    return ON_KERNELS, partial(on_kernels, OnKernels(plain, way), seed), CHUNK


def on_kernels(play: OnKernels, seed: int, first: int, count: int) -> Played:
    scored = play(seed, first, count)
    apart = {pot: play.apart[pot] for pot in {*scored.pots}}
    first_gets = {pot: net(payments).get(1, 0) for pot, payments in apart.items()}
    put_in = {pot: into_pot(payments) for pot, payments in apart.items()}
    return Played(
        won=scored.totals[:, 0] + np.array([first_gets[pot] for pot in scored.pots]),
        duels=scored.duels,
        pot=np.array([put_in[pot] for pot in scored.pots]),
        champion=scored.totals.max(axis=1),
        tied=np.array([champions.bit_count() > 1 for champions, _, _ in scored.pots]),
    )


def by_rules(plain: ThroughRules, seed: int, first: int, count: int) -> Played:
    return joined([_one_round(plain, seed, number) for number in range(first, first + count)])


def _one_round(plain: ThroughRules, seed: int, number: int) -> Played:
    round_ = plain.played(seed, number)
    payments = settlement(round_)
    duels = {pair: sum(points) for pair, points in showdown.scores(plain.game.terms, round_).items()}
    totals = showdown.totals(duels)
    by_seat = {(a, b) if a < b else (b, a): points if a < b else -points for (a, b), points in duels.items()}
    return Played(
        won=np.array([net(payments).get(1, 0)]),
        duels=np.array([[by_seat[pair] for pair in sorted(by_seat)]]),
        pot=np.array([into_pot(payments)]),
        champion=np.array([max(totals.values())]),
        tied=np.array([len(showdown.champions(totals)) > 1]),
    )


def into_pot(payments: Sequence[Payment]) -> int:
    return sum(payment.chips for payment in payments if payment.payee == POT)


def joined(parts: Sequence[Played]) -> Played:
    return Played(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def estimate(game: Game[showdown.Terms], played: Played, seats: int, seed: int, how: str) -> Estimate:
    return estimated(played.won.tolist(), game.terms.ante_chips, seed, notes(game, played, seats, how))


def notes(game: Game[showdown.Terms], played: Played, seats: int, how: str) -> dict[str, Any]:
    """
    The spread of points between two players, and what the Champion takes.

    The duels of one round share hands; its mean is therefore what a standard error is worked from.
    """
    sizes = np.abs(played.duels)
    return {
        "note": NOTE,
        **said_of(how),
        "seats": seats,
        "rounds_won": int((played.won > 0).sum()),
        "points_from_an_opponent": mean_of(played.duels[:, : seats - 1].mean(axis=1).tolist()),
        "size_of_a_duel_in_points": mean_of(sizes.mean(axis=1).tolist()),
        "champion_points": mean_of(played.champion.tolist()),
        "pot_in_antes": mean_of((played.pot / game.terms.ante_chips).tolist()),
        "rounds_tied_for_champion": int(played.tied.sum()),
        "duels_by_size_in_points": histogram(sizes.ravel().tolist()),
    }


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """Rounded where the second digit of the standard error stands: there is nothing behind it."""
    error = stdev(values) / sqrt(len(values))
    places = 1 - floor(log10(error)) if error else 4
    return {"mean": round(fmean(values), places), "standard_error": round(error, places)}


def histogram(values: Sequence[int]) -> dict[str, int]:
    """How many fall into each bar, the empty ones in between included."""
    bars = Counter(value // BIN for value in values)
    return {f"{bar * BIN} to {bar * BIN + BIN - 1}": bars[bar] for bar in range(max(bars) + 1)}
