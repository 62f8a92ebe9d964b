"""Results of a solver, the same for every game: options for given cards, explanations, charts and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from ..pricing.price import ratio
from ..rules.cards import write_cards
from ..rules.setting import Setting
from ..sampling.json_types import Json
from .strategy_files import Tables

Number = Fraction | float
"""A `Fraction` is exact; a float is an estimate, or exact but for rounding."""

EXACT = "exact"
PROVEN = "proven optimal for the value model"
ESTIMATE = "estimate"


# Options for given cards ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HandValue:
    """What one hand of an option contributes. None is not known, and left out of the JSON."""

    name: str | None = None
    """Name of the hand, such as "pair of jacks"."""
    value: Number | None = None
    """The hand's part of the value, in the unit of the option; for a bonus, its net per unit wagered. JSON: `worth`."""
    wins: Number | None = None
    """Chance to beat the opponent's matching hand, from 0 to 1."""
    ties: Number | None = None
    """Chance to tie with it, from 0 to 1."""
    copies: Number | None = None
    """Chance to be equal to it, from 0 to 1, where the rules have their own result for a copy."""
    bonus: int | None = None
    """Units that the hand earns as a bonus."""
    points: int | None = None
    """Points that the hand scores if it wins, where the rules score hands. Not in the JSON."""


@dataclass(frozen=True, kw_only=True)
class Option(Mapping[str, Json]):
    """
    One thing a player can do with given cards, and its value.

    Attributes have Python's types. `option["ev"]` reads the same facts by their JSON keys, in the form they have there.
    """

    decision: str
    """What the player does: "set", "fold", "surrender", "play", "three" ..."""
    setting: Setting = field(default_factory=dict)
    """Cards by slot; empty where nothing is set."""
    claims: tuple[str, ...] = ()
    """What the player declares with the setting. Left out of the JSON where it is empty."""
    ev: Number
    """Expected net result, in `unit`."""
    standard_error: float | None = None
    """Of `ev`, where it is an estimate, in the same unit."""
    sure: str
    """How the value is known, such as EXACT, PROVEN or ESTIMATE."""
    by_hand: Mapping[str, HandValue] = field(default_factory=dict)
    """What each hand contributes, by slot or bonus, as far as known."""
    gives_up: Number | None = None
    """How much less the option is worth than the best one, in `unit`. None where it was not compared."""
    gives_up_error: float | None = None
    """Standard error of `gives_up` where both values come from the same draws, in `unit`."""
    unit: str | None = None
    """Unit of the values where it is not the solver's own unit."""

    json_keys: ClassVar[tuple[str, ...]] = (
        "decision",
        "setting",
        "claims",
        "ev",
        "standard_error",
        "sure",
        "by_hand",
        "gives_up",
        "unit",
    )
    """The fields in the order of the JSON, which stays as it was first published for each game."""

    def to_json(self) -> dict[str, Json]:
        """The option as `houseway best --json` prints it. Fields that are None are left out."""
        data: dict[str, Json] = {}
        for key in self.json_keys:
            value = self._json_of(key)
            if value is not None:
                data[key] = value
        return data

    def _json_of(self, key: str) -> Json:
        match key:
            case "setting":
                return {slot: write_cards(hand) for slot, hand in self.setting.items()}
            case "claims":
                return list(self.claims) or None
            case "by_hand":
                return {slot: self._hand_json(hand) for slot, hand in self.by_hand.items()}
        value = getattr(self, key)
        if isinstance(value, Mapping):
            return dict(value)
        return self._written(value)

    def _hand_json(self, hand: HandValue) -> Json:
        values = {
            "name": hand.name,
            "worth": self._written(hand.value),
            "wins": self._written(hand.wins),
            "ties": self._written(hand.ties),
            "copies": self._written(hand.copies),
            "bonus": hand.bonus,
        }
        return {key: value for key, value in values.items() if value is not None}

    def _written(self, value: Fraction | float | str | None) -> Json:
        return self.fraction_text(value) if isinstance(value, Fraction) else value

    @staticmethod
    def fraction_text(value: Fraction) -> str:
        """An exact number as text."""
        return ratio(value)

    # Access by the keys of the JSON

    def __getitem__(self, key: str) -> Json:
        return self.to_json()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_json())

    def __len__(self) -> int:
        return len(self.to_json())


