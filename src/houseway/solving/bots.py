"""Moves of bots, from what their seat may see, and of the dealer."""

from __future__ import annotations

from ..rules.moves import SeatMove
from ..rules.payments import HOUSE, Party
from ..rules.playing import dealer_move
from ..rules.round import Round
from ..rules.view import view
from .strategy import Strategy

HOUSE_WAY = Strategy(name="house_way", about="Wagers the minimum, never folds or surrenders, and sets the house way.")


def bot_move(strategy: Strategy, round_: Round, mover: Party) -> SeatMove:
    """The move of a seat that follows a strategy, or of the dealer."""
    if mover == HOUSE:
        return dealer_move(round_)
    return strategy.move(round_.game, view(round_, int(mover)))


def steady_move(round_: Round, mover: Party) -> SeatMove:
    """The move of a seat that follows the house way, or of the dealer."""
    return bot_move(HOUSE_WAY, round_, mover)
