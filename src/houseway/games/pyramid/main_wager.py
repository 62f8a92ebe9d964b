"""The first wager (W1) of Pyramid Poker: one hand against the bank's [PYR-38, PYR-39, PYR-43..PYR-49]."""

from ...rules.paytable import LOSES, PUSH, Result
from ...rules.setting import Setting
from .hand_order import Comparison, compare
from .terms import Terms

COMPARISON_CLAUSES = {
    Comparison(low=1, high=1): "PYR-43",
    Comparison(low=0, high=1): "PYR-44",
    Comparison(low=1, high=0): "PYR-45",
    Comparison(low=-1, high=-1): "PYR-46",
    Comparison(low=0, high=-1): "PYR-47",
    Comparison(low=-1, high=0): "PYR-48",
    Comparison(low=1, high=-1): "PYR-49",
    Comparison(low=-1, high=1): "PYR-49",
    Comparison(low=0, high=0): "PYR-A6",
}
"""The clause that decides, by how the bettor's hands compare with the bank's."""


def is_trips(setting: Setting) -> bool:
    """Are the three cards three of a kind?"""
    return len({card.rank for hand in setting.values() for card in hand}) == 1


def main_result(
    terms: Terms,
    setting: Setting,
    bank: Setting,
    *,
    fouled: bool = False,
    trips_win: bool = True,
    bank_trips_win: bool = False,
) -> Result:
    """
    The first wager of one hand against the bank's, be it the House or a player [PYR-D3, PYR-64, PYR-D7].

    `trips_win`: the bettor's three of a kind wins, whatever the bank holds [PYR-38, PYR-A8, PYR-A9].
    `bank_trips_win`: so does the bank's, if the bettor has none [PYR-A25].
    """
    if trips_win and is_trips(setting):
        return Result("auto_win", terms.w1_trips_pays, "PYR-39")
    if fouled:
        return Result("foul", LOSES, "PYR-35")
    if bank_trips_win and is_trips(bank):
        return Result("lose", LOSES, "PYR-A25")
    return compared_result(terms, compare(terms, setting, bank))


def compared_result(terms: Terms, comparison: Comparison) -> Result:
    """Two wins, or a win and a copy, win the wager; two losses, or a loss and a copy, lose it [PYR-43..PYR-49]."""
    clause = COMPARISON_CLAUSES[comparison]
    balance = comparison.low + comparison.high
    if comparison == (0, 0):
        if terms.both_copy == "bank_wins":  # [PYR-A6]
            balance = -1
    elif 0 in comparison and terms.single_copy == "bank_wins":
        balance -= 1
        clause = "PYR-A7"
    if balance > 0:
        return Result("win", terms.w1_win_pays, clause)
    if balance < 0:
        return Result("lose", LOSES, clause)
    return Result("push", PUSH, clause)
