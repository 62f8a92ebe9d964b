"""Every reading of every unclear clause of Pyramid Poker: a case in which it changes the result."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.games.pyramid import cover, payout_cap, side_wagers
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.terms import Terms
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Game, Opening
from houseway.rules.moves import Dealt, HandsSet, Posted, Voided
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.table import close_round, house_bet_cap, may_bank, open_round, take_bank
from houseway.rules.view import view
from support.playing import FIVES, SIDES, cards, hands
from support.playing import pyramid_dealt as dealt
from support.playing import pyramid_opened as opened
from support.playing import pyramid_round as one_round
from support.playing import pyramid_set as set_by
from support.playing import pyramid_table as table
from support.playing import pyramid_terms as game

GAME = pyramid.SHEET


def won(round_: Round, seat: int = 1) -> int:
    return net(settlement(round_)).get(seat, 0)


def main_won(of: Game[Terms], ours: str, house: str) -> int:
    """The player's result on the first wager of 5, with the House setting its own way."""
    low, high = ours.split("/")
    round_ = set_by(dealt(f"{low} {high}", house, of=of), ours)
    return sum(p.chips if p.payee == 1 else -p.chips for p in settlement(round_) if p.wager == "main")


def second(of: Game[Terms], held: str) -> int:
    return side_wagers.three_card_result(of.terms, cards(held)).pays


def third(of: Game[Terms], held: str) -> int:
    return side_wagers.six_card_result(of.terms, cards(held)).pays


def test_PYR_A1_straight_flush_pays_50() -> None:
    other = game(straight_flush_pays="50")
    assert (second(GAME, "4s 3s 2s"), second(other, "4s 3s 2s")) == (30, 50)


def test_PYR_A3_house_way_split_diff_ge_4() -> None:
    other = game(house_way_split="diff_ge_4")
    for held in ("Js Jd 7c", "Qs Qd 8c", "Ks Kd 9c", "As Ad Tc"):
        unsplit, split = (house_way(of.terms, cards(held)) for of in (GAME, other))
        assert (unsplit["low"], len(unsplit["high"])) == (cards(held)[2:], 2)
        assert split["low"][0].rank == cards(held)[0].rank
    assert house_way(other.terms, cards("Js Jd 8c"))["low"] == cards("8c")


def test_PYR_A4_high_hand_second_card_false() -> None:
    other = game(high_hand_second_card="false")
    assert main_won(GAME, "Qd/Kh 5c", "Kc Js 9d") == 0  # low won, high lost on the second card
    assert main_won(other, "Qd/Kh 5c", "Kc Js 9d") == 5  # low won, high equal


def test_PYR_A6_both_copy_bank_wins() -> None:
    other = game(both_copy="bank_wins")
    assert main_won(GAME, "Jd/Kh 9c", "Kc Js 9d") == 0
    assert main_won(other, "Jd/Kh 9c", "Kc Js 9d") == -5


def test_PYR_A7_single_copy_bank_wins() -> None:
    other = game(single_copy="bank_wins")
    for ours in ("Jd/Ah 5c", "Qd/Kh 9c"):
        assert (main_won(GAME, ours, "Kc Js 9d"), main_won(other, ours, "Kc Js 9d")) == (5, 0)
    assert main_won(other, "Jd/Kh 5c", "Kc Js 9d") == -5
    assert main_won(other, "Qd/Ah 5c", "Kc Js 9d") == 5


def test_PYR_A7_every_copy_to_the_bank_includes_two_copies() -> None:
    """With both hands copies the bank wins, unless the table says that both copies push [PYR-A6]."""
    assert main_won(game(single_copy="bank_wins"), "Jd/Kh 9c", "Kc Js 9d") == -5
    assert main_won(game(single_copy="bank_wins", both_copy="push"), "Jd/Kh 9c", "Kc Js 9d") == 0


def test_PYR_A10_w2_overlap_sum() -> None:
    other = game(w2_overlap="sum")
    assert (second(GAME, "9s 9s 2s"), second(other, "9s 9s 2s")) == (2, 3)
    assert (second(GAME, "9s 9s 9s"), second(other, "9s 9s 9s")) == (20, 22)
    assert second(other, "4s 3s 2s") == 30


