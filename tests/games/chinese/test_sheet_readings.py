"""Every reading of the open questions, compared with the default."""

import pytest

from games.chinese.chinese_rounds import cards_of, dealt, game, hand, played, totals
from houseway.games.chinese.exposure import expose
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import strength
from houseway.games.chinese.house_way import house_way, natural_claims
from houseway.games.chinese.naturals import NATURALS, naturals_in
from houseway.games.chinese.scoring import score_rows
from houseway.games.chinese.sheet import SHEET
from houseway.rules.cards import read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Voided
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Seat
from houseway.rules.view import view

FOULED = "Ah Ad 7h | Ks Qd Tc 5h 2d | 3h 3d 3c 8c 8h"  # a pair in front of a high card
FOULED_TENS = "Ah Ad 7h | Ks Qd Jc 5h 2d | Ts Th Td Tc 8c"  # the same, with a bonus hand
NINES = "7c 5d 2h | Js Jd 6c 4h 3s | 9s 9h 9d 9c Kd"  # four nines in back: 3 units
TENS = "8c 6d 3h | Qs Qd 5c 4d 2s | Ts Th Td Tc Kc"  # beats it in every row
FLUSH = "Kh 8d 2c | As Ah 7d 4c 3c | 4s 5s 6s 7s 8s"  # a straight flush in back: 4 units; beats both in every row
PLAIN = "Qs 8d 3d | Ts Th 5c 4d 2s | As Ac 7s 7d 6d"
PLAINER = "Kh Jc 3c | Qh Qc 8s 5s 2c | 4s 5h 6h 7h 8h"
TIED = ("Ah Kd 7c | Jh Jd 4c 3s 2h | 9s 9h 9d 6c 6h", "As Kc 7d | Js Jc 4d 3h 2s | 8s 8h 8d 5c 5d")  # one row won
DRAGON = "2h 3d 4c | 5s 6d 7h 8c 9s | Th Jd Qd Kh As"
LOOSE_DRAGON = "As Kh Qd | 2h 3d 4c 5s 7h | 6d 8c 9s Th Jd"  # set out of order
BOAT = "7c 5d 2s | Js Jc 6c 4h 3s | 9h 9d 9c 8h 8d"  # wins a row more than it loses against the dragon
TRIPS = "3s 3h 3c | 4s 5d 6s 7c 8h | Ac Jc 9c 5c 2c"  # three of a kind in front: 2 units
SIX_PAIRS = "2s 2d Ac | 3s 3h 4s 4h Tc | 5h 5d 6s 6h Ts"


def naturals(text: str, **options: object) -> set[str]:
    return naturals_in(game(**options).terms, read_cards(text))


# Fouls and the order of rows ---------------------------------------------------------------------------------------


def test_CHI_A1_foul_policy_flat3() -> None:
    assert totals(played(game(scoring="1-6"), FOULED, NINES)) == [-6, 6]
    assert totals(played(game(scoring="1-6", foul_policy="flat3"), FOULED, NINES)) == [-3, 3]


def test_CHI_A1_foul_policy_surrender() -> None:
    on = {"bonuses": True, "scoring": "1-6"}
    assert totals(played(game(**on), FOULED, NINES)) == [-9, 9]
    as_surrender = played(game(**on, foul_policy="surrender"), FOULED, NINES)
    assert totals(as_surrender) == [-3, 3]
    assert [(p.wager, p.clause) for p in settlement(as_surrender)] == [("foul", "CHI-A1")]
    both = "Qs Qh 9s | Js Jh 9d 6c 4d | Kd Qc 2s 2c 9h"
    assert totals(played(game(foul_policy="surrender"), FOULED, both)) == [0, 0]


def test_CHI_A1_foul_policy_correct() -> None:
    move = HandsSet(1, hand(FOULED))
    assert why_not(dealt(SHEET, FOULED, NINES), move) is None
    corrects = dealt(game(foul_policy="correct"), FOULED, NINES)
    assert "must be higher than the front, one pair [CHI-09]" in str(why_not(corrects, move))
    assert after(corrects, HandsSet(1, house_way(corrects.game.terms, cards_of(FOULED)))).step_moves


