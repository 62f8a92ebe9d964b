"""Going on or surrendering: a quick prediction, and drawing the cards to come where it is close."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from ....rules.cards import JOKER, Cards, surplus, write_cards
from ....rules.game import Game
from .. import sheet as showdown
from .best_setting import FEWEST, MOST, Hunt
from .fictitious_play import SECOND_STAGE
from .surrender_stakes import FIRST, SECOND
from .tables import Known
from .value_model import MICRO

DRAWS = 10
NODES = 60
"""Draws of the cards to come, and nodes searched to set each of them."""
CLOSE_CALL = 6.0
"""Chips between the two options under which the cards to come are drawn."""


@dataclass(frozen=True)
class Choice:
    """What the two options are worth in chips from now on, antes and earlier payments aside."""

    worth: dict[str, float]
    standard_error: float
    """Of going on; 0 where it was only predicted."""

    @property
    def decision(self) -> str:
        play = self.worth[showdown.PLAY] >= self.worth[showdown.SURRENDER]
        return showdown.PLAY if play else showdown.SURRENDER


def pot_now(terms: showdown.Terms, opening: int, players: int, seats: int) -> int:
    """What is in the Pot before the fists open, with so many still in of those who sat down."""
    return terms.ante_chips * seats + (terms.buy1_chips * players if opening == SECOND else 0)


def opening_of(cards: Cards) -> int:
    return FIRST if len(cards) == FEWEST else SECOND


def quick_value(cards: Cards, known: Known) -> float:
    """What a good setting of these cards is worth, in points from each opponent; it need not be the best."""
    hunt = Hunt(cards, known.model)
    hunt.run(budget=NODES)
    if hunt.dealt is None:
        hunt.run()
    return hunt.found / MICRO


def predicted_choice(cards: Cards, known: Known, *, players: int, seats: int) -> Choice:
    """From the set value of the cards held and their jokers."""
    opening = opening_of(cards)
    stakes = known.stakes
    middle = stakes.predicted(opening, quick_value(cards, known), cards.count(JOKER))
    spread = stakes.noise[opening] * (1.0 if opening == SECOND else np.sqrt(max(0.0, 1 - stakes.share)))
    pot = pot_now(known.game.terms, opening, players, seats)
    return Choice(stakes.options(opening, middle + spread, players, pot), 0.0)


def drawn_choice(
    game: Game[showdown.Terms],
    cards: Cards,
    known: Known,
    *,
    players: int,
    seats: int,
    draws: int = DRAWS,
    seed: int = 0,
) -> Choice:
    """By drawing the cards of the next stage from those not held, a few dozen times; the same cards, the same draws."""
    opening = opening_of(cards)
    stakes = known.stakes
    chance = Random(f"{seed} {write_cards(sorted(cards))}")
    unseen = surplus(game.shoe(game.terms), cards)
    more = (SECOND_STAGE if opening == FIRST else MOST) - len(cards)
    pot = pot_now(game.terms, opening, players, seats)
    values = []
    for _ in range(draws):
        later = (*cards, *chance.sample(unseen, more))
        value = quick_value(later, known)
        values.append(stakes.predicted(SECOND, value, later.count(JOKER)) if opening == FIRST else value)
    each = [stakes.options(opening, np.array([value]), players, pot) for value in values]
    plays = np.array([found[showdown.PLAY] for found in each])
    worth = {showdown.PLAY: float(plays.mean()), showdown.SURRENDER: each[0][showdown.SURRENDER]}
    return Choice(worth, float(plays.std(ddof=1) / np.sqrt(draws)))


def choice(game: Game[showdown.Terms], cards: Cards, known: Known, *, players: int, seats: int) -> Choice:
    """The quick prediction where it is clear, else the draws."""
    found = predicted_choice(cards, known, players=players, seats=seats)
    if abs(found.worth[showdown.PLAY] - found.worth[showdown.SURRENDER]) >= CLOSE_CALL:
        return found
    return drawn_choice(game, cards, known, players=players, seats=seats)