def test_PYR_A10_w2_overlap_pair_first() -> None:
    other = game(w2_overlap="pair_first")
    assert (second(GAME, "9s 9s 2s"), second(other, "9s 9s 2s")) == (2, 1)
    assert (second(other, "Ks 9s 2s"), second(other, "Kd 9s 9c")) == (2, 1)


def test_PYR_A11_seven_low_push_false() -> None:
    other = game(seven_low_push="false")
    assert (second(GAME, "7s 5d 2c"), second(other, "7s 5d 2c")) == (0, -1)


def test_PYR_A12_ace_low_straight_false() -> None:
    other = game(ace_low_straight="false")
    assert (second(GAME, "As 2d 3c"), second(other, "As 2d 3c")) == (5, -1)
    assert (third(GAME, "As 2d 3c 4d 5h 9s"), third(other, "As 2d 3c 4d 5h 9s")) == (5, -1)
    assert second(other, "As Kd Qc") == 5


def test_PYR_A14_w3_selection_all_six() -> None:
    other = game(w3_selection="all_six")
    for held, five, six in (
        ("9s 8d 7c 6d 5h 2s", 5, -1),
        ("9s 8d 7c 6d 5h 4s", 5, 5),
        ("As Ks 9s 4s 2s 2d", 6, -1),
        ("9s 8s 7s 6s 5s 4s", 75, 75),
        ("9s 9d 9c 2d 2h 4s", 7, 7),
    ):
        assert (third(GAME, held), third(other, held)) == (five, six), held


def six_nines(of: Game[Terms], hands_: int = 1) -> list[int]:
    """What seats with three nines win when the House holds three nines too."""
    round_ = set_by(dealt(*["9s 9h 9d"] * hands_, "9c 9s 9h", of=of), *[None] * hands_)
    return [won(round_, seat) for seat in range(1, hands_ + 1)]


def test_PYR_A17_max_aggregate_null() -> None:
    other = game(max_aggregate="null")
    assert (six_nines(GAME), six_nines(other)) == ([5000], [5115])


def test_PYR_A17_aggregate_scope_round() -> None:
    other = game(aggregate_scope="round")
    assert six_nines(GAME, 2) == [5000, 5000]
    assert six_nines(other, 2) == [5000, 0]


def test_PYR_A17_aggregate_scope_wager() -> None:
    other = game(aggregate_scope="wager")
    assert (six_nines(GAME), six_nines(other)) == ([5000], [5115])
    assert six_nines(game(aggregate_scope="wager", max_aggregate=4000)) == [4115]


def test_PYR_A17_aggregate_scope_w2() -> None:
    other = game(aggregate_scope="w2", max_aggregate=60)
    assert six_nines(game(max_aggregate=60)) == [60]
    assert six_nines(other) == [15 + 60 + 5000]


def test_PYR_A18_aggregate_counts_winnings_plus_stakes() -> None:
    other = game(aggregate_counts="winnings_plus_stakes")
    assert (six_nines(GAME), six_nines(other)) == ([5000], [4985])


def test_PYR_A19_edge_at_stake_true() -> None:
    other = game(edge_at_stake="true")
    assert (payout_cap.priced_cap(GAME.terms), payout_cap.priced_cap(other.terms)) == (None, 5000)


def test_PYR_A21_player_bank_frequency_strict_alternate() -> None:
    other = game(player_bank_frequency="strict_alternate")
    assert (may_bank(table()), may_bank(table(of=other))) == ((1,), ())
    passed = one_round(one_round(table(of=other)))  # a second hand that nobody banked
    assert may_bank(passed) == ()
    assert may_bank(replace(passed, game=GAME)) == (1,)


def test_PYR_A22_bank_offer_request() -> None:
    other = game(bank_offer="request")
    assert (may_bank(table()), may_bank(table(of=other))) == ((1,), (1, 2, 3))
    assert take_bank(table(of=other), 3).banker == 3


