"""
Rounds of Chinese Poker between two who set by the sentences of the house way, many at a time.

Hands are set and compared on kernels. What a kind of meeting pays is asked of the rules: the first round of each kind
is played through them, and where terms allow no such kinds every round is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ....kernels.cards import Ints, encoded_hands
from ....pricing.option_cache import remembered
from ....pricing.rounds import BY_RULES, ON_KERNELS, ThroughRules, places_of
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.payments import Party, net
from ....rules.playing import settlement
from .. import sheet as chinese
from ..house_way import natural_claims
from ..kernels.bonus_classes import class_table, depends_on_two, kinds_between
from ..kernels.bulk_setting import Wishes, set_hands
from ..kernels.house_way import house_way
from ..kernels.setting import Scale, cards_of, scale

PLAYERS = 2
CHUNK = 1_000
FEW = 10


def way_to_play(game: Game[chinese.Terms], seed: int) -> tuple[str, Callable[[int, int], list[int]], int]:
    """How rounds are played under these terms, what plays some of them, and how many at a time."""
    plain = BySentences(game)
    if not depends_on_two(game.terms):
        return BY_RULES, partial(plain.won, seed), FEW
    return ON_KERNELS, partial(OnKernels(plain).won, seed), CHUNK


@remembered
def tables_of(terms: Any) -> tuple[Scale, Wishes]:
    """What hands are set by; terms under which they are set alike have the same."""
    return scale(terms), house_way(terms)


class BySentences(ThroughRules):
    def __init__(self, game: Game[chinese.Terms]) -> None:
        super().__init__(game, PLAYERS)
        self.scale, self.way = tables_of(game.terms)

    def hands(self, mover: Party, cards: Cards) -> HandsSet:
        codes = encoded_hands([cards])
        *_, front, split = set_hands(self.scale, self.way, codes)[0].tolist()
        setting = cards_of(codes[0], front, split)
        return HandsSet(mover, setting, claims=natural_claims(self.game.terms, cards, setting))

    def won(self, seed: int, first: int, count: int) -> list[int]:
        """What each round brought the first seat, in chips."""
        return [self.won_in(seed, number) for number in range(first, first + count)]

    def won_in(self, seed: int, number: int) -> int:
        return net(settlement(self.played(seed, number))).get(1, 0)


class OnKernels:
    def __init__(self, plain: BySentences) -> None:
        self.plain = plain
        self.places = places_of(plain)
        self.classes = class_table(plain.game.terms)
        self.paid: dict[int, int] = {}
        """By kind of meeting: what the first seat gets."""

    def won(self, seed: int, first: int, count: int) -> list[int]:
        return self.paid_for(seed, first, self.codes(seed, first, count))

    def codes(self, seed: int, first: int, count: int) -> list[Ints]:
        """How each seat sets its cards in consecutive rounds, by the codes of the rows."""
        cards = self.plain.cards(seed, first, count)
        return [
            set_hands(self.plain.scale, self.plain.way, np.ascontiguousarray(cards[:, places]))
            for places in self.places
        ]

    def paid_for(self, seed: int, first: int, codes: list[Ints]) -> list[int]:
        """What hands set so bring the first seat, in chips."""
        kinds, rows, inverse = np.unique(kinds_between(self.classes, *codes), return_index=True, return_inverse=True)
        for kind, row in zip(kinds.tolist(), rows.tolist(), strict=True):
            if kind not in self.paid:
                self.paid[kind] = self.plain.won_in(seed, first + row)
        won: list[int] = np.array([self.paid[kind] for kind in kinds.tolist()])[inverse].tolist()
        return won
