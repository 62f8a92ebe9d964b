"""Pick 2 Poker by clause: games/pick2/rulebook.md."""

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

import pytest

from houseway.games.pick2.bonuses import bonus_3_5, bonus_5_only, p35_five_part, p35_three_part
from houseway.games.pick2.cover import at_risk
from houseway.games.pick2.hand_order import best_three, dealer_arranged, five_strength, qualifies, three_strength
from houseway.games.pick2.settlement import main_results, results
from houseway.games.pick2.sheet import SHEET, THREE_CARDS, deck_backs, house_way
from houseway.games.pick2.terms import Terms
from houseway.games.pick2.wagers import play_chips, spots, stakes
from houseway.rules.cards import DECK, read_cards
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import AnyGame, Decide, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Move, Posted, Voided
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.ranking import compare_strengths
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.table import Table, close_round, open_round
from houseway.rules.view import view

TERMS = Terms()
MAIN = {"ante": 10, "bonus_3_5": 10}
ALL = {**MAIN, "bonus_5_only": 10}
ACE_KING = "As Kh 4d 3c 2s"  # the lowest dealer that qualifies
KING_HIGH = "Ks Qh Td 7c 3s"  # does not qualify; the best three is K-Q-T
NINE_HIGH = "9s 8h 6d 4c 2d"
SIXES = "6s 6h Kd 4c 2d"
THREE_STEP = Decide(("three", "five", "fold"), "P2P-28")


def dealt(*hands: str, wagers: Mapping[str, int] = ALL, game: AnyGame = SHEET) -> Round:
    """A round up to the decisions; the last hand is the dealer's."""
    round_ = start(game, Opening(players=tuple("abcdefghi"[: len(hands) - 1])))
    round_ = after(round_, *(Posted(seat, wagers) for seat in range(1, len(hands))))
    return play(round_, Dealt(tuple(card for hand in hands for card in read_cards(hand))))


def played(
    player: str,
    dealer: str,
    option: str,
    three: str | None = None,
    *,
    wagers: Mapping[str, int] = ALL,
    game: AnyGame = SHEET,
) -> Round:
    """A whole round of one player."""
    round_ = play(dealt(player, dealer, wagers=wagers, game=game), Decided(1, option))
    return play(round_, HandsSet(1, {"three": read_cards(three)})) if three else round_


def nets(round_: Round) -> dict[str, int]:
    """What each wager of the first seat won."""
    won: dict[str, int] = {}
    for payment in settlement(round_):
        won[payment.wager] = won.get(payment.wager, 0) + payment.chips * (1 if payment.payee == 1 else -1)
    return won


def clauses(round_: Round) -> list[tuple[str, str]]:
    return [(payment.wager, payment.clause) for payment in settlement(round_)]


def refused(round_: Round, move: Move) -> str:
    reason = why_not(round_, move)
    with pytest.raises(NotAllowed) as raised:
        play(round_, move)
    assert reason is not None
    assert str(raised.value) == reason
    return reason


def five(a: str, b: str) -> int:
    return compare_strengths(five_strength(read_cards(a)), five_strength(read_cards(b)))


def three(a: str, b: str) -> int:
    return compare_strengths(three_strength(read_cards(a)), three_strength(read_cards(b)))


def class5(cards: str) -> str:
    return five_strength(read_cards(cards)).made.value


def class3(cards: str) -> str:
    return three_strength(read_cards(cards)).made.value


# Approval, equipment and layout ------------------------------------------------------------------------------------


def test_P2P_11_each_departure_from_the_defaults_is_listed_and_hashed() -> None:
    variant = SHEET.with_options({"p35_trips_pays": 4})
    assert SHEET.modifications == {}
    assert variant.modifications == {"p35_trips_pays": (1, 4)}
    assert variant.terms_hash != SHEET.terms_hash


def test_P2P_12_players_sit_round_one_dealer() -> None:
    assert SHEET.seats(TERMS) == range(1, 8)
    with pytest.raises(NotAllowed, match="seats 1 to 7, not 8"):
        start(SHEET, Opening(players=tuple("abcdefgh")))


def test_P2P_13_one_deck_of_52_without_jokers() -> None:
    assert SHEET.shoe(TERMS) == DECK
    with pytest.raises(NotAllowed, match="decks_in_play"):
        SHEET.with_options({"decks_in_play": 2})
    waiting = after(start(SHEET, Opening(players=("a",))), Posted(1, MAIN))
    assert "does not have that many" in refused(waiting, Dealt(read_cards("As As Kd Qd Jd 2c 3c 4c 5c 6c")))


def test_P2P_14_the_areas_are_bonus_only_bonus_ante_and_play() -> None:
    assert [spot.name for spot in spots(TERMS)] == ["ante", "bonus_3_5", "bonus_5_only"]
    assert (play_chips(TERMS, 10, "three"), play_chips(TERMS, 10, "five")) == (20, 10)
    round_ = played(SIXES, ACE_KING, "five")
    assert list(results(TERMS, round_, round_.seat(1))) == ["ante", "play", "bonus_3_5", "bonus_5_only"]


