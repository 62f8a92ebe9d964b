"""Hands of Chinese Poker by what bonuses they earn, and the kinds of meeting between two of them."""

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
"""What earns a bonus in each row, weakest first; None is all below."""
COUNTS = tuple(len(classes) for classes in CLASSES.values())
PROFILES = COUNTS[0] * COUNTS[1] * COUNTS[2]
RESULTS = 27


def depends_on_two(terms: chinese.Terms) -> bool:
    """Is what passes between two told by their classes and rows? Not past naturals, nor where others have a part."""
    return terms.bonus_payers == "each_full" and terms.bonus_requires_win != "all" and not terms.naturals


def class_table(terms: chinese.Terms) -> NDArray[np.uint16]:
    """By row and code: the bonus class, times the room that the rows behind it need."""
    strengths = evaluated(terms.wheel).strengths
    table = np.zeros((3, len(strengths)), dtype=np.uint16)
    if terms.bonuses:
        for row, classes in enumerate(CLASSES.values()):
            room = int(np.prod(COUNTS[row + 1 :]))
            for code, strength in enumerate(strengths):
                if strength and strength.made in classes:
                    table[row, code] = classes.index(strength.made) * room
    return table


def kinds_between(classes: Ints, ours: Ints, theirs: Ints) -> NDArray[np.int64]:
    """The kind of each meeting of hands by the codes of their rows: meetings of one kind are paid alike."""
    results = np.empty(len(ours), dtype=np.int64)
    results_between(ours, theirs, results)
    profiles = [sum(classes[row][codes[:, row]].astype(np.int64) for row in range(3)) for codes in (ours, theirs)]
    kinds: NDArray[np.int64] = (profiles[0] * PROFILES + profiles[1]) * RESULTS + results
    return kinds
