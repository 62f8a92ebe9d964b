"""How figures are written: the one place where an exact value becomes decimals."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor, log10, sqrt

from ..pricing.price import Estimate, Exact

Number = Fraction | float | int


def named(name: str) -> str:
    """A name of the program as words: `bonus_3_5` is bonus 3-5."""
    return re.sub(r"(?<=\d)_(?=\d)", "-", name).replace("_", " ").replace(".", ", ")


def titled(name: str) -> str:
    words = named(name)
    return words[:1].upper() + words[1:]


def spoken(wager: str, way: str) -> str:
    """A wager and a way to play it."""
    return titled(wager) if way == "only" else f"{titled(wager)}, {named(way)}"


def in_words(sentence: str) -> str:
    """A sentence of the program with its names as words; figures stay as they are."""
    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda name: named(name[0]), sentence)


def percent(value: Number) -> str:
    """With a space that does not break."""
    return f"{float(value) * 100:.4f}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


def chance(value: Number) -> str:
    """As `percent`, with as many decimals as three digits that mean something take."""
    hundredths = float(value) * 100
    places = 4 if not 0 < hundredths < 0.01 else 2 - floor(log10(hundredths))
    return f"{hundredths:.{places}f}\N{NO-BREAK SPACE}%"


def share_played(count: int, rounds: int, shoes: int | None = None) -> str:
    """A share of rounds played, with its standard error; a bound of that where rounds of one shoe hang together."""
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
    """What an outcome pays: a profit to 1, a push, or what is lost."""
    if net > 0:
        return f"{_short(net)} to 1"
    return "push" if net == 0 else f"loses {_short(-net)}"


def _short(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):.4f}".rstrip("0")


def odds_against(count: int, deals: int) -> str:
    """The true odds: deals that end otherwise to one that ends so."""
    if not count:
        return "never"
    return f"{float(Fraction(deals - count, count)):,.2f} to 1"


def expectation(strategy: Exact | Estimate, *, units: bool = False) -> str:
    """What the player wins, of a unit or in units, with its standard error where it is an estimate."""
    shown, plain = (signed_decimal, decimal) if units else (signed, percent)
    if isinstance(strategy, Exact):
        return shown(strategy.ev)
    return f"{shown(strategy.ev)} ± {plain(strategy.standard_error)}"


BANKS = "banker"
"""How the name of a way begins that a player who banks may choose."""


def advantage(strategy: Exact | Estimate, way: str, *, banked: bool = True) -> str:
    """The house's side of it; against a player who banks, that of whoever bets."""
    if not banked:
        return "none"
    whose = "bettors' " if way.startswith(BANKS) else ""
    error = "" if isinstance(strategy, Exact) else f" ± {percent(strategy.standard_error)}"
    return f"{whose}{signed(-strategy.ev)}{error}"


def how_known(strategy: Exact | Estimate) -> str:
    if isinstance(strategy, Exact):
        return f"exact: {strategy.deals:,} deals counted"
    return f"estimate: {strategy.rounds:,} rounds, seed {strategy.seed}"
