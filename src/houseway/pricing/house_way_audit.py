"""Audits of a house way: whether it is sound, and what it costs compared with the best setting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Value = TypeVar("Value", Fraction, float)
"""Exact, or an estimate."""


@dataclass(frozen=True, kw_only=True)
class CostlyHand(Generic[Value]):
    """A hand that the house way does not set best, and what that costs."""

    hand: str
    house_way: str
    best: str
    house_way_ev: Value
    best_ev: Value
    share: Value
    """The share of this hand among all hands, or among the hands of the sample."""
    standard_error: float = 0.0
    """The standard error of the cost, where it is an estimate."""

    @property
    def cost(self) -> Value:
        """Its cost per unit when the hand is dealt."""
        return self.best_ev - self.house_way_ev

    @property
    def weighted_cost(self) -> Value:
        """Its part of the average cost of the house way."""
        return self.cost * self.share


@dataclass(frozen=True, kw_only=True)
class Side(Generic[Value]):
    """The house way from one side of the table."""

    role: str
    costly_hands: tuple[CostlyHand[Value], ...]
    """Most costly first."""
    house_way_ev: Value
    best_ev: Value
    standard_error: float = 0.0
    """The standard error of the cost, where it is an estimate."""

    @property
    def cost(self) -> Value:
        """The cost of the house way per unit: the sum of the weighted costs, if all costly hands are listed."""
        return self.best_ev - self.house_way_ev


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The hands on which a house way was checked, and those that it sets wrongly."""

    hands_checked: int
    checked: str
    """The hands that were checked, in words."""
    undefined: tuple[str, ...]
    """Hands that it does not set, or not into the slots."""
    fouls: tuple[str, ...]
    ambiguous: tuple[str, ...]
    """Hands whose setting depends on the order or the suits of the cards."""

    @property
    def sound(self) -> bool:
        return not (self.undefined or self.fouls or self.ambiguous)


@dataclass(frozen=True, kw_only=True)
class HouseWayAudit(Generic[Value]):
    """The audit of a house way."""

    proof: Proof
    sides: tuple[Side[Value], ...]
    note: str = ""
    """How its values differ from those of the price."""


AnyHouseWayAudit = HouseWayAudit[Fraction] | HouseWayAudit[float]
