"""What the setting board says about hands while they are set: their points, and which of them break the order."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from houseway.games import GAMES
from houseway.rules.cards import read_cards
from houseway.rules.round import Seat
from houseway.server.views.hand_names import describe_setting
from houseway.server.views.wire_types import HandNames

RISING = {
    "hand1": "Ad",
    "hand2": "2c 2d 7s",
    "hand3": "9c 9d 5s",
    "hand4": "4c 4d 4h",
    "hand5": "Kc Kd Kh 3s 3h",
    "hand6": "8c 8d 8h 8s Qs",
}
"""Six hands in order, with an ace, trips, a full house and four of a kind in their places."""


def described(key: str, hands: Mapping[str, str], jokers: Mapping[str, str] | None = None, **options: str) -> HandNames:
    """The answer about these hands, which are all the cards of the seat."""
    game = GAMES[key].with_options(options)
    setting = {slot: read_cards(hand) for slot, hand in hands.items()}
    cards = tuple(card for hand in setting.values() for card in hand)
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards))
    named = {slot: read_cards(hand) for slot, hand in (jokers or {}).items()}
    return describe_setting(game, slots, cards, setting, named)


def test_each_complete_hand_has_the_points_of_its_place() -> None:
    answer = described("showdown", RISING)
    assert answer["foul"] is None
    assert answer["points"] == {"hand1": 1, "hand2": 1, "hand3": 1, "hand4": 3, "hand5": 2, "hand6": 4}
    assert answer["misplaced"] == []
    assert described("showdown", RISING, ace_h1_points="2")["points"]["hand1"] == 2


def test_a_hand_that_is_not_complete_has_neither_points_nor_a_place() -> None:
    answer = described("showdown", {"hand2": "9c 9d", "hand3": "2c 2d 7s"})
    assert (answer["points"], answer["misplaced"]) == ({"hand3": 1}, [])


def test_hands_out_of_order_are_known_before_the_others_are_set() -> None:
    answer = described("showdown", {"hand2": "9c 9d 5s", "hand3": "2c 2d 7s", "hand5": RISING["hand5"]})
    assert answer["problem"], "three hands are missing"
    assert answer["misplaced"] == ["hand2", "hand3"]
    assert answer["in_order"] == [], "hand 5 cannot be compared before hand 4 is set"


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("pyramid", {"low": "Ks", "high": "9s 2d"}),
        ("chinese", {"front": "Kc Kd 2h", "middle": "Qc Qd 7s 5h 4c"}),
        ("casino", {"second": "Kc Kd 2h", "third": "Qc Qd 7s 5h 4c"}),
        ("pai_gow", {"low": "Kc Kd", "high": "Qc Qd 7s 5h 4c"}),
    ],
)
def test_every_game_with_an_order_marks_hands_that_break_it_and_hands_that_keep_it(
    game: str, hands: dict[str, str]
) -> None:
    lower, upper = hands
    fouled = described(game, hands)
    assert (fouled["misplaced"], fouled["in_order"]) == ([lower, upper], [])
    better = described(game, {**hands, lower: "2c 3d 5h"[: len(hands[lower])]})
    assert (better["misplaced"], better["in_order"]) == ([], [lower, upper])
    alone = described(game, {lower: hands[lower]})
    assert (alone["misplaced"], alone["in_order"]) == ([], [])


def test_where_only_hands_of_equal_size_are_ordered_only_these_are_judged() -> None:
    hands = {"hand2": "9c 9d 5s", "hand4": "2c 2d 7s", "hand5": "Ac Kd 7h 5s 3h"}
    assert described("showdown", hands, cross_size_order="same_size_only")["misplaced"] == ["hand2", "hand4"]
    assert described("showdown", hands)["misplaced"] == ["hand4", "hand5"], "merged: neighbours are compared"


def test_a_joker_counts_as_it_is_named() -> None:
    hands = {"hand3": "9c 9d 5s", "hand4": "Xx 4c 4d"}
    assert described("showdown", hands)["points"]["hand4"] == 3
    lowly = described("showdown", hands, {"hand4": "2s"})
    assert (lowly["points"]["hand4"], lowly["misplaced"]) == (1, ["hand3", "hand4"])
    too_many = described("showdown", hands, {"hand4": "2s 3s"})
    assert too_many["points"]["hand4"] == 3, "two names for one joker count as none"


def test_points_in_the_casino_game_and_none_where_hands_score_none() -> None:
    casino = described("casino", {"first": "Ad", "second": "2c 2d 2h", "third": "Kc Kd Kh 3s 3h"})
    assert casino["points"] == {"first": 2, "second": 3, "third": 2}
    assert described("pyramid", {"low": "9h", "high": "Ks Kd"})["points"] == {}