def test_CHI_A2_equal_rows_allow() -> None:
    equal = "Ac Kd 2s | 5s 6h 7d 8c 9s | 5h 6d 7c 8s 9h"
    assert "[CHI-10]" in str(foul(SHEET.terms, hand(equal), {}))
    assert foul(game(equal_rows="allow").terms, hand(equal), {}) is None


def test_CHI_A4_wheel_second() -> None:
    wheel, kings, aces = (read_cards(text) for text in ("As 2d 3c 4h 5s", "9s Th Jd Qc Kd", "Ts Jh Qd Kc Ad"))
    second = game(wheel="second").terms
    assert strength(SHEET.terms, wheel) < strength(SHEET.terms, kings)
    assert strength(second, kings) < strength(second, wheel) < strength(second, aces)


# Scoring -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "won", "units"), [("2-4", (1, 0, 0), 2), ("1-6", (0, -1, 0), -1), ("2-4", (1, 1, 0), 2)]
)
def test_CHI_A6_variant_tie_rule_majority(scoring: str, won: tuple[int, ...], units: int) -> None:
    (result,) = score_rows(game(scoring=scoring, variant_tie_rule="majority").terms, won)
    assert result.pays == units


@pytest.mark.parametrize(
    ("scoring", "won", "units"),
    [
        *(("2-4", (1, 1, 0), 3), ("2-4", (0, -1, 0), -2), ("2-4", (1, 1, -1), 2), ("2-4", (1, 1, 1), 4)),
        *(("1-6", (1, 1, 0), 2), ("1-6", (0, -1, 0), -1), ("1-6", (1, 1, -1), 1), ("1-6", (-1, -1, -1), -6)),
    ],
)
def test_CHI_A6_variant_tie_rule_additive(scoring: str, won: tuple[int, ...], units: int) -> None:
    (result,) = score_rows(game(scoring=scoring, variant_tie_rule="additive").terms, won)
    assert result.pays == units


def test_CHI_A6_variant_tie_rule_in_a_round() -> None:
    assert totals(played(game(scoring="2-4"), *TIED)) == [0, 0]
    assert totals(played(game(scoring="2-4", variant_tie_rule="majority"), *TIED)) == [2, -2]
    assert totals(played(game(scoring="1-6", variant_tie_rule="additive"), *TIED)) == [1, -1]


# Bonuses -----------------------------------------------------------------------------------------------------------


def test_CHI_A7_preset_typical() -> None:
    terms = game(preset="typical").terms
    assert (terms.bonuses, terms.naturals, terms.surrender) == (True, True, True)
    assert (SHEET.terms.bonuses, SHEET.terms.naturals, SHEET.terms.surrender) == (False, False, False)
    assert not game(preset="typical", bonuses="false").terms.bonuses
    assert not game(preset="typical").with_options({"preset": "base"}).terms.naturals


def test_CHI_A7_bonuses_true() -> None:
    assert totals(played(SHEET, NINES, PLAIN)) == [1, -1]
    assert totals(played(game(bonuses="true"), NINES, PLAIN)) == [4, -4]


def test_CHI_A7_naturals_true() -> None:
    assert totals(played(SHEET, DRAGON, BOAT)) == [-1, 1]
    assert totals(played(game(naturals="true"), DRAGON, BOAT)) == [3, -3]


def test_CHI_A7_surrender_true() -> None:
    assert "setting hands is due" in str(why_not(dealt(SHEET, NINES, PLAIN), Decided(1, "surrender")))
    assert totals(played(game(surrender="true"), NINES, PLAIN, gone=(1,))) == [-2, 2]


THREE = (NINES, TENS, FLUSH)


def test_CHI_A8_bonus_requires_win_row() -> None:
    assert totals(played(game(bonuses=True), *THREE)) == [-7, -1, 8]
    assert totals(played(game(bonuses=True, bonus_requires_win="row"), *THREE)) == [-13, -1, 14]


def test_CHI_A8_bonus_requires_win_all() -> None:
    assert totals(played(game(bonuses=True, bonus_requires_win="all"), *THREE)) == [-10, -4, 14]
    variant = game(bonuses=True, bonus_requires_win="all")
    assert totals(played(variant, FOULED_TENS, NINES)) == [-6, 6]  # a fouled hand wins no row


