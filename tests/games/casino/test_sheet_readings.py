"""Every reading of the open questions of the Casino Version, each compared with the default."""

import pytest

from houseway.games.casino import house_way as casino_house_way
from houseway.games.casino.hand_order import compare
from houseway.games.casino.house_way import house_way
from houseway.games.casino.scoring import hand_points, points_if_won
from houseway.games.casino.setting import FIRST, SECOND, THIRD, foul
from houseway.games.casino.settlement import scores
from houseway.games.casino.sheet import SHEET
from houseway.games.casino.terms import Terms
from houseway.rules.cards import Cards, read_cards, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.table import Table, close_round, open_round
from houseway.rules.view import view


def hands(first: str, second: str, third: str) -> Setting:
    return {FIRST: read_cards(first), SECOND: read_cards(second), THIRD: read_cards(third)}


DEALER = hands("Js", "Qh 9d 3c", "4s 4h 4d 8c 8h")
ONE = hands("Ad", "7s 7c 5h", "Qd Td 9d 6d 2d")
TWO = hands("Qs", "3s 3h 3d", "5s 6h 7d 8s 9c")
THREE = hands("Ac", "9s 9h 4c", "5c 6c 7c 8c 9c")
WEAK = hands("2s", "4s 3h 2d", "7s 5h 4h 3d 2c")
WEAK_TOO = hands("2s", "5c 3c 2h", "7h 6h 5d 4c 2c")
FOULED = hands("Ad", "Ks Qh 2c", "9s 9h 6d 4c 2h")


def cards_of(setting: Setting) -> Cards:
    return (*setting[FIRST], *setting[SECOND], *setting[THIRD])


def under(**chosen: object) -> Terms:
    return SHEET.with_options(chosen).terms


def before_setting(*held: Setting, ante: int = 5, opening: Opening | None = None, **chosen: object) -> Round:
    """A round under these options in which everybody buys, up to the setting of hands."""
    seats = range(1, len(held) + 1)
    deal = start(SHEET.with_options(chosen), opening or Opening(players=tuple(f"player {n}" for n in seats)))
    deal = after(deal, *(Posted(number, {"ante": ante}) for number in seats))
    everyone = [cards_of(setting) for setting in (*held, DEALER)]
    deal = play(deal, Dealt(tuple(card for cards in everyone for card in cards[:7])))
    deal = after(deal, *(Decided(number, "buy") for number in seats))
    return play(deal, Dealt(tuple(card for cards in everyone for card in cards[7:])))


def played(*held: Setting, ante: int = 5, opening: Opening | None = None, **chosen: object) -> Round:
    deal = before_setting(*held, ante=ante, opening=opening, **chosen)
    return after(deal, *(HandsSet(number, setting) for number, setting in enumerate(held, start=1)))


def after_seven(players: int = 1, *, opening: Opening | None = None, **chosen: object) -> Round:
    game = SHEET.with_options(chosen)
    deal = start(game, opening or Opening(players=tuple(f"player {n}" for n in range(1, players + 1))))
    deal = after(deal, *(Posted(n, {"ante": 5}) for n in range(1, players + 1)))
    return play(deal, Dealt(game.shoe(game.terms)[: 7 * (players + 1)]))


def won(round_: Round, seat: int = 1) -> int:
    return net(settlement(round_)).get(seat, 0)


def the_way(cards: str, policy: str) -> list[str]:
    return [write_cards(hand) for hand in house_way(under(dealer_policy=policy), read_cards(cards)).values()]


def test_CAS_A1_ace_first_hand_points_1() -> None:
    assert (won(played(THREE)), won(played(THREE, ace_first_hand_points="1"))) == (50, 45)
    assert (won(played(ONE)), won(played(ONE, ace_first_hand_points="1"))) == (10, 0)


def test_CAS_A2_buy_in_antes_2() -> None:
    assert (won(played(TWO)), won(played(TWO, buy_in_antes="2"))) == (15, 20)
    assert (won(played(WEAK)), won(played(WEAK, buy_in_antes="2"))) == (-30, -35)
    assert why_not(after_seven(buy_in_antes="2"), Decided(1, "buy", 5)) == "to buy takes 10 chips more, not 5 [CAS-09]"


def test_CAS_A3_fold_cost_antes_1() -> None:
    assert won(play(after_seven(), Decided(1, "fold"))) == -10
    deal = play(after_seven(fold_cost_antes="1"), Decided(1, "fold", 0))
    assert [(p.wager, p.chips) for p in settlement(deal)] == [("ante", 5)]


