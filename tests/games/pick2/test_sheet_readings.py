"""Pick 2 Poker: every reading of the open questions, compared with the default in a case where they differ."""

from collections.abc import Mapping

import pytest

from houseway.games.pick2.bonuses import p35_three_part
from houseway.games.pick2.cover import at_risk
from houseway.games.pick2.limits import top_odds
from houseway.games.pick2.sheet import SHEET
from houseway.games.pick2.terms import Terms
from houseway.rules.cards import DECK, Cards, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Game, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted, Voided
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.view import view

MAIN = {"ante": 10, "bonus_3_5": 10}
ALL = {**MAIN, "bonus_5_only": 10}
ACE_KING = "As Kh 4d 3c 2s"
KING_HIGH = "Ks Qh Td 7c 3s"
NINE_HIGH = "9s 8h 6d 4c 2d"
SIXES = "6s 6h Kd 4c 2d"
NINES = "9s 9h 9d 4c 2d"


def under(**options: object) -> Game[Terms]:
    return SHEET.with_options(options)


def played(
    game: AnyGame,
    player: str,
    dealer: str,
    option: str,
    three: str | None = None,
    wagers: Mapping[str, int] = ALL,
) -> Round:
    round_ = after(start(game, Opening(players=("a",))), Posted(1, wagers))
    round_ = after(round_, Dealt(read_cards(player) + read_cards(dealer)), Decided(1, option))
    return play(round_, HandsSet(1, {"three": read_cards(three)})) if three else round_


def nets(
    game: AnyGame,
    player: str,
    dealer: str,
    option: str,
    three: str | None = None,
    wagers: Mapping[str, int] = ALL,
) -> dict[str, int]:
    """What each wager won; the order of the keys is the order of payment."""
    won: dict[str, int] = {}
    for payment in settlement(played(game, player, dealer, option, three, wagers)):
        won[payment.wager] = won.get(payment.wager, 0) + payment.chips * (1 if payment.payee == 1 else -1)
    return won


def why_not_posted(game: AnyGame, wagers: Mapping[str, int]) -> str | None:
    return why_not(start(game, Opening(players=("a",))), Posted(1, wagers))


# The fold and the qualifier ----------------------------------------------------------------------------------------


def test_P2P_A1_fold_bonus_in_action() -> None:
    assert nets(SHEET, NINES, ACE_KING, "fold") == {"ante": -10, "bonus_3_5": -10, "bonus_5_only": -10}
    game = under(fold_bonus="in_action")
    assert nets(game, NINES, ACE_KING, "fold") == {"ante": -10, "bonus_3_5": 20, "bonus_5_only": 40}
    assert at_risk(game.terms, played(game, NINES, ACE_KING, "fold"))[HOUSE] == 10 * (510 + 500)


def test_P2P_A1_fold_bonus_b5_only() -> None:
    game = under(fold_bonus="b5_only")
    assert nets(game, NINES, ACE_KING, "fold") == {"ante": -10, "bonus_3_5": -10, "bonus_5_only": 40}
    assert at_risk(game.terms, played(game, NINES, ACE_KING, "fold"))[HOUSE] == 10 * 500


def ante_and_play(game: AnyGame, player: str) -> tuple[int, int]:
    won = nets(game, player, KING_HIGH, "five")
    return won.get("ante", 0), won.get("play", 0)


def test_P2P_A2_nonqualify_all_push_or_all_win_or_ante_pushes_play_resolves() -> None:
    readings = {
        "all_push": [(0, 0), (0, 0)],
        "all_win": [(10, 10), (10, 10)],
        "ante_pushes_play_resolves": [(0, -10), (0, 10)],
    }
    assert [ante_and_play(SHEET, player) for player in (NINE_HIGH, SIXES)] == [(10, 0), (10, 0)]
    for value, expected in readings.items():
        assert [ante_and_play(under(nonqualify=value), player) for player in (NINE_HIGH, SIXES)] == expected


def test_P2P_A2_nonqualify_all_push_leaves_a_dealer_who_qualifies_alone() -> None:
    assert nets(under(nonqualify="all_push"), SIXES, ACE_KING, "five") == nets(SHEET, SIXES, ACE_KING, "five")


