"""Pyramid Poker by clause of games/pyramid/rulebook.md."""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from houseway.games.pyramid import cover, fouls, hand_order, main_wager, payout_cap, side_wagers
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.house_way import house_way
from houseway.rules.cards import DECK, JOKER, Card
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Opening, SetHands
from houseway.rules.moves import Dealt, HandsSet, Posted, Voided
from houseway.rules.payments import HOUSE, Payment, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.table import (
    Table,
    close_round,
    house_bet_cap,
    may_bank,
    open_round,
    pass_bank,
    take_bank,
    why_not_bank,
)
from houseway.rules.view import view
from support.playing import FIVES, SIDES, cards, hands, low_high
from support.playing import pyramid_dealt as dealt
from support.playing import pyramid_opened as opened
from support.playing import pyramid_round as one_round
from support.playing import pyramid_set as set_by
from support.playing import pyramid_table as table
from support.playing import pyramid_terms as game

GAME = pyramid.SHEET
TERMS = pyramid.SHEET.terms


def main_of(ours: str, house: str, *, of: AnyGame = GAME) -> Payment | None:
    """What the first wager moves between one player and the House, who sets its own way."""
    low, high = ours.split("/")
    round_ = set_by(dealt(f"{low} {high}", house, of=of), ours)
    return next((payment for payment in settlement(round_) if payment.wager == "main"), None)


# The deal and the wagers -------------------------------------------------------------------------------------------


def test_PYR_11_departures_from_the_defaults_are_listed_and_hashed() -> None:
    assert GAME.modifications == {}
    changed = game(straight_flush_pays=50)
    assert changed.modifications == {"straight_flush_pays": (30, 50)}
    assert changed.terms_hash != GAME.terms_hash


def test_PYR_13_nothing_of_pai_gow_is_taken_in_silently() -> None:
    """No joker, no commission, no copies to the bank."""
    assert JOKER not in GAME.shoe(TERMS)
    assert (TERMS.commission, TERMS.single_copy, TERMS.both_copy) == (0, "push", "push")


def test_PYR_15_PYR_16_six_decks_in_a_shoe() -> None:
    shoe = Counter(GAME.shoe(TERMS))
    assert shoe.total() == 312
    assert shoe == dict.fromkeys(DECK, 6)
    with pytest.raises(NotAllowed, match=r"six or more decks, not 5 \[PYR-16\]"):
        opened(of=game(decks=5))
    assert len(game(decks=8).shoe(game(decks=8).terms)) == 416


def test_PYR_16_a_seventh_copy_cannot_be_dealt() -> None:
    round_ = after(opened("a", "b"), Posted(1, FIVES), Posted(2, FIVES))
    assert why_not(round_, Dealt(cards("As " * 6 + "Kd Kd Kd"))) is None
    assert "As" in (why_not(round_, Dealt(cards("As " * 7 + "Kd Kd"))) or "")


def test_PYR_17_jokers_are_removed() -> None:
    round_ = play(opened(), Posted(1, FIVES))
    assert why_not(round_, Dealt(cards("Xx 2c 3c 4c 5c 6c"))) == "the shoe does not have that many of Xx [PYR-30]"


def test_PYR_18_PYR_20_three_wagers_are_compulsory() -> None:
    for missing in FIVES:
        wagers = {name: chips for name, chips in FIVES.items() if name != missing}
        assert why_not(opened(), Posted(1, wagers)) == (
            f"{missing} is missing; it takes 5 to {100 if missing == 'main' else 25} chips [PYR-21]"
        )
    assert why_not(opened(), Posted(1, FIVES)) is None
    assert why_not(opened(), Posted(1, {**FIVES, "fourth": 5})) is not None


def test_PYR_20_nothing_is_dealt_before_the_wagers() -> None:
    assert why_not(opened(), Dealt(cards("2c 3c 4c 5c 6c 7c"))) == "no cards are due; a wager comes first"


@pytest.mark.parametrize(("wager", "most"), [("main", 100), ("three_card", 25), ("six_card", 25)])
def test_PYR_21_PYR_26_limits_one_chip_either_way(wager: str, most: int) -> None:
    for chips, allowed in ((4, False), (5, True), (most, True), (most + 1, False)):
        reason = why_not(opened(), Posted(1, {**FIVES, wager: chips}))
        assert (reason is None) == allowed
        assert allowed or "[PYR-21]" in (reason or "")