@pytest.mark.parametrize("shuffler", ["off", "on"])
def test_P2P_15_a_machine_may_be_used(shuffler: str) -> None:
    voids = SHEET.irregularities(SHEET.with_options({"shuffler": shuffler}).terms)
    assert ("shuffler_malfunction" in voids) == (shuffler == "on")


def test_P2P_16_with_a_machine_two_decks_of_different_backs_alternate() -> None:
    on = SHEET.with_options({"shuffler": "on"})
    table = Table(game=on, players=("a", "b"))
    backs = []
    for _ in range(4):
        round_ = open_round(table)
        backs.append(round_.opening.deck_back)
        table = close_round(table, play(round_, Voided("wrong_count")))
    assert backs == ["red", "blue", "red", "blue"]
    assert deck_backs(TERMS) == ()
    assert open_round(Table(game=SHEET, players=("a", "b"))).opening.deck_back == ""
    with pytest.raises(NotAllowed, match="red or blue, not 'green'"):
        start(on, Opening(players=("a",), deck_back="green"))
    with pytest.raises(NotAllowed, match="not named at this table, not 'red'"):
        start(SHEET, Opening(players=("a",), deck_back="red"))


def test_P2P_33_the_table_shows_the_dealers_five_cards_in_order_and_the_best_three() -> None:
    round_ = after(dealt(SIXES, "2h Kc As 7c 9c", wagers=MAIN), Decided(1, "five"))
    laid_out = view(round_, None).dealer_cards
    assert laid_out is not None
    assert laid_out.order == read_cards("As Kc 9c 7c 2h")
    assert set(laid_out.pushed_up) == set(read_cards("Kc 9c 7c"))
    assert laid_out.hands == {"five": laid_out.order, "three": laid_out.pushed_up}
    assert laid_out.qualifies
    folded = after(dealt(SIXES, ACE_KING), Decided(1, "fold"))
    assert view(folded, None).dealer_cards is None, "the dealer's cards stay down if nobody plays"
    assert view(dealt(SIXES, ACE_KING), None).dealer_cards is None, "and before the reveal"


def test_P2P_32_a_seat_that_plays_five_plays_all_its_cards_unset() -> None:
    five = after(dealt(SIXES, ACE_KING, wagers=MAIN), Decided(1, "five"))
    assert SHEET.unset_hands(TERMS, five.seat(1)) == {"five": five.seat(1).cards}
    assert SHEET.strength(TERMS, "five", five.seat(1).cards, ()) == five_strength(five.seat(1).cards)
    three = after(dealt(SIXES, ACE_KING, wagers=MAIN), Decided(1, "three"))
    assert SHEET.unset_hands(TERMS, three.seat(1)) == {}
    alone = SHEET.with_options({"b5_alone": True})
    bonus_only = after(dealt(SIXES, ACE_KING, wagers={"bonus_5_only": 10}, game=alone), Decided(1, "five"))
    assert SHEET.unset_hands(alone.terms, bonus_only.seat(1)) == {}, "nothing is compared with the bonus alone"


def test_P2P_18_wagers_are_whole_chips() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    halves: dict[str, Any] = {"ante": 7.5, "bonus_3_5": 7.5}
    assert "whole chips, not 7.5" in refused(opened, Posted(1, halves))


# Wagers and limits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wagers", [{"ante": 10}, {"bonus_3_5": 10}, {"bonus_5_only": 10}, {}])
def test_P2P_19_ante_and_bonus_are_both_bet_to_play(wagers: dict[str, int]) -> None:
    assert "is missing" in refused(start(SHEET, Opening(players=("a",))), Posted(1, wagers))


def test_P2P_19_nobody_but_the_dealer_is_played_against() -> None:
    for opening in (Opening(players=("a", "b"), banker=2), Opening(players=("a",), house_bet=5)):
        with pytest.raises(NotAllowed, match=r"nobody else banks \[P2P-19\]"):
            start(SHEET, opening)


def test_P2P_20_each_bonus_equals_the_ante() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    assert "the 3-5 Bonus must equal the 10 chips" in refused(opened, Posted(1, {"ante": 10, "bonus_3_5": 5}))
    assert "or be left out, not be 5 [P2P-20]" in refused(opened, Posted(1, {**MAIN, "bonus_5_only": 5}))
    assert why_not(opened, Posted(1, ALL)) is None


def test_P2P_21_the_bonus_only_wager_is_optional() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    assert why_not(opened, Posted(1, MAIN)) is None
    assert why_not(opened, Posted(1, {**MAIN, "bonus_5_only": 0})) is None
    assert "bonus_5_only" not in nets(played(SIXES, ACE_KING, "five", wagers=MAIN))


