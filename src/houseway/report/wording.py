"""Names and figures as printed text; only here exact values become decimals."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor, log10, sqrt

from ..pricing.price import Estimate, Exact

Number = Fraction | float | int


def named(name: str) -> str:
    """A name of the program as words: `bonus_3_5` becomes `bonus 3-5`."""
    return re.sub(r"(?<=\d)_(?=\d)", "-", name).replace("_", " ").replace(".", ", ")


def titled(name: str) -> str:
    words = named(name)
    return words[:1].upper() + words[1:]


def figure_name(wager: str, strategy: str) -> str:
    """The name of a wager's figure under a strategy."""
    return titled(wager) if strategy == "only" else f"{titled(wager)}, {named(strategy)}"


def in_words(sentence: str) -> str:
    """A sentence of the program with its names as words; figures stay unchanged."""
    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda name: named(name[0]), sentence)


def percent(value: Number) -> str:
    """Per cent with four decimals and a non-breaking space."""
    return f"{float(value) * 100:.4f}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


def chance(value: Number) -> str:
    """Like `percent`, with more decimals where three significant digits need them."""
    hundredths = float(value) * 100
    places = 4 if not 0 < hundredths < 0.01 else 2 - floor(log10(hundredths))
    return f"{hundredths:.{places}f}\N{NO-BREAK SPACE}%"


def share_played(count: int, rounds: int, shoes: int | None = None) -> str:
    """A share of rounds with its standard error, or an upper bound of it if rounds of one shoe are dependent."""
    part = Fraction(count, rounds)
    error = percent(sqrt(part * (1 - part) / (shoes or rounds)))
    return f"{percent(part)} ± {'at most ' if shoes else ''}{error}"


def signed(value: Number) -> str:
    return f"{float(value) * 100:+.4f}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


def decimal(value: Number, *, places: int = 4) -> str:
    return f"{float(value):,.{places}f}".replace("-", "\N{MINUS SIGN}")


def signed_decimal(value: Number, *, places: int = 4) -> str:
    return f"{float(value):+,.{places}f}".replace("-", "\N{MINUS SIGN}")


def whole(value: int) -> str:
    return f"{value:,}"


def to_one(net: Fraction) -> str:
    """The payout of an outcome: odds to 1, a push, or the loss."""
    if net > 0:
        return f"{_short(net)} to 1"
    return "push" if net == 0 else f"loses {_short(-net)}"


def _short(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):.4f}".rstrip("0")


def odds_against(count: int, deals: int) -> str:
    """The true odds against an outcome: deals without it for each deal with it."""
    if not count:
        return "never"
    return f"{float(Fraction(deals - count, count)):,.2f} to 1"


def expectation(strategy: Exact | Estimate, *, units: bool = False) -> str:
    """The player's expectation, per unit or in units, with its standard error if it is an estimate."""
    ev = signed_decimal(strategy.ev) if units else signed(strategy.ev)
    if isinstance(strategy, Exact):
        return ev
    error = decimal(strategy.standard_error) if units else percent(strategy.standard_error)
    return f"{ev} ± {error}"


BANKS = "banker"
"""Prefix of the names of strategies for a player who banks."""


def advantage(strategy: Exact | Estimate, name: str, *, has_house: bool = True) -> str:
    """The advantage of the house, or of the bettors against a player who banks."""
    if not has_house:
        return "none"
    whose = "bettors' " if name.startswith(BANKS) else ""
    error = "" if isinstance(strategy, Exact) else f" ± {percent(strategy.standard_error)}"
    return f"{whose}{signed(-strategy.ev)}{error}"


def how_known(strategy: Exact | Estimate) -> str:
    if isinstance(strategy, Exact):
        return f"exact: {strategy.deals:,} deals counted"
    return f"estimate: {strategy.rounds:,} rounds, seed {strategy.seed}"
