"""Bots of the Casino Version, its strategy in sentences, and how far its dealers can be exploited."""

import random
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from houseway.games.ask import explain, solve, strategy
from houseway.games.casino.sheet import SHEET
from houseway.games.casino.solver.best_reply import reply_to, tables_for
from houseway.games.casino.solver.explain import FOLD_RULES, PLAYERS_HOUSE_WAY
from houseway.games.casino.solver.make_best_reply import make_tables
from houseway.games.casino.solver.strategies import decision, strongest_first
from houseway.games.casino.terms import Terms
from houseway.games.casino.wagers import BUY
from houseway.kernels.cards import encoded_hands
from houseway.rules.cards import read_cards
from houseway.rules.errors import Unreadable
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Posted
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.round import Round
from houseway.rules.view import view

GAME = SHEET
TERMS = Terms()
SHOE = list(GAME.shoe(TERMS))
PRICED = ("hw2", "hw1", "hw3", "hw4", "top_down", "equilibrium")


def played(game: Any, name: str, seed: int) -> tuple[Round, str]:
    """One round of one seat by a strategy, and what it decided."""
    bot = strategy(game, name)
    cards = random.Random(seed).sample(SHOE, 18)
    round_ = after(start(game, Opening(players=("bot",))), Posted(1, {"ante": 5}))
    round_ = play(round_, Dealt(tuple(cards[:14])))
    move: Any = bot.move(game, view(round_, 1))
    round_ = play(round_, move)
    if move.option == BUY:
        round_ = play(round_, Dealt(tuple(cards[14:])))
        round_ = play(round_, bot.move(game, view(round_, 1)))
    return round_, move.option


@pytest.mark.parametrize("name", ["newcomer", "house_way", "expert"])
def test_a_bot_plays_whole_rounds_from_what_it_sees(name: str) -> None:
    decisions = set()
    for seed in range(12):
        round_, decided = played(GAME, name, seed)
        decisions.add(decided)
        assert settlement(round_) is not None
    assert decisions == ({"buy", "fold"} if name == "expert" else {"buy"})


def test_a_newcomer_spends_the_best_cards_on_five() -> None:
    cards = read_cards("As Ah Kd Kc 2s 2h Qd 7c 4h")
    assert strongest_first(TERMS, cards)["third"] == read_cards("As Ah Kd Kc Qd")


def test_the_expert_folds_junk_and_buys_with_jokers() -> None:
    best_reply = reply_to(TERMS)
    assert decision(best_reply, read_cards("2s 4h 5d 7c 9s Th Qd")) == "fold"
    assert decision(best_reply, read_cards("As Xx 5d 7c 9s Th Qd")) == "buy"


def test_a_free_dealer_is_treated_as_the_equilibrium_dealer_with_a_note() -> None:
    free = GAME.with_options({"dealer_policy": "free"})
    assert "equilibrium" in strategy(free, "expert").about
    assert "equilibrium" not in strategy(GAME, "expert").about


def test_the_expert_answers_the_dealer_at_hand() -> None:
    """Against the strongest third hand first there is hardly a hand to fold."""
    sevens = encoded_hands([tuple(random.Random(seed).sample(SHOE, 7)) for seed in range(30)])
    folds = {name: reply_to(replace(TERMS, dealer_policy=name)).folds(sevens).sum() for name in ("top_down", "hw2")}
    assert folds["top_down"] < folds["hw2"]


@pytest.mark.parametrize("name", PRICED)
def test_tables_of_every_dealer_ship_with_the_package(name: str) -> None:
    file = tables_for(SHEET.with_options({"dealer_policy": name}).terms)
    assert file.made_for["dealer_policy"] == name
    assert len(file.data()) < 200_000


@pytest.mark.slow
def test_the_shipped_tables_are_made_again_byte_for_byte() -> None:
    assert make_tables(TERMS).data() == tables_for(TERMS).data()


# Solving -------------------------------------------------------------------------------------------------------------


def test_solving_says_what_the_best_reply_wins_on_fresh_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("houseway.games.casino.solver.make_best_reply"), "TRIED", 10)
    monkeypatch.setattr(import_module("houseway.games.casino.solver.solve"), "CHUNK", 5)
    progress_calls: list[tuple[int, int]] = []
    game = GAME.with_options({"dealer_policy": "top_down"})
    solution = solve(game, lambda done, total: progress_calls.append((done, total)), deals=4000, fresh=10)
    best, buying = solution.exploitability
    assert buying.value > 1.5 > 10 * buying.standard_error
    assert best.value > 1
    assert (best.unit, buying.unit) == ("antes a round", "antes a round, buying always")
    assert progress_calls[-1] == (6, 6)


def test_a_solve_is_given_a_size_that_can_be() -> None:
    with pytest.raises(Unreadable, match="deals is a whole number from 1000"):
        solve(GAME, deals=3)


# In sentences --------------------------------------------------------------------------------------------------------


def test_the_strategy_in_sentences_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    file = import_module("houseway.games.casino.solver.explain")
    monkeypatch.setattr(file, "SETTINGS", 4000)
    monkeypatch.setattr(file, "FOLDS", 40)
    explanation = explain(GAME)
    assert len(explanation.lessons) == len(FOLD_RULES) + len(PLAYERS_HOUSE_WAY.texts)
    assert all(lesson.value > 0 for lesson in explanation.lessons[len(FOLD_RULES) :])
    assert 0 < explanation.cost < 0.2
    assert explanation.standard_error > 0


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        ("2s 4h 5d 7c 9s Th Qd", (True, False)),
        ("2s 4h 5d 7c 9s Th Ad", (False, False)),
        ("2s 4h 5d 7c 9s Th Xx", (False, False)),
        ("2s 2h 5d 7c 9s Th Qd", (False, True)),
        ("2s 2h 5d 7c 9s Th Kd", (False, False)),
        ("2s 2h 5s 7s 9s Th Qd", (False, False)),
        ("Qs Qh 5d 7c 9s Th 2d", (False, False)),
        ("2s 2h 5d 5c 9s Th Qd", (False, False)),
    ],
)
def test_the_rules_of_folding_are_what_they_say(cards: str, rules: tuple[bool, bool]) -> None:
    assert tuple(rule.folds(TERMS, read_cards(cards)) for rule in FOLD_RULES) == rules
