"""What decisions and fouls cost, as buttons and warnings say it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from houseway.games import GAMES, game
from houseway.games.ask import strategy
from houseway.rules.costs import OptionCost
from houseway.rules.dealing import cards_due
from houseway.rules.game import Decide, Game, Opening, SetHands
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import dealer_move, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.view import view
from support.playing import tried_setting

COSTS = {
    ("pick2", "ante 5"): {"three": "Play three · 10", "five": "Play five · 5", "fold": "Fold · lose 10"},
    ("casino", "ante 5"): {"buy": "Buy two cards · 5", "fold": "Fold · lose 10"},
    ("showdown", "three players"): {"play": "Buy three cards · 10", "surrender": "Surrender · 5 to each of 2"},
    ("chinese", "surrender"): {"play": "Play", "surrender": "Surrender · 2 to each of 2"},
}


def opened(key: str, options: dict[str, Any], seed: str = "costs", **opening: Any) -> tuple[Round, random.Random]:
    """A round of three players before its first move, and its source of chance."""
    rules = game(key).with_options(options)
    return start(rules, Opening(players=("a", "b", "c"), **opening)), random.Random(seed)


def next_state(round_: Round, chance: random.Random, **decisions: str) -> Round:
    """The round after its next deal, or after the next seat's usual move."""
    due = cards_due(round_)
    if due:
        left = list(round_.game.whole_shoe)
        for card in round_.dealt:
            left.remove(card)
        return play(round_, Dealt(tuple(chance.sample(left, due))))
    mover = round_.waiting_for[0]
    if mover == HOUSE:
        return play(round_, dealer_move(round_))
    assert isinstance(mover, int)
    if isinstance(round_.step, Decide) and decisions:
        return play(round_, Decided(mover, decisions.get(f"seat{mover}", decisions["others"])))
    return play(round_, strategy(round_.game, "house_way").move(round_.game, view(round_, mover)))


def until(kind: type, round_: Round, chance: random.Random, **decisions: str) -> Round:
    """The round at its next step of this kind."""
    while not isinstance(round_.step, kind):
        round_ = next_state(round_, chance, **decisions)
    return round_


def buttons(round_: Round, seat: int) -> dict[str, str]:
    costs = round_.game.option_costs(round_.game.terms, round_, round_.seat(seat))
    return {option: " · ".join(filter(None, (cost.label, cost.price))) for option, cost in costs.items()}


@pytest.mark.parametrize(("key", "terms"), COSTS)
def test_each_option_says_what_it_costs(key: str, terms: str) -> None:
    round_ = until(Decide, *opened(key, {"surrender": True} if terms == "surrender" else {}))
    assert buttons(round_, 1) == COSTS[key, terms]


def test_the_second_declaration_of_showdown_costs_more_and_counts_who_is_left() -> None:
    round_, chance = opened("showdown", {"buy_optional": True})
    round_ = until(Decide, round_, chance)
    for seat, option in ((1, "play"), (2, "play"), (3, "surrender")):
        round_ = play(round_, Decided(seat, option))
    round_ = until(Decide, round_, chance)
    assert buttons(round_, 1) == {
        "play": "Buy two cards · 10",
        "surrender": "Surrender · 10 to each of 1",
        "stay": "Stay",
    }


@pytest.mark.parametrize(("fold_bonus", "lost"), [("lost", 15), ("b5_only", 10), ("in_action", 5)])
def test_a_fold_of_pick_2_costs_the_wagers_that_it_gives_up(fold_bonus: str, lost: int) -> None:
    round_, chance = opened("pick2", {"fold_bonus": fold_bonus})
    wagers = {"ante": 5, "bonus_3_5": 5, "bonus_5_only": 5}
    for seat in (1, 2, 3):
        round_ = play(round_, Posted(seat, wagers))
    assert buttons(until(Decide, round_, chance), 1)["fold"] == f"Fold · lose {lost}"


def test_with_the_bonus_alone_no_option_of_pick_2_costs_anything() -> None:
    round_, chance = opened("pick2", {"b5_alone": True})
    for seat in (1, 2, 3):
        round_ = play(round_, Posted(seat, {"bonus_5_only": 5}))
    assert set(buttons(until(Decide, round_, chance), 1).values()) == {"Play three", "Play five", "Fold"}


@pytest.mark.parametrize(
    ("key", "options", "leaving"),
    [
        ("pick2", {}, "fold"),
        ("casino", {}, "fold"),
        ("casino", {"fold_cost_antes": 1}, "fold"),
        ("casino", {"buy_in_antes": 2}, "fold"),
        ("showdown", {}, "surrender"),
        ("chinese", {"surrender": True, "scoring": "1-6", "unit_value": 3}, "surrender"),
    ],
)
def test_leaving_costs_what_its_option_says(key: str, options: dict[str, Any], leaving: str) -> None:
    """A seat that leaves alone pays exactly the cost that its button shows."""
    round_, chance = opened(key, options)
    round_ = until(Decide, round_, chance)
    step = round_.step
    assert isinstance(step, Decide)
    cost = round_.game.option_costs(round_.game.terms, round_, round_.seat(1))[leaving]
    staying = next(option for option in step.options if option not in step.leaving)
    others = "five" if key == "pick2" else staying
    while not round_.over:
        round_ = next_state(round_, chance, seat1=leaving, others=others)
    ante = 10 if key == "showdown" else 0  # paid before the decision
    assert net(settlement(round_))[1] == -cost.chips * (cost.payees or 1) - ante
    assert cost.clause in {payment.clause for payment in settlement(round_) if payment.payer == 1}


