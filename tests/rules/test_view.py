"""What each viewer may see of a round."""

from dataclasses import replace

import pytest

from houseway.games import GAMES
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Deal, Decide, Opening, SetHands, Wager
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted, Voided
from houseway.rules.payments import HOUSE, Payment
from houseway.rules.playing import after, play, start
from houseway.rules.round import Round
from houseway.rules.setting import Slot
from houseway.rules.view import describe, view
from support.playing import TOY, cards, hands, toy

DEAL = Dealt(cards("2c 3c 4c 5c 6c"))


def dealt(game: object = TOY, *, players: tuple[str, ...] = ("ann", "bob"), banker: int | str = HOUSE) -> Round:
    round_ = start(game, Opening(players=players, banker=banker))  # type: ignore[arg-type]
    posts = [Posted(s.number, {"side": 2} if s.number == banker else {"main": 5}) for s in round_.seats]
    return after(round_, *posts, DEAL)


def set_by_all(round_: Round) -> Round:
    round_ = after(round_, Decided(1, "stay"), Decided(2, "stay"))
    return after(round_, HandsSet(1, hands(low="2c")), HandsSet(2, hands(low="4c")))


def test_only_your_own_cards_are_seen_while_the_round_runs() -> None:
    seen = view(dealt(), 1)
    assert [seat.cards for seat in seen.seats] == [cards("2c 3c"), ()]
    assert [seat.card_count for seat in seen.seats] == [2, 2]
    assert (seen.dealer, seen.dealer_count) == ((), 1)
    assert (seen.over, seen.voided, seen.viewer, seen.version) == (False, None, 1, 3)
    assert seen.game == "toy"
    assert seen.terms_hash == TOY.terms_hash


def test_a_spectator_sees_no_cards() -> None:
    seen = view(dealt(), None)
    assert [seat.cards for seat in seen.seats] == [(), ()]
    assert seen.slots == ()
    assert seen.waiting_for == (1, 2)


def test_wagers_are_visible_at_once() -> None:
    round_ = play(start(TOY, Opening(players=("ann", "bob"))), Posted(1, {"main": 5}))
    seen = view(round_, 2)
    assert [seat.wagers for seat in seen.seats] == [{"main": 5}, {}]
    assert [seat.has_moved for seat in seen.seats] == [True, False]


def test_a_sealed_decision_is_visible_only_to_its_player() -> None:
    round_ = play(dealt(), Decided(1, "fold"))
    assert view(round_, 1).seats[0].decisions == ("fold",)
    assert view(round_, 2).seats[0].decisions == ()
    assert view(round_, 2).seats[0].has_moved
    assert view(play(round_, Decided(2, "stay")), 2).seats[0].decisions == ("fold",)


def test_an_open_decision_is_visible_to_all() -> None:
    round_ = play(dealt(toy(in_turn=True)), Decided(1, "fold"))
    assert view(round_, None).seats[0].decisions == ("fold",)


def test_a_setting_is_hidden_until_the_end() -> None:
    round_ = after(dealt(), Decided(1, "stay"), Decided(2, "stay"), HandsSet(1, hands(low="2c")))
    assert view(round_, 1).seats[0].setting == hands(low="2c")
    assert view(round_, 2).seats[0].setting is None
    assert view(round_, 2).slots == (Slot("low", (1,), "T-7"),)


def test_the_end_shows_the_hands_and_not_the_discards() -> None:
    seen = view(set_by_all(dealt()), None)
    assert [seat.setting for seat in seen.seats] == [hands(low="2c"), hands(low="4c")]
    assert [seat.cards for seat in seen.seats] == [(), ()]
    assert seen.dealer == cards("6c")
    assert seen.payments[0] == Payment(HOUSE, 1, 5, "main", "T-1", "stayed")


def test_the_end_shows_all_cards_where_the_sheet_says_so() -> None:
    seen = view(set_by_all(dealt(replace(TOY, exposes="cards"))), None)
    assert [seat.cards for seat in seen.seats] == [cards("2c 3c"), cards("4c 5c")]


