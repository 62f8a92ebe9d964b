"""Which settings of cards into slots are accepted."""

import pytest

from houseway.rules.cards import Cards, read_cards
from houseway.rules.setting import Slot, discards, why_not_set

LOW = Slot("low", (1,), "X-1")
HIGH = Slot("high", (2,), "X-2")
POWER = Slot("power", (3, 5, 6), "X-3")
HELD = read_cards("As Kd Kd")


def hands(**named: str) -> dict[str, Cards]:
    return {slot: read_cards(text) for slot, text in named.items()}


def test_slots_describe_their_sizes() -> None:
    assert (LOW.takes, HIGH.takes, POWER.takes) == ("1 card", "2 cards", "3, 5 or 6 cards")


def test_a_complete_setting_is_accepted() -> None:
    assert why_not_set((LOW, HIGH), HELD, hands(low="Kd", high="As Kd")) is None
    assert why_not_set((LOW, HIGH), HELD, hands(high="Kd Kd", low="As")) is None


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({}, "set the hands low, high, not none [X-1]"),
        (hands(low="As"), "set the hands low, high, not low [X-1]"),
        (hands(low="As", high="Kd Kd", odd=""), "set the hands low, high, not low, high, odd [X-1]"),
        (hands(low="As Kd", high="Kd"), "low takes 1 card, not 2 [X-1]"),
        (hands(low="As", high="Kd"), "high takes 2 cards, not 1 [X-2]"),
        (hands(low="As", high="As Kd"), "As is not yours to set; you hold As Kd Kd [X-1]"),
        (hands(low="2c", high="3c Kd"), "2c 3c is not yours to set; you hold As Kd Kd [X-1]"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_reason(setting: dict[str, Cards], reason: str) -> None:
    assert why_not_set((LOW, HIGH), HELD, setting) == reason


@pytest.mark.parametrize(("count", "allowed"), [(2, False), (3, True), (4, False), (5, True), (6, True), (7, False)])
def test_sizes_are_a_list_and_not_a_range(count: int, allowed: bool) -> None:
    cards = read_cards("2c 3c 4c 5c 6c 7c 8c")
    assert (why_not_set((POWER,), cards, {"power": cards[:count]}) is None) == allowed


def test_discards_are_the_cards_that_were_not_set() -> None:
    assert discards(HELD, hands(low="Kd")) == read_cards("As Kd")
    assert discards(HELD, hands(low="Kd", high="As Kd")) == ()
