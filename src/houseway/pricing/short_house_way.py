"""The short house way of a game: a list of rules that anybody can learn, and what it loses against best play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class ShortRule:
    """One rule of the list."""

    text: str
    ev: Fraction
    """The value of the list up to this rule."""


@dataclass(frozen=True, kw_only=True)
class ShortHouseWay:
    """A short list of rules for setting a hand."""

    rules: tuple[ShortRule, ...]
    best_ev: Fraction
    """The value of best play."""

    @property
    def ev(self) -> Fraction:
        """The value of the rules."""
        return self.rules[-1].ev

    @property
    def loss(self) -> Fraction:
        """What the rules lose per unit against best play."""
        return self.best_ev - self.ev
