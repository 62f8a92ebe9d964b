"""The cards that jokers stand for, and what a foul costs at least in the Casino Version."""

from __future__ import annotations

import random

import pytest

from houseway.games.casino import scoring as casino_scoring
from houseway.games.casino.sheet import SHEET as CASINO
from houseway.games.showdown.hand_order import Hand, joker_cards, scale, strength_of
from houseway.games.showdown.sheet import SHEET as SHOWDOWN
from houseway.rules.cards import JOKER, Cards, read_cards


@pytest.mark.parametrize(
    ("hand", "stands_for"),
    [
        ("Xx", "As"),
        ("Kd Kh Xx", "Ks"),
        ("9h 8h Xx", "Ah"),
        ("Xx 9h 8h 7h 6h", "Th"),
        ("As Ah Ad Xx Xx", "As As"),
        ("Kd Kh", ""),
        ("9h 9d 9c 4s 4h Xx", "9s"),
    ],
)
def test_a_joker_of_showdown_stands_for_the_card_that_makes_its_hand_strongest(hand: str, stands_for: str) -> None:
    terms = SHOWDOWN.terms
    expected = read_cards(stands_for) if stands_for else ()
    assert joker_cards(terms, read_cards(hand), ()) == expected
    assert joker_cards(terms, read_cards("Xx"), read_cards("2c")) == read_cards("2c"), "unless the player names it"


def test_the_cards_that_jokers_stand_for_give_a_hand_the_strength_it_has() -> None:
    rules = SHOWDOWN
    ranking = scale(rules.terms)
    chance = random.Random("jokers")
    for _ in range(300):
        size = chance.choice((1, 3, 5))
        naturals = tuple(card for card in chance.sample(rules.whole_shoe, size) if card != JOKER)
        cards: Cards = naturals[: chance.randrange(len(naturals) + 1)]
        cards += (JOKER,) * (size - len(cards))
        named = joker_cards(rules.terms, cards, ())
        assert ranking.as_declared(cards, named) == strength_of(rules.terms, Hand(cards))


def test_a_joker_of_the_casino_version_alone_is_an_ace() -> None:
    rules = CASINO
    assert rules.joker_cards(rules.terms, read_cards("Xx"), ()) == read_cards("As")
    assert rules.joker_cards(rules.terms, read_cards("Ks Kh 2d"), ()) == ()


def test_three_hands_of_the_dealer_score_at_least_a_point_each_unless_a_special_scores_less() -> None:
    rules = CASINO
    assert casino_scoring.least_points(rules.terms) == 3
    assert casino_scoring.least_points(rules.with_options({"trips_second_points": 0}).terms) == 2
