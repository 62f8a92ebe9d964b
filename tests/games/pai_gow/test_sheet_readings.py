"""Every reading of the open questions, compared with the default."""

from typing import Any

import pytest

from houseway.games.pai_gow import sheet as pai_gow
from houseway.games.pai_gow.fouls import foul
from houseway.games.pai_gow.hand_order import strength
from houseway.games.pai_gow.house_way import house_way
from houseway.games.pai_gow.sheet import SHEET, Terms
from houseway.rules.cards import read_cards, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, settlement, start
from houseway.rules.round import Round
from houseway.rules.table import Table, close_round, house_bet_cap, may_bank, take_bank

STRONG = "As Ad Kh Qc 9s 7d 2h"
WEAK = "Js Td 8h 6c 4s 3d 2c"
MIDDLE = "Kc Qh Jd 9c 7h 5c 3c"


def played(
    *held: str, bets: int = 100, fouls: bool = False, options: dict[str, Any] | None = None, **opening: Any
) -> Round:
    """The last hand is the dealer's; all are set the house way, or the first puts its aces in front."""
    game = SHEET.with_options(options or {})
    round_ = start(game, Opening(players=tuple(f"player {n}" for n in range(1, len(held))), **opening))
    round_ = after(round_, *(Posted(int(seat), {"main": bets}) for seat in round_.waiting_for))
    round_ = after(round_, Dealt(read_cards(" ".join(held))))
    for seat in round_.seats:
        badly = {"low": read_cards("As Ad"), "high": read_cards("Kh Qc 9s 7d 2h")}
        round_ = after(round_, HandsSet(seat.number, badly if fouls else house_way(game.terms, seat.cards)))
    return round_


def won(round_: Round) -> int:
    return net(settlement(round_)).get(1, 0)


def front(cards: str, **options: Any) -> str:
    return write_cards(house_way(Terms(**options), read_cards(cards))["low"])


def test_PGP_A1_where_the_wheel_stands() -> None:
    wheel, king_high, six_high = (read_cards(hand) for hand in ("As 2d 3h 4c 5s", "Ks Qd Jh Tc 9s", "6s 5d 4h 3c 2s"))
    assert strength(Terms(), wheel) > strength(Terms(), king_high)
    low = Terms(wheel="low")
    assert strength(low, wheel) < strength(low, six_high)


def test_PGP_A2_a_wild_joker_pairs_anything() -> None:
    hand = read_cards("Xx 9s 9d 7h 6c")
    assert strength(Terms(), hand).made == "one_pair"
    assert strength(Terms(joker="wild"), hand).made == "three_of_a_kind"


def test_PGP_A2_under_joker_wild_the_house_way_still_never_fouls() -> None:
    cards = read_cards("Xx Ks 9s 9d 6h 4c 2d")
    wild = Terms(joker="wild")
    assert write_cards(house_way(Terms(), cards)["low"]) == "Xx Ks"
    setting = house_way(wild, cards)
    assert foul(wild, setting, {}) is None
    assert strength(wild, setting["high"]).made == "three_of_a_kind"


@pytest.mark.parametrize(("rounding", "fee"), [("down", 1), ("up", 2), ("nearest", 2)])
def test_PGP_A3_commission_rounding(rounding: str, fee: int) -> None:
    """commission_rounding: down, up or nearest, on 1.5 chips."""
    assert won(played(STRONG, WEAK, bets=30, options={"commission_rounding": rounding})) == 30 - fee


def test_PGP_A3_nearest_rounds_a_quarter_away() -> None:
    assert won(played(STRONG, WEAK, bets=25, options={"commission_rounding": "nearest"})) == 24
    assert won(played(STRONG, WEAK, bets=25, options={"commission_rounding": "up"})) == 23


def test_PGP_A4_copies_may_push() -> None:
    hands = "As Kd Qh Tc 8s 3d 2h", "Ah Ks Qd Jc 7s 4d 2c"
    assert won(played(*hands)) == -100
    assert won(played(*hands, options={"copies": "push"})) == -100  # the other hand decides
    assert won(played(*hands[::-1], options={"copies": "push"})) == 95
    assert won(played("As Kd Qh Tc 8s 3d 2h", "Ah Ks Qd Td 8c 3h 2c", options={"copies": "push"})) == 0