def test_PYR_21_the_house_sets_its_own_limits() -> None:
    house = game(w1_min=1, w1_max=7, w2_min=2, w3_min=3)
    assert why_not(opened(of=house), Posted(1, {"main": 7, "three_card": 2, "six_card": 3})) is None
    assert why_not(opened(of=house), Posted(1, {"main": 8, "three_card": 2, "six_card": 3})) is not None
    with pytest.raises(NotAllowed, match="minimum of 30 above its maximum of 25"):
        game(w2_min=30)


def test_PYR_22_the_wagers_may_differ() -> None:
    assert why_not(opened(), Posted(1, {"main": 77, "three_card": 6, "six_card": 19})) is None


def test_PYR_14_legal_limits_are_refused_with_the_clause() -> None:
    assert game(legal_max_wager=100).terms.legal_max_wager == 100
    with pytest.raises(NotAllowed, match=r"main may be at most 99 chips by law, not 100 \[PYR-14\]"):
        game(legal_max_wager=99)


@pytest.mark.parametrize(("profile", "most"), [("2008", 100), ("2009", 300), ("2021", 300), ("2023", 400)])
def test_PYR_14_dated_profiles(profile: str, most: int) -> None:
    assert game(limit_profile=profile, max_aggregate=None, w1_max=most).terms.w1_max == most
    with pytest.raises(NotAllowed, match=rf"at most {most} chips under the {profile} limits.*WAC 230-15-140"):
        game(limit_profile=profile, max_aggregate=None, w1_max=most + 1)


def test_PYR_27_the_cap_of_the_profile() -> None:
    """The layout's $5,000 is exactly the floor of 2008: $5 required at 1000 to 1, or 25 x 50."""
    assert game(limit_profile="2008", max_aggregate=5000).terms.max_aggregate == 5000
    with pytest.raises(NotAllowed, match="at least 5000 chips under the 2008 limits, not 4999"):
        game(limit_profile="2008", max_aggregate=4999)
    with pytest.raises(NotAllowed, match="per round must be at least 10000 chips"):
        game(limit_profile="2008", max_aggregate=9999, aggregate_scope="round")


def test_PYR_29_several_hands_as_house_policy_allows() -> None:
    assert len(opened("ann", "ann").seats) == 2
    with pytest.raises(NotAllowed, match=r"one player may take 2 seats, not 3 as ann does \[PYR-29\]"):
        opened("ann", "ann", "ann")
    round_ = set_by(dealt("As Ks Qs", "2c 2d 4h", "7c 5d 3h", players=("ann", "ann")), None, None)
    assert {payment.payee for payment in settlement(round_) if payment.wager == "three_card"} == {1, 2}


def test_PYR_30_PYR_31_three_cards_each_and_three_for_the_dealer() -> None:
    round_ = dealt("2c 3c 4c", "5c 6c 7c", "8c 9c Tc")
    assert [seat.cards for seat in round_.seats] == [cards("2c 3c 4c"), cards("5c 6c 7c")]
    assert round_.dealer == cards("8c 9c Tc")


def test_PYR_32_all_hands_are_face_down() -> None:
    round_ = dealt("2c 3c 4c", "5c 6c 7c", "8c 9c Tc")
    assert [seat.cards for seat in view(round_, 1).seats] == [cards("2c 3c 4c"), ()]
    assert view(round_, 1).dealer == ()


def test_PYR_33_one_card_low_and_two_high() -> None:
    round_ = dealt("2c 3c 4c", "8c 9c Tc")
    assert [(slot.name, slot.sizes) for slot in view(round_, 1).slots] == [("low", (1,)), ("high", (2,))]
    assert "[PYR-33]" in (why_not(round_, HandsSet(1, hands(low="2c 3c", high="4c"))) or "")
    assert why_not(round_, HandsSet(1, hands(low="3c", high="4c 2c"))) is None


def test_PYR_37_the_dealer_exposes_when_all_have_set() -> None:
    round_ = dealt("2c 3c 4c", "5c 6c 7c", "8c 9c Tc")
    one = play(round_, HandsSet(2, hands(low="6c", high="7c 5c")))
    assert view(one, 2).dealer == ()
    both = play(one, HandsSet(1, hands(low="3c", high="4c 2c")))
    assert view(both, 2).dealer == cards("8c 9c Tc")
    assert both.over


# Setting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "fouled"),
    [("Kh/Qs 8d", True), ("Kh/Ks 8d", False), ("Kh/2s 2d", False), ("7h/Qs 8d", False), ("Ah/As Ad", False)],
)
def test_PYR_34_PYR_D2_foul(setting: str, fouled: bool) -> None:
    reason = fouls.foul(TERMS, low_high(setting), {})
    assert (reason is not None) == fouled
    assert not fouled or reason == "the low hand Kh outranks the high hand Qs 8d [PYR-34]"