def test_CHI_A9_bonus_conflict_higher_only() -> None:
    assert totals(played(game(bonuses=True), NINES, FLUSH)) == [-4, 4]
    assert totals(played(game(bonuses=True, bonus_conflict="higher_only"), NINES, FLUSH)) == [-7, 7]
    assert totals(played(game(bonuses=True, bonus_conflict="higher_only"), NINES, TENS)) == [-3, 3]


TWO_BONUSES = (
    "7c 5d 2h | 4s 4h 4d 9c 9d | 5s 6s 7s 8s 9s",  # a full house and a straight flush, which both win: 1 and 4
    "Kh Qd 3c | Ts Th 5c 4c 2s | As Ac 7h 6d 6h",
)


def test_CHI_A10_bonus_stack_best() -> None:
    assert totals(played(game(bonuses=True), *TWO_BONUSES)) == [6, -6]  # one row net, and 1 and 4
    assert totals(played(game(bonuses=True, bonus_stack="best"), *TWO_BONUSES)) == [5, -5]


@pytest.mark.parametrize("condition", ["row", "all"])
def test_CHI_A10_only_the_best_of_two_bonuses_whose_rows_won_is_paid(condition: str) -> None:
    every_bonus = game(bonuses=True, bonus_requires_win=condition)
    assert totals(played(every_bonus, *TWO_BONUSES)) == [6, -6]
    best_bonus = every_bonus.with_options({"bonus_stack": "best"})
    assert totals(played(best_bonus, *TWO_BONUSES)) == [5, -5]


FOURS_AND_BOAT = "7c 5d 2h | 4s 4h 4d 8c 8d | 9s 9h 9d 9c Kd"  # a full house in middle, four nines in back: 1 and 3
ROYAL_BACK = "Ac 8h 2c | Qs Qd 5c 6d 2s | Th Jh Qh Kh Ah"  # beats the back, loses the middle


@pytest.mark.parametrize("condition", ["row", "all"])
def test_CHI_A10_the_best_bonus_is_the_best_of_those_whose_row_won(condition: str) -> None:
    """The nines lose their row, so the full house is the best bonus that may be claimed [CHI-A8]."""
    hands = (FOURS_AND_BOAT, ROYAL_BACK)
    stacked = game(bonuses=True, bonus_stack="best", bonus_requires_win=condition)
    # A row net for the royal hand, its bonus of 4, and the full house's 1 back.
    assert totals(played(stacked, *hands)) == [-4, 4]


@pytest.mark.parametrize(("units", "parts"), [("4", [4, 4]), ("9", [9, 9])])
def test_CHI_A11_royal_bonus(units: str, parts: list[int]) -> None:
    royal = "7c 5d 2h | Js Jd 6c 4h 3s | Th Jh Qh Kh Ah"
    others = ("8c 6d 3h | Qs Qd 5c 4d 2s | Ts Td Tc 9s 9d", "Ks 8d 2c | Ac Ad 7d 4c 3c | 4s 5s 6s 7s 8h")
    deal = played(game(bonuses=True, royal_bonus=units), royal, *others)
    assert [p.chips for p in settlement(deal) if p.wager == "bonus"] == parts


def test_CHI_A12_bonus_payers_shared() -> None:
    hands = (NINES, PLAIN, PLAINER)
    full = [(p.payer, p.chips) for p in settlement(played(game(bonuses=True), *hands)) if p.wager == "bonus"]
    deal = played(game(bonuses=True, bonus_payers="shared"), *hands)
    shared = [(p.payer, p.chips) for p in settlement(deal) if p.wager == "bonus"]
    assert full == [(2, 3), (3, 3)]
    assert shared == [(2, 2), (3, 1)]  # the odd chip from the first


def test_CHI_A12_bonus_payers_shared_naturals_too() -> None:
    hands = (DRAGON, BOAT, "Ah Ad 4d | Kc Kd 8s 7s 2c | Qs Qh Qc 3h 3c")
    deal = played(game(naturals=True, bonus_payers="shared", unit_value=5), *hands)
    assert [(p.payer, p.chips) for p in settlement(deal) if p.wager == "natural"] == [(2, 8), (3, 7)]
    alone = played(game(naturals=True, bonus_payers="shared", surrender=True), *hands, gone=(3,))
    assert [(p.payer, p.chips) for p in settlement(alone) if p.wager == "natural"] == [(2, 3)]


