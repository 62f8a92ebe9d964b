"""A table between rounds of the toy game: chips, bank, deal, shoe and pot."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.games import game
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted, Voided
from houseway.rules.payments import HOUSE, POT, Payment
from houseway.rules.playing import after, play, start
from houseway.rules.round import Round
from houseway.rules.table import (
    Table,
    close_round,
    house_bet_cap,
    lowest_wagers,
    may_bank,
    open_round,
    opened,
    pass_bank,
    players_who_cannot_pay,
    take_bank,
    why_bank_fails,
    why_not_bank,
)
from support.playing import TOY, cards, hands, toy


def table(players: str = "ann bob cyd", **named: Any) -> Table:
    return Table(**{"game": TOY, **named}, players=tuple(players.split()))


def finished(table_: Table, *, main: int = 5) -> Round:
    round_ = open_round(table_)
    bank = table_.banker
    posts = [Posted(s.number, {"side": 2} if s.number == bank else {"main": main}) for s in round_.seats]
    round_ = after(round_, *posts)
    count = 2 * len(table_.players) + 1
    fresh = [card for card in table_.game.shoe(table_.game.terms) if card not in table_.spent][:count]
    round_ = play(round_, Dealt(tuple(fresh)))
    for seat in round_.seats:
        round_ = play(round_, Decided(seat.number, "fold"))
    return round_


def after_round(table_: Table, *, main: int = 5) -> Table:
    return close_round(table_, finished(table_, main=main))


# The bank ----------------------------------------------------------------------------------------------------------


def test_the_bank_is_offered_in_rotation() -> None:
    first = table()
    assert may_bank(first) == (1,)
    assert may_bank(pass_bank(first, 1)) == (2,)
    assert may_bank(pass_bank(pass_bank(first, 2), 1)) == (3,)
    nobody = pass_bank(pass_bank(pass_bank(first, 1), 2), 3)
    assert may_bank(nobody) == ()
    assert why_not_bank(nobody, 1) == "the bank is not seat 1's now; it is offered to nobody [T-60]"


def test_the_offer_goes_on_after_the_last_banker() -> None:
    banked = after_round(take_bank(table(), 1))
    assert may_bank(banked) == ()
    after_house = after_round(banked)
    assert may_bank(after_house) == (2,)
    last = replace(after_house, offer_from=3)
    assert may_bank(after_round(after_round(take_bank(last, 3)))) == (1,)


def test_on_request_any_seat_may_bank() -> None:
    on_request = table(game=toy(offer="request"), offer_from=2)
    assert may_bank(on_request) == (1, 2, 3)
    assert take_bank(pass_bank(on_request, 1), 3).banker == 3
    assert may_bank(pass_bank(on_request, 2)) == (1, 3)


def test_a_pass_withdraws_a_bank_already_taken() -> None:
    taken = replace(take_bank(replace(table(), previous_main={"ann": 5}), 1, house_bet=5), passed=frozenset())
    assert (taken.banker, taken.house_bet) == (1, 5)
    assert (pass_bank(taken, 1).banker, pass_bank(taken, 1).house_bet) == (HOUSE, 0)
    assert pass_bank(taken, 2).banker == 1
    with pytest.raises(NotAllowed, match="there is no seat 4; the seats are 1 to 3"):
        pass_bank(taken, 4)


def test_a_pass_lasts_for_one_round() -> None:
    assert may_bank(after_round(pass_bank(table(), 1))) == (1,)


def test_the_house_banks_after_a_player() -> None:
    banked = after_round(take_bank(table(), 1))
    assert banked.last_banker == 1
    assert why_not_bank(banked, 2) == "the House must bank every other hand, and this one is the House's [T-63]"
    with pytest.raises(NotAllowed, match="every other hand"):
        take_bank(banked, 2)
    assert may_bank(after_round(banked)) != ()


def test_strict_alternation_counts_hands() -> None:
    strict = table(game=toy(frequency="strict_alternate"))
    assert may_bank(strict) == ()
    second = after_round(strict)
    assert may_bank(second) == (1,)
    assert may_bank(after_round(second)) == ()


def test_a_bank_is_not_shared() -> None:
    assert why_not_bank(take_bank(table(), 1), 2) == "seat 1 banks already, and a bank is not shared [T-68]"


def test_only_the_offered_seat_may_take_it() -> None:
    assert why_not_bank(table(), 2) == "the bank is not seat 2's now; it is offered to seat 1 [T-60]"


def test_no_bank_where_players_do_not_bank() -> None:
    off = table(game=toy(may_bank=False))
    assert may_bank(off) == ()
    assert why_not_bank(off, 1) == "players do not bank at this table [T-60]"
    never = table(game=replace(TOY, banking=lambda terms: None))
    assert may_bank(never) == ()
    assert why_not_bank(never, 1) == "players do not bank in Toy"
    assert house_bet_cap(never, 1) == 0
    assert after_round(never).last_banker == HOUSE


def test_the_house_bets_up_to_the_bankers_last_wager() -> None:
    second = after_round(table(), main=7)
    assert house_bet_cap(second, 1) == 7
    assert take_bank(second, 1, house_bet=7).house_bet == 7
    assert take_bank(second, 1).house_bet == 0
    out_of_range: tuple[Any, ...] = (8, -1, 1.5, True)
    for wrong in out_of_range:
        assert why_not_bank(second, 1, wrong) == (
            f"the House wagers 0 to 7 chips against this bank, not {wrong} [T-66]"
        )
    assert house_bet_cap(table(), 1) == 0


def test_the_cap_may_reach_back_to_the_last_house_banked_hand() -> None:
    for basis, cap in (("previous_hand", 0), ("last_house_banked", 7)):
        first = after_round(table(game=toy(basis=basis)), main=7)
        banked = after_round(take_bank(first, 1))
        assert house_bet_cap(banked, 2) == cap


def test_two_hands_of_one_player_count_together() -> None:
    assert house_bet_cap(after_round(table("ann ann bob"), main=7), 1) == 14


def test_the_cap_may_count_the_largest_of_two_hands() -> None:
    rule = TOY.banking(TOY.terms)
    assert rule is not None
    by_largest = replace(TOY, banking=lambda terms: replace(rule, house_bet_hands="largest"))
    assert house_bet_cap(after_round(table("ann ann bob", game=by_largest), main=7), 1) == 7


# Who cannot bank, and who cannot pay -------------------------------------------------------------------------------

PYRAMID = game("pyramid")
LOWEST = 15
"""The lowest wagers of a seat: 5 on each of three spots."""
COVER_OF_ONE = 25
"""What a bank needs against one bettor: three times 5, and 5 on each of the other two spots."""


def pyramid_table(players: str = "ann bob", **named: Any) -> Table:
    return table(players, **{"game": PYRAMID, **named})


def test_PYR_65_a_bank_needs_the_chips_to_cover_the_lowest_wagers() -> None:
    short = pyramid_table(chips={"ann": COVER_OF_ONE - 1})
    assert why_not_bank(short, 1) == "ann has 24 chips and may have to pay 25 [PYR-65]"
    with pytest.raises(NotAllowed, match="PYR-65"):
        take_bank(short, 1)
    assert why_not_bank(pyramid_table(chips={"ann": COVER_OF_ONE}), 1) is None
    assert "may have to pay 40 [PYR-65]" in str(why_not_bank(pyramid_table("ann bob cyd", chips={"ann": 39}), 1))


def test_PYR_A33_a_player_with_two_hands_cannot_bank() -> None:
    assert "one hand" in str(why_not_bank(pyramid_table("ann ann bob"), 1))
    assert "PYR-A33" in str(why_not_bank(pyramid_table("ann ann bob"), 1))


def test_the_chips_of_others_do_not_hinder_a_bank() -> None:
    assert why_not_bank(pyramid_table(chips={"ann": 500, "bob": 0}), 1) is None


def test_a_round_that_the_house_cannot_open_either_is_not_the_banks_fault() -> None:
    five_decks = PYRAMID.with_options({"decks": 5})
    assert why_bank_fails(pyramid_table(game=five_decks, banker=1)) is None
    assert why_bank_fails(pyramid_table(chips={"ann": 0})) is None, "the House banks"
    assert players_who_cannot_pay(pyramid_table(game=five_decks, chips={"ann": 0, "bob": 0})) == {}


def test_those_who_cannot_pay_are_named_by_their_own_chips() -> None:
    two_short = pyramid_table("ann bob cyd", chips={"ann": LOWEST - 1, "bob": 500, "cyd": LOWEST})
    assert players_who_cannot_pay(two_short) == {"ann": "ann has 14 chips and may have to pay 15 [PYR-65]"}
    banked = pyramid_table("ann bob", chips={"ann": 500, "bob": 500}, banker=1)
    assert players_who_cannot_pay(banked) == {}


def test_no_wager_is_lowest_where_none_is_due() -> None:
    assert lowest_wagers(finished(table()), 1) == {}


def test_a_void_round_does_not_move_the_bank() -> None:
    taken = take_bank(after_round(table(), main=7), 1)
    closed = close_round(taken, play(open_round(taken), Voided("misdeal")))
    assert (closed.banker, closed.last_banker, closed.previous_main) == (HOUSE, HOUSE, taken.previous_main)
    assert may_bank(closed) == (1,)


# Chips, deal, shoe, pot --------------------------------------------------------------------------------------------


def test_chips_follow_the_settlement() -> None:
    two_hands = table("ann ann bob", chips={"ann": 100})
    assert after_round(two_hands).chips == {"ann": 90}
    assert after_round(two_hands).rounds == 1


def test_the_round_opens_with_the_tables_chips_and_bank() -> None:
    opening = open_round(table(chips={"ann": 9}, pot=4, dealer_seat=2, spent=cards("2c"))).opening
    assert (opening.chips, opening.pot, opening.dealer_seat, opening.spent) == ({"ann": 9}, 4, 2, cards("2c"))


def test_a_round_that_is_not_over_cannot_be_closed() -> None:
    with pytest.raises(NotAllowed, match="the round is not over"):
        close_round(table(), open_round(table()))


def test_the_pot_keeps_what_was_paid_into_it() -> None:
    potted = replace(TOY, settle=lambda terms, round_: [Payment(1, POT, 3, "ante", "T-1", "ante")])
    assert after_round(table(game=potted, pot=4)).pot == 7


def test_the_deal_rotates_where_the_sheet_says_so() -> None:
    assert after_round(table()).dealer_seat == 1
    assert after_round(table(game=toy(rotates=True))).dealer_seat == 2
    assert after_round(table(game=toy(rotates=True), dealer_seat=3)).dealer_seat == 1


def test_the_shoe_is_shuffled_every_round_or_at_the_cut_card() -> None:
    assert after_round(table()).spent == ()
    lasting = after_round(table(game=toy(shoe_lasts=True)))
    assert len(lasting.spent) == 7
    counts = []
    for _ in range(5):
        lasting = after_round(lasting)
        counts.append(len(lasting.spent))
    assert counts == [14, 21, 0, 7, 14]  # 28 of 54 cards is past the half


def test_a_void_shuffles() -> None:
    lasting = after_round(table(game=toy(shoe_lasts=True)))
    assert close_round(lasting, play(open_round(lasting), Voided("misdeal"))).spent == ()


def test_a_shoe_too_short_for_another_round_is_shuffled() -> None:
    short = replace(toy(shoe_lasts=True), shoe=lambda terms: cards("2c 3c 4c 5c 6c 7c 8c 9c"), shoe_lasts=lambda t: 100)
    assert after_round(table("ann", game=short)).spent == cards("2c 3c 4c")
    round_ = after(open_round(table("ann", game=short)), Posted(1, {"main": 5}), Dealt(cards("2c 3c 4c")))
    round_ = after(round_, Decided(1, "buy"), Dealt(cards("5c")), HandsSet(1, hands(low="2c")))
    assert close_round(table("ann", game=short, spent=cards("9c")), round_).spent == ()


def test_an_equal_opening_gives_the_cached_round_and_the_oldest_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.rules.table.MOST_OPENED", 2)
    pyramid = replace(game("pyramid"))  # with an empty cache of its own
    first, second, third = (Opening(players=(name,), chips={name: 500}) for name in ("Ann", "Ben", "Cat"))
    opened_first = opened(pyramid, first)
    assert opened_first == start(pyramid, first)
    assert opened(pyramid, replace(first)) is opened_first
    assert opened(pyramid, replace(first, chips={"Ann": 400})).opening.chips == {"Ann": 400}
    opened(pyramid, second)  # a third opening: the first is dropped
    opened_third = opened(pyramid, third)
    assert opened(pyramid, first) is not opened_first
    assert opened(pyramid, third) is opened_third
