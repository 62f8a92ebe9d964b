"""Settings of nine cards in the order in which the expert values them."""

from __future__ import annotations

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from .. import sheet as casino
from ..kernels.setting import cards_of_choice
from ..pricing.best import legal
from .reply import reply_to
from .strategies import dealer_assumed


def candidates(game: Game[casino.Terms], cards: Cards, count: int) -> list[HandsSet]:
    """From the tables of the best reply: quick, where `best` deals thousands of dealers' hands."""
    reply = reply_to(dealer_assumed(game.terms))
    parts, laid = legal(reply.found, cards)
    first, second, third, worth = reply.values
    money = worth[first[laid.first], second[laid.second], third[laid.third]]
    order = np.argsort(-money, kind="stable")[:count].tolist()
    return [HandsSet(1, cards_of_choice(parts.hands[row], int(laid.choice[row]))) for row in order]
