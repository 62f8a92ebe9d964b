"""
The exploitability of a dealer: the value of the best reply, in antes per round.

Fresh shoes are dealt, and every hand of a shoe plays against all the others as the dealer's. The player sets hands by
the tables and decides on a fold hand by hand. The result is an estimate with its standard error. A better reply may
exist, so apart from chance it is a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands
from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress, in_threads
from ....sampling.settings import checked_integer
from ....sampling.streams import stream
from ....solving.results import Exploitability, Solution
from ..kernels.duel import Suits, every_pair
from ..kernels.setting import NINE, CodedSettings, parts_of, set_by_policy, set_by_value
from ..pricing.scores import refuse, shuffled, suits_of
from ..terms import Terms
from .best_reply import BestReply, reply_from
from .make_best_reply import DEALS, SEED, make_tables

FRESH = 5
"""Purpose of a random stream, after those of pricing: shoes that the tables were not made from."""
CHUNK = 25
"""Number of shoes in a chunk."""
MORE = 30
"""How many times as many shoes are played without folding, which is quick, as with folding."""
FOLDED = 1 << 32
"""Added to the number of a chunk that is played with folding, so that it has a random stream of its own."""
TABLE_STEPS = 4
"""Number of steps reported as progress while tables are made."""
FRESH_SHOES = 500
UNIT = "antes a round"


class Won(NamedTuple):
    """The mean result of a round, by shoe, in antes."""

    setting: NDArray[np.float64]
    """The result if every hand buys."""
    folding: NDArray[np.float64]
    """The gain from folding, for fewer shoes."""


def solve(
    game: Game[Terms],
    progress: Progress | None = None,
    *,
    seed: int = SEED,
    deals: int = DEALS,
    fresh: int = FRESH_SHOES,
) -> Solution:
    """The tables of the best reply to this dealer, and its value on shoes that the tables were not made from."""
    refuse(game)
    checked_integer("fresh", fresh, 2 * CHUNK, 10**6)
    report = progress or ignore_progress
    total = TABLE_STEPS + fresh // CHUNK
    strategy_file = make_tables(game.terms, seed=seed, deals=deals, progress=lambda done, _: report(done, total))
    strategy = reply_from(strategy_file, game.terms)
    won = play_fresh_shoes(strategy, seed, fresh, lambda done: report(TABLE_STEPS + done, total))
    rounds = strategy.tables.hands_in_shoe * (strategy.tables.hands_in_shoe - 1)
    by_setting = float(won.setting.mean())
    by_folding = float(won.folding.mean())
    setting_error = standard_error(won.setting)
    folding_error = standard_error(won.folding)
    exploitability = (
        Exploitability(
            value=by_setting + by_folding,
            standard_error=sqrt(setting_error**2 + folding_error**2),
            unit=UNIT,
            deals=len(won.folding) * rounds,
            seed=seed,
        ),
        Exploitability(
            value=by_setting,
            standard_error=setting_error,
            unit=f"{UNIT}, buying always",
            deals=len(won.setting) * rounds,
            seed=seed,
        ),
    )
    return Solution(tables=strategy_file, exploitability=exploitability)


def standard_error(won: NDArray[np.float64]) -> float:
    return float(won.std(ddof=1)) / sqrt(len(won))


def play_fresh_shoes(strategy: BestReply, seed: int, shoes: int, report: Callable[[int], None]) -> Won:
    """Play this number of fresh shoes with folding, and MORE times as many without."""
    chunks = range(shoes // CHUNK)
    setting = in_threads(lambda chunk: _settings(strategy, seed, chunk), chunks)
    bought = np.concatenate(list(setting))
    folding = in_threads(lambda chunk: _folding(strategy, seed, chunk), chunks, report)
    return Won(bought, np.concatenate(list(folding)))


def _settings(strategy: BestReply, seed: int, chunk: int) -> NDArray[np.float64]:
    tables = strategy.tables
    dealt = shuffled(stream(seed, FRESH, chunk), tables.shoe, CHUNK * MORE, tables.hands_in_shoe * NINE)
    return _won(strategy, dealt.reshape(-1, NINE), np.zeros(len(dealt) * tables.hands_in_shoe, dtype=np.bool_))


def _folding(strategy: BestReply, seed: int, chunk: int) -> NDArray[np.float64]:
    tables = strategy.tables
    dealt = shuffled(stream(seed, FRESH, FOLDED | chunk), tables.shoe, CHUNK, tables.hands_in_shoe * NINE)
    hands = dealt.reshape(-1, NINE)
    folds = strategy.folds(hands[:, :-2])
    return _won(strategy, hands, folds) - _won(strategy, hands, np.zeros_like(folds))


def _won(strategy: BestReply, dealt: Hands, folds: NDArray[np.bool_]) -> NDArray[np.float64]:
    """By shoe: the mean result of the best reply, every hand of a shoe against all the others."""
    tables = strategy.tables
    hands = strategy.tables.hands_in_shoe
    scale = tables.coded.scale
    parts = parts_of(tables.coded.scale, dealt)
    dealers = set_by_policy(scale, tables.dealer, parts)
    theirs = CodedSettings(*(column.reshape(-1, hands) for column in dealers))
    their_suits = Suits(*(column.reshape(-1, hands) for column in suits_of(tables, parts, dealers)))
    ours, _ = set_by_value(scale, strategy.values, parts)
    sums, _ = every_pair(ours, theirs, suits_of(tables, parts, ours), their_suits, tables.scores, folds, tables.folded)
    return sums / (hands * (hands - 1) * tables.part)