def test_P2P_22_bonus_only_is_paid_on_all_five_cards_whatever_was_played() -> None:
    assert nets(played("9s 8s 7s 6h 5d", ACE_KING, "three", "9s 8s 7s"))["bonus_5_only"] == 60


def test_P2P_23_the_house_sets_the_limits() -> None:
    game = SHEET.with_options({"ante_min": 20, "ante_max": 40})
    opened = start(game, Opening(players=("a",)))
    assert refused(opened, Posted(1, MAIN)) == "ante takes 20 to 40 whole chips, not 10 [P2P-23]"
    assert "not 41 [P2P-23]" in refused(opened, Posted(1, {"ante": 41, "bonus_3_5": 41}))
    free = start(game.with_options({"b35_stake": "free", "b35_min": 2, "b35_max": 9}), Opening(players=("a",)))
    assert "bonus_3_5 takes 2 to 9" in refused(free, Posted(1, {"ante": 20, "bonus_3_5": 10}))
    with pytest.raises(NotAllowed, match="minimum of 101"):
        SHEET.with_options({"ante_min": 101})


def test_P2P_24_no_limit_may_exceed_the_law() -> None:
    with pytest.raises(NotAllowed, match=r"ante may be at most 50 chips by law, not 100 \[P2P-24\]"):
        SHEET.with_options({"legal_max_wager": 50})
    with pytest.raises(NotAllowed, match=r"play may be at most 150 chips by law, not 200 \[P2P-24\]"):
        SHEET.with_options({"legal_max_wager": 150})
    with pytest.raises(NotAllowed, match=r"play may be at most 100 chips under the 2008 limits"):
        SHEET.with_options({"limit_profile": "2008"})
    game = SHEET.with_options(
        {"limit_profile": "2008", "ante_max": 50}
    )  # main game, 3-5 Bonus, Bonus Only: three games
    assert game.terms.ante_max == 50


def test_P2P_25_the_ante_is_settled_against_the_dealer() -> None:
    assert clauses(played(SIXES, ACE_KING, "five", wagers=MAIN))[0] == ("ante", "P2P-36")
    assert settlement(played(SIXES, ACE_KING, "five"))[0][:3] == (HOUSE, 1, 10)


def test_P2P_26_no_tip_unless_management_allows_it() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    assert "there is no wager 'tip'" in refused(opened, Posted(1, {**MAIN, "tip": 1}))


# Deal and decision -------------------------------------------------------------------------------------------------


def test_P2P_27_five_cards_face_down_to_each_player_and_the_dealer() -> None:
    round_ = dealt(SIXES, "9s 8h 6d 4h 2h", KING_HIGH)
    assert [seat.cards for seat in round_.seats] == [read_cards(SIXES), read_cards("9s 8h 6d 4h 2h")]
    assert round_.dealer == read_cards(KING_HIGH)
    seen = view(round_, 1)
    assert (seen.seats[0].cards, seen.seats[1].cards, seen.dealer) == (read_cards(SIXES), (), ())
    assert all(seat.cards == () for seat in view(round_, None).seats)


def test_P2P_27_wagers_come_before_the_deal() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    assert "a wager comes first" in refused(opened, Dealt(DECK[:10]))
    assert "this deal is 10 cards, not 9 [P2P-27]" in refused(play(opened, Posted(1, MAIN)), Dealt(DECK[:9]))


def test_P2P_28_a_player_must_play_or_fold() -> None:
    round_ = dealt(SIXES, ACE_KING)
    assert round_.waiting_for == (1,)
    assert refused(round_, Decided(1, "check")) == "choose three, five, fold, not 'check' [P2P-28]"
    with pytest.raises(NotAllowed, match="not over"):
        settlement(round_)


def test_P2P_29_three_cards_or_five_never_both() -> None:
    chose_five = played(SIXES, ACE_KING, "five")
    assert chose_five.over  # nothing to set
    chose_three = played(SIXES, ACE_KING, "three")
    assert "a decision" in refused(chose_three, Decided(1, "five"))
    assert nets(played(SIXES, ACE_KING, "three", "6s 6h Kd"))["play"] == -20


def test_P2P_30_a_fold_loses_the_ante_and_the_bonuses() -> None:
    round_ = played("Ts Js Qs Ks As", KING_HIGH.replace("Ks", "Kd"), "fold")
    assert round_.over
    assert clauses(round_) == [("ante", "P2P-30"), ("bonus_3_5", "P2P-30"), ("bonus_5_only", "P2P-30")]
    assert net(settlement(round_)) == {1: -30, HOUSE: 30}


def test_P2P_30_folded_cards_stay_hidden() -> None:
    round_ = after(dealt(SIXES, "9s 8h 6d 4h 2h", KING_HIGH), Decided(1, "fold"), Decided(2, "five"))
    seen = view(round_, None)
    assert (seen.seats[0].cards, seen.seats[1].cards) == ((), read_cards("9s 8h 6d 4h 2h"))
    assert seen.dealer == read_cards(KING_HIGH)


