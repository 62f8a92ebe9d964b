"""Names of hands and the order of wagers, as the table shows them."""

from __future__ import annotations

import pytest

from houseway.games import game as game_named
from houseway.rules.cards import read_cards
from houseway.server.views.hand_names import name_of
from houseway.server.views.table_view import wagers_as_on_the_layout
from support.playing import pyramid_dealt


@pytest.mark.parametrize(
    ("game", "slot", "hand", "name"),
    [
        ("chinese", "back", "Ks Qd Tc 5h 2d", "king high"),
        ("chinese", "front", "As Qd Tc", "ace high"),
        ("chinese", "front", "2s 2d Tc", "one pair"),
        ("pyramid", "high", "Qh 7d", "queen high"),
        ("pyramid", "low", "8c", "eight of clubs"),
        ("casino", "second", "9s 7d 2c", "nine high"),
        ("pai_gow", "low", "Td 7c", "ten high"),
    ],
)
def test_a_hand_without_a_pair_is_named_by_its_highest_card(game: str, slot: str, hand: str, name: str) -> None:
    assert name_of(game_named(game), slot, read_cards(hand)) == name


def test_wagers_come_in_the_order_of_the_layout() -> None:
    dealt = pyramid_dealt("As Ad Kc", "Ks 7d 5c", players=("ann",))
    stored = {"six_card": 5, "main": 10, "tip": 1, "three_card": 5}
    assert list(wagers_as_on_the_layout(dealt, stored)) == ["main", "three_card", "six_card", "tip"]