KINGS = "As Ah Kd Kc 2s 2h Qd 7c 4h"


def test_CAS_A4_dealer_policy_hw1() -> None:
    """dealer_policy hw1 keeps the ace out of the first hand to put a pair in the second."""
    assert the_way(KINGS, "hw2") == ["As", "Ah Qd 7c", "Kd Kc 4h 2s 2h"]
    assert the_way(KINGS, "hw1") == ["Qd", "As Ah 4h", "Kd Kc 7c 2s 2h"]


def test_CAS_A4_dealer_policy_top_down() -> None:
    """dealer_policy top_down puts the jack of the example dealer next to the queen."""
    example = "4s 4h 4d 8c 8h Qh Js 9d 3c"
    assert the_way(example, "hw2")[:2] == ["Js", "Qh 9d 3c"]
    assert the_way(example, "top_down")[:2] == ["3c", "Qh Js 9d"]
    assert the_way(KINGS, "top_down") == ["4h", "7c 2s 2h", "As Ah Kd Kc Qd"]


def test_CAS_A4_dealer_policy_equilibrium() -> None:
    """dealer_policy equilibrium would rather have trips in the second hand than a full house in the third."""
    cards = "Ks Kh Kd Qc Td 8c 7s 7s 7h"
    assert the_way(cards, "hw2") == ["Qc", "Ks Td 8c", "Kh Kd 7s 7s 7h"]
    assert the_way(cards, "equilibrium") == ["Qc", "7s 7s 7h", "Ks Kh Kd Td 8c"]


def test_CAS_A4_dealer_policy_hw3() -> None:
    """dealer_policy hw3 would rather have trips in the second hand than a full house in the third, and a pair there."""
    assert the_way("Ks Kh Kd Qc Td 8c 7s 7s 7h", "hw3") == ["Qc", "7s 7s 7h", "Ks Kh Kd Td 8c"]
    assert the_way(KINGS, "hw3") == ["As", "Ah 2s 2h", "Kd Kc Qd 7c 4h"]


def test_CAS_A4_dealer_policy_hw4() -> None:
    """dealer_policy hw4 wants no pair in the second hand where an ace leads it above two pairs."""
    assert the_way("Ks Kh Kd Qc Td 8c 7s 7s 7h", "hw4") == ["Qc", "7s 7s 7h", "Ks Kh Kd Td 8c"]
    assert the_way(KINGS, "hw4") == ["As", "Ah Qd 7c", "Kd Kc 4h 2s 2h"]


def test_CAS_A4_the_ways_in_sentences_are_ten_sentences_at_most() -> None:
    for way in (casino_house_way.HW3, casino_house_way.HW4):
        assert len(way.texts) <= 10
        assert len(set(way.texts)) == len(way.texts)
        assert all(text[0].isupper() and text.endswith(".") for text in way.texts)


def test_CAS_A4_dealer_policy_free() -> None:
    assert won(played(ONE)) == 10
    deal = played(ONE, dealer_policy="free")
    assert deal.waiting_for == (HOUSE,)
    assert view(deal, 1).dealer == ()
    deal = play(deal, HandsSet(HOUSE, hands("3c", "Qh Js 9d", "4s 4h 4d 8c 8h")))
    assert (deal.over, won(deal)) == (True, 10)
    weaker = hands("3c", "4s 4h 9d", "8c 8h 4d Qh Js")
    assert won(play(played(ONE, dealer_policy="free"), HandsSet(HOUSE, weaker))) == 30


def test_CAS_A5_tie_rule_suits() -> None:
    ours = read_cards("As Ks 4d")
    theirs = read_cards("Ah Kd 4s")
    assert hand_points(Terms(), SECOND, ours, theirs) == 0
    suits = under(tie_rule="suits")
    assert hand_points(suits, SECOND, ours, theirs) == 1
    assert hand_points(suits, SECOND, theirs, ours) == -1
    assert hand_points(suits, SECOND, ours, ours) == 0


def test_CAS_A5_tie_rule_dealer() -> None:
    ace = read_cards("As")
    assert hand_points(Terms(), FIRST, ace, read_cards("Ac")) == 0
    assert hand_points(under(tie_rule="dealer"), FIRST, ace, read_cards("Ac")) == -2
    assert hand_points(under(tie_rule="dealer"), FIRST, ace, read_cards("Kc")) == 2


