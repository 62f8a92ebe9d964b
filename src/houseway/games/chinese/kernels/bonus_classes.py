"""Bonus classes of Chinese Poker hands, and the kinds of comparison between two hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....rules.ranking import Made
from .. import sheet as chinese
from ..bonuses import BONUSES
from ..hand_order import ROWS
from .bulk_setting import results_between
from .setting import evaluated

CLASSES: dict[str, tuple[Made | None, ...]] = {
    row: (None, *(made for made in Made if (row, made) in BONUSES)) for row in ROWS
}
"""By row: the made hands with a bonus, weakest first; None stands for all other hands."""
COUNTS = tuple(len(classes) for classes in CLASSES.values())
PROFILES = COUNTS[0] * COUNTS[1] * COUNTS[2]
"""The number of combinations of bonus classes in one hand."""
RESULTS = 27
"""The number of results: each of three rows is won, tied or lost."""


def depends_on_two(terms: chinese.Terms) -> bool:
    """Do payments between two players depend on their rows and bonuses only, not on naturals or other players?"""
    return terms.bonus_payers == "each_full" and terms.bonus_requires_win != "all" and not terms.naturals


def class_table(terms: chinese.Terms) -> NDArray[np.uint16]:
    """By row and code: the bonus class as a digit of the hand's profile; the digits of three rows add up to it."""
    strengths = evaluated(terms.wheel).strengths
    table = np.zeros((3, len(strengths)), dtype=np.uint16)
    if terms.bonuses:
        for row, classes in enumerate(CLASSES.values()):
            digit = int(np.prod(COUNTS[row + 1 :]))
            for code, strength in enumerate(strengths):
                if strength and strength.made in classes:
                    table[row, code] = classes.index(strength.made) * digit
    return table


def kinds_between(classes: Ints, ours: Ints, theirs: Ints) -> NDArray[np.int64]:
    """The kind of each comparison, from the codes of both hands' rows; comparisons of one kind pay the same."""
    results = np.empty(len(ours), dtype=np.int64)
    results_between(ours, theirs, results)
    kinds: NDArray[np.int64] = (profiles(classes, ours) * PROFILES + profiles(classes, theirs)) * RESULTS + results
    return kinds


def profiles(classes: Ints, codes: Ints) -> NDArray[np.int64]:
    """The bonus classes of each hand's three rows as one number."""
    front, middle, back = (classes[row][codes[:, row]].astype(np.int64) for row in range(len(ROWS)))
    profile: NDArray[np.int64] = front + middle + back
    return profile
