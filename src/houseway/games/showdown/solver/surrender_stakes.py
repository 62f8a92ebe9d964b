"""
The value of playing on and of surrendering, in chips.

A player who plays on wins points from each remaining player, the Pot if Champion, and the payments of those who
surrender. Three things come from a sample of deals, each set with 20, 23 and 25 cards: how strong the players who play
on are, how often they play on, and how often cards of a given value win the championship. The players of the sample
decide by the same rule; the computation is repeated until the rule no longer changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..pot import PLAY, SURRENDER
from ..terms import Terms

Floats = NDArray[np.float64]
FIRST = 0
"""The declaration after 20 cards."""
SECOND = 1
"""The declaration after 23 cards."""
MOST_OPPONENTS = 5
NOISE = 41
"""Number of equally likely values by which the uncertain value of the next cards is represented."""


class Prediction(NamedTuple):
    """How the value of the 25 cards is predicted at a declaration."""

    constant: float
    per_point: float
    """The weight of the set value of the cards held."""
    per_joker: float
    standard_deviation: float
    """Of the prediction's error."""

    def of(self, value: Floats | float, jokers: Floats | float) -> Floats:
        """The predicted value of the 25 cards, from the set value of the cards held and their number of jokers."""
        return np.asarray(self.constant + self.per_point * value + self.per_joker * jokers)


@dataclass(frozen=True, eq=False)
class Stakes:
    """Everything that a decision to surrender depends on. An opening is a declaration: FIRST or SECOND."""

    terms: Terms
    predictor: Floats
    """By opening: the four numbers of a `Prediction`."""
    goes_on: Floats
    """By opening: the share of players who play on."""
    net: Floats
    """By number of opponents: points from all of them = first + second * set value of the 25 cards."""
    champion: Floats
    """By number of opponents: logarithm of the odds to be Champion = first + second * set value."""

    def predicted(self, opening: int, value: float, jokers: int) -> float:
        """Predicted value of the 25 cards, from the value of the cards held."""
        return float(self.prediction(opening).of(value, jokers))

    def prediction(self, opening: int) -> Prediction:
        return Prediction(*self.predictor[opening].tolist())

    @cached_property
    def noise(self) -> Floats:
        """Equally likely errors of a prediction, by opening."""
        steps = (np.arange(NOISE) + 0.5) / NOISE
        normal = np.sqrt(2) * _inverse_erf(2 * steps - 1)
        return np.array([spread * normal for spread in self.predictor[:, 3]])

    def showdown(self, value: Floats | float, opponents: int, pot: float) -> Floats:
        """Expected chips of a showdown with 25 cards of this value: points, and the Pot if Champion."""
        start, slope = self.net[opponents - 1]
        first, second = self.champion[opponents - 1]
        odds = np.clip(first + second * np.asarray(value, dtype=float), -30, 30)
        return np.asarray(start + slope * np.asarray(value, dtype=float) + pot / (1 + np.exp(-odds)))

    def options(self, opening: int, values: Floats, players: int, pot: float) -> dict[str, float]:
        """Values of playing on and of surrendering; `values` are equally likely values of the next stage's cards."""
        costs = (self.terms.surrender1_chips, self.terms.surrender2_chips)
        buys = (self.terms.buy1_chips, self.terms.buy2_chips)
        play = surrender = 0.0
        for left in range(players):
            chance = comb(players - 1, left) * self.goes_on[opening] ** left
            chance *= (1 - self.goes_on[opening]) ** (players - 1 - left)
            surrender_payments = costs[opening] * (players - 1 - left)
            surrender -= chance * costs[opening] * left
            if left == 0:
                play += chance * (pot + surrender_payments)  # the last player takes the Pot and pays no more [SHO-A18]
                continue
            pot_then = pot + buys[opening] * (left + 1)
            if opening == SECOND:
                value_later = float(np.mean(self.showdown(values, left, pot_then)))
            else:
                value_later = float(np.mean([self.value_at_second(value, left + 1, pot_then) for value in values]))
            play += chance * (surrender_payments - buys[opening] + value_later)
        return {PLAY: play, SURRENDER: surrender}

    def value_at_second(self, predicted: float, players: int, pot: float) -> float:
        """Value of the better option at the second declaration, for cards of this predicted value."""
        return max(self.options(SECOND, predicted + self.noise[SECOND], players, pot).values())

    def threshold(self, opening: int, players: int, pot: float) -> float:
        """The least predicted value of the 25 cards with which a player should play on."""
        low = -60.0
        high = 60.0
        for _ in range(24):
            middle = (low + high) / 2
            chances = middle + self.noise[opening]
            if opening == FIRST:  # the prediction after three more cards varies less than the final value
                chances = middle + np.sqrt(max(0.0, 1 - self.share)) * self.noise[FIRST]
            options = self.options(opening, chances, players, pot)
            if options[PLAY] > options[SURRENDER]:
                high = middle
            else:
                low = middle
        return high

    @cached_property
    def share(self) -> float:
        """The share of the prediction's variance after 20 cards that remains after 23."""
        return float((self.predictor[SECOND, 3] / max(self.predictor[FIRST, 3], 1e-9)) ** 2)

    def arrays(self) -> dict[str, Floats]:
        return {
            "predictor": self.predictor,
            "goes_on": self.goes_on,
            "net": self.net,
            "champion": self.champion,
        }


