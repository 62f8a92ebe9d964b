"""Which hands keep the order while they are set [CAS-05]."""

from collections.abc import Mapping

from houseway.games import GAMES
from houseway.rules.cards import read_cards

SHEET = GAMES["casino"]


def order(
    hands: Mapping[str, str], jokers: Mapping[str, str] | None = None, **options: str
) -> dict[tuple[str, str], bool]:
    game = SHEET.with_options(options)
    setting = {slot: read_cards(hand) for slot, hand in hands.items()}
    named = {slot: read_cards(hand) for slot, hand in (jokers or {}).items()}
    return dict(game.order_kept(game.terms, setting, named))


def test_CAS_05_neighbouring_hands_are_compared_as_soon_as_both_are_set() -> None:
    assert order({"first": "Kd", "second": "Qc Td 7h"}) == {("first", "second"): False}
    assert order({"first": "9d", "second": "Qc Td 7h"}) == {("first", "second"): True}
    assert order({"first": "9d", "third": "Qc Td 7h 5s 2c"}) == {}
    hands = {"first": "9d", "second": "Qc Qd 7h", "third": "Jc Jd 8s 5s 2c"}
    assert order(hands) == {("first", "second"): True, ("second", "third"): False}


def test_CAS_A31_a_joker_that_may_stand_for_a_low_card_is_not_judged_before_it_has_a_name() -> None:
    hands = {"second": "Xx Qd 7h", "third": "Jc Jd 8s 5s 2c"}
    assert order(hands) == {("second", "third"): False}, "the joker makes a pair of queens"
    assert order(hands, joker_use="any") == {}
    assert order(hands, {"second": "2s"}, joker_use="any") == {("second", "third"): True}
    assert order(hands, {"second": "Qs"}, joker_use="any") == {("second", "third"): False}


def test_CAS_A31_with_all_hands_set_a_joker_stands_for_the_card_that_cures_the_foul() -> None:
    hands = {"first": "9d", "second": "Xx Qd 7h", "third": "Jc Jd 8s 5s 2c"}
    assert not all(order(hands).values())
    assert all(order(hands, joker_use="any").values())
