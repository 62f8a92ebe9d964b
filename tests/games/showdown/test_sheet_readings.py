"""Pyramid Showdown: every reading that is not the default changes some result."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, TypeVar

import pytest

from houseway.games.showdown import hand_order, legality, scoring
from houseway.games.showdown.hand_order import Hand, class_name
from houseway.games.showdown.house_way import house_way
from houseway.games.showdown.legality import SLOTS, fault_codes, hands_of, scored_hands
from houseway.games.showdown.scoring import points_by_hand
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.terms import Terms
from houseway.rules.cards import Cards, read_cards, surplus
from houseway.rules.dealing import cards_due
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Deal, Decide, Game, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet
from houseway.rules.payments import POT, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.table import Table, close_round, open_round

Answer = TypeVar("Answer")


def six(*from_hand6: str) -> dict[str, Cards]:
    return {f"hand{slot}": read_cards(hand) for slot, hand in zip(reversed(SLOTS), from_hand6, strict=True)}


REGULAR = six("9h 8h 7h 6h 5h", "Ks Kh Kd Kc 4s", "Qs Qd Qc", "Ts Td Tc", "8s 8d 8c", "Ad")
POWER = six("Jc Tc 9c 8c 7c", "9s 9h 9d 9c 2h", "7s 7d 7h 6s 6d", "As Ac 3d", "Js Jd 2c", "Kd")
PLAIN = six("Ts 9d 8c 7h 6s", "6d 5s 4h 3c 2d", "Ah Ac 5d", "Kh Kc 4d", "Qh Qd 3s", "Jc")
FOULED = {**REGULAR, "hand5": REGULAR["hand6"], "hand6": REGULAR["hand5"]}


def changed(setting: Setting, **hands: str) -> dict[str, Cards]:
    return {**setting, **{name: read_cards(text) for name, text in hands.items()}}


def under(option: str, value: object, **others: object) -> Game[Terms]:
    return SHEET.with_options({option: value, **others})


def both(option: str, value: object, answer: Callable[[Terms], Answer], **others: object) -> tuple[Answer, Answer]:
    """The answers under the default and under this reading."""
    return answer(SHEET.with_options(others).terms), answer(under(option, value, **others).terms)


def reasons(setting: Setting) -> Callable[[Terms], list[str]]:
    return lambda terms: fault_codes(terms, setting, {})


def order(a: str, b: str) -> Callable[[Terms], int]:
    hands = [Hand(read_cards(text)) for text in (a, b)]
    return lambda terms: hand_order.compare(terms, *hands)


def against(ours: Setting, theirs: Setting) -> Callable[[Terms], list[int]]:
    return lambda terms: points_by_hand(terms, scored_hands(terms, ours, {}), scored_hands(terms, theirs, {}))


def began(players: int, *, game: AnyGame = SHEET, **opening: Any) -> Round:
    return start(game, Opening(players=tuple("abcdef"[:players]), **opening))


def dealt(round_: Round, wanted: Sequence[Cards] = ()) -> Round:
    named = [card for cards in wanted for card in cards]
    rest = iter(surplus(round_.game.shoe(round_.game.terms), (*round_.dealt, *named)))
    step = round_.step
    assert isinstance(step, Deal)
    cards = [card for hand in wanted for card in (*hand, *islice(rest, step.cards - len(hand)))]
    return play(round_, Dealt((*cards, *islice(rest, cards_due(round_) - len(cards)))))


def fists(round_: Round, surrender: Sequence[int] = (), stay: Sequence[int] = ()) -> Round:
    decisions = {seat.number: "surrender" if seat.number in surrender else "play" for seat in round_.live}
    return after(round_, *(Decided(seat, "stay" if seat in stay else option) for seat, option in decisions.items()))


def to_set(*settings: Setting, game: AnyGame = SHEET, **opening: Any) -> Round:
    """A round that waits for hands, each player holding the cards of one setting."""
    held = [tuple(card for hand in setting.values() for card in hand) for setting in settings]
    round_ = dealt(began(len(held), game=game, **opening), [cards[:20] for cards in held])
    round_ = dealt(fists(round_), [cards[20:23] for cards in held])
    return dealt(fists(round_), [cards[23:] for cards in held])


def shown(*settings: Setting, game: AnyGame = SHEET, **opening: Any) -> Round:
    round_ = to_set(*settings, game=game, **opening)
    return after(round_, *(HandsSet(seat, setting) for seat, setting in enumerate(settings, 1)))


# Points ------------------------------------------------------------------------------------------------------------

LONG = changed(REGULAR, hand6="Qs Qh Qd Qc Qs Qh", hand5="4d 5d 6d 7d 8d 9d", hand4="Ks Kd Kc")
SIXES = changed(REGULAR, hand6="As Ah Ad Ac As Ah", hand5="Ks Kh Kd Kc Ks Kh", hand4="6s 6h 6d 6c 6s 6h", hand1="Jd")


@pytest.mark.parametrize(
    ("value", "hand5_sf6", "hand4_six"), [("chart", 18, 24), ("max", 18, 30), ("min", 16, 24), ("multiplier", 16, 30)]
)
def test_SHO_A1_special_points_source_chart_max_min(value: str, hand5_sf6: int, hand4_six: int) -> None:
    terms = under("special_points_source", value).terms
    strengths = [hand_order.strength_of(terms, hands_of(s, {})[slot - 1]) for s, slot in ((LONG, 5), (SIXES, 4))]
    assert [scoring.points(terms, slot, f) for slot, f in zip((5, 4), strengths, strict=True)] == [hand5_sf6, hand4_six]


def test_SHO_A1_special_points_source_chart_moves_chips() -> None:
    games = [under("special_points_source", value) for value in ("multiplier", "chart")]
    text, printed = (net(settlement(shown(LONG, PLAIN, game=game)))[1] for game in games)
    assert printed - text == 2


def test_SHO_A10_special_counts_both() -> None:
    default, other = both("special_counts", "both", against(REGULAR, POWER))
    assert default == [1, 9, 6, -4, 8, -5]
    assert other == [1, 9, 6, -4 + 3, 8 - 8, -5 + 5]
    assert both("special_counts", "both", against(REGULAR, FOULED))[1] == [1, 9, 6, 3, 8, 5]


def test_SHO_A36_ace_h1_points_2() -> None:
    default, other = both("ace_h1_points", "2", against(REGULAR, POWER))
    assert (default[0], other[0]) == (1, 2)
    assert both("ace_h1_points", "2", against(POWER, PLAIN))[1][0] == 1
    joker = changed(REGULAR, hand1="Xx")
    assert both("ace_h1_points", "2", against(joker, POWER))[1][0] == 2


# What beats what ---------------------------------------------------------------------------------------------------


def test_SHO_A2_cross_size_order_class_name() -> None:
    straight = "4h 5d 6c 7s 8h"
    flush3 = "2h 7h 9h"
    trips = "As Ah Ad"
    assert both("cross_size_order", "class_name", order(straight, flush3)) == (1, -1)
    assert both("cross_size_order", "class_name", order(straight, trips)) == (1, 1)
    assert both("cross_size_order", "class_name", order(trips, flush3)) == (1, 1)
    high = changed(PLAIN, hand4="Ah 7h 5h")
    assert both("cross_size_order", "class_name", reasons(high)) == ([], ["order45"])


def test_SHO_A2_cross_size_order_same_size_only() -> None:
    loose = changed(REGULAR, hand5="2s 4h 6d 8c Tc")
    assert both("cross_size_order", "same_size_only", reasons(loose)) == (["order45"], [])
    swapped = changed(REGULAR, hand2="Js Jd Jc")
    assert both("cross_size_order", "same_size_only", reasons(swapped)) == (["order23"], ["order23"])
    apart = changed(REGULAR, hand3="Ts Td Tc 3h 3d", hand2="As Ah Ac")
    terms = under("cross_size_order", "same_size_only", hand3_expansion="either").terms
    assert fault_codes(terms, apart, {}) == ["order24"]


def test_SHO_A3_two_pairs_vs_three_card_below() -> None:
    for three in ("As Ks Js", "2s 3d 4c"):
        assert both("two_pairs_vs_three_card", "below", order("3h 3d 2c 2s 4h", three)) == (1, -1)
    assert both("two_pairs_vs_three_card", "below", order("3h 3d 2c 2s 4h", "As Ad 4c")) == (1, 1)


def test_SHO_A4_equal_hands_order_allow() -> None:
    same = changed(REGULAR, hand2="Ts Td Tc")
    assert both("equal_hands_order", "allow", reasons(same)) == (["order23"], [])
    assert both("equal_hands_order", "allow", reasons(FOULED)) == (["order56"], ["order56"])


@pytest.mark.parametrize(
    ("kind", "run"),
    [
        ("2s 2h 2d 2c 2s 2h 2d", "9d 8d 7d 6d 5d 4d 3d 2d"),
        ("2s 2h 2d 2c 2s 2h 2d 2c", "Td 9d 8d 7d 6d 5d 4d 3d 2d"),
        ("2s 2h 2d 2c 2s 2h 2d 2c 2s", "Jd Td 9d 8d 7d 6d 5d 4d 3d 2d"),
    ],
)
def test_SHO_A5_power_order_cards(kind: str, run: str) -> None:
    assert both("power_order", "cards", order(kind, run)) == (1, -1)


def test_SHO_A5_power_order_points_follow_the_table() -> None:
    a = "2s 2h 2d 2c 2s"
    b = "9d Td Jd Qd Kd Ad"
    assert order(a, b)(under("power_order", "points", **{"kind_points.5": 9}).terms) == 1
    assert order(a, b)(under("power_order", "cards", **{"kind_points.5": 9}).terms) == -1
    assert both("power_order", "cards", order("2s 2h 2d 2c 3s", "5d 4d 3d 2d Ad")) == (-1, -1)


def test_SHO_A6_three_card_sf_top() -> None:
    assert both("three_card_sf", "top", order("Qs Ks As", "2h 2d 2c")) == (-1, 1)
    assert both("three_card_sf", "top", order("2s 3d 4c 5h 6s", "Qs Ks As")) == (1, 1)
    terms = under("three_card_sf", "top").terms
    assert class_name(hand_order.strength_of(terms, Hand(read_cards("Qs Ks As")))) == "straight_flush_3"


def test_SHO_A11_suit_tiebreak_first_card_and_off() -> None:
    deep = ("9s 8h 7d 6c 5s", "9s 8h 7d 6c 5d")
    shallow = ("9s 8h 7d 6c 5s", "9h 8h 7d 6c 5s")
    assert both("suit_tiebreak", "first_card", order(*deep)) == (1, 0)
    assert both("suit_tiebreak", "first_card", order(*shallow)) == (1, 1)
    assert both("suit_tiebreak", "off", order(*shallow)) == (1, 0)


def test_SHO_A13_joker_duplicates_false() -> None:
    assert both("joker_duplicates", "false", order("Xx Ah 8h 4h 2h", "Ah Kh 8h 4h 2h")) == (1, 0)
    round_ = to_set(changed(REGULAR, hand1="Xx"), PLAIN, game=under("joker_duplicates", "false"))
    flush = changed(REGULAR, hand1="9h", hand6="8h 7h 6h 5h Xx")
    held = "a joker in hand6 may not be a card that is there already [SHO-A13]"
    assert why_not(round_, HandsSet(1, flush, {"hand6": read_cards("8h")})) == held
    assert why_not(round_, HandsSet(1, flush, {"hand6": read_cards("9h")})) is None
    free = to_set(changed(REGULAR, hand1="Xx"), PLAIN)
    assert why_not(free, HandsSet(1, flush, {"hand6": read_cards("8h")})) is None


def test_SHO_A13_joker_duplicates_false_names_each_card_once() -> None:
    two = changed(REGULAR, hand4="Xx Xx Qc", hand1="Ad")
    round_ = to_set(two, PLAIN, game=under("joker_duplicates", "false"))
    assert "[SHO-A13]" in (why_not(round_, HandsSet(1, two, {"hand4": read_cards("Qs Qs")})) or "")
    assert why_not(round_, HandsSet(1, two, {"hand4": read_cards("Qs Qd")})) is None


def test_SHO_A14_natural_beats_wild_true() -> None:
    assert both("natural_beats_wild", "true", order("As", "Xx")) == (0, 1)
    assert both("natural_beats_wild", "true", order("As Kd Qc", "Xx Kd Qc")) == (0, 1)
    natural = Hand(read_cards("Qs Qd Qc 2c 2d 3h"))
    named = Hand(read_cards("Qs Qd Qc 2c Xx 3h"), read_cards("2d"))
    assert both("natural_beats_wild", "true", lambda t: hand_order.compare(t, natural, named)) == (0, 1)


def test_SHO_A15_joker_declaration_declared() -> None:
    joker = changed(REGULAR, hand2="8s 8d Xx", hand6="9h 8h 7h 6h Xx")
    round_ = to_set(joker, PLAIN, game=under("joker_declaration", "declared"))
    names = {"hand2": read_cards("8c"), "hand6": read_cards("Th")}
    assert why_not(round_, HandsSet(1, joker)) == "say what each joker in hand6 stands for [SHO-A15]"
    reason = why_not(round_, HandsSet(1, joker, {"hand2": names["hand2"]})) or ""
    assert reason.startswith("say what each joker in hand6")
    assert why_not(round_, HandsSet(1, joker, names)) is None
    assert why_not(to_set(joker, PLAIN), HandsSet(1, joker)) is None


def test_SHO_A15_joker_declaration_declared_but_the_house_way_names_its_own() -> None:
    game = under("joker_declaration", "declared")
    round_ = to_set(changed(REGULAR, hand2="8s 8d Xx"), PLAIN, game=game)
    assert why_not(round_, HandsSet(1, house_way(game.terms, round_.seat(1).cards))) is None


def test_SHO_A15_joker_declaration_auto_honours_a_weaker_name() -> None:
    joker = changed(REGULAR, hand2="8s 8d Xx", hand3="8h 8c 9d")
    assert "order23" in fault_codes(SHEET.terms, joker, {})
    assert fault_codes(SHEET.terms, joker, {"hand2": read_cards("2c")}) == []


def test_SHO_A16_wheel_second() -> None:
    low = "5s 4h 3d 2c As"
    six_high = "6s 5h 4d 3c 2s"
    assert both("wheel", "second", order(low, six_high)) == (-1, 1)
    assert both("wheel", "second", order("Ts Jh Qd Kc As", low)) == (1, 1)
    assert both("wheel", "second", order("Ad 2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h 7h")) == (-1, 1)
    assert both("wheel", "second", order("Qs Kd As 2h 3c", "2s 2h 3d 4c 6s")) == (-1, -1)  # nothing wraps


# Sizes -------------------------------------------------------------------------------------------------------------


def test_SHO_A7_hand4_six_cards_power_only() -> None:
    inert = changed(REGULAR, hand4="Qs Qd Qc 2c 2d 3h")
    assert both("hand4_six_cards", "power_only", reasons(inert)) == ([], ["size4"])
    assert both("hand4_six_cards", "power_only", reasons(SIXES)) == ([], [])
    five = changed(REGULAR, hand4="Qs Qd Qc 2c 2d")
    assert both("hand4_six_cards", "power_only", reasons(five)) == ([], [])


def test_SHO_A8_hand3_expansion_either() -> None:
    flush = changed(REGULAR, hand4="Qs Qd Qc 2c 2d", hand3="Ks Ts 8s 5s 3s")
    assert both("hand3_expansion", "either", reasons(flush)) == (["size3"], [])
    alone = changed(REGULAR, hand3="Ts Td Tc 3h 3d")
    assert both("hand3_expansion", "either", reasons(alone)) == (["size3", "order34"], ["order34"])


def test_SHO_A39_h6_max_is_10() -> None:
    assert legality.allowed_sizes(under("h6_max", "10").terms, 6) == (5, 6, 7, 8, 9, 10)
    with pytest.raises(NotAllowed, match="from 10 to 10"):
        under("h6_max", 11)


# The Pot -----------------------------------------------------------------------------------------------------------


def test_SHO_A19_all_surrender_refund() -> None:
    for value, won in (("carry", {1: -10, 2: -10, 3: -10, POT: 30}), ("refund", {1: 0, 2: 0, 3: 0, POT: 0})):
        round_ = fists(dealt(began(3, game=under("all_surrender", value), pot=5)), surrender=(1, 2, 3))
        assert round_.over
        assert net(settlement(round_)) == won


def test_SHO_A19_all_surrender_refund_pays_the_buys_back_too() -> None:
    round_ = fists(dealt(began(3, game=under("all_surrender", "refund"))), surrender=(3,))
    round_ = fists(dealt(round_), surrender=(1, 2))
    assert net(settlement(round_)) == {1: 5, 2: 5, 3: -10, POT: 0}


def test_SHO_A20_shortage_table_stakes() -> None:
    chips = {"a": 35, "b": 40}
    for value, won in (("credit", [-45, 45]), ("table_stakes", [-35, 35])):
        round_ = shown(POWER, REGULAR, game=under("shortage", value, min_buy_in=0), chips=chips)
        assert [net(settlement(round_))[seat] for seat in (1, 2)] == won
    # The second surrender costs a more than is left, and b, who surrendered before, had an open account.
    round_ = fists(
        dealt(began(3, game=under("shortage", "table_stakes", min_buy_in=0), chips={"a": 13})), surrender=(2,)
    )
    due = [(p.payer, p.payee, p.chips) for p in SHEET.due(round_.game.terms, round_)]
    assert due == [(1, POT, 10), (2, POT, 10), (3, POT, 10), (2, 1, 5), (2, 3, 5), (1, POT, 8), (3, POT, 10)]


def test_SHO_A20_min_buy_in_500() -> None:
    with pytest.raises(NotAllowed, match=r"b must bring at least 500 chips \[SHO-A20\]"):
        began(2, chips={"a": 500, "b": 499})
    assert began(2, game=under("min_buy_in", 499), chips={"a": 500, "b": 499})


def test_SHO_A21_pot_tie_carry() -> None:
    tied = [shown(REGULAR, REGULAR, PLAIN, game=under("pot_tie", value)) for value in ("split", "carry")]
    assert [net(settlement(round_)).get(POT, 0) for round_ in tied] == [0, 90]


def test_SHO_A21_pot_tie_split_odd_chips_at_the_dealers_left() -> None:
    for dealer, first in ((1, 2), (2, 1), (3, 1)):
        payments = settlement(shown(REGULAR, REGULAR, PLAIN, dealer_seat=dealer, pot=5))
        won = {p.payee: p.chips for p in payments if p.payer == POT}
        assert won == {first: 48, 3 - first: 47}
        assert {p.clause for p in payments if p.payer == POT} == {"SHO-A21"}


def test_SHO_A21_pot_tie_compare_h6() -> None:
    level = changed(REGULAR, hand6="Jh Th 9h 8h 7h", hand2="2c 2d 2h")  # 5 points in hand 6, 9 lost in hand 2 ...
    # ... and here 1 for 1
    ours = changed(PLAIN, hand6="Js Td 9c 8h 7s")
    theirs = changed(PLAIN, hand1="Kd")
    for value, won in (("split", {1: 30, 2: 30}), ("compare_h6", {1: 60})):
        round_ = shown(ours, theirs, game=under("pot_tie", value))
        assert {p.payee: p.chips for p in settlement(round_) if p.payer == POT} == won
    for same in ((REGULAR, REGULAR), (FOULED, FOULED)):
        round_ = shown(*same, game=under("pot_tie", "compare_h6"))
        assert {p.payee: p.chips for p in settlement(round_) if p.payer == POT} == {1: 30, 2: 30}
    assert net(settlement(shown(level, REGULAR, game=under("pot_tie", "compare_h6"))))[2] > 0


# The table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["5", "4", "3", "2"])
def test_SHO_A23_players_5_4_3_2(value: str) -> None:
    game = under("players", value)
    assert len(began(int(value), game=game).seats) == int(value)
    with pytest.raises(NotAllowed, match=f"seats 2 to {value}"):
        began(int(value) + 1, game=game)


def test_SHO_A24_foul_policy_reorder() -> None:
    assert both("foul_policy", "reorder", against(FOULED, POWER)) == ([-1, -1, -1, -4, -8, -5], [1, 9, 6, -4, 8, -5])
    mixed = changed(REGULAR, hand4="8s 8d 8c", hand2="Qs Qd Qc", hand3="Ts Td Tc 2c 2d")
    reordered = scored_hands(under("foul_policy", "reorder").terms, mixed, {})
    assert reordered is not None
    assert reordered[3].cards == read_cards("Ts Td Tc 2c 2d")
    hopeless = changed(REGULAR, hand2="Ts Td Tc")
    assert both("foul_policy", "reorder", lambda terms: scored_hands(terms, hopeless, {})) == (None, None)


def test_SHO_A24_foul_policy_block() -> None:
    round_ = to_set(REGULAR, PLAIN, game=under("foul_policy", "block"))
    assert why_not(round_, HandsSet(1, FOULED)) == "hand 6 must be stronger than hand 5 [SHO-16]"
    assert why_not(round_, HandsSet(1, REGULAR)) is None
    assert why_not(to_set(REGULAR, PLAIN), HandsSet(1, FOULED)) is None


def test_SHO_A26_buy_optional_true() -> None:
    game = under("buy_optional", "true")
    round_ = dealt(fists(dealt(began(3, game=game)), stay=(1,)))
    round_ = dealt(fists(round_, stay=(1, 2)))
    assert [len(seat.cards) for seat in round_.seats] == [20, 23, 25]
    assert net(game.due(game.terms, round_)) == {1: -10, 2: -20, 3: -30, POT: 60}
    nobody = fists(fists(dealt(began(2, game=game)), stay=(1, 2)), surrender=(1,))
    assert net(settlement(nobody)) == {1: -20, 2: 20, POT: 0}
    with pytest.raises(NotAllowed, match="choose play, surrender"):
        fists(dealt(began(2)), stay=(1,))


def test_SHO_A27_chips_per_point_1_and_chip_value_1() -> None:
    agreed = settlement(shown(REGULAR, POWER, game=under("chip_value", 20)))
    plain = settlement(shown(REGULAR, POWER, game=under("chips_per_point", 1, chip_value="1")))
    assert net(agreed) == net(plain)
    assert [p.why for p in agreed if p.wager == "showdown"] == ["net 15 over six hands (1 9 6 -4 8 -5), worth 300"]
    with pytest.raises(NotAllowed):
        under("chips_per_point", 2)


@pytest.mark.parametrize(("value", "dealers"), [("clockwise", [2, 3, 1]), ("fixed", [1, 1, 1])])
def test_SHO_A28_dealer_rotation_fixed(value: str, dealers: list[int]) -> None:
    table = Table(game=under("dealer_rotation", value), players=("a", "b", "c"))
    dealt_by = []
    for _ in dealers:
        table = close_round(table, fists(dealt(open_round(table)), surrender=(1, 2)))
        dealt_by.append(table.dealer_seat)
    assert dealt_by == dealers


@pytest.mark.parametrize("value", ["surrender", "play"])
def test_SHO_A42_declare_timeout_play(value: str) -> None:
    game = under("declare_timeout", value)
    step = next(step for step in began(2, game=game).steps if isinstance(step, Decide))
    assert game.default_decision(game.terms, step) == value
    assert SHEET.default_decision(SHEET.terms, step) == "surrender"


# Figures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "won"),
    [("ante_chips", 0), ("buy1_chips", 0), ("buy2_chips", 0), ("surrender1_chips", 5), ("surrender2_chips", 10)],
)
def test_every_price_can_be_agreed(option: str, won: int) -> None:
    """Seat 1 pays one chip more than its stakes of 30, or gets one more from seat 3, which surrenders."""
    game = under(option, getattr(SHEET.terms, option) + 1)
    round_ = fists(dealt(began(3, game=game)), surrender=(3,) if option == "surrender1_chips" else ())
    round_ = fists(dealt(round_), surrender=(3,) if option == "surrender2_chips" else ())
    assert net(game.due(game.terms, round_))[1] == (won + 1 - 30 if won else -31)


@pytest.mark.parametrize(
    ("option", "slot", "text"),
    [
        *[("kind_points.4", 6, "2s 2h 2d 2c 3s"), ("sf_points.5", 6, "6d 5d 4d 3d 2d")],
        *[("trips_points.2", 2, "2s 2h 2d"), ("full_house_points.5", 5, "2s 2h 2d 3c 3s")],
    ],
)
def test_every_score_can_be_agreed(option: str, slot: int, text: str) -> None:
    terms = under(option, 77).terms
    assert scoring.points(terms, slot, hand_order.strength_of(terms, Hand(read_cards(text)))) == 77


@pytest.mark.parametrize("slot", [3, 4, 5, 6])
def test_every_multiple_can_be_agreed(slot: int) -> None:
    terms = under(f"position_multiplier.{slot}", 9).terms
    assert scoring.points(terms, slot, hand_order.strength_of(terms, Hand(read_cards("2s 2h 2d 2c 3s")))) == 36


@pytest.mark.parametrize(
    "option",
    ["decks", "jokers", "initial_cards", "buy1_cards", "buy2_cards", "min_cards_used", "chips_per_point", "h6_max"],
)
def test_what_the_sheet_fixes_cannot_be_changed(option: str) -> None:
    with pytest.raises(NotAllowed):
        under(option, getattr(SHEET.terms, option) + 1)
