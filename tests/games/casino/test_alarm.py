"""Profitable ways to play the Casino Version, what its readings move, and the audit of the dealer's way."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest

import houseway as hw
from houseway.answer_types import figure_value
from houseway.games import ask as pricing
from houseway.games.casino import hand_order
from houseway.games.casino.hand_order import strength
from houseway.games.casino.house_way import house_way
from houseway.games.casino.pricing.readings import by_shoe, figure, with_fewest_chips
from houseway.games.casino.pricing.scores import casino_tables
from houseway.games.casino.setting import foul
from houseway.games.casino.sheet import SHEET
from houseway.pricing.price import Estimate
from houseway.pricing.readings import Change, Reading, paired
from houseway.rules.cards import JOKER, SUITS, Cards, read_cards, sort_key, write_cards
from houseway.rules.errors import NotAllowed

FOLDER = "houseway.games.casino.pricing"
GAME = SHEET
PROFITABLE: dict[str, Any] = {"cover_antes": "none"}
SHOE = SHEET.shoe(GAME.terms)


@pytest.fixture(autouse=True)
def coarse(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    coarser: dict[str, dict[str, float]] = {
        "best_reply": {"FIELD_CHUNKS": 2},
        "shoes": {"CHUNK": 50, "PILOT": 2},
        "alarm": {"PRECISION": 0.05},
        "readings": {"SHOES": 200, "BASE_SHOES": 200, "FOLD_SHOES": 50},
        "house_way": {"PRECISION": 0.05, "HANDS": 30, "MOST_COSTLY_HANDS": 2, "SHUFFLES": 400},
    }
    for file, names in coarser.items():
        for name, value in names.items():
            monkeypatch.setattr(import_module(f"{FOLDER}.{file}"), name, value)
    import_module(f"{FOLDER}.best_reply").best_reply.cache_clear()
    yield
    import_module(f"{FOLDER}.best_reply").best_reply.cache_clear()


# The alarm -----------------------------------------------------------------------------------------------------------


def test_the_alarm_finds_no_profit_and_says_what_it_searched_and_how_surely() -> None:
    result = pricing.alarm(GAME)
    assert not result.raised
    assert {finding.mix["ante"] for finding in result.findings} == {5, 100}
    assert len(result.findings) == 8
    assert all(" ± " in finding.sentence for finding in result.findings)
    assert "not card counting" in result.sentence


def test_antes_win_alike_unless_the_house_has_a_maximum() -> None:
    def edges(**options: Any) -> set[Fraction]:
        result = pricing.alarm(hw.game("casino", **options).rules)
        return {finding.edge for finding in result.findings if finding.way.startswith("house way")}

    assert len(edges()) == 1
    capped = edges(max_aggregate=200)
    assert len(capped) == 2
    assert min(capped) < min(edges())


def test_a_way_is_profitable_only_beyond_three_standard_errors() -> None:
    module = import_module(f"{FOLDER}.alarm")

    def finding(ev: float) -> Any:
        estimate = Estimate(ev=ev, standard_error=0.1, standard_deviation=4.0, seed=1, rounds=1600)
        return module._finding(module.Searched("best", 10, estimate))

    near = finding(0.29)
    clear = finding(0.31)
    lost = finding(-0.31)
    assert (near.profitable, clear.profitable, lost.profitable) == (False, True, False)
    assert "too close to 0 to tell" in near.sentence
    assert "wins +3.1000 ± 1.0000 chips" in clear.sentence
    assert ": profitable for the player" in clear.sentence
    assert ": not profitable" in lost.sentence
    assert clear.ev == Fraction(31, 10)


def test_few_chips_are_profitable_where_a_loss_ends_with_them() -> None:
    result = pricing.alarm(hw.game("casino", **PROFITABLE).rules)
    assert result.raised
    profitable = {finding.way for finding in result.findings if finding.profitable}
    assert profitable == {"fewest chips, ante 5", "fewest chips, ante 100"}
    assert any("fewest chips" in part for part in result.searched)


def test_the_fewest_chips_are_what_the_round_requires() -> None:
    terms = replace(GAME.terms, **PROFITABLE)
    short = with_fewest_chips(terms, casino_tables(terms))
    full = casino_tables(terms)
    assert short.scores.money.min() == -(1 + terms.buy_in_antes) * full.part
    assert np.array_equal(short.scores.money[10:], full.scores.money[10:])
    assert with_fewest_chips(GAME.terms, casino_tables(GAME.terms)) is casino_tables(GAME.terms)


# Readings ------------------------------------------------------------------------------------------------------------


def test_chance_is_never_reported_as_a_change() -> None:
    chance = np.random.default_rng(1)
    before = chance.normal(size=400)
    noise = chance.normal(size=400)
    noise -= noise.mean()
    error = noise.std(ddof=1) / sqrt(len(noise))
    unchanged = figure(paired(before, before))
    assert figure(paired(before, before + noise + 2.9 * error)) == unchanged
    assert figure(paired(before, before + noise - 2.9 * error)) == unchanged
    clear = figure(paired(before, before + noise + 3.1 * error))
    assert clear == pytest.approx(before.mean() + 3.1 * error, abs=1e-6)


def test_the_errors_of_a_reading_are_those_of_repeated_estimates() -> None:
    """A change on 100 shoes added to a mean of 300: estimated a thousand times, it spreads as its errors say."""
    chance = np.random.default_rng(2)
    runs = []
    for _ in range(1000):
        before = chance.normal(size=300)
        runs.append(paired(before, 0.8 * before[:100] + 0.3 * chance.normal(size=100)))
    for values, errors in (
        ([run.mean for run in runs], [run.errors.after for run in runs]),
        ([run.change for run in runs], [run.errors.change for run in runs]),
    ):
        assert np.std(values) == pytest.approx(np.mean(errors), rel=0.08)


def test_a_profitable_reading_is_named_with_its_error() -> None:
    change = Change(-0.03, 0.02, error=0.001, after_error=0.002)
    reading = Reading(
        open_question="CAS-A5", option="tie_rule", before="push", after="suits", changes={("ante", "best"): change}
    )
    command = import_module("houseway.cli.readings")
    sentences = command._profitable(GAME, [reading])
    assert sentences == [
        "Best play is profitable under this reading: A tied hand: Is decided by suits. "
        "It wins +2.0000 ± 0.2000 % of the ante."
    ]
    assert figure_value(GAME, ("ante", "best"), change.by, change.error, sign="+") == "+5.0000 ± 0.1000 %"


def test_terms_that_differ_in_nothing_the_tables_read_are_simulated_once() -> None:
    first = by_shoe(GAME.terms, 100, 1)
    assert by_shoe(replace(GAME.terms, decision_order="simultaneous", foul_policy="block"), 100, 1) is first
    assert by_shoe(replace(GAME.terms, fold_cost_antes=1), 100, 1) is not first


def test_readings_are_listed_largest_change_first_with_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = import_module("houseway.pricing.readings")
    chosen = ("fold_cost_antes", "foul_policy", "cover_antes", "dealer_policy")
    every = ledger.option_changes
    left_out = {("dealer_policy", name) for name in ("hw1", "hw3", "hw4", "equilibrium")}

    def some(game: Any, book: Any) -> list[tuple[str, str, str, str]]:
        return [row for row in every(game, book) if row[1] in chosen and (row[1], row[3]) not in left_out]

    monkeypatch.setattr(ledger, "option_changes", some)
    progress_calls: list[tuple[int, int]] = []
    every_reading = pricing.readings(GAME, lambda done, total: progress_calls.append((done, total)), also_unmoved=True)
    by = {(reading.option, reading.after): reading for reading in every_reading}
    assert [reading.largest for reading in every_reading] == sorted(
        (reading.largest for reading in every_reading), reverse=True
    )
    assert "free to set has no odds" in (by["dealer_policy", "free"].refused or "")
    assert not by["foul_policy", "reset"].changes
    assert set(by["fold_cost_antes", "1"].changes) == {("ante", "best_by_kind"), ("ante", "best")}
    folding = by["fold_cost_antes", "1"].changes["ante", "best"]
    assert folding.error is not None
    assert folding.after_error is not None
    assert folding.size > 3 * folding.error > 0
    assert set(by["cover_antes", "none"].changes) == {("ante", "fewest_chips")}
    assert by["dealer_policy", "top_down"].changes["ante", "house_way"].by > 1
    assert progress_calls[-1] == (6, 6)


# The dealer's way ----------------------------------------------------------------------------------------------------


def test_the_way_is_sound_and_a_player_who_copies_it_loses_to_the_best_setting() -> None:
    audit = pricing.house_way(GAME)
    assert audit.proof.sound
    assert audit.proof.hands_checked == 30
    assert "sampled" in audit.proof.checked
    (side,) = audit.sides
    assert side.cost > 3 * side.standard_error
    costs = [costly.cost for costly in side.costly_hands]
    assert len(costs) == 2
    assert costs == sorted(costs, reverse=True)
    for costly in side.costly_hands:
        setting = house_way(GAME.terms, read_cards(costly.hand))
        assert costly.house_way == ", ".join(f"{slot} {write_cards(cards)}" for slot, cards in setting.items())
        assert costly.house_way != costly.best
        assert costly.cost > 3 * costly.standard_error


def test_the_player_copies_the_policy_of_this_dealer() -> None:
    game = hw.game("casino", dealer_policy="top_down").rules
    by_hw2 = pricing.price(game, rounds=20000).wagers["ante"].strategies["house_way"]
    assert pricing.house_way(game).sides[0].house_way_ev < 0 < by_hw2.ev


def faults(set_hand: Any) -> Any:
    hands = [tuple(random.Random(seed).sample(SHOE, 9)) for seed in range(5)]
    return import_module(f"{FOLDER}.house_way").prove(GAME.terms, set_hand, hands, lambda done: None)


def test_a_way_that_is_at_fault_is_found_out() -> None:
    def as_dealt(cards: Cards) -> dict[str, Cards]:
        return {"first": cards[:1], "second": cards[1:4], "third": cards[4:]}

    def upside_down(cards: Cards) -> dict[str, Cards]:
        ordered = tuple(sorted(cards, key=sort_key))
        return {"first": ordered[:1], "second": ordered[6:], "third": ordered[1:6]}

    def nothing(cards: Cards) -> dict[str, Cards]:
        return max((), key=len)

    assert len(faults(as_dealt).ambiguous) == 5
    assert faults(upside_down).fouls
    assert not faults(upside_down).ambiguous
    assert len(faults(nothing).undefined) == 5
    assert len(faults(lambda cards: {**as_dealt(cards), "first": cards[1:2]}).undefined) == 5


def awkward_hands() -> Iterator[Cards]:
    """Hands of few suits, few ranks or short runs, with and without jokers, as two decks can deal them."""
    chance = random.Random(3)
    naturals = [card for card in SHOE if card != JOKER]
    for number in range(120):
        suits = chance.randint(1, 2)
        low = chance.randint(2, 10)
        width = chance.randint(4, 12)
        chosen = chance.sample(SUITS, suits)
        few = [card for card in naturals if card.suit in chosen and low <= card.rank <= low + width]
        jokers = (JOKER,) * (number % 3)
        if len(few) >= 9:
            yield (*chance.sample(few, 9 - len(jokers)), *jokers)


@pytest.mark.parametrize(
    "options", [{}, {"cross_size_order": "class_name"}, {"three_card_classes": "no_straight_flush"}]
)
def test_the_setting_that_shows_a_legal_one_exists_is_legal(options: dict[str, Any]) -> None:
    """The lowest card, then the lowest three, then the rest: the argument at the head of way.py."""
    terms = replace(GAME.terms, **options)

    def height(cards: Cards) -> Any:
        return hand_order.height(terms, strength(terms, cards))

    hands = list(awkward_hands())
    assert len(hands) > 60
    for hand in hands:
        first = min(hand, key=lambda card: height((card,)))
        others = list(hand)
        others.remove(first)
        picked = min(combinations(range(8), 3), key=lambda places: height(tuple(others[place] for place in places)))
        second = tuple(others[place] for place in picked)
        third = tuple(card for place, card in enumerate(others) if place not in picked)
        assert foul(terms, {"first": (first,), "second": second, "third": third}, {}) is None, write_cards(hand)


def test_the_shortest_way_points_to_the_strategy_in_sentences() -> None:
    with pytest.raises(NotAllowed, match="houseway explain casino"):
        pricing.shortest_house_way(GAME, Fraction(1, 2000))


def test_no_alarm_readings_or_audit_for_a_free_dealer() -> None:
    free = hw.game("casino", dealer_policy="free").rules
    for question in (pricing.alarm, pricing.readings, pricing.house_way):
        with pytest.raises(NotAllowed, match="free to set has no odds"):
            question(free)
