"""
What simpler strategies for setting a Showdown hand give up against the best setting, in points for each opponent.

    python benchmarks/showdown_quality.py [deals]

A hand's value is what it wins and loses on average against the settings in
tests/games/showdown/showdown_opponents.txt.
Each strategy sets the same deals: 20, 23 and 25 cards of the full shoe in turn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from games.showdown.showdown_candidates import Candidate, candidates, held_by_kind
from games.showdown.showdown_cpsat import Column, best_setting, columns, named, settled
from games.showdown.showdown_values import MICRO, field_of
from houseway.games.showdown import legality
from houseway.games.showdown.house_way import house_way
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.solver.best_setting import solve_setting
from houseway.games.showdown.solver.value_model import Model, model_from, points_model
from houseway.rules.cards import Cards, shoe
from houseway.rules.setting import Setting

TERMS = SHEET.terms
FIELD = field_of(TERMS)
WIDTH = 200
DEALS = 30


class Table:
    """A deal with every hand that it can make, H1 to H6."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.candidates: list[Candidate] = candidates(TERMS, cards)
        self.places: list[Column] = columns(TERMS, cards, self.candidates, FIELD)
        self.held = np.array(list(held_by_kind(cards).values()))

    def setting(self, rows: list[int]) -> Setting | None:
        """The hands in these rows, H6 first; None if they break a rule."""
        at = [int(column.at[row]) for column, row in zip(self.places[::-1], rows, strict=True)]
        setting = named([self.candidates[row].cards for row in at[::-1]])
        return None if legality.fault_codes(TERMS, setting, {}) else setting

    def fitting(self, place: int, left: np.ndarray, under: int) -> np.ndarray:
        """The rows of the hands that these cards can make in a slot and that are weaker than `under`."""
        column = self.places[place]
        weaker = int(np.searchsorted(column.order, under))
        return np.flatnonzero((column.uses[:weaker] <= left).all(axis=1))


def strongest_first(table: Table) -> Setting | None:
    """The strongest H6, then the strongest H5 from the remaining cards, and so on down."""
    left = table.held
    under = 1 << 40
    rows = []
    for place in range(5, -1, -1):
        fits = table.fitting(place, left, under)
        if not len(fits):
            return None
        column = table.places[place]
        row = int(fits[-1])
        left = left - column.uses[row]
        under = int(column.order[row])
        rows.append(row)
    return table.setting(rows)


def beam(table: Table) -> Setting | None:
    """Beam search from H6 down: the 200 partial settings with the highest value so far."""
    states = [(0, [], table.held, 1 << 40)]
    for place in range(5, -1, -1):
        steps = sorted(followed(table, place, states), key=lambda step: -step[0])[:WIDTH]
        column = table.places[place]
        states = [
            (value, [*rows, row], left - column.uses[row], int(column.order[row])) for value, rows, left, row in steps
        ]
    return next((setting for _, rows, *_ in states if (setting := table.setting(rows))), None)


def followed(table: Table, place: int, states: list) -> Iterator[tuple[int, list[int], np.ndarray, int]]:
    values = table.places[place].worth
    for value, rows, left, under in states:
        fits = table.fitting(place, left, under)
        best = fits[np.argsort(-values[fits], kind="stable")[:WIDTH]]
        yield from ((value + int(values[row]), rows, left, int(row)) for row in best)


def most_points(points: Model) -> Callable[[Table], Setting | None]:
    """A strategy: the setting with the most points if all six hands win."""
    return lambda table: solve_setting(SHEET, table.cards, points).setting


def deals(count: int) -> Iterator[Cards]:
    whole = shoe(decks=TERMS.decks, jokers=TERMS.jokers)
    for seed in range(count):
        yield tuple(random.Random(seed).sample(whole, (20, 23, 25)[seed % 3]))


def best(table: Table, model: Model) -> int:
    """The value of the best setting: by the solver, or by CP-SAT if the solver has no proof."""
    solved = solve_setting(SHEET, table.cards, model)
    return solved.value if solved.proven else best_setting(TERMS, table.cards, FIELD, solved.setting).value


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    model = model_from(SHEET, FIELD, "field")
    points = points_model(SHEET)
    ways: dict[str, Callable[[Table], Setting | None]] = {
        "strongest hand first": strongest_first,
        f"a beam of {WIDTH}": beam,
        "most special points": most_points(points),
        "the house way": lambda table: house_way(TERMS, table.cards),
    }
    given_up: dict[str, list[float]] = {name: [] for name in ways}
    for cards in deals(count):
        table = Table(cards)
        top = best(table, model)
        for name, way in ways.items():
            setting = way(table)
            if setting and not legality.fault_codes(TERMS, setting, {}):
                given_up[name].append((top - settled(TERMS, FIELD, setting).value) / MICRO)
    for name, lost in given_up.items():
        error = stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else float("nan")
        loss = f"{fmean(lost):6.2f} ± {error:.2f} points an opponent" if lost else "  no legal setting"
        print(
            f"{name:<22}{loss}, {sum(points > 0 for points in lost)} of {len(lost)} worse, {count - len(lost)} not set"
        )


if __name__ == "__main__":
    main()