def test_CHI_A13_foul_pays_bonuses_false() -> None:
    assert totals(played(game(bonuses=True), FOULED, NINES)) == [-6, 6]
    assert totals(played(game(bonuses=True), FOULED_TENS, NINES)) == [-6, 6]  # and it earns none of its own
    assert totals(played(game(bonuses=True, foul_pays_bonuses="false"), FOULED_TENS, NINES)) == [-3, 3]


# Naturals ----------------------------------------------------------------------------------------------------------


def test_CHI_A14_natural_mode_add() -> None:
    assert totals(played(game(naturals=True), DRAGON, BOAT)) == [3, -3]
    assert totals(played(game(naturals=True, natural_mode="add"), DRAGON, BOAT)) == [2, -2]


def test_CHI_A15_natural_bonuses_true() -> None:
    on = {"naturals": True, "bonuses": True}
    assert totals(played(game(**on), DRAGON, TRIPS)) == [3, -3]
    assert totals(played(game(**on, natural_bonuses="true"), DRAGON, TRIPS)) == [1, -1]


@pytest.mark.parametrize(("natural_vs_natural", "units"), [("push", 0), ("ranked", 3), ("compare_rows", 1)])
def test_CHI_A16_natural_vs_natural_push_ranked_compare_rows(natural_vs_natural: str, units: int) -> None:
    variant = game(naturals=True, natural_vs_natural=natural_vs_natural)
    assert totals(played(variant, DRAGON, SIX_PAIRS)) == [units, -units]
    assert totals(played(variant, SIX_PAIRS, DRAGON)) == [-units, units]
    assert totals(played(variant, DRAGON, BOAT)) == [3, -3]  # whatever it is between two


def test_CHI_A16_natural_vs_natural_ranked_order() -> None:
    assert list(NATURALS) == ["dragon", "three_flushes", "three_straights", "six_pairs"]
    ranked = game(naturals=True, natural_vs_natural="ranked")
    flushes = "7h 9h Jh | 2s 4s 6s 8s Ts | 3d 5d 9d Jd Kd"
    straights = "Kc Qc Jc | 2h 3h 4d 5c 6h | 6c 7d 8c 9s Th"
    assert totals(played(ranked, straights, flushes)) == [-3, 3]
    same = "2h 2c Ah | 3d 3c 4d 4c Td | 5s 5c 6d 6c Th"
    assert totals(played(ranked, SIX_PAIRS, same)) == [0, 0]


def test_CHI_A17_natural_detection_declared() -> None:
    declared = game(naturals=True, natural_detection="declared")
    assert totals(played(game(naturals=True), DRAGON, BOAT)) == [3, -3]
    assert totals(played(declared, DRAGON, BOAT)) == [-1, 1]  # it was not declared, so its rows count
    deal = dealt(declared, DRAGON, BOAT)
    claims = after(deal, HandsSet(1, hand(DRAGON), claims=("natural",)), HandsSet(2, hand(BOAT)))
    assert totals(claims) == [3, -3]
    assert "natural cannot be claimed" in str(why_not(deal, HandsSet(2, hand(BOAT), claims=("natural",))))
    more = HandsSet(1, hand(DRAGON), claims=("natural", "luck"))
    assert "natural, luck cannot be claimed" in str(why_not(deal, more))


def test_CHI_A17_the_house_way_claims_a_natural_where_it_must_be_claimed() -> None:
    declared, detected = (game(naturals=True, natural_detection=how).terms for how in ("declared", "automatic"))
    assert natural_claims(declared, cards_of(DRAGON), hand(DRAGON)) == ("natural",)
    assert natural_claims(declared, cards_of(BOAT), hand(BOAT)) == ()
    assert natural_claims(detected, cards_of(DRAGON), hand(DRAGON)) == ()


def test_CHI_A19_natural_ace_low_false() -> None:
    low = "Ah 2s 3d 2h 3c 4d 5s 6h 3h 4c 5d 6c 7s"
    assert naturals(low) == {"three_straights"}
    assert naturals(low, natural_ace_low="false") == set()
    high = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
    assert naturals(high, natural_ace_low="false") == {"dragon", "three_straights"}