def test_a_price_is_empty_where_nothing_is_paid() -> None:
    assert OptionCost(label="Play", says="Play on", clause="X-1").price == ""
    assert OptionCost(label="Buy", says="Buy", clause="X-1", effect="adds", chips=0).price == ""


# Fouls -------------------------------------------------------------------------------------------------------------


FOUL_OPTIONS: list[tuple[str, dict[str, Any], str, bool]] = [
    ("pyramid", {}, "PYR-35", False),
    ("pyramid", {"foul_policy": "reset_house_way"}, "PYR-A31", False),
    ("pai_gow", {}, "PGP-10", False),
    ("pai_gow", {"foul_policy": "reset_house_way"}, "PGP-A7", False),
    ("chinese", {}, "CHI-A1", False),
    ("chinese", {"preset": "typical"}, "CHI-A1", False),
    ("chinese", {"foul_policy": "surrender"}, "CHI-A1", False),
    ("chinese", {"foul_policy": "flat3"}, "CHI-A1", False),
    ("chinese", {"foul_policy": "correct"}, "CHI-A1", True),
    ("showdown", {}, "SHO-D8", False),
    ("showdown", {"foul_policy": "reorder"}, "SHO-A24", False),
    ("showdown", {"foul_policy": "block"}, "SHO-A24", True),
    ("casino", {}, "CAS-D7", False),
    ("casino", {"foul_policy": "reset"}, "CAS-A12", False),
    ("casino", {"foul_policy": "block"}, "CAS-A12", True),
]


def a_foul(round_: Round, seat: int) -> Setting | None:
    """Some fouled setting of a seat's cards; None if there is none, as with a pair in Pyramid Poker."""
    chance = random.Random("foul")
    holder = round_.seat(seat)
    slots = round_.game.slots(round_.game.terms, holder)
    for _ in range(200):
        setting = tried_setting(tuple(slots), holder.cards, chance)
        if setting and round_.game.foul(round_.game.terms, setting, {}):
            return setting
    return None


def before_a_foul(key: str, options: dict[str, Any], **opening: Any) -> tuple[Round, Setting, random.Random]:
    """A round in which seat 1 may set its hands and holds cards that can be fouled."""
    for seed in range(50):
        round_, chance = opened(key, options, f"{key} {seed}", **opening)
        round_ = until(SetHands, round_, chance)
        setting = a_foul(round_, 1)
        if setting:
            return round_, setting, chance
    raise AssertionError(f"no deal of {key} can be fouled")


@pytest.mark.parametrize(("key", "options", "clause", "blocked"), FOUL_OPTIONS)
def test_a_foul_says_its_price_and_is_refused_only_where_the_terms_say_so(
    key: str, options: dict[str, Any], clause: str, blocked: bool
) -> None:
    round_, setting, chance = before_a_foul(key, options)
    cost = round_.game.foul_cost(round_.game.terms, round_, round_.seat(1))
    assert cost is not None
    assert (cost.clause, cost.is_blocked) == (clause, blocked)
    assert cost.in_words.endswith(f"[{clause}]")
    refusal = why_not(round_, HandsSet(1, setting))
    assert bool(refusal) == blocked
    if not blocked:
        round_ = play(round_, HandsSet(1, setting))
        while not round_.over:
            round_ = next_state(round_, chance)
        assert settlement(round_) is not None


@pytest.mark.parametrize(("key", "clause"), [("pyramid", "PYR-71"), ("pai_gow", "PGP-48")])
def test_a_fouled_bank_is_set_again(key: str, clause: str) -> None:
    round_, setting, _ = before_a_foul(key, {}, banker=1)
    cost = round_.game.foul_cost(round_.game.terms, round_, round_.seat(1))
    assert cost is not None
    assert (cost.clause, cost.is_blocked) == (clause, False)
    assert why_not(round_, HandsSet(1, setting)) is None


def test_nothing_fouls_in_pick_2() -> None:
    round_, chance = opened("pick2", {})
    round_ = until(Decide, round_, chance)
    assert round_.game.foul_cost(round_.game.terms, round_, round_.seat(1)) is None
    assert set(GAMES) == {key for key, *_ in FOUL_OPTIONS} | {"pick2"}


def test_a_game_that_says_no_costs_names_its_options() -> None:
    free: Any = Game.__dataclass_fields__["option_costs"].default
    rules = replace(game("casino"), option_costs=free)
    round_ = start(rules, Opening(players=("a",)))
    assert buttons(round_, 1) == {}, "no decision is due"
    round_ = until(Decide, round_, random.Random("free"))
    assert buttons(round_, 1) == {"buy": "Buy", "fold": "Fold"}
    assert round_.game.option_costs(rules.terms, round_, round_.seat(1))["fold"].clause == "CAS-08"
    assert Decide(("stay", "go"), "X-1").clause_of("go") == "X-1"


def test_games_without_jokers_or_unset_hands_have_neither() -> None:
    pyramid = game("pyramid")
    seat = start(pyramid, Opening(players=("a",))).seat(1)
    assert pyramid.joker_cards(pyramid.terms, (), ()) == ()
    assert pyramid.unset_hands(pyramid.terms, seat) == {}
    assert pyramid.may_name_jokers(pyramid.terms) == "no"
    showdown = game("showdown")
    assert showdown.may_name_jokers(showdown.terms) == "may"
    declared = showdown.with_options({"joker_declaration": "declared"})
    assert declared.may_name_jokers(declared.terms) == "must"