def short_bank(**options: Any) -> Round:
    """A bank of 20 against two hands of trips that are owed 30 each; the bank loses both its own wagers."""
    of = game(bank_cover_multiple="1", **options)
    opening = Opening(players=("ann", "bob", "bank"), banker=3, chips={"bank": 30})
    wagers = {**FIVES, "main": 10}
    round_ = after(start(of, opening), Posted(1, wagers), Posted(2, wagers), Posted(3, SIDES))
    return set_by(play(round_, Dealt(cards("9s 9h 9d 8s 8h 8d Kc 9c 2d Ah Jd 4c"))), None, None, None)


def test_PYR_A23_bank_cover_multiple_1() -> None:
    opening = Opening(players=("ann", "bank"), banker=2, chips={"bank": 20})
    posted = after(start(GAME, opening), Posted(2, SIDES))
    assert why_not(posted, Posted(1, FIVES)) == "bank has 20 chips and may have to pay 25 [PYR-65]"
    other = game(bank_cover_multiple="1")
    assert why_not(after(start(other, opening), Posted(2, SIDES)), Posted(1, {**FIVES, "main": 10})) is None
    assert cover.bank_cover(other.terms, [10, 20], 5) == 35


def test_PYR_A23_bank_shortage_pro_rata() -> None:
    in_order = short_bank()
    shared = short_bank(bank_shortage="pro_rata")
    mains = [[p.chips for p in settlement(r) if p.wager == "main"] for r in (in_order, shared)]
    assert mains[0] == [30]
    assert mains[1] == [13, 13]
    assert [won(r, 3) for r in (in_order, shared)] == [-30, -30]


def test_PYR_A23_a_bank_with_an_open_account_pays_in_full() -> None:
    of = game(bank_cover_multiple="1")
    round_ = set_by(dealt("9s 9h 9d", "Kc 9c 2d", "Ah Jd 4c", of=of, banker=2), None, None)
    assert [p.chips for p in settlement(round_) if p.wager == "main"] == [15]


def test_PYR_A24_commission_5() -> None:
    other = game(commission="5", w1_min=20)
    ours = set_by(dealt("Ah Qd 5c", "Kc Js 9d", of=other, wagers={**FIVES, "main": 40}), "Qd/Ah 5c")
    assert [(p.payer, p.chips, p.clause) for p in settlement(ours) if p.wager == "commission"] == [(1, 2, "PYR-A24")]
    plain = set_by(dealt("Ah Qd 5c", "Kc Js 9d", wagers={**FIVES, "main": 40}), "Qd/Ah 5c")
    assert won(plain) - won(ours) == 2
    lost = set_by(dealt("Qh Td 5c", "Kc Js 9d", of=other, wagers={**FIVES, "main": 40}), "Td/Qh 5c")
    assert all(p.wager != "commission" for p in settlement(lost))


def test_PYR_A24_house_way_on_request_false() -> None:
    other = game(house_way_on_request="false")
    assert GAME.house_way_on_request(GAME.terms)
    assert not other.house_way_on_request(other.terms)


def banked(*held: str, of: Game[Terms] = GAME, house_bet: int = 5) -> Round:
    return set_by(dealt(*held, of=of, banker=2, house_bet=house_bet), *[None] * (len(held) - 1))


def house_bet_won(round_: Round) -> int:
    return sum(p.chips if p.payee == HOUSE else -p.chips for p in settlement(round_) if p.wager == "house bet")


def test_PYR_A25_house_trips_privilege_as_bettor_false() -> None:
    other = game(house_trips_privilege_as_bettor="false")
    held = ("2c 4d 5h", "Ac Kd Qh", "9s 9h 9d")
    assert (house_bet_won(banked(*held)), house_bet_won(banked(*held, of=other))) == (15, 0)


def test_PYR_A25_banker_trips_auto_true() -> None:
    other = game(banker_trips_auto="true")
    held = ("Ac Kd 2h", "9s 9h 9d", "Ac Kc 2s")
    mains = [[p[:3] for p in settlement(banked(*held, of=of)) if p.wager == "main"] for of in (GAME, other)]
    assert mains == [[], [(1, 2, 5)]]
    assert (house_bet_won(banked(*held)), house_bet_won(banked(*held, of=other))) == (0, -5)
    house_banks = set_by(dealt("Ac Kd 2h", "9s 9h 9d", of=other), None)
    assert [p for p in settlement(house_banks) if p.wager == "main"] == []


