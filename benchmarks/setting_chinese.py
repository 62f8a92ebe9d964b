"""
Setting thirteen cards of Chinese Poker: our searches compared with plain enumeration by the rules, in one run.

    python benchmarks/setting_chinese.py

Times depend on the machine and are of this process alone; the claim is the ratios. Plain enumeration goes through all
72,072 settings with the rules' own functions and takes the one with the highest value by the same tables. Quality is in
units per hand against each opponent who plays by the shipped tables.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from time import process_time

import numpy as np

from houseway.games.ask import best
from houseway.games.chinese import hand_order
from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import ROWS
from houseway.games.chinese.house_way import LINES
from houseway.games.chinese.kernels.best_setting import best_of, value_tables
from houseway.games.chinese.kernels.setting import MOST, evaluated, non_dominated_of
from houseway.games.chinese.kernels.value import grid_value
from houseway.games.chinese.solver.field import Field
from houseway.games.chinese.solver.field_sources import shipped_field, terms_for
from houseway.games.chinese.solver.house_way import chosen
from houseway.games.chinese.solver.options import options_of, random_hands, tables
from houseway.games.chinese.solver.solve import best_replies
from houseway.kernels.cards import decoded_hand, encoded_hands
from houseway.rules.cards import Cards
from houseway.rules.game import Game

HANDS = 1_000
SINGLE = 40
ROUNDS = 5
PURPOSE = 21
SCORINGS = ("per_hand", "2-4", "1-6")


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest time of several runs."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def plain_best(field: Field, cards: Cards) -> float:
    """The highest value of all settings: fouls and strengths by the rules, values from the same grid."""
    terms = field.terms
    tables = evaluated(field.terms.wheel)
    code = {strength: number for number, strength in enumerate(tables.strengths)}
    most = -np.inf
    for back in combinations(cards, 5):
        rest = [card for card in cards if card not in back]
        for middle in combinations(rest, 5):
            setting = {"front": tuple(c for c in rest if c not in middle), "middle": middle, "back": back}
            if foul(terms, setting, {}) is None:
                rows = [code[hand_order.strength(terms, setting[row])] for row in ROWS]
                most = max(most, grid_value(field.grid, *rows, 0))
    return most


def times(scoring: str, plain: float | None) -> float:
    field = shipped_field(scoring, "base")
    game: Game[chinese.Terms] = Game(**{**vars(chinese.SHEET), "terms": field.terms})
    hands = random_hands(1, PURPOSE, HANDS)
    table = tables(field.terms)
    by = value_tables(field.grid, np.concatenate([field.pays.classes, np.zeros((3, 1), dtype=np.uint16)], axis=1))
    room = np.empty((MOST * 100, 5), dtype=np.uint16)
    ends = np.zeros(HANDS, dtype=np.int64)
    best_of(table, by, hands[:2]), non_dominated_of(table, hands[:2], room, ends)
    cards = [decoded_hand(hand.tolist()) for hand in hands[:SINGLE]]
    best(game, cards[0])
    if plain is None:
        began = process_time()
        value = plain_best(field, cards[0])
        plain = process_time() - began
        assert abs(value - best_of(table, by, encoded_hands(cards[:1]))[1][0]) < 1e-6
        print(f"plain enumeration through the rules: {plain * 1000:,.0f} ms a hand")
    batch = seconds(lambda: best_of(table, by, hands)) / HANDS
    sets = seconds(lambda: non_dominated_of(table, hands[:200], room, ends)) / 200
    single = seconds(lambda: [best(game, hand) for hand in cards], 3) / SINGLE
    for name, taken in (("best, in batch", batch), ("non-dominated settings", sets), ("best, a single call", single)):
        print(
            f"{scoring:9} {name:24} {taken * 1e6:9,.1f} us a hand; the plain way {plain / taken:10,.0f} times as long"
        )
    return plain


def quality(scoring: str) -> None:
    """Print what simpler strategies give up against the optimum."""
    field = Field(terms_for(scoring, "base"), shipped_field(scoring, "base").hands)
    options = options_of(field.terms, random_hands(1, PURPOSE + 1, HANDS))
    optimum = best_replies(field, options)
    back_first = ("back", "middle", "front")
    front_first = ("front", "middle", "back")
    ways = {"strongest back first": ((), back_first), "strongest front first": ((), front_first)}
    for name, (lines, order) in {**ways, "our sentences": (LINES, front_first)}.items():
        lost = optimum - field.units(options.at(chosen("low", options, lines, order))) / field.total
        print(f"{scoring:9} {name:24} gives up {lost.mean():.3f} +- {lost.std() / HANDS**0.5:.3f} units a hand")


def main() -> None:
    plain = None
    for scoring in SCORINGS:
        plain = times(scoring, plain)
    for scoring in SCORINGS:
        quality(scoring)


if __name__ == "__main__":
    main()
