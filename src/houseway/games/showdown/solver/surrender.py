"""Play on or surrender: by a quick prediction, or by drawing the next cards where the decision is close."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from ....rules.cards import JOKER, Cards, surplus, write_cards
from ....rules.game import Game
from ..pot import PLAY, SURRENDER
from ..terms import Terms
from .best_setting import FEWEST, MOST, Hunt
from .fictitious_play import SECOND_STAGE
from .surrender_stakes import FIRST, SECOND
from .tables import Known
from .value_model import MICRO

DRAWS = 10
"""Number of times that the next cards are drawn."""
NODES = 60
"""Budget of nodes for the search for a good setting of each draw."""
CLOSE_CALL = 6.0
"""If the two options differ by fewer chips than this, the next cards are drawn."""


@dataclass(frozen=True)
class Choice:
    """The values of both options in chips, counted from now on: antes and earlier payments are left out."""

    values: dict[str, float]
    """By decision: its value."""
    standard_error: float
    """The standard error of the value of playing on; 0 if the value is only predicted."""

    @property
    def decision(self) -> str:
        return PLAY if self.values[PLAY] >= self.values[SURRENDER] else SURRENDER


def pot_now(terms: Terms, opening: int, players: int, seats: int) -> int:
    """Chips in the Pot before a declaration, when `players` of the `seats` that anted are left."""
    antes = terms.ante_chips * seats
    return antes + terms.buy1_chips * players if opening == SECOND else antes


def opening_of(cards: Cards) -> int:
    """FIRST with 20 cards, SECOND with 23."""
    return FIRST if len(cards) == FEWEST else SECOND


def quick_value(cards: Cards, known: Known) -> float:
    """Value of a good setting of these cards, not necessarily the best, in points per opponent."""
    hunt = Hunt(cards, known.model)
    hunt.run(budget=NODES)
    if hunt.dealt is None:
        hunt.run()
    return hunt.value / MICRO


def predicted_choice(cards: Cards, known: Known, *, players: int, seats: int) -> Choice:
    """Predict the values from the value of the cards held and from their jokers."""
    opening = opening_of(cards)
    stakes = known.stakes
    middle = stakes.predicted(opening, quick_value(cards, known), cards.count(JOKER))
    spread = stakes.noise[opening]
    if opening == FIRST:
        spread = spread * np.sqrt(max(0.0, 1 - stakes.share))
    pot = pot_now(known.game.terms, opening, players, seats)
    return Choice(stakes.options(opening, middle + spread, players, pot), 0.0)


def drawn_choice(
    game: Game[Terms],
    cards: Cards,
    known: Known,
    *,
    players: int,
    seats: int,
    draws: int = DRAWS,
    seed: int = 0,
) -> Choice:
    """Estimate the values by drawing the next cards from those not held. The same cards always get the same draws."""
    opening = opening_of(cards)
    stakes = known.stakes
    # Seeded by the cards themselves and not by a round: the advice for the same cards must never change.
    chance = Random(f"{seed} {write_cards(sorted(cards))}")
    unseen = surplus(game.shoe(game.terms), cards)
    more = (SECOND_STAGE if opening == FIRST else MOST) - len(cards)
    pot = pot_now(game.terms, opening, players, seats)
    values = []
    for _ in range(draws):
        later = (*cards, *chance.sample(unseen, more))
        value = quick_value(later, known)
        values.append(stakes.predicted(SECOND, value, later.count(JOKER)) if opening == FIRST else value)
    by_draw = [stakes.options(opening, np.array([value]), players, pot) for value in values]
    plays = np.array([options[PLAY] for options in by_draw])
    means = {PLAY: float(plays.mean()), SURRENDER: by_draw[0][SURRENDER]}
    return Choice(means, float(plays.std(ddof=1) / np.sqrt(draws)))


def choice(game: Game[Terms], cards: Cards, known: Known, *, players: int, seats: int) -> Choice:
    """The prediction where it is clear, else the estimate from draws."""
    predicted = predicted_choice(cards, known, players=players, seats=seats)
    if abs(predicted.values[PLAY] - predicted.values[SURRENDER]) >= CLOSE_CALL:
        return predicted
    return drawn_choice(game, cards, known, players=players, seats=seats)
