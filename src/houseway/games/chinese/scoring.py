"""Scoring of Chinese Poker: units for the rows that one player wins from another [CHI-17..CHI-23, CHI-D5]."""

from collections.abc import Sequence
from dataclasses import replace

from ...rules.paytable import Result
from .hand_order import ROWS
from .terms import Terms

TWO_ROWS = {
    "2-4": Result("two_rows", 2, "CHI-20"),
    "1-6": Result("two_rows", 1, "CHI-22"),
}
SWEEP = {
    "2-4": Result("sweep", 4, "CHI-21"),
    "1-6": Result("sweep", 6, "CHI-23"),
    "per_hand": Result("", 3, "CHI-17"),
}
MAJORITY_UNITS = {"2-4": 1, "1-6": 0}
"""The units on top of the net rows for winning more rows, if ties are scored additively [CHI-A6]."""


def score_rows(terms: Terms, outcomes: Sequence[int]) -> list[Result]:
    """
    The units between two players, by row or for all rows together.

    `outcomes` is 1 for a row won, -1 for a row lost and 0 for a tie, for front, middle and back [CHI-18].
    """
    if terms.scoring == "per_hand":
        return [Result(row, outcome, "CHI-17") for row, outcome in zip(ROWS, outcomes, strict=True) if outcome]
    net_rows = sum(outcomes)
    if net_rows == 0:
        return []
    winner = 1 if net_rows > 0 else -1
    rows_won = outcomes.count(winner)
    if rows_won == 1 and terms.variant_tie_rule == "literal":  # [CHI-A6]
        return []
    line = SWEEP[terms.scoring] if rows_won == len(ROWS) else TWO_ROWS[terms.scoring]
    if terms.variant_tie_rule == "additive" and 0 in outcomes:
        line = Result("two_rows", abs(net_rows) + MAJORITY_UNITS[terms.scoring], "CHI-A6")
    return [replace(line, pays=winner * line.pays)]