@pytest.mark.parametrize(
    ("cards", "fox", "atlantic"),
    [
        ("Js Jd 2h 2c As 7d 4h", "2h 2c", "As 7d"),  # high and low with an ace
        ("Js Jd 2h 2c Ks 7d 4h", "2h 2c", "2h 2c"),
        ("Js Jd 8h 8c As 7d 4h", "8h 8c", "8h 8c"),  # high and middle
        ("Ts Td 4h 4c Ks 7d 2h", "4h 4c", "Ks 7d"),  # middle and low with a king
        ("Ts Td 8h 8c Ks 7d 2h", "8h 8c", "8h 8c"),  # two middle ones
        ("As Ad 2h 2c Ks 7d 4h", "2h 2c", "2h 2c"),
    ],
)
def test_PGP_A5_two_pairs_by_atlantic_city(cards: str, fox: str, atlantic: str) -> None:
    assert front(cards) == fox
    assert front(cards, two_pairs="atlantic_city") == atlantic


def test_PGP_A6_without_the_ace_before_a_complete_hand() -> None:
    assert front("Ah Ks Kh 9h 7h 4h 3c") == "Ah 9h"
    assert front("Ah Ks Kh 9h 7h 4h 3c", ace_before_complete=False) == "Ks 3c"


def test_PGP_A7_a_foul_may_be_set_again() -> None:
    assert won(played(STRONG, WEAK, fouls=True)) == -100
    assert won(played(STRONG, WEAK, fouls=True, options={"foul_policy": "reset_house_way"})) == 95


@pytest.mark.parametrize(("how", "fees"), [("net_win", [5]), ("each_win", [5, 5]), ("none", [5])])
def test_PGP_A8_bank_commission(how: str, fees: list[int]) -> None:
    """bank_commission: one wager of 100 won and one lost; net_win is nothing, each_win five, none nothing."""
    round_ = played(MIDDLE, WEAK, STRONG, "9h 8d 7s 5d 4c 3h 2s", banker=1, options={"bank_commission": how})
    assert [p.chips for p in settlement(round_) if p.wager == "commission"] == fees


def test_PGP_A10_player_banking_off() -> None:
    off = SHEET.with_options({"player_banking": "off"})
    with pytest.raises(NotAllowed, match=r"players do not bank at this table, so seat 1 cannot \[PGP-A10\]"):
        start(off, Opening(players=("ann", "bob"), banker=1))
    assert may_bank(Table(game=off, players=("ann", "bob"))) == ()


def test_PGP_A10_player_bank_frequency_strict_alternate() -> None:
    strict = SHEET.with_options({"player_bank_frequency": "strict_alternate"})
    assert may_bank(Table(game=strict, players=("ann", "bob"))) == ()
    assert may_bank(Table(game=strict, players=("ann", "bob"), rounds=1)) == (1,)


def test_PGP_A10_bank_offer_request() -> None:
    on_request = SHEET.with_options({"bank_offer": "request"})
    assert may_bank(Table(game=on_request, players=("ann", "bob"))) == (1, 2)


def test_PGP_A11_house_bet_cap_basis_previous_hand() -> None:
    for basis, cap in (("last_house_banked", 100), ("previous_hand", 0)):
        options = {"house_bet_cap_basis": basis}
        table = Table(game=SHEET.with_options(options), players=("player 1", "player 2"))
        table = close_round(table, played(STRONG, WEAK, MIDDLE, options=options))
        table = close_round(take_bank(table, 1), played(STRONG, WEAK, MIDDLE, banker=1, options=options))
        assert house_bet_cap(table, 2) == cap


def test_PGP_A12_irregularity_policy_operator() -> None:
    assert set(SHEET.irregularities(Terms())) == {"exposed_card", "wrong_count", "misdeal"}
    assert set(SHEET.irregularities(Terms(irregularity_policy="operator"))) == {"operator"}
    assert pai_gow.SHEET.banking(Terms()) is not None
    assert HOUSE == "house"


def test_PGP_A13_the_joker_in_a_flush_with_an_ace() -> None:
    with_joker, natural = (read_cards(hand) for hand in ("Xx As Qs 9s 5s", "Ad Kd Qd 9d 5d"))
    assert strength(Terms(), with_joker) == strength(Terms(), natural)
    second_ace = Terms(joker_in_flush="second_ace")
    assert strength(second_ace, with_joker) > strength(second_ace, natural)


def test_PGP_A13_a_joker_in_any_other_flush_is_its_ace() -> None:
    with_joker = read_cards("Xx Ks Qs 9s 5s")
    assert strength(Terms(), with_joker) == strength(Terms(joker_in_flush="second_ace"), with_joker)
    assert strength(Terms(), with_joker) == strength(Terms(), read_cards("Ad Kd Qd 9d 5d"))


def test_PGP_A13_records_from_before_the_question_have_a_second_ace() -> None:
    older = SHEET.with_options({"joker_in_flush": "second_ace"})
    assert "joker_in_flush" not in older.terms_as_text
    assert SHEET.with_options(older.terms_as_text).terms == older.terms
    assert SHEET.with_options(SHEET.terms_as_text).terms == SHEET.terms
