"""Pyramid Poker, Showdown Version, clause by clause."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.games.showdown import hand_order, legality, scoring
from houseway.games.showdown.hand_order import Family, Hand
from houseway.games.showdown.house_way import house_way, search_setting
from houseway.games.showdown.legality import SLOTS, STANDARD_SIZES, fault_codes, foul, hands_of
from houseway.games.showdown.scoring import CHART, points_by_hand, special_points
from houseway.games.showdown.sheet import SHEET, colours
from houseway.games.showdown.terms import Terms
from houseway.rules.cards import JOKER, Card, Cards, read_cards, shoe, surplus
from houseway.rules.dealing import cards_due
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import AnyGame, Deal, Decide, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Voided
from houseway.rules.payments import POT, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.ranking import OF_A_KIND, Made, Strength
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.table import Table, close_round, open_round
from houseway.rules.view import view

TERMS = SHEET.terms


def test_hands_are_sound_exactly_if_they_do_not_foul() -> None:
    chance = random.Random(8)
    cards = sorted(shoe(decks=3, jokers=4))
    for turn in range(60):
        held = chance.sample(cards, 25)
        by_rank = turn % 2
        held.sort(key=(lambda card: card.rank) if by_rank else (lambda card: card.suit))
        sizes = [chance.choice(legality.allowed_sizes(TERMS, slot)) for slot in SLOTS]
        hands = {f"hand{slot}": tuple(held[sum(sizes[: slot - 1]) : sum(sizes[:slot])]) for slot in SLOTS}
        assert SHEET.is_legal(hands, {}) == (foul(TERMS, hands, {}) is None)
    assert SHEET.is_legal(REGULAR, {})
    assert not SHEET.is_legal(FOULED, {})


def six(*from_hand6: str) -> dict[str, Cards]:
    """Six hands, written from hand 6 down."""
    return {f"hand{slot}": read_cards(hand) for slot, hand in zip(reversed(SLOTS), from_hand6, strict=True)}


REGULAR = six("9h 8h 7h 6h 5h", "Ks Kh Kd Kc 4s", "Qs Qd Qc", "Ts Td Tc", "8s 8d 8c", "Ad")
POWER = six("Jc Tc 9c 8c 7c", "9s 9h 9d 9c 2h", "7s 7d 7h 6s 6d", "As Ac 3d", "Js Jd 2c", "Kd")
PLAIN = six("Ts 9d 8c 7h 6s", "6d 5s 4h 3c 2d", "Ah Ac 5d", "Kh Kc 4d", "Qh Qd 3s", "Jc")
FOULED = {**REGULAR, "hand5": REGULAR["hand6"], "hand6": REGULAR["hand5"]}


def changed(setting: Setting, **hands: str) -> dict[str, Cards]:
    return {**setting, **{name: read_cards(text) for name, text in hands.items()}}


def began(players: int = 6, *, game: AnyGame = SHEET, **opening: Any) -> Round:
    return start(game, Opening(players=tuple(f"p{seat}" for seat in range(1, players + 1)), **opening))


def dealt(round_: Round, wanted: Sequence[Cards] = ()) -> Round:
    """Deal the cards that are due: those in `wanted` to each live seat, the rest from the shoe."""
    named = [card for cards in wanted for card in cards]
    rest = iter(surplus(round_.game.shoe(round_.game.terms), (*round_.dealt, *named)))
    step = round_.step
    assert isinstance(step, Deal)
    cards = [card for hand in wanted for card in (*hand, *islice(rest, step.cards - len(hand)))]
    return play(round_, Dealt((*cards, *islice(rest, cards_due(round_) - len(cards)))))


def fists(round_: Round, *, surrender: Sequence[int] = (), stay: Sequence[int] = ()) -> Round:
    decisions = {seat.number: "surrender" if seat.number in surrender else "play" for seat in round_.live}
    decisions.update(dict.fromkeys(stay, "stay"))
    return after(round_, *(Decided(seat, option) for seat, option in decisions.items()))


def bought(
    players: int = 6,
    *,
    first: Sequence[int] = (),
    second: Sequence[int] = (),
    game: AnyGame = SHEET,
    **opening: Any,
) -> Round:
    """A round up to the setting of hands, with these surrenders."""
    round_ = fists(dealt(began(players, game=game, **opening)), surrender=first)
    if not round_.over:
        round_ = fists(dealt(round_), surrender=second)
    return round_ if round_.over else dealt(round_)


def shown(
    *settings_: Setting, game: AnyGame = SHEET, jokers: Sequence[Mapping[str, Cards]] | None = None, **opening: Any
) -> Round:
    """A whole round in which each player sets these hands."""
    held = [tuple(card for hand in setting.values() for card in hand) for setting in settings_]
    round_ = dealt(began(len(held), game=game, **opening), [cards[:20] for cards in held])
    round_ = dealt(fists(round_), [cards[20:23] for cards in held])
    round_ = dealt(fists(round_), [cards[23:] for cards in held])
    named = jokers or [{} for _ in held]
    return after(round_, *(HandsSet(seat, *pair) for seat, pair in enumerate(zip(settings_, named, strict=True), 1)))


def strength(text: str) -> Strength:
    return hand_order.strength_of(TERMS, Hand(read_cards(text)))


def beats(high: str, low: str) -> bool:
    return hand_order.compare(TERMS, Hand(read_cards(high)), Hand(read_cards(low))) == 1


def scored(setting: Setting, slot: int) -> int:
    return scoring.points(TERMS, slot, hand_order.strength_of(TERMS, hands_of(setting, {})[slot - 1]))


# Players, cards, goal ----------------------------------------------------------------------------------------------


def test_SHO_01_player_against_player_and_nobody_banks() -> None:
    assert not any(isinstance(step, Deal) and step.dealer for step in began().steps)
    with pytest.raises(NotAllowed, match="do not bank"):
        began(banker=2)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_SHO_02_six_players_or_fewer(players: int) -> None:
    assert len(began(players).seats) == players


@pytest.mark.parametrize("players", [1, 7])
def test_SHO_A23_two_to_six_players(players: int) -> None:
    with pytest.raises(NotAllowed, match="seats 2 to 6"):
        began(players)


def test_SHO_03_three_decks_and_four_jokers() -> None:
    cards = SHEET.shoe(TERMS)
    assert (len(cards), cards.count(JOKER)) == (160, 4)
    assert all(cards.count(card) == 3 for card in set(cards) - {JOKER})


def test_SHO_04_a_joker_is_any_card() -> None:
    assert strength("Xx 7h 7d").made == Made.THREE_OF_A_KIND
    assert strength("Xx 7h 8h 9h Th").made == Made.STRAIGHT_FLUSH
    assert strength("Xx Xx Xx Xx 3c 3c").made == Made.SIX_OF_A_KIND


def test_SHO_05_all_cards_are_shuffled_for_each_round() -> None:
    table = Table(game=SHEET, players=("a", "b"))
    round_ = fists(dealt(open_round(table)), surrender=(1,))
    assert close_round(table, round_).spent == ()


def test_SHO_06_SHO_12_twenty_cards_each_face_down() -> None:
    round_ = dealt(began())
    assert len(round_.dealt) == 120
    assert [len(seat.cards) for seat in view(round_, 1).seats] == [20, 0, 0, 0, 0, 0]
    assert [seat.card_count for seat in view(round_, None).seats] == [20] * 6
    assert (why_not(began(), Dealt(shoe(decks=2)[:19])) or "").endswith("[SHO-12]")


def test_SHO_07_at_most_150_of_160_cards() -> None:
    assert len(bought().dealt) == 150


def test_SHO_08_SHO_15_one_one_three_threes_two_fives() -> None:
    assert [slot.sizes[0] for slot in SHEET.slots(TERMS, began().seats[0])] == [1, 3, 3, 3, 5, 5]
    assert sum(STANDARD_SIZES.values()) == 20
    assert fault_codes(TERMS, REGULAR, {}) == []


# Stakes ------------------------------------------------------------------------------------------------------------


def test_SHO_09_the_value_of_a_point_is_agreed() -> None:
    game = SHEET.with_options({"chip_value": 5})
    payment = next(p for p in settlement(shown(REGULAR, POWER, game=game)) if p.wager == "showdown")
    assert (payment.chips, payment.why) == (15, "net 15 over six hands (1 9 6 -4 8 -5), worth 75")
    assert "worth" not in settlement(shown(REGULAR, POWER))[-2].why


def test_SHO_10_whole_chips_only() -> None:
    assert all(type(payment.chips) is int for payment in settlement(shown(REGULAR, POWER, PLAIN)))
    with pytest.raises(Unreadable):
        SHEET.with_options({"ante_chips": "1.5"})


def test_SHO_11_everybody_antes_ten() -> None:
    due = SHEET.due(TERMS, began())
    assert [(p.payer, p.payee, p.chips, p.clause) for p in due] == [(s, POT, 10, "SHO-11") for s in range(1, 7)]
    assert SHEET.with_options({"ante_chips": 0}).due(SHEET.with_options({"ante_chips": 0}).terms, began()) == []


# Setting -----------------------------------------------------------------------------------------------------------


def test_SHO_13_six_hands_face_down() -> None:
    round_ = bought(2)
    setting = house_way(TERMS, round_.seat(1).cards)
    down = play(round_, HandsSet(1, setting))
    assert view(down, 2).seats[0].setting is None
    assert view(down, 1).seats[0].setting == setting
    reason = why_not(round_, HandsSet(1, {"hand1": setting["hand1"]})) or ""
    assert reason.startswith("set the hands hand1, hand2")


def test_SHO_14_placed_hands_cannot_be_changed() -> None:
    round_ = bought(2)
    move = HandsSet(1, house_way(TERMS, round_.seat(1).cards))
    assert why_not(play(round_, move), move) == "seat 1 has moved already, and a move cannot be taken back"


@pytest.mark.parametrize(
    ("low", "high"),
    [("hand1", "hand2"), ("hand2", "hand3"), ("hand3", "hand4"), ("hand4", "hand5"), ("hand5", "hand6")],
)
def test_SHO_16_each_hand_stronger_than_the_one_before(low: str, high: str) -> None:
    weak = {
        "hand2": "2h 3d 5c",
        "hand3": "2s 2h 4d",
        "hand4": "3s 3h 4d",
        "hand5": "2s 4h 6d 8c Tc",
        "hand6": "2s 2h 3d 3c 4c",
    }
    assert fault_codes(TERMS, changed(REGULAR, **{high: weak[high]}), {}) == [f"order{low[-1]}{high[-1]}"]


def test_SHO_17_a_flush_beats_a_straight() -> None:
    assert beats("2h 4h 6h 8h 9h", "Ts Jh Qd Kc As")


def test_SHO_18_five_of_a_kind() -> None:
    assert strength("Ks Kh Kd Kc Ks").made == Made.FIVE_OF_A_KIND


def in_order(*hands: str) -> bool:
    return all(beats(high, low) for high, low in pairwise(hands))


def test_SHO_19_five_card_ranking() -> None:
    assert in_order(
        *("2s 2h 2d 2c 2s", "5d 4d 3d 2d Ad", "2s 2h 2d 2c 3s", "2s 2h 2d 3c 3s", "2h 3h 4h 5h 7h", "Ah 2d 3c 4s 5h"),
        *("2s 2h 2d 3c 4s", "3s 3h 2d 2c 4s", "2s 2h 3d 4c 5s", "As Kh Qd Jc 9s"),
    )


def test_SHO_20_three_card_ranking() -> None:
    assert in_order("2s 2h 2d", "2h 3h 5h", "As 2h 3d", "2s 2h 3d", "As Kh Jd")


# Power hands -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", ["4h", "4h 3h", "4h 3h 2h", "4h 3h 2h Ah"])
def test_SHO_21_hand6_grows_as_a_straight_flush(extra: str) -> None:
    assert fault_codes(TERMS, changed(REGULAR, hand6="9h 8h 7h 6h 5h " + extra), {}) == []
    wrong = changed(REGULAR, hand6="9h 8h 7h 6h 5h " + extra.replace("4h", "4d"))
    assert fault_codes(TERMS, wrong, {}) == ["size6"]
    assert foul(TERMS, wrong, {}) == "hand 6 has not earned its extra cards [SHO-21..SHO-24]"


def test_SHO_21_SHO_A39_ten_of_a_kind_and_no_more() -> None:
    ten = changed(REGULAR, hand6="As Ah Ad Ac As Ah Ad Ac As Ah", hand1="Jd")
    assert fault_codes(TERMS, ten, {}) == []
    eleven = changed(ten, hand6="As Ah Ad Ac As Ah Ad Ac As Ah Ad")
    assert "size6" in fault_codes(TERMS, eleven, {})
    assert legality.allowed_sizes(TERMS, 6)[-1] == 10


def test_SHO_22_hand5_grows_to_six_or_seven_below_hand6() -> None:
    six_kings = changed(REGULAR, hand5="Ks Kh Kd Kc Ks Kh", hand6="Td 9d 8d 7d 6d 5d 4d")
    assert fault_codes(TERMS, six_kings, {}) == []
    seven = changed(six_kings, hand5="Ks Kh Kd Kc Ks Kh Kd", hand6="Jd Td 9d 8d 7d 6d 5d 4d")
    assert fault_codes(TERMS, seven, {}) == ["order56"]
    assert fault_codes(TERMS, changed(six_kings, hand5="Ks Kh Kd Kc Ks 2h"), {}) == ["size5"]


def test_SHO_23_hand4_grows_as_a_full_house_or_better() -> None:
    assert fault_codes(TERMS, changed(REGULAR, hand4="Qs Qd Qc 2c 2d"), {}) == []
    assert fault_codes(TERMS, changed(REGULAR, hand4="Qs Qd Qc 2c 2d 3h"), {}) == []
    assert fault_codes(TERMS, changed(REGULAR, hand4="As Js 9s 6s 2s"), {}) == ["size4"]
    assert fault_codes(TERMS, changed(REGULAR, hand4="As Ah Ad Ac 2s"), {}) == ["order45"]


def test_SHO_24_hand3_grows_below_an_extended_hand4() -> None:
    grown = changed(REGULAR, hand4="Qs Qd Qc 2c 2d", hand3="Ts Td Tc 3h 3d", hand2="8s 8d 8c")
    assert fault_codes(TERMS, grown, {}) == []
    assert fault_codes(TERMS, changed(REGULAR, hand3="Ts Td Tc 3h 3d"), {}) == ["size3", "order34"]
    assert fault_codes(TERMS, changed(grown, hand3="Ks Ts 8s 5s 3s"), {}) == ["size3"]


def test_SHO_25_hand1_and_hand2_never_grow() -> None:
    round_ = bought(2)
    slots = {slot.name: slot for slot in SHEET.slots(TERMS, round_.seat(1))}
    assert (slots["hand1"].sizes, slots["hand2"].sizes) == ((1,), (3,))
    setting = house_way(TERMS, round_.seat(1).cards)
    left = surplus(round_.seat(1).cards, [card for hand in setting.values() for card in hand])
    longer = {**setting, "hand2": setting["hand2"] + (left or setting["hand6"])[:2]}
    assert why_not(round_, HandsSet(1, longer)) == "hand2 takes 3 cards, not 5 [SHO-25]"
    assert "size2" in fault_codes(TERMS, changed(REGULAR, hand2="8s 8d 8c 8s 8d"), {})


# Surrendering and buying -------------------------------------------------------------------------------------------


def nets(round_: Round) -> list[int]:
    won = net(SHEET.due(round_.game.terms, round_))
    return [won.get(seat.number, 0) for seat in round_.seats]


def test_SHO_26_first_surrender_pays_five_to_each_who_remains() -> None:
    due = SHEET.due(TERMS, fists(dealt(began(4)), surrender=(2,)))
    quits = [(p.payer, p.payee, p.chips, p.clause) for p in due if p.wager == "surrender"]
    assert quits == [(2, other, 5, "SHO-26") for other in (1, 3, 4)]


def test_SHO_27_SHO_A22_those_who_remain_buy_three_cards_for_ten() -> None:
    round_ = fists(dealt(began(4)), surrender=(2,))
    buys = [(p.payer, p.chips, p.clause) for p in SHEET.due(TERMS, round_) if p.wager == "buy"]
    assert buys == [(seat, 10, "SHO-27") for seat in (1, 3, 4)]
    assert [len(seat.cards) for seat in dealt(round_).seats] == [23, 20, 23, 23]


def test_SHO_28_fists_are_sealed_and_open_together() -> None:
    round_ = play(dealt(began(3)), Decided(1, "surrender"))
    assert view(round_, 1).seats[0].decisions == ("surrender",)
    assert (view(round_, 2).seats[0].decisions, view(round_, 2).seats[0].has_moved) == ((), True)
    assert nets(round_) == [-10, -10, -10]
    assert view(after(round_, Decided(2, "play"), Decided(3, "play")), 2).seats[0].decisions == ("surrender",)


def test_SHO_28_a_fist_has_no_stake_of_its_own() -> None:
    assert (why_not(dealt(began(3)), Decided(1, "play", stake=20)) or "").endswith("not 20 chips [SHO-28]")
    assert why_not(dealt(began(3)), Decided(1, "stay")) == "choose play, surrender, not 'stay' [SHO-28]"


def test_SHO_29_second_surrender_pays_ten_to_each_who_remains() -> None:
    due = SHEET.due(TERMS, bought(4, first=(4,), second=(3,)))
    assert [(p.payer, p.payee, p.chips) for p in due if p.clause == "SHO-29"] == [(3, 1, 10), (3, 2, 10)]


def test_SHO_30_two_final_cards_for_ten() -> None:
    round_ = bought(3, second=(1,))
    assert [len(seat.cards) for seat in round_.seats] == [23, 25, 25]
    assert [(p.payer, p.chips) for p in SHEET.due(TERMS, round_) if p.clause == "SHO-30"] == [(2, 10), (3, 10)]


def test_SHO_31_players_look_privately_and_then_set() -> None:
    round_ = bought(3)
    assert [len(seat.cards) for seat in view(round_, 2).seats] == [0, 25, 0]
    assert [slot.name for slot in view(round_, 2).slots] == [f"hand{slot}" for slot in SLOTS]


def test_SHO_32_SHO_A25_twenty_to_twenty_five_cards_the_rest_discarded_unseen() -> None:
    round_ = shown(REGULAR, POWER)
    shown_settings = [seat.setting or {} for seat in view(round_, None).seats]
    assert [sum(len(hand) for hand in setting.values()) for setting in shown_settings] == [20, 22]
    assert [seat.cards for seat in view(round_, None).seats] == [(), ()]
    assert fault_codes(TERMS, changed(REGULAR, hand6="9h 8h 7h 6h"), {}) == ["size6", "card_count", "order56"]
    reason = foul(TERMS, changed(REGULAR, hand6="9h 8h 7h"), {}) or ""
    assert reason.startswith("hand 6 has not earned its extra cards")


# Showdown ----------------------------------------------------------------------------------------------------------


def test_SHO_33_all_hands_open_together() -> None:
    round_ = bought(2)
    first = play(round_, HandsSet(1, house_way(TERMS, round_.seat(1).cards)))
    assert [seat.setting for seat in view(first, None).seats] == [None, None]
    last = play(first, HandsSet(2, house_way(TERMS, round_.seat(2).cards)))
    assert all(list(seat.setting or ()) == [f"hand{slot}" for slot in SLOTS] for seat in view(last, None).seats)


def test_SHO_34_SHO_35_SHO_39_from_the_dealer_to_the_left_each_pair_once() -> None:
    round_ = shown(REGULAR, POWER, PLAIN, dealer_seat=2)
    assert list(scoring.scores(TERMS, round_)) == [(2, 3), (2, 1), (3, 1)]
    paid = [{p.payer, p.payee} for p in settlement(round_) if p.wager == "showdown"]
    assert paid == [{2, 3}, {1, 2}, {1, 3}]


def test_SHO_36_one_point_for_each_hand_without_special() -> None:
    up = changed(PLAIN, hand6="Js Td 9c 8h 7s", hand1="Tc", hand4="Ah Ac 6d")
    assert points_by_hand(TERMS, hands_of(up, {}), hands_of(PLAIN, {})) == [-1, 0, 0, 1, 0, 1]


def test_SHO_37_SHO_38_the_net_score_is_paid_at_once() -> None:
    payment = [p for p in settlement(shown(REGULAR, POWER)) if p.wager == "showdown"]
    assert [(p.payer, p.payee, p.chips, p.clause) for p in payment] == [(2, 1, 15, "SHO-38")]
    assert payment[0].why == "net 15 over six hands (1 9 6 -4 8 -5)"


def test_SHO_40_the_highest_total_takes_the_pot() -> None:
    last = settlement(shown(PLAIN, REGULAR))[-1]
    assert (last.payer, last.payee, last.chips, last.clause) == (POT, 2, 60, "SHO-40")


def test_SHO_40_the_pot_of_an_earlier_round_is_won_with_it() -> None:
    payments = settlement(shown(PLAIN, REGULAR, pot=7))
    assert payments[-1].chips == 67
    assert net(payments)[POT] == -7


def test_SHO_41_SHO_A12_the_kicker_decides() -> None:
    assert beats("Ks Kh Kd Kc 5s", "Ks Kh Kd Kc 4s")
    assert beats("7s 7h 7d 9c 9s", "7s 7h 7d 8c 8s")
    assert beats("8s 8h 8d 2c 2s", "7s 7h 7d Ac As")


def test_SHO_42_suits_decide_without_a_kicker() -> None:
    assert in_order(*(f"{suit9} 8h 7d 6c 5s" for suit9 in ("9s", "9h", "9d", "9c")))


def test_SHO_43_SHO_A37_identical_hands_draw() -> None:
    assert points_by_hand(TERMS, hands_of(REGULAR, {}), hands_of(REGULAR, {})) == [0] * 6
    assert [p for p in settlement(shown(REGULAR, REGULAR)) if p.wager == "showdown"] == []


# Special scoring ---------------------------------------------------------------------------------------------------


def points(slot: int, made: Made, size: int = 5, terms: Terms = TERMS) -> int | None:
    return special_points(terms, slot, Strength(0, (), (), 0, made, size))


KINDS = [OF_A_KIND[count] for count in range(4, 11)]


def test_SHO_44_of_a_kind_in_hand6() -> None:
    assert [points(6, made) for made in KINDS] == [4, 6, 10, 14, 18, 22, 26]


def test_SHO_45_straight_flushes_in_hand6() -> None:
    assert [points(6, Made.STRAIGHT_FLUSH, size) for size in range(5, 11)] == [5, 8, 11, 14, 17, 20]


def test_SHO_46_SHO_48_SHO_49_full_houses() -> None:
    assert [points(slot, Made.FULL_HOUSE) for slot in (6, 5, 4, 3)] == [None, 2, 4, 6]


@pytest.mark.parametrize(("slot", "times"), [(5, 2), (4, 3), (3, 4)])
def test_SHO_47_SHO_48_SHO_49_multiples_of_hand6(slot: int, times: int) -> None:
    assert [points(slot, made) for made in KINDS[:2]] == [4 * times, 6 * times]
    assert points(slot, Made.STRAIGHT_FLUSH, 5) == 5 * times


def test_SHO_48_SHO_49_SHO_50_SHO_A31_trips() -> None:
    assert [points(slot, Made.THREE_OF_A_KIND, 3) for slot in (6, 5, 4, 3, 2)] == [None, None, 3, 6, 9]


def test_SHO_51_four_cells_of_the_chart_differ_from_the_multiples() -> None:
    by_chart = SHEET.with_options({"special_points_source": "chart"}).terms
    differing = {}
    for (family, slot), printed_points in CHART.items():
        for count, printed in printed_points.items():
            made, size = (OF_A_KIND[count], 5) if family == Family.OF_A_KIND else (Made.STRAIGHT_FLUSH, count)
            multiplied = points(slot, made, size)
            assert points(slot, made, size, terms=by_chart) == printed
            if multiplied != printed:
                differing[family, slot, count] = (multiplied, printed)
    assert differing == {
        (Family.STRAIGHT_FLUSH, 5, 6): (16, 18),
        (Family.STRAIGHT_FLUSH, 5, 7): (22, 26),
        (Family.OF_A_KIND, 4, 6): (30, 24),
        (Family.STRAIGHT_FLUSH, 4, 6): (24, 20),
    }
    assert sum(len(printed_points) for printed_points in CHART.values()) == 28


def test_SHO_52_everything_else_is_one_point() -> None:
    ordinary = {6: "Qs Qd Qc 2c 2d", 5: "Qs Qd Qc 2c 3d", 4: "As Ks Qs", 3: "As Kd Qd", 2: "As Ah 2d", 1: "As"}
    assert [scoring.points(TERMS, slot, strength(text)) for slot, text in ordinary.items()] == [1] * 6


def test_SHO_53_typical_game() -> None:
    round_ = began(6)
    pots = [net(SHEET.due(TERMS, round_))[POT]]
    for quitter in (6, 5):
        round_ = fists(dealt(round_), surrender=(quitter,))
        pots.append(net(SHEET.due(TERMS, round_))[POT])
    assert pots == [60, 110, 150]
    assert len(round_.live) == 4
    assert nets(round_) == [-15, -15, -15, -15, -55, -35]


def test_SHO_54_SHO_A33_colours_of_the_display() -> None:
    grown = changed(POWER, hand6="Jc Tc 9c 8c 7c 6c 5c")
    shown_colours = colours(grown, tuple(c for hand in grown.values() for c in hand) + read_cards("2d"))
    assert shown_colours["yellow"] == read_cards("6s 6d 6c 5c")
    assert (len(shown_colours["white"]), shown_colours["grey"]) == (20, read_cards("2d"))


# Evaluation --------------------------------------------------------------------------------------------------------


def test_SHO_D1_one_scale_for_all_sizes() -> None:
    assert in_order(
        *("2s 2h 2d 2c 2s 2h 2d 2c 2s 2h", "2s 2h 2d 2c 2s 2h 2d 2c 2s", "Td 9d 8d 7d 6d 5d 4d 3d 2d Ad"),
        *("2s 2h 2d 2c 2s 2h 2d 2c", "Td 9d 8d 7d 6d 5d 4d 3d 2d", "2s 2h 2d 2c 2s 2h 2d", "9d 8d 7d 6d 5d 4d 3d 2d"),
        *("8d 7d 6d 5d 4d 3d 2d", "2s 2h 2d 2c 2s 2h", "7d 6d 5d 4d 3d 2d", "2s 2h 2d 2c 2s", "6d 5d 4d 3d 2d"),
        *("2s 2h 2d 2c 3s", "2s 2h 2d 3c 3s", "2h 3h 4h 5h 7h", "2s 3h 4h 5h 6h", "As Ah Ad", "3s 3h 2d 2c 4s"),
        *("2h 3h 5h", "2h 3d 4s", "As Ah Kd Qc Js", "2s 2h 3d", "As Kh Qd Jc 9s", "As"),
    )


def test_SHO_D2_groups_then_kickers_and_the_longer_hand() -> None:
    assert beats("8s 8h 8d 3c 2s", "8s 8h 8d")
    assert beats("8s 8h 8d", "7s 7h 7d Ac Ks")
    assert beats("2s 3h 4d 5c 6s", "As 2h 3d 4c 5s")
    assert beats("As Jh 3d", "As 9h 8d")
    assert strength("Qs Kd As 2h 3c").made == Made.HIGH_CARD


def test_SHO_D3_suits_in_order_of_importance() -> None:
    assert beats("9s 9h 5c", "9h 9d 5s")
    assert beats("As 2h 3s", "As 2h 3d")
    assert beats("3s 2h Ac", "3h 2s As")


def test_SHO_D4_jokers_at_their_best() -> None:
    assert strength("Xx") == strength("As")
    assert beats("Xx 4h 8h", "Kh Qh 9h")
    assert strength("Xx Ah 8h").ranks == (14, 14, 8)
    assert strength("Xx Kh 8h 4h 2h") == strength("Ah Kh 8h 4h 2h")
    assert strength("Xx Ah 8h 4h 2h").ranks == (14, 14, 8, 4, 2)


def test_SHO_D5_all_faults_are_listed() -> None:
    assert fault_codes(TERMS, REGULAR, {}) == []
    wrong = changed(REGULAR, hand6="9h 8h 7h 6h 5h 2c", hand2="Js Jd Jc", hand1="Ks Kd")
    assert fault_codes(TERMS, wrong, {}) == ["size1", "size6", "order23"]
    assert foul(TERMS, changed(REGULAR, hand2="Js Jd Jc"), {}) == "hand 3 must be stronger than hand 2 [SHO-16]"


def test_SHO_D6_six_cards_in_hand4_count_as_the_best_five() -> None:
    assert strength("Qs Qd Qc 2c 2d 3h") == strength("Qs Qd Qc 2c 2d")
    assert strength("9h 8h 7h 6h 5h 9s").size == 5
    named = Hand(read_cards("Qs Qd Qc 2c Xx 3h"), read_cards("2d"))
    assert hand_order.strength_of(TERMS, named) == strength("Qs Qd Qc 2c 2d")


def test_SHO_D7_the_winner_scores_its_special_and_the_loser_nothing() -> None:
    assert points_by_hand(TERMS, hands_of(REGULAR, {}), hands_of(POWER, {})) == [1, 9, 6, -4, 8, -5]
    assert points_by_hand(TERMS, hands_of(POWER, {}), hands_of(REGULAR, {})) == [-1, -9, -6, 4, -8, 5]


def test_SHO_D8_fouled_hands_lose_all_and_two_of_them_draw() -> None:
    round_ = shown(REGULAR, FOULED, FOULED)
    assert scoring.scores(TERMS, round_) == {(1, 2): [1, 9, 6, 3, 8, 5], (1, 3): [1, 9, 6, 3, 8, 5], (2, 3): [0] * 6}
    assert scoring.scores(TERMS, shown(FOULED, PLAIN)) == {(1, 2): [-1] * 6}


def test_SHO_D9_totals_leave_out_antes_and_surrenders() -> None:
    round_ = shown(REGULAR, POWER, PLAIN)
    by_pair = {pair: sum(points) for pair, points in scoring.scores(TERMS, round_).items()}
    assert sum(scoring.totals(by_pair).values()) == 0
    assert sum(net(settlement(round_)).values()) == 0
    assert net(settlement(round_))[POT] == 0


# Open questions without an option -----------------------------------------------------------------------------------


def test_SHO_A9_no_more_than_25_cards() -> None:
    big = changed(REGULAR, hand6="4d 5d 6d 7d 8d 9d Td Jd Qd", hand5="Ks Kh Kd Kc Ks Kh Kd")
    assert fault_codes(TERMS, big, {}) == ["card_count"]
    assert foul(TERMS, big, {}) == "20 to 25 cards are set, no fewer and no more [SHO-32]"


def test_SHO_A17_players_who_surrender_together_pay_only_those_who_remain() -> None:
    round_ = fists(dealt(began(4)), surrender=(1, 2))
    assert nets(round_) == [-20, -20, -10 + 10 - 10, -10 + 10 - 10]


def test_SHO_A18_the_last_player_takes_the_pot_at_once() -> None:
    round_ = bought(6, first=(2, 3, 4, 5, 6))
    assert round_.over
    assert net(settlement(round_)) == {1: 75, 2: -15, 3: -15, 4: -15, 5: -15, 6: -15, POT: 0}
    later = bought(3, second=(1, 3), pot=4)
    assert net(settlement(later)) == {1: -30, 2: 64, 3: -30, POT: -4}
    assert view(later, None).seats[1].cards == ()


def test_SHO_A18_the_last_player_buys_no_more() -> None:
    assert not [p for p in settlement(bought(6, first=(2, 3, 4, 5, 6))) if p.wager == "buy"]


def test_SHO_A29_four_of_a_kind_in_hand4_and_hand3() -> None:
    example3 = six("4d 5d 6d 7d 8d 9d", "Qs Qh Qd Qc 3s", "Js Jh Jd Jc 4s", "8s 8h 8c 8d 5h", "Ks Kd 2c", "Ah")
    assert fault_codes(TERMS, example3, {}) == []
    assert [scored(example3, slot) for slot in (4, 3)] == [12, 16]


def test_SHO_A30_full_house_in_hand4_is_four() -> None:
    assert scored(POWER, 4) == 4


def test_SHO_A32_the_examples_add_up() -> None:
    example2 = six("4d 5d 6d 7d 8d 9d Td", "Qs Qh Qd Qc Qs", "Ks Kd Kc", "5s 5h 5c", "Ah Jd 3c", "Th")
    assert [sum(scored(example, slot) for slot in SLOTS) for example in (REGULAR, POWER, example2)] == [32, 20, 34]


def test_SHO_A34_the_scoring_card() -> None:
    card = {(1, 2): -10, (1, 3): 5, (1, 4): 20, (2, 3): -20, (2, 4): 5, (3, 4): -8}
    assert scoring.totals(card) == {1: 15, 2: -5, 3: 7, 4: -17}
    assert scoring.champions(scoring.totals(card)) == [1]


def test_SHO_A35_hand2_has_no_multiple() -> None:
    assert points(2, Made.FOUR_OF_A_KIND) is None


def test_SHO_A38_a_player_who_surrendered_has_no_part_in_the_pot() -> None:
    round_ = bought(3, first=(1,))
    settings_ = {2: PLAIN, 3: PLAIN}
    seats = tuple(replace(seat, setting=settings_.get(seat.number)) for seat in round_.seats)
    tied = replace(round_, seats=seats, steps_done=6)
    assert [(p.payee, p.chips) for p in settlement(tied) if p.payer == POT] == [(2, 35), (3, 35)]


def test_SHO_A40_a_royal_flush_is_a_straight_flush() -> None:
    assert strength("As Ks Qs Js Ts").made == Made.STRAIGHT_FLUSH
    assert hand_order.class_name(strength("As Ks Qs Js Ts")) == "straight_flush_5"


def test_SHO_A41_hand1_first_in_every_list() -> None:
    assert [slot.name for slot in SHEET.slots(TERMS, began().seats[0])] == [f"hand{slot}" for slot in SLOTS]
    assert points_by_hand(TERMS, hands_of(REGULAR, {}), hands_of(PLAIN, {}))[0] == 1


def test_a_voided_round_gives_every_chip_back() -> None:
    assert settlement(play(bought(3), Voided("misdeal"))) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *[("As", "high_card"), ("As Ah 2d", "one_pair"), ("As Kd Qc", "straight3"), ("As Js 2s", "flush3")],
        *[("As Ah 3d 3c 2s", "two_pairs"), ("As Ah Ad", "trips"), ("As Kd Qc Jh Th", "straight")],
        *[("As Js 9s 3s 2s", "flush"), ("As Ah Ad 3c 3s", "full_house"), ("As Ah Ad Ac 3s", "four_of_a_kind")],
        *[("As Ah Ad Ac As", "5_of_a_kind"), ("9s 8s 7s 6s 5s 4s", "straight_flush_6")],
    ],
)
def test_classes_have_the_names_of_the_vectors(text: str, name: str) -> None:
    assert hand_order.class_name(strength(text)) == name


# The house way -----------------------------------------------------------------------------------------------------


def deals(low_ranks: int = 2) -> st.SearchStrategy[tuple[list[Card], int, random.Random]]:
    """Deals of 20 to 25 cards from few ranks and suits."""
    whole = shoe(decks=3, jokers=4)

    def narrowed(picked: tuple[set[int], set[int], int]) -> list[Card]:
        ranks, suits, jokers = picked
        pool = [card for card in whole if card != JOKER and card.rank in ranks and card.suit in suits]
        return pool + [JOKER] * jokers

    ranks = st.sets(st.integers(2, 14), min_size=low_ranks)
    suits = st.sets(st.integers(1, 4), min_size=1)
    pools = st.tuples(ranks, suits, st.integers(0, 4)).map(narrowed).filter(lambda pool: len(pool) >= 25)
    return st.tuples(pools, st.integers(20, 25), st.randoms(use_true_random=False))


@settings(max_examples=40, deadline=None)
@given(deals())
def test_the_house_way_never_fouls(deal: tuple[list[Card], int, random.Random]) -> None:
    pool, size, rng = deal
    cards = tuple(rng.sample(pool, size))
    setting = house_way(TERMS, cards)
    assert fault_codes(TERMS, setting, {}) == []
    assert not surplus((card for hand in setting.values() for card in hand), cards)


@pytest.mark.parametrize("size", [20, 23, 25])
def test_the_house_way_sets_random_deals(size: int) -> None:
    rng = random.Random(size)
    for _ in range(15):
        cards = tuple(rng.sample(SHEET.shoe(TERMS), size))
        setting = house_way(TERMS, cards)
        assert fault_codes(TERMS, setting, {}) == []
        assert setting == house_way(TERMS, tuple(reversed(cards)))


def test_the_house_way_sets_for_points() -> None:
    cards = tuple(card for hand in REGULAR.values() for card in hand) + read_cards("2c 3d 7s Jh Xx")
    setting = house_way(TERMS, cards)
    assert sum(scored(setting, slot) for slot in SLOTS) >= 36
    assert [hand_order.class_name(hand_order.strength_of(TERMS, hand)) for hand in hands_of(setting, {})][1:3] == [
        "trips"
    ] * 2


def test_the_house_way_extends_hand4_and_hand3() -> None:
    example3 = "4d 5d 6d 7d 8d 9d Qs Qh Qd Qc 3s Js Jh Jd Jc 4s 8s 8h 8c 8d 5h Ks Kd 2c Ah"
    setting = house_way(TERMS, read_cards(example3))
    assert [len(hand) for hand in setting.values()] == [1, 3, 5, 5, 5, 6]


def test_the_house_way_falls_back_on_the_weakest_threes() -> None:
    terms = SHEET.with_options({"suit_tiebreak": "off"}).terms
    for narrow in (
        "9h 9s Xx 9c Qs Qd Qc Xx Qh Qh 9d Qc Qd 9d 9d 9s Qs 9s Qd 9h",
        "2d 2s Qc 9c 9d Qc 9s 9s Qd 9d 9d 2s 2c 2d 9s 2s Qs 2d Qs Qd",
    ):
        assert fault_codes(terms, house_way(terms, read_cards(narrow)), {}) == []


def test_the_house_way_takes_the_least_faulty_where_nothing_is_legal() -> None:
    cards = tuple(card for hand in PLAIN.values() for card in hand)
    counts = iter(range(10**6, 0, -1))
    met = []

    def wrong(setting: Setting) -> list[str]:
        met.append(setting)
        return ["fault"] * (next(counts) % 7 + 1)

    setting = search_setting(cards, hand_order.scale(TERMS), points=lambda slot, tried: 1, faults=wrong)
    assert setting == next(s for at, s in enumerate(met) if (10**6 - at) % 7 == 0)
    assert all(sum(map(len, tried.values())) == 20 for tried in met)


def test_the_steps_are_two_fists_between_three_deals() -> None:
    assert [type(step).__name__ for step in began().steps] == ["Deal", "Decide", "Deal", "Decide", "Deal", "SetHands"]
    assert all(step.leaving == ("surrender",) for step in began().steps if isinstance(step, Decide))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Kh 2h", "three-card flush"),
        ("6s 5s 4s 3s 2s", "straight flush of 5"),
        ("9s 9d 9c 4h 4d", "full house"),
        ("9s 9d 9c", "trips"),
        ("9s 9s 9d 9c 9h", "five of a kind"),
    ],
)
def test_SHO_D1_a_hand_is_named_as_people_say_it(cards: str, name: str) -> None:
    assert hand_order.hand_name(strength(cards)) == name


def test_SHO_D4_the_game_values_a_hand_with_named_jokers() -> None:
    named = SHEET.strength(TERMS, "hand2", read_cards("9s Xx Kd"), read_cards("9h"))
    assert named == strength("9s 9h Kd")


def test_SHO_A6_a_straight_flush_of_three_cards_has_a_name_of_its_own() -> None:
    terms = SHEET.with_options({"three_card_sf": "top"}).terms
    suited_run = hand_order.strength_of(terms, Hand(read_cards("Ah Kh Qh")))
    assert hand_order.hand_name(suited_run) == "three-card straight flush"


def test_SHO_33_everybody_opens_hand_1_first() -> None:
    assert SHEET.exposure_order(SHEET.terms) == "hand_by_hand"
