"""The short house way of a game: a list of rules that anybody can learn, and what it loses against best play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol


class ShortRule(Protocol):
    """One rule of the list, and the value of the list up to this rule."""

    @property
    def text(self) -> str: ...

    @property
    def ev(self) -> Fraction: ...


class ShortHouseWay(Protocol):
    """A short list of rules for setting a hand."""

    @property
    def rules(self) -> Sequence[ShortRule]: ...

    @property
    def best_ev(self) -> Fraction:
        """The value of best play."""

    @property
    def ev(self) -> Fraction:
        """The value of the rules."""

    @property
    def loss(self) -> Fraction:
        """What the rules lose per unit against best play."""