def test_CHI_A20_six_pairs_quads_exclude() -> None:
    quads = "2s 2h 2d 2c 3s 3h 4s 4h 8s 8h Ts Th Kc"
    assert naturals(quads) == {"six_pairs"}
    assert naturals(quads, six_pairs_quads="exclude") == set()
    assert naturals(quads, six_pairs_trips="exclude") == {"six_pairs"}


def test_CHI_A20_six_pairs_trips_exclude() -> None:
    trips = "2s 2h 2d 3s 3h 4s 4h 8s 8h Ts Th Ks Kh"
    assert naturals(trips) == {"six_pairs"}
    assert naturals(trips, six_pairs_trips="exclude") == set()
    assert naturals(trips, six_pairs_quads="exclude") == {"six_pairs"}


def status(text: str, **options: object) -> str:
    variant = game(naturals=True, **options)
    other = [card for card in SHEET.shoe(SHEET.terms) if card not in cards_of(text)][:13]
    deal = after(start(variant, Opening(players=("ann", "bob"))), Dealt((*cards_of(text), *other)))
    deal = after(deal, HandsSet(1, hand(text)), HandsSet(2, house_way(variant.terms, tuple(other))))
    return expose(variant.terms, deal.seat(1)).status


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        *((LOOSE_DRAGON, "foul"), (DRAGON, "natural")),
        ("6s 6h Jd | 2s 3h 4d 5c 7d | 8c 9s Th Qc Kd", "foul"),  # three straights, out of shape and order
        ("Kd Qc Jd | 2s 3h 4d 5c 6s | 6h 7d 8c 9s Th", "natural"),
        ("7h 9h Jh | 2s 4s 6s 8s Ts | 3d 5d 9d Jd Kd", "natural"),
        ("7h 9h Ts | 2s 4s 6s 8s Jh | 3d 5d 9d Jd Kd", "ok"),  # three flushes, in order and out of shape
        (SIX_PAIRS, "natural"),
    ],
)
def test_CHI_A21_natural_needs_setting_true(text: str, counts: str) -> None:
    assert status(text) == "natural"
    assert status(text, natural_needs_setting="true") == counts


def test_CHI_A22_three_flushes_distinct_true() -> None:
    two_suits = "2s 4s 5s 7s 8s Js Qs Ks 3h 4h 8h 9h Ah"
    assert naturals(two_suits) == {"three_flushes"}
    assert naturals(two_suits, three_flushes_distinct="true") == set()
    assert naturals("2s 4s 5s 7s 8s 3h 4h 8h 9h Ah 2d 7d Jd", three_flushes_distinct="true") == {"three_flushes"}


# Surrender ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scoring", "units"), [("per_hand", 2), ("2-4", 3), ("1-6", 3)])
def test_CHI_A24_surrender_units_per_hand_2_4_and_1_6(scoring: str, units: int) -> None:
    on = {"surrender": True, "scoring": scoring}
    assert totals(played(game(**on), NINES, PLAIN, gone=(1,))) == [-units, units]
    assert totals(played(SHEET.with_options({**on, f"surrender_units.{scoring}": 8}), NINES, PLAIN, gone=(1,))) == [
        -8,
        8,
    ]


def test_CHI_A26_foul_collects_surrender_false() -> None:
    third = "Ac Kh 4d | Qs Qh 8d 6s 4s | Jh Jc Th 6h 5s"
    assert totals(played(game(surrender=True), FOULED, NINES, third, gone=(3,))) == [-1, 5, -4]
    without = game(surrender=True, foul_collects_surrender="false")
    assert totals(played(without, FOULED, NINES, third, gone=(3,))) == [-3, 5, -2]


def test_CHI_A27_surrender_order_in_turn() -> None:
    together = dealt(game(surrender=True), NINES, PLAIN)
    turns = dealt(game(surrender=True, surrender_order="in_turn"), NINES, PLAIN)
    assert together.waiting_for == (1, 2)
    assert turns.waiting_for == (1,)
    assert "must wait for seat 1" in str(why_not(turns, Decided(2, "play")))
    first = Decided(1, "surrender")
    assert view(after(together, first), 2).seats[0].decisions == ()
    assert view(after(turns, first), 2).seats[0].decisions == ("surrender",)


