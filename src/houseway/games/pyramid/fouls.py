"""Fouled settings of Pyramid Poker and what happens to them [PYR-34, PYR-35, PYR-71]."""

from collections.abc import Mapping
from typing import NamedTuple

from ...rules.cards import Cards, write_cards
from ...rules.costs import FoulCost
from ...rules.errors import plural
from ...rules.payments import Party
from ...rules.ranking import Made
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .hand_order import TWO_CARDS
from .house_way import house_way
from .terms import Terms
from .wagers import MAIN


class SettledHand(NamedTuple):
    """The setting that a seat is settled by, and whether it is fouled."""

    setting: Setting
    fouled: bool


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """The low hand may not outrank the high hand; equal top cards are no foul [PYR-34, PYR-A5, PYR-D2]."""
    low = setting["low"][0]
    high = TWO_CARDS.of(setting["high"])
    if high.made == Made.HIGH_CARD and low.rank > high.ranks[0]:
        return f"the low hand {low} outranks the high hand {write_cards(setting['high'])} [PYR-34]"
    return None


def order_kept(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> dict[tuple[str, str], bool]:
    """Whether the low hand does not outrank the high hand, once both are set [PYR-34]."""
    if "low" not in setting or "high" not in setting:
        return {}
    return {("low", "high"): foul(terms, setting, jokers) is None}


def settled_hand(terms: Terms, seat: Seat, banker: Party) -> SettledHand:
    """A seat's own setting; the House Way if it has none, or if it is fouled and the rules reset it."""
    setting = seat.setting or house_way(terms, seat.cards)
    if not foul(terms, setting, {}):
        return SettledHand(setting, fouled=False)
    is_bank = seat.number == banker  # a fouled bank is set again, not lost [PYR-71]
    if is_bank or terms.foul_policy == "reset_house_way":  # [PYR-A31]
        return SettledHand(house_way(terms, seat.cards), fouled=False)
    return SettledHand(setting, fouled=True)


def foul_cost(terms: Terms, round_: Round, seat: Seat) -> FoulCost:
    """What a foul costs this seat: its first wager; a bank, or by option every hand, is set again [PYR-A31]."""
    if seat.number == round_.opening.banker:
        return FoulCost("the House sets a fouled bank hand again the House Way; it is no loss", "PYR-71")
    if terms.foul_policy == "reset_house_way":
        return FoulCost("the dealer sets a fouled hand again the House Way; it is no loss", "PYR-A31")
    stake = plural(seat.wagers.get(MAIN, 0), "chip")
    says = f"a foul loses the first wager, {stake}, whatever the dealer holds; the other wagers stand"
    return FoulCost(says, "PYR-35")
