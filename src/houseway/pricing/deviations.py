"""Deviations from a house way: other legal settings of single hands, and the exact value of adopting some of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..rules.cards import Cards
from ..rules.setting import Setting


@dataclass(frozen=True)
class Deviation:
    """One hand, its setting by the house way, and another legal setting of it."""

    cards: Cards
    house_way: Setting
    setting: Setting


class Deviations(ABC):
    """Every deviation from the house way of a game. Values are per unit of `wager`."""

    wager: str
    """The wager that the setting decides."""

    @property
    @abstractmethod
    def all(self) -> tuple[Deviation, ...]:
        """One deviation for each kind of hand and each legal setting of it that is not the house way's."""

    @abstractmethod
    def value(self, adopted: Sequence[Deviation] = ()) -> Fraction:
        """The exact value of the house way with these deviations adopted, over all deals."""

    @abstractmethod
    def best_value(self) -> Fraction:
        """The exact value of the best setting of every hand."""