def test_P2P_31_play_is_twice_the_ante_for_three_cards_and_once_for_five() -> None:
    assert nets(played(SIXES, "As Ah Kc 7c 3d", "five", wagers=MAIN))["play"] == -10
    assert nets(played(SIXES, "As Ah Kc 7c 3d", "three", "6s 6h Kd", wagers=MAIN))["play"] == -20
    assert why_not(dealt(SIXES, ACE_KING), Decided(1, "three", 20)) is None


@pytest.mark.parametrize("name", ["play_multiple_5card", "play_multiple_3card", "main_pays", "b5_min_pair"])
def test_P2P_31_what_the_sheet_fixes_cannot_be_changed(name: str) -> None:
    with pytest.raises(NotAllowed, match=name):
        SHEET.with_options({name: 3})


def test_P2P_31_who_cannot_pay_the_least_play_is_not_dealt_in() -> None:
    opened = start(SHEET, Opening(players=("a",), chips={"a": 39}))
    assert refused(opened, Posted(1, ALL)) == "a has 39 chips and may have to pay 40 [P2P-31]"
    round_ = after(opened, Posted(1, MAIN), Dealt(read_cards(SIXES + ACE_KING)))
    assert refused(round_, Decided(1, "three")) == "a has 39 chips and may have to pay 40 [P2P-31]"
    assert why_not(round_, Decided(1, "five")) is None
    assert why_not(round_, Decided(1, "fold")) is None


def test_P2P_31_the_house_knows_its_worst_case() -> None:
    most = 500 + 10
    waiting = dealt(SIXES, ACE_KING)
    assert at_risk(TERMS, waiting) == {1: 40, HOUSE: 10 * (1 + 2 + most + 500)}
    assert at_risk(TERMS, play(waiting, Decided(1, "five")))[HOUSE] == 10 * (1 + 1 + most + 500)
    assert at_risk(TERMS, play(waiting, Decided(1, "fold"))) == {1: 30, HOUSE: 0}


def test_P2P_31_an_absent_player_plays_all_five() -> None:
    assert SHEET.default_decision(TERMS, THREE_STEP) == "five"


def test_P2P_32_three_cards_are_set_and_two_put_away() -> None:
    round_ = played(SIXES, ACE_KING, "three")
    assert view(round_, 1).slots == (THREE_CARDS,)
    assert refused(round_, HandsSet(1, {"three": read_cards("6s 6h")})) == "three takes 3 cards, not 2 [P2P-32]"
    assert "is not yours to set" in refused(round_, HandsSet(1, {"three": read_cards("6s 6h Ks")}))
    assert why_not(round_, HandsSet(1, {"three": read_cards("6s 4c 2d")})) is None


def test_P2P_32_only_who_plays_three_has_something_to_set() -> None:
    round_ = after(dealt(SIXES, "9s 8h 6d 4h 2h", KING_HIGH), Decided(1, "five"), Decided(2, "three"))
    assert round_.waiting_for == (2,)


# Dealer and settlement ---------------------------------------------------------------------------------------------


def test_P2P_33_the_dealer_sorts_five_cards_and_pushes_the_best_three() -> None:
    arranged, best = dealer_arranged(read_cards("3d Qs Tc Jd Qh"))
    assert arranged == read_cards("Qs Qh Jd Tc 3d")
    assert {card.rank for card in best} == {12, 11, 10}


def test_P2P_34_bonuses_are_settled_by_the_posted_tables() -> None:
    round_ = played("9s 9h 9d 4c 2d", ACE_KING.replace("4d", "4h"), "five")
    assert [(p.chips, p.clause) for p in settlement(round_)[2:]] == [(10, "P2P-67g"), (10, "P2P-68c"), (40, "P2P-69g")]


def test_P2P_35_the_higher_hand_wins_and_ties_push() -> None:
    assert nets(played(SIXES, "As Ah Kc 7c 3d", "five", wagers=MAIN)) == {"ante": -10, "play": -10, "bonus_3_5": -10}
    tie = played("As Kh 7d 3c 2s", "Ad Ks 7c 3h 2h", "five", wagers=MAIN)
    assert nets(tie) == {"bonus_3_5": -10}
    assert results(TERMS, tie, tie.seat(1))["play"].line == "push"


def test_P2P_36_even_money_on_ante_and_play() -> None:
    assert nets(played(SIXES, ACE_KING, "five", wagers=MAIN)) == {"ante": 10, "play": 10, "bonus_3_5": -10}