def test_P2P_A18_qualifier_none() -> None:
    assert nets(SHEET, NINE_HIGH, KING_HIGH, "five") == {"ante": 10, "bonus_3_5": -10, "bonus_5_only": -10}
    won = nets(under(qualifier="none"), NINE_HIGH, KING_HIGH, "five")
    assert won == {"ante": -10, "play": -10, "bonus_3_5": -10, "bonus_5_only": -10}


# Stakes and limits -------------------------------------------------------------------------------------------------


def test_P2P_A3_b35_stake_free() -> None:
    wagers = {"ante": 10, "bonus_3_5": 25}
    assert "[P2P-20]" in (why_not_posted(SHEET, wagers) or "")
    game = under(b35_stake="free")
    assert why_not_posted(game, wagers) is None
    assert nets(game, NINES, ACE_KING, "five", wagers=wagers)["bonus_3_5"] == 50


def test_P2P_A3_b5_stake_free() -> None:
    wagers = {**MAIN, "bonus_5_only": 25}
    assert "[P2P-20]" in (why_not_posted(SHEET, wagers) or "")
    game = under(b5_stake="free")
    assert why_not_posted(game, wagers) is None
    assert why_not_posted(game, MAIN) is None
    assert "[P2P-23]" in (why_not_posted(game, {**MAIN, "bonus_5_only": 101}) or "")
    assert nets(game, NINES, ACE_KING, "five", wagers=wagers)["bonus_5_only"] == 100


def test_P2P_A13_b5_alone_true() -> None:
    wagers = {"bonus_5_only": 10}
    assert "ante is missing" in (why_not_posted(SHEET, wagers) or "")
    game = under(b5_alone="true")
    assert why_not_posted(game, wagers) is None
    assert nets(game, NINES, ACE_KING, "five", wagers=wagers) == {"bonus_5_only": 40}
    assert nets(game, NINES, ACE_KING, "five") == nets(SHEET, NINES, ACE_KING, "five")


@pytest.mark.parametrize("wagers", [{}, {"bonus_3_5": 10}, {"ante": 10}, {"bonus_3_5": 10, "bonus_5_only": 10}])
def test_P2P_A13_b5_alone_true_still_wants_ante_and_bonus_together(wagers: dict[str, int]) -> None:
    assert "is missing" in (why_not_posted(under(b5_alone="true"), wagers) or "")


def test_P2P_A13_b5_alone_true_leaves_nothing_to_fold() -> None:
    round_ = after(
        start(under(b5_alone="true"), Opening(players=("a",), chips={"a": 10})), Posted(1, {"bonus_5_only": 10})
    )
    round_ = play(round_, Dealt(read_cards(NINES + ACE_KING)))
    for option in ("fold", "three"):
        assert f"choose five, not {option} [P2P-A13]" in (why_not(round_, Decided(1, option)) or "")
    assert "the Play wager is 0 chips" in (why_not(round_, Decided(1, "five", 10)) or "")
    assert net(settlement(play(round_, Decided(1, "five")))) == {1: 40, HOUSE: -40}


def test_P2P_A21_seats_7_or_as_many_as_the_deck_allows() -> None:
    nine = Opening(players=tuple("abcdefghi"))
    with pytest.raises(NotAllowed, match="seats 1 to 7, not 9"):
        start(SHEET, nine)
    round_ = after(start(under(seats="9"), nine), *(Posted(seat, MAIN) for seat in range(1, 10)))
    assert len(play(round_, Dealt(DECK[:50])).dealer) == 5
    with pytest.raises(NotAllowed, match="whole number from 1 to 9"):
        under(seats="10")


def test_P2P_A24_tip_bets_on() -> None:
    wagers = {**ALL, "tip": 3}
    assert "there is no wager 'tip'" in (why_not_posted(SHEET, wagers) or "")
    game = under(tip_bets="on")
    assert nets(game, SIXES, ACE_KING, "five", wagers=wagers)["tip"] == -3
    assert nets(game, SIXES, ACE_KING, "fold", wagers=wagers)["tip"] == -3
    assert settlement(played(game, SIXES, ACE_KING, "five", wagers=wagers))[-1].clause == "P2P-26"
    assert why_not_posted(under(tip_bets="on", b5_alone="true"), {"bonus_5_only": 10, "tip": 3}) is None
    assert "is missing" in (why_not_posted(under(tip_bets="on", b5_alone="true"), {"tip": 3}) or "")


