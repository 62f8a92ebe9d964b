"""
The solver players use, against CP-SAT on the same deals: the same value, to the millionth of a point.

Values that CP-SAT has proven are kept in showdown_optima.csv, so that many deals are checked in little time; the long
runs prove them again.
"""

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from games.showdown.showdown_cpsat import best_setting, settled
from games.showdown.showdown_values import Value, deal, field_of, noise, points_of
from houseway.games.showdown.sheet import SHEET, Terms
from houseway.games.showdown.solver.best_setting import Solved, solve_setting
from houseway.games.showdown.solver.value_model import Model, model_from
from houseway.rules.cards import Cards, write_cards

SIZES = (20, 23, 25)


class Proven(NamedTuple):
    seed: int
    size: int
    jokers: int
    model: str
    value: int

    @property
    def cards(self) -> Cards:
        return deal(self.seed, self.size, self.jokers)


def proven() -> list[Proven]:
    with Path(__file__).with_name("showdown_optima.csv").open(encoding="utf-8", newline="") as file:
        return [
            Proven(int(seed), int(size), int(jokers), name, int(value))
            for seed, size, jokers, name, value in csv.reader(file)
        ]


QUICK = [
    row for row in proven() if (row.seed, row.model) in ((3, "field"), (6, "field"), (12, "points"), (24, "field"))
]


@cache
def value_of(name: str, terms: Terms) -> Value:
    return {"points": points_of, "field": field_of}[name](terms) if name != "noise" else noise


@cache
def model_of(name: str, terms: Terms) -> Model:
    return model_from(replace(SHEET, terms=terms), value_of(name, terms), name)


def solved(cards: Cards, name: str, terms: Terms = SHEET.terms) -> Solved:
    """The solver's setting, checked to be legal, of the value it claims, and proven."""
    solution = solve_setting(replace(SHEET, terms=terms), cards, model_of(name, terms))
    assert solution.value == settled(terms, value_of(name, terms), solution.setting).value, write_cards(cards)
    assert solution.proven, write_cards(cards)
    return solution


def agrees(cards: Cards, name: str, terms: Terms = SHEET.terms) -> int:
    """Let CP-SAT look for a better setting than the solver's: there is none."""
    solution = solved(cards, name, terms)
    best = best_setting(terms, cards, value_of(name, terms), solution.setting)
    assert best is not None
    assert best.value == solution.value, f"of {write_cards(cards)}, the value of {best.setting} is {best.value}"
    return best.value


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_the_solver_finds_values_that_were_proven(every: int) -> None:
    values = {row: solved(row.cards, row.model).value for row in proven()[::every]}
    assert {row: value for row, value in values.items() if value != row.value} == {}


def test_the_proven_values_are_of_every_number_of_cards_and_jokers_and_of_both_models() -> None:
    wanted = {(size, jokers, name) for size in SIZES for jokers in range(5) for name in ("points", "field")}
    assert {row[1:4] for row in proven()} == wanted
    assert len({row.seed for row in proven()}) >= 100


@pytest.mark.parametrize("row", QUICK, ids=str)
def test_cp_sat_finds_nothing_better(row: Proven) -> None:
    assert agrees(row.cards, row.model) == row.value


@pytest.mark.slow
@pytest.mark.parametrize("row", proven(), ids=str)
def test_cp_sat_finds_nothing_better_in_many_deals(row: Proven) -> None:
    """CP-SAT starts from the house way, so that nothing comes from our solver."""
    best = best_setting(SHEET.terms, row.cards, value_of(row.model, SHEET.terms))
    assert best is not None
    assert best.value == row.value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_cp_sat_finds_nothing_better_under_any_value_model(seed: int) -> None:
    """With random values, under which a stronger hand may have a lower value."""
    agrees(deal(seed, SIZES[seed % 3], seed // 3 % 5), "noise")


OTHER_TERMS = (
    Terms(equal_hands_order="allow"),
    Terms(suit_tiebreak="off"),
    Terms(suit_tiebreak="first_card"),
    Terms(natural_beats_wild=True),
    Terms(hand3_expansion="either"),
    Terms(hand4_six_cards="power_only"),
    Terms(power_order="cards"),
    Terms(two_pairs_vs_three_card="below"),
    Terms(three_card_sf="top"),
    Terms(wheel="second"),
    Terms(special_points_source="chart"),
)


def changed(terms: Terms) -> str:
    return next(f"{name}={value}" for name, value in vars(terms).items() if value != getattr(SHEET.terms, name))


@pytest.mark.slow
@pytest.mark.parametrize("terms", OTHER_TERMS, ids=changed)
@pytest.mark.parametrize(("seed", "size", "jokers"), [(301, 20, 1), (302, 23, 2), (303, 25, 3)])
def test_cp_sat_finds_nothing_better_under_other_terms(seed: int, size: int, jokers: int, terms: Terms) -> None:
    agrees(deal(seed, size, jokers), "field", terms)
