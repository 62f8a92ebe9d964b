"""
The population of Pyramid Showdown by fictitious play.

Random deals of 25 cards are set as if every hand won; then over and over new deals are set by the best reply to all
settings so far, each pass mixed in with weight 2/(t+2). What the best reply to the result wins more than the result
does against itself, on deals it was not made from, is its exploitability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....kernels.cards import decoded_hand, encoded
from ....rules.cards import JOKER, Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....sampling.streams import stream
from ..sheet import Terms
from .best_setting import FEWEST, MOST, Hunt
from .population import Keys, Population, duels, mixed, points_of, population_model
from .surrender_stakes import Sample
from .value_model import MICRO, Model, points_model

Told = Callable[[], None]
LEARNING = 41
TESTING = 42
TABLES = 43
SEATS = 44
"""What the streams of chance are for."""
SECOND_STAGE = 23


def silent() -> None:
    return None


def deal_cards(game: Game[Terms], seed: int, purpose: int, number: int, count: int = MOST) -> Cards:
    """A random hand of so many cards; the first 20 of it are those dealt first."""
    shoe = np.array([encoded(card) for card in game.shoe(game.terms)])
    return decoded_hand(stream(seed, purpose, number).permutation(shoe)[:count])


def reply_keys(cards: Cards, model: Model) -> tuple[list[int], int]:
    """The keys of the best setting of these cards, and its value."""
    hunt = Hunt(cards, model)
    hunt.run()
    if hunt.dealt is None:
        raise NotAllowed("no setting of these cards is legal [SHO-D5]")
    return hunt.keys(), hunt.found


@dataclass(frozen=True, eq=False)
class Learned:
    """The population, and the models that its passes replied to with the share that each pass has of it."""

    population: Population
    models: tuple[Model, ...]
    shares: tuple[float, ...]


def learned(game: Game[Terms], *, seed: int, deals: int, passes: int, told: Told = silent) -> Learned:
    """The population after so many passes of so many deals each."""
    model = points_model(game)
    found = None
    models = list[Model]()
    shares = list[float]()
    for turn in range(passes):
        numbers = range(turn * deals, (turn + 1) * deals)
        fresh = Population(replies(game, seed, LEARNING, numbers, model, told), np.ones(deals))
        share = 2 / (turn + 2)
        models = [*models, model]
        shares = [*(old * (1 - share) for old in shares), share]
        found = fresh if found is None else mixed(found, fresh, share)
        model = population_model(game, found)
    if found is None:
        raise NotAllowed("a population takes at least 1 pass")
    return Learned(found, tuple(models), tuple(shares))


def replies(game: Game[Terms], seed: int, purpose: int, numbers: range, model: Model, told: Told) -> Keys:
    """The keys of the best settings of these deals."""
    rows = []
    for number in numbers:
        rows.append(reply_keys(deal_cards(game, seed, purpose, number), model)[0])
        told()
    return np.array(rows, dtype=np.int32)


def exploitability(
    game: Game[Terms], found: Learned, *, seed: int, deals: int, told: Told = silent
) -> tuple[float, float]:
    """
    What a best reply to the population wins more than the population's own way, an opponent and a round.

    On fresh deals, each set both ways; and the standard error. The population's own way is a pass drawn by its share.
    """
    model = population_model(game, found.population)
    gains = []
    for number in range(deals):
        cards = deal_cards(game, seed, TESTING, number)
        own = sum(
            share * sum(int(model.table[place, key]) for place, key in enumerate(reply_keys(cards, used)[0]))
            for used, share in zip(found.models, found.shares, strict=True)
        )
        gains.append((reply_keys(cards, model)[1] - own) / MICRO)
        told()
    return float(np.mean(gains)), float(np.std(gains, ddof=1) / np.sqrt(len(gains)))


def sampled(game: Game[Terms], model: Model, *, seed: int, deals: int, told: Told = silent) -> Sample:
    """Deals set with 20, 23 and 25 cards, to learn from what they come to."""
    values = []
    jokers = []
    keys = []
    for number in range(deals):
        cards = deal_cards(game, seed, TABLES, number)
        solved = [reply_keys(cards[:count], model) for count in (FEWEST, SECOND_STAGE, MOST)]
        values.append([value / MICRO for _, value in solved])
        jokers.append([float(cards[:count].count(JOKER)) for count in (FEWEST, SECOND_STAGE)])
        keys.append(solved[-1][0])
        told()
    rows = np.array(keys, dtype=np.int32)
    return Sample(np.array(values), np.array(jokers), duels(points_of(game, model.scale), rows, rows))
