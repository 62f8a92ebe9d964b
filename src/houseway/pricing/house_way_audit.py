"""What an audit of a way of setting found: whether it is sound, and what it costs against the best setting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Worth = TypeVar("Worth", Fraction, float)


@dataclass(frozen=True, kw_only=True)
class Slip(Generic[Worth]):
    """A hand on which the way is not the best setting."""

    hand: str
    house_way: str
    best: str
    house_way_ev: Worth
    best_ev: Worth
    share: Worth
    """How much of all hands this one is, or of the sample it was found in."""
    standard_error: float = 0.0
    """Of the cost, where it is an estimate."""

    @property
    def cost(self) -> Worth:
        """What it costs per unit when the hand is dealt."""
        return self.best_ev - self.house_way_ev

    @property
    def weighted_cost(self) -> Worth:
        """Its part of what the way costs on average."""
        return self.cost * self.share


@dataclass(frozen=True, kw_only=True)
class Side(Generic[Worth]):
    """The way from one side of the table."""

    role: str
    slips: tuple[Slip[Worth], ...]
    """Most costly first."""
    house_way_ev: Worth
    best_ev: Worth
    standard_error: float = 0.0
    """Of the cost, where it is an estimate."""

    @property
    def cost(self) -> Worth:
        """What the way costs per unit; where all slips are known, their weighted costs add up to it."""
        return self.best_ev - self.house_way_ev


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What was found against a way of setting."""

    hands_checked: int
    checked: str
    """On what, in words."""
    undefined: tuple[str, ...]
    """Hands it does not set, or not as hands can be put down."""
    fouls: tuple[str, ...]
    ambiguous: tuple[str, ...]
    """Hands it sets in more than one way, by order or suit of the cards."""

    @property
    def sound(self) -> bool:
        return not (self.undefined or self.fouls or self.ambiguous)


@dataclass(frozen=True, kw_only=True)
class Way(Generic[Worth]):
    """A way of setting, tried and priced."""

    proof: Proof
    sides: tuple[Side[Worth], ...]
    note: str = ""
    """What the worth here leaves out, where it is not that of the price."""
