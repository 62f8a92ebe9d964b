"""The exact worth of hands against a list of given settings, suits and all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....rules.game import Game
from ....rules.ranking import Strength
from ....rules.setting import Setting
from .. import sheet as showdown
from ..kernels.shapes import Scale, scale_for
from ..kernels.suits import Ties
from .best_setting import plain_ties
from .population import points_of, strength_in
from .value_model import Model


def listed_model(game: Game[showdown.Terms], settings: Sequence[Setting]) -> tuple[Model, Ties]:
    """
    The points won from all the settings together; one unit is one point.

    The table gives hands that others equal in ranks the best suits; the ties say what other suits lose by it.
    """
    scale = scale_for(game.terms)
    points = points_of(game, scale)
    table = np.zeros((len(showdown.PLACES), len(scale.strengths)), dtype=np.int64)
    equal: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place in showdown.PLACES:
        met = [strength_in(game, setting, place) for setting in settings]
        keys = np.array([scale.number(found) for found in met])
        for found, key in zip(met, keys, strict=True):
            equal[place - 1, int(key)].append(code_of(scale, found))
        counts = np.bincount(keys, minlength=len(scale.strengths)).astype(np.int64)
        won = points.won[place - 1].astype(np.int64)
        off = points.off[place - 1].astype(np.int64)
        below = np.cumsum(counts) - counts
        off_below = np.cumsum(counts * off) - counts * off
        above = len(settings) - below - counts
        lost = counts * won
        table[place - 1] = won * below - off_below - (lost.sum() - np.cumsum(lost)) + off * above
        table[place - 1] += counts * (won - off)
    return Model("listed", scale, table), _ties(scale, equal, points.won - points.off)


def code_of(scale: Scale, found: Strength) -> int:
    """The suits of a hand as the kernels number them."""
    code = 0
    for suit in found.suits:
        code = code * 4 + suit - 1
    return code * 8 + (4 + found.naturalness if scale.terms.natural_beats_wild else 0)


def _ties(scale: Scale, equal: dict[tuple[int, int], list[int]], worth: Any) -> Ties:
    plain = plain_ties(scale)
    row = plain.row.copy()
    codes = list[int]()
    start = [0]
    for number, ((place, key), found) in enumerate(equal.items()):
        row[place, key] = number
        codes += sorted(found)
        start.append(len(codes))
    return plain._replace(
        row=row,
        start=np.array(start, dtype=np.int64),
        codes=np.array(codes, dtype=np.int64),
        worth=np.array([int(worth[place, key]) for place, key in equal], dtype=np.int64),
    )


def points_against(game: Game[showdown.Terms], setting: Setting, others: Sequence[Setting]) -> list[int]:
    """By hand, what a setting wins from all the others together, as the game scores it."""
    ours = showdown.laid(setting, {})
    duels = [showdown.duel(game.terms, ours, showdown.laid(other, {})) for other in others]
    return [sum(points) for points in zip(*duels, strict=True)]