def test_PYR_A5_the_house_way_never_fouls() -> None:
    for held in combinations_with_replacement([Card(rank, 1) for rank in range(2, 15)], 3):
        setting = house_way(TERMS, held)
        assert sorted((*setting["low"], *setting["high"])) == sorted(held)
        assert fouls.foul(TERMS, setting, {}) is None


def test_PYR_D2_how_many_settings_are_legal() -> None:
    def legal(text: str) -> int:
        held = cards(text)
        settings = [{"low": (held[i],), "high": held[:i] + held[i + 1 :]} for i in range(3)]
        keys = {
            (s["low"][0].rank, tuple(sorted(c.rank for c in s["high"])))
            for s in settings
            if not fouls.foul(TERMS, s, {})
        }
        return len(keys)

    assert (legal("Ks 9d 2c"), legal("Ks Kd 2c"), legal("Ks 2d 2c"), legal("9s 9d 9c")) == (2, 2, 2, 1)


def test_PYR_35_PYR_36_a_foul_loses_the_first_wager_only() -> None:
    round_ = set_by(dealt("Ks Qs Js", "2c 3d 5h"), "Ks/Qs Js")
    by_wager = {payment.wager: payment for payment in settlement(round_)}
    assert by_wager["main"][:3] == (1, HOUSE, 5)
    assert by_wager["main"].clause == "PYR-35"
    assert (by_wager["three_card"].payee, by_wager["three_card"].chips) == (1, 150)
    assert by_wager["six_card"].payer == 1


@pytest.mark.parametrize(
    ("held", "low", "high"),
    [
        pytest.param("9s 9d 9c", "9", "99", id="PYR-52"),
        pytest.param("Js Jd 6c", "J", "J6", id="PYR-53"),
        pytest.param("Js Jd 7c", "7", "JJ", id="PYR-54"),
        pytest.param("Qs Qd 7c", "Q", "Q7", id="PYR-53"),
        pytest.param("Qs Qd 8c", "8", "QQ", id="PYR-55"),
        pytest.param("Ks Kd 8c", "K", "K8", id="PYR-53"),
        pytest.param("Ks Kd 9c", "9", "KK", id="PYR-56"),
        pytest.param("As Ad 9c", "A", "A9", id="PYR-53"),
        pytest.param("As Ad Tc", "T", "AA", id="PYR-57"),
        pytest.param("Ts Td 2c", "2", "TT", id="PYR-58"),
        pytest.param("2s 2d Ac", "A", "22", id="PYR-58"),
        pytest.param("Js Jd Kc", "K", "JJ", id="PYR-A37"),
        pytest.param("Ks Td 8c", "T", "K8", id="PYR-59"),
    ],
)
def test_PYR_52_to_PYR_59_PYR_D8_the_house_way(held: str, low: str, high: str) -> None:
    setting = house_way(TERMS, cards(held))
    assert [str(card)[0] for card in setting["low"]] == list(low)
    assert sorted(str(card)[0] for card in setting["high"]) == sorted(high)


def test_PYR_53_lowest_pair_that_splits_can_be_moved() -> None:
    moved = game(house_way_min_split_rank="A").terms
    assert house_way(moved, cards("Js Jd 6c"))["low"] == cards("6c")
    assert house_way(moved, cards("As Ad 6c"))["low"][0].rank == 14


def test_PYR_50_PYR_51_PYR_A2_order_of_high_hands() -> None:
    order = ["As Ad", "Ks Kd", "Qs Qd", "Js Jd", "Ts Td", "2s 2d", "As Kd", "As Qd", "Ks Qd", "3s 2s"]
    strengths = [hand_order.high_strength(TERMS, cards(text)) for text in order]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(order)


def test_PYR_D1_no_straights_flushes_or_suits_in_the_high_hand() -> None:
    assert hand_order.high_strength(TERMS, cards("As Ks")) == hand_order.high_strength(TERMS, cards("Ah Kd"))
    assert hand_order.high_strength(TERMS, cards("3s 2s")) < hand_order.high_strength(TERMS, cards("4s 2d"))


