"""How figures are written with decimals: never a zero that is none, never a negative zero."""

from fractions import Fraction
from math import floor, log10

DECIMALS = 4
"""The decimals of every figure, unless more are needed."""
ROUNDING_NOISE = 1e-12
"""A float closer to 0 than this is 0: it is what rounding in earlier steps leaves."""


def decimals(value: Fraction | float, *, sign: str = "", places: int = DECIMALS) -> str:
    """
    A figure with four decimals, and with more where all of them would be zeros but the figure is not 0.

    >>> decimals(Fraction(-1, 8)), decimals(Fraction(-1, 30_000_000)), decimals(-1e-17, sign="+")
    ('-0.1250', '-0.00000003', '+0.0000')
    """
    return _written(value, _enough(value, places), sign)


def estimate(value: Fraction | float, error: float, *, sign: str = "", places: int = DECIMALS) -> str:
    """
    An estimate and its standard error with the same decimals: enough to see that the error is not 0.

    >>> estimate(-0.00003, 0.0016), estimate(0.25, 0.00003, sign="+")
    ('0.0000 ± 0.0016', '+0.25000 ± 0.00003')
    """
    needed = _enough(error, places)
    return f"{_written(value, needed, sign)} ± {_written(error, needed)}"


def _written(value: Fraction | float, places: int, sign: str = "") -> str:
    """The figure with this many decimals; if they are all zeros, it has no minus sign."""
    text = f"{float(value):{sign}.{places}f}"
    if _is_zero(text) and text.startswith("-"):
        return f"{sign}{text[1:]}"
    return text


def _is_zero(text: str) -> bool:
    return not text.strip("+-0.")


def _enough(value: Fraction | float, places: int) -> int:
    """These decimals, or as many as show the first digit of the figure that is not 0."""
    size = abs(float(value))
    if size == 0 or (isinstance(value, float) and size < ROUNDING_NOISE):
        return places
    if not _is_zero(f"{size:.{places}f}"):
        return places
    return -floor(log10(size))
