"""
A small learner for Pyramid Poker: it starts from the house way and finds out, by playing, where that errs.

A hand is known by its three ranks. Every other legal setting of it is a doubt about the house way, and a doubt is tried
by playing one deal twice, once each way: the luck of the deal falls out of the difference. The doubt that could still
be worth most is tried next; one that is sure is adopted. What has been learned is then priced exactly, over all deals.

    python -m houseway.envs.pyramid
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from ..games.pyramid import sheet as pyramid
from ..games.pyramid import wagers
from ..games.pyramid.pricing.hands import Composition, index_of
from ..games.pyramid.pricing.main_wager_tables import against_house, legal_settings
from ..games.pyramid.pricing.play import play, played
from ..rules.cards import CLUBS, DIAMONDS, HEARTS, RANKS, Card, Cards, sort_key, surplus, write_cards
from ..rules.game import Deal
from ..rules.setting import Setting
from .episode import Episode, begin
from .setup import Action, Setup, setup

BATCH = 8
"""Deals between two looks at the figures."""
WIDE = 2.0
SURE = 3.0
"""Standard errors: how far a doubt may be hoped up, and how far above nothing it must stand to be adopted."""
AT_LEAST = 12 * BATCH
"""Deals before a doubt can be adopted."""


@dataclass(frozen=True)
class Doubt:
    """Another way to set a hand than the house's."""

    cards: Cards
    house: int
    """The rank that the house way puts low."""
    low: int
    """The rank put low instead."""


@dataclass(frozen=True, eq=False)
class Learned:
    """Every doubt, what it won more than the house way in first wagers, and in how many deals."""

    doubts: tuple[Doubt, ...]
    deals: NDArray[np.int64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]

    @cached_property
    def adopted(self) -> tuple[Doubt, ...]:
        """The doubts that are sure, the most valuable first; one at most for a hand."""
        sure = (self.deals >= AT_LEAST) & (self.means > SURE * self.errors)
        found: dict[Cards, Doubt] = {}
        for place in np.argsort(-self.means, kind="stable").tolist():
            if sure[place]:
                found.setdefault(self.doubts[place].cards, self.doubts[place])
        return tuple(found.values())


class Practice:
    """Hands of one's own choice against the dealer, at the least wagers, every deal as often as one likes."""

    def __init__(self, seed: int) -> None:
        self.setup: Setup = setup("pyramid", seats=1, stakes=1, banking=False)
        self.chance = np.random.default_rng(seed)
        self.places = {name: self.setup.numbers[Action("place", name)] for name in ("low", "high")}
        self.rests: dict[Cards, Cards] = {}
        self.wagered = begin(self.setup)
        while not isinstance(self.wagered.round.step, Deal):
            self.wagered = self.wagered.act(1, self.wagered.allowed(1)[0])

    def difference(self, doubt: Doubt) -> int:
        """What the doubt won more than the house way with one and the same deal, in chips."""
        if doubt.cards not in self.rests:
            self.rests[doubt.cards] = surplus(self.setup.shoe, doubt.cards)
        rest = self.rests[doubt.cards]
        drawn = self.chance.choice(len(rest), 3, replace=False).tolist()
        dealt = self.wagered.deal((*doubt.cards, *(rest[place] for place in drawn)))
        return self._won(dealt, doubt.cards, doubt.low) - self._won(dealt, doubt.cards, doubt.house)

    def _won(self, now: Episode, cards: Cards, low: int) -> int:
        """Card by card in deck order: the first of this rank low, the others high."""
        ranks = [card.rank for card in sorted(cards, key=sort_key)]
        for place in range(len(ranks)):
            now = now.act(1, self.places["low" if place == ranks.index(low) else "high"])
        return now.won[0]


def all_doubts() -> Iterator[Doubt]:
    """Every hand by its ranks, and every legal setting of it that is not the house way's."""
    game = pyramid.SHEET
    for ranks in combinations_with_replacement(RANKS, 3):
        cards = tuple(Card(rank, suit) for rank, suit in zip(ranks, (CLUBS, DIAMONDS, HEARTS), strict=True))
        house = game.house_way(game.terms, cards) if game.house_way else {}
        for low in sorted({card.rank for card in cards} - {house["low"][0].rank}):
            if not game.foul(game.terms, with_low(cards, low), {}):
                yield Doubt(cards, house["low"][0].rank, low)


def with_low(cards: Cards, low: int) -> Setting:
    card = next(card for card in cards if card.rank == low)
    return {"low": (card,), "high": surplus(cards, (card,))}


def learn(*, deals: int, seed: int = 0, told: Callable[[int], None] = lambda done: None) -> Learned:
    """So many deals of practice, where they may be worth most."""
    practice = Practice(seed)
    doubts = tuple(all_doubts())
    unit = practice.wagered.round.seat(1).wagers[wagers.MAIN]
    count, total, squares = (np.zeros(len(doubts)) for _ in range(3))
    for done in range(0, deals, BATCH):
        place = int(np.argmax(_hopes(count, total, squares)))
        found = [practice.difference(doubts[place]) / unit for _ in range(BATCH)]
        count[place] += BATCH
        total[place] += sum(found)
        squares[place] += sum(each * each for each in found)
        told(done + BATCH)
    means, errors = _figures(count, total, squares)
    return Learned(doubts, count.astype(np.int64), means, errors)


Figures = NDArray[np.float64]


def _figures(count: Figures, total: Figures, squares: Figures) -> tuple[Figures, Figures]:
    """Means and standard errors, as if one unit had been won and one lost beside what was seen."""
    means = total / (count + 2)
    return means, np.sqrt(((squares + 2) / (count + 2) - means**2) / (count + 2))


def _hopes(count: Figures, total: Figures, squares: Figures) -> Figures:
    """What each doubt may be worth at most; what is sure need not be tried again."""
    means, errors = _figures(count, total, squares)
    sure = (count >= AT_LEAST) & (means > SURE * errors)
    return np.where(sure, -np.inf, means + WIDE * errors)


def exact_worth(adopted: tuple[Doubt, ...] = ()) -> Fraction:
    """What the house way with these settings instead wins per unit of the first wager, counted over all deals."""
    terms = pyramid.SHEET.terms
    shoe = Composition.of_decks(terms.decks)
    settings = legal_settings(terms)
    found = play(terms, against_house, shoe)
    rows = found.house.copy()
    for doubt in adopted:
        hand = index_of(doubt.cards)
        rows[hand] = next(
            row
            for row in np.flatnonzero(settings.hand == hand).tolist()
            if settings.settings[row]["low"][0].rank == doubt.low
        )
    return played(shoe, found, rows).ev


def best_worth() -> Fraction:
    """The same for the best setting of every hand."""
    terms = pyramid.SHEET.terms
    shoe = Composition.of_decks(terms.decks)
    found = play(terms, against_house, shoe)
    return played(shoe, found, found.best).ev


def _told(done: int) -> None:
    if done % 1600 == 0:
        print(f"{done:,} deals", file=sys.stderr)


def main(deals: int = 16_000, seed: int = 1) -> None:
    learned = learn(deals=deals, seed=seed, told=_told)
    for doubt in learned.adopted:
        low = with_low(doubt.cards, doubt.low)
        print(f"{write_cards(doubt.cards)}: low {write_cards(low['low'])}, high {write_cards(low['high'])}")
    for name, worth in (
        ("house way", exact_worth()),
        ("learned", exact_worth(learned.adopted)),
        ("best", best_worth()),
    ):
        print(f"{name:10} {float(worth):+.6f} of a first wager")


if __name__ == "__main__":
    main()