# The first wager ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "house", "payer", "clause"),
    [
        pytest.param("Qd/Ah 5c", "Kc Js 9d", HOUSE, "PYR-43", id="PYR-43 both ours"),
        pytest.param("Jd/Ah 5c", "Kc Js 9d", HOUSE, "PYR-44", id="PYR-44 low copy, high ours"),
        pytest.param("Qd/Kh 9c", "Kc Js 9d", HOUSE, "PYR-45", id="PYR-45 low ours, high copy"),
        pytest.param("Td/Qh 5c", "Kc Js 9d", 1, "PYR-46", id="PYR-46 both theirs"),
        pytest.param("Jd/Kh 5c", "Kc Js 9d", 1, "PYR-47", id="PYR-47 low copy, high theirs"),
        pytest.param("Td/Kh 9c", "Kc Js 9d", 1, "PYR-48", id="PYR-48 low theirs, high copy"),
    ],
)
def test_PYR_43_to_PYR_48_even_money(ours: str, house: str, payer: int | str, clause: str) -> None:
    payment = main_of(ours, house)
    assert payment is not None
    assert (payment.payer, payment.chips, payment.clause) == (payer, 5, clause)


@pytest.mark.parametrize("ours", ["Qd/Kh 5c", "Td/Ah 5c"])
def test_PYR_49_one_won_and_one_lost_is_a_push(ours: str) -> None:
    assert main_of(ours, "Kc Js 9d") is None


def test_PYR_A6_two_copies_push() -> None:
    assert main_of("Jd/Kh 9c", "Kc Js 9d") is None


def test_PYR_23_PYR_D3_every_pair_of_settings_follows_the_signs() -> None:
    ranks = [Card(rank, 1) for rank in (14, 11, 8, 3)]
    held = list(combinations_with_replacement(ranks, 3))
    for ours in held:
        for theirs in held:
            low, high = (house_way(TERMS, hand) for hand in (ours, theirs))
            result = main_wager.main_result(TERMS, low, high)
            a = (low["low"][0] > high["low"][0]) - (low["low"][0] < high["low"][0])
            ours_high = hand_order.high_strength(TERMS, low["high"])
            theirs_high = hand_order.high_strength(TERMS, high["high"])
            b = (ours_high > theirs_high) - (ours_high < theirs_high)
            trips = len(set(ours)) == 1
            assert result.pays == (3 if trips else (a + b > 0) - (a + b < 0)), (ours, theirs)


@pytest.mark.parametrize("house", ["As Kd 4c", "Ac Ad Ah", "9c 9d 9h"])
def test_PYR_38_three_of_a_kind_wins_automatically(house: str) -> None:
    """Whatever the dealer holds, trips too [PYR-A9]; however they are set [PYR-A8]."""
    payment = main_of("9s/9h 9d", house)
    assert payment is not None
    assert (payment.payer, payment.why) == (HOUSE, "auto win")


def test_PYR_39_PYR_40_PYR_41_what_three_of_a_kind_pays() -> None:
    paid = {p.wager: p.chips for p in settlement(set_by(dealt("9s 9h 9d", "As Kd 4c"), None))}
    assert paid == {"main": 15, "three_card": 100, "six_card": 10}
    six = set_by(dealt("9s 9h 9d", "9c 9s 9h", of=game(max_aggregate=None)), None)
    assert {p.wager: p.chips for p in settlement(six)} == {"main": 15, "three_card": 100, "six_card": 5000}


def test_PYR_A9_the_dealers_three_of_a_kind_wins_nothing_automatically() -> None:
    assert main_of("Kd/Ah 5c", "9c 9d 9h") is None  # low won, high lost: a push


def test_PYR_42_seat_by_seat_from_the_dealers_right() -> None:
    round_ = set_by(dealt("2c 3d 5h", "2d 4d 6h", "As Kd Jh"), None, None)
    assert [payment.payer for payment in settlement(round_)][:1] == [1]
    assert [(p.payer, p.wager) for p in settlement(round_)] == [
        (1, "main"),
        (1, "six_card"),
        (2, "main"),
        (2, "six_card"),
    ]


