"""
The generic price: the house way and best play counted over all deals.

Best play takes a quarter of an hour to count, so only counts that exist are used: those that come with the game and
those in the cache. Under other terms the gain of the best setting over the house way is estimated from seeded deals.
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
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame
from ...rules.rulebook import Rulebook
from ...sampling.chunks import Progress, ignore_progress, in_threads
from ...sampling.json_types import Json
from ...sampling.settings import checked_integer
from ...sampling.streams import stream
from ..price import Estimate, Exact, Outcome, Price, WagerPrice
from ..readings import Figure, FigureErrors, FigureName, Figures, Reading, paired, paired_mean
from ..readings import readings as all_readings
from .best_play import best_play_counts, nets_of
from .exact import can_be_counted, house_way_counts
from .form import Variant, form_of, variant_of
from .payoff import Payoffs, payoffs
from .stakes import at_stake, best_stake, checked_stake
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
COUNTED_NOTE = "the best setting of every hand against all hands that share no card with it"
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
    counted = counted_strategies(game, report)
    priced: dict[str, Exact | Estimate] = {name: counted[name] for name in strategy_names(game) if name in counted}
    if len(priced) < len(strategy_names(game)):
        priced = _with_estimates(game, counted, report, rounds=rounds, seed=seed)
    terms = dict(game.terms_as_text)
    wagers = {form.wager.name: WagerPrice(strategies=priced)}
    return Price(game=game.key, terms=terms, terms_hash=game.terms_hash, wagers=wagers)


def price_at_stake(game: AnyGame, stakes: Mapping[str, int], progress: Progress | None = None) -> Price:
    """The price of the strategies that are counted, per chip of this stake."""
    chips = checked_stake(game, stakes)
    counted = counted_strategies(game, progress or ignore_progress)
    if not counted:
        raise NotAllowed(f"{game.name} is not counted, so it has no price for {chips} chips")
    strategies_at_stake: dict[str, Exact | Estimate] = {}
    for banks in roles(game):
        for play in (HOUSE_WAY, BEST):
            name = role_name(banks, play)
            if name in counted:
                strategies_at_stake[name] = at_stake(game, counted[name], chips, banks=banks)
    wagers = {form_of(game).wager.name: WagerPrice(strategies=strategies_at_stake)}
    return Price(game=game.key, terms=dict(game.terms_as_text), terms_hash=game.terms_hash, wagers=wagers)


def strategy_names(game: AnyGame) -> list[str]:
    """The house way and the best setting, as bettor and as bank."""
    return [role_name(banks, play) for banks in roles(game) for play in (HOUSE_WAY, BEST)]


def role_name(banks: bool, play: str) -> str:
    return f"banker_{play}" if banks else play


def counted_strategies(game: AnyGame, report: Progress = ignore_progress) -> dict[str, Exact]:
    """The strategies whose deals are all counted, by name; the house way is counted now if need be."""
    if not can_be_counted(form_of(game)):
        return {}
    counted = {}
    for banks in roles(game):
        paid = payoffs(game, banks=banks)
        counted[role_name(banks, HOUSE_WAY)] = _exact(paid, house_way_counts(game, report))
        best = best_play_counts(game, paid)
        if best is not None:
            deals_by_net = dict(zip(nets_of(paid), best, strict=True))
            counted[role_name(banks, BEST)] = Exact(outcomes=_outcomes(deals_by_net), notes={"note": COUNTED_NOTE})
    return counted


def _with_estimates(
    game: AnyGame, counted: Mapping[str, Exact], report: Progress, *, rounds: int, seed: int
) -> dict[str, Exact | Estimate]:
    """All strategies: those that are counted, and estimates of the others."""
    played = strategies(game)
    counts = pattern_counts(game, played, report, rounds=rounds, seed=seed, parts=PARTS)
    priced: dict[str, Exact | Estimate] = {}
    for number, strategy in enumerate(played):
        if strategy.name in counted:
            priced[strategy.name] = counted[strategy.name]
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
    return priced


def strategies(game: AnyGame) -> list[Strategy]:
    """The house way and the best setting, as bettor and as bank."""
    return list(_strategies(variant_of(game)))


@lru_cache(maxsize=8)
def _strategies(variant: Variant) -> tuple[Strategy, ...]:
    game = variant.rules
    all_strategies = []
    for banks in roles(game):
        paid = payoffs(game, banks=banks)
        best = best_codes(game, hand_values(game, banks=banks))
        all_strategies.append(Strategy(role_name(banks, HOUSE_WAY), hand_tables(game).house, paid, banks))
        all_strategies.append(Strategy(role_name(banks, BEST), best, paid, banks))
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


def _exact(paid: Payoffs, counts: list[int]) -> Exact:
    """The price of a strategy from the count of each pattern."""
    check_every_pattern_pays(counts, paid)
    deals_by_net: dict[Fraction, int] = {}
    for count, net in zip(counts, paid, strict=True):
        if net is not None:
            deals_by_net[net] = deals_by_net.get(net, 0) + count
    return Exact(outcomes=_outcomes(deals_by_net))


def _outcomes(deals_by_net: Mapping[Fraction, int]) -> tuple[Outcome, ...]:
    nets_by_end = {end: [net for net in deals_by_net if _sign(net) == sign] for sign, end in ENDS.items()}
    outcomes = []
    for end, nets in nets_by_end.items():
        for net in sorted(nets, reverse=True):
            name = end if len(nets) == 1 else f"{end} {net}"
            outcomes.append(Outcome(name, net, deals_by_net[net]))
    return tuple(outcomes)


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
BEST_STAKES: FigureName = ("hand", "best_stakes")
"""What best play wins per chip at the wager that wins most."""
ByPart = Mapping[str, NDArray[np.float64]]
"""By strategy: its average net in each part of the deals."""


def readings(
    game: AnyGame,
    rulebook: Rulebook,
    progress: Progress | None = None,
    *,
    also_unmoved: bool = False,
    reasons: Mapping[str, str] | None = None,
) -> list[Reading]:
    """
    The changes of each reading: from counts, or estimated on the same deals. A change within chance counts as none.

    Readings that set and pay alike are simulated once. `reasons` says by option why it cannot change a figure.
    """
    estimates = _PairedEstimates(game)
    return all_readings(
        game,
        rulebook,
        estimates.figures,
        progress,
        also_unmoved=also_unmoved,
        reasons=reasons,
        errors=estimates.errors,
    )


class _PairedEstimates:
    """The figures of a game and of its readings: counted, or estimated by their differences on the same deals."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.wager = form_of(game).wager.name
        self.counted = counted_strategies(game)
        self.known: list[tuple[list[Strategy], ByPart]] = []

    def figures(self, variant: AnyGame) -> Figures:
        counted = counted_strategies(variant)
        values: dict[FigureName, Figure] = {}
        for name in strategy_names(variant):
            values[self.wager, name] = counted[name].ev if name in counted else self.estimated(variant, name)
        if BEST in counted and BEST in self.counted:
            values[BEST_STAKES] = best_stake(variant, counted[BEST]).ev
        return values

    def estimated(self, variant: AnyGame, name: str) -> Figure:
        """The figure of a strategy that was not counted; that of the game itself if the change may be chance."""
        nets = self.by_part(variant)[name]
        base = self.by_part(self.game).get(name, nets)
        base_ev = self.counted[name].ev if name in self.counted else float(base.mean())
        change = paired_mean(base, nets) - float(base.mean())
        return base_ev + change if change else base_ev

    def errors(self, variant: AnyGame) -> dict[FigureName, FigureErrors]:
        """The standard errors of the figures that are estimated."""
        counted = counted_strategies(variant)
        errors: dict[FigureName, FigureErrors] = {}
        for name in strategy_names(variant):
            if name not in counted:
                nets = self.by_part(variant)[name]
                estimate = paired(self.by_part(self.game).get(name, nets), nets)
                is_added_to_a_count = name in self.counted
                after = estimate.errors.change if is_added_to_a_count else estimate.errors.after
                errors[self.wager, name] = FigureErrors(estimate.errors.change, after)
        return errors

    def by_part(self, variant: AnyGame) -> ByPart:
        played = strategies(variant)
        for earlier, nets in self.known:
            if [_identity(strategy) for strategy in earlier] == [_identity(strategy) for strategy in played]:
                return nets
        nets = _nets_by_part(variant, played)
        self.known.append((played, nets))
        return nets


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
