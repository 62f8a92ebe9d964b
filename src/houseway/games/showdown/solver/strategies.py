"""The strategies of Pyramid Showdown."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.view import View
from ....solving.strategy import Strategy, own_cards, own_seat
from .. import legality
from ..kernels.shapes import Scale, scale_for
from ..pot import PLAY
from ..terms import Terms
from .best_setting import Solved, solve_setting
from .surrender import choice
from .tables import Known, known, known_from
from .value_model import Model

IN_A_HURRY = 4_000
"""The most nodes that a bot searches; then it sets the best hands found so far."""


def newcomer(game: Game[Terms]) -> Strategy:
    """Sets the strongest hand first and never surrenders."""
    return Strategy(
        name="newcomer",
        about="The strongest Hand 6 it can make, then the strongest Hand 5 of the rest, and so on; never surrenders.",
        decide=lambda game, view: PLAY,
        set_hands=lambda game, view: move_of(game, view, strongest_first(game, own_cards(view))),
    )


def expert(game: Game[Terms]) -> Strategy:
    return _expert(game, None)


def from_file(game: Game[Terms], path: Path) -> Strategy:
    return _expert(game, known_from(game, path))


def _expert(game: Game[Terms], of_others: Known | None) -> Strategy:
    return Strategy(
        name="expert",
        about="The setting that wins most points from the population of players who set well; surrenders by value.",
        decide=partial(decide, of_others=of_others),
        set_hands=partial(set_hands, of_others=of_others),
    )


def decide(game: Game[Terms], view: View, *, of_others: Known | None) -> str:
    players = sum(seat.live for seat in view.seats)
    others = of_others or known(game)
    return choice(game, own_cards(view), others, players=players, seats=len(view.seats)).decision


def set_hands(game: Game[Terms], view: View, *, of_others: Known | None) -> HandsSet:
    model = (of_others or known(game)).model
    return move_of(game, view, solve_setting(game, own_cards(view), model, budget=IN_A_HURRY))


def move_of(game: Game[Terms], view: View, solved: Solved) -> HandsSet:
    named = solved.jokers if game.terms.joker_declaration == "declared" else {}
    return HandsSet(own_seat(view), solved.setting, named)


def strongest_first(game: Game[Terms], cards: Cards) -> Solved:
    """The strongest Hand 6, then the strongest Hand 5, Hand 4 and Hand 3 below it, then any Hands 2 and 1."""
    return solve_setting(game, cards, strongest_first_model(scale_for(game.terms)), budget=IN_A_HURRY)


@lru_cache
def strongest_first_model(scale: Scale) -> Model:
    """A model in which each hand counts more than all hands below it together."""
    table = np.zeros((len(legality.SLOTS), len(scale.strengths)), dtype=np.int64)
    weight = 1
    for slot in (3, 4, 5, 6):
        sizes = legality.allowed_sizes(scale.terms, slot)
        allowed = [key for key, strength in enumerate(scale.strengths) if strength.size in sizes]
        table[slot - 1, allowed] = weight * np.arange(1, len(allowed) + 1)
        weight *= len(allowed) + 1
    return Model("strongest first", scale, table)
