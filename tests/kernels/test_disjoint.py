"""Hands that share no card with known cards, counted by the kernel and one by one."""

import random
from collections import Counter

import numpy as np

from houseway.kernels.cards import all_hands
from houseway.kernels.disjoint import card_bits, count_disjoint_strengths


def test_counts_equal_those_of_a_plain_loop() -> None:
    chance = random.Random(4)
    hands = all_hands(3, range(20))
    bits = card_bits(hands)
    first = np.array([chance.randrange(9) for _ in hands], dtype=np.uint16)
    second = np.array([chance.randrange(5) for _ in hands], dtype=np.uint16)
    for known in ((), (0,), (19, 3, 7), tuple(range(18)), tuple(range(20))):
        counts = np.zeros(9, dtype=np.uint32)
        others = np.zeros(5, dtype=np.uint32)
        count_disjoint_strengths(bits, first, second, np.uint64(sum(1 << card for card in known)), counts, others)
        rows = [row for row, hand in enumerate(hands.tolist()) if not set(hand) & set(known)]
        assert dict(enumerate(counts.tolist())) == {code: Counter(first[rows].tolist())[code] for code in range(9)}
        assert dict(enumerate(others.tolist())) == {code: Counter(second[rows].tolist())[code] for code in range(5)}


def test_every_card_of_the_deck_has_its_bit() -> None:
    hands = np.array([[0, 1, 2], [49, 50, 51], [0, 31, 32]], dtype=np.uint8)
    assert card_bits(hands).tolist() == [0b111, 0b111 << 49, 1 | 1 << 31 | 1 << 32]
