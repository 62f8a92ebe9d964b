"""The canonical text is the same however it is made: hashes in existing databases depend on it."""

from __future__ import annotations

import json
import random
from collections import Counter, OrderedDict
from enum import IntEnum, StrEnum

import pytest

from houseway.records.store.chain import canonical, canonical_plain
from houseway.rules.cards import Card


def slow(value: object) -> str:
    """The canonical text as the standard library writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


class Suit(IntEnum):
    CLUBS = 1


class Word(StrEnum):
    HOUSE = "house"


@pytest.mark.parametrize("place", range(0, 0x300, 0x40))
def test_every_letter_is_written_the_same(place: int) -> None:
    for letter in map(chr, range(place, place + 0x40)):
        value = [f"a{letter}b", {letter: 1, "z": letter * 3}]
        assert canonical_plain(value) == canonical(value) == slow(value)


@pytest.mark.parametrize(
    "value",
    ["\ud800", "\U0001f0a1", 0, -1, 2**63, -(2**63), 2**64 - 1, 2**64, -(2**70), True, False, None, {}, [], ""],
)
def test_every_kind_of_value_is_written_the_same(value: object) -> None:
    values = [value, {"key": value}]
    assert canonical_plain(values) == canonical(values) == slow(values)


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        1e20,
        1e-7,
        Card(14, 4),
        Suit.CLUBS,
        Word.HOUSE,
        {2: "b", 10: "a"},
        {True: 1, False: 2},
        {1.5: 1},
        {"z": (1, 2), "a": {"c": [None, True, {"d": 2.5}], "b": ()}},
        Counter("abca"),
        OrderedDict(b=1, a=2),
    ],
)
def test_what_the_fast_encoder_writes_differently_is_recognised_at_any_depth(value: object) -> None:
    for nested in (value, [value], {"key": value}, [{"key": [1, value]}], ({"key": (value,)},)):
        assert canonical(nested) == slow(nested)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), b"bytes", {1, 2}, object()])
def test_what_is_not_json_is_refused_at_any_depth(value: object) -> None:
    for nested in (value, [value], {"key": value}, [{"key": [1, value]}]):
        with pytest.raises((TypeError, ValueError)):
            canonical(nested)


def test_keys_are_in_the_same_order() -> None:
    draw = random.Random("keys")
    for _ in range(500):
        letters = [chr(draw.randrange(1, 0x90)) for _ in range(24)]
        value = {"".join(draw.sample(letters, draw.randrange(4))): place for place in range(8)}
        assert canonical_plain(value) == canonical(value) == slow(value)