def test_CAS_A6_three_card_classes_no_straight_flush() -> None:
    flush = read_cards("Kd 9d 3d")
    pair = read_cards("2s 2h 4c")
    assert hand_points(Terms(), SECOND, flush, pair) == 1
    assert hand_points(under(three_card_classes="no_straight_flush"), SECOND, flush, pair) == -1
    run = hands("5d", "6s 5c 4h", "Ks Kh 9d 4c 2h")
    assert foul(Terms(), run, {})
    assert foul(under(three_card_classes="no_straight_flush"), run, {}) is None


@pytest.mark.parametrize("points", [1, 5, 6])
def test_CAS_A7_five_of_a_kind_points(points: int) -> None:
    """five_of_a_kind_points 1, 5 or 6; by default 4, and nothing between."""
    fives = read_cards("5s 5h 5d 5c Xx")
    assert points_if_won(Terms(), THIRD, fives) == 4
    assert points_if_won(under(five_of_a_kind_points=str(points)), THIRD, fives) == points
    with pytest.raises(NotAllowed, match="five of a kind scores 4, 1, 5 or 6 points, not 3"):
        SHEET.with_options({"five_of_a_kind_points": 3})


def test_CAS_A8_five_kind_above_sf_false() -> None:
    five = read_cards("As Ah Ad Ac Xx")
    straight = read_cards("5c 6c 7c 8c 9c")
    assert hand_points(Terms(), THIRD, five, straight) == 4
    assert hand_points(under(five_kind_above_sf="false"), THIRD, five, straight) == -5


def test_CAS_A9_joker_ace_special_false() -> None:
    joker = read_cards("Xx")
    king = read_cards("Kd")
    assert hand_points(Terms(), FIRST, joker, king) == 2
    plain = under(joker_ace_special="false")
    assert hand_points(plain, FIRST, joker, king) == 1
    assert hand_points(plain, FIRST, read_cards("Ad"), king) == 2
    assert hand_points(plain, FIRST, joker, read_cards("Ad")) == 0  # an ace it still is


def test_CAS_A11_cross_size_order_class_name() -> None:
    flush_below = hands("5d", "As 7s 2s", "Ks Kh 6d 6c 2h")
    assert foul(Terms(), flush_below, {}) is None
    by_name = under(cross_size_order="class_name")
    assert "is not greater than the second hand As 7s 2s" in str(foul(by_name, flush_below, {}))
    assert foul(by_name, hands("5d", "Ks 7s 2s", "Ad 9d 6d 4d 2d"), {}) is None
    assert compare(by_name, read_cards("2s 2h 2d"), read_cards("As 7s 2s")) == 1  # one size: as ever


def test_CAS_A12_foul_policy_reset() -> None:
    assert won(played(FOULED)) == -30
    deal = played(FOULED, foul_policy="reset")
    assert scores(deal.game.terms, deal) == {1: (2, 1, -2)}  # as A / 2 2 K / 9 9 Q 6 4
    assert won(deal) == 10
    assert won(played(ONE, foul_policy="reset")) == 10


def test_CAS_A12_foul_policy_block() -> None:
    assert why_not(before_setting(FOULED), HandsSet(1, FOULED)) is None
    deal = before_setting(FOULED, foul_policy="block")
    reason = "the second hand Ks Qh 2c is not greater than the first hand Ad [CAS-05]"
    assert why_not(deal, HandsSet(1, FOULED)) == reason
    assert why_not(before_setting(ONE, foul_policy="block"), HandsSet(1, ONE)) is None


def test_CAS_A14_cover_antes_none() -> None:
    poor = Opening(players=("a",), chips={"a": 20})
    with pytest.raises(NotAllowed, match="a has 20 chips and may have to pay 60"):
        start(SHEET, poor)
    assert won(played(WEAK)) == -30
    assert won(played(WEAK, opening=poor, cover_antes="none")) == -20
    with pytest.raises(NotAllowed, match="a has 9 chips and may have to pay 10"):
        start(SHEET.with_options({"cover_antes": "none"}), Opening(players=("a",), chips={"a": 9}))


def test_CAS_A14_cover_antes_none_one_purse_for_all_hands() -> None:
    both = Opening(players=("a", "b", "a"), chips={"a": 40})
    deal = played(WEAK, TWO, WEAK_TOO, opening=both, cover_antes="none", max_hands_per_player="2")
    assert (won(deal, 1), won(deal, 2), won(deal, 3)) == (-30, 15, -10)


