"""Figures with decimals."""

from fractions import Fraction

import pytest

from houseway.sampling.decimals import decimals, estimate


@pytest.mark.parametrize(
    ("value", "sign", "shown"),
    [
        (Fraction(-1, 8), "", "-0.1250"),
        (Fraction(0), "", "0.0000"),
        (Fraction(0), "+", "+0.0000"),
        (-0.0, "", "0.0000"),
        (-0.0, "+", "+0.0000"),
        (Fraction(-3, 10**6), "+", "-0.000003"),
        (Fraction(3, 10**6), "+", "+0.000003"),
        (0.00009, "", "0.0001"),
        (-1e-17, "+", "+0.0000"),
        (Fraction(1, 10**15), "", "0.000000000000001"),
        (-1234.5, "", "-1234.5000"),
    ],
)
def test_a_figure_that_is_not_zero_never_looks_like_zero_and_zero_has_no_minus(
    value: Fraction | float, sign: str, shown: str
) -> None:
    assert decimals(value, sign=sign) == shown


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (-0.00003, 0.0016, "+0.0000 ± 0.0016"),
        (-0.25, 0.0016, "-0.2500 ± 0.0016"),
        (0.25, 0.00003, "+0.25000 ± 0.00003"),
        (-0.00003, 0.000002, "-0.000030 ± 0.000002"),
    ],
)
def test_an_estimate_has_the_decimals_of_its_error(value: float, error: float, shown: str) -> None:
    assert estimate(value, error, sign="+") == shown
