"""Values of Showdown hands for tests: points, points won from listed opponents, and noise."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from houseway.games.showdown import hand_order, legality, scoring
from houseway.games.showdown.hand_order import Hand
from houseway.games.showdown.sheet import SHEET, Terms
from houseway.rules.cards import DECK, JOKER, RANKS, SUITS, Cards
from houseway.rules.ranking import Strength
from houseway.solving.settings_file import read_settings

MICRO = 1_000_000
OPPONENTS = Path(__file__).with_name("showdown_opponents.txt")
"""Settings of six full tables at 25 cards, by the house way."""

Value = Callable[[int, Strength], int]
Key = tuple[int, tuple[int, ...]]


FEW_RANKS = 1000
FEW_SUITS = 2000
"""From these seeds on deals have five to seven ranks, and two suits."""


def deal(seed: int, size: int, jokers: int) -> Cards:
    """Cards from three decks and jokers. Deals of few ranks or suits often have nearly equal hands."""
    draw = random.Random(seed)
    ranks = draw.sample(RANKS, draw.randint(5, 7)) if FEW_RANKS <= seed < FEW_SUITS else RANKS
    suits = draw.sample(SUITS, 2) if seed >= FEW_SUITS else SUITS
    shoe = [card for card in DECK * 3 if card.rank in ranks and card.suit in suits]
    return (*draw.sample(shoe, size - jokers), *[JOKER] * jokers)


def points_of(terms: Terms) -> Value:
    """Points, as if every hand won."""
    return lambda slot, strength: MICRO * points(terms, slot, strength)


def points(terms: Terms, slot: int, strength: Strength) -> int:
    """Points of a hand; 0 for a size that the slot does not take, which is not on the chart."""
    return scoring.points(terms, slot, strength) if strength.size in legality.allowed_sizes(terms, slot) else 0


def field_of(terms: Terms) -> Value:
    """Mean points that a hand wins from the listed opponents, without suits."""
    field = [
        [(key(strength), points(terms, slot, strength)) for strength in column]
        for slot, column in listed(terms).items()
    ]

    @cache
    def mean_points(slot: int, ours: Key, mine: int) -> int:
        scores = [mine if ours > theirs else -lost if ours < theirs else 0 for theirs, lost in field[slot - 1]]
        return sum(scores) * MICRO // len(scores)

    return lambda slot, strength: mean_points(slot, key(strength), points(terms, slot, strength))


def listed(terms: Terms) -> dict[int, list[Strength]]:
    settings = read_settings(OPPONENTS, SHEET)
    return {
        slot: [hand_order.strength_of(terms, Hand(setting[f"hand{slot}"])) for setting in settings]
        for slot in legality.SLOTS
    }


def key(strength: Strength) -> Key:
    return strength.level, strength.ranks


def noise(slot: int, strength: Strength) -> int:
    """Values without meaning: a stronger hand may have a lower one."""
    return zlib.crc32(repr((slot, strength.level, strength.size, strength.ranks)).encode()) % MICRO
