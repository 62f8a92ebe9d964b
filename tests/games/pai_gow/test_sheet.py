"""Pai Gow Poker by clause; the examples of the house way are in games/pai_gow/vectors.yaml."""

from typing import Any

import pytest

from houseway.games.pai_gow import house_way as house_way_module
from houseway.games.pai_gow.fouls import foul
from houseway.games.pai_gow.hand_order import strength
from houseway.games.pai_gow.house_way import house_way
from houseway.games.pai_gow.sheet import SHEET, Terms
from houseway.rules.cards import JOKER, Cards, read_cards, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Game, Opening
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.payments import HOUSE, Payment, net
from houseway.rules.playing import after, settlement, start
from houseway.rules.ranking import Made
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.table import Table, close_round, house_bet_cap, open_round, take_bank, why_not_bank

TERMS = Terms()
STRONG = "As Ad Kh Qc 9s 7d 2h"
WEAK = "Js Td 8h 6c 4s 3d 2c"
MIDDLE = "Kc Qh Jd 9c 7h 5c 3c"


def cards(text: str) -> Cards:
    return read_cards(text)


def setting_of(low: str, high: str) -> dict[str, Cards]:
    return {"low": cards(low), "high": cards(high)}


def played(
    *held: str,
    house: str = WEAK,
    game: Game[Terms] = SHEET,
    bets: int = 100,
    sets: dict[int, Any] | None = None,
    **opening: Any,
) -> Round:
    """A round of these hands, every one set the house way unless it says how."""
    players = tuple(f"player {number}" for number in range(1, len(held) + 1))
    round_ = start(game, Opening(players=players, **opening))
    round_ = after(round_, *(Posted(seat, {"main": bets}) for seat in round_.waiting_for if isinstance(seat, int)))
    round_ = after(round_, Dealt(cards(" ".join((*held, house)))))
    for seat in round_.seats:
        setting = (sets or {}).get(seat.number) or house_way(game.terms, seat.cards)
        round_ = after(round_, HandsSet(seat.number, setting))
    return round_


def won(round_: Round, seat: Any = 1) -> int:
    return net(settlement(round_)).get(seat, 0)


# Equipment, wagers, deal ---------------------------------------------------------------------------------------------


def test_PGP_01_PGP_02_PGP_03_fifty_three_cards_for_six_seats() -> None:
    shoe = SHEET.shoe(TERMS)
    assert (len(shoe), shoe.count(JOKER), len(set(shoe))) == (53, 1, 53)
    assert list(SHEET.seats(TERMS)) == [1, 2, 3, 4, 5, 6]
    assert SHEET.shoe_lasts(TERMS) == 0


def test_PGP_04_PGP_05_one_wager_within_its_limits() -> None:
    round_ = start(SHEET, Opening(players=("ann",)))
    assert why_not(round_, Posted(1, {"main": 19})) == "main takes 20 to 1000 whole chips, not 19 [PGP-05]"
    assert why_not(round_, Posted(1, {"main": 1000})) is None
    with pytest.raises(NotAllowed, match="minimum of 50 above its maximum of 20"):
        SHEET.with_options({"main_min": 50, "main_max": 20})


def test_PGP_06_PGP_07_PGP_08_PGP_12_seven_cards_each_set_unseen() -> None:
    round_ = after(start(SHEET, Opening(players=("ann", "bob"))), Posted(1, {"main": 20}), Posted(2, {"main": 20}))
    round_ = after(round_, Dealt(cards(f"{STRONG} {WEAK} {MIDDLE}")))
    assert [len(seat.cards) for seat in round_.seats] == [7, 7]
    assert write_cards(round_.dealer) == MIDDLE
    round_ = after(round_, HandsSet(1, setting_of("Kh Qc", "As Ad 9s 7d 2h")))
    assert "has moved already" in str(why_not(round_, HandsSet(1, setting_of("Kh 9s", "As Ad Qc 7d 2h"))))


def test_PGP_09_two_cards_and_five() -> None:
    round_ = after(start(SHEET, Opening(players=("ann",))), Posted(1, {"main": 20}), Dealt(cards(f"{STRONG} {WEAK}")))
    assert "low takes 2 cards" in str(why_not(round_, HandsSet(1, setting_of("Kh", "As Ad Qc 9s 7d 2h"))))


# Ranking -------------------------------------------------------------------------------------------------------------


