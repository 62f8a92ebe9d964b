"""Classes of hands: every hand is in one, and their sizes are right with and without known cards."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.kernels.cards import encoded_hands
from houseway.kernels.hand_classes import HandClasses, hand_classes
from houseway.rules.cards import DECK, JOKER, Cards, read_cards

SHOE = (*DECK, JOKER)


@pytest.fixture(scope="module")
def threes() -> HandClasses:
    """Hands small enough to be walked one by one."""
    return hand_classes(3, jokers=1, long=3)


@pytest.fixture(scope="module")
def sevens() -> HandClasses:
    return hand_classes(7, jokers=1, long=5)


def walked(classes: HandClasses, without: Cards) -> Counter[int]:
    hands = encoded_hands(combinations([card for card in SHOE if card not in without], 3))
    return Counter(classes.numbers(hands).tolist())


@pytest.mark.parametrize("without", ["", "As Ks Qs", "Xx 2c 2d 7h"])
def test_the_hands_of_each_class_are_counted_right(threes: HandClasses, without: str) -> None:
    known = read_cards(without)
    counted = threes.hand_counts(known, 1)
    classes = walked(threes, known)
    assert [classes[row] for row in range(len(threes))] == counted.tolist()


def test_all_hands_of_seven_are_counted(sevens: HandClasses) -> None:
    assert sevens.hand_counts((), 1).sum() == comb(53, 7) == 154_143_080
    known = tuple(random.Random(5).sample(SHOE, 7))
    left = sevens.hand_counts(known, 1)
    assert left.sum() == comb(46, 7)
    assert left.min() >= 0


def test_the_example_of_a_class_belongs_to_it(sevens: HandClasses) -> None:
    rows = range(0, len(sevens), 97)
    hands = encoded_hands(sevens.hand(row) for row in rows)
    assert sevens.numbers(hands).tolist() == list(rows)
    assert all(len(set(hand)) == 7 for hand in hands.tolist())


def test_hands_of_a_class_are_alike_in_ranks_and_in_a_long_suit(sevens: HandClasses) -> None:
    one, other, less = (
        read_cards(text) for text in ("As Ks 9s 4s 2s 2d 7h", "Ah Kh 9h 4h 2h 2c 7d", "As Ks 9s 4s 2d 2s 7s")
    )
    first, second, third = sevens.numbers(encoded_hands([one, other, less])).tolist()
    assert first == second != third
    assert np.array_equal(sevens.ranks[first], sevens.ranks[third])