# The table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["4", "3", "2"])
def test_CHI_A29_players_4_3_2(players: str) -> None:
    table = game(players=players)
    names = tuple("abcde"[: int(players) + 1])
    assert start(table, Opening(players=names[:-1])).seats
    with pytest.raises(NotAllowed, match=f"seats 2 to {players}, not {len(names)}"):
        start(table, Opening(players=names))


def test_CHI_A30_hands_are_opened_together_or_row_by_row() -> None:
    together = game()
    by_row = game(reveal="row_by_row")
    assert together.exposure_order(together.terms) == "all_at_once"
    assert by_row.exposure_order(by_row.terms) == "hand_by_hand"


def test_CHI_A30_reveal_row_by_row() -> None:
    hands = (NINES, PLAIN, PLAINER)
    together = settlement(played(game(bonuses=True), *hands))
    by_row = settlement(played(game(bonuses=True, reveal="row_by_row"), *hands))
    assert [p.wager for p in together[:4]] == ["front", "middle", "back", "bonus"]
    assert [p.wager for p in by_row] == [*["front"] * 3, *["middle"] * 3, *["back"] * 3, *["bonus"] * 2]
    assert net(together) == net(by_row)


def test_CHI_A31_shortage_table_stakes() -> None:
    with pytest.raises(NotAllowed, match="CHI-A31"):
        dealt(SHEET, NINES, TENS, chips={"ann": 2})
    stakes = game(shortage="table_stakes")
    assert totals(played(stakes, NINES, TENS, chips={"ann": 2})) == [-2, 2]
    assert totals(played(stakes, NINES, TENS, FLUSH, chips={"ann": 4, "bob": 1})) == [-4, 3 - 3, 1 + 3]


def test_CHI_A31_min_buy_in_units() -> None:
    poor = {"ann": 19}
    assert dealt(game(min_buy_in_units="0"), NINES, TENS, chips=poor).seats
    with pytest.raises(NotAllowed, match="CHI-A31"):
        dealt(game(min_buy_in_units="20"), NINES, TENS, chips=poor)


def test_CHI_A32_fee_1() -> None:
    assert HOUSE not in net(settlement(played(SHEET, NINES, TENS)))
    charged = played(game(fee="1", surrender=True), NINES, TENS, FLUSH, gone=(2,))
    assert net(settlement(charged))[HOUSE] == 3
    assert [(p.payer, p.chips) for p in settlement(charged) if p.clause == "CHI-A32"] == [(1, 1), (2, 1), (3, 1)]
    assert [p.wager for p in view(dealt(game(fee="1"), NINES, TENS), None).payments] == ["fee", "fee"]


def test_CHI_A33_irregularity_policy_operator() -> None:
    redeal = dealt(SHEET, NINES, TENS)
    own = dealt(game(irregularity_policy="operator"), NINES, TENS)
    assert why_not(redeal, Voided("boxed_card")) is None
    assert why_not(own, Voided("boxed_card"))
    assert why_not(redeal, Voided("operator"))
    assert after(own, Voided("operator")).over


def test_CHI_A35_unit_max() -> None:
    with pytest.raises(NotAllowed, match="CHI-07"):
        game(unit_value=11)
    assert game(unit_max="20", unit_value=11).terms.unit_value == 11
    with pytest.raises(NotAllowed, match="CHI-07"):
        game(unit_max="5", unit_value=6)
    # The cap is on the unit and not on what a hand may cost.
    assert totals(played(game(unit_value=10, unit_max="10"), NINES, TENS)) == [-30, 30]


def test_CHI_A17_a_natural_that_has_to_be_declared_is_offered_to_its_holder() -> None:
    declared = game(naturals=True, natural_detection="declared", unit_value=2)
    holder = Seat(number=1, player="a", cards=cards_of(DRAGON))
    [claim] = declared.claims(declared.terms, holder)
    assert claim.clause == "CHI-A17"
    assert claim.says == (
        "Your cards hold a natural, dragon: declared, it wins 3 units (6 chips); otherwise they are played as set"
    )
    without = Seat(number=1, player="a", cards=cards_of(BOAT))
    assert declared.claims(declared.terms, without) == ()
    automatic = game(naturals=True)
    assert automatic.claims(automatic.terms, holder) == ()
    assert SHEET.claims(SHEET.terms, holder) == ()
