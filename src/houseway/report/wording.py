"""Names and figures as printed text; only here exact values become decimals."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor, log10, sqrt

from ..games.labels import Labels, sentence_case
from ..pricing.price import Estimate, Exact
from ..sampling.decimals import decimals, estimate

Number = Fraction | float | int


def named(name: str) -> str:
    """A name of the program as words: `bonus_3_5` becomes `bonus 3-5`."""
    return re.sub(r"(?<=\d)_(?=\d)", "-", name).replace("_", " ").replace(".", ", ")


def titled(name: str) -> str:
    words = named(name)
    return words[:1].upper() + words[1:]


def wager_name(labels: Labels, wager: str) -> str:
    """A wager by the sheet's name, as it begins a sentence."""
    return figure_name(labels, wager, "only")


SHARED_NAMES = {
    "hand": "whole hand",
    "least_stakes": "lowest stakes",
    "greatest_stakes": "highest stakes",
    "best_stakes": "most favourable stakes",
}
"""Names of figures that several games have, for a game whose labels do not name them."""


def figure_name(labels: Labels, wager: str, strategy: str) -> str:
    """The name of a figure: of a wager, or of several joined by “and”, under a strategy."""
    parts = [_name(labels, "wagers", part) for part in wager.split(" and ")]
    subject = sentence_case(" and ".join(parts))
    return subject if strategy == "only" else f"{subject}, {_name(labels, 'strategies', strategy)}"


def _name(labels: Labels, kind: str, identifier: str) -> str:
    if identifier in labels.names.get(kind, {}):
        return labels.name(kind, identifier)
    return SHARED_NAMES.get(identifier, labels.name(kind, identifier))


def with_option_labels(labels: Labels, text: str) -> str:
    """A sentence of a rulebook with the labels of options in place of their names between backticks."""

    def label(name: re.Match[str]) -> str:
        option, _, value = name[1].partition("=")
        if option not in labels.options:
            return name[0]
        return f"“{reading_name(labels, option, value) if value else labels.full_option(option)}”"

    return re.sub(r"`([a-z0-9_.]+(?:=[\w-]+)?)`", label, text)


def reading_name(labels: Labels, option: str, value: str) -> str:
    """A reading in words: the label of its option, and that of its value."""
    return f"{labels.full_option(option)}: {value_name(labels, option, value)}"


def value_name(labels: Labels, option: str, value: str) -> str:
    """The value of an option in words, as it is written in a file of terms."""
    return labels.value(option, None if value == "null" else value)


def in_words(labels: Labels, sentence: str) -> str:
    """A sentence of the program with the sheet's names for wagers and strategies; figures stay unchanged."""

    def words(name: re.Match[str]) -> str:
        for kind in ("wagers", "strategies"):
            if name[0] in labels.names.get(kind, {}):
                return labels.name(kind, name[0])
        return named(name[0])

    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", words, sentence)


SUITS = {
    "s": "\N{BLACK SPADE SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "c": "\N{BLACK CLUB SUIT}",
}


CARD = r"(?<![\w])(?:[2-9TJQKA][shdc]|Xx)(?![\w])"
"""A card as the program writes it."""
WORD_LIKE_A_CARD = "As"
"""A card that is also a word, so that alone in a sentence it stays as it is."""


def with_suits(sentence: str) -> str:
    """A sentence with its cards as people write them: `Ts Xx` becomes `10♠ joker`."""

    def cards(run: re.Match[str]) -> str:
        return run[0] if run[0] == WORD_LIKE_A_CARD else cards_with_suits(run[0])

    return re.sub(rf"{CARD}(?:[ ,]+{CARD})*", cards, sentence)


def cards_with_suits(cards: str) -> str:
    """Cards as people write them, in a text that has nothing else."""

    def card(written: re.Match[str]) -> str:
        if written[0] == "Xx":
            return "joker"
        rank = "10" if written[0][0] == "T" else written[0][0]
        return f"{rank}{SUITS[written[0][1]]}"

    return re.sub(CARD, card, cards)


def reference(chapter: str) -> str:
    """A mark for the templates: the number of a chapter, with its page in a PDF."""
    return f"§[{chapter}]"


def percent(value: Number) -> str:
    """Per cent with four decimals and a non-breaking space."""
    return f"{decimals(value * 100)}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


def chance(value: Number) -> str:
    """Like `percent`, with more decimals where three significant digits need them."""
    hundredths = float(value) * 100
    places = 4 if not 0 < hundredths < 0.01 else 2 - floor(log10(hundredths))
    return f"{hundredths:.{places}f}\N{NO-BREAK SPACE}%"


def share_played(count: int, rounds: int, shoes: int | None = None) -> str:
    """A share of rounds with its standard error, or an upper bound of it if rounds of one shoe are dependent."""
    part = Fraction(count, rounds)
    error = percent(sqrt(part * (1 - part) / (shoes or rounds)))
    return f"{_number(percent(part))} ± {'at most ' if shoes else ''}{error}"


def signed(value: Number) -> str:
    return f"{decimals(value * 100, sign='+')}\N{NO-BREAK SPACE}%".replace("-", "\N{MINUS SIGN}")


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
    if isinstance(strategy, Exact):
        return signed_decimal(strategy.ev) if units else signed(strategy.ev)
    if units:
        return f"{signed_decimal(strategy.ev)} ± {decimal(strategy.standard_error)}"
    return signed_with_error(strategy.ev, strategy.standard_error)


def signed_with_error(value: Number, error: float) -> str:
    """An estimate in per cent: the unit stands once, after the error."""
    number = estimate(value * 100, error * 100, sign="+").replace("-", "\N{MINUS SIGN}")
    return f"{number}\N{NO-BREAK SPACE}%"


def _number(percentage: str) -> str:
    """A percentage without its unit."""
    return percentage.removesuffix("\N{NO-BREAK SPACE}%")


BANKS = "banker"
"""Prefix of the names of strategies for a player who banks."""


def advantage(strategy: Exact | Estimate, name: str, *, has_house: bool = True) -> str:
    """The advantage of the house, or of the bettors against a player who banks."""
    if not has_house:
        return "none"
    whose = "bettors' " if name.startswith(BANKS) else ""
    if isinstance(strategy, Exact):
        return f"{whose}{signed(-strategy.ev)}"
    return f"{whose}{signed_with_error(-strategy.ev, strategy.standard_error)}"


def how_known(strategy: Exact | Estimate) -> str:
    if isinstance(strategy, Exact):
        return f"exact: {strategy.deals:,} deals counted"
    return f"estimate: {strategy.rounds:,} rounds, seed {strategy.seed}"
