"""
The effect of cards that have left the shoe on the wagers of Pyramid Poker.

The effect of a card is exact: the wager is priced again without that card. The value of card counting is estimated from
many simulated shoes, each priced exactly for a player who knows every card that is gone; no counting system does
better. (Adding up the effects of single cards would be wrong: pairs, flushes and straights depend on which cards are
gone together.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from ....rules.cards import RANK_LETTERS, RANKS, SUITS, Card, shoe
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.streams import stream
from .. import sheet as pyramid
from .. import wagers
from ..terms import Terms
from ..wagers import WAGERS
from .hands import HAND_SIZE, RANK_COUNT, Composition
from .main_wager_tables import Named, against_house, outcomes
from .play import played, weigh
from .side_wagers import six_card_counts, three_card_counts

Evs = Mapping[str, Fraction]
SEED = 20080521
SHOES = 200
"""Number of simulated shoes."""
SHOE_STREAM = 1
"""The purpose of the random streams, one for each shoe."""


def wager_evs(terms: Terms, left: Composition) -> Evs:
    """By wager: its value per unit with these cards left; the first wager with best play."""
    main = weigh(terms, outcomes(terms, against_house), left)
    sides = (_mean(three_card_counts(terms, left)), _mean(six_card_counts(terms, left)))
    return dict(zip(WAGERS, (played(left, main, main.best).ev, *sides), strict=True))


def _mean(counts: Counter[Named]) -> Fraction:
    return sum((net * count for (_, net), count in counts.items()), Fraction()) / counts.total()


@dataclass(frozen=True, kw_only=True)
class Counting:
    """The value for a player who knows every card that is gone and stakes the maximum only on favourable wagers."""

    shoes: int
    """The number of simulated shoes, each seen before one of its rounds."""
    seed: int
    positive: Mapping[str, int]
    """By wager: the number of shoes with a positive value."""
    ev: Fraction
    """The mean value in chips per hand."""
    standard_error: float
    staked: Fraction
    best: Evs
    """By wager: its value per unit in the most favourable shoe."""


@dataclass(frozen=True, kw_only=True)
class Depletion:
    """How the values of the wagers change as cards leave the shoe."""

    whole_shoe: Evs
    effects: Mapping[str, Evs]
    """By wager and rank: the change of the value per unit when one card of the rank is gone."""
    counting: Counting | None
    """None if every round has a fresh shoe."""


def depletion(terms: pyramid.Terms, progress: Progress | None = None) -> Depletion:
    """The effect of each card, and the value of counting if the shoe is dealt to a cut card."""
    counts = terms.reshuffle == "cut_card"
    steps = RANK_COUNT + SHOES * counts
    report = progress or ignore_progress
    whole = Composition.of_decks(terms.decks)
    base = wager_evs(terms, whole)
    effects: dict[str, dict[str, Fraction]] = {wager: {} for wager in WAGERS}
    for done, rank in enumerate(RANKS):
        report(done, steps)
        for wager, ev in wager_evs(terms, whole.without((Card(rank, SUITS.start),))).items():
            effects[wager][RANK_LETTERS[done]] = ev - base[wager]
    counting = _counting(terms, lambda done: report(RANK_COUNT + done, steps)) if counts else None
    report(steps, steps)
    return Depletion(whole_shoe=base, effects=effects, counting=counting)


def _counting(terms: pyramid.Terms, report: Callable[[int], None]) -> Counting:
    evs = []
    for number in range(SHOES):
        report(number)
        evs.append(wager_evs(terms, dealt_down(terms, stream(SEED, SHOE_STREAM, number))))
    mixes = [counted_stakes(terms, ev) for ev in evs]
    won = [sum((ev[wager] * mix[wager] for wager in WAGERS), Fraction()) for ev, mix in zip(evs, mixes, strict=True)]
    mean = sum(won, Fraction()) / SHOES
    return Counting(
        shoes=SHOES,
        seed=SEED,
        positive={wager: sum(ev[wager] > 0 for ev in evs) for wager in WAGERS},
        ev=mean,
        standard_error=sqrt(sum((chips - mean) ** 2 for chips in won) / SHOES / (SHOES - 1)),
        staked=Fraction(sum(sum(mix.values()) for mix in mixes), SHOES),
        best=evs[won.index(max(won))],
    )


def dealt_down(terms: pyramid.Terms, generator: np.random.Generator) -> Composition:
    """A random shoe before one of its rounds at a full table; all rounds before the cut card are equally likely."""
    cards = shoe(decks=terms.decks)
    a_round = (terms.seats + 1) * HAND_SIZE
    starts = [
        gone for gone in range(0, len(cards) - a_round + 1, a_round) if gone * 100 < terms.penetration * len(cards)
    ]
    gone = int(generator.choice(starts))
    positions = generator.permutation(len(cards))[:gone]
    return Composition.of_decks(terms.decks).without(tuple(cards[position] for position in positions))


def counted_stakes(terms: pyramid.Terms, evs: Evs) -> dict[str, int]:
    """The maximum on wagers with a positive value, the minimum on others."""
    least = {spot.name: 0 if spot.optional else spot.low for spot in wagers.spots(terms)}
    return {spot.name: spot.high if evs[spot.name] > 0 else least[spot.name] for spot in wagers.spots(terms)}
