"""
How numbers are read from what people type, and how percentages are written.

`1000000`, `1_000_000`, `1,000,000` and `1e6` are the same number in every command.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from ..rules.errors import Unreadable, shown
from ..sampling.decimals import decimals, estimate

GROUPED = re.compile(r"[+-]?(\d+|\d{1,3}(,\d{3})+|\d+(_\d+)+)(\.\d*)?")
"""Digits, perhaps in groups with commas or underscores, perhaps with decimals."""
SCIENTIFIC = re.compile(r"[+-]?\d+(\.\d*)?[eE][+-]?\d{1,2}")
LONGEST_NUMBER = 40
"""The most characters of a number that are read."""


def number_in(text: str) -> Fraction | None:
    """The number in a text, exactly; None if it is none."""
    word = text.strip()
    if len(word) > LONGEST_NUMBER or not word.isascii():
        return None
    if GROUPED.fullmatch(word) or SCIENTIFIC.fullmatch(word):
        return Fraction(word.replace(",", "").replace("_", ""))
    return None


def whole_number_in(text: str) -> int | None:
    """The whole number in a text; None if it is none."""
    number = number_in(text)
    if number is None or number.denominator != 1:
        return None
    return int(number)


def plain_number(text: str) -> str:
    """The text, or its digits alone if it is a whole number such as `1e6`."""
    number = whole_number_in(text)
    return text if number is None else str(number)


def parts_of_list(text: str) -> list[str]:
    """
    The parts of a list such as `main=1,000,three_card=5`: a comma before a digit belongs to a number.

    >>> parts_of_list("main=1,000, three_card=5")
    ['main=1,000', 'three_card=5']
    """
    return [part.strip() for part in re.split(r",(?!\d)", text)]


def whole_number(name: str, least: int | None = None) -> Callable[[str | int], int]:
    """Reads the whole number of an option; the error names the option and what it accepts."""

    def read(text: str | int) -> int:
        number = text if isinstance(text, int) else whole_number_in(text)
        if number is None or (least is not None and number < least):
            bound = "" if least is None else f" from {least} up"
            raise Unreadable(f"{name} takes a whole number{bound}, not {shown(text)}")
        return number

    return read


def decimal_number(name: str) -> Callable[[str | float], float]:
    """Reads the number of an option, which may have decimals."""

    def read(text: str | float) -> float:
        number = text if isinstance(text, int | float) else number_in(text)
        if number is None:
            raise Unreadable(f"{name} takes a number, not {shown(text)}")
        return float(number)

    return read


# Writing -------------------------------------------------------------------------------------------------------------


def percent(share: Fraction | float, error: float = 0.0, *, sign: str = "") -> str:
    """
    A share as a percentage with four decimals, and its standard error if it is an estimate.

    >>> percent(Fraction(1, 8)), percent(0.02, 0.001, sign="+")
    ('12.5000 %', '+2.0000 ± 0.1000 %')
    """
    return f"{amount(100 * share, 100 * error, sign=sign)} %"


def amount(value: Fraction | float, error: float = 0.0, *, sign: str = "") -> str:
    """A number with four decimals, and its standard error if it is an estimate; the unit comes after it."""
    return estimate(value, error, sign=sign) if error else decimals(value, sign=sign)
