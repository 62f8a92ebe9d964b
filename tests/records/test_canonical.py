"""The fast and the slow canonical text are the same: hashes in existing databases depend on it."""

from __future__ import annotations

import random

import pytest

from houseway.records.store.chain import canonical, canonical_plain


@pytest.mark.parametrize("place", range(0, 0x300, 0x40))
def test_every_letter_is_written_the_same(place: int) -> None:
    for letter in map(chr, range(place, place + 0x40)):
        value = [f"a{letter}b", {letter: 1, "z": letter * 3}]
        assert canonical_plain(value) == canonical(value)


@pytest.mark.parametrize(
    "value",
    ["\ud800", "\U0001f0a1", 0, -1, 2**63, -(2**63), 2**64 - 1, 2**64, -(2**70), True, False, None, {}, [], ""],
)
def test_every_kind_of_value_is_written_the_same(value: object) -> None:
    assert canonical_plain([value, {"key": value}]) == canonical([value, {"key": value}])


def test_keys_are_in_the_same_order() -> None:
    draw = random.Random("keys")
    for _ in range(500):
        letters = [chr(draw.randrange(1, 0x90)) for _ in range(24)]
        value = {"".join(draw.sample(letters, draw.randrange(4))): place for place in range(8)}
        assert canonical_plain(value) == canonical(value)
