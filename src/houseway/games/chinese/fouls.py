"""Fouled settings of Chinese Poker and what they cost [CHI-09, CHI-10, CHI-A1]."""

from collections.abc import Mapping

from ...rules.cards import Cards
from ...rules.costs import FoulCost
from ...rules.errors import plural
from ...rules.ranking import Strength
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .hand_order import BACK, FRONT, MIDDLE, strength
from .scoring import SWEEP
from .terms import Terms

FLAT_FOUL_UNITS = 3


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why a setting is fouled: the middle is not higher than the front, or the back not higher than the middle."""
    front = strength(terms, setting[FRONT])
    middle = strength(terms, setting[MIDDLE])
    back = strength(terms, setting[BACK])
    if not is_above_front(middle, front):
        return f"the middle, {middle.in_words}, must be higher than the front, {front.in_words} [CHI-09]"
    if not is_above_middle(terms, back, middle):
        return f"the back, {back.in_words}, must be higher than the middle, {middle.in_words} [CHI-10]"
    return None


def order_kept(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> dict[tuple[str, str], bool]:
    """For each two neighbouring rows set so far, whether the second is high enough [CHI-09, CHI-10]."""
    strengths = {row: strength(terms, hand) for row, hand in setting.items()}
    checks = {}
    if FRONT in strengths and MIDDLE in strengths:
        checks[FRONT, MIDDLE] = is_above_front(strengths[MIDDLE], strengths[FRONT])
    if MIDDLE in strengths and BACK in strengths:
        checks[MIDDLE, BACK] = is_above_middle(terms, strengths[BACK], strengths[MIDDLE])
    return checks


def is_above_front(middle: Strength, front: Strength) -> bool:
    return middle >= front


def is_above_middle(terms: Terms, back: Strength, middle: Strength) -> bool:
    """True if the back is higher than the middle, or equal where that is allowed [CHI-A2]."""
    return back > middle or (back == middle and terms.equal_rows == "allow")


def foul_units(terms: Terms) -> int:
    """What a fouled hand pays each opponent: a sweep, since it wins no row, or as the house says [CHI-A1]."""
    if terms.foul_policy == "flat3":
        return FLAT_FOUL_UNITS
    if terms.foul_policy == "surrender":
        return terms.surrender_units[terms.scoring]
    return SWEEP[terms.scoring].pays


def foul_cost(terms: Terms, round_: Round, seat: Seat) -> FoulCost:
    """What a fouled hand pays each opponent, or that it has to be corrected [CHI-A1, CHI-A13]."""
    if terms.foul_policy == "correct":
        return FoulCost("a foul has to be corrected", "CHI-A1", is_blocked=True)
    units = foul_units(terms)
    says = f"a foul pays {plural(units, 'unit')} ({plural(units * terms.unit_value, 'chip')}) to each player still in"
    if terms.bonuses and terms.foul_pays_bonuses and terms.foul_policy != "surrender":
        says += ", and their bonuses"
    return FoulCost(says, "CHI-A1")
