"""
Speed and quality of best settings in the Casino Version: from tables, compared with enumeration by the rules.

    python benchmarks/setting_casino.py

Times depend on the machine; the claims are the ratios and the antes. Enumeration goes through the 504 settings of nine
cards with the game's own functions, and looks up their value in the same table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np

from houseway.games.casino import house_way as casino_house_way
from houseway.games.casino.kernels.setting import parts_of, policy, set_by_policy, set_by_value
from houseway.games.casino.pricing.scores import shuffled
from houseway.games.casino.setting import RankedSetting, legal_settings
from houseway.games.casino.sheet import SHEET
from houseway.games.casino.solver.best_reply import BestReply, reply_to
from houseway.kernels.cards import decoded_hand
from houseway.sampling.streams import stream

HANDS = 20_000
PLAIN = 20
SEVENS = 20
ROUNDS = 5
BENCHMARK = 9


def best_time(work: Callable[[], object], count: int) -> float:
    """Seconds for one of `count` pieces of work: the lowest of a few runs."""
    work()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) / count)
    return min(times)


def plainly(strategy: BestReply, hands: np.ndarray) -> list[float]:
    """The value of the best setting of each hand, by the rules alone."""
    codes = {s: code for code, s in enumerate(strategy.tables.coded.evaluator.strengths) if s}
    values = []
    for hand in hands:
        settings = legal_settings(SHEET.terms, decoded_hand(hand))
        values.append(max(_value(strategy, codes, setting) for setting in settings))
    return values


def _value(strategy: BestReply, codes: dict[object, int], settings: RankedSetting) -> float:
    card = int(np.flatnonzero(strategy.tables.coded.scale.one == codes[settings.first])[0])
    second = codes[settings.second]
    third = codes[settings.third]
    cells = strategy.values.first_cell[card], strategy.values.second_cell[second], strategy.values.third_cell[third]
    return float(strategy.values.value[cells])


def main() -> None:
    strategy = reply_to(SHEET.terms)
    tables = strategy.tables
    hands = shuffled(stream(1, BENCHMARK, 0), tables.shoe, HANDS, 9)
    fast = best_time(lambda: strategy.choice(hands), HANDS)
    few = hands[:PLAIN]
    start = perf_counter()
    plain_values = plainly(strategy, few)
    plain = (perf_counter() - start) / PLAIN
    assert np.allclose(plain_values, strategy.choice(few)[1], atol=1e-5)
    sevens = hands[:SEVENS, :7].copy()
    fold = best_time(lambda: strategy.folds(sevens), SEVENS)
    whole = best_time(lambda: strategy.buying(sevens), SEVENS)
    say(
        f"nine cards in batch: {1e6 * fast:.1f} µs a hand; "
        f"plainly {1e3 * plain:.1f} ms, {plain / fast:,.0f} times as long"
    )
    say(f"fold or buy: {1e3 * fold:.2f} ms a hand, {1e3 * whole:.2f} ms by the whole sum over pairs;")
    say(f"  1,431 hands set plainly would take {plain * 1431 / whole:,.0f} times as long as the whole sum")
    parts = parts_of(tables.coded.scale, hands)
    _, most = set_by_value(tables.coded.scale, strategy.values, parts)
    for name in ("top_down", "hw1", "hw2", "hw3", "hw4", "equilibrium"):
        settings = set_by_policy(tables.coded.scale, policy(tables.coded, casino_house_way.POLICIES[name]), parts)
        values = strategy.values
        cells = (
            values.first_cell[settings.first],
            values.second_cell[settings.second],
            values.third_cell[settings.third],
        )
        lost = most.astype(np.float64) - values.value[cells]
        say(f"a player who sets by {name} gives up {lost.mean():.4f} ± {lost.std() / HANDS**0.5:.4f} antes a hand")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
