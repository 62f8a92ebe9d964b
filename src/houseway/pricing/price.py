"""
Prices: for each wager and strategy, every outcome with the exact number of deals that lead to it.

Counts are integers that sum to the number of deals; all other figures are computed from them as a `Fraction`. A
strategy that cannot be counted exactly has an `Estimate`, with its standard error and the seed that reproduces it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NotRequired, TypedDict

from ..sampling.json_types import Json, JsonObject


class WagerData(TypedDict):
    """The JSON of a wager's price."""

    deals: int
    deals_are: NotRequired[list[list[int]]]
    """In a certificate: the factors of the number of deals, each as n and k of a binomial."""
    method: str
    """`exact` or `simulation`."""
    strategies: dict[str, dict[str, Json]]
    """By strategy: its figures, and its notes under their names."""


class PriceData(TypedDict):
    """The JSON of a price. Exact figures are fractions as text, `p/q`."""

    game: str
    terms: dict[str, str]
    terms_hash: str
    wagers: dict[str, WagerData]
    covariances: dict[str, str]
    """By the names of two wagers with a space between."""


@dataclass(frozen=True)
class Outcome:
    """One way a wager can end."""

    name: str
    net: Fraction
    """Profit per unit of the wager; negative is a loss."""
    count: int
    """Deals with this outcome."""


@dataclass(frozen=True, kw_only=True)
class Exact:
    """A strategy priced by counting every deal."""

    outcomes: tuple[Outcome, ...]
    staked: Fraction = Fraction(1)
    """Units at risk on average, for wagers that grow after the deal."""
    notes: JsonObject = field(default_factory=dict)
    """Further results under the names of the JSON, such as `decisions`."""

    @property
    def deals(self) -> int:
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def ev(self) -> Fraction:
        """Expected profit per unit; the house edge is its negative."""
        return sum((outcome.net * outcome.count for outcome in self.outcomes), Fraction()) / self.deals

    @property
    def variance(self) -> Fraction:
        squares = sum((outcome.net**2 * outcome.count for outcome in self.outcomes), Fraction()) / self.deals
        return squares - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """The share of deals with a profit."""
        return Fraction(sum(outcome.count for outcome in self.outcomes if outcome.net > 0), self.deals)

    @property
    def element_of_risk(self) -> Fraction:
        """Expected profit per unit put at risk."""
        return self.ev / self.staked

    def as_data(self) -> dict[str, Json]:
        outcomes: list[Json] = [{"name": o.name, "net": ratio(o.net), "count": o.count} for o in self.outcomes]
        return {
            "ev": ratio(self.ev),
            "variance": ratio(self.variance),
            "hit_frequency": ratio(self.hit_frequency),
            "element_of_risk": ratio(self.element_of_risk),
            "outcomes": outcomes,
            **self.notes,
        }


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A strategy priced by simulation."""

    ev: float
    standard_error: float
    standard_deviation: float
    seed: int
    rounds: int
    notes: JsonObject = field(default_factory=dict)

    def as_data(self) -> dict[str, Json]:
        return {
            "ev": self.ev,
            "standard_error": self.standard_error,
            "standard_deviation": self.standard_deviation,
            "seed": self.seed,
            "rounds": self.rounds,
            **self.notes,
        }


@dataclass(frozen=True, kw_only=True)
class WagerPrice:
    """The price of one wager, by strategy."""

    strategies: Mapping[str, Exact | Estimate]
    """By name: `best`, `house_way` and others, or `only` for a wager without decisions."""

    @property
    def exact(self) -> bool:
        return all(isinstance(strategy, Exact) for strategy in self.strategies.values())

    @property
    def deals(self) -> int:
        """The number of deals counted or simulated."""
        first = next(iter(self.strategies.values()))
        return first.deals if isinstance(first, Exact) else first.rounds

    @property
    def edge(self) -> Fraction | float:
        """The house edge under the best strategy that was priced."""
        strategy = self.strategies.get("best") or next(iter(self.strategies.values()))
        return -strategy.ev

    def as_data(self) -> WagerData:
        return {
            "deals": self.deals,
            "method": "exact" if self.exact else "simulation",
            "strategies": {name: strategy.as_data() for name, strategy in self.strategies.items()},
        }


@dataclass(frozen=True, kw_only=True)
class Price:
    """The price of a game under one set of terms."""

    game: str
    terms: Mapping[str, str]
    terms_hash: str
    wagers: Mapping[str, WagerPrice]
    covariances: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)
    """Between the profits per unit of two wagers of one hand, under the first strategy of each."""

    def as_data(self) -> PriceData:
        return {
            "game": self.game,
            "terms": dict(self.terms),
            "terms_hash": self.terms_hash,
            "wagers": {name: wager.as_data() for name, wager in self.wagers.items()},
            "covariances": {f"{a} {b}": ratio(value) for (a, b), value in self.covariances.items()},
        }


def ratio(value: Fraction) -> str:
    """A fraction as text: `p/q`, also when q is 1."""
    return f"{value.numerator}/{value.denominator}"
