"""Enumeration of hands: every hand is counted once at each level of detail."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from houseway.kernels.cards import all_hands, decoded_hand, encoded_hands
from houseway.kernels.enumerate import class_arrays, shape_classes, suit_classes
from houseway.rules.cards import JOKER, Cards, shoe


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("jokers", [0, 1, 4])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_classes_add_up_to_the_hands_of_the_shoe(decks: int, jokers: int, size: int) -> None:
    for classes in (suit_classes, shape_classes):
        assert sum(ways for _, ways in classes(size, decks=decks, jokers=jokers)) == comb(52 * decks + jokers, size)


@pytest.mark.parametrize("size", [4, 5])
def test_the_classes_of_more_cards_add_up_too(size: int) -> None:
    assert sum(ways for _, ways in suit_classes(size, decks=2)) == comb(104, size)
    assert sum(ways for _, ways in shape_classes(size, decks=2, jokers=2)) == comb(106, size)


def up_to_renaming(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """The ranks of each suit, the suits in any order: equal for hands that differ by the names of suits only."""
    held = Counter(card.suit for card in cards if card != JOKER)
    return tuple(sorted(tuple(sorted(card.rank for card in cards if card.suit == suit)) for suit in held))


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (2, 1)])
def test_classes_of_three_cards_against_every_physical_hand(decks: int, jokers: int) -> None:
    counted = Counter(up_to_renaming(hand) for hand in combinations(shoe(decks=decks, jokers=jokers), 3))
    classes = list(suit_classes(3, decks=decks, jokers=jokers))
    assert {up_to_renaming(cards): ways for cards, ways in classes} == counted
    assert len(classes) == len(counted)


@pytest.mark.parametrize(("size", "decks"), [(3, 1), (3, 6), (4, 2)])
def test_the_arrays_are_the_same_classes(size: int, decks: int) -> None:
    hands, ways = class_arrays(size, decks=decks)
    plain = {up_to_renaming(cards): count for cards, count in suit_classes(size, decks=decks)}
    rows = [up_to_renaming(decoded_hand(row)) for row in hands.tolist()]
    assert dict(zip(rows, ways.tolist(), strict=True)) == plain


def test_all_hands_are_complete_and_in_order() -> None:
    hands = [tuple(row) for row in all_hands(3, range(9)).tolist()]
    assert hands == list(combinations(range(9), 3))


def test_encoded_cards_are_decoded_equal() -> None:
    cards = shoe(decks=1, jokers=1)
    assert decoded_hand(encoded_hands([cards])[0].tolist()) == cards
