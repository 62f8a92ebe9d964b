"""Settings for a game without a file of its own: every option, bots, and the strategy in sentences."""

import numpy as np
import pytest

from houseway.games import ask as setting
from houseway.games import game
from houseway.pricing.generic.value import hand_values, values_of_pairs
from houseway.rules.cards import read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.payments import HOUSE
from houseway.rules.playing import after, start
from houseway.rules.view import view

PAI_GOW = game("pai_gow")
FLUSH_OR_ACE = read_cards("Ah Ks Kh 9h 7h 4h 3c")


def test_every_option_best_first_exactly() -> None:
    options = setting.best(PAI_GOW, FLUSH_OR_ACE)
    evs = [option.ev for option in options]
    assert evs == sorted(evs, reverse=True)
    assert options[0].setting == {"low": read_cards("Ks 3c"), "high": read_cards("Ah Kh 9h 7h 4h")}
    assert options[0].by_hand["high"].name == "flush"
    assert options[0].sure == "exact"
    assert all(PAI_GOW.foul(PAI_GOW.terms, option.setting, {}) is None for option in options)


def test_candidates_are_the_first_options() -> None:
    for cards in (FLUSH_OR_ACE, read_cards("Xx As Ad 8c 7c 6c 2h"), read_cards("Ks Kd Qh Qc 5s 5d 2c")):
        moves = setting.candidates(PAI_GOW, cards, 8)
        assert [move.setting for move in moves] == [option.setting for option in setting.best(PAI_GOW, cards)[:8]]
    assert setting.candidates(PAI_GOW, FLUSH_OR_ACE[1:], 8) == []


def test_settings_are_weighed_against_every_hand_that_is_left() -> None:
    """What a few pairs of codes win is what the whole grid says they win."""
    grid = hand_values(PAI_GOW, FLUSH_OR_ACE)
    pairs = np.random.default_rng(3).integers(0, grid.sums.shape, (20, 2))
    assert values_of_pairs(PAI_GOW, FLUSH_OR_ACE, pairs) == [grid.of(*pair) for pair in pairs.tolist()]


def test_value_of_a_setting_that_is_equal_in_strength() -> None:
    same = {"low": read_cards("Kh 3c"), "high": read_cards("Ah Ks 9h 7h 4h")}
    option = setting.value_of(PAI_GOW, FLUSH_OR_ACE, same)
    assert option is not None
    assert option.by_hand["high"].name == "high card"
    fouls = {"low": read_cards("Ks Kh"), "high": read_cards("Ah 9h 7h 4h 3c")}
    assert setting.value_of(PAI_GOW, FLUSH_OR_ACE, fouls) is None


@pytest.mark.parametrize("cards", ["Ah Ks Kh", "Ah Ah Kh 9h 7h 4h 3c", ""])
def test_cards_that_cannot_be_held_are_refused(cards: str) -> None:
    with pytest.raises(NotAllowed, match="is set with 7 cards of its deck, not with"):
        setting.best(PAI_GOW, cards)


def test_best_takes_no_opponents() -> None:
    with pytest.raises(NotAllowed, match="takes no players here"):
        setting.best(PAI_GOW, FLUSH_OR_ACE, players=3)


def _set_by(level: str, banker: object = HOUSE) -> HandsSet:
    players = ("ann", "bob")
    round_ = start(PAI_GOW, Opening(players=players, banker=banker))  # type: ignore[arg-type]
    posted = [Posted(seat, {"main": 20}) for seat in (1, 2) if seat != banker]
    dealt = (*FLUSH_OR_ACE, *read_cards("Js Td 8h 6c 4s 3d 2c 9s 9d 8c 7d 5c 4d 2h"))
    round_ = after(round_, *posted, Dealt(dealt))
    move = setting.strategy(PAI_GOW, level).move(PAI_GOW, view(round_, 1))
    assert isinstance(move, HandsSet)
    return move


def test_the_levels_differ_where_they_should() -> None:
    assert _set_by("house_way").setting["low"] == read_cards("Ah 9h")
    assert _set_by("expert").setting["low"] == read_cards("Ks 3c")
    assert _set_by("expert", banker=1).setting["low"] == read_cards("Ks 3c")
    assert sorted(_set_by("newcomer").setting["high"]) == sorted(read_cards("Ah Kh 9h 7h 4h"))


@pytest.mark.slow
def test_the_strategy_in_sentences() -> None:
    explanation = setting.explain(PAI_GOW)
    assert explanation.lessons[0].rule.startswith("Set the house way")
    assert explanation.lessons[0].value > 0.1
    assert all(lesson.value > 0 for lesson in explanation.lessons)
    assert 0 <= explanation.cost < 0.001
    assert setting.unit(PAI_GOW) == "wagers"
