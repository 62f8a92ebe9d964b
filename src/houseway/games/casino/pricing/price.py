"""
The price of the Casino Version: estimates with their standard error, and exact counts where they are possible.

The wager is `ante`. Results are in antes: ante, buy-in and points together. The player always plays against the dealer
policy of the terms [CAS-A4]. There are four strategies:

- `house_way` always buys and sets by HW-2.
- `best_setting` always buys and makes the setting of highest value.
- `best_by_kind` does that too, but folds the kinds of seven cards with which buying has a lower value than folding.
- `best` decides on the fold hand by hand, as `houseway best` does.

The estimates of some terms, seed and precision are cached until the code changes, so that the second time is fast.

The first three are played out. What `best` wins more than `best_by_kind` is valued by tables (`folding.py`). It is the
value of one fixed strategy, so best play wins at least that much; a bound above is in the notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, comb, sqrt
from pathlib import Path
from typing import TypedDict

from ....kernels.cache import source_hash
from ....kernels.disk_cache import cached
from ....kernels.enumerate import shape_classes
from ....pricing.price import Estimate, Exact, Price, WagerPrice, ratio
from ....rules.errors import Unreadable, shown
from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress, part_of
from ....sampling.json_types import Json, JsonObject
from ....sampling.settings import checked_integer
from .. import hand_order
from .. import wagers as casino_wagers
from ..sheet import SHEET
from ..terms import Terms
from ..wagers import BUY, FOLD
from .best_reply import BestReplyByKind, best_reply
from .folding import FoldGain, fold_gain
from .scores import CasinoTables, asymmetry, casino_tables, refuse
from .shoes import BEST_BY_KIND, HOUSE_WAY, Sample, means, simulated, standard_error

ANTE = casino_wagers.ANTE
SEED = 1
PRECISION = 0.0005
"""The default standard error, in antes."""
PREPARED = 0.05
"""The share of the progress when the tables are made."""
PLAYED = 0.8
"""The share of the progress when the shoes are played."""
PLAYED_SHARE = 0.84
"""The part of the standard error of `best` that the played shoes may have; errors add as squares."""
FOLD_SPREAD = 0.036
"""The spread of the gain of folding hand by hand from shoe to shoe, in antes, rather too high than too low."""
FEWEST_FOLD_SHOES = 200
BEST = "best"
SHARE_FOLDED = "share_folded"
"""The note on how many rounds are folded."""
NOTES_OF_BOTH = ("dealer", "jokers", "fold_worth_exactly")
"""The notes on folding by kinds that hold for folding hand by hand too."""
FINEST = 0.00005
"""The smallest standard error that may be asked for."""
MOST_ROUNDS = 10**10
GAME_FOLDER = Path(__file__).parents[1]
SAMPLING_FOLDER = Path(__file__).parents[3] / "sampling"
SOURCE = source_hash(GAME_FOLDER, SAMPLING_FOLDER)
"""A hash of the code of this game and of its sampling: cached estimates are used only while it is the same."""


def price(
    game: Game[Terms],
    progress: Progress | None = None,
    *,
    rounds: int | None = None,
    precision: float = PRECISION,
    seed: int = SEED,
) -> Price:
    """Every strategy against the dealer of the terms, to this standard error in antes or in this number of rounds."""
    refuse(game)
    if not isinstance(precision, int | float) or not precision >= FINEST:
        raise Unreadable(f"precision is a standard error in antes from {FINEST} up, not {shown(precision)}")
    if rounds is not None:
        checked_integer("rounds", rounds, 1, MOST_ROUNDS)
    report = progress or ignore_progress
    part_of(report, 0, 1)(0, 1)
    name = f"casino price {SOURCE} {game.terms_hash} {rounds} {precision} {seed}"
    plain = cached(name, lambda: in_plain_values(estimates(game, report, rounds, precision, seed)))
    strategies = {strategy: Estimate(**values) for strategy, values in plain.items()}
    part_of(report, 0, 1)(1, 1)
    named = dict(game.terms_as_text)
    wagers = {ANTE: WagerPrice(strategies=strategies)}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def estimates(
    game: Game[Terms], report: Progress, rounds: int | None, precision: float, seed: int
) -> dict[str, Estimate]:
    """The estimates of all strategies, by name."""
    tables = casino_tables(game.terms)
    strategy = best_reply(game.terms, seed)
    part_of(report, 0, PREPARED)(1, 1)
    samples = simulated(tables, strategy, seed, rounds, PLAYED_SHARE * precision, part_of(report, PREPARED, PLAYED))
    strategies = {
        name: estimate(tables, sample, seed, notes(game, tables, strategy, name, sample))
        for name, sample in samples.items()
    }
    gain = fold_gain(tables, strategy, seed, fold_shoes(rounds, precision), part_of(report, PLAYED, 1))
    strategies[BEST] = by_hand(strategies[BEST_BY_KIND], gain)
    return strategies


class EstimateValues(TypedDict):
    """The fields of an `Estimate`."""

    ev: float
    standard_error: float
    standard_deviation: float
    seed: int
    rounds: int
    notes: JsonObject


def in_plain_values(strategies: Mapping[str, Estimate]) -> dict[str, EstimateValues]:
    """Estimates as values that can be cached."""
    return {
        name: EstimateValues(
            ev=estimate.ev,
            standard_error=estimate.standard_error,
            standard_deviation=estimate.standard_deviation,
            seed=estimate.seed,
            rounds=estimate.rounds,
            notes=dict(estimate.notes),
        )
        for name, estimate in strategies.items()
    }


def fold_shoes(rounds: int | None, precision: float) -> int:
    """The number of shoes for the gain of folding hand by hand."""
    if rounds is not None:
        return FEWEST_FOLD_SHOES
    wanted = FOLD_SPREAD / (sqrt(1 - PLAYED_SHARE**2) * precision)
    return max(FEWEST_FOLD_SHOES, ceil(wanted**2))


def by_hand(by_kind: Estimate, gain: FoldGain) -> Estimate:
    """The estimate for folding hand by hand: folding by kinds, which was played out, and the gain over it."""
    shoes = len(gain.below)
    below = float(gain.below.mean())
    above = float(gain.above.mean())
    below_error = float(gain.below.std(ddof=1)) / sqrt(shoes)
    above_error = float(gain.above.std(ddof=1)) / sqrt(shoes)
    error = sqrt(by_kind.standard_error**2 + below_error**2)
    bounds: JsonObject = {
        "at_least": by_kind.ev + below,
        "at_most": by_kind.ev + above,
        "at_most_error": sqrt(by_kind.standard_error**2 + above_error**2),
        "gain_over_best_by_kind": below,
        "gain_error": below_error,
        "gain_shoes": shoes,
        SHARE_FOLDED: float(gain.folds.mean()),
        "exact": "the payouts, and each hand of a setting against the counted dealers",
        "sampled": "the shoes, the counted dealers, the tried hands and pairs, the correction for cards held",
        "not_priced": "a setting chosen by the cards that the dealer cannot have",
    }
    shared = {name: note for name, note in by_kind.notes.items() if name in NOTES_OF_BOTH}
    return replace(by_kind, ev=by_kind.ev + below, standard_error=error, notes={**shared, **bounds})


def estimate(tables: CasinoTables, sample: Sample, seed: int, strategy_notes: JsonObject) -> Estimate:
    """The estimate of a strategy from its sample."""
    money = [*tables.scores.money.tolist(), tables.folded]
    counts = sample.net.tolist()
    rounds = int(sample.net.sum())
    mean = sum(amount * count for amount, count in zip(money, counts, strict=True)) / rounds / tables.part
    squares = sum(amount**2 * count for amount, count in zip(money, counts, strict=True)) / rounds / tables.part**2
    return Estimate(
        ev=float(means(tables, sample).mean()),
        standard_error=standard_error(tables, sample),
        standard_deviation=sqrt(squares - mean**2),
        seed=seed,
        rounds=rounds,
        notes=strategy_notes,
    )


def notes(game: Game[Terms], tables: CasinoTables, strategy: BestReplyByKind, name: str, sample: Sample) -> JsonObject:
    """Further results of a strategy: how often each net points came, and for `best_by_kind` what it folds."""
    *net, folds = sample.net.tolist()
    results: dict[str, Json] = {
        "dealer": game.terms.dealer_policy,
        "shoes": len(sample.sums),
        "rounds_per_shoe": tables.hands_in_shoe * (tables.hands_in_shoe - 1),
        "net_points": {str(points): count for points, count in zip(asymmetry(game.terms), net, strict=True) if count},
        "exact": "the payouts, and the points of every round played",
        "sampled": "the shoes",
    }
    if name != HOUSE_WAY:
        results["sampled"] = "the shoes, and the counted dealers against whom settings are chosen"
    if game.terms.joker_use == "any":
        results["jokers"] = "at their best in every hand [CAS-D3]; a lower card by choice is not priced [CAS-A31]"
    if name == BEST_BY_KIND:
        results["decisions"] = {BUY: sum(net), FOLD: folds}
        results["fold_worth_exactly"] = str(-game.terms.fold_cost_antes)
        results["folds"] = {kind: round(value, 3) for kind, value in strategy.kinds.items()}
    return results


def antes_wagered(terms: Terms, figure: Exact | Estimate) -> Fraction | float:
    """The antes wagered on average: the ante with the buy-in, or what a fold costs [CAS-08]."""
    bought = 1 + terms.buy_in_antes
    share_folded = figure.notes.get(SHARE_FOLDED)
    if not isinstance(share_folded, float):
        return Fraction(bought)
    return (1 - share_folded) * bought + share_folded * terms.fold_cost_antes


# Exact counts ------------------------------------------------------------------------------------------------------


def frequencies(game: Game[Terms]) -> Mapping[str, Mapping[str, int | str]]:
    """
    Exact figures: the payout of each net points, the classes of hands in the shoe, and how jokers are dealt.

    Classes are counted over all hands of three and of five cards, jokers over all hands of seven and of nine.
    """
    terms = game.terms
    return {
        "payout_in_antes": {str(points): ratio(won) for points, won in asymmetry(terms).items()},
        "fold_in_antes": {FOLD: str(-terms.fold_cost_antes)},
        "three_cards": _classes(terms, 3),
        "five_cards": _classes(terms, 5),
        "jokers_in_seven": _jokers(terms, terms.first_cards),
        "jokers_in_nine": _jokers(terms, terms.first_cards + terms.bought_cards),
    }


def _classes(terms: Terms, size: int) -> dict[str, int]:
    """The number of hands of this size in each class, the strongest first."""
    counts: dict[tuple[int, str], int] = {}
    for cards, ways in shape_classes(size, decks=terms.decks, jokers=terms.jokers):
        strength = hand_order.strength(terms, cards)
        counts[strength.level, strength.made] = counts.get((strength.level, strength.made), 0) + ways
    return {str(made): counts[level, made] for level, made in sorted(counts, reverse=True)}


def _jokers(terms: Terms, cards: int) -> dict[str, int]:
    """The number of hands of this size with each number of jokers."""
    shoe = len(SHEET.shoe(terms))
    naturals = shoe - terms.jokers
    return {str(n): comb(terms.jokers, n) * comb(naturals, cards - n) for n in range(terms.jokers + 1)}
