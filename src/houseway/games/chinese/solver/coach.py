"""The sentences of the strategy to learn that a setting does not follow."""

from __future__ import annotations

import numpy as np

from ....kernels.cards import encoded_hands
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....solving.results import Option
from .. import sheet as chinese
from ..house_way import LINES, Line
from .field_sources import listed
from .house_way import satisfies
from .options import options_of


def broken_rule(game: Game[chinese.Terms], cards: Cards, yours: Option, best: Option) -> str | None:
    """The first line that removes this setting and keeps the best one."""
    if yours.decision != "set" or best.decision != "set":
        return None
    wheel = game.terms.wheel
    every = options_of(game.terms, encoded_hands([cards])[0][None, :]).hands
    left = np.ones(len(every.front), dtype=np.bool_)
    for line in LINES:
        satisfying = left & satisfies(wheel, line, every)
        if not satisfying.any():
            continue
        if not _satisfies(game, line, best.setting):
            return None  # here the best setting is an exception to the list, so the list is no reason
        if not _satisfies(game, line, yours.setting):
            return line.sentence
        left = satisfying
    return None


def _satisfies(game: Game[chinese.Terms], line: Line, setting: Setting) -> bool:
    return bool(satisfies(game.terms.wheel, line, listed(game, [setting]).hands)[0])
