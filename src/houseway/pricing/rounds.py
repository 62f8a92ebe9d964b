"""Rounds played through the rules for an estimate: the smallest wagers, the house way, nobody gives up."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules.cards import Cards
from ..rules.errors import Broken, NotAllowed
from ..rules.game import Deal, Decide, Game, Opening, SetHands, Wager
from ..rules.payments import HOUSE, Party
from ..rules.round import Dealt, Decided, HandsSet, Posted, Round, SeatMove, cards_due, play, start, waiting_for


def played_out(game: Game[Any], seats: int, chance: np.random.Generator) -> Round:
    """One round to its end."""
    round_ = start(game, Opening(players=tuple(f"player {number}" for number in range(1, seats + 1))))
    shoe = game.shoe(game.terms)
    cards = tuple(shoe[place] for place in chance.permutation(len(shoe)))
    while not round_.over:
        if isinstance(round_.step, Deal):
            gone = len(round_.dealt)
            round_ = play(round_, Dealt(cards[gone : gone + cards_due(round_)]))
        else:
            round_ = play(round_, _move(round_, waiting_for(round_)[0]))
    return round_


def _move(round_: Round, mover: Party) -> SeatMove:
    game, step = round_.game, round_.step
    cards: Cards = round_.dealer if mover == HOUSE else round_.seat(mover).cards
    if isinstance(step, SetHands):
        if game.house_way is None:
            raise NotAllowed(f"{game.key} has no house way to play rounds with")
        return HandsSet(mover, game.house_way(game.terms, cards))
    if isinstance(mover, int) and isinstance(step, Wager):
        return Posted(mover, {spot.name: spot.low for spot in step.spots if not spot.optional})
    if isinstance(mover, int) and isinstance(step, Decide):
        return Decided(mover, game.steady_decision(game.terms, step, cards))
    raise Broken(f"nobody moves in {step}")
