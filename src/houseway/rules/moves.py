"""The moves of a round. In order, they are its whole record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import Cards
from .payments import Party, SeatNumber
from .setting import Setting


@dataclass(frozen=True)
class Posted:
    """A seat posts its wagers."""

    seat: SeatNumber
    wagers: Mapping[str, int]


@dataclass(frozen=True)
class Dealt:
    """The cards of a deal, in the order they leave the shoe."""

    cards: Cards


@dataclass(frozen=True)
class Decided:
    """A seat chooses an option."""

    seat: SeatNumber
    option: str
    stake: int | None = None
    """The chips wagered with it; None means the amount that the sheet names."""


@dataclass(frozen=True)
class HandsSet:
    """A seat sets its hands; so does the dealer, where the dealer is free to choose."""

    seat: Party
    setting: Setting
    jokers: Mapping[str, Cards] = field(default_factory=dict)
    """By slot, the cards that the jokers of the hand stand for, where the player declares them."""
    claims: tuple[str, ...] = ()
    """What the player claims in addition to the hands, such as `natural`."""


@dataclass(frozen=True)
class Voided:
    """An irregularity ends the round; every stake is returned."""

    reason: str
    note: str = ""


Move = Posted | Dealt | Decided | HandsSet | Voided
SeatMove = Posted | Decided | HandsSet
