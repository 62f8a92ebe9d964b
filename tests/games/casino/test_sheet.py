"""Pyramid Poker, Casino Version, clause by clause."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from houseway.games.casino import equilibrium_field as casino_field
from houseway.games.casino import hand_order, scoring
from houseway.games.casino import house_way as casino_house_way
from houseway.games.casino import settlement as casino_settlement
from houseway.games.casino.hand_order import FIVE_CARD_ORDER, compare, height
from houseway.games.casino.house_way import house_way
from houseway.games.casino.scoring import hand_points, most_points, points_if_won
from houseway.games.casino.setting import FIRST, SECOND, THIRD, foul
from houseway.games.casino.settlement import antes_won, scores, shares
from houseway.games.casino.sheet import SHEET, STANDING
from houseway.games.casino.solver import make_equilibrium_field as generator
from houseway.games.casino.terms import Terms
from houseway.rules.cards import JOKER, Cards, read_card, read_cards, shoe, surplus, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Deal, Decide, Opening, SetHands, Wager
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.payments import HOUSE, Party, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.ranking import Made
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.view import view

TERMS = Terms()


def hands(first: str, second: str, third: str) -> Setting:
    return {FIRST: read_cards(first), SECOND: read_cards(second), THIRD: read_cards(third)}


DEALER = hands("Js", "Qh 9d 3c", "4s 4h 4d 8c 8h")  # the dealer of every example of the sheet
ONE = hands("Ad", "7s 7c 5h", "Qd Td 9d 6d 2d")
TWO = hands("Qs", "3s 3h 3d", "5s 6h 7d 8s 9c")
THREE = hands("Ac", "9s 9h 4c", "5c 6c 7c 8c 9c")
WEAK = hands("2s", "4s 3h 2d", "7s 5h 4h 3d 2c")  # loses all three hands to DEALER
FOULED = hands("Ad", "Ks Qh 2c", "9s 9h 6d 4c 2h")


def cards_of(setting: Setting) -> Cards:
    return (*setting[FIRST], *setting[SECOND], *setting[THIRD])


def same(ours: Setting, theirs: Setting) -> bool:
    return all(sorted(ours[slot]) == sorted(theirs[slot]) for slot in (FIRST, SECOND, THIRD))


def before_setting(
    *held: Setting, ante: int = 5, dealer: Setting = DEALER, game: AnyGame = SHEET, opening: Opening | None = None
) -> Round:
    """A round in which everybody antes and buys, up to the setting of hands."""
    seats = range(1, len(held) + 1)
    deal = start(game, opening or Opening(players=tuple(f"player {number}" for number in seats)))
    deal = after(deal, *(Posted(number, {"ante": ante}) for number in seats))
    everyone = [cards_of(setting) for setting in (*held, dealer)]
    deal = play(deal, Dealt(tuple(card for cards in everyone for card in cards[:7])))
    deal = after(deal, *(Decided(number, "buy") for number in seats))
    return play(deal, Dealt(tuple(card for cards in everyone for card in cards[7:])))


def played(
    *held: Setting, ante: int = 5, dealer: Setting = DEALER, game: AnyGame = SHEET, opening: Opening | None = None
) -> Round:
    """The whole round."""
    deal = before_setting(*held, ante=ante, dealer=dealer, game=game, opening=opening)
    deal = after(deal, *(HandsSet(number, setting) for number, setting in enumerate(held, start=1)))
    return deal if deal.over else play(deal, HandsSet(HOUSE, dealer))


def after_seven(players: int = 1, *, ante: int = 5, game: AnyGame = SHEET, **opening: Any) -> Round:
    """A round up to the decisions."""
    deal = start(game, Opening(players=tuple(f"player {n}" for n in range(1, players + 1)), **opening))
    deal = after(deal, *(Posted(n, {"ante": ante}) for n in range(1, players + 1)))
    return play(deal, Dealt(game.shoe(game.terms)[: 7 * (players + 1)]))


def won(round_: Round, seat: Party = 1) -> int:
    return net(settlement(round_)).get(seat, 0)


def the_way(cards: str, terms: Terms = TERMS) -> list[str]:
    return [write_cards(hand) for hand in house_way(terms, read_cards(cards)).values()]


# Players, cards, goal ----------------------------------------------------------------------------------------------


def test_CAS_01_up_to_six_players_each_against_the_dealer() -> None:
    assert list(SHEET.seats(TERMS)) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(NotAllowed, match="seats 1 to 6, not 7"):
        start(SHEET, Opening(players=tuple("abcdefg")))
    assert scores(TERMS, played(ONE, TWO, THREE)) == {1: (2, 1, -2), 2: (1, 3, -2), 3: (2, 1, 5)}


def test_CAS_02_two_decks_and_two_jokers() -> None:
    counts = Counter(SHEET.shoe(TERMS))
    assert (len(SHEET.shoe(TERMS)), counts[JOKER], counts[read_card("As")]) == (106, 2, 2)
    full = start(SHEET, Opening(players=tuple("abcdef")))
    assert sum(step.cards * 6 + step.dealer for step in full.steps if isinstance(step, Deal)) == 63


def test_CAS_03_CAS_A17_a_joker_is_any_card_and_makes_specials() -> None:
    assert hand_order.strength(TERMS, read_cards("9s 9h 6d 6c Xx")).made == Made.FULL_HOUSE
    assert points_if_won(TERMS, THIRD, read_cards("9s 9h 6d 6c Xx")) == 2
    assert points_if_won(TERMS, SECOND, read_cards("9s Xx Xx")) == 3
    assert hand_order.strength(TERMS, read_cards("Kd 9d 6d 3d Xx")).ranks == (14, 13, 9, 6, 3)


def test_CAS_04_hands_of_one_three_and_five() -> None:
    deal = before_setting(ONE)
    wrong = {FIRST: ONE[SECOND], SECOND: ONE[FIRST], THIRD: ONE[THIRD]}
    assert why_not(deal, HandsSet(1, wrong)) == "first takes 1 card, not 3 [CAS-04]"
    assert why_not(deal, HandsSet(1, ONE)) is None


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        (ONE, None),
        (hands("Ad", "As 7d 2c", "9s 9h 6d 4c 2h"), None),
        (FOULED, "the second hand Ks Qh 2c is not greater than the first hand Ad [CAS-05]"),
        (
            hands("2s", "9s 9h Kc", "9d 9c Qd 4c 2h"),
            "the third hand 9d 9c Qd 4c 2h is not greater than the second hand 9s 9h Kc [CAS-05]",
        ),
    ],
)
def test_CAS_05_CAS_D2_hands_must_grow(setting: Setting, reason: str | None) -> None:
    assert foul(TERMS, setting, {}) == reason


# Ante, fold, buy-in ------------------------------------------------------------------------------------------------


def test_CAS_06_each_player_antes_before_the_deal() -> None:
    deal = start(SHEET, Opening(players=("a", "b")))
    assert isinstance(deal.step, Wager)
    assert why_not(deal, Posted(1, {})) == "ante is missing; it takes 5 to 100 chips [CAS-A15]"
    with pytest.raises(NotAllowed, match="the usual ante is from ante_min to ante_max, 5 to 100, not 4"):
        SHEET.with_options({"ante": 4})
    assert SHEET.with_options({"ante": 100}).terms.ante == 100


def test_CAS_07_CAS_A13_seven_cards_face_down_to_everyone() -> None:
    deal = after_seven(2)
    assert [len(seat.cards) for seat in deal.seats] == [7, 7]
    assert len(deal.dealer) == 7
    seen = view(deal, 1)
    assert (seen.dealer, seen.seats[1].cards, len(seen.seats[0].cards)) == ((), (), 7)


def test_CAS_08_match_the_ante_and_fold() -> None:
    deal = after_seven(2, ante=20)
    assert why_not(deal, Decided(1, "fold", 5)) == "to fold takes 20 chips more, not 5 [CAS-08]"
    deal = after(deal, Decided(1, "fold", 20), Decided(2, "buy"))
    due = [(p.payer, p.chips, p.wager, p.clause) for p in SHEET.due(TERMS, deal)]
    assert due == [(1, 20, "ante", "CAS-08"), (1, 20, "match", "CAS-08")]  # at once, while the other plays on
    assert SHEET.at_risk(TERMS, deal)[1] == 40


def test_CAS_08_when_all_fold_the_dealer_does_not_play_and_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = after(after_seven(2), Decided(1, "fold"), Decided(2, "fold"))
    assert deal.over
    assert (won(deal, 1), won(deal, 2), won(deal, HOUSE)) == (-10, -10, 20)
    assert (view(deal, 1).dealer, view(deal, 1).seats[1].cards) == ((), ())
    monkeypatch.setattr(casino_settlement, "house_way", None)
    assert scores(TERMS, deal) == {}


def test_CAS_09_the_buy_in_is_one_ante() -> None:
    deal = after_seven(ante=20)
    assert why_not(deal, Decided(1, "buy", 40)) == "to buy takes 20 chips more, not 40 [CAS-09]"
    assert why_not(deal, Decided(1, "buy", 20)) is None
    assert why_not(deal, Decided(1, "buy")) is None


def test_CAS_10_two_cards_to_those_who_play_on_and_the_dealer() -> None:
    deal = after(after_seven(2), Decided(1, "fold"), Decided(2, "buy"))
    assert isinstance(deal.step, Deal)
    deal = play(deal, Dealt(SHEET.shoe(TERMS)[-4:]))
    assert [len(seat.cards) for seat in deal.seats] == [7, 9]
    assert len(deal.dealer) == 9


def test_CAS_11_remaining_players_and_the_dealer_set_nine_cards() -> None:
    deal = before_setting(ONE, TWO)
    assert deal.waiting_for == (1, 2)
    assert same(house_way(TERMS, deal.dealer), DEALER)
    assert [slot.sizes for slot in SHEET.slots(TERMS, deal.seat(1))] == [(1,), (3,), (5,)]


# Scoring -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "hand", "points"),
    [
        pytest.param(FIRST, "Kd", 1, id="CAS-12"),
        pytest.param(FIRST, "Ad", 2, id="CAS-14"),
        pytest.param(FIRST, "Xx", 2, id="CAS-A9"),
        pytest.param(SECOND, "3s 3h 3d", 3, id="CAS-15"),
        pytest.param(THIRD, "3s 3h 3d Kc 2c", 1, id="CAS-15 only in the second hand"),
        pytest.param(THIRD, "Ad Kd Qd 9d 2d", 1, id="CAS-12"),
        pytest.param(THIRD, "4s 4h 4d 8c 8h", 2, id="CAS-16"),
        pytest.param(THIRD, "4s 4h 4d 4c 8h", 4, id="CAS-17"),
        pytest.param(THIRD, "5c 6c 7c 8c 9c", 5, id="CAS-18"),
    ],
)
def test_CAS_12_CAS_14_CAS_15_CAS_16_CAS_17_CAS_18_what_a_winning_hand_scores(
    slot: str, hand: str, points: int
) -> None:
    assert points_if_won(TERMS, slot, read_cards(hand)) == points


@pytest.mark.parametrize(
    ("slot", "hand", "points"),
    [
        pytest.param(SECOND, "As Ks Qs", 1, id="CAS-A16 a suited run of three is a flush"),
        pytest.param(THIRD, "Tc Jc Qc Kc Ac", 5, id="CAS-A18 a royal flush is a straight flush"),
        pytest.param(THIRD, "4s 4h 4d 4c 4c", 4, id="CAS-A19 five of a kind holds four"),
    ],
)
def test_CAS_A16_CAS_A18_CAS_A19_hands_without_a_line_of_their_own(slot: str, hand: str, points: int) -> None:
    assert points_if_won(TERMS, slot, read_cards(hand)) == points


def test_CAS_13_CAS_D4_only_the_winning_hand_scores_its_special() -> None:
    assert hand_points(TERMS, SECOND, read_cards("Kh Kd Ks"), read_cards("3s 3h 3d")) == 3
    assert hand_points(TERMS, SECOND, read_cards("3s 3h 3d"), read_cards("Kh Kd Ks")) == -3
    assert hand_points(TERMS, THIRD, read_cards("4s 4h 4d 8c 8h"), read_cards("4s 4h 4d 4c 2h")) == -4


def test_CAS_A10_an_ace_against_an_ace_scores_nothing_and_CAS_A9_a_joker_ties_it() -> None:
    assert hand_points(TERMS, FIRST, read_cards("Ad"), read_cards("Ac")) == 0
    assert hand_points(TERMS, FIRST, read_cards("Xx"), read_cards("Ac")) == 0


def test_CAS_19_net_points_are_own_less_the_dealers() -> None:
    payments = settlement(played(ONE))
    assert [p.why for p in payments] == ["first +2, second +1, third -2"] * 2
    assert payments[0].chips == 5


# Payouts -----------------------------------------------------------------------------------------------------------


def test_CAS_20_each_point_is_worth_one_ante() -> None:
    moved = [(p.payer, p.payee, p.chips, p.wager, p.clause) for p in settlement(played(TWO, ante=20))]
    assert moved[0] == (HOUSE, 1, 40, "points", "CAS-20")


def test_CAS_21_a_win_wins_the_buy_in() -> None:
    assert [(p.chips, p.wager, p.clause) for p in settlement(played(TWO))][1:] == [(5, "buy-in", "CAS-21")]


def test_CAS_22_CAS_24_a_loss_loses_buy_in_and_ante() -> None:
    moved = [(p.payer, p.chips, p.wager, p.clause) for p in settlement(played(WEAK))]
    assert moved == [(1, 20, "points", "CAS-20"), (1, 5, "buy-in", "CAS-22"), (1, 5, "ante", "CAS-24")]


def test_CAS_23_CAS_25_nothing_moves_at_net_zero() -> None:
    dealer = hands("Jd", "Qs 7d 2c", "9s 9h 6d 4c 2h")
    equal = hands("Js", "Qh 7h 2d", "9d 9c 6s 4h 2s")
    free = SHEET.with_options({"dealer_policy": "free"})
    assert settlement(played(equal, dealer=dealer, game=free)) == []


def test_CAS_25_CAS_26_the_ante_wins_from_four_points() -> None:
    assert [wager for wager, antes, _ in shares(TERMS, 3) if antes] == ["points", "buy-in"]
    assert shares(TERMS, 4)[-1] == ("ante", 1, "CAS-26")


@pytest.mark.parametrize(
    ("points", "dollars"),
    [
        *((0, 0), (1, 10), (2, 15), (3, 20), (4, 30), (5, 35), (6, 40)),
        *((-1, -15), (-2, -20), (-3, -25), (-4, -30), (-5, -35)),
        *((10, 60), (-10, -60)),
    ],
)
def test_CAS_27_CAS_D5_CAS_A24_CAS_A25_the_dollar_table_and_beyond(points: int, dollars: int) -> None:
    assert antes_won(TERMS, points) * 5 == dollars


def test_CAS_27_a_fold_costs_ten_dollars() -> None:
    assert won(play(after_seven(), Decided(1, "fold"))) == -10


# Example hands -----------------------------------------------------------------------------------------------------


def test_CAS_28_the_house_way_sets_the_example_dealer() -> None:
    shuffled = "4s 8h Qh 4d 3c Js 8c 4h 9d"
    assert same(house_way(TERMS, read_cards(shuffled)), DEALER)


@pytest.mark.parametrize(
    ("setting", "dollars"),
    [pytest.param(ONE, 10, id="CAS-29"), pytest.param(TWO, 15, id="CAS-30"), pytest.param(THREE, 50, id="CAS-31")],
)
def test_CAS_29_CAS_30_CAS_31_the_example_players(setting: Setting, dollars: int) -> None:
    assert won(played(setting)) == dollars


# Evaluation --------------------------------------------------------------------------------------------------------

SCALE = (
    *("Kd", "Ad", "Ad Kc 2s", "Ad Kc 9h 3c 2s", "2s 2h Ad", "2s 2h Ad Kc 3s", "Ks Kh 3d"),
    *("Ac 2d 3s", "2c 3d 4s", "Qd Kd Ah", "2c 3c 5c", "Ac 2c 3c", "Ac Kc Qc"),
    *("3s 3h 2d 2c Ad", "As Ah Kd Kc 2d", "2s 2h 2d", "2s 2h 2d 3c 4c", "As Ah Ad", "As Ah Ad Kc Qc"),
    *("Ac 2d 3s 4s 5s", "2c 3d 4s 5s 6s", "Tc Jd Qs Ks As", "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c"),
    *("2s 2h 2d 3c 3d", "As Ah Ad Kc Kd", "2s 2h 2d 2c 3d", "As Ah Ad Ac Kd"),
    *("Ac 2c 3c 4c 5c", "Tc Jc Qc Kc Ac", "2s 2h 2d 2c 2c", "As Ah Ad Ac Xx"),
)


def test_CAS_D1_a_hand_has_the_same_strength_in_every_slot() -> None:
    hand = read_cards("9s 9h 9d")
    assert SHEET.strength(TERMS, SECOND, hand, ()) == hand_order.strength(TERMS, hand)


def test_CAS_D1_CAS_A6_CAS_A11_one_scale_for_all_sizes() -> None:
    heights = [height(TERMS, hand_order.strength(TERMS, read_cards(hand))) for hand in SCALE]
    assert all(lower < upper for lower, upper in pairwise(heights))


def test_CAS_D1_suits_are_not_used() -> None:
    assert compare(TERMS, read_cards("As Ks 4d"), read_cards("Ah Kd 4s")) == 0


@pytest.mark.parametrize(
    ("hand", "made", "ranks"),
    [
        ("Xx", Made.HIGH_CARD, (14,)),
        ("9s 9h Xx", Made.THREE_OF_A_KIND, (9, 9, 9)),
        ("7s 9s Xx", Made.FLUSH, (14, 9, 7)),
        ("7s 9h Xx", Made.STRAIGHT, (9,)),
        ("9s 9h 9d 9c Xx", Made.FIVE_OF_A_KIND, (9, 9, 9, 9, 9)),
        ("9s Ts Js Xx Xx", Made.STRAIGHT_FLUSH, (13,)),
    ],
)
def test_CAS_D3_jokers_make_the_strongest_hand(hand: str, made: Made, ranks: tuple[int, ...]) -> None:
    strength = hand_order.strength(TERMS, read_cards(hand))
    assert (strength.made, strength.ranks) == (made, ranks)


def test_CAS_D3_nobody_names_a_joker() -> None:
    held = hands("Xx", "7s 7c 5h", "Qd Td 9d 6d 2d")
    reason = why_not(before_setting(held), HandsSet(1, held, jokers={FIRST: read_cards("Kd")}))
    assert reason == "a joker counts as the card that makes its hand strongest, so none is named [CAS-D3]"


def test_CAS_D5_at_risk_is_twelve_antes_and_a_fold_two() -> None:
    deal = after_seven(2, ante=10)
    assert SHEET.at_risk(TERMS, deal) == {1: 120, 2: 120, HOUSE: 240}
    assert most_points(TERMS) == 10
    deal = after(deal, Decided(1, "buy"), Decided(2, "fold"))
    assert SHEET.at_risk(TERMS, deal) == {1: 120, 2: 20, HOUSE: 120}


@pytest.mark.parametrize(
    ("cards", "first", "second", "third"),
    [
        pytest.param("As Ah Kd Kc 2s 2h Qd 7c 4h", "As", "Ah Qd 7c", "Kd Kc 4h 2s 2h", id="key 2"),
        pytest.param("9s 9h 9d 9c Ks Qd 7h 4c 3s", "Qd", "Ks 7h 4c", "9s 9h 9d 9c 3s", id="key 1"),
        pytest.param("As Kd Kh 9c 9d 5s 5h 4c 2d", "As", "Kh Kd 4c", "9d 9c 5s 5h 2d", id="keys 4, 5"),
        pytest.param("Xx 9s 9h 6d 6c Kh Jd 4s 2c", "Xx", "Kh 6d 6c", "Jd 9s 9h 4s 2c", id="CAS-A29 ace in front"),
        pytest.param("Xx 9s 9h 9d Kc Kd 7h 4c 2s", "7h", "Kc Kd 4c", "9s 9h 9d 2s Xx", id="CAS-A29 four of a kind"),
        pytest.param("Xx Ah As Kd 5c 6c 7c 8c 9c", "As", "Ah Kd Xx", "5c 6c 7c 8c 9c", id="natural ace before joker"),
        pytest.param("Kh Kd Qs 9h 9d 7c 5s 4h 2c", "7c", "Qs 5s 4h", "Kh Kd 9h 9d 2c", id="keys 3 to 8"),
    ],
)
def test_CAS_D6_CAS_A29_house_way_two(cards: str, first: str, second: str, third: str) -> None:
    assert same(house_way(TERMS, read_cards(cards)), hands(first, second, third))


def test_CAS_D6_equal_settings_go_by_deck_order() -> None:
    assert the_way("Ac Ah 9d 9c 8s 8d 5h 4c 3d")[0] == "Ah"
    assert the_way("Kc Kd Qs Jh Ts 9d 6c 4h 2s")[:2] == ["6c", "Kd 4h 2s"]  # either king would do


def test_CAS_D6_every_policy_sets_every_hand_legally() -> None:
    random = Random(4)
    whole = shoe(decks=2, jokers=2)
    for _ in range(40):
        cards = tuple(random.sample(whole, 9))
        for policy in ("hw2", "hw1", "top_down", "equilibrium", "free"):
            setting = house_way(Terms(dealer_policy=policy), cards)
            assert foul(TERMS, setting, {}) is None
            assert surplus(cards, cards_of(setting)) == surplus(cards_of(setting), cards) == ()


def test_CAS_D7_a_mis_set_player_loses_all_three_at_the_dealers_values() -> None:
    deal = played(FOULED)
    assert scores(TERMS, deal) == {1: (-1, -1, -2)}
    assert won(deal) == -30


def test_CAS_D7_the_dealer_cannot_foul() -> None:
    game = SHEET.with_options({"dealer_policy": "free"})
    deal = play(before_setting(ONE, game=game, dealer=FOULED), HandsSet(1, ONE))
    assert "is not greater than the first hand Ad [CAS-05]" in str(why_not(deal, HandsSet(HOUSE, FOULED)))


def test_CAS_D8_the_sequence_of_play() -> None:
    kinds = [type(step) for step in SHEET.steps(TERMS, Opening(players=("a",)))]
    assert kinds == [Wager, Deal, Decide, Deal, SetHands]
    deal = played(WEAK, ONE, TWO)
    assert [p.payer if p.payee == HOUSE else p.payee for p in settlement(deal)] == [1, 1, 1, 2, 2, 3, 3]
    seen = view(deal, None)
    assert (sorted(seen.dealer), seen.seats[1].setting) == (sorted(cards_of(DEALER)), ONE)
    assert [reason.clause for reason in SHEET.irregularities(TERMS).values()] == ["CAS-D8"] * 3


def test_CAS_D8_folds_are_paid_first() -> None:
    deal = after(after_seven(2), Decided(1, "buy"), Decided(2, "fold"))
    deal = play(deal, Dealt(SHEET.shoe(TERMS)[-4:]))
    deal = play(deal, HandsSet(1, house_way(TERMS, deal.seat(1).cards)))
    assert [(p.payer, p.clause) for p in settlement(deal)][:2] == [(2, "CAS-08"), (2, "CAS-08")]


# Open questions without a second reading ----------------------------------------------------------------------------


def test_CAS_A4_the_frozen_field_rises_within_every_class() -> None:
    rows = [casino_field.FIRST, *casino_field.SECOND.values(), *casino_field.THIRD.values()]
    assert all(len(row) == 13 for row in rows)
    assert all(low <= high for row in rows for low, high in pairwise(row))
    assert all(row[0] < row[-1] for row in rows)


def test_CAS_A4_the_field_knows_every_class_of_its_slot() -> None:
    assert set(casino_field.SECOND) == {Made.HIGH_CARD, Made.ONE_PAIR, Made.STRAIGHT, Made.FLUSH, Made.THREE_OF_A_KIND}
    assert set(casino_field.THIRD) == set(FIVE_CARD_ORDER)


def test_CAS_A4_the_generator_finds_values_that_sum_to_nothing_against_their_own_field() -> None:
    deals = generator.sample(TERMS, deals=12, seed=1)
    field = generator.met(house for house, _ in deals)
    for often, table in zip(field, generator.values(TERMS, field), strict=True):
        assert sum(f * v for f, v in zip(often, table, strict=True)) == pytest.approx(0)
    tables, gains = generator.play_out(TERMS, deals, passes=3)
    assert gains[-1] < gains[0]
    assert generator.module_text(tables).count("\n    ") == 15


def test_CAS_A23_the_ace_at_one_point_gives_the_printed_seven() -> None:
    terms = Terms(ace_first_hand_points=1)
    assert scoring.points(terms, THREE, DEALER) == (1, 1, 5)
    assert antes_won(terms, 7) * 5 == 45


def test_CAS_A28_no_regulator_is_claimed() -> None:
    assert STANDING == "inventor rules, no regulator approval in source"


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (casino_house_way.Requirement(SECOND, Made.ONE_PAIR, 12), "a pair led by a queen or better in the second hand"),
        (casino_house_way.Requirement(THIRD, Made.FULL_HOUSE), "a full house or better in the third hand"),
    ],
)
def test_CAS_A4_a_sentence_of_a_way_says_what_it_wants(wanted: casino_house_way.Requirement, says: str) -> None:
    assert wanted.text == says
