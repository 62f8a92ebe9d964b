"""Mistakes in a vector file are reported at once, even with huge numbers in it."""

from typing import Any

import pytest

from houseway.audit.vectors import Vector, run


@pytest.mark.parametrize(
    ("game", "kind", "given", "expected"),
    [
        ("casino", "payout", {"points": 1, "ante": 2.5}, "ante takes a whole number"),
        ("casino", "payout", {"points": float("inf"), "ante": 5}, "points takes a whole number"),
        ("chinese", "house_way", {"cards": "As Kd"}, "takes 13 cards, not 2"),
        ("chinese", "row_table", {"n": 99_999_999, "winners": {"1v2": [1, 1, 2]}}, "seats 2 to 4"),
        ("chinese", "row_table", {"winners": {"1v9999999999": [1, 1, 2]}}, "seats 2 to 4"),
        ("showdown", "pot", {"players": 99_999_999_999, "surrender1": [], "surrender2": []}, "seats 2 to 6"),
        ("showdown", "order", {"a": "Xx " * 10, "b": "As"}, "there are 4 jokers"),
        ("showdown", "scorecard", {"matrix": [[None, 1], [5, None]]}, "what one wins of another the other loses"),
        ("showdown", "scorecard", {"matrix": [[None, 1], [-1]]}, "a row for each player"),
        ("pick2", "bonus35", {"cards": "9s 7h 5d 3c 2d", "action": "dance"}, "action is three, five or fold"),
        ("pyramid", "w2", {"cards": "Xx As"}, "w2 takes 3 cards, not 2"),
        ("pyramid", "bank_cover", {"bets": [2.5]}, "bets takes a whole number"),
    ],
)
def test_nonsense_is_refused_in_one_sentence_immediately(game: str, kind: str, given: Any, expected: str) -> None:
    outcome = run(Vector(game, "X", "", kind, given, {}, ""))
    assert outcome.fault is not None
    assert expected in outcome.fault


@pytest.mark.parametrize("bets", [[10, 20], {1: 10, 2: 20}, {"ann": 10, "bob": 20}, [[10, 5, 5], [20, 5, 5]]])
def test_the_tally_of_a_bank_is_read_however_it_is_written(bets: Any) -> None:
    outcome = run(Vector("pyramid", "X", "", "bank_cover", {"bets": bets}, {"tally": 30, "required": 90}, ""))
    assert outcome.fault is None