def test_PGP_13_to_PGP_16_the_order_of_hands() -> None:
    falling = [
        *("As Ad Ah Ac Xx", "As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "9s 9d 9h 9c 2s", "9s 9d 9h 2c 2s", "Ks 9s 7s 6s 5s"),
        *("9s 8d 7s 6s 5s", "9s 9d 9h 3c 2s", "9s 9d 3h 3c 2s", "As Ad 4h 3c 2s", "As Kd 4h 3c 2s"),
    ]
    strengths = [strength(TERMS, cards(hand)) for hand in falling]
    assert strengths == sorted(strengths, reverse=True)
    assert [each.level for each in strengths] == list(range(11, 0, -1))


def test_PGP_17_PGP_18_two_cards_are_a_pair_or_high_cards_and_the_joker_an_ace() -> None:
    assert strength(TERMS, cards("Xx As")) == strength(TERMS, cards("Ad As"))
    assert strength(TERMS, cards("Xx Ks")) == strength(TERMS, cards("Ad Ks"))
    assert strength(TERMS, cards("Ks Qs")).made == Made.HIGH_CARD


@pytest.mark.parametrize(
    ("hand", "made"),
    [
        ("Xx 9s 8d 7h 6c", "straight"),
        ("Xx 9s 7s 4s 2s", "flush"),
        ("Xx 9s 8s 7s 6s", "straight_flush"),
        ("Xx Ks Qs Js Ts", "royal_flush"),
        ("Xx As 8s 7d 6s", "one_pair"),
        ("Xx 9s 9d 7h 6c", "one_pair"),
        ("Xx As Ad 7h 7c", "full_house"),
    ],
)
def test_PGP_18_the_joker_completes_or_is_an_ace(hand: str, made: str) -> None:
    assert strength(TERMS, cards(hand)).made == made


def test_PGP_18_PGP_D1_in_a_flush_the_joker_is_the_highest_card_it_can_be() -> None:
    assert strength(TERMS, cards("Xx Qs 7s 4s 2s")) == strength(TERMS, cards("As Qs 7s 4s 2s"))
    assert strength(TERMS, cards("Xx 9s 8d 7h 6c")).ranks == (10,)


def test_PGP_19_suits_never_count() -> None:
    assert strength(TERMS, cards("As Kd 9h 7c 2s")) == strength(TERMS, cards("Ad Kc 9s 7h 2d"))


def test_PGP_11_PGP_D2_the_high_hand_must_be_higher() -> None:
    assert foul(TERMS, setting_of("9s 9d", "As Kd Qh 7c 2d"), {}) == (
        "the low hand, one pair, outranks the high hand, high card [PGP-11]"
    )
    assert foul(TERMS, setting_of("7s 7d", "7h 7c 2s 3d 4h"), {}) is None
    assert foul(TERMS, setting_of("As Kd", "Ah Kc 4s 3d 2h"), {}) is None


# The house way -------------------------------------------------------------------------------------------------------


def test_PGP_28_PGP_41_the_house_way_is_posted_and_available_on_request() -> None:
    assert SHEET.house_way_on_request(TERMS)
    assert not SHEET.house_way_on_request(Terms(house_way_on_request=False))
    assert SHEET.house_way is house_way


def test_PGP_28_neither_order_nor_suit_of_the_cards_matters() -> None:
    hand = cards("9s 9d 8h 7c 6s 5d 2h")
    assert house_way(TERMS, hand) == house_way(TERMS, hand[::-1])


@pytest.mark.parametrize("text", ["As Kd Jh 9c 7s 5d 3h", "Qs Qd Jh 9c 7s 5d 3h", "9s 8d 7h 6c 5s 3d 2h"])
def test_PGP_36_the_quick_check_for_complete_hands_changes_no_setting(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = house_way(TERMS, cards(text))
    monkeypatch.setattr(house_way_module, "may_be_complete", lambda hand: True)
    assert house_way(TERMS, cards(text)) == setting


# Settlement ----------------------------------------------------------------------------------------------------------


def test_PGP_20_PGP_25_PGP_26_a_win_pays_even_money_less_five_per_cent() -> None:
    assert settlement(played(STRONG)) == [
        Payment(HOUSE, 1, 100, "main", "PGP-20", "win"),
        Payment(1, HOUSE, 5, "commission", "PGP-26", "commission on a win"),
    ]


def test_PGP_21_both_lost() -> None:
    assert settlement(played(WEAK, house=STRONG)) == [Payment(1, HOUSE, 100, "main", "PGP-21", "lose")]


def test_PGP_23_PGP_27_one_of_each_moves_nothing() -> None:
    assert settlement(played("9s 9d 7h 6c 4s 3d 2h", house="Ah Ks Qd Jc 7s 5d 2c")) == []


def test_PGP_22_a_copy_is_the_banks_and_two_copies_lose() -> None:
    assert won(played("As Kd Qh Tc 8s 3d 2h", house="Ah Ks Qd Td 8c 3h 2c")) == -100
    assert settlement(played("As Kd Qh Tc 8s 3d 2h", house="Ah Ks Qd Td 8c 3h 2c"))[0].clause == "PGP-22"


def test_PGP_24_seat_by_seat() -> None:
    assert [payment.wager for payment in settlement(played(STRONG, MIDDLE))] == [
        "main",
        "commission",
        "main",
        "commission",
    ]


def test_PGP_10_a_foul_loses() -> None:
    fouled = {1: setting_of("As Ad", "Kh Qc 9s 7d 2h")}
    assert settlement(played(STRONG, sets=fouled)) == [Payment(1, HOUSE, 100, "main", "PGP-10", "foul")]


# Player banking ------------------------------------------------------------------------------------------------------


def test_PGP_42_PGP_43_PGP_44_PGP_47_the_bank_goes_round() -> None:
    table = Table(game=SHEET, players=("player 1", "player 2"))
    assert why_not_bank(table, 2) == "the bank is not seat 2's now; it is offered to seat 1 [PGP-42]"
    banked = take_bank(table, 1)
    assert "seat 1 banks already, and a bank is not shared [PGP-44]" in str(why_not_bank(banked, 2))
    after_it = close_round(banked, played(STRONG, WEAK, house=MIDDLE, banker=1))
    assert "this one is the House's [PGP-43]" in str(why_not_bank(after_it, 2))
    before = close_round(table, played(STRONG, WEAK, house=MIDDLE))
    assert house_bet_cap(before, 1) == 100
    assert "the House wagers 0 to 100 chips" in str(why_not_bank(before, 1, 101))
    assert open_round(before).opening.banker == HOUSE


def test_PGP_45_who_banks_makes_no_wager() -> None:
    round_ = start(SHEET, Opening(players=("ann", "bob"), banker=1))
    assert round_.waiting_for == (2,)
    alone = start(SHEET, Opening(players=("ann",), banker=1, house_bet=20))
    assert alone.waiting_for == ()
    assert alone.steps_done == 1


def test_PGP_46_the_bank_covers_every_wager() -> None:
    opening = Opening(players=("ann", "bob", "cyd"), banker=1, house_bet=50, chips={"ann": 149})
    round_ = after(start(SHEET, opening), Posted(2, {"main": 50}))
    assert why_not(round_, Posted(3, {"main": 50})) == "ann has 149 chips and may have to pay 150 [PGP-46]"
    assert why_not(round_, Posted(3, {"main": 49})) is None
    assert SHEET.at_risk(TERMS, round_)[HOUSE] == 50


def test_PGP_47_the_house_bets_with_the_dealers_hand_and_pays_no_commission() -> None:
    round_ = played(WEAK, house=STRONG, banker=1, house_bet=40)
    assert settlement(round_) == [Payment(1, HOUSE, 40, "house bet", "PGP-20", "win")]


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        ({"house_bet": 5}, "no player banks this round [PGP-47]"),
        ({"players": ("ann", "ann"), "banker": 1}, "has more [PGP-A9]"),
    ],
)
def test_PGP_47_PGP_A9_openings_that_cannot_be(opening: dict[str, Any], why: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        start(SHEET.with_options({"max_hands_per_player": 2}), Opening(**{"players": ("ann", "bob"), **opening}))
    assert why in str(refusal.value)


def test_PGP_48_a_banks_foul_is_set_again() -> None:
    fouled = {1: setting_of("As Ad", "Kh Qc 9s 7d 2h")}
    assert won(played(STRONG, WEAK, house=MIDDLE, banker=1, sets=fouled)) == 95


def test_PGP_49_the_bank_pays_on_its_net_win() -> None:
    round_ = played(MIDDLE, WEAK, STRONG, house="9h 8d 7s 5d 4c 3h 2s", banker=1, house_bet=40)
    assert won(round_, 2) == -100
    assert won(round_, 3) == 95
    assert [p.chips for p in settlement(round_) if p.wager == "commission"] == [5, 2]
    assert won(round_) == 100 - 100 + 40 - 2
