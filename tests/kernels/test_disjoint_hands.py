"""Counts of all pairs of disjoint hands, compared with small decks whose pairs are all tried."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.games import game
from houseway.kernels.cards import JOKER_CODE, Hands, encoded_hands
from houseway.kernels.disjoint_hands import count_orbits, list_orbits
from houseway.kernels.meetings import PATTERNS, pattern
from houseway.pricing.generic.exact import DealsToCount, count_deals
from houseway.pricing.generic.form import form_of
from houseway.pricing.generic.tables import classes_of, hand_tables
from houseway.rules.cards import DECK

PAI_GOW = game("pai_gow")


def deck_of(ranks: int, suits: int, *, joker: bool) -> Hands:
    """The highest ranks of some suits, as codes."""
    cards = [4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(suits)]
    return np.array(cards + [JOKER_CODE] * joker, dtype=np.uint8)


def to_count(deck: Hands, suits: int) -> DealsToCount:
    tables = hand_tables(PAI_GOW)
    return DealsToCount(deck, suits, classes_of(form_of(PAI_GOW)).tables, tables.house, tables.shape)


def every_pair(deals: DealsToCount) -> list[int]:
    """Deal every pair of disjoint hands and compare them."""
    counts = [0] * PATTERNS
    cards = deals.deck.tolist()
    hands = list(combinations(cards, deals.classes.size))
    classes = classes_of(form_of(PAI_GOW)).numbers(np.array(hands, dtype=np.uint8))
    codes = dict(zip(hands, deals.house[classes], strict=True))
    for ours in hands:
        rest = [card for card in cards if card not in ours]
        for theirs in combinations(rest, deals.classes.size):
            counts[pattern(codes[ours], codes[theirs])] += 1
    return counts


@pytest.mark.parametrize(
    ("ranks", "suits", "joker"),
    [(7, 2, True), (5, 3, False), pytest.param(4, 4, True, marks=pytest.mark.slow)],
)
def test_small_decks_are_counted_as_if_every_pair_were_dealt(ranks: int, suits: int, *, joker: bool) -> None:
    deals = to_count(deck_of(ranks, suits, joker=joker), suits)
    counts = count_deals(deals)
    assert sum(counts) == deals.deals
    assert counts == every_pair(deals)


def test_suits_that_are_not_exchanged_give_the_same_counts() -> None:
    deck = deck_of(5, 3, joker=True)
    assert count_deals(to_count(deck, 3)) == count_deals(to_count(deck, 1))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_the_orbits_hold_every_set_of_cards(size: int) -> None:
    deck = np.append(encoded_hands([DECK])[0], JOKER_CODE).astype(np.uint8)
    sets, sizes = list_orbits(deck, size, 4, count_orbits(deck, size, 4))
    assert len(sets) == len(set(sets.tolist())) == {0: 1, 1: 14, 2: 182, 3: 1924, 4: 18187}[size]
    assert sizes.sum() == comb(53, size)
