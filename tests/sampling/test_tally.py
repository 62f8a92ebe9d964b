"""A tally is exact, and tallies of parts add up to the tally of the whole."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

import pytest

from houseway.sampling.tally import Tally

CHIPS = [-5, -5, -5, 0, 10, 10, 3, -5]


def test_figures_are_those_of_the_sample() -> None:
    tally = Tally.of(CHIPS)
    assert (tally.rounds, tally.sum, tally.sum_of_squares) == (8, 3, 309)
    assert tally.mean == Fraction(3, 8)
    assert float(tally.mean) == fmean(CHIPS)
    assert tally.standard_deviation == pytest.approx(stdev(CHIPS))
    assert tally.standard_error == pytest.approx(stdev(CHIPS) / sqrt(8))
    assert (tally.rounds_won, tally.rounds_lost, tally.hit_frequency) == (3, 4, Fraction(3, 8))
    low, high = tally.interval
    assert (low + high) / 2 == pytest.approx(3 / 8)
    assert high - low == pytest.approx(2 * 1.96 * tally.standard_error, rel=1e-4)


def test_parts_add_up_to_the_whole() -> None:
    assert Tally.of(CHIPS[:3]) + Tally.of(CHIPS[3:]) == Tally.of(CHIPS)
    assert Tally.of_counts([(-5, 1), (10, 2), (-5, 3), (0, 1), (3, 1)]) == Tally.of(CHIPS)


def test_no_round_and_one_round_have_no_error() -> None:
    assert Tally({}).mean == Tally({}).standard_error == Tally({}).hit_frequency == 0
    assert Tally.of([7]).variance == Tally.of([7]).standard_error == 0