def test_P2P_A25_max_aggregate_5000() -> None:
    royal = "Ts Js Qs Ks As"
    wagers = {"ante": 10, "bonus_3_5": 10, "bonus_5_only": 10}
    assert sum(nets(SHEET, royal, "Ad Kh 4d 3c 2s", "five", wagers=wagers).values()) == 10 + 10 + 5100 + 5000
    game = under(max_aggregate="5000")
    assert nets(game, royal, "Ad Kh 4d 3c 2s", "five", wagers=wagers) == {"ante": 10, "play": 10, "bonus_3_5": 4980}
    assert at_risk(game.terms, played(game, royal, "Ad Kh 4d 3c 2s", "five", wagers=wagers))[HOUSE] == 5000


def test_P2P_A28_max_hands_per_player_2() -> None:
    opening = Opening(players=("a", "a"))
    with pytest.raises(NotAllowed, match=r"one player may take 1 seat, not 2 as a does \[P2P-A28\]"):
        start(SHEET, opening)
    assert len(start(under(max_hands_per_player="2"), opening).seats) == 2


def test_P2P_A31_legal_max_wager_300() -> None:
    assert SHEET.with_options({"ante_max": 400}).terms.ante_max == 400
    with pytest.raises(NotAllowed, match=r"ante may be at most 300 chips by law, not 400 \[P2P-24\]"):
        under(ante_max="400", legal_max_wager="300")
    assert under(ante_max="150", legal_max_wager="300").terms.legal_max_wager == 300


# The 3-5 Bonus -----------------------------------------------------------------------------------------------------


def test_P2P_A5_p35_trips_pays_4() -> None:
    assert nets(SHEET, NINES, ACE_KING, "five")["bonus_3_5"] == 20
    assert nets(under(p35_trips_pays="4"), NINES, ACE_KING, "five")["bonus_3_5"] == 50


def test_P2P_A5_akq_suited_pays_3() -> None:
    royal = ("As Ks Qs 7d 2c", "Ad Kh 4d 3c 2s", "five")
    assert nets(SHEET, *royal)["bonus_3_5"] == 100
    assert nets(under(akq_suited_pays="3"), *royal)["bonus_3_5"] == 30


TWO_GOOD_THREES = ("9h 2c 9s 8s 7s", ACE_KING, "three", "9s 9h 2c")  # plays the pair, holds a straight flush


def test_P2P_A6_p35_three_cards_set_cards() -> None:
    assert nets(SHEET, *TWO_GOOD_THREES)["bonus_3_5"] == 30
    game = under(p35_three_cards="set_cards")
    assert nets(game, *TWO_GOOD_THREES)["bonus_3_5"] == -10
    assert nets(game, *TWO_GOOD_THREES[:2], "five")["bonus_3_5"] == 30


def test_P2P_A6_p35_three_cards_only_if_three() -> None:
    assert nets(SHEET, *TWO_GOOD_THREES[:2], "five")["bonus_3_5"] == 30
    game = under(p35_three_cards="only_if_three")
    assert nets(game, *TWO_GOOD_THREES[:2], "five")["bonus_3_5"] == -10
    assert nets(game, *TWO_GOOD_THREES[:2], "three", "9s 8s 7s")["bonus_3_5"] == 30
    assert nets(game, *TWO_GOOD_THREES)["bonus_3_5"] == -10


@pytest.mark.parametrize(
    ("cards", "suited"), [("As Kd Qs 7d 2c", -1), ("Ad Kc Qc Jc 2h", 3), ("Ad Ac Ah Ks Qd", 1), ("As Ks Qs 7d 2c", 10)]
)
def test_P2P_A7_akq_requires_suit_false(cards: str, suited: int) -> None:
    assert p35_three_part(SHEET.terms, read_cards(cards)).pays == suited
    # The three that pay most count, even where another three ranks higher.
    assert p35_three_part(under(akq_requires_suit="false").terms, read_cards(cards)).pays == 10


