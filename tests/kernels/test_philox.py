"""The random generator of simulations: published numbers, fair deals, independent rounds."""

from collections import Counter

import numpy as np
import pytest

from houseway.kernels.philox import dealt_cards, philox

KNOWN = (  # the published answers of Random123, philox4x32, ten turns
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_the_generator_gives_the_published_numbers(
    counter: tuple[int, ...], key: tuple[int, ...], answer: tuple[int, ...]
) -> None:
    words = np.array(counter, dtype=np.uint64)
    philox(words, np.uint64(key[0] | key[1] << 32))
    assert tuple(words.tolist()) == answer


def test_a_round_is_the_same_wherever_a_chunk_begins_and_however_many_cards_are_drawn() -> None:
    shoe = np.arange(52, dtype=np.uint8)
    every = dealt_cards(shoe, 7, 0, rounds=50, cards=52)
    assert (dealt_cards(shoe, 7, 30, rounds=20, cards=52) == every[30:]).all()
    assert (dealt_cards(shoe, 7, 0, rounds=50, cards=9) == every[:, :9]).all()
    assert (dealt_cards(shoe, 8, 0, rounds=50, cards=52) != every).any()
    assert (np.sort(every, axis=1) == shoe).all()


def test_rounds_beyond_the_first_word_of_the_counter_differ() -> None:
    shoe = np.arange(52, dtype=np.uint8)
    far = dealt_cards(shoe, 1, 2**32, rounds=3, cards=52)
    assert (far != dealt_cards(shoe, 1, 0, rounds=3, cards=52)).any()


def test_every_order_is_equally_likely() -> None:
    rounds = 240_000
    orders = Counter(map(tuple, dealt_cards(np.arange(4, dtype=np.uint8), 3, 0, rounds=rounds, cards=4).tolist()))
    expected = rounds / 24
    assert len(orders) == 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 49.7  # 0.1 % of 23 degrees


def test_every_card_of_a_long_shoe_is_equally_likely() -> None:
    rounds = 300_000
    size = 312
    counts = np.bincount(dealt_cards((np.arange(size) % 256).astype(np.uint8), 5, 0, rounds=rounds, cards=1)[:, 0])
    expected = np.where(np.arange(256) < size - 256, 2, 1) * rounds / size
    assert ((counts - expected) ** 2 / expected).sum() < 330.5  # 0.1 % of 255 degrees