def test_PYR_A26_banker_side_bets_exactly_min() -> None:
    other = game(banker_side_bets="exactly_min")
    more = Posted(2, {**SIDES, "three_card": 6})
    assert why_not(opened("ann", "bank", banker=2), more) is None
    assert why_not(opened("ann", "bank", banker=2, of=other), more) == (
        "three_card takes 5 to 5 whole chips, not 6 [PYR-67]"
    )
    assert why_not(opened("ann", "bank", banker=2, of=other), Posted(2, SIDES)) is None


def test_PYR_A27_house_bet_cap_basis_last_house_banked() -> None:
    """House, then a player's bank, then a void: the previous hand was not against the House."""
    caps = []
    for basis in ("previous_hand", "last_house_banked"):
        of = game(house_bet_cap_basis=basis, player_bank_frequency="strict_alternate")
        first = one_round(table(of=of), main=40)
        after_bank = one_round(take_bank(first, 1))
        after_void = close_round(after_bank, play(open_round(after_bank), Voided("misdeal")))
        assert may_bank(after_void) == (2,)
        caps.append(house_bet_cap(after_void, 2))
    assert caps == [0, 40]


def test_PYR_A41_house_bet_cap_hands_largest() -> None:
    """After a round with two hands of 40 the House may wager 80 against their player's bank, or 40."""
    caps = []
    for hands_counted in ("sum", "largest"):
        of = game(house_bet_cap_hands=hands_counted)
        after_two_hands = one_round(table("ann", "ann", "bob", of=of), main=40)
        with_one_hand = replace(after_two_hands, players=("ann", "bob"))
        caps.append(house_bet_cap(with_one_hand, 1))
    assert caps == [80, 40]


def test_PYR_A28_banker_sets_after_house_exposed() -> None:
    other = game(banker_sets="after_house_exposed")
    held = ("2c 4d 5h", "7c 3d 5c", "As Kd Qh")
    by_default, last = (dealt(*held, of=of, banker=2) for of in (GAME, other))
    assert (by_default.waiting_for, last.waiting_for) == ((1, 2), (1,))
    assert view(last, 2).dealer == ()
    assert "has no move now" in (why_not(last, HandsSet(2, hands(low="5c", high="7c 3d"))) or "")
    last = play(last, HandsSet(1, hands(low="4d", high="5h 2c")))
    assert last.waiting_for == (2,)
    assert view(last, 2).dealer == cards("As Kd Qh")
    assert view(last, 2).seats[0].setting is None
    assert play(last, HandsSet(2, hands(low="5c", high="7c 3d"))).over
    house_banks = dealt("2c 4d 5h", "As Kd Qh", of=other)
    assert play(house_banks, HandsSet(1, hands(low="4d", high="5h 2c"))).over


def test_PYR_A29_side_settlement_second_pass() -> None:
    other = game(side_settlement="second_pass")
    held = ("Ah Qd 5c", "Ac Qh 5d", "Kc Js 9d")
    orders = [
        [
            (p.payer if p.payee == HOUSE else p.payee, p.wager)
            for p in settlement(set_by(dealt(*held, of=of), None, None))
        ]
        for of in (GAME, other)
    ]
    assert [wager for _, wager in orders[0]] == ["main", "three_card", "six_card"] * 2
    assert [wager for _, wager in orders[1]] == ["main", "main", *["three_card", "six_card"] * 2]
    assert sorted(orders[0]) == sorted(orders[1])


def test_PYR_A30_reshuffle_cut_card() -> None:
    other = game(reshuffle="cut_card", penetration="75")
    assert one_round(table()).spent == ()
    lasting = table(of=other)
    counts = []
    for _ in range(21):
        lasting = one_round(lasting)
        counts.append(len(lasting.spent))
    assert counts[:3] == [12, 24, 36]
    assert counts[18:] == [228, 0, 12]  # 240 of 312 is past 75 per cent
    assert one_round(one_round(table(of=game(reshuffle="cut_card", penetration=4)))).spent == ()