# The pay tables ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "line", "pays", "clause"),
    [
        ("7s 5d 2c", "seven_or_lower_no_ace", 0, "PYR-72a"),
        ("9s 9d 2c", "one_pair", 1, "PYR-72b"),
        ("9s 9s 2s", "flush", 2, "PYR-72c"),
        ("Ks 9s 2s", "flush", 2, "PYR-72c"),
        ("4s 3d 2c", "straight", 5, "PYR-72d"),
        ("As 3d 2c", "straight", 5, "PYR-72d"),
        ("As Kd Qc", "straight", 5, "PYR-72d"),
        ("9s 9s 9s", "three_of_a_kind", 20, "PYR-72e"),
        ("4s 3s 2s", "straight_flush", 30, "PYR-72f"),
        ("As 2s 3s", "straight_flush", 30, "PYR-72f"),
        ("As Ks Qs", "ace_king_queen_suited", 50, "PYR-72g"),
        ("8s 5d 2c", "no_pay", -1, "PYR-72h"),
        ("As 5d 2c", "no_pay", -1, "PYR-72h"),
        ("Ks Ad 2c", "no_pay", -1, "PYR-72h"),
        ("5s 5d 2c", "one_pair", 1, "PYR-72b"),
    ],
)
def test_PYR_24_PYR_72_PYR_D4_the_second_wager(held: str, line: str, pays: int, clause: str) -> None:
    result = side_wagers.three_card_result(TERMS, cards(held))
    assert (result.line, result.pays, result.clause) == (line, pays, clause)


@pytest.mark.parametrize(
    ("held", "line", "pays", "clause"),
    [
        ("9s 9d 2c 2d Kh 4s", "two_pairs", 1, "PYR-73a"),
        ("9s 9d 2c 2d 4h 4s", "two_pairs", 1, "PYR-73a"),
        ("9s 9d 9c 2d Kh 4s", "three_of_a_kind", 2, "PYR-73b"),
        ("As 2d 3c 4d 5h 9s", "straight", 5, "PYR-73c"),
        ("As Kd Qc Jd Th 9s", "straight", 5, "PYR-73c"),
        ("As Ks 9s 4s 2s 2d", "flush", 6, "PYR-73d"),
        ("9s 9d 9c 2d 2h 4s", "full_house", 7, "PYR-73e"),
        ("9s 9d 9c 2d 2h 2s", "full_house", 7, "PYR-73e"),
        ("9s 9s 9s 2s 2s 4s", "full_house", 7, "PYR-73e"),
        ("9s 9d 9c 9h 2h 2s", "four_of_a_kind", 10, "PYR-73f"),
        ("9s 9d 9c 9h 9h 2s", "five_of_a_kind", 50, "PYR-73g"),
        ("9s 8s 7s 6s 5s 4s", "straight_flush", 75, "PYR-73h"),
        ("As Ks Qs Js Ts 2d", "royal_flush", 200, "PYR-73i"),
        ("9s 9d 9c 9h 9h 9s", "six_of_a_kind", 1000, "PYR-73j"),
        ("9s 9d 2c 3d Kh 4s", "no_pay", -1, "PYR-73k"),
        ("Qs Kd Ac 2d 3h 9s", "no_pay", -1, "PYR-73k"),
    ],
)
def test_PYR_25_PYR_73_PYR_D5_the_third_wager(held: str, line: str, pays: int, clause: str) -> None:
    result = side_wagers.six_card_result(TERMS, cards(held))
    assert (result.line, result.pays, result.clause) == (line, pays, clause)


def test_PYR_D6_each_wager_is_settled_once() -> None:
    round_ = set_by(dealt("9s 9s 2s", "9d 9c 2d"), None)
    assert [payment.wager for payment in settlement(round_)].count("three_card") == 1
    assert [payment.wager for payment in settlement(round_)].count("six_card") == 1


@pytest.mark.parametrize("option", ["w2_paytable.flush", "w3_paytable.two_pairs"])
def test_PYR_72_PYR_73_lines_are_options(option: str) -> None:
    changed = game(**{option: 9}).terms
    assert 9 in (*changed.w2_paytable.values(), *changed.w3_paytable.values())


# The aggregate -----------------------------------------------------------------------------------------------------


def six_nines(**options: Any) -> dict[str, int]:
    round_ = set_by(dealt("9s 9h 9d", "9c 9s 9h", of=game(**options)), None)
    return {payment.wager: payment.chips for payment in settlement(round_)}


def test_PYR_27_PYR_28_PYR_A40_five_thousand_for_a_hand() -> None:
    """The third wager is cut first, then the second, then the first [PYR-A18]."""
    assert six_nines() == {"main": 15, "three_card": 100, "six_card": 4885}
    assert six_nines(max_aggregate=100) == {"main": 15, "three_card": 85}
    assert six_nines(max_aggregate=10) == {"main": 10}
    assert six_nines(max_aggregate=5115) == {"main": 15, "three_card": 100, "six_card": 5000}
    assert six_nines(max_aggregate=5114) == {"main": 15, "three_card": 100, "six_card": 4999}


