"""Fouled settings of Pai Gow Poker [PGP-10, PGP-11]."""

from collections.abc import Mapping

from ...rules.cards import Cards
from ...rules.costs import FoulCost
from ...rules.errors import plural
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .banking import MAIN
from .hand_order import strength
from .terms import Terms


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why a setting is fouled: the low hand outranks the high hand [PGP-11, PGP-D2]."""
    low = strength(terms, setting["low"])
    high = strength(terms, setting["high"])
    if low > high:
        return f"the low hand, {low.in_words}, outranks the high hand, {high.in_words} [PGP-11]"
    return None


def order_kept(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> dict[tuple[str, str], bool]:
    """Whether the low hand does not outrank the high hand, once both are set [PGP-11]."""
    if "low" not in setting or "high" not in setting:
        return {}
    return {("low", "high"): foul(terms, setting, jokers) is None}


def foul_cost(terms: Terms, round_: Round, seat: Seat) -> FoulCost:
    """What a foul costs this seat: its wager; a bank, or by option every hand, is set again [PGP-48, PGP-A7]."""
    if seat.number == round_.opening.banker:
        return FoulCost("a bank's foul is set again the house way; it is no loss", "PGP-48")
    if terms.foul_policy == "reset_house_way":
        return FoulCost("the dealer sets a fouled hand again the house way; it is no loss", "PGP-A7")
    return FoulCost(f"a foul loses the wager, {plural(seat.wagers[MAIN], 'chip')}", "PGP-10")