def test_PYR_A30_seats() -> None:
    with pytest.raises(NotAllowed, match="seats 1 to 5, not 6"):
        opened(*"abcdef", of=game(seats=5))


def test_PYR_A31_foul_policy_reset_house_way() -> None:
    other = game(foul_policy="reset_house_way")
    assert main_won(GAME, "Ks/Qd 8c", "Jc Ts 9d") == -5
    assert main_won(other, "Ks/Qd 8c", "Jc Ts 9d") == 5


def test_PYR_A32_irregularity_policy_operator() -> None:
    other = game(irregularity_policy="operator")
    assert why_not(opened(), Voided("misdeal")) is None
    assert (
        why_not(opened(of=other), Voided("misdeal"))
        == "'misdeal' is no reason to void a round; the reasons are operator"
    )
    assert why_not(opened(of=other), Voided("operator")) is None
    assert why_not(opened(), Voided("operator")) is not None


def test_PYR_A33_max_hands_per_player_1() -> None:
    other = game(max_hands_per_player="1")
    assert len(opened("ann", "ann").seats) == 2
    with pytest.raises(NotAllowed, match=r"one player may take 1 seat, not 2 as ann does \[PYR-29\]"):
        opened("ann", "ann", of=other)


def test_PYR_A33_see_all_own_hands_false() -> None:
    other = game(see_all_own_hands="false")
    held = ("2c 4d 5h", "7c 3d 5c", "As Kd Qh")
    both, one = (dealt(*held, of=of, players=("ann", "ann")) for of in (GAME, other))
    assert view(both, 1).seats[1].cards == cards("7c 3d 5c")
    assert view(one, 1).seats[1].cards == ()
    assert view(one, 2).seats[1].cards == ()
    assert why_not(both, HandsSet(2, hands(low="5c", high="7c 3d"))) is None
    assert why_not(one, HandsSet(2, hands(low="5c", high="7c 3d"))) == "seat 2 is set after ann's earlier hand"
    one = play(one, HandsSet(1, hands(low="4d", high="5h 2c")))
    assert view(one, 2).seats[1].cards == cards("7c 3d 5c")


def test_PYR_A34_legal_max_wager_300() -> None:
    assert game(w1_max=301).terms.w1_max == 301
    assert game(legal_max_wager="300", w1_max=300).terms.w1_max == 300
    with pytest.raises(NotAllowed, match=r"main may be at most 300 chips by law, not 301 \[PYR-14\]"):
        game(legal_max_wager="300", w1_max=301)


def test_PYR_A35_side_wagers_optional() -> None:
    other = game(side_wagers="optional")
    assert why_not(opened(), Posted(1, {"main": 5})) is not None
    assert why_not(opened(of=other), Posted(1, {"main": 5})) is None
    assert why_not(opened(of=other), Posted(1, {"main": 5, "six_card": 4})) is not None
    round_ = set_by(dealt("Ah Qd 5c", "Kc Js 9d", of=other, wagers={"main": 5}), "Qd/Ah 5c")
    assert [payment.wager for payment in settlement(round_)] == ["main"]


def test_PYR_A38_decks_8() -> None:
    other = game(decks="8")
    seven = Dealt(cards("As " * 7 + "Kd Kd"))
    posted = [after(opened("a", "b", of=of), Posted(1, FIVES), Posted(2, FIVES)) for of in (GAME, other)]
    assert why_not(posted[0], seven) is not None
    assert why_not(posted[1], seven) is None


def test_PYR_A39_authority_layout_over_rules() -> None:
    other = game(authority="layout_over_rules")
    assert (second(GAME, "4s 3s 2s"), second(other, "4s 3s 2s")) == (30, 50)
    assert second(game(authority="LAYOUT_OVER_RULES"), "4s 3s 2s") == 50
    assert second(game(authority="layout_over_rules", straight_flush_pays=30), "4s 3s 2s") == 30