@dataclass(frozen=True, kw_only=True)
class CountedOption(Option):
    """An option whose value is counted over every hand of the opponent."""

    counts: Mapping[str, int]
    """Opponent's hands by result, such as {"win": 9, "lose": 4}."""

    json_keys: ClassVar[tuple[str, ...]] = ("decision", "setting", "ev", "counts", "sure", "by_hand", "gives_up")


@dataclass(frozen=True, kw_only=True)
class WagerLoss:
    """What the chips on a wager above its minimum lose on average, or above none where the wager is optional."""

    spot: str
    chips: int
    lost: Fraction
    """In chips; negative where they win."""


# Strategies in words -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One sentence of a strategy that a person can learn."""

    rule: str
    """The sentence."""
    value: float
    """How much more the list wins with this sentence than without it, in the explanation's unit. JSON: `worth`."""

    def to_json(self) -> dict[str, Json]:
        return {"rule": self.rule, "worth": self.value}


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """A strategy in sentences, the most valuable first, and its cost against best play."""

    lessons: tuple[Lesson, ...]
    """The sentences."""
    unit: str
    """Unit of the values and of the cost, such as "antes a round"."""
    cost: float
    """How much less than best play a player wins who follows these sentences and nothing else, in `unit`."""
    standard_error: float
    """Of the cost, in `unit`; 0 where it is exact."""
    sure: str
    """How the cost is known: EXACT or ESTIMATE."""
    goal: str = ""
    """What the sentences are chosen for, in a sentence; empty where that is best play alone."""

    def to_json(self) -> dict[str, Json]:
        """The explanation as `houseway explain --json` prints it."""
        return {
            "lessons": [lesson.to_json() for lesson in self.lessons],
            "unit": self.unit,
            "cost": self.cost,
            "standard_error": self.standard_error,
            "sure": self.sure,
            "goal": self.goal,
        }


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A strategy as a grid: the best decision by two facts about a hand."""

    rows_are: str
    """The fact that a row shows, such as "pair"."""
    columns_are: str
    """The fact that a column shows, such as "third card"."""
    rows: tuple[str, ...]
    """Names of the rows, from top to bottom."""
    columns: tuple[str, ...]
    """Names of the columns, from left to right."""
    cells: Mapping[tuple[str, str], str]
    """The best decision by row and column. Hands that cannot be dealt are left out."""
    house_way: Mapping[tuple[str, str], str]
    """The decision of the house way, by row and column."""


# Solutions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Exploitability:
    """How much more a best reply wins against a strategy than the strategy wins against itself, on fresh deals."""

    value: float
    """What the best reply wins more, in `unit`."""
    standard_error: float
    """Of the value, in `unit`."""
    unit: str
    """Such as "units a round"."""
    deals: int
    """Number of fresh deals, which the strategy did not learn from."""
    seed: int
    """Seed of these deals."""

    def to_json(self) -> dict[str, Json]:
        return {
            "value": self.value,
            "standard_error": self.standard_error,
            "unit": self.unit,
            "deals": self.deals,
            "seed": self.seed,
        }


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A computed strategy and how exploitable it is."""

    tables: Tables
    """The strategy, with the terms it was made for and the settings it was made with."""
    exploitability: tuple[Exploitability, ...]
    """One measurement for each kind of best reply that was tried."""

    def to_json(self) -> dict[str, Json]:
        """The parts of `houseway solve --json` that describe the solution."""
        return {
            "made_for": dict(self.tables.made_for),
            "made_by": dict(self.tables.made_by),
            "exploitability": [measurement.to_json() for measurement in self.exploitability],
        }
