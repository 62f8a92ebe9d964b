"""
The population of opponents' settings for Pyramid Showdown, by fictitious play.

The first pass sets random deals of 25 cards as if every hand won. Each later pass t sets new deals by the best reply to
the population so far and is mixed into it with weight 2/(t+2). The exploitability of the result is how much more a best
reply wins against the population than the population itself does, on deals that it was not made from.
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
from .population import Keys, Population, mixed, net_scores_between, points_of, population_model
from .surrender_stakes import Sample
from .value_model import MICRO, Model, points_model

OnDeal = Callable[[], None]
"""Called after each deal, to report progress."""
LEARNING = 41
"""Purpose of the random stream of deals for the population."""
TESTING = 42
"""Purpose of the random stream of deals for the exploitability."""
TABLES = 43
"""Purpose of the random stream of deals for the sample of `surrender_stakes.py`."""
SEATS = 44
"""Purpose of the random stream of opponents in that sample."""
SECOND_STAGE = 23
"""Number of cards that a player holds after the first buy."""


def no_progress() -> None:
    """Report nothing."""


def deal_cards(game: Game[Terms], seed: int, purpose: int, number: int, count: int = MOST) -> Cards:
    """Random cards of one player; the first 20 are those dealt first."""
    shoe = np.array([encoded(card) for card in game.shoe(game.terms)])
    return decoded_hand(stream(seed, purpose, number).permutation(shoe)[:count])


def best_keys(cards: Cards, model: Model) -> tuple[list[int], int]:
    """The keys of the best setting of these cards, and its value."""
    hunt = Hunt(cards, model)
    hunt.run()
    if hunt.dealt is None:
        raise NotAllowed("no setting of these cards is legal [SHO-D5]")
    return hunt.keys(), hunt.value


@dataclass(frozen=True, eq=False)
class Learned:
    """The population, the model that each pass replied to, and the share of each pass."""

    population: Population
    models: tuple[Model, ...]
    shares: tuple[float, ...]


def learn_population(
    game: Game[Terms], *, seed: int, deals: int, passes: int, on_deal: OnDeal = no_progress
) -> Learned:
    """The population after a number of passes of `deals` deals each."""
    model = points_model(game)
    population = None
    models = list[Model]()
    shares = list[float]()
    for turn in range(passes):
        numbers = range(turn * deals, (turn + 1) * deals)
        fresh = Population(best_reply_keys(game, seed, LEARNING, numbers, model, on_deal), np.ones(deals))
        share = 2 / (turn + 2)
        models = [*models, model]
        shares = [*(old * (1 - share) for old in shares), share]
        population = fresh if population is None else mixed(population, fresh, share)
        model = population_model(game, population)
    if population is None:
        raise NotAllowed("a population takes at least 1 pass")
    return Learned(population, tuple(models), tuple(shares))


def best_reply_keys(game: Game[Terms], seed: int, purpose: int, numbers: range, model: Model, on_deal: OnDeal) -> Keys:
    """The keys of the best settings of these deals."""
    rows = []
    for number in numbers:
        rows.append(best_keys(deal_cards(game, seed, purpose, number), model)[0])
        on_deal()
    return np.array(rows, dtype=np.int32)


def exploitability(
    game: Game[Terms], learned: Learned, *, seed: int, deals: int, on_deal: OnDeal = no_progress
) -> tuple[float, float]:
    """
    How much more a best reply wins than the population, in points per opponent and round, with its standard error.

    Fresh deals are set by the best reply and by the population; the latter sets a deal by each of its passes, weighted
    by their shares.
    """
    model = population_model(game, learned.population)
    gains = []
    for number in range(deals):
        cards = deal_cards(game, seed, TESTING, number)
        own = sum(
            share * sum(int(model.table[slot, key]) for slot, key in enumerate(best_keys(cards, used)[0]))
            for used, share in zip(learned.models, learned.shares, strict=True)
        )
        gains.append((best_keys(cards, model)[1] - own) / MICRO)
        on_deal()
    return float(np.mean(gains)), float(np.std(gains, ddof=1) / np.sqrt(len(gains)))


def sample_deals(game: Game[Terms], model: Model, *, seed: int, deals: int, on_deal: OnDeal = no_progress) -> Sample:
    """A sample of deals set with 20, 23 and 25 cards."""
    values = []
    jokers = []
    keys = []
    for number in range(deals):
        cards = deal_cards(game, seed, TABLES, number)
        solved = [best_keys(cards[:count], model) for count in (FEWEST, SECOND_STAGE, MOST)]
        values.append([value / MICRO for _, value in solved])
        jokers.append([float(cards[:count].count(JOKER)) for count in (FEWEST, SECOND_STAGE)])
        keys.append(solved[-1][0])
        on_deal()
    rows = np.array(keys, dtype=np.int32)
    return Sample(np.array(values), np.array(jokers), net_scores_between(points_of(game, model.scale), rows, rows))
