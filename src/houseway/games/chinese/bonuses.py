"""Bonuses of Chinese Poker for strong rows [CHI-24..CHI-28]."""

from collections.abc import Mapping
from typing import NamedTuple

from ...rules.paytable import Result
from ...rules.ranking import Made, Strength
from .hand_order import BACK, FRONT, MIDDLE
from .terms import Terms


class BonusLine(NamedTuple):
    """The option with a bonus's units, and its clause."""

    option: str
    clause: str


BONUSES = {
    (FRONT, Made.THREE_OF_A_KIND): BonusLine("bonus_trips_front", "CHI-28"),
    (MIDDLE, Made.FULL_HOUSE): BonusLine("bonus_full_house_middle", "CHI-27"),
    (MIDDLE, Made.FOUR_OF_A_KIND): BonusLine("bonus_four_of_a_kind", "CHI-26"),
    (BACK, Made.FOUR_OF_A_KIND): BonusLine("bonus_four_of_a_kind", "CHI-26"),
    (MIDDLE, Made.STRAIGHT_FLUSH): BonusLine("bonus_straight_flush", "CHI-25"),
    (BACK, Made.STRAIGHT_FLUSH): BonusLine("bonus_straight_flush", "CHI-25"),
    (MIDDLE, Made.ROYAL_FLUSH): BonusLine("royal_bonus", "CHI-A11"),
    (BACK, Made.ROYAL_FLUSH): BonusLine("royal_bonus", "CHI-A11"),
}
"""The bonus of each row and made hand; a row has one bonus at most [CHI-A37]."""


def bonus_units(terms: Terms, row: str, made: Made) -> int:
    """The units that one opponent pays for this made hand in this row."""
    units: int = getattr(terms, BONUSES[row, made].option)
    return units


def row_bonuses(terms: Terms, rows: Mapping[str, Strength]) -> dict[str, Result]:
    """The bonus of each row that has one [CHI-25..CHI-28]."""
    bonuses = {}
    for row, hand in rows.items():
        if (row, hand.made) in BONUSES:
            units = bonus_units(terms, row, hand.made)
            bonuses[row] = Result(f"{hand.made}_in_{row}", units, BONUSES[row, hand.made].clause)
    return bonuses


def bonuses_paid_together(terms: Terms, bonuses: Mapping[str, Result]) -> Mapping[str, Result]:
    """All of the bonuses that one opponent owes, or only the best of them [CHI-A10]."""
    if terms.bonus_stack == "sum" or not bonuses:
        return bonuses
    best = max(bonuses, key=lambda row: bonuses[row].pays)
    return {best: bonuses[best]}
