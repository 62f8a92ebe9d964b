"""The exact value of hands against a list of given settings, suits included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ....rules.game import Game
from ....rules.ranking import Strength
from ....rules.setting import Setting
from .. import legality, scoring
from ..kernels.columns import MOST_JOKERS, SUITS
from ..kernels.shapes import Scale, scale_for
from ..kernels.suits import NATURAL_CODES, Ties
from ..terms import Terms
from .best_setting import ties_without_points
from .population import points_of, strength_in
from .value_model import Model


def listed_model(game: Game[Terms], settings: Sequence[Setting]) -> tuple[Model, Ties]:
    """
    A value model and ties: the points won from all the settings together; one unit of value is one point.

    Where a listed hand has equal ranks, the model assumes the best suits; the ties have the points that other suits
    lose.
    """
    scale = scale_for(game.terms)
    points = points_of(game, scale)
    table = np.zeros((len(legality.SLOTS), len(scale.strengths)), dtype=np.int64)
    equal: dict[tuple[int, int], list[int]] = defaultdict(list)
    for slot in legality.SLOTS:
        strengths = [strength_in(game, setting, slot) for setting in settings]
        keys = np.array([scale.number(strength) for strength in strengths])
        for strength, key in zip(strengths, keys, strict=True):
            equal[slot - 1, int(key)].append(code_of(scale, strength))
        counts = np.bincount(keys, minlength=len(scale.strengths)).astype(np.int64)
        won = points.won[slot - 1].astype(np.int64)
        off = points.off[slot - 1].astype(np.int64)
        below = np.cumsum(counts) - counts
        off_below = np.cumsum(counts * off) - counts * off
        above = len(settings) - below - counts
        lost = counts * won
        table[slot - 1] = won * below - off_below - (lost.sum() - np.cumsum(lost)) + off * above
        table[slot - 1] += counts * (won - off)
    return Model("listed", scale, table), _ties(scale, equal, points.won - points.off)


def code_of(scale: Scale, strength: Strength) -> int:
    """The suits of a hand as the number that the kernels use."""
    code = 0
    for suit in strength.suits:
        code = code * SUITS + suit - 1
    naturals = MOST_JOKERS + strength.naturalness if scale.terms.natural_beats_wild else 0
    return code * NATURAL_CODES + naturals


def _ties(scale: Scale, equal: dict[tuple[int, int], list[int]], points: NDArray[np.float64]) -> Ties:
    """The ties of the kernels: the codes of the given hands by slot and key, and the points at stake."""
    without_values = ties_without_points(scale)
    row = without_values.row.copy()
    codes = list[int]()
    start = [0]
    for number, ((slot, key), suit_codes) in enumerate(equal.items()):
        row[slot, key] = number
        codes += sorted(suit_codes)
        start.append(len(codes))
    return without_values._replace(
        row=row,
        start=np.array(start, dtype=np.int64),
        codes=np.array(codes, dtype=np.int64),
        points=np.array([int(points[slot, key]) for slot, key in equal], dtype=np.int64),
    )


def points_against(game: Game[Terms], setting: Setting, others: Sequence[Setting]) -> list[int]:
    """By hand, H1 to H6: the points that a setting wins from all the others together, by the game's own scoring."""
    ours = legality.hands_of(setting, {})
    points_by_opponent = [scoring.points_by_hand(game.terms, ours, legality.hands_of(other, {})) for other in others]
    return [sum(points) for points in zip(*points_by_opponent, strict=True)]