def test_P2P_37_the_dealer_must_qualify_in_five_cards_only() -> None:
    assert nets(played(SIXES, KING_HIGH, "five", wagers=MAIN)) == {"ante": 10, "bonus_3_5": -10}
    assert nets(played(SIXES, KING_HIGH, "three", "6s 6h Kd", wagers=MAIN))["play"] == 20


def test_P2P_38_bonuses_are_settled_after_all_other_wagers() -> None:
    round_ = after(dealt(SIXES, "9s 8h 6d 4h 2h", "As Kh 5d 3c 2s"), Decided(1, "five"), Decided(2, "five"))
    order = [(payment.wager, seat) for payment in settlement(round_) for seat in payment[:2] if seat != HOUSE]
    assert order[:4] == [("ante", 1), ("play", 1), ("ante", 2), ("play", 2)]
    assert order[4:] == [("bonus_3_5", 1), ("bonus_5_only", 1), ("bonus_3_5", 2), ("bonus_5_only", 2)]


def test_P2P_39_a_losing_hand_still_wins_its_bonuses_on_three_tables() -> None:
    round_ = played("9s 9h 9d 4c 2d", "Ts Th Td 3c 2s", "five")
    assert nets(round_) == {"ante": -10, "play": -10, "bonus_3_5": 20, "bonus_5_only": 40}
    both = results(TERMS, round_, round_.seat(1))["bonus_3_5"]
    assert (both.line, both.pays, both.clause) == ("three_of_a_kind_and_three_of_a_kind", 2, "P2P-39")


def test_P2P_40_the_better_hand_of_the_chosen_game_wins() -> None:
    hands = ("9s 8s 7s Kd 2c", "As Ah Kh Qc 3d")  # the straight flush beats A-K-Q; five cards lose to aces
    assert nets(played(*hands, "three", "9s 8s 7s", wagers=MAIN)) == {"ante": 10, "play": 20, "bonus_3_5": 30}
    assert nets(played(*hands, "five", wagers=MAIN)) == {"ante": -10, "play": -10, "bonus_3_5": 30}


def test_P2P_41_every_round_is_dealt_from_the_whole_deck() -> None:
    with pytest.raises(NotAllowed, match=r"As Kd cannot be spent \[P2P-41\]"):
        start(SHEET, Opening(players=("a",), spent=read_cards("As Kd")))


def test_P2P_42_a_player_answers_for_a_bad_three() -> None:
    hands = ("9s 8s 7s Kd 2c", "As 4h 6h Qc 3d")
    assert nets(played(*hands, "three", "9s 7s 2c", wagers=MAIN))["play"] == -20
    assert nets(played(*hands, "three", "9s 8s 7s", wagers=MAIN))["play"] == 20


# Irregularities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        pytest.param("card_face_up", "P2P-45", id="P2P-45"),
        pytest.param("wrong_count", "P2P-46", id="P2P-46"),
        pytest.param("dealer_card_exposed", "P2P-47", id="P2P-47"),
        pytest.param("shuffler_malfunction", "P2P-48", id="P2P-48"),
    ],
)
def test_P2P_45_to_P2P_48_an_irregularity_voids_all_hands(reason: str, clause: str) -> None:
    game = SHEET.with_options({"shuffler": "on"})
    assert game.irregularities(game.terms)[reason].clause == clause
    round_ = play(dealt("Ts Js Qs Ks As", "9s 8h 6d 4h 2h", "2s 3s 4s 5s 7s", game=game), Voided(reason))
    assert round_.over
    assert settlement(round_) == []
    assert view(round_, None).dealer == ()


def test_P2P_49_the_list_binds_only_with_a_machine() -> None:
    by_hand = SHEET.irregularities(TERMS)
    assert {name: irregularity.clause for name, irregularity in by_hand.items()} == {
        "card_face_up": "P2P-A11",
        "wrong_count": "P2P-A11",
        "dealer_card_exposed": "P2P-A11",
    }
    assert "is no reason to void a round" in refused(dealt(SIXES, ACE_KING), Voided("shuffler_malfunction"))


# Rankings ----------------------------------------------------------------------------------------------------------


def test_P2P_50_royal_flush_is_highest() -> None:
    assert class5("Ts Js Qs Ks As") == "royal_flush"
    assert five("Ts Js Qs Ks As", "9h Th Jh Qh Kh") == 1


def test_P2P_51_straight_flushes_from_king_high_to_the_wheel() -> None:
    assert class5("Ah 2h 3h 4h 5h") == "straight_flush"
    assert five("2s 3s 4s 5s 6s", "Ah 2h 3h 4h 5h") == 1
    assert five("9h Th Jh Qh Kh", "8s 9s Ts Js Qs") == 1


def test_P2P_52_four_of_a_kind() -> None:
    assert five("Ah 2h 3h 4h 5h", "As Ac Ad Ah Ks") == 1
    assert five("As Ac Ad Ah 2s", "Ks Kc Kd Kh As") == 1
    assert five("2s 2c 2d 2h 3s", "As Ac Ad Ks Kh") == 1