def test_PYR_27_the_cap_is_for_each_hand() -> None:
    round_ = set_by(dealt("9s 9h 9d", "9s 9h 9d", "9c 9c 9c"), None, None)
    assert net(settlement(round_)) == {1: 5000, 2: 5000, HOUSE: -10000}


# Player banking ----------------------------------------------------------------------------------------------------


def banked(*held: str, house_bet: int = 0, banker: int = 2, of: AnyGame = GAME, **named: Any) -> Round:
    return dealt(*held, of=of, banker=banker, house_bet=house_bet, **named)


def test_PYR_19_the_banker_is_marked() -> None:
    assert view(banked("2c 3c 4c", "5c 6c 7c", "8c 9c Tc"), 1).banker == 2


def test_PYR_60_PYR_61_PYR_69_the_bank_takes_the_first_wager_only() -> None:
    """Seat 1 beats the bank and would lose to the House."""
    round_ = set_by(banked("Kc Jd 4c", "5c 3d 7c", "As Ad Ah"), None, None)
    paid = settlement(round_)
    mains = [payment for payment in paid if payment.wager == "main"]
    assert [(payment.payer, payment.payee, payment.chips) for payment in mains] == [(2, 1, 5)]
    sides = [payment for payment in paid if payment.wager != "main"]
    assert sides
    assert all(HOUSE in (payment.payer, payment.payee) for payment in sides)


def test_PYR_60_banking_can_be_switched_off() -> None:
    off = game(player_banking="off")
    with pytest.raises(NotAllowed, match=r"players do not bank at this table, so seat 2 cannot \[PYR-60\]"):
        opened("ann", "bob", banker=2, of=off)
    assert may_bank(table(of=off)) == ()
    assert why_not_bank(table(of=off), 1) == "players do not bank at this table [PYR-60]"


def test_PYR_62_PYR_A20_the_third_wager_uses_the_house_cards() -> None:
    round_ = set_by(banked("9s 9h 9d", "2c 3d 5h", "9c 9s Kh"), None, None)
    six = {p.payee if p.payer == HOUSE else p.payer: p for p in settlement(round_) if p.wager == "six_card"}
    assert (six[1].why, six[2].why) == ("five of a kind", "no pay")


def test_PYR_64_PYR_D7_the_house_plays_against_the_bank() -> None:
    round_ = set_by(banked("2c 4d 5h", "7c 3d 5c", "As Kd Qh", house_bet=5), None, None)
    assert [p[:5] for p in settlement(round_) if p.wager == "house bet"] == [(2, HOUSE, 5, "house bet", "PYR-43")]
    lost = set_by(banked("2c 4d 5h", "As Kd Qh", "7c 3d 5c", house_bet=5), None, None)
    assert [p[:3] for p in settlement(lost) if p.wager == "house bet"] == [(HOUSE, 2, 5)]


def test_PYR_64_the_bank_pays_three_of_a_kind_three_to_one() -> None:
    round_ = set_by(banked("9s 9h 9d", "As Kd Qh", "7c 3d 5c"), None, None)
    assert [p[:3] for p in settlement(round_) if p.wager == "main"] == [(2, 1, 15)]


def test_PYR_66_no_wager_between_the_two() -> None:
    round_ = set_by(banked("2c 4d 5h", "7c 3d 5c", "As Kd Qh"), None, None)
    assert all(payment.wager != "house bet" for payment in settlement(round_))
    with pytest.raises(NotAllowed, match=r"no player banks this round \[PYR-66\]"):
        opened(house_bet=5)


def test_PYR_66_what_the_house_loses_to_the_bank_is_no_payout_under_the_cap() -> None:
    round_ = set_by(banked("2c 4d 5h", "9s 9h 9d", "9c 9s 9h", house_bet=5, of=game(max_aggregate=100)), None, None)
    low = set_by(banked("2c 4d 5h", "As Kd Qh", "7c 3d 5c", house_bet=5, of=game(max_aggregate=1)), None, None)
    assert sum(p.chips for p in settlement(round_) if p.payee == 2 and p.wager != "house bet") >= 100
    assert [p.chips for p in settlement(low) if p.wager == "house bet"] == [5]


def test_PYR_65_the_bank_covers_three_times_every_wager_before_the_deal() -> None:
    assert cover.bank_cover(TERMS, [10, 20], 5) == 105
    chips = {"bank": 3 * (30 + 20) + 10}
    round_ = start(GAME, Opening(players=("ann", "bank", "cyd"), banker=2, chips=chips))
    round_ = after(round_, Posted(1, {**FIVES, "main": 30}), Posted(2, SIDES))
    assert why_not(round_, Posted(3, {**FIVES, "main": 20})) is None
    assert why_not(round_, Posted(3, {**FIVES, "main": 21})) == ("bank has 160 chips and may have to pay 163 [PYR-65]")


