"""What Showdown hands may be worth, for tests: points, what they win of a listed field, and sheer noise."""

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
"""Seeds from which on deals are of five to seven ranks, or of two suits."""


def deal(seed: int, size: int, jokers: int) -> Cards:
    """That many cards of three decks, so many of them jokers. Of few ranks or suits, hands often nearly equal."""
    draw = random.Random(seed)
    ranks = draw.sample(RANKS, draw.randint(5, 7)) if FEW_RANKS <= seed < FEW_SUITS else RANKS
    suits = draw.sample(SUITS, 2) if seed >= FEW_SUITS else SUITS
    shoe = [card for card in DECK * 3 if card.rank in ranks and card.suit in suits]
    return (*draw.sample(shoe, size - jokers), *[JOKER] * jokers)


def points_of(terms: Terms) -> Value:
    """As if every hand won."""
    return lambda place, found: MICRO * points(terms, place, found)


def points(terms: Terms, place: int, found: Strength) -> int:
    """Nothing for a hand of a size that may not lie there, which has no place on the chart."""
    return scoring.points(terms, place, found) if found.size in legality.allowed_sizes(terms, place) else 0


def field_of(terms: Terms) -> Value:
    """What a hand wins and loses on average against the listed opponents, suits aside."""
    field = [[(key(found), points(terms, place, found)) for found in column] for place, column in listed(terms).items()]

    @cache
    def worth(place: int, ours: Key, mine: int) -> int:
        scores = [mine if ours > theirs else -lost if ours < theirs else 0 for theirs, lost in field[place - 1]]
        return sum(scores) * MICRO // len(scores)

    return lambda place, found: worth(place, key(found), points(terms, place, found))


def listed(terms: Terms) -> dict[int, list[Strength]]:
    settings = read_settings(OPPONENTS, SHEET)
    return {
        place: [hand_order.strength_of(terms, Hand(setting[f"hand{place}"])) for setting in settings]
        for place in legality.SLOTS
    }


def key(found: Strength) -> Key:
    return found.level, found.ranks


def noise(place: int, found: Strength) -> int:
    """Of no meaning: a stronger hand may be worth less."""
    return zlib.crc32(repr((place, found.level, found.size, found.ranks)).encode()) % MICRO