def stakes_from(terms: Terms, arrays: Mapping[str, object]) -> Stakes:
    return Stakes(terms, *(np.asarray(arrays[name]) for name in ("predictor", "goes_on", "net", "champion")))


def _inverse_erf(values: Floats) -> Floats:
    """Winitzki's approximation of the inverse error function, accurate to 0.002, which is enough for the noise."""
    a = 0.147
    logs = np.log(1 - values**2)
    first = 2 / (np.pi * a) + logs / 2
    return np.asarray(np.sign(values) * np.sqrt(np.sqrt(first**2 - logs / a) - first))


# Fitting -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sample:
    """Deals set with 20, 23 and 25 cards, one per row."""

    values: Floats
    """(deals, 3): the value of the best setting with 20, 23 and 25 cards."""
    jokers: Floats
    """(deals, 2): the number of jokers in the first 20 and 23 cards."""
    net_scores: Floats
    """(deals, deals): the net score of each deal (row) against each other (column), with 25 cards."""


def fitted(terms: Terms, sample: Sample, chance: np.random.Generator, *, players: int, repeats: int) -> Stakes:
    """The equilibrium surrender rule: the best reply when every player uses it."""
    predictor = np.array([_regression(sample, opening) for opening in (FIRST, SECOND)])
    goes_on = np.array([0.6, 0.8])
    plays_on = np.ones(len(sample.values), dtype=bool)
    stakes = Stakes(terms, predictor, goes_on, *_showdowns(sample, plays_on, chance))
    for _ in range(repeats):
        pot = terms.ante_chips * players
        first = stakes.threshold(FIRST, players, pot)
        went = _predictions(stakes, sample, FIRST) >= first
        left = max(2, 1 + round((players - 1) * float(went.mean())))
        second = stakes.threshold(SECOND, left, pot + terms.buy1_chips * left)
        stays = went & (_predictions(stakes, sample, SECOND) >= second)
        plays_on = stays if stays.sum() >= 2 * MOST_OPPONENTS else plays_on
        went_on = max(1, int(went.sum()))
        shares = np.clip([went.mean(), stays.sum() / went_on], 0.05, 0.99)
        goes_on = (goes_on + shares) / 2
        stakes = Stakes(terms, predictor, goes_on, *_showdowns(sample, plays_on, chance))
    return stakes


def _predictions(stakes: Stakes, sample: Sample, opening: int) -> Floats:
    return stakes.prediction(opening).of(sample.values[:, opening], sample.jokers[:, opening])


def _regression(sample: Sample, opening: int) -> Floats:
    known = np.column_stack((np.ones(len(sample.values)), sample.values[:, opening], sample.jokers[:, opening]))
    weights = np.linalg.lstsq(known, sample.values[:, 2], rcond=None)[0]
    return np.array([*weights, np.std(sample.values[:, 2] - known @ weights, ddof=3)])


def _showdowns(sample: Sample, plays_on: NDArray[np.bool_], chance: np.random.Generator) -> tuple[Floats, Floats]:
    """The fits `net` and `champion` of all deals of the sample against those that play on."""
    others = np.flatnonzero(plays_on)
    net = []
    champion = []
    values = sample.values[:, 2]
    for opponents in range(1, MOST_OPPONENTS + 1):
        totals, wins = _play_sample(sample, others, opponents, chance)
        net.append(np.polyfit(values, totals, 1)[::-1])
        odds = np.clip(wins, 0.02, 0.98)
        champion.append(np.polyfit(values, np.log(odds / (1 - odds)), 1)[::-1])
    return np.array(net), np.array(champion)


def _play_sample(
    sample: Sample, others: NDArray[Any], opponents: int, chance: np.random.Generator
) -> tuple[Floats, Floats]:
    """Mean total points and share of championships of each deal, over random opponents."""
    tables = 60
    count = len(sample.values)
    totals = np.zeros(count)
    wins = np.zeros(count)
    for _ in range(tables):
        seats = chance.choice(others, size=(count, opponents))
        own = np.take_along_axis(sample.net_scores, seats, axis=1).sum(axis=1)
        among = sample.net_scores[seats[:, :, None], seats[:, None, :]].sum(axis=2)
        theirs = among + sample.net_scores[seats, np.arange(count)[:, None]]
        totals += own / tables
        wins += (own > theirs.max(axis=1)) / tables
    return totals, wins
