"""
What a showdown is worth in chips, and when to surrender.

Points against each player who is left, the Pot for the most of them, and what those pay who surrender. How strong the
others are who go on, how often they do, and how often a hand of given value is Champion comes from a sample of deals,
each set with 20, 23 and 25 cards, whose players decide by the same rule: the rule is found by repeating this until it
no longer changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import sheet as showdown

Floats = NDArray[np.float64]
FIRST = 0
SECOND = 1
"""The two openings of the fists: after 20 cards and after 23."""
MOST_OPPONENTS = 5
NOISE = 41
"""Points of the spread of what the cards to come are worth."""


@dataclass(frozen=True, eq=False)
class Stakes:
    """Everything a surrender is decided by; rows of `showdown` are for 1 to 5 opponents."""

    terms: showdown.Terms
    predictor: Floats
    """By opening: the constant, the weight of the set value and of each joker; then the spread of the error."""
    goes_on: Floats
    """By opening: how often a player goes on."""
    net: Floats
    """By opponents: points from all of them = first + second * set value of the 25 cards."""
    champion: Floats
    """By opponents: the logarithm of the odds to be Champion = first + second * set value."""

    def predicted(self, opening: int, value: float, jokers: int) -> float:
        """What the 25 cards will be worth, from what the cards held are worth now."""
        start, slope, joker, _ = self.predictor[opening]
        return float(start + slope * value + joker * jokers)

    @cached_property
    def noise(self) -> Floats:
        """Evenly likely errors of a prediction, by opening."""
        steps = (np.arange(NOISE) + 0.5) / NOISE
        normal = np.sqrt(2) * _inverse_erf(2 * steps - 1)
        return np.array([spread * normal for spread in self.predictor[:, 3]])

    def showdown(self, value: Floats | float, opponents: int, pot: float) -> Floats:
        """The chips of a showdown of 25 cards worth so much: points, and the Pot if Champion."""
        start, slope = self.net[opponents - 1]
        first, second = self.champion[opponents - 1]
        odds = np.clip(first + second * np.asarray(value, dtype=float), -30, 30)
        return np.asarray(start + slope * np.asarray(value, dtype=float) + pot / (1 + np.exp(-odds)))

    def options(self, opening: int, values: Floats, players: int, pot: float) -> dict[str, float]:
        """What going on and surrendering are worth, over equally likely values of the hand at the next stage."""
        costs = (self.terms.surrender1_chips, self.terms.surrender2_chips)
        buys = (self.terms.buy1_chips, self.terms.buy2_chips)
        play = surrender = 0.0
        for left in range(players):
            chance = comb(players - 1, left) * self.goes_on[opening] ** left
            chance *= (1 - self.goes_on[opening]) ** (players - 1 - left)
            gone = costs[opening] * (players - 1 - left)
            surrender -= chance * costs[opening] * left
            if left == 0:
                play += chance * (pot + gone)  # the last player takes the Pot and pays no more [SHO-A18]
                continue
            grown = pot + buys[opening] * (left + 1)
            if opening == SECOND:
                later = float(np.mean(self.showdown(values, left, grown)))
            else:
                later = float(np.mean([self.second_worth(value, left + 1, grown) for value in values]))
            play += chance * (gone - buys[opening] + later)
        return {showdown.PLAY: play, showdown.SURRENDER: surrender}

    def second_worth(self, predicted: float, players: int, pot: float) -> float:
        """The better option at the second opening, for a hand that is predicted to be worth so much."""
        return max(self.options(SECOND, predicted + self.noise[SECOND], players, pot).values())

    def threshold(self, opening: int, players: int, pot: float) -> float:
        """The predicted value of the 25 cards from which on a player should go on."""
        low = -60.0
        high = 60.0
        for _ in range(24):
            middle = (low + high) / 2
            chances = middle + self.noise[opening]
            if opening == FIRST:  # what is predicted after three cards more varies less than the cards do
                chances = middle + np.sqrt(max(0.0, 1 - self.share)) * self.noise[FIRST]
            found = self.options(opening, chances, players, pot)
            low, high = (low, middle) if found[showdown.PLAY] > found[showdown.SURRENDER] else (middle, high)
        return high

    @cached_property
    def share(self) -> float:
        """How much of the uncertainty after 20 cards is still there after 23."""
        return float((self.predictor[SECOND, 3] / max(self.predictor[FIRST, 3], 1e-9)) ** 2)

    def arrays(self) -> dict[str, Floats]:
        return {
            "predictor": self.predictor,
            "goes_on": self.goes_on,
            "net": self.net,
            "champion": self.champion,
        }


def stakes_from(terms: showdown.Terms, arrays: Mapping[str, Any]) -> Stakes:
    return Stakes(terms, *(np.asarray(arrays[name]) for name in ("predictor", "goes_on", "net", "champion")))


def _inverse_erf(values: Floats) -> Floats:
    """Winitzki's approximation, good to 0.002: the noise need not be closer."""
    a = 0.147
    logs = np.log(1 - values**2)
    first = 2 / (np.pi * a) + logs / 2
    return np.asarray(np.sign(values) * np.sqrt(np.sqrt(first**2 - logs / a) - first))


