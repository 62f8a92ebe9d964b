"""What tables say about their terms before play."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import game

IN_FORCE: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("pyramid", {}, {}),
    (
        "showdown",
        {},
        {
            "SHO-09": "One point is 1 chip",
            "SHO-A1": "Special points of Hand 6 count 2, 3 and 4 times in Hands 5, 4 and 3, as the text says",
        },
    ),
    (
        "showdown",
        {"chip_value": 5, "special_points_source": "chart", "joker_declaration": "declared"},
        {
            "SHO-09": "One point is 1 chip, and a chip stands for 5",
            "SHO-A1": "Special points are those of the printed chart",
            "SHO-A15": "You say what each of your jokers stands for",
        },
    ),
    ("chinese", {}, {"CHI-06": "One unit is 1 chip", "CHI-17": "Each hand won is one unit"}),
    (
        "chinese",
        {"preset": "typical", "scoring": "2-4", "unit_value": 10, "natural_detection": "declared"},
        {
            "CHI-06": "One unit is 10 chips",
            "CHI-20": "Two of three hands win 2 units, all three win 4",
            "CHI-24": "High ranking hands are paid a bonus",
            "CHI-30": "A natural wins 3 units from each player if it is declared",
            "CHI-37": "You may surrender for 3 units to each player who plays on",
        },
    ),
    ("chinese", {"naturals": True}, {"CHI-30": "A natural wins 3 units from each player"}),
    ("pick2", {}, {}),
    (
        "pick2",
        {"b5_alone": True, "tip_bets": "on", "shuffler": "on"},
        {
            "P2P-A13": "The 5 Card Bonus Only wager may be made alone",
            "P2P-26": "You may place a tip for the dealer",
            "P2P-16": "Two decks with red and blue backs alternate from round to round",
        },
    ),
    ("casino", {}, {}),
    ("casino", {"joker_use": "any"}, {"CAS-A31": "A joker may stand for any card you wish, also a low one"}),
]


@pytest.mark.parametrize(("key", "options", "expected"), IN_FORCE)
def test_a_table_says_which_terms_are_in_force(key: str, options: dict[str, Any], expected: dict[str, str]) -> None:
    rules = game(key).with_options(options)
    sentences = {sentence.clause: sentence.says for sentence in rules.in_force(rules.terms)}
    assert sentences.items() >= expected.items()
    assert bool(sentences) == bool(expected)