def test_P2P_53_full_house() -> None:
    assert five("As Ac Ad Ks Kh", "As Ac Ad Qs Qh") == 1
    assert five("2s 2c 2d 3s 3h", "As Ks Qs Js 9s") == 1


def test_P2P_54_flush() -> None:
    assert class5("As Ks Qs Js 9s") == "flush"
    assert five("2s 3s 4s 5s 7s", "Ts Jh Qd Kc As") == 1


def test_P2P_55_straight_without_wrap() -> None:
    assert class5("As 2h 3d 4c 5s") == "straight"
    assert class5("Qs Kh Ad 2c 3s") == "high_card"
    assert five("2s 3h 4d 5c 6s", "As 2h 3d 4c 5s") == 1
    assert five("As 2h 3d 4c 5s", "As Ah Ad Kc Qs") == 1


def test_P2P_56_three_of_a_kind() -> None:
    assert five("As Ah Ad 3c 2s", "Ks Kh Kd Ac Qs") == 1
    assert five("2s 2h 2d 4c 3s", "As Ah Ks Kh Qd") == 1


def test_P2P_57_two_pairs() -> None:
    assert five("As Ah Ks Kh 2d", "As Ah Qs Qh Kd") == 1
    assert five("3s 3h 2s 2h 4d", "As Ah Kd Qc Js") == 1


def test_P2P_58_one_pair() -> None:
    assert five("As Ah 4d 3c 2s", "Ks Kh Ad Qc Js") == 1
    assert five("2s 2h 5d 4c 3s", "As Kh Qd Jc 9s") == 1


def test_P2P_59_high_card() -> None:
    assert class5(NINE_HIGH) == "high_card"
    assert five("As 7h 4d 3c 2s", "Ks Qh Jd Tc 8s") == 1


def test_P2P_D2_the_three_cards_set_are_ranked_as_three_cards() -> None:
    three_cards = read_cards("9s 8s 7s")
    assert SHEET.strength(TERMS, "three", three_cards, ()) == three_strength(three_cards)


def test_P2P_60_three_card_royal_is_ace_king_queen_suited() -> None:
    assert class3("Ad Kd Qd") == "royal_flush"
    assert three("Ad Kd Qd", "Ks Qs Js") == 1


def test_P2P_61_three_card_straight_flush() -> None:
    assert class3("Ad 2d 3d") == "straight_flush"
    assert three("2d 3d 4d", "As 2s 3s") == 1
    assert three("Ad 2d 3d", "As Ah Ac") == 1


def test_P2P_62_three_of_a_kind_above_a_straight() -> None:
    assert three("As Ah Ac", "Ks Kh Kc") == 1
    assert three("2s 2h 2c", "As Kh Qd") == 1


def test_P2P_63_three_card_straight_beats_a_flush_and_does_not_wrap() -> None:
    assert three("As 2h 3d", "As Ks Js") == 1
    assert three("As Kh Qd", "Ks Qh Jd") == 1
    assert class3("Ks Ah 2d") == "high_card"


def test_P2P_64_three_card_flush() -> None:
    assert three("2s 3s 5s", "As Ah Kd") == 1


def test_P2P_65_three_card_pair() -> None:
    assert three("As Ah 2d", "Ks Kh Ad") == 1
    assert three("2s 2h 3d", "As Kh Jd") == 1


def test_P2P_66_three_card_high_card() -> None:
    assert class3("As Kh Jd") == "high_card"
    assert three("As 4h 2d", "Ks Qh Td") == 1


# Pay tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "pays", "clause"),
    [
        ("Ts Js Qs Ks As", 500, "P2P-67a"),
        ("5h 6h 7h 8h 9h", 100, "P2P-67b"),
        ("9s 9h 9d 9c 2d", 25, "P2P-67c"),
        ("9s 9h 9d 2c 2d", 12, "P2P-67d"),
        ("Ks Js 9s 6s 2s", 10, "P2P-67e"),
        ("5h 6d 7c 8h 9s", 4, "P2P-67f"),
        ("9s 9h 9d 4c 2d", 1, "P2P-67g"),
        ("9s 9h 4d 4c 2d", -1, "P2P-67"),
    ],
)
def test_P2P_67_the_five_card_table_of_the_3_5_bonus(cards: str, pays: int, clause: str) -> None:
    result = p35_five_part(TERMS, read_cards(cards))
    assert (result.pays, result.clause) == (pays, clause)


@pytest.mark.parametrize(
    ("cards", "pays", "clause"),
    [
        ("As Ks Qs 7d 2c", 10, "P2P-68a"),
        ("5h 6h 7h Kd 2c", 3, "P2P-68b"),
        ("9s 9h 9d 4c 2d", 1, "P2P-68c"),
        ("As Kd Qs 7d 2c", -1, "P2P-68"),
    ],
)
def test_P2P_68_the_three_card_table_of_the_3_5_bonus(cards: str, pays: int, clause: str) -> None:
    result = p35_three_part(TERMS, read_cards(cards))
    assert (result.pays, result.clause) == (pays, clause)


