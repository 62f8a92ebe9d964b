"""Chinese Poker by clause. What each other reading changes is in test_chinese_readings.py."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from games.chinese.chinese_rounds import cards_of, dealt, game, hand, played, totals
from houseway.games.chinese import hand_order
from houseway.games.chinese.bonuses import row_bonuses
from houseway.games.chinese.cover import worst_case
from houseway.games.chinese.exposure import expose
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import ROWS
from houseway.games.chinese.house_way import house_way
from houseway.games.chinese.naturals import naturals_in, three_straights
from houseway.games.chinese.scoring import score_rows
from houseway.games.chinese.sheet import SHEET
from houseway.games.chinese.vectors import KINDS
from houseway.rules.cards import DECK, JOKER, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Decide, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Voided
from houseway.rules.payments import HOUSE, Payment, limit_groups_to_table_stakes, net
from houseway.rules.playing import after, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.view import view

# A full deal made to reproduce the sheet's table of results [CHI-A34].
EXAMPLE_DEAL = (
    "Th Ts 2c | Qs Qh 5s 5h 3s | Ah Jh 9h 6h 3h",
    "7d 6c 4s | Ac Qc Jd 9s 2h | Ks Kh Kd 7s 7h",
    "As Ad Kc | 8s 8h 8d 4c 2d | 3d 4d 5c 6s 7c",
    "5d 3c 2s | Js Td 9d 6d 4h | 8c 9c Tc Jc Qd",
)
FOULED = "Ah Ad 7h | Ks Qd Tc 5h 2d | 3h 3d 3c 8c 8h"  # a pair in front of a high card
QUADS = "7c 5d 2h | Js Jd 6c 4h 3s | 9s 9h 9d 9c Kd"
PLAIN = "Qs 8d 3d | Ts Th 5c 4d 2s | As Ac 7s 7d 6d"
THIRD = "Kh Jc 3c | Qh Qc 8s 5s 2c | 4s 5h 6h 7h 8h"
DRAGON = "2h 3d 4c | 5s 6d 7h 8c 9s | Th Jd Qd Kh As"
BOAT = "7c 5d 2s | Js Jc 6c 4h 3s | 9h 9d 9c 8h 8d"  # its back wins, and earns no bonus
TRIPS = "3s 3h 3c | 4s 5d 6s 7c 8h | Ac Jc 9c 5c 2c"


def made(text: str) -> str:
    return hand_order.strength(SHEET.terms, read_cards(text)).made.value


def fouls(text: str, **options: object) -> bool:
    return foul(game(**options).terms, hand(text), {}) is not None


# Equipment, deal, stakes -------------------------------------------------------------------------------------------


def test_CHI_01_CHI_02_one_deck_without_jokers() -> None:
    assert sorted(SHEET.shoe(SHEET.terms)) == sorted(DECK)
    assert JOKER not in SHEET.shoe(SHEET.terms)
    assert game(decks=1).terms.decks == 1
    with pytest.raises(NotAllowed, match="decks"):
        game(decks=2)


def test_CHI_03_up_to_four_players_and_no_house_hand() -> None:
    assert [seats for seats in range(7) if seats in SHEET.seats(SHEET.terms)] == [2, 3, 4]
    assert played(SHEET, *EXAMPLE_DEAL).dealer == ()
    for names in (("ann",), tuple("abcde")):
        with pytest.raises(NotAllowed, match="seats 2 to 4"):
            start(SHEET, Opening(players=names))
    with pytest.raises(NotAllowed, match=r"one player may take 1 seat, not 2.*CHI-03"):
        start(SHEET, Opening(players=("ann", "ann")))


@pytest.mark.parametrize("bank", [{"banker": 1}, {"house_bet": 5}, {"pot": 5}])
def test_CHI_03_there_is_no_bank_and_no_pot(bank: dict[str, Any]) -> None:
    with pytest.raises(NotAllowed, match="CHI-03"):
        start(SHEET, Opening(players=("ann", "bob"), **bank))


def test_CHI_04_a_shuffle_machine_may_fail_where_there_is_one() -> None:
    fault = Voided("machine_fault")
    assert why_not(dealt(game(shuffler="dealer"), *EXAMPLE_DEAL), fault)
    voided = after(dealt(game(shuffler="machine"), *EXAMPLE_DEAL), fault)
    assert voided.over
    assert settlement(voided) == []


def test_CHI_05_thirteen_cards_each() -> None:
    four = dealt(SHEET, *EXAMPLE_DEAL)
    assert [len(seat.cards) for seat in four.seats] == [13] * 4
    assert sorted(four.dealt) == sorted(DECK)
    assert "this deal is 26 cards, not 25 [CHI-05]" in str(
        why_not(start(SHEET, Opening(players=("ann", "bob"))), Dealt(DECK[:25]))
    )


def test_CHI_06_a_unit_is_a_sum_of_money() -> None:
    assert totals(played(game(unit_value=4), *EXAMPLE_DEAL)) == [12, 4, 12, -28]


def test_CHI_07_at_most_ten_a_unit() -> None:
    assert game(unit_value=10).terms.unit_value == 10
    with pytest.raises(NotAllowed, match=r"at most 10 chips, not 11.*CHI-07"):
        game(unit_value=11)


# Setting -----------------------------------------------------------------------------------------------------------


def test_CHI_08_thirteen_cards_into_three_five_and_five() -> None:
    deal = dealt(SHEET, *EXAMPLE_DEAL)
    short = {**hand(EXAMPLE_DEAL[0]), "front": read_cards("Th Ts")}
    assert "front takes 3 cards, not 2 [CHI-08]" in str(why_not(deal, HandsSet(1, short)))
    assert "set the hands front, middle, back" in str(why_not(deal, HandsSet(1, {"front": read_cards("Th Ts 2c")})))
    assert why_not(deal, HandsSet(1, hand(EXAMPLE_DEAL[0]))) is None


def test_CHI_09_the_middle_must_be_higher_than_the_front() -> None:
    assert "[CHI-09]" in str(foul(SHEET.terms, hand("Ah Ad 7c | Ks Qd 9c 5h 2d | 3s 3h 3d 8c 8h"), {}))
    assert not fouls("7h 5d 7c | 9s 9d Ac 5h 2d | 3s 3h 3d 8c 8h")
    assert fouls("7h 7d 7c | 9s 9d Ac Ah 2d | 3s 3h 3d 8c 8h")


def test_CHI_10_the_back_must_be_higher_than_the_middle() -> None:
    assert "[CHI-10]" in str(foul(SHEET.terms, hand("7h 5d 2c | 3s 3h 3d 8c 8h | Ks Js 9s 6s 2s"), {}))
    assert not fouls("7h 5d 2c | Ks Js 9s 6s 2s | 3s 3h 3d 8c 8h")


def test_CHI_11_the_standard_ranking() -> None:
    best_first = [
        *("As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "2s 2h 2d 2c 3s", "3s 3h 3d 2c 2s", "7s 5s 4s 3s 2s"),
        *("As 2d 3c 4h 5s", "2s 2h 2d 3c 4s", "3s 3h 2d 2c 4s", "2s 2h 3d 4c 5s", "As Kh Qd Jc 9s"),
    ]
    strengths = [hand_order.strength(SHEET.terms, read_cards(text)) for text in best_first]
    assert strengths == sorted(strengths, reverse=True)
    assert [strength.level for strength in strengths] == list(range(10, 0, -1))


def test_CHI_12_no_wild_cards() -> None:
    assert "shoe does not have" in str(
        why_not(start(SHEET, Opening(players=("ann", "bob"))), Dealt((JOKER, *DECK[:25])))
    )


def test_CHI_13_no_straights_and_flushes_in_front() -> None:
    assert made("Qs Ks As") == "high_card"
    assert made("2s 7s 9s") == "high_card"
    assert made("2s 3h 4d") == "high_card"
    assert made("2s 2h 2d") == "three_of_a_kind"
    assert made("2s 2h 3d") == "one_pair"


# Exposure and comparison -------------------------------------------------------------------------------------------


def test_CHI_14_front_nearest_the_centre() -> None:
    assert [slot.name for slot in SHEET.slots(SHEET.terms, dealt(SHEET, *EXAMPLE_DEAL).seat(1))] == [
        "front",
        "middle",
        "back",
    ]


def test_CHI_15_exposed_only_when_every_hand_is_down() -> None:
    deal = dealt(SHEET, *EXAMPLE_DEAL)
    for seat in (3, 1, 4):
        deal = after(deal, HandsSet(seat, hand(EXAMPLE_DEAL[seat - 1])))
        assert all(seen.setting is None and seen.cards == () for seen in view(deal, None).seats)
        assert view(deal, 2).seats[seat - 1].has_moved
    assert deal.waiting_for == (2,)
    open_ = view(after(deal, HandsSet(2, hand(EXAMPLE_DEAL[1]))), None)
    assert [seen.setting for seen in open_.seats] == [hand(text) for text in EXAMPLE_DEAL]


@pytest.mark.parametrize(("players", "pairs"), [(4, 6), (3, 3), (2, 1)])
def test_CHI_16_every_player_meets_every_other(players: int, pairs: int) -> None:
    met = {frozenset((p.payer, p.payee)) for p in settlement(played(SHEET, *EXAMPLE_DEAL[:players]))}
    assert met == {frozenset(pair) for pair in combinations(range(1, players + 1), 2)}
    assert len(met) == pairs


def test_CHI_17_one_unit_for_each_row_won() -> None:
    payments = settlement(played(SHEET, *EXAMPLE_DEAL[:2]))
    assert [(p.payer, p.payee, p.chips, p.wager, p.clause) for p in payments] == [
        (2, 1, 1, "front", "CHI-17"),
        (2, 1, 1, "middle", "CHI-17"),
        (1, 2, 1, "back", "CHI-17"),
    ]
    assert payments[0].why == "one pair against high card"


TIED = ("Ah Kd 7c | Jh Jd 4c 3s 2h | 9s 9h 9d 6c 6h", "As Kc 7d | Js Jc 4d 3h 2s | 8s 8h 8d 5c 5d")


def test_CHI_18_equal_rows_move_nothing() -> None:
    payments = settlement(played(SHEET, *TIED))
    assert [(p.wager, p.payer, p.payee) for p in payments] == [("back", 2, 1)]


def test_CHI_19_CHI_A34_the_table_of_the_sheet() -> None:
    assert totals(played(SHEET, *EXAMPLE_DEAL)) == [3, 1, 3, -7]
    assert totals(played(game(unit_value=10), *EXAMPLE_DEAL)) == [30, 10, 30, -70]


# Other scoring methods ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "won", "units", "clause"),
    [
        *(("2-4", (1, 1, -1), 2, "CHI-20"), ("2-4", (-1, 0, -1), -2, "CHI-20"), ("2-4", (1, 1, 1), 4, "CHI-21")),
        *(("1-6", (1, -1, 1), 1, "CHI-22"), ("1-6", (0, -1, -1), -1, "CHI-22"), ("1-6", (-1, -1, -1), -6, "CHI-23")),
        *(("2-4", (1, 0, 0), 0, ""), ("1-6", (0, 0, -1), 0, ""), ("2-4", (1, 0, -1), 0, ""), ("1-6", (0, 0, 0), 0, "")),
    ],
)
def test_CHI_20_CHI_21_CHI_22_CHI_23_CHI_D5_units_by_rows_won(
    scoring: str, won: tuple[int, ...], units: int, clause: str
) -> None:
    results = score_rows(game(scoring=scoring).terms, won)
    assert [(result.pays, result.clause) for result in results] == ([(units, clause)] if units else [])


def test_CHI_20_CHI_21_two_four_in_a_whole_round() -> None:
    deal = played(game(scoring="2-4"), *EXAMPLE_DEAL)
    assert totals(deal) == [4, 0, 6, -10]
    assert {(p.wager, p.chips, p.clause) for p in settlement(deal)} == {
        ("two_rows", 2, "CHI-20"),
        ("sweep", 4, "CHI-21"),
    }


def test_CHI_22_CHI_23_one_six_in_a_whole_round() -> None:
    deal = played(game(scoring="1-6"), *EXAMPLE_DEAL)
    assert totals(deal) == [6, 4, 3, -13]
    assert {(p.wager, p.chips, p.why) for p in settlement(deal)} == {("two_rows", 1, "two rows"), ("sweep", 6, "sweep")}


# Bonuses -----------------------------------------------------------------------------------------------------------


def bonus(text: str, **options: object) -> dict[str, tuple[int, str]]:
    rows = {row: hand_order.strength(SHEET.terms, cards) for row, cards in hand(text).items()}
    return {row: (line.pays, line.clause) for row, line in row_bonuses(game(**options).terms, rows).items()}


def test_CHI_24_bonuses_come_on_top_of_the_rows() -> None:
    assert totals(played(SHEET, QUADS, PLAIN)) == [1, -1]
    assert totals(played(game(bonuses=True), QUADS, PLAIN)) == [4, -4]


def test_CHI_25_straight_flush_in_back_or_middle() -> None:
    text = "7c 5d 2h | 2s 3s 4s 5s 6s | 5h 6h 7h 8h 9h"
    assert bonus(text) == {"middle": (4, "CHI-25"), "back": (4, "CHI-25")}
    assert bonus(text, bonus_straight_flush=9)["back"] == (9, "CHI-25")


def test_CHI_26_four_of_a_kind_in_back_or_middle() -> None:
    text = "7c 5d 2h | 4s 4h 4d 4c 9d | Qs Qh Qd Qc 8d"
    assert bonus(text) == {"middle": (3, "CHI-26"), "back": (3, "CHI-26")}
    assert bonus(text, bonus_four_of_a_kind=1)["middle"] == (1, "CHI-26")


def test_CHI_27_full_house_in_the_middle_only() -> None:
    text = "7c 5d 2h | 4s 4h 4d 9c 9d | Ks Kh Kd 8c 8d"
    assert bonus(text) == {"middle": (1, "CHI-27")}
    assert bonus(text, bonus_full_house_middle=2) == {"middle": (2, "CHI-27")}


def test_CHI_28_three_of_a_kind_in_front_only() -> None:
    text = "3c 3d 3h | 4s 4h 4d 7c 8d | Ks Kh Kd 2c 8h"
    assert bonus(text) == {"front": (2, "CHI-28")}
    assert bonus(text, bonus_trips_front=5) == {"front": (5, "CHI-28")}


def test_CHI_29_CHI_D6_every_other_player_pays_a_bonus_in_full() -> None:
    payments = [p for p in settlement(played(game(bonuses=True), QUADS, PLAIN, THIRD)) if p.wager == "bonus"]
    assert [(p.payer, p.payee, p.chips, p.clause, p.why) for p in payments] == [
        (2, 1, 3, "CHI-26", "four of a kind in back"),
        (3, 1, 3, "CHI-26", "four of a kind in back"),
    ]


def test_CHI_A37_a_row_is_paid_its_best_line_only() -> None:
    assert bonus("7c 5d 2h | 4s 4h 4d 4c 9d | 5s 6s 7s 8s 9s") == {"middle": (3, "CHI-26"), "back": (4, "CHI-25")}


def test_CHI_A11_a_royal_flush_is_a_straight_flush_unless_it_has_its_own_figure() -> None:
    text = "7c 5d 2h | Js Jd 6c 4h 3s | Ts Js Qs Ks As"
    assert bonus(text) == {"back": (4, "CHI-A11")}
    assert bonus(text, royal_bonus=25) == {"back": (25, "CHI-A11")}


# Naturals ----------------------------------------------------------------------------------------------------------


def naturals(text: str, **options: object) -> set[str]:
    return naturals_in(game(**options).terms, read_cards(text))


def test_CHI_30_naturals_win_only_where_they_are_deemed_to() -> None:
    assert totals(played(SHEET, DRAGON, BOAT)) == [-1, 1]
    assert totals(played(game(naturals=True), DRAGON, BOAT)) == [3, -3]


def test_CHI_31_CHI_A18_any_three_straights() -> None:
    assert naturals("2s 3h 4d 5c 6s 6h 7d 8c 9s Th Jd Qc Kd") == {"three_straights"}
    assert naturals("5s 6h 7d 8c 9s 5h 6d 7c 8s 9h 5d 6c 7s") == {"three_straights"}
    assert naturals("2s 3h 4d 5c 6s 6h 7d 8c 9s Th Kd Ac 2h") == set()


def test_CHI_31_three_runs_agree_with_a_search() -> None:
    """Against a plain search that takes the runs out one by one."""

    def splits(ranks: list[int], sizes: tuple[int, ...]) -> bool:
        if not sizes:
            return True
        for low in range(1, 15):
            run = [rank if rank > 1 else 14 for rank in range(low, low + sizes[0])]
            left = Counter(ranks)
            left.subtract(run)
            if min(left.values()) >= 0 and splits(list(left.elements()), sizes[1:]):
                return True
        return False

    chance = random.Random(31)
    near = [[c.rank for c in chance.sample([c for c in DECK if low <= c.rank < low + 6], 13)] for low in (2, 9) * 150]
    near += [[*sorted(ranks)[:12], 14] for ranks in near]
    by_rule = [tuple(sorted(ranks)) in three_straights(ace_low=True) for ranks in near]
    assert by_rule == [splits(ranks, (5, 5, 3)) for ranks in near]
    assert 10 < sum(by_rule) < len(by_rule) - 10


@pytest.mark.parametrize(("counts", "held"), [("13", 1), ("10 3", 1), ("8 5", 1), ("5 5 3", 1), ("7 6", 0), ("9 4", 0)])
def test_CHI_32_three_flushes(counts: str, held: int) -> None:
    suits = zip("shdc", map(int, counts.split()), strict=False)
    ranks = {"s": "23456789TJQKA", "h": "2468TJQKA3579", "d": "2579K", "c": ""}
    text = " ".join(rank + suit for suit, count in suits for rank in ranks[suit][:count])
    assert ("three_flushes" in naturals(text)) == bool(held)


def test_CHI_33_six_pairs() -> None:
    assert naturals("2s 2h 5d 5c 3s 3h 4s 4h 8s 8h Ts Th Kc") == {"six_pairs"}
    assert naturals("2s 2h 5d 5c 3s 3h 4s 4h 8s 8h Ts Jh Kc") == set()


def test_CHI_34_CHI_A19_the_dragon_is_three_straights_too() -> None:
    assert naturals("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As") == {"dragon", "three_straights"}


def test_CHI_35_CHI_36_CHI_A23_each_other_player_pays_three_once() -> None:
    deal = played(
        game(naturals=True, scoring="1-6", bonuses=True), DRAGON, BOAT, "Ah Ad 4d | Kc Kd 8s 7s 2c | Qs Qh Qc 3h 3c"
    )
    paid = [p for p in settlement(deal) if p.payee == 1]
    assert [(p.payer, p.chips, p.wager, p.clause, p.why) for p in paid] == [
        (2, 3, "natural", "CHI-34", "dragon"),
        (3, 3, "natural", "CHI-34", "dragon"),
    ]
    assert totals(played(game(naturals=True, natural_units=8), DRAGON, BOAT)) == [8, -8]


# Surrender ---------------------------------------------------------------------------------------------------------


def test_CHI_37_CHI_A24_a_set_amount_to_every_live_player() -> None:
    deal = played(game(surrender=True), *EXAMPLE_DEAL, gone=(4,))
    assert totals(deal) == [2, 0, 4, -6]
    paid = [(p.payee, p.chips, p.clause) for p in settlement(deal) if p.payer == 4]
    assert paid == [(1, 2, "CHI-37"), (2, 2, "CHI-37"), (3, 2, "CHI-37")]


@pytest.mark.parametrize(("scoring", "units"), [("per_hand", 2), ("2-4", 3), ("1-6", 3)])
def test_CHI_A24_the_price_by_scoring(scoring: str, units: int) -> None:
    assert totals(played(game(surrender=True, scoring=scoring), *EXAMPLE_DEAL[:2], gone=(1,))) == [-units, units]
    own = {"surrender": True, "scoring": scoring, f"surrender_units.{scoring}": 7}
    assert totals(played(SHEET.with_options(own), *EXAMPLE_DEAL[:2], gone=(1,))) == [-7, 7]


def test_CHI_A25_surrendered_players_pay_each_other_nothing() -> None:
    two_gone = played(game(surrender=True), *EXAMPLE_DEAL, gone=(2, 4))
    assert not [p for p in settlement(two_gone) if {p.payer, p.payee} == {2, 4}]
    one_left = played(game(surrender=True), *EXAMPLE_DEAL, gone=(1, 2, 4))
    assert one_left.over
    assert one_left.seat(3).setting is None
    assert totals(one_left) == [-2, -2, 6, -2]
    assert totals(played(game(surrender=True), *EXAMPLE_DEAL, gone=(1, 2, 3, 4))) == [0, 0, 0, 0]


def test_CHI_A28_a_surrender_pays_no_bonus_and_no_natural() -> None:
    on = game(preset="typical")
    assert totals(played(on, DRAGON, BOAT, gone=(2,))) == [2, -2]
    assert totals(played(on, QUADS, PLAIN, THIRD, gone=(2,)))[1] == -4


def test_CHI_37_a_surrendered_hand_stays_hidden() -> None:
    seen = view(played(game(surrender=True), *EXAMPLE_DEAL, gone=(4,)), 1)
    assert seen.seats[3].cards == ()
    assert seen.seats[3].setting is None
    assert seen.seats[3].decisions == ("surrender",)


# Operator duties ---------------------------------------------------------------------------------------------------


def test_CHI_A33_an_irregular_deal_is_void_and_made_again() -> None:
    deal = dealt(SHEET, *EXAMPLE_DEAL)
    assert {"boxed_card", "exposed_card", "misdeal", "wrong_count"} == set(SHEET.irregularities(SHEET.terms))
    assert totals(after(deal, Voided("boxed_card"))) == [0, 0, 0, 0]
    assert view(after(deal, Voided("misdeal")), 2).seats[0].cards == ()


def test_CHI_39_CHI_40_CHI_A36_each_option_off_its_default_is_a_modification() -> None:
    assert SHEET.modifications == {}
    changed = SHEET.with_options({"scoring": "2-4", "surrender_units.2-4": 1})
    assert changed.modifications == {"scoring": ("per_hand", "2-4"), "surrender_units.2-4": (3, 1)}
    assert changed.terms_hash != SHEET.terms_hash


# Evaluation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 3h 4d 5c 6s", "As 2h 3d 4c 5s"),  # the wheel is the lowest straight
        ("As Kh Qd Jc Ts", "Ks Qh Jd Tc 9s"),
        ("As Ks 9s 5s 3s", "Ah Kh 9h 5h 2h"),  # a flush counts to the last card
        ("Ks Kh 2d 2c Qs", "Kd Kc 2s 2h Js"),
        ("3s 3h 3d 2c 2s", "2d 2h 2c As Ah"),
        ("As Ah 2d 3c 4s", "Ks Kh Ad Qc Js"),
    ],
)
def test_CHI_D1_five_card_hands(higher: str, lower: str) -> None:
    assert hand_order.strength(SHEET.terms, read_cards(higher)) > hand_order.strength(SHEET.terms, read_cards(lower))


def test_CHI_D1_CHI_A5_suits_never_break_ties_and_nothing_wraps() -> None:
    one, two = (hand_order.strength(SHEET.terms, read_cards(text)) for text in ("Ks Qs 8h 5d 3c", "Kh Qd 8c 5s 3d"))
    assert one == two
    assert made("Qs Kh Ad 2c 3s") == "high_card"


def test_CHI_D2_the_front_is_on_the_same_scale() -> None:
    levels = [hand_order.strength(SHEET.terms, read_cards(text)).level for text in ("2s 2h 2d", "2s 2h 3d", "2s 3h 4d")]
    fives = ("3s 3h 3d 4c 5s", "3s 3h 5d 4c 6s", "2s 3h 4d 5c 7s")
    assert levels == [hand_order.strength(SHEET.terms, read_cards(text)).level for text in fives]


def test_CHI_D3_CHI_A3_equal_as_far_as_the_front_goes_the_longer_is_higher() -> None:
    assert not fouls("Ks Kh Qd | Kd Kc Qs 3h 2c | 7s 7h 7d 9c 9s")
    assert fouls("Ks Kh Ad | Kd Kc Qs 3h 2c | 7s 7h 7d 9c 9s")
    assert not fouls("As Kh 9d | Ad Kc 9s 3h 2c | 7s 7h 7d 6c 8s")


def test_CHI_D4_the_first_line_that_applies() -> None:
    on = game(preset="typical")
    fouled_dragon = "As Kh Qd | 2h 3d 4c 5s 7h | 6d 8c 9s Th Jd"
    assert totals(played(on, fouled_dragon, BOAT)) == [3, -3]  # a natural comes before its foul
    assert totals(played(on, FOULED, "Qs Qh 9h | Js Jh 9d 6c 4d | Kd Kh 2s 2c 9s", gone=(2,))) == [2, -2]
    both = "Qs Qh 9h | Js Jd 9d 6c 4d | Kd Qc 2s 2c 9s"
    assert totals(played(on, FOULED, both)) == [0, 0]
    assert totals(played(on, FOULED, QUADS)) == [-6, 6]  # the sweep and the bonus
    assert totals(played(on, QUADS, FOULED)) == [6, -6]


def test_CHI_D7_a_natural_is_in_the_cards_and_not_in_the_setting() -> None:
    shuffled = "As 4c 9s | 5s 6d 7h 8c Kh | Th Jd Qd 3d 2h"
    assert fouls(shuffled)
    assert expose(game(naturals=True).terms, played(game(naturals=True), shuffled, BOAT).seat(1)).natural == "dragon"


@pytest.mark.parametrize("scoring", ["per_hand", "2-4", "1-6"])
def test_CHI_D8_totals_sum_to_zero(scoring: str) -> None:
    chance = random.Random(scoring)
    on = game(preset="typical", scoring=scoring)
    for _ in range(10):
        cards = chance.sample(DECK, 39)
        deal = after(start(on, Opening(players=("ann", "bob", "cyd"))), Dealt(tuple(cards)))
        deal = after(deal, *(Decided(seat, chance.choice(("play", "play", "surrender"))) for seat in (1, 2, 3)))
        for seat in () if deal.over else deal.live:
            deal = after(deal, HandsSet(seat.number, house_way(on.terms, seat.cards)))
        assert sum(totals(deal)) == 0


def test_CHI_D9_the_order_of_play_and_of_payments() -> None:
    deal = dealt(game(surrender=True), *EXAMPLE_DEAL)
    assert deal.waiting_for == (1, 2, 3, 4)  # all declare together
    assert "a decision is due" in str(why_not(deal, HandsSet(1, hand(EXAMPLE_DEAL[0]))))
    pairs = [tuple(sorted((int(p.payer), int(p.payee)))) for p in settlement(played(SHEET, *EXAMPLE_DEAL))]
    assert list(dict.fromkeys(pairs)) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert pairs == sorted(pairs)


# Means, and what absent players do ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "units"),
    [
        *(({}, 3), ({"scoring": "2-4"}, 4), ({"scoring": "1-6"}, 6), ({"surrender": True, "surrender_units": 9}, 9)),
        *(({"preset": "typical"}, 13), ({"preset": "typical", "scoring": "2-4"}, 14)),
        *(({"preset": "typical", "scoring": "1-6"}, 16), ({"preset": "typical", "bonus_stack": "best"}, 7)),
        *(({"naturals": True, "natural_units": 5}, 5), ({"naturals": True, "natural_mode": "add"}, 6)),
        *(({"preset": "typical", "natural_bonuses": True, "natural_mode": "add"}, 16),),
        *(({"foul_policy": "surrender", "surrender_units": 5}, 5), ({"bonuses": True, "royal_bonus": 20}, 45)),
    ],
)
def test_CHI_A31_the_worst_case_per_opponent(options: dict[str, Any], units: int) -> None:
    assert worst_case(SHEET.with_options(options).terms) == units


def test_CHI_A31_everybody_must_be_able_to_pay_the_worst_case() -> None:
    assert dealt(SHEET, *EXAMPLE_DEAL, chips={"ann": 9}).seats
    with pytest.raises(NotAllowed, match=r"ann has 8 chips and may have to pay 9.*CHI-A31"):
        dealt(SHEET, *EXAMPLE_DEAL, chips={"ann": 8})
    assert dealt(SHEET, *EXAMPLE_DEAL[:2], chips={"ann": 3}).seats
    with pytest.raises(NotAllowed, match="may have to pay 31"):
        dealt(game(unit_value=10, fee=1), *EXAMPLE_DEAL[:2], chips={"ann": 30})


def test_CHI_A31_a_surrender_lowers_what_is_at_risk() -> None:
    deal = played(game(surrender=True), *EXAMPLE_DEAL, gone=(4,))
    assert SHEET.at_risk(deal.game.terms, deal) == {1: 6, 2: 6, 3: 6, 4: 6}
    assert SHEET.at_risk(deal.game.terms, dealt(game(surrender=True), *EXAMPLE_DEAL)) == {1: 9, 2: 9, 3: 9, 4: 9}


def test_CHI_A31_the_operators_own_buy_in() -> None:
    own = game(min_buy_in_units=50, unit_value=2)
    assert dealt(own, *EXAMPLE_DEAL, chips={"ann": 100}).seats
    with pytest.raises(NotAllowed, match=r"the buy-in is 100 chips, and ann cannot pay it.*CHI-A31"):
        dealt(own, *EXAMPLE_DEAL, chips={"ann": 99})


def test_CHI_A31_table_stakes_settle_each_pair_net() -> None:
    stakes = game(shortage="table_stakes")
    # Seat 1 wins two rows from seat 2 and loses one; seat 2 has nothing, and is not paid for the row it won.
    assert totals(played(stakes, *EXAMPLE_DEAL[:2], chips={"bob": 0})) == [0, 0]
    assert totals(played(stakes, *EXAMPLE_DEAL, chips={"dee": 5})) == [3, 0, 2, -5]
    assert SHEET.at_risk(stakes.terms, dealt(stakes, *EXAMPLE_DEAL[:2], chips={"bob": 2})) == {1: 3, 2: 2}
    fee = played(game(shortage="table_stakes", fee=4), *EXAMPLE_DEAL, chips={"dee": 5})
    assert net(settlement(fee)) == {1: 3 - 4 - 2, 2: 1 - 3 - 4, 3: 3 - 1 - 4, 4: -5, HOUSE: 16}


def test_CHI_A31_what_is_won_can_be_paid_on() -> None:
    groups = [[Payment(1, 2, 3, "front", "CHI-17", "")], [], [Payment(2, 3, 5, "front", "CHI-17", "")]]
    assert [[p.chips for p in group] for group in limit_groups_to_table_stakes(groups, {2: 1})] == [[3], [], [4]]


def test_CHI_A1_our_house_way_never_fouls_and_takes_the_strongest_back() -> None:
    chance = random.Random(1)
    for number in range(30):
        terms = game(equal_rows=("foul", "allow")[number % 2], wheel=("low", "second")[number % 3 % 2]).terms
        cards = tuple(chance.sample(DECK, 13))
        setting = house_way(terms, cards)
        assert foul(terms, setting, {}) is None
        assert sorted(card for row in setting.values() for card in row) == sorted(cards)
        assert hand_order.strength(terms, setting["back"]) == max(
            hand_order.strength(terms, five) for five in combinations(cards, 5)
        )


def test_CHI_A1_our_house_way_passes_over_an_equal_middle() -> None:
    cards = read_cards("5s 6s 7s 8s 9s 5h 6h 7h 8h 9h 5d 6d 7d")
    strict, loose = (house_way(game(equal_rows=rule).terms, cards) for rule in ("foul", "allow"))
    assert hand_order.strength(SHEET.terms, strict["middle"]).made == "straight"
    assert hand_order.strength(SHEET.terms, loose["middle"]).made == "straight_flush"


def test_CHI_A27_an_absent_player_plays_on() -> None:
    step = dealt(game(surrender=True), *EXAMPLE_DEAL).step
    assert isinstance(step, Decide)
    assert SHEET.default_decision(SHEET.terms, step) == "play"


def test_CHI_A17_nothing_is_claimed_where_naturals_are_automatic() -> None:
    deal = dealt(game(naturals=True), DRAGON, BOAT)
    assert "[CHI-A17]" in str(why_not(deal, HandsSet(1, hand(DRAGON), claims=("natural",))))
    assert why_not(deal, HandsSet(1, hand(DRAGON))) is None


def test_CHI_37_no_chips_are_put_down_with_a_decision() -> None:
    deal = dealt(game(surrender=True), *EXAMPLE_DEAL)
    assert "[CHI-37]" in str(why_not(deal, Decided(1, "surrender", 5)))
    assert why_not(deal, Decided(1, "surrender")) is None
    assert "choose play, surrender, not 'fold' [CHI-37]" in str(why_not(deal, Decided(1, "fold")))


# The kinds of vector -----------------------------------------------------------------------------------------------


def run(kind: str, given: dict[str, Any], **options: object) -> Mapping[str, Any]:
    return KINDS[kind].run(game(**options), given)


def rows(text: str) -> dict[str, str]:
    return dict(zip(ROWS, text.split("|"), strict=True))


def test_CHI_16_the_score_kind_plays_a_whole_round() -> None:
    result = run("score", {"players": [*map(rows, EXAMPLE_DEAL[:3]), {"surrender": True}], "unit": 5})
    assert result["status"] == ["ok", "ok", "ok", "surrender"]
    assert result["totals"] == [2, 0, 4, -6]
    assert result["dollars"] == [10, 0, 20, -30]
    assert result["matrix"][2] == [1, 1, 0, 2]
    assert result["pair"]["1v3"] == -1


def test_CHI_A17_the_score_kind_takes_claims() -> None:
    declared = {"naturals": True, "natural_detection": "declared"}
    plain = rows(DRAGON)
    claimed = {**rows(DRAGON), "natural": True}
    assert run("score", {"players": [plain, rows(BOAT)]}, **declared)["status"] == ["ok", "ok"]
    assert run("score", {"players": [claimed, rows(BOAT)]}, **declared)["status"] == ["natural", "ok"]
    named = {**plain, "claims": "natural"}
    assert run("score", {"players": [named, rows(BOAT)]}, **declared)["naturals"] == ["dragon", None]


def test_CHI_A1_the_score_kind_reports_a_refusal() -> None:
    result = run("score", {"players": [rows(FOULED), rows(QUADS)]}, foul_policy="correct")
    assert result["refused"] is True
    assert "[CHI-09]" in result["why"]


def test_CHI_A12_the_score_kind_shares_in_fractions() -> None:
    given = {"players": [*map(rows, (QUADS, PLAIN, THIRD))], "unit": 2}
    result = run("score", given, bonuses=True, bonus_payers="shared")
    assert sum(result["totals"]) == 0
    assert sum(result["dollars"]) == 0


def test_CHI_D7_the_other_kinds() -> None:
    assert run("naturals", rows(DRAGON))["best"] == "dragon"
    assert KINDS["naturals"].same["naturals"](["three_straights", "dragon"], run("naturals", rows(DRAGON))["naturals"])
    assert run("legal", {"hand": rows(FOULED)})["legal"] is False
    assert run("compare", {"row": "front", "a": "Qs Ks As", "b": "2c 2d 3h"})["winner"] == "b"
    assert run("bonus", {"hand": rows(QUADS)})["units"] == 3
    assert run("house_way", {"cards": " ".join(map(str, cards_of(DRAGON)))})["back"]
    tied = run("row_table", {"n": 2, "unit": 3, "scoring": "2-4", "winners": {"1v2": [1, 0, "tie"]}})
    assert tied["totals"] == [0, 0]
    assert run("row_table", {"winners": {"1v2": [1, 1, 2]}, "unit": 3})["dollars"] == [3, -3]
