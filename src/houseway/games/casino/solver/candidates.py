"""Settings of nine cards in the order in which the expert values them."""

from __future__ import annotations

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ..kernels.setting import cards_of_choice, values_of
from ..pricing.best import legal
from ..terms import Terms
from .best_reply import reply_to
from .strategies import dealer_assumed


def candidates(game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
    """The `count` settings with the highest values in the tables of the best reply; unlike `best`, deals no hands."""
    strategy = reply_to(dealer_assumed(game.terms))
    parts, settings = legal(strategy.tables, cards)
    values = values_of(strategy.values, settings)
    order = np.argsort(-values, kind="stable")[:count].tolist()
    return [HandsSet(1, cards_of_choice(parts.hands[row], int(settings.choice[row]))) for row in order]