def test_PYR_65_the_houses_wager_is_tallied_too() -> None:
    with pytest.raises(NotAllowed, match=r"bank has 14 chips and may have to pay 15 \[PYR-65\]"):
        start(GAME, Opening(players=("bank", "ann"), banker=1, house_bet=5, chips={"bank": 14}))
    assert start(GAME, Opening(players=("bank", "ann"), banker=1, house_bet=5, chips={"bank": 15}))


def test_PYR_65_a_player_covers_their_own_wagers() -> None:
    round_ = opened("ann", chips={"ann": 15})
    assert why_not(round_, Posted(1, FIVES)) is None
    assert why_not(round_, Posted(1, {**FIVES, "main": 6})) == "ann has 15 chips and may have to pay 16 [PYR-65]"


def test_PYR_65_the_houses_worst_case() -> None:
    round_ = dealt("2c 3c 4c", "5c 6c 7c", "8c 9c Tc")
    assert GAME.at_risk(TERMS, round_)[HOUSE] == 2 * (15 + 250 + 5000)
    bank = banked("2c 3c 4c", "5c 6c 7c", "8c 9c Tc", house_bet=4)
    assert GAME.at_risk(TERMS, bank) == {1: 15, 2: 10 + 27, HOUSE: 2 * (250 + 5000) + 4}


def test_PYR_67_the_banker_bets_the_minimum_on_the_other_two() -> None:
    round_ = opened("ann", "bank", banker=2)
    assert why_not(round_, Posted(2, SIDES)) is None
    assert why_not(round_, Posted(2, {"three_card": 5})) == "six_card is missing; it takes 5 to 25 chips [PYR-67]"
    assert why_not(round_, Posted(2, {**SIDES, "three_card": 4})) is not None
    assert why_not(round_, Posted(2, FIVES)) is not None
    optional = opened("ann", "bank", banker=2, of=game(side_wagers="optional"))
    assert why_not(optional, Posted(2, {})) is not None


def test_PYR_71_a_fouled_bank_is_reset_the_house_way() -> None:
    """K low over Q-8 is a foul; reset it is Q low, K-8 high, and pushes instead of losing."""
    held = ("Ah Jd 5c", "Ks Qd 8c", "2c 3d 5h")
    fouled = set_by(banked(*held), "Jd/Ah 5c", "Ks/Qd 8c")
    proper = set_by(banked(*held), "Jd/Ah 5c", "Qd/Ks 8c")
    assert settlement(fouled) == settlement(proper)
    assert fouls.settled_hand(TERMS, fouled.seat(2), 2) == (hands(low="Qd", high="Ks 8c"), False)


def test_PYR_71_the_banker_need_not_use_the_house_way() -> None:
    """Kept together the bank's jacks hold the high hand; split they would not."""
    held = ("Ah Qd 5c", "Js Jd 6c", "2c 3d 5h")
    pair_high = set_by(banked(*held), "Qd/Ah 5c", "6c/Js Jd")
    assert [payment for payment in settlement(pair_high) if payment.wager == "main"] == []
    split = set_by(banked(*held), "Qd/Ah 5c", None)
    assert [payment[:3] for payment in settlement(split) if payment.wager == "main"] == [(2, 1, 5)]
    assert fouls.settled_hand(TERMS, pair_high.seat(2), 2)[0] == hands(low="6c", high="Js Jd")


def test_PYR_A33_the_banker_has_one_hand() -> None:
    with pytest.raises(NotAllowed, match=r"the player at seat 1 has more \[PYR-A33\]"):
        opened("ann", "ann", "bob", banker=1)
    assert opened("ann", "ann", "bob", banker=3)


def test_PYR_A28_by_default_the_bank_sets_with_the_others() -> None:
    round_ = banked("2c 4d 5h", "7c 3d 5c", "As Kd Qh")
    assert isinstance(round_.step, SetHands)
    assert view(round_, 2).dealer == ()
    assert view(round_, 2).waiting_for == (1, 2)


# Banking across rounds ---------------------------------------------------------------------------------------------


def test_PYR_63_PYR_A21_the_house_banks_every_other_hand() -> None:
    first = take_bank(table(), 1)
    second = one_round(first)
    assert may_bank(second) == ()
    assert "[PYR-63]" in (why_not_bank(second, 2) or "")
    assert may_bank(one_round(second)) == (2,)