@pytest.mark.parametrize(
    ("cards", "pays", "clause"),
    [
        ("Ts Js Qs Ks As", 500, "P2P-69a"),
        ("5h 6h 7h 8h 9h", 100, "P2P-69b"),
        ("9s 9h 9d 9c 2d", 40, "P2P-69c"),
        ("9s 9h 9d 2c 2d", 15, "P2P-69d"),
        ("Ks Js 9s 6s 2s", 8, "P2P-69e"),
        ("5h 6d 7c 8h 9s", 6, "P2P-69f"),
        ("9s 9h 9d 4c 2d", 4, "P2P-69g"),
        ("9s 9h 4d 4c 2d", 3, "P2P-69h"),
        ("6s 6h Kd 4c 2d", 1, "P2P-69i"),
        ("As Ah Kd 4c 2d", 1, "P2P-69i"),
        ("5s 5h Kd 4c 2d", -1, "P2P-D8"),
        ("As Kh 9d 4c 2d", -1, "P2P-D8"),
    ],
)
def test_P2P_69_the_5_card_bonus_only_table(cards: str, pays: int, clause: str) -> None:
    result = bonus_5_only(TERMS, read_cards(cards))
    assert (result.pays, result.clause) == (pays, clause)


def test_P2P_67_a_line_of_a_table_can_be_changed() -> None:
    game = SHEET.with_options({"p35_five_table.flush": 6, "p35_three_table.straight_flush": 5, "b5_table.flush": 7})
    flush = read_cards("4s 5s 6s Ts Ks")
    assert [part.pays for part in bonus_3_5(game.terms, flush)] == [6, 5]
    assert bonus_5_only(game.terms, flush).pays == 7
    with pytest.raises(Unreadable, match="has no line"):
        SHEET.with_options({"b5_table.jacks": 1})


# Evaluation --------------------------------------------------------------------------------------------------------


def test_P2P_D1_suits_never_break_ties_and_the_wheel_is_lowest() -> None:
    assert five("As Kh 7d 3c 2s", "Ad Ks 7c 3h 2h") == 0
    assert five_strength(read_cards("As 2h 3d 4c 5s")).ranks == (5,)


def test_P2P_D2_the_three_card_order_and_its_counts() -> None:
    counts: dict[str, int] = {}
    for hand in combinations(DECK, 3):
        made = three_strength(hand).made.value
        counts[made] = counts.get(made, 0) + 1
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "one_pair": 3744,
        "high_card": 16440,
    }
    order = ["Ad Kd Qd", "Ad 2d 3d", "2s 2h 2d", "As 2h 3d", "2s 3s 5s", "2s 2h 3d", "As Kh Jd"]
    assert [three(a, b) for a, b in pairwise(order)] == [1] * 6
    assert three_strength(read_cards("As 2h 3d")).ranks == (3,)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [(ACE_KING, True), ("As Qh Jd Tc 9s", False), ("Ks Qh Jd Tc 8s", False), ("2s 2h 4d 5c 7s", True)],
)
def test_P2P_D3_ace_king_or_any_pair_qualifies(cards: str, expected: bool) -> None:
    assert qualifies(TERMS, read_cards(cards)) is expected


def test_P2P_D4_a_fold_is_minus_every_stake() -> None:
    assert nets(played(SIXES, ACE_KING, "fold")) == {"ante": -10, "bonus_3_5": -10, "bonus_5_only": -10}


@pytest.mark.parametrize(("ahead", "net_"), [(1, (1, 1)), (0, (0, 0)), (-1, (-1, -1))])
def test_P2P_D5_five_cards_against_a_dealer_who_qualifies_or_not(ahead: int, net_: tuple[int, int]) -> None:
    assert tuple(result.pays for result in main_results(TERMS, ahead, qualified=True)) == net_
    assert [result.pays for result in main_results(TERMS, ahead, qualified=False)] == [1, 0]


def test_P2P_D6_any_of_ten_threes_and_the_best_is_never_worse() -> None:
    cards = read_cards("9h 7h 4h 5c 6s")
    best = three_strength(best_three(cards))
    threes = [three_strength(hand) for hand in combinations(cards, 3)]
    assert len(threes) == 10
    assert best == max(threes)
    assert best.in_words == "straight"


def test_P2P_D7_the_three_card_line_counts_in_either_game_and_a_miss_loses() -> None:
    hands = ("5h 6h 7h Kd 2c", "As Ah Ks Kc 3d")
    assert nets(played(*hands, "five"))["bonus_3_5"] == 30
    assert nets(played(*hands, "three", "Kd 7h 2c"))["bonus_3_5"] == 30
    assert ("bonus_3_5", "P2P-D7") in clauses(played(SIXES, ACE_KING, "five"))
    worthless = SHEET.with_options({"p35_trips_pays": 0, "p35_three_table.three_of_a_kind": 0})
    assert nets(played("9s 9h 9d 4c 2d", ACE_KING, "five", game=worthless))["bonus_3_5"] == -10


