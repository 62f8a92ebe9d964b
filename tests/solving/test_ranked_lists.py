"""A list of options, best first, leaves out no setting that has a higher value than its last line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.games.ask import best, left_out
from houseway.games.casino import scoring as casino_scoring
from houseway.games.casino import setting as casino_setting
from houseway.games.casino.pricing.scores import antes
from houseway.games.casino.sheet import SHEET as CASINO
from houseway.games.chinese.kernels.setting import legal_settings, one_of_each, scale
from houseway.games.chinese.sheet import SHEET as CHINESE
from houseway.games.chinese.solver.field import meetings
from houseway.games.chinese.solver.field_sources import PRESETS, field_for, terms_for
from houseway.games.chinese.solver.payoff import payoffs
from houseway.kernels.cards import encoded_hands
from houseway.rules.cards import DECK, Cards, read_cards
from houseway.rules.round import Seat
from houseway.rules.setting import Setting, Slot
from houseway.solving.results import Option
from support.sample_sizes import few_of

LISTED = 20
"""The most options in a list of Chinese Poker or of the Casino Version."""

CASINO_DEALERS = """
Js | Qh 9d 3c | 4s 4h 4d 8c 8h
As | Kd Kc 2h | Qs Qd 9c 9h 3s
Kd | 6h 6d 6c | Ts Th Td 4c 2c
Qc | Kh Ks 9d | 5c 6c 7c 8c 9c
9s | Ah Td 4c | Js Jd 7c 6h 3s
"""


def values(options: list[Option]) -> list[float]:
    return [float(option.ev) for option in options]


@pytest.mark.parametrize("seed", few_of(12, 4))
@pytest.mark.parametrize("preset", PRESETS)
def test_chinese_poker_lists_the_settings_with_the_highest_values(preset: str, seed: int) -> None:
    game = replace(CHINESE, terms=terms_for("2-4", preset))
    cards = tuple(Random(seed).sample(DECK, 13))
    field = field_for(game)
    legal = one_of_each(legal_settings(scale(game.terms), encoded_hands([cards])[0]))
    rows = legal[:, :3].T
    won = field.units(meetings(rows, payoffs(game.terms).profile(*rows)))
    highest = sorted((float(Fraction(int(units), field.total)) for units in won), reverse=True)[:LISTED]
    settings = [option for option in best(game, cards) if option.decision == "set"]
    assert values(settings) == highest[: len(settings)]
    assert len(settings) >= LISTED - 1


def test_chinese_poker_lists_surrender_even_where_twenty_settings_are_better() -> None:
    game = replace(CHINESE, terms=terms_for("1-6", "typical"))
    cards = tuple(Random(3).sample(DECK, 13))
    options = best(game, cards)
    assert len(options) == LISTED + 1
    assert options[-1].decision == "surrender"
    assert "surrender" in left_out(game)


@pytest.mark.parametrize("seed", few_of(12, 6))
def test_the_casino_version_lists_the_settings_with_the_highest_values(seed: int, tmp_path: Path) -> None:
    terms = CASINO.terms
    cards = tuple(Random(seed).sample(CASINO.shoe(terms), 9))
    file = tmp_path / "dealers.txt"
    file.write_text(CASINO_DEALERS)
    dealers = [
        dict(zip(casino_setting.HANDS, map(read_cards, line.split("|")), strict=True))
        for line in CASINO_DEALERS.strip().splitlines()
    ]
    by_strength = {}
    for ranked in casino_setting.legal_settings(terms, cards):
        won = sum(antes(terms, sum(casino_scoring.points(terms, ranked.setting, dealer))) for dealer in dealers)
        by_strength[ranked.first, ranked.second, ranked.third] = Fraction(won, len(dealers))
    highest = sorted(by_strength.values(), reverse=True)[:LISTED]
    assert [option.ev for option in best(CASINO, cards, against=file)] == highest


# Games that list every setting -------------------------------------------------------------------------------------


def every_setting(slots: tuple[Slot, ...], cards: Cards) -> Iterator[Setting]:
    """All divisions of cards into slots."""
    if not slots:
        yield {}
        return
    first, *others = slots
    for positions in combinations(range(len(cards)), first.sizes[0]):
        hand = tuple(cards[position] for position in positions)
        rest = tuple(card for position, card in enumerate(cards) if position not in positions)
        for setting in every_setting(tuple(others), rest):
            yield {first.name: hand, **setting}


def strengths(game: Any, setting: Setting) -> tuple[Any, ...]:
    return tuple(game.strength(game.terms, slot, hand, ()) for slot, hand in sorted(setting.items()))


@pytest.mark.parametrize("seed", few_of(12, 4))
@pytest.mark.parametrize("key", ["pyramid", "pai_gow"])
def test_other_games_against_the_house_list_every_legal_setting(key: str, seed: int) -> None:
    game = GAMES[key]
    size = {"pyramid": 3, "pai_gow": 7}[key]
    cards = tuple(Random(seed).sample(game.shoe(game.terms), size))
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards))
    legal = {
        strengths(game, setting)
        for setting in every_setting(slots, cards)
        if game.foul(game.terms, setting, {}) is None
    }
    options = best(game, cards)
    assert {strengths(game, option.setting) for option in options} == legal
    assert values(options) == sorted(values(options), reverse=True)


def test_pick_2_lists_every_decision() -> None:
    game = GAMES["pick2"]
    cards = tuple(Random(1).sample(DECK, 5))
    options = best(game, cards)
    threes = {frozenset(option.setting["three"]) for option in options if option.setting}
    assert len(threes) == 10
    assert {option.decision for option in options} == {"fold", "three", "five"}
    assert values(options) == sorted(values(options), reverse=True)


def test_every_game_says_what_its_list_leaves_out() -> None:
    for game in GAMES.values():
        assert left_out(game).endswith(".")
    assert "Most settings are left out" in left_out(GAMES["showdown"])
