"""
The generic price: an estimate from seeded deals, with the hands of both sides looked up by class.

All strategies play the same deals, so their differences have a much smaller error than the figures themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import encoded
from ...kernels.meetings import count_patterns
from ...rules.game import AnyGame
from ...rules.rulebook import Rulebook
from ...rules.terms import options, write_value
from ...sampling.chunks import Progress, ignore_progress, in_threads
from ...sampling.settings import checked_integer
from ...sampling.streams import stream
from ..price import Estimate, Price, WagerPrice
from ..readings import Figures, Reading, paired_mean
from ..readings import readings as all_readings
from .form import Variant, form_of, variant_of
from .payoff import Payoffs, payoffs
from .tables import classes_of, hand_tables
from .value import best_codes, hand_values, mean

SEED = 1
DEAL_STREAM = 0
"""The purpose of the random streams of the deals."""
ROUNDS = 10_000_000
CHUNK = 1 << 17
PARTS = 8
"""Parts of a chunk that readings count separately, to estimate the error of a difference."""
HOUSE_WAY = "house_way"
BEST = "best"
NOTE = "the best is set against all hands the house may hold; houseway best also counts out the cards in sight"
ENDS = {1: "wins", 0: "pushes", -1: "loses"}


@dataclass(frozen=True)
class Strategy:
    """A strategy: its settings by class of hands, and its payoffs."""

    name: str
    codes: NDArray[np.uint16]
    paid: Payoffs
    banks: bool


def price(game: AnyGame, progress: Progress | None = None, *, rounds: int = ROUNDS, seed: int = SEED) -> Price:
    """The price of a bettor's wager and, where players bank, of one wager against a banking player."""
    form = form_of(game)
    report = progress or ignore_progress
    checked_integer("rounds", rounds, 2, 10**12)
    hand_tables(game, report)
    ways = strategies(game)
    counts = simulated(game, ways, report, rounds=rounds, seed=seed).sum(axis=0)
    found = {way.name: _estimate(way, row, seed) for way, row in zip(ways, counts.tolist(), strict=True)}
    named = {name: write_value(value) for name, value in options(game.terms).items()}
    wagers = {form.wager.name: WagerPrice(strategies=found)}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def strategies(game: AnyGame) -> list[Strategy]:
    """The house way and the best setting, as bettor and as bank."""
    return list(_strategies(variant_of(game)))


@lru_cache(maxsize=8)
def _strategies(variant: Variant) -> tuple[Strategy, ...]:
    game = variant.rules
    found = []
    banking = game.banking(game.terms)
    roles = (False, True) if banking is not None and banking.may_bank else (False,)
    for banks in roles:
        paid = payoffs(game, banks=banks)
        prefix = "banker_" if banks else ""
        found.append(Strategy(prefix + HOUSE_WAY, hand_tables(game).house, paid, banks))
        found.append(Strategy(prefix + BEST, best_codes(game, hand_values(game, banks=banks)), paid, banks))
    return tuple(found)


def simulated(
    game: AnyGame, ways: list[Strategy], report: Progress, *, rounds: int, seed: int, parts: int = 1
) -> NDArray[np.int64]:
    """By part of the deals and strategy: how often each pattern came. The number of threads does not matter."""
    form = form_of(game)
    tables = classes_of(form).tables
    house = hand_tables(game).house
    ours = np.stack([way.codes for way in ways])
    theirs = np.broadcast_to(house, ours.shape).copy()
    shoe = np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)

    def dealt(chunk: int) -> NDArray[np.int64]:
        count = min(CHUNK, rounds - chunk * CHUNK)
        uniforms = stream(seed, DEAL_STREAM, chunk).random((count, 2 * form.cards))
        return np.stack([count_patterns(tables, shoe, part, ours, theirs) for part in np.array_split(uniforms, parts)])

    chunks = range(-(-rounds // CHUNK))
    return np.concatenate(list(in_threads(dealt, chunks, lambda done: report(done, len(chunks)))))


def _estimate(way: Strategy, counts: list[int], seed: int) -> Estimate:
    ev, variance = mean(counts, way.paid)
    rounds = sum(counts)
    ends: dict[str, int] = dict.fromkeys(ENDS.values(), 0)
    pays: dict[str, set[Fraction]] = {end: set() for end in ENDS.values()}
    for count, net in zip(counts, way.paid, strict=True):
        ends[ENDS[_sign(net)]] += count
        pays[ENDS[_sign(net)]] |= {net} if net is not None else set()
    note: dict[str, Any] = {"note": NOTE} if way.name.endswith(BEST) else {}
    if all(len(nets) == 1 for nets in pays.values()):
        note["pays"] = {end: str(net) for end, (net,) in pays.items()}
    return Estimate(
        ev=float(ev),
        standard_error=sqrt(variance / rounds),
        standard_deviation=sqrt(variance),
        seed=seed,
        rounds=rounds,
        notes={"outcomes_counted": ends, **note},
    )


def _sign(net: Fraction | None) -> int:
    if not net:
        return 0
    return 1 if net > 0 else -1


READ_ROUNDS = 16 * CHUNK
ByPart = Mapping[str, NDArray[np.float64]]
"""By strategy: its average net in each part of the deals."""


def readings(
    game: AnyGame, rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """
    The changes of each reading, on the same deals. A change within chance counts as none.

    Readings that set and pay alike are simulated once.
    """
    known: list[tuple[list[Strategy], ByPart]] = []
    wager = form_of(game).wager.name

    def by_part(variant: AnyGame) -> ByPart:
        ways = strategies(variant)
        for before, found in known:
            if [_same(way) for way in before] == [_same(way) for way in ways]:
                return found
        counts = simulated(variant, ways, ignore_progress, rounds=READ_ROUNDS, seed=SEED, parts=PARTS).tolist()
        won = {way.name: [float(mean(part[n], way.paid)[0]) for part in counts] for n, way in enumerate(ways)}
        known.append((ways, {name: np.array(values) for name, values in won.items()}))
        return known[-1][1]

    def figures(variant: AnyGame) -> Figures:
        base = by_part(game)
        found = by_part(variant)
        return {(wager, name): paired_mean(base.get(name, won), won) for name, won in found.items()}

    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved)


def _same(way: Strategy) -> tuple[str, int, Payoffs]:
    """Strategies that agree in this have the same results. Tables are cached, so equal codes are the same object."""
    return way.name, id(way.codes), way.paid
