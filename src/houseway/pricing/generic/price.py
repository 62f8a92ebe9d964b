"""
The generic price: the house way counted over all deals, and what the best setting gains, estimated from seeded deals.

All strategies and readings play the same deals, so their differences have a much smaller error than the figures
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import encoded
from ...kernels.meetings import count_patterns
from ...rules.game import AnyGame
from ...rules.rulebook import Rulebook
from ...sampling.chunks import Progress, ignore_progress, in_threads
from ...sampling.json_types import Json
from ...sampling.settings import checked_integer
from ...sampling.streams import stream
from ..price import Estimate, Exact, Outcome, Price, WagerPrice
from ..readings import Figures, Reading, paired_mean
from ..readings import readings as all_readings
from .exact import can_be_counted, house_way_counts
from .form import Variant, form_of, variant_of
from .payoff import Payoffs, payoffs
from .tables import classes_of, hand_tables
from .value import best_codes, check_every_pattern_pays, hand_values, mean_and_variance

SEED = 1
DEAL_STREAM = 0
"""The purpose of the random streams of the deals."""
ROUNDS = 10_000_000
CHUNK = 1 << 17
PARTS = 8
"""Parts of a chunk that are counted separately, to estimate the error of a difference."""
HOUSE_WAY = "house_way"
BEST = "best"
NOTE = "the best is set against all hands the house may hold; houseway best also counts out the cards in sight"
ENDS = {1: "wins", 0: "pushes", -1: "loses"}


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy: its settings by class of hands, and its payoffs."""

    name: str
    codes: NDArray[np.uint16]
    paid: Payoffs
    banks: bool

    @property
    def sets_house_way(self) -> bool:
        return self.name.endswith(HOUSE_WAY)


def price(game: AnyGame, progress: Progress | None = None, *, rounds: int = ROUNDS, seed: int = SEED) -> Price:
    """The price of a bettor's wager and, where players bank, of one wager against a banking player."""
    form = form_of(game)
    report = progress or ignore_progress
    checked_integer("rounds", rounds, 2, 10**12)
    hand_tables(game, report)
    played = strategies(game)
    counts = pattern_counts(game, played, report, rounds=rounds, seed=seed, parts=PARTS)
    priced: dict[str, Exact | Estimate] = {}
    for number, strategy in enumerate(played):
        if strategy.sets_house_way and can_be_counted(form):
            priced[strategy.name] = _exact(strategy, house_way_counts(game, report))
        else:
            priced[strategy.name] = _estimate(strategy, counts[:, number].sum(axis=0).tolist(), seed)
    for number, strategy in enumerate(played):
        house_way_number = _number_of_house_way(played, strategy)
        house_way = priced[played[house_way_number].name]
        estimate = priced[strategy.name]
        if isinstance(house_way, Exact) and isinstance(estimate, Estimate):
            nets = _nets(strategy, counts[:, number]) - _nets(strategy, counts[:, house_way_number])
            change = total_change(nets, counts[:, number].sum(axis=1))
            priced[strategy.name] = replace(
                estimate, ev=float(house_way.ev) + change.mean, standard_error=change.standard_error
            )
    terms = dict(game.terms_as_text)
    wagers = {form.wager.name: WagerPrice(strategies=priced)}
    return Price(game=game.key, terms=terms, terms_hash=game.terms_hash, wagers=wagers)


def strategies(game: AnyGame) -> list[Strategy]:
    """The house way and the best setting, as bettor and as bank."""
    return list(_strategies(variant_of(game)))


@lru_cache(maxsize=8)
def _strategies(variant: Variant) -> tuple[Strategy, ...]:
    game = variant.rules
    all_strategies = []
    for banks in roles(game):
        paid = payoffs(game, banks=banks)
        prefix = "banker_" if banks else ""
        best = best_codes(game, hand_values(game, banks=banks))
        all_strategies.append(Strategy(prefix + HOUSE_WAY, hand_tables(game).house, paid, banks))
        all_strategies.append(Strategy(prefix + BEST, best, paid, banks))
    return tuple(all_strategies)


def roles(game: AnyGame) -> tuple[bool, ...]:
    """Whether a seat banks, in each role that it can have: as a bettor (False) and, where players bank, as the bank."""
    banking = game.banking(game.terms)
    if banking is not None and banking.may_bank:
        return False, True
    return (False,)


