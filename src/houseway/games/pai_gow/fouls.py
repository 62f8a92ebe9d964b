"""Fouled settings of Pai Gow Poker [PGP-10, PGP-11]."""

from collections.abc import Mapping

from ...rules.cards import Cards
from ...rules.setting import Setting
from .hand_order import strength
from .terms import Terms


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why a setting is fouled: the low hand outranks the high hand [PGP-11, PGP-D2]."""
    low = strength(terms, setting["low"])
    high = strength(terms, setting["high"])
    if low > high:
        return f"the low hand, {low.in_words}, outranks the high hand, {high.in_words} [PGP-11]"
    return None