def test_P2P_A8_p35_combine_max() -> None:
    assert nets(SHEET, "As Ks Qs Jd Th", "Ad Kh 4d 3c 2s", "five")["bonus_3_5"] == 140
    game = under(p35_combine="max")
    assert nets(game, "As Ks Qs Jd Th", "Ad Kh 4d 3c 2s", "five")["bonus_3_5"] == 100
    assert top_odds(game.terms)["bonus_3_5"] == 500


def test_P2P_A10_p35_miss_push() -> None:
    assert nets(SHEET, SIXES, ACE_KING, "five")["bonus_3_5"] == -10
    game = under(p35_miss="push")
    assert "bonus_3_5" not in nets(game, SIXES, ACE_KING, "five")
    assert nets(game, SIXES, ACE_KING, "fold")["bonus_3_5"] == -10
    assert nets(under(p35_miss="push", fold_bonus="in_action"), SIXES, ACE_KING, "fold")["bonus_3_5"] == -10


# Procedure ---------------------------------------------------------------------------------------------------------


def test_P2P_A9_settle_order_bonus_first() -> None:
    assert list(nets(SHEET, SIXES, ACE_KING, "five")) == ["ante", "play", "bonus_3_5", "bonus_5_only"]
    game = under(settle_order="bonus_first")
    assert list(nets(game, SIXES, ACE_KING, "five")) == ["bonus_3_5", "bonus_5_only", "ante", "play"]


def test_P2P_A11_irregularities_without_machine_operator() -> None:
    game = under(irregularities_without_machine="operator")
    assert set(SHEET.irregularities(SHEET.terms)) == {"card_face_up", "wrong_count", "dealer_card_exposed"}
    assert set(game.irregularities(game.terms)) == {"operator"}
    opened = start(game, Opening(players=("a",)))
    assert "the reasons are operator" in (why_not(opened, Voided("wrong_count")) or "")
    assert settlement(play(opened, Voided("operator"))) == []
    machine = under(irregularities_without_machine="operator", shuffler="on")
    assert len(machine.irregularities(machine.terms)) == 4


def test_P2P_A15_three_choice_best() -> None:
    worse = HandsSet(1, {"three": read_cards("9s 9h 2c")})
    assert why_not(played(SHEET, *TWO_GOOD_THREES[:3]), worse) is None
    round_ = played(under(three_choice="best"), *TWO_GOOD_THREES[:3])
    assert why_not(round_, worse) == "play the best three cards, 9s 8s 7s, not 9s 9h 2c [P2P-A15]"
    assert why_not(round_, HandsSet(1, {"three": read_cards("7s 8s 9s")})) is None


def test_P2P_A15_three_choice_best_takes_any_three_of_equal_strength() -> None:
    round_ = played(under(three_choice="best"), "9s 9h 9d 9c 2d", ACE_KING, "three")
    assert why_not(round_, HandsSet(1, {"three": read_cards("9c 9d 9h")})) is None


def test_P2P_A27_hole_sharing_true() -> None:
    for game, seen in ((SHEET, ()), (under(hole_sharing="true"), DECK[5:10])):
        round_ = after(start(game, Opening(players=("a", "b"))), Posted(1, MAIN), Posted(2, MAIN), Dealt(DECK[:15]))
        assert view(round_, 1).seats[1].cards == seen
        assert (view(round_, 1).dealer, view(round_, None).seats[0].cards) == ((), ())


def test_P2P_A33_deal_one_by_one() -> None:
    def hands(game: AnyGame) -> list[Cards]:
        round_ = after(start(game, Opening(players=("a", "b"))), Posted(1, MAIN), Posted(2, MAIN), Dealt(DECK[:15]))
        return [seat.cards for seat in round_.seats] + [round_.dealer]

    assert hands(SHEET) == [DECK[:5], DECK[5:10], DECK[10:15]]
    assert hands(under(deal="one_by_one")) == [DECK[0:15:3], DECK[1:15:3], DECK[2:15:3]]