def test_PYR_70_PYR_A22_a_pass_hands_the_bank_on() -> None:
    first = table()
    assert may_bank(first) == (1,)
    passed = pass_bank(first, 1)
    assert may_bank(passed) == (2,)
    assert "[PYR-60]" in (why_not_bank(passed, 1) or "")
    back = pass_bank(take_bank(passed, 2), 2)
    assert (back.banker, may_bank(back)) == (HOUSE, (3,))


def test_PYR_68_no_co_banking() -> None:
    assert "[PYR-68]" in (why_not_bank(take_bank(table(), 1), 2) or "")
    assert TERMS.co_banking == "forbidden"


def test_PYR_66_the_house_bets_up_to_the_bankers_previous_first_wager() -> None:
    second = one_round(table(), main=40)
    assert house_bet_cap(second, 1) == 40
    assert take_bank(second, 1, house_bet=40).house_bet == 40
    assert why_not_bank(second, 1, 41) == "the House wagers 0 to 40 chips against this bank, not 41 [PYR-66]"
    newcomer = table()
    assert house_bet_cap(newcomer, 1) == 0


def test_PYR_60_banking_moves_chips_from_round_to_round() -> None:
    chips = {"ann": 1000, "bob": 1000, "cyd": 1000}
    second = one_round(table(chips=chips), main=20)
    third = one_round(take_bank(second, 1, house_bet=20), main=20)
    assert third.rounds == 2
    assert third.last_banker == 1
    assert third.chips != second.chips


def test_PYR_65_cover_is_checked_when_the_round_opens() -> None:
    second = one_round(table(chips={"ann": 1000, "bob": 1000, "cyd": 1000}), main=40)
    taken = take_bank(second, 1, house_bet=40)
    poor = Table(**{**vars(taken), "chips": {**taken.chips, "ann": 119}})
    with pytest.raises(NotAllowed, match=r"ann has 119 chips and may have to pay 120 \[PYR-65\]"):
        open_round(poor)


def test_PYR_A32_a_void_returns_every_stake_and_the_bank() -> None:
    taken = take_bank(table(chips={"ann": 100, "bob": 100, "cyd": 100}), 1)
    round_ = after(open_round(taken), Posted(2, FIVES), Voided("misdeal"))
    closed = close_round(taken, round_)
    assert closed.chips == taken.chips
    assert may_bank(closed) == (1,)


def test_PYR_A30_the_shoe_is_shuffled_every_round() -> None:
    assert one_round(table()).spent == ()
    assert GAME.seats(TERMS) == range(1, 8)
    with pytest.raises(NotAllowed, match="seats 1 to 7, not 8"):
        opened(*"abcdefgh")


# Pricing asks ------------------------------------------------------------------------------------------------------


def test_PYR_A19_a_price_counts_no_cap_unless_asked_for() -> None:
    assert payout_cap.priced_cap(TERMS) is None
    assert payout_cap.priced_cap(game(edge_at_stake=True).terms) == 5000
    assert payout_cap.priced_cap(game(edge_at_stake=True, max_aggregate=None).terms) is None


def test_PYR_A13_PYR_A15_PYR_A16_PYR_A36_fixed_readings() -> None:
    """Rows without an option: A-K-Q suited takes its own line, unlisted shapes their best listed line."""
    assert side_wagers.three_card_result(TERMS, cards("As Ks Qs")).line == "ace_king_queen_suited"
    assert side_wagers.six_card_result(TERMS, cards("9s 9d 2c 2d 4h 4s")).line == "two_pairs"
    assert side_wagers.six_card_result(TERMS, cards("As Ks 9s 4s 3s 2s")).line == "flush"


def test_PYR_A13_a_suited_A_K_Q_is_a_straight_flush_that_can_pay_more() -> None:
    """PYR-D4: the best-paying line that the cards satisfy, also if the pay table is edited."""
    low = game(**{"w2_paytable.ace_king_queen_suited": 3}).terms
    result = side_wagers.three_card_result(low, cards("As Ks Qs"))
    assert (result.line, result.pays, result.clause) == ("straight_flush", 30, "PYR-72f")


def test_a_seat_without_a_setting_is_settled_the_house_way() -> None:
    """The server finishes an absent player's hand; the rules read it the same way."""
    round_ = dealt("Ks Td 8c", "2c 3d 5h")
    assert fouls.settled_hand(TERMS, round_.seat(1), HOUSE) == (hands(low="Td", high="Ks 8c"), False)
