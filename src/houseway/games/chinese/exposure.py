"""Hands of Chinese Poker as they are exposed for comparison [CHI-15, CHI-16]."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ...rules.payments import SeatNumber
from ...rules.paytable import Result
from ...rules.ranking import Strength
from ...rules.round import Seat
from .bonuses import row_bonuses
from .fouls import foul
from .hand_order import strength
from .naturals import natural_of
from .terms import Terms

Status = Literal["ok", "foul", "natural", "surrender"]


class ExposedHand(NamedTuple):
    """One player's three rows, and everything that settlement has to know about them."""

    seat: SeatNumber
    status: Status
    gone: bool
    """Surrendered, or fouled where that counts as a surrender [CHI-A1]."""
    fouled: bool
    natural: str | None
    rows: Mapping[str, Strength]
    """Empty for a seat that did not set because all others surrendered [CHI-A25]."""
    bonuses: Mapping[str, Result]
    """The bonus of each row that has one."""


def expose(terms: Terms, seat: Seat) -> ExposedHand:
    """The hand of a seat, ready for settlement."""
    fouled = bool(seat.setting and foul(terms, seat.setting, {}))
    natural = natural_of(terms, seat)
    status = hand_status(seat, natural, fouled=fouled)
    rows = {row: strength(terms, hand) for row, hand in (seat.setting or {}).items()}
    return ExposedHand(
        seat=seat.number,
        status=status,
        gone=status == "surrender" or (status == "foul" and terms.foul_policy == "surrender"),
        fouled=fouled,
        natural=natural,
        rows=rows,
        bonuses=row_bonuses(terms, rows) if terms.bonuses and not fouled else {},  # [CHI-24, CHI-A13]
    )


def hand_status(seat: Seat, natural: str | None, *, fouled: bool) -> Status:
    """How a hand is settled; a natural comes before a foul [CHI-D4]."""
    if not seat.live:
        return "surrender"
    if natural:
        return "natural"
    return "foul" if fouled else "ok"


def is_row_contest(terms: Terms, ours: ExposedHand, theirs: ExposedHand) -> bool:
    """Are the rows of these two compared: neither has a natural, or both do and they are ignored? [CHI-A16]"""
    if ours.natural and theirs.natural:
        return terms.natural_vs_natural == "compare_rows"
    return not (ours.natural or theirs.natural)
