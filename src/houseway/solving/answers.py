"""What a question about setting hands is answered with, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .strategy_files import Tables

Option = dict[str, Any]
"""
One thing that can be done with given cards, under the names of the JSON:

- `decision`: what is done ("set", "fold", "surrender", "play", "three" ...)
- `setting`: {slot: cards as text}, empty where nothing is set
- `ev`: what it is worth, in the game's unit: a fraction "a/b" where it is exact, else a float
- `standard_error`: only where `ev` is an estimate
- `sure`: EXACT, PROVEN or ESTIMATE
- `by_hand`: {slot: {"name": what the hand is, "worth": its part of the value, "wins": its chance}}, as far as known
- `gives_up`: what it is worth less than the best option, in the same unit
"""


class Options(list[Option]):
    """Options, best first."""


EXACT = "exact"
PROVEN = "proven optimal for the value model"
ESTIMATE = "estimate"


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One sentence of a strategy that a person can learn."""

    rule: str
    worth: float
    """What the list is worth more with this sentence than without it, in the game's unit a round."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """A strategy in sentences, the most valuable first, and what it costs against the solver."""

    lessons: tuple[Lesson, ...]
    unit: str
    """What worth is counted in, such as "antes a round"."""
    cost: float
    """What a player gives up who plays all of it and no more, against best play."""
    standard_error: float
    """Of the cost; 0 where it is exact."""
    sure: str


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A strategy as a grid: what to do with hands that two facts tell apart."""

    rows_are: str
    columns_are: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], str]
    """What is best, by row and column; what cannot be dealt is left out."""
    house_way: Mapping[tuple[str, str], str]
    """What the house way does there."""


@dataclass(frozen=True, kw_only=True)
class Exploitability:
    """What a best reply wins more than the strategy itself does against itself, on deals it was not made from."""

    value: float
    standard_error: float
    unit: str
    deals: int
    seed: int


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What `houseway solve` made: the tables, and how far a best reply beats them."""

    tables: Tables
    exploitability: tuple[Exploitability, ...]
