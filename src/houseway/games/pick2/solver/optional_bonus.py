"""The exact value of wagering on the optional 5 Card Bonus Only."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ....pricing.option_cache import cached_by_options
from ....sampling.chunks import ignore_progress
from ..pricing.bonus import THREES, bonus_3_5, bonus_5_only
from ..pricing.hands import DEALER_HANDS, HANDS, against, dealt
from ..pricing.play import NEVER, main_values
from ..terms import Terms

NOT_ALLOWED = -(10**40)
"""The value of a decision that is not allowed: lower than any possible loss."""


@cached_by_options
def optional_bonus_wins(terms: Terms, ante: int, b35: int, b5: int) -> bool:
    """Whether the 5 Card Bonus Only wins on average at these stakes; if it loses without folds, it never does."""
    return _won_without_folds(terms) > 0 and optional_bonus_value(terms, ante, b35, b5) > 0


def _won_without_folds(terms: Terms) -> int:
    """The net result of one chip on the bonus, summed over all hands, if none is folded."""
    return int((dealt().counts * bonus_5_only(terms).nets[:, 0]).sum())


def optional_bonus_value(terms: Terms, ante: int, b35: int, b5: int) -> Fraction:
    """The gain from the bonus in chips per round: the value of best play with it minus that of best play without it."""
    return round_value(terms, ante, b35, b5) - round_value(terms, ante, b35, 0)


@cached_by_options
def round_value(terms: Terms, ante: int, b35: int, b5: int) -> Fraction:
    """The value of best play at these stakes in chips, computed in Python integers so that no stake overflows."""
    bonuses = bonus_3_5(terms), bonus_5_only(terms)
    main = main_values(terms, against(terms, bonuses[0].choices_needed, ignore_progress))
    allowed = main > NEVER // 8
    if terms.three_choice == "best":
        allowed[:, : len(THREES)] &= dealt().three == dealt().three[:, :1]
    columns = []
    for column in np.flatnonzero(allowed.any(axis=0)).tolist():
        values = main[:, column].astype(object) * ante
        for stake, bonus in zip((b35, b5), bonuses, strict=True):
            values = values + bonus.nets[:, column].astype(object) * (stake * DEALER_HANDS)
        values[~allowed[:, column]] = NOT_ALLOWED
        columns.append(values)
    highest = np.maximum.reduce(columns)
    return Fraction(int((dealt().counts.astype(object) * highest).sum()), HANDS * DEALER_HANDS)