def test_CAS_A15_ante_min_5_and_ante_max_100() -> None:
    deal = start(SHEET, Opening(players=("a",)))
    assert why_not(deal, Posted(1, {"ante": 4})) == "ante takes 5 to 100 whole chips, not 4 [CAS-A15]"
    assert why_not(deal, Posted(1, {"ante": 101})) == "ante takes 5 to 100 whole chips, not 101 [CAS-A15]"
    deal = start(SHEET.with_options({"ante_min": 4, "ante_max": 200}), Opening(players=("a",)))
    assert [why_not(deal, Posted(1, {"ante": chips})) for chips in (4, 200)] == [None, None]
    with pytest.raises(NotAllowed, match="the ante cannot have a minimum of 5 above its maximum of 3"):
        SHEET.with_options({"ante_max": 3})


def test_CAS_A15_max_aggregate_5000() -> None:
    assert won(played(THREE, ante=1000, ante_max=1000)) == 10000
    deal = played(THREE, ONE, ante=1000, ante_max=1000, max_aggregate="5000")
    assert (won(deal, 1), won(deal, 2)) == (5000, 2000)
    assert deal.game.at_risk(deal.game.terms, deal)[HOUSE] == 10000


def test_CAS_A20_decision_order_simultaneous() -> None:
    deal = after_seven(2)
    assert deal.waiting_for == (1,)
    assert why_not(deal, Decided(2, "fold")) == "seat 2 must wait for seat 1"
    assert view(play(deal, Decided(1, "fold")), 2).seats[0].decisions == ("fold",)
    deal = after_seven(2, decision_order="simultaneous")
    assert deal.waiting_for == (1, 2)
    assert view(play(deal, Decided(2, "fold")), 1).seats[1].decisions == ()


def test_CAS_A21_reshuffle_shoe() -> None:
    again = Dealt((*cards_of(ONE)[:7], *cards_of(ONE)[:7]))  # both copies of seven cards, one of which was dealt before
    table = close_round(Table(game=SHEET, players=("player 1",)), played(ONE))
    assert why_not(play(open_round(table), Posted(1, {"ante": 5})), again) is None
    table = close_round(Table(game=SHEET.with_options({"reshuffle": "shoe"}), players=("player 1",)), played(ONE))
    assert len(table.spent) == 18
    reason = why_not(play(open_round(table), Posted(1, {"ante": 5})), again)
    assert reason == "the shoe does not have that many of Ad 7s 7c 5h Qd Td 9d 9d [CAS-07]"


def test_CAS_A22_max_hands_per_player_2() -> None:
    twice = Opening(players=("a", "a"))
    with pytest.raises(NotAllowed, match="one player may take 1 seat, not 2 as a does"):
        start(SHEET, twice)
    deal = played(ONE, TWO, opening=twice, max_hands_per_player="2")
    assert (won(deal, 1), won(deal, 2)) == (10, 15)


def test_CAS_A26_wheel_second() -> None:
    wheel = read_cards("As 2d 3h 4c 5s")
    king_high = read_cards("9s Td Jh Qc Ks")
    assert hand_points(Terms(), THIRD, wheel, king_high) == -1
    assert hand_points(under(wheel="second"), THIRD, wheel, king_high) == 1
    assert hand_points(under(wheel="second"), THIRD, wheel, read_cards("Ts Jd Qh Kc As")) == -1
    assert hand_points(under(wheel="second"), SECOND, read_cards("As 2d 3h"), read_cards("Js Qd Kh")) == 1


def test_CAS_A27_joker_duplicates_false() -> None:
    flush = read_cards("Ad 9d 6d 3d Xx")
    other = read_cards("Ac Kc Qc Jc 9c")
    assert hand_points(Terms(), THIRD, flush, other) == 1  # a second ace of diamonds
    single = under(joker_duplicates="false")
    assert hand_points(single, THIRD, flush, other) == -1
    assert points_if_won(single, THIRD, read_cards("9s 9h 9d 9c Xx")) == 4


def test_CAS_A30_house_way_on_request_false() -> None:
    assert SHEET.house_way_on_request(Terms()) is True
    assert SHEET.house_way_on_request(under(house_way_on_request="false")) is False


def test_CAS_A31_joker_use_any() -> None:
    """A joker alone is an ace above nine high: a foul by default, cured by a lower card where any card may be named."""
    setting = hands("Xx", "9d 7c 5s", "Ks Kh 4h 3d 2c")
    assert foul(Terms(), setting, {})
    assert foul(under(joker_use="any"), setting, {}) is None
    assert foul(under(joker_use="any"), setting, {FIRST: read_cards("As")})
