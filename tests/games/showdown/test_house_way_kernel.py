"""The kernels of Pyramid Showdown's house way compared with the rules: codes of hands, and settings."""

import random
from typing import Any

import numpy as np
import pytest

from houseway.games import GAMES
from houseway.games.showdown import hand_order
from houseway.games.showdown.hand_order import Hand
from houseway.games.showdown.house_way import house_way
from houseway.games.showdown.kernels.house_way import set_hands
from houseway.games.showdown.kernels.strength import strength_of
from houseway.games.showdown.kernels.tables import build_house_way_tables
from houseway.games.showdown.sheet import SHEET
from houseway.kernels.cards import encoded, encoded_hands
from houseway.rules.cards import JOKER, Cards

READINGS: list[dict[str, Any]] = [
    {},
    {"suit_tiebreak": "off", "wheel": "second", "power_order": "cards"},
    {"suit_tiebreak": "first_card", "natural_beats_wild": True, "three_card_sf": "top"},
]
SHOE = GAMES["showdown"].shoe(GAMES["showdown"].terms)


def code(tables: Any, hand: Cards) -> int:
    return int(strength_of(tables.strengths, np.array([encoded(card) for card in hand], dtype=np.int64)))


def hands(chance: random.Random, count: int) -> list[Cards]:
    """Random hands of one, three and five cards, and power hands of six to ten, many with jokers."""
    dealt_hands = []
    for _ in range(count):
        size = chance.choice((1, 3, 5, 5, 6, 7, 8, 9, 10))
        rank = chance.randrange(2, 15)
        suit = chance.randrange(1, 5)
        naturals = [card for card in SHOE if card != JOKER]
        if size > 5 and chance.random() < 0.5:
            naturals = [card for card in naturals if card.rank == rank]
        elif size > 5:
            low = chance.randrange(1, 16 - size)
            wanted = [14 if each == 1 else each for each in range(low, low + size)]
            naturals = [card for card in naturals[:52] if card.suit == suit and card.rank in wanted]
        elif chance.random() < 0.5:
            naturals = [card for card in naturals if abs(card.rank - rank) < 3 and card.suit >= suit]
        jokers = min(size, chance.choice((0, 0, 1, 1, 2, 2, 3)))
        dealt_hands.append((*chance.sample(naturals, size - jokers), *(JOKER,) * jokers))
    return dealt_hands


@pytest.mark.parametrize("options", READINGS)
def test_codes_compare_as_the_rules_do(options: dict[str, Any]) -> None:
    terms = SHEET.with_options(options).terms
    tables = build_house_way_tables(terms)
    chance = random.Random(7)
    for ours, theirs in zip(hands(chance, 300), hands(chance, 300), strict=True):
        apart = code(tables, ours) - code(tables, theirs)
        assert (apart > 0) - (apart < 0) == hand_order.compare(terms, Hand(ours), Hand(theirs)), (ours, theirs)


def dealt(chance: random.Random, jokers: int, suits: int, lowest: int) -> Cards:
    naturals = [card for card in SHOE if card != JOKER and card.suit <= suits and card.rank >= lowest]
    return (*chance.sample(naturals, 25 - jokers), *(JOKER,) * jokers)


@pytest.mark.parametrize(("jokers", "suits", "lowest"), [(0, 4, 2), (4, 4, 2), (2, 3, 7)])
def test_hands_are_set_as_the_house_way_sets_them(jokers: int, suits: int, lowest: int) -> None:
    """Deals with all jokers, or of few suits and ranks, have rare hands: long straight flushes, many of a kind."""
    terms = SHEET.terms
    chance = random.Random(jokers)
    tables = build_house_way_tables(terms)
    deals = [dealt(chance, jokers, suits, lowest) for _ in range(3)]
    for deal, codes in zip(deals, set_hands(tables, encoded_hands(deals)).tolist(), strict=True):
        setting = house_way(terms, deal)
        assert codes == [code(tables, hand) for hand in setting.values()], deal