def test_P2P_D8_bonus_only_loses_below_sixes() -> None:
    assert ("bonus_5_only", "P2P-D8") in clauses(played("5s 5h Kd 4c 2d", "As Kh 4d 3c 2s", "five"))


def test_P2P_D9_stakes() -> None:
    round_ = played(SIXES, ACE_KING, "three", "6s 6h Kd")
    assert stakes(TERMS, round_.seat(1)) == {**ALL, "play": 20}


# Open questions without an option ----------------------------------------------------------------------------------


def test_P2P_A4_bonus_only_is_optional_and_equal_if_made() -> None:
    opened = start(SHEET, Opening(players=("a",)))
    assert [why_not(opened, Posted(1, {**MAIN, "bonus_5_only": b5})) is None for b5 in (0, 10, 20)] == [1, 1, 0]


def test_P2P_A12_only_the_irregularities_depend_on_a_machine() -> None:
    on, off = (SHEET.with_options({"shuffler": word}) for word in ("on", "off"))
    assert [nets(played(SIXES, ACE_KING, "five", game=game)) for game in (on, off)] == [
        nets(played(SIXES, ACE_KING, "five"))
    ] * 2


def test_P2P_A14_the_best_three_do_not_depend_on_the_five() -> None:
    assert {card.rank for card in best_three(read_cards("As Ah Kd Qc Js"))} == {14, 13, 12}


def test_P2P_A16_an_unqualified_dealer_loses_the_ante_even_to_a_worse_hand() -> None:
    assert nets(played(NINE_HIGH, KING_HIGH, "five", wagers=MAIN)) == {"ante": 10, "bonus_3_5": -10}


def test_P2P_A17_kickers_decide() -> None:
    assert five("As Ah Kd 4c 3s", "Ad Ac Qd Jc Ts") == 1
    assert five("As Ah Ks Kh 3d", "Ad Ac Kd Kc 2d") == 1
    assert five("As Ks 9s 8s 2s", "Ah Kh 9h 7h 6h") == 1


def test_P2P_A19_each_wager_has_its_own_limits() -> None:
    game = SHEET.with_options({"b35_stake": "free", "b35_min": 1, "b35_max": 3})
    assert [(spot.low, spot.high) for spot in spots(game.terms)] == [(5, 100), (1, 3), (5, 100)]


def test_P2P_A26_a_play_wager_of_the_wrong_size_is_refused() -> None:
    round_ = dealt(SIXES, ACE_KING)
    assert refused(round_, Decided(1, "five", 20)) == "the Play wager is 10 chips for five, not 20 [P2P-A26]"
    assert "20 chips for three, not 10" in refused(round_, Decided(1, "three", 10))
    assert "0 chips for fold, not 10" in refused(round_, Decided(1, "fold", 10))


def test_P2P_A29_lines_inside_bigger_hands_add() -> None:
    def parts(cards: str) -> list[int]:
        return [part.pays for part in bonus_3_5(TERMS, read_cards(cards))]

    assert parts("Ts Js Qs Ks As") == [500, 10]
    assert parts("5h 6h 7h 8h 9h") == [100, 3]
    assert parts("9s 9h 9d 9c 2d") == [25, 1]
    assert parts("As Ks Qs Jd Th") == [4, 10]


def test_P2P_A30_both_bonuses_pay_on_one_hand() -> None:
    assert nets(played("Ks Js 9s 6s 2s", "Ah Kh 4d 3c 2d", "five")) == {
        "ante": 10,
        "play": 10,
        "bonus_3_5": 100,
        "bonus_5_only": 80,
    }


def test_P2P_A32_equal_threes_push() -> None:
    round_ = played("Ah Kd Qc 7c 2h", "As Kh Qd 8c 3d", "three", "Ah Kd Qc", wagers=MAIN)
    assert nets(round_) == {"bonus_3_5": -10}


def test_P2P_A15_the_software_offers_the_best_three() -> None:
    assert house_way(TERMS, read_cards("9h 7h 4h 5c 6s")) == {"three": read_cards("7h 6s 5c")}


@pytest.mark.parametrize(
    ("cards", "option"),
    [("9s 8s 7d Kd 2c", "three"), ("Ks 9s 2s 6d 4c", "three"), (SIXES, "five"), (NINE_HIGH, "five")],
)
def test_P2P_28_a_steady_player_plays_three_from_a_flush_up(cards: str, option: str) -> None:
    assert SHEET.steady_decision(TERMS, THREE_STEP, read_cards(cards)) == option