def pattern_counts(
    game: AnyGame, played: list[Strategy], report: Progress, *, rounds: int, seed: int, parts: int = 1
) -> NDArray[np.int64]:
    """By part of the deals and strategy: how often each pattern came. It does not depend on the number of threads."""
    form = form_of(game)
    tables = classes_of(form).tables
    house = hand_tables(game).house
    ours = np.stack([strategy.codes for strategy in played])
    theirs = np.broadcast_to(house, ours.shape).copy()
    shoe = np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)

    def play(chunk: int) -> NDArray[np.int64]:
        count = min(CHUNK, rounds - chunk * CHUNK)
        uniforms = stream(seed, DEAL_STREAM, chunk).random((count, 2 * form.cards))
        return np.stack([count_patterns(tables, shoe, part, ours, theirs) for part in np.array_split(uniforms, parts)])

    chunks = range(-(-rounds // CHUNK))
    return np.concatenate(list(in_threads(play, chunks, lambda done: report(done, len(chunks)))))


def _number_of_house_way(played: list[Strategy], strategy: Strategy) -> int:
    """The house way in the same role."""
    return next(number for number, other in enumerate(played) if other.sets_house_way and other.banks == strategy.banks)


def _nets(strategy: Strategy, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """By part: the sum of the nets."""
    paid = np.array([float(net or 0) for net in strategy.paid])
    nets: NDArray[np.float64] = counts @ paid
    return nets


class Change(NamedTuple):
    """The average change of the net, and its standard error."""

    mean: float
    standard_error: float


def total_change(nets: NDArray[np.float64], rounds: NDArray[np.int64]) -> Change:
    """The change per round, from the sum of changes and the number of rounds in each part."""
    played = rounds > 0
    mean = float(nets.sum() / rounds.sum())
    deviations = (nets[played] - mean * rounds[played]) ** 2 / rounds[played]
    variance = float(deviations.sum()) / max(1, len(deviations) - 1)
    return Change(mean, sqrt(variance / int(rounds.sum())))


def _exact(strategy: Strategy, counts: list[int]) -> Exact:
    """The price of a strategy from the count of each pattern."""
    check_every_pattern_pays(counts, strategy.paid)
    deals_by_net: dict[Fraction, int] = {}
    for count, net in zip(counts, strategy.paid, strict=True):
        if net is not None:
            deals_by_net[net] = deals_by_net.get(net, 0) + count
    nets_by_end = {end: [net for net in deals_by_net if _sign(net) == sign] for sign, end in ENDS.items()}
    outcomes = []
    for end, nets in nets_by_end.items():
        for net in sorted(nets, reverse=True):
            name = end if len(nets) == 1 else f"{end} {net}"
            outcomes.append(Outcome(name, net, deals_by_net[net]))
    return Exact(outcomes=tuple(outcomes))


def _estimate(strategy: Strategy, counts: list[int], seed: int) -> Estimate:
    ev, variance = mean_and_variance(counts, strategy.paid)
    rounds = sum(counts)
    rounds_by_end = dict.fromkeys(ENDS.values(), 0)
    nets_by_end: dict[str, set[Fraction]] = {end: set() for end in ENDS.values()}
    for count, net in zip(counts, strategy.paid, strict=True):
        end = ENDS[_sign(net)]
        rounds_by_end[end] += count
        if net is not None:
            nets_by_end[end].add(net)
    notes: dict[str, Json] = {"outcomes_counted": rounds_by_end}
    if strategy.name.endswith(BEST):
        notes["note"] = NOTE
    if all(len(nets) == 1 for nets in nets_by_end.values()):
        notes["pays"] = {end: str(net) for end, (net,) in nets_by_end.items()}
    return Estimate(
        ev=float(ev),
        standard_error=sqrt(variance / rounds),
        standard_deviation=sqrt(variance),
        seed=seed,
        rounds=rounds,
        notes=notes,
    )


def _sign(net: Fraction | None) -> int:
    if not net:
        return 0
    return 1 if net > 0 else -1


READING_ROUNDS = 16 * CHUNK
"""Rounds of each reading."""
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
        played = strategies(variant)
        for earlier, nets in known:
            if [_identity(strategy) for strategy in earlier] == [_identity(strategy) for strategy in played]:
                return nets
        nets = _nets_by_part(variant, played)
        known.append((played, nets))
        return nets

    def figures(variant: AnyGame) -> Figures:
        base = by_part(game)
        return {(wager, name): paired_mean(base.get(name, nets), nets) for name, nets in by_part(variant).items()}

    return all_readings(game, rulebook, figures, progress, also_unmoved=also_unmoved)


def _nets_by_part(game: AnyGame, played: list[Strategy]) -> ByPart:
    counts = pattern_counts(game, played, ignore_progress, rounds=READING_ROUNDS, seed=SEED, parts=PARTS).tolist()
    nets = {}
    for number, strategy in enumerate(played):
        means = [float(mean_and_variance(part[number], strategy.paid)[0]) for part in counts]
        nets[strategy.name] = np.array(means)
    return nets


def _identity(strategy: Strategy) -> tuple[str, int, Payoffs]:
    """Strategies that agree in this have the same results. Tables are cached, so equal codes are the same object."""
    return strategy.name, id(strategy.codes), strategy.paid
