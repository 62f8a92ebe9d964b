"""The house way in sentences, each with its value, measured on fresh deals."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.settings import checked_integer
from ....solving.results import ESTIMATE, Explanation, Lesson
from .. import sheet as chinese
from ..hand_order import BACK, FRONT, MIDDLE
from ..house_way import LAST, LINES, Line
from .field import Field
from .field_sources import field_at_once
from .house_way import chosen
from .options import Options, options_of, random_hands
from .payoff import GONE
from .solve import UNIT, best_replies

QUESTIONS = 6
"""The purpose of the random stream."""
DEALS = 2_000
SEED = 1
NEWCOMER = (BACK, MIDDLE, FRONT)
"""The order in which a newcomer fills the rows. The last sentence's value is its gain over this order."""


def explain(
    game: Game[chinese.Terms], progress: Progress | None = None, *, deals: int = DEALS, seed: int = SEED
) -> Explanation:
    checked_integer("deals", deals, 100, 10**6)
    field = field_at_once(game.terms)
    options = options_of(game.terms, random_hands(seed, QUESTIONS, deals))
    tell = progress or ignore_progress
    full = _units_won(field, options, LINES)
    lessons = []
    for number, line in enumerate(LINES):
        tell(number, len(LINES) + 2)
        without = _units_won(field, options, tuple(other for other in LINES if other is not line))
        lessons.append(Lesson(rule=line.sentence, value=float((full - without).mean())))
    last = _units_won(field, options, LINES, NEWCOMER)
    lessons.append(Lesson(rule=LAST, value=float((full - last).mean())))
    if game.terms.surrender:
        gone = field.pays.units[GONE, 0, 0] * field.live / field.total
        lessons.append(Lesson(rule=SURRENDER, value=float(np.maximum(gone - full, 0).mean())))
        full = np.maximum(full, gone)
    cost = best_replies(field, options) - full
    tell(len(LINES) + 2, len(LINES) + 2)
    error = float(cost.std(ddof=1)) / sqrt(deals)
    return Explanation(lessons=tuple(lessons), unit=UNIT, cost=float(cost.mean()), standard_error=error, sure=ESTIMATE)


SURRENDER = "Surrender when all three rows are likely to lose: when what you would lose is more than its price."


def _units_won(
    field: Field, options: Options, lines: tuple[Line, ...], order: tuple[str, ...] | None = None
) -> NDArray[np.float64]:
    """(hands,): the value of each hand when it is set by these lines, in units."""
    picks = chosen(field.terms.wheel, options, lines, *([order] if order else []))
    units: NDArray[np.float64] = field.units(options.at(picks)) / field.total
    return units
