"""Deviations from the house way of Pyramid Poker: one for each rank hand and each other legal low card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from ....pricing.deviations import Deviation, Deviations
from ....rules.cards import CLUBS, DIAMONDS, HEARTS, RANKS, Card, Cards, surplus
from ....rules.game import Game
from ....rules.setting import Setting
from ..fouls import foul
from ..house_way import house_way
from ..terms import Terms
from ..wagers import MAIN
from .hands import Composition, index_of
from .main_wager_tables import against_house, legal_settings
from .play import Play, play, played

SUITS = (CLUBS, DIAMONDS, HEARTS)
"""The suits of every example hand; suits do not matter for the first wager."""


class PyramidDeviations(Deviations):
    """Deviations as a bettor against the House."""

    wager = MAIN

    def __init__(self, game: Game[Terms]) -> None:
        self.terms = game.terms
        self.shoe = Composition.of_decks(game.terms.decks)

    @cached_property
    def all(self) -> tuple[Deviation, ...]:
        hands = (
            tuple(Card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=True))
            for ranks in combinations_with_replacement(RANKS, 3)
        )
        return tuple(deviation for cards in hands for deviation in self._of_hand(cards))

    def _of_hand(self, cards: Cards) -> Iterator[Deviation]:
        by_house_way = house_way(self.terms, cards)
        other_lows = {card.rank for card in cards} - {by_house_way["low"][0].rank}
        for low in sorted(other_lows):
            setting = with_low(cards, low)
            if foul(self.terms, setting, {}) is None:
                yield Deviation(cards, by_house_way, setting)

    @cached_property
    def _play(self) -> Play:
        return play(self.terms, against_house, self.shoe)

    def value(self, adopted: Sequence[Deviation] = ()) -> Fraction:
        rows = self._play.house.copy()
        for deviation in adopted:
            rows[index_of(deviation.cards)] = self._row(deviation)
        return played(self.shoe, self._play, rows).ev

    def _row(self, deviation: Deviation) -> int:
        """The row of the table of legal settings that has this setting's low card."""
        settings = legal_settings(self.terms)
        low = deviation.setting["low"][0].rank
        rows = np.flatnonzero(settings.hand == index_of(deviation.cards)).tolist()
        return next(row for row in rows if settings.settings[row]["low"][0].rank == low)

    def best_value(self) -> Fraction:
        return played(self.shoe, self._play, self._play.best).ev


def with_low(cards: Cards, low: int) -> Setting:
    """The setting with a card of this rank low and the other two high."""
    card = next(card for card in cards if card.rank == low)
    return {"low": (card,), "high": surplus(cards, (card,))}
