"""Names of hands, as the table shows them."""

from __future__ import annotations

import pytest

from houseway.games import game as game_named
from houseway.rules.cards import read_cards
from houseway.server.views.hand_names import name_of


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
