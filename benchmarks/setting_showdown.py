"""
Setting Showdown hands: time and quality, compared with the house way by the rules on the same deals in one run.

    python benchmarks/setting_showdown.py [DEALS]

Times are processor time of this process, so that other programs disturb them less; the claim is the ratio to the house
way. Quality is the points given up against the optimum, for each opponent of the shipped population.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from time import process_time

import numpy as np

from houseway.games.showdown import legality
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.solver.best_setting import solve_setting
from houseway.games.showdown.solver.fictitious_play import deal_cards
from houseway.games.showdown.solver.population import strength_in
from houseway.games.showdown.solver.strategies import strongest_first
from houseway.games.showdown.solver.surrender import Choice, drawn_choice, predicted_choice
from houseway.games.showdown.solver.tables import Known, known
from houseway.games.showdown.solver.value_model import MICRO, points_model
from houseway.rules.cards import JOKER, Cards
from houseway.rules.setting import Setting

GAME = SHEET
SEED = 11
PURPOSE = 46
HOUSE_WAYS = 10
REFERENCE = 40
"""Deals set by the house way, which is slow; also the draws of the surrender decision used as a reference."""


def deals(count: int, number: int) -> list[Cards]:
    return [deal_cards(GAME, SEED, PURPOSE, at, count) for at in range(number)]


def with_jokers(count: int, number: int) -> list[Cards]:
    naturals = [card for card in GAME.shoe(GAME.terms) if card != JOKER]
    return [(*random.Random(at).sample(naturals, count - 4), *(JOKER,) * 4) for at in range(number)]


def times(work: Callable[[Cards], object], hands: list[Cards]) -> list[float]:
    """The milliseconds that the work takes for each hand."""
    milliseconds = []
    for cards in hands:
        began = process_time()
        work(cards)
        milliseconds.append(1000 * (process_time() - began))
    return milliseconds


def speed(others: Known, number: int) -> None:
    solve_setting(GAME, deals(20, 1)[0], others.model)
    slow = float(np.median(times(lambda cards: GAME.house_way(GAME.terms, cards), deals(25, HOUSE_WAYS))))
    print(f"house way through the rules: {slow:.0f} ms a deal (median of {HOUSE_WAYS})")
    groups = {f"{count} cards": deals(count, number) for count in (20, 23, 25)}
    groups |= {f"{count} cards, four jokers": with_jokers(count, max(10, number // 10)) for count in (20, 25)}
    for name, hands in groups.items():
        open_ = [0]

        def work(cards: Cards, open_: list[int] = open_) -> None:
            open_[0] += not solve_setting(GAME, cards, others.model).proven

        measured = times(work, hands)
        middle, late, worst = np.quantile(measured, [0.5, 0.99, 1.0])
        print(
            f"{name}: median {middle:.1f} ms (1/{slow / middle:.0f} of the house way), 99th percentile {late:.0f} ms, "
            f"worst {worst:.0f} ms, {len(hands) - open_[0]} of {len(hands)} proven"
        )


def quality(others: Known, number: int) -> None:
    def value(setting: Setting) -> float:
        return sum(others.model.value(p, strength_in(GAME, setting, p)) for p in legality.SLOTS) / MICRO

    ways: dict[str, Callable[[Cards], Setting]] = {
        "strongest hand first": lambda cards: strongest_first(GAME, cards).setting,
        "the solver's first look, without proof": lambda cards: (
            solve_setting(GAME, cards, others.model, budget=1).setting
        ),
        "most special points": lambda cards: solve_setting(GAME, cards, points_model(GAME)).setting,
        "house way": lambda cards: GAME.house_way(GAME.terms, cards),  # type: ignore[misc]
    }
    hands = deals(25, number)
    best = [solve_setting(GAME, cards, others.model).value / MICRO for cards in hands]
    for name, way in ways.items():
        lost = [top - value(way(cards)) for top, cards in zip(best, hands, strict=True)]
        error = np.std(lost, ddof=1) / np.sqrt(len(lost))
        print(f"given up by {name}: {np.mean(lost):.2f} ± {error:.2f} points an opponent")


def surrenders(others: Known, number: int) -> None:
    """Print what the quick prediction and a bot's draws give up against many draws, in chips per decision."""
    for count, players in ((20, 6), (23, 5)):
        lost = list[list[float]]()
        drawn = list[Choice]()
        took = list[float]()
        for cards in deals(count, number):
            judge = drawn_choice(GAME, cards, others, players=players, seats=6, draws=REFERENCE, seed=1).values
            quick = predicted_choice(cards, others, players=players, seats=6)
            began = process_time()
            drawn.append(drawn_choice(GAME, cards, others, players=players, seats=6))
            took.append(1000 * (process_time() - began))
            lost.append([max(judge.values()) - judge[choice.decision] for choice in (quick, drawn[-1])])
        costs = np.mean(lost, axis=0)
        print(
            f"surrender at {count} cards: prediction costs {costs[0]:.2f} chips, drawing {costs[1]:.2f} "
            f"({np.median(took):.0f} ms, worst {max(took):.0f} ms), judged by {REFERENCE} draws on {number} deals"
        )


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    tables = known(GAME)
    speed(tables, wanted)
    quality(tables, max(10, wanted // 10))
    surrenders(tables, max(10, wanted // 20))
