"""What the sheet says about hands while they are set: the points of a hand, and which hands break the order."""

from houseway.games import GAMES
from houseway.games.showdown.sheet import SHEET
from houseway.rules.cards import read_cards

TERMS = SHEET.terms
NINES = read_cards("9c 9d 5s")
TWOS = read_cards("2c 2d 7s")


def test_SHO_D7_a_hand_has_the_points_of_its_place() -> None:
    trips = read_cards("4c 4d 4h")
    assert [SHEET.points_if_won(TERMS, slot, trips, ()) for slot in ("hand2", "hand3", "hand4")] == [9, 6, 3]
    assert SHEET.points_if_won(TERMS, "hand2", NINES, ()) == 1


def test_SHO_D4_a_joker_counts_as_it_is_named() -> None:
    with_joker = read_cards("Xx 4c 4d")
    assert SHEET.points_if_won(TERMS, "hand4", with_joker, ()) == 3
    assert SHEET.points_if_won(TERMS, "hand4", with_joker, read_cards("2s")) == 1


def test_SHO_16_hands_out_of_order_are_known_before_all_are_set() -> None:
    assert SHEET.order_kept(TERMS, {"hand2": NINES, "hand3": TWOS}, {}) == {("hand2", "hand3"): False}
    assert SHEET.order_kept(TERMS, {"hand2": TWOS, "hand3": NINES}, {}) == {("hand2", "hand3"): True}
    assert SHEET.order_kept(TERMS, {"hand2": NINES}, {}) == {}


def test_the_hands_of_the_house_way_keep_the_order() -> None:
    assert SHEET.house_way is not None
    for first in range(6):
        setting = SHEET.house_way(TERMS, SHEET.shoe(TERMS)[first::6][:25])
        assert all(SHEET.order_kept(TERMS, setting, {}).values())


def test_the_one_hand_of_pick_2_has_no_order() -> None:
    pick2 = GAMES["pick2"]
    assert pick2.order_kept(pick2.terms, {}, {}) == {}
