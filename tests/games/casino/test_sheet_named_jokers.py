"""A joker that stands for any card the player wishes, also a low one [CAS-A31]."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from houseway.games.casino.setting import foul, named_jokers
from houseway.games.casino.sheet import SHEET
from houseway.records.round_text import read_round, write_round
from houseway.rules.cards import Cards, read_cards
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.playing import after, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.view import view

ANY = SHEET.with_options({"joker_use": "any"})
NINE = "Xx Ks Kh 9d 7c 5s 4h 3d 2c"
DEALER = "Qs Qd Jh 9c 8s 6d 5c 3s 2h"


def hands(first: str, second: str, third: str) -> Setting:
    return {"first": read_cards(first), "second": read_cards(second), "third": read_cards(third)}


def named(**jokers: str) -> Mapping[str, Cards]:
    return {slot: read_cards(text) for slot, text in jokers.items()}


JOKER_ABOVE = hands("Xx", "9d 7c 5s", "Ks Kh 4h 3d 2c")
"""At its best the joker is an ace, which is above a second hand of nine high."""


def bought(game: object = ANY) -> Round:
    mine = read_cards(NINE)
    dealers = read_cards(DEALER)
    round_ = after(start(game, Opening(players=("a",))), Posted(1, {"ante": 5}))  # type: ignore[arg-type]
    return after(round_, Dealt(mine[:7] + dealers[:7]), Decided(1, "buy"), Dealt(mine[7:] + dealers[7:]))


def test_at_its_best_alone_a_joker_is_an_ace_and_the_setting_fouls() -> None:
    assert foul(SHEET.terms, JOKER_ABOVE, {})
    refusal = why_not(bought(SHEET), HandsSet(1, JOKER_ABOVE, named(first="2c")))
    assert refusal == "a joker counts as the card that makes its hand strongest, so none is named [CAS-D3]"


def test_a_foul_that_naming_would_cure_is_not_a_foul() -> None:
    assert foul(ANY.terms, JOKER_ABOVE, {}) is None
    assert named_jokers(ANY.terms, JOKER_ABOVE, {})["first"][0].rank == 9, "the highest card that keeps the order"


def test_a_named_card_counts_even_if_a_higher_one_would_do() -> None:
    round_ = after(bought(), HandsSet(1, JOKER_ABOVE, named(first="3s")))
    assert view(round_, None).seats[0].jokers == named(first="3s")
    assert named_jokers(ANY.terms, JOKER_ABOVE, named(first="3s")) == named(first="3s")
    assert read_round(write_round(round_))[-1] == round_
    assert settlement(round_)


def test_a_foul_by_the_players_own_names_stays_a_foul() -> None:
    assert foul(ANY.terms, JOKER_ABOVE, named(first="As"))


def test_a_joker_in_the_second_hand_is_lowered_until_the_third_is_greater() -> None:
    flush_above = hands("2c", "Ks 9s Xx", "Ah Ad 7c 5h 4h")  # at its best a three-card flush, above one pair
    assert foul(SHEET.terms, flush_above, {})
    assert foul(ANY.terms, flush_above, {}) is None
    stands_for = named_jokers(ANY.terms, flush_above, {})["second"]
    assert stands_for[0].rank == 13, "a pair of kings is the highest hand below a pair of aces"


def test_no_name_cures_hands_that_cannot_rise() -> None:
    hopeless = hands("As", "Xx 3d 4h", "9c 8d 6s 5h 2h")
    assert foul(ANY.terms, hands("Ah", "Ks 9d 7c", "Xx 8d 6s 5h 2h"), {}), "the joker is in the hand that must rise"
    assert foul(ANY.terms, hopeless, {})
    assert named_jokers(ANY.terms, hopeless, {}) == {}


def test_jokers_at_their_best_stay_so_if_the_hands_rise() -> None:
    rising = hands("9d", "Xx Qc 5s", "Ks Kh 4h 3d 2c")
    assert named_jokers(ANY.terms, rising, {}) == {}
    assert foul(ANY.terms, rising, {}) is None


def test_a_joker_may_not_repeat_a_card_where_that_is_forbidden() -> None:
    strict = SHEET.with_options({"joker_use": "any", "joker_duplicates": False})
    refusal = why_not(bought(strict), HandsSet(1, hands("9d", "Xx 7c 5s", "Ks Kh 4h 3d 2c"), named(second="7c")))
    assert refusal == "a joker in the second hand may not be a card that is there already [CAS-A27]"
    assert foul(strict.terms, JOKER_ABOVE, {}) is None
    assert why_not(bought(), HandsSet(1, hands("9d", "Xx 7c 5s", "Ks Kh 4h 3d 2c"), named(second="7c"))) is None


@pytest.mark.parametrize("policy", ["lose_all", "reset", "block"])
def test_a_cured_setting_is_settled_as_it_lies(policy: str) -> None:
    game = SHEET.with_options({"joker_use": "any", "foul_policy": policy})
    round_ = after(bought(game), HandsSet(1, JOKER_ABOVE))
    as_a_nine = after(bought(game), HandsSet(1, JOKER_ABOVE, named(first="9s")))
    assert settlement(round_) == settlement(as_a_nine)
    [points] = game.hand_points(game.terms, round_).values()
    assert points["third"] == 1, "a foul would lose all three hands; the pair of kings wins"


def test_the_default_leaves_the_terms_and_their_hash_as_they_were() -> None:
    assert "joker_use" not in SHEET.terms_as_text
    assert ANY.terms_as_text["joker_use"] == "any"
    assert SHEET.with_options({"joker_use": "best"}).terms_hash == SHEET.terms_hash
    assert SHEET.may_name_jokers(SHEET.terms) == "no"
    assert ANY.may_name_jokers(ANY.terms) == "may"
