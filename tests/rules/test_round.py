"""Rounds of a toy game that has every kind of step: moves, refusals, voids and openings."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.rules.dealing import cards_due, deal
from houseway.rules.errors import Broken, NotAllowed
from houseway.rules.game import Deal, Decide, Game, Opening, SetHands, Wager, irregularities
from houseway.rules.moves import Dealt, Decided, HandsSet, Move, Posted, Voided
from houseway.rules.payments import HOUSE, Payment
from houseway.rules.playing import after, dealer_move, play, settlement, start
from houseway.rules.ranking import Made, Ranking
from houseway.rules.refusals import why_not
from houseway.rules.round import Round, may_see_own_cards
from support.playing import TOY, ToyTerms, cards, hands, toy

MAIN = {"main": 5}


def opened(players: str = "ann bob", game: Game[ToyTerms] = TOY, **named: Any) -> Round:
    return start(game, Opening(players=tuple(players.split()), **named))


def posted(round_: Round) -> Round:
    banker = round_.opening.banker
    return after(round_, *(Posted(s.number, {"side": 2} if s.number == banker else MAIN) for s in round_.seats))


def decided(round_: Round, *options: str) -> Round:
    for seat, option in zip(round_.waiting_for, options, strict=True):
        round_ = play(round_, Decided(int(seat), option))
    return round_


def dealt(round_: Round, text: str = "2c 3c 4c 5c 6c") -> Round:
    return play(round_, Dealt(cards(text)))


def test_a_round_is_its_steps_in_order() -> None:
    round_ = opened()
    assert isinstance(round_.step, Wager)
    round_ = posted(round_)
    assert isinstance(round_.step, Deal)
    assert round_.waiting_for == ()
    round_ = dealt(round_)
    assert isinstance(round_.step, Decide)
    assert [seat.cards for seat in round_.seats] == [cards("2c 3c"), cards("4c 5c")]
    assert round_.dealer == cards("6c")
    round_ = decided(round_, "buy", "stay")
    assert (isinstance(round_.step, Deal), cards_due(round_)) == (True, 1)
    round_ = dealt(round_, "7c")
    assert round_.seat(1).cards == cards("2c 3c 7c")
    assert isinstance(round_.step, SetHands)
    assert cards_due(round_) == 0
    round_ = after(round_, HandsSet(2, hands(low="4c")), HandsSet(1, hands(low="7c")))
    assert (round_.over, round_.step, round_.version) == (True, None, 8)
    assert settlement(round_) == [
        Payment(HOUSE, 1, 5, "main", "T-1", "stayed"),
        Payment(HOUSE, 2, 5, "main", "T-1", "stayed"),
    ]
    assert round_.dealt == cards("2c 3c 4c 5c 6c 7c")


def test_a_move_does_not_change_the_round_it_was_made_in() -> None:
    round_ = opened()
    before = replace(round_)
    after(round_, Posted(1, MAIN))
    assert round_ == before


def test_the_moves_of_a_step_take_effect_together() -> None:
    round_ = play(opened(), Posted(1, MAIN))
    assert round_.seat(1).wagers == {}
    assert round_.step_moves == {1: Posted(1, MAIN)}
    round_ = play(round_, Posted(2, {"main": 3, "side": 0}))
    assert [seat.wagers for seat in round_.seats] == [MAIN, {"main": 3}]
    assert round_.step_moves == {}


def test_cards_are_dealt_one_by_one_in_turn() -> None:
    round_ = dealt(posted(opened(game=toy(one_by_one=True))))
    assert [seat.cards for seat in round_.seats] == [cards("2c 5c"), cards("3c 6c")]
    assert round_.dealer == cards("4c")


def test_a_deal_to_nobody_is_skipped() -> None:
    round_ = decided(dealt(posted(opened())), "stay", "stay")
    assert isinstance(round_.step, SetHands)


def test_a_seat_with_nothing_to_set_is_not_waited_for() -> None:
    round_ = after(opened(), Posted(1, {"gift": 1}), Posted(2, MAIN))
    round_ = decided(dealt(round_), "stay", "stay")
    assert round_.waiting_for == (2,)
    alone = after(opened("ann"), Posted(1, {"gift": 1}), Dealt(cards("2c 3c 4c")), Decided(1, "stay"))
    assert alone.over


def test_an_alternative_set_of_wagers_is_accepted() -> None:
    assert why_not(opened(), Posted(1, {"gift": 1})) is None
    assert why_not(opened(), Posted(1, {"gift": 2})) == ("there is no wager 'gift'; the wagers are main, side [T-1]")


def test_the_round_ends_when_too_few_are_left() -> None:
    round_ = decided(dealt(posted(opened())), "fold", "fold")
    assert round_.over
    assert round_.live == ()
    assert {payment.payer for payment in settlement(round_)} == {1, 2}


def test_those_who_fold_are_dealt_no_more_and_set_nothing() -> None:
    round_ = decided(dealt(posted(opened())), "fold", "buy")
    assert cards_due(round_) == 1
    round_ = dealt(round_, "7c")
    assert round_.waiting_for == (2,)


def test_decisions_in_turn_are_made_in_turn() -> None:
    round_ = dealt(posted(opened(game=toy(in_turn=True))))
    assert round_.waiting_for == (1,)
    assert why_not(round_, Decided(2, "stay")) == "seat 2 must wait for seat 1"
    assert play(round_, Decided(1, "stay")).waiting_for == (2,)


def test_the_dealer_sets_hands_where_the_sheet_leaves_the_choice() -> None:
    round_ = decided(dealt(posted(opened(game=toy(dealer_sets=True)))), "stay", "stay")
    round_ = after(round_, HandsSet(1, hands(low="2c")), HandsSet(2, hands(low="4c")))
    assert round_.waiting_for == (HOUSE,)
    assert why_not(round_, HandsSet(1, hands(low="2c"))) == "seat 1 has no move now; waiting for the house"
    assert why_not(round_, HandsSet(HOUSE, hands(low="2c"))) == "2c is not yours to set; you hold 6c [T-7]"
    round_ = play(round_, HandsSet(HOUSE, hands(low="6c")))
    assert round_.over
    assert round_.dealer_setting == hands(low="6c")


def test_the_bank_sets_after_the_others() -> None:
    round_ = decided(dealt(posted(opened(banker=2))), "stay", "stay")
    assert round_.waiting_for == (1,)
    round_ = play(round_, HandsSet(1, hands(low="2c")))
    assert round_.waiting_for == (2,)
    alone = decided(dealt(posted(opened("ann", banker=1)), "2c 3c 4c"), "stay")
    assert alone.waiting_for == (1,)


def test_the_bank_has_wagers_of_its_own() -> None:
    round_ = opened(banker=2)
    assert why_not(round_, Posted(2, {"side": 2})) is None
    assert why_not(round_, Posted(2, {})) == "side is missing; it takes 2 to 5 chips [T-3]"
    assert why_not(round_, Posted(2, MAIN)) == "there is no wager 'main'; the wagers are side [T-1]"


# Refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Posted(3, MAIN), "seat 3 has no move now; waiting for seat 1, seat 2"),
        (Posted(True, MAIN), "seat True has no move now; waiting for seat 1, seat 2"),
        (Posted(1.0, MAIN), "seat 1.0 has no move now; waiting for seat 1, seat 2"),  # type: ignore[arg-type]
        (Posted(1, {}), "main is missing; it takes 1 to 10 chips [T-1]"),
        (Posted(1, {"main": 0}), "main takes 1 to 10 whole chips, not 0 [T-1]"),
        (Posted(1, {"main": 11}), "main takes 1 to 10 whole chips, not 11 [T-1]"),
        (Posted(1, {"main": -5}), "main takes 1 to 10 whole chips, not -5 [T-1]"),
        (Posted(1, {"main": 1.5}), "main takes 1 to 10 whole chips, not 1.5 [T-1]"),  # type: ignore[dict-item]
        (Posted(1, {"main": True}), "main takes 1 to 10 whole chips, not True [T-1]"),
        (Posted(1, {"main": 5, "side": 1}), "side takes 2 to 5 whole chips, not 1 [T-2]"),
        (Posted(1, {"mian": 5}), "there is no wager 'mian' (did you mean 'main'?); the wagers are main, side [T-1]"),
        (Decided(1, "stay"), "a wager is due, not a decision"),
        (HandsSet(1, {}), "a wager is due, not setting hands"),
        (Dealt(()), "no cards are due; a wager comes first"),
        (
            Voided("misdaal"),
            "'misdaal' is no reason to void a round (did you mean 'misdeal'?); the reasons are misdeal",
        ),
        (
            Voided(["misdeal"]),  # type: ignore[arg-type]
            "['misdeal'] is no reason to void a round (did you mean 'misdeal'?); the reasons are misdeal",
        ),
    ],
)
def test_refusals_before_the_deal(move: Move, reason: str) -> None:
    round_ = opened()
    assert why_not(round_, move) == reason
    with pytest.raises(NotAllowed) as refusal:
        play(round_, move)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("chips", [1, 10])
def test_a_wager_at_each_limit_is_allowed(chips: int) -> None:
    assert why_not(opened(), Posted(1, {"main": chips})) is None


def test_a_wager_cannot_be_taken_back() -> None:
    assert why_not(play(opened(), Posted(1, MAIN)), Posted(1, MAIN)) == (
        "seat 1 has moved already, and a move cannot be taken back"
    )


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Posted(1, MAIN), "cards are due; nobody can move before the deal"),
        (Dealt(cards("2c 3c 4c 5c")), "this deal is 5 cards, not 4 [T-5]"),
        (Dealt(cards("2c 2c 4c 5c 6c")), "the shoe does not have that many of 2c [T-5]"),
        (Dealt(cards("Xx Xx Xx 5c 6c")), "the shoe does not have that many of Xx [T-5]"),
    ],
)
def test_refusals_at_the_deal(move: Move, reason: str) -> None:
    assert why_not(posted(opened()), move) == reason


def test_cards_of_earlier_rounds_cannot_be_dealt_again() -> None:
    round_ = posted(opened(spent=cards("2c")))
    assert why_not(round_, Dealt(cards("2c 3c 4c 5c 6c"))) == "the shoe does not have that many of 2c [T-5]"
    assert why_not(round_, Dealt(cards("7c 3c 4c 5c 6c"))) is None


def test_cards_of_this_round_cannot_be_dealt_again() -> None:
    round_ = decided(dealt(posted(opened())), "buy", "stay")
    assert why_not(round_, Dealt(cards("2c"))) == "the shoe does not have that many of 2c [T-5]"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Decided(1, "raise"), "choose stay, buy, fold, not 'raise' [T-6]"),
        (Decided(1, "buy", -5), "buy takes whole chips, not -5 [T-6]"),
        (Decided(1, "buy", 1.5), "buy takes whole chips, not 1.5 [T-6]"),  # type: ignore[arg-type]
        (Decided(1, "buy", True), "buy takes whole chips, not True [T-6]"),
        (Posted(1, MAIN), "a decision is due, not a wager"),
    ],
)
def test_refusals_at_the_decision(move: Move, reason: str) -> None:
    round_ = dealt(posted(opened()))
    assert why_not(round_, move) == reason
    assert why_not(round_, Decided(1, "buy", 5)) is None


def test_refusals_while_hands_are_set() -> None:
    round_ = decided(dealt(posted(opened()), "Xx 3c 4c 5c 6c"), "stay", "stay")
    assert why_not(round_, HandsSet(1, hands(low="4c"))) == "4c is not yours to set; you hold Xx 3c [T-7]"
    named = "name one card for each joker in low, not "
    joker = hands(low="Xx")
    assert why_not(round_, HandsSet(1, joker, jokers=hands(low="As"))) is None
    assert why_not(round_, HandsSet(1, joker, jokers=hands(low=""))) == named + "none"
    assert why_not(round_, HandsSet(1, joker, jokers=hands(low="As Ks"))) == named + "As Ks"
    assert why_not(round_, HandsSet(1, joker, jokers=hands(low="Xx"))) == named + "Xx"
    assert why_not(round_, HandsSet(1, hands(low="3c"), jokers=hands(low="As"))) == named + "As"
    assert why_not(round_, HandsSet(1, hands(low="3c"), jokers=hands(odd="As"))) == (
        "name one card for each joker in odd, not As"
    )
    round_ = play(round_, HandsSet(1, joker, jokers=hands(low="As"), claims=("best",)))
    round_ = play(round_, HandsSet(2, hands(low="4c")))
    assert (round_.seat(1).jokers, round_.seat(1).claims) == (hands(low="As"), ("best",))


def test_hands_may_have_to_be_set_one_after_the_other() -> None:
    round_ = posted(opened("ann ann", game=toy(one_at_a_time=True)))
    round_ = decided(dealt(round_), "stay", "stay")
    assert [may_see_own_cards(round_, seat) for seat in round_.seats] == [True, False]
    assert why_not(round_, HandsSet(2, hands(low="4c"))) == "seat 2 is set after ann's earlier hand"
    round_ = play(round_, HandsSet(1, hands(low="2c")))
    assert may_see_own_cards(round_, round_.seat(2))
    assert play(round_, HandsSet(2, hands(low="4c"))).over


def test_no_move_follows_the_end() -> None:
    over = decided(dealt(posted(opened())), "fold", "fold")
    for move in (Posted(1, MAIN), Dealt(()), Decided(1, "stay"), HandsSet(1, {}), Voided("misdeal")):
        assert why_not(over, move) == "the round is over; no move can follow"


def test_the_games_own_refusal_comes_last() -> None:
    shy = replace(TOY, refuse=lambda terms, round_, move: "not today [T-99]")
    round_ = opened(game=shy)
    assert why_not(round_, Posted(1, {"main": 0})) == "main takes 1 to 10 whole chips, not 0 [T-1]"
    assert why_not(round_, Posted(1, MAIN)) == "not today [T-99]"


def test_nobody_wagers_more_than_they_have() -> None:
    round_ = opened("ann ann bob", chips={"ann": 12})
    round_ = play(round_, Posted(1, {"main": 7}))
    assert why_not(round_, Posted(2, {"main": 6})) == "ann has 12 chips and may have to pay 13 [T-13]"
    assert why_not(round_, Posted(2, {"main": 5})) is None
    assert why_not(round_, Posted(3, {"main": 10})) is None


def test_cards_outside_a_deal_raise_broken() -> None:
    with pytest.raises(Broken, match="outside a deal"):
        deal(opened(), Dealt(()))


# Voids -------------------------------------------------------------------------------------------------------------


def test_a_void_ends_the_round_and_moves_no_chips() -> None:
    round_ = play(play(opened(), Posted(1, MAIN)), Voided("misdeal", "two cards stuck"))
    assert round_.over
    assert round_.voided == Voided("misdeal", "two cards stuck")
    assert (settlement(round_), round_.step_moves) == ([], {})


def test_reasons_of_a_sheet_that_names_none() -> None:
    assert list(irregularities("void_round", "T-10")) == ["exposed_card", "wrong_count", "misdeal"]
    assert list(irregularities("operator", "T-10")) == ["operator"]
    assert {irregularity.clause for irregularity in irregularities("void_round", "T-10").values()} == {"T-10"}


def test_an_unfinished_round_has_no_settlement() -> None:
    with pytest.raises(NotAllowed, match="the round is not over; a wager is due"):
        settlement(opened())


# Openings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "named", "reason"),
    [
        ("", {}, "Toy seats 1 to 3, not 0"),
        ("a b c d", {}, "Toy seats 1 to 3, not 4"),
        ("a a a", {}, "one player may take 2 seats, not 3 as a does [T-11]"),
        ("a b", {"dealer_seat": 3}, "the dealer sits at 1 to 2, not 3"),
        ("a b", {"dealer_seat": 1.5}, "the dealer sits at 1 to 2, not 1.5"),
        ("a b", {"banker": 3}, "the bank is the house or a seat from 1 to 2, not 3"),
        ("a b", {"banker": "bob"}, "the bank is the house or a seat from 1 to 2, not 'bob'"),
        ("a b", {"house_bet": -5}, "the house bet is whole chips from 0 up, not -5"),
        ("a b", {"pot": 1.5}, "the pot is whole chips from 0 up, not 1.5"),
        ("a b", {"chips": {"a": -1}}, "a has -1 chips and may have to pay 0 [T-13]"),
    ],
)
def test_an_opening_is_refused_with_its_reason(players: str, named: Any, reason: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        opened(players, **named)
    assert str(refusal.value) == reason


def test_a_limit_of_one_seat_is_written_in_the_singular() -> None:
    with pytest.raises(NotAllowed, match="one player may take 1 seat, not 2 as a does"):
        opened("a a", game=toy(several=False))


def test_a_game_without_banking_has_no_bank() -> None:
    bankless = replace(TOY, banking=lambda terms: None)
    with pytest.raises(NotAllowed, match="players do not bank in Toy"):
        opened(game=bankless, banker=1)
    with pytest.raises(NotAllowed, match="players do not bank in Toy"):
        opened(game=bankless, house_bet=5)
    strict = replace(bankless, refuse_opening=lambda terms, opening: "not so [T-20]")
    with pytest.raises(NotAllowed, match=r"^not so \[T-20\]$"):
        opened(game=strict, banker=1)


@pytest.mark.parametrize("seat", [0, 3, -1, "1", 1.0])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    with pytest.raises(NotAllowed, match=r"there is no seat .*; the seats are 1 to 2"):
        opened().seat(seat)


# The game's own facts ----------------------------------------------------------------------------------------------


def test_a_preset_sets_its_options_in_every_spelling() -> None:
    game = replace(TOY, presets={("in_turn", "true"): {"stake": 99}, ("offer", "request"): {"stake": 7}})
    assert game.with_options({"in_turn": "yes"}).terms.stake == 99
    assert game.with_options({"offer": "REQUEST"}).terms.stake == 7
    assert game.with_options({"stake": 3, "in_turn": True}).terms.stake == 3


def test_contradictory_terms_are_refused() -> None:
    picky = replace(TOY, refuse_terms=lambda terms: "too dear [T-21]" if terms.stake > 50 else None)
    assert picky.with_options({"stake": 50}).terms.stake == 50
    with pytest.raises(NotAllowed, match="too dear"):
        picky.with_options({"stake": 51})


def test_modifications_and_hash_belong_to_the_terms() -> None:
    assert TOY.modifications == {}
    assert toy(stake=12).modifications == {"stake": (10, 12)}
    assert toy(stake=12).terms_hash != TOY.terms_hash == toy(stake=10).terms_hash


def test_the_defaults_of_a_game() -> None:
    plain = Game(
        key="plain",
        name="Plain",
        about="Only what must be said.",
        terms=ToyTerms(),
        seats=lambda terms: range(1, 3),
        shoe=lambda terms: cards("2c 3c"),
        steps=lambda terms, opening: (Decide(("go", "stop"), "T-1"),),
        slots=lambda terms, seat: (),
        settle=lambda terms, round_: [],
        irregularities=lambda terms: {},
    )
    round_ = start(plain, Opening(players=("ann", "bob")))
    step = round_.step
    assert isinstance(step, Decide)
    assert plain.steady_decision(plain.terms, step, ()) == plain.default_decision(plain.terms, step) == "go"
    assert (plain.shoe_lasts(plain.terms), plain.dealer_rotates(plain.terms)) == (0, False)
    assert plain.house_way_on_request(plain.terms)
    assert plain.due(plain.terms, round_) == []
    assert plain.foul(plain.terms, {}, {}) is None
    assert settlement(after(round_, Decided(2, "go"), Decided(1, "stop"))) == []
    with pytest.raises(NotAllowed, match=r"one player may take 1 seat, not 2 as ann does \[\]"):
        start(plain, Opening(players=("ann", "ann")))


def test_the_dealer_needs_a_house_way() -> None:
    round_ = opened(game=replace(TOY, house_way=None))
    with pytest.raises(Broken, match="has no house way for its dealer"):
        dealer_move(round_)


def test_a_hand_is_named_after_its_class_unless_the_game_has_its_own_names() -> None:
    strength = Ranking((Made.HIGH_CARD,)).of(cards("As"))
    assert TOY.hand_name(strength) == strength.in_words