def test_declared_jokers_are_shown_with_the_hand() -> None:
    round_ = start(TOY, Opening(players=("ann",)))
    round_ = after(round_, Posted(1, {"main": 5}), Dealt(cards("Xx 2c 3c")), Decided(1, "stay"))
    round_ = play(round_, HandsSet(1, hands(low="Xx"), jokers=hands(low="As")))
    assert view(round_, None).seats[0].jokers == hands(low="As")


def test_folded_cards_stay_hidden() -> None:
    round_ = after(dealt(), Decided(1, "fold"), Decided(2, "stay"), HandsSet(2, hands(low="4c")))
    assert round_.over
    assert view(round_, 2).seats[0].cards == ()
    assert view(round_, 1).seats[0].cards == cards("2c 3c")
    assert not view(round_, 2).seats[0].live


def test_the_dealer_shows_nothing_when_all_have_folded() -> None:
    seen = view(after(dealt(), Decided(1, "fold"), Decided(2, "fold")), 1)
    assert (seen.over, seen.dealer, seen.dealer_setting) == (True, (), None)


def test_a_void_shows_nothing_further() -> None:
    seen = view(play(dealt(), Voided("misdeal")), 1)
    assert (seen.voided, seen.over, seen.dealer, seen.payments) == ("misdeal", True, (), ())
    assert [seat.cards for seat in seen.seats] == [cards("2c 3c"), ()]


def test_the_dealers_cards_may_be_open_before_the_bank_sets() -> None:
    round_ = after(dealt(banker=2), Decided(1, "stay"), Decided(2, "stay"))
    assert view(round_, 2).dealer == ()
    round_ = play(round_, HandsSet(1, hands(low="2c")))
    seen = view(round_, 2)
    assert (seen.dealer, seen.banker, seen.house_bet) == (cards("6c"), 2, 0)
    assert seen.seats[0].setting is None


def test_the_dealers_setting_is_shown_at_the_end() -> None:
    round_ = set_by_all(dealt(toy(dealer_sets=True)))
    assert view(round_, 1).dealer_setting is None
    assert view(play(round_, HandsSet(HOUSE, hands(low="6c"))), 1).dealer_setting == hands(low="6c")


@pytest.mark.parametrize(("one_at_a_time", "second"), [(False, "4c 5c"), (True, "")])
def test_a_player_sees_several_hands_together_or_one_at_a_time(one_at_a_time: bool, second: str) -> None:
    round_ = dealt(toy(one_at_a_time=one_at_a_time), players=("ann", "ann"))
    assert view(round_, 1).seats[1].cards == cards(second)


def test_payments_that_are_certain_are_shown_before_the_end() -> None:
    assert view(dealt(), None).payments == (
        Payment(1, HOUSE, 1, "due", "T-12", "ante"),
        Payment(2, HOUSE, 1, "due", "T-12", "ante"),
    )


def test_steps_are_described() -> None:
    steps = (Wager((), ""), Deal(1, ""), Decide(("buy", "fold"), ""), SetHands(""), None)
    assert [describe(step) for step in steps] == ["place wagers", "the deal", "buy or fold", "set hands", "settled"]


def test_names_are_shown_and_never_compared() -> None:
    opening = Opening(players=("a1", "b2"), names=("Ada", "Ada"), chips={"a1": 500, "b2": 9})
    with pytest.raises(NotAllowed, match=r"^Ada has 9 chips and may have to pay "):
        play(start(GAMES["pyramid"], opening), Posted(2, {"main": 5, "three_card": 5, "six_card": 5}))
    rich = start(GAMES["pyramid"], replace(opening, chips={}))
    assert [seat.player for seat in view(rich, 1).seats] == ["Ada", "Ada"]
    assert [seat.player for seat in rich.seats] == ["a1", "b2"]
    with pytest.raises(NotAllowed, match="name every seat or none, not 1 of 2"):
        start(GAMES["pyramid"], replace(opening, names=("Ada",)))
    with pytest.raises(NotAllowed, match="not 3 as Eve does"):
        start(GAMES["pyramid"], Opening(players=("a1",) * 3, names=("Eve",) * 3))