# Fitting -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sample:
    """Deals set with 20, 23 and 25 cards: their values, their jokers at 20 and 23, and the duels of the 25."""

    values: Floats
    jokers: Floats
    duels: Floats


def fitted(terms: showdown.Terms, sample: Sample, chance: np.random.Generator, *, players: int, repeats: int) -> Stakes:
    """The rule that players follow who all follow it."""
    predictor = np.array([_regression(sample, opening) for opening in (FIRST, SECOND)])
    goes_on = np.array([0.6, 0.8])
    chosen = np.ones(len(sample.values), dtype=bool)
    stakes = Stakes(terms, predictor, goes_on, *_showdowns(sample, chosen, chance))
    for _ in range(repeats):
        pot = terms.ante_chips * players
        first = stakes.threshold(FIRST, players, pot)
        went = _predictions(stakes, sample, FIRST) >= first
        left = max(2, 1 + round((players - 1) * float(went.mean())))
        second = stakes.threshold(SECOND, left, pot + terms.buy1_chips * left)
        stays = went & (_predictions(stakes, sample, SECOND) >= second)
        chosen = stays if stays.sum() >= 2 * MOST_OPPONENTS else chosen
        again = max(1, int(went.sum()))
        found = np.clip([went.mean(), stays.sum() / again], 0.05, 0.99)
        goes_on = (goes_on + found) / 2
        stakes = Stakes(terms, predictor, goes_on, *_showdowns(sample, chosen, chance))
    return stakes


def _predictions(stakes: Stakes, sample: Sample, opening: int) -> Floats:
    start, slope, joker, _ = stakes.predictor[opening]
    return np.asarray(start + slope * sample.values[:, opening] + joker * sample.jokers[:, opening])


def _regression(sample: Sample, opening: int) -> Floats:
    known = np.column_stack((np.ones(len(sample.values)), sample.values[:, opening], sample.jokers[:, opening]))
    weights = np.linalg.lstsq(known, sample.values[:, 2], rcond=None)[0]
    return np.array([*weights, np.std(sample.values[:, 2] - known @ weights, ddof=3)])


def _showdowns(sample: Sample, chosen: NDArray[np.bool_], chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Points and championships of every deal of the sample against those that go on."""
    others = np.flatnonzero(chosen)
    net = []
    champion = []
    values = sample.values[:, 2]
    for opponents in range(1, MOST_OPPONENTS + 1):
        totals, wins = _played(sample, others, opponents, chance)
        net.append(np.polyfit(values, totals, 1)[::-1])
        odds = np.clip(wins, 0.02, 0.98)
        champion.append(np.polyfit(values, np.log(odds / (1 - odds)), 1)[::-1])
    return np.array(net), np.array(champion)


def _played(sample: Sample, others: NDArray[Any], opponents: int, chance: np.random.Generator) -> tuple[Floats, Floats]:
    tables = 60
    count = len(sample.values)
    totals = np.zeros(count)
    wins = np.zeros(count)
    for _ in range(tables):
        seats = chance.choice(others, size=(count, opponents))
        own = np.take_along_axis(sample.duels, seats, axis=1).sum(axis=1)
        among = sample.duels[seats[:, :, None], seats[:, None, :]].sum(axis=2)
        theirs = among + sample.duels[seats, np.arange(count)[:, None]]
        totals += own / tables
        wins += (own > theirs.max(axis=1)) / tables
    return totals, wins
