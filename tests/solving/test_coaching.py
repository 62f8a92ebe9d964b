"""The coach: grades, reasons and sentences, each held against figures that are computed again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Any

import pytest

from houseway.games import GAMES, module_of
from houseway.games.ask import assess, best, candidates, coach_sentence, explain, value_of
from houseway.games.casino.solver.explain import FOLD_RULES, PLAYERS_HOUSE_WAY
from houseway.games.chinese.house_way import LINES
from houseway.games.showdown.solver.explain import POINTS_RULE
from houseway.rules.cards import Cards, surplus
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import AnyGame, Opening
from houseway.rules.playing import play, start
from houseway.rules.round import Round, Seat
from houseway.rules.setting import Setting
from houseway.solving.bots import steady_move
from houseway.solving.coaching.assessment import Assessment, DecisionKind, Stakes, assess_wagers
from houseway.solving.coaching.grades import Grade, Thresholds, grade_of
from houseway.solving.coaching.reasons import ChanceMoved, DecisionsCompared, RuleBroken, SpecialGivenUp
from houseway.solving.coaching.round_decisions import assess_round
from houseway.solving.results import Option

QUICK = {"pyramid": 150, "pick2": 20, "pai_gow": 40, "chinese": 16, "casino": 12, "showdown": 6}
SLOW = {"pyramid": 4500, "pick2": 2000, "pai_gow": 2500, "chinese": 700, "casino": 250, "showdown": 50}
HELD = {"pyramid": (3,), "pick2": (5,), "pai_gow": (7,), "chinese": (13,), "casino": (7, 9), "showdown": (20, 25)}
"""By game: how many cards a player holds at a choice."""
DECISIONS = {"pick2": ("three", "five", "fold"), "casino": ("buy", "fold"), "showdown": ("play", "surrender")}
DECIDES = {"pick2": 5, "casino": 7, "showdown": 20}
"""By game: how many cards a player holds at a decision that is no setting."""
SIX = pytest.mark.parametrize("key", QUICK)


@SIX
def test_every_sentence_agrees_with_figures_computed_again(key: str) -> None:
    _check_random_choices(key, QUICK[key], seed=1)


@pytest.mark.slow
@SIX
def test_ten_thousand_sentences_agree_with_figures_computed_again(key: str) -> None:
    assert sum(SLOW.values()) == 10_000
    _check_random_choices(key, SLOW[key], seed=2)


def _check_random_choices(key: str, count: int, seed: int) -> None:
    game = GAMES[key]
    chance = Random(f"{key} {seed}")
    grades = set()
    for number in range(count):
        held = HELD[key][number % len(HELD[key])]
        cards = tuple(chance.sample(game.shoe(game.terms), held))
        assessment = _random_choice(game, cards, chance, plausible=number % 3 > 0)
        _check(game, assessment)
        grades.add(assessment.grade)
    assert len(grades) > 1


def _random_choice(game: AnyGame, cards: Cards, chance: Random, *, plausible: bool) -> Assessment:
    """What the coach says about a choice made at random, among all or among the better ones."""
    if DECIDES.get(game.key) == len(cards):
        return assess(game, cards, decision=chance.choice(DECISIONS[game.key]))
    if plausible or game.key == "showdown":  # six random hands are almost never in order
        return assess(game, cards, setting=chance.choice(candidates(game, cards, 7)).setting)
    return assess(game, cards, setting=_random_setting(game, cards, chance))


def _random_setting(game: AnyGame, cards: Cards, chance: Random) -> Setting:
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards, decisions=("set",)))
    while True:
        left = iter(chance.sample(cards, len(cards)))
        setting = {slot.name: tuple(next(left) for _ in range(slot.sizes[0])) for slot in slots}
        if game.foul(game.terms, setting, {}) is None:
            return setting


def _check(game: AnyGame, assessment: Assessment) -> None:
    """Compute the figures again and hold grade, reasons and sentence against them."""
    options = [option for option in best(game, assessment.cards) if _is_comparable(option, assessment)]
    top = options[0]
    yours = _again(game, assessment, options)
    unit = yours.unit or module_of(game).solver.unit
    cost = max(float(top.ev) - float(yours.ev), 0.0)
    assert float(assessment.cost) == pytest.approx(cost, abs=1e-12)
    assert assessment.unit == unit
    assert assessment.grade is _grade_again(cost, assessment, module_of(game).solver.thresholds_in(unit))
    sentence = coach_sentence(game, assessment)
    if assessment.grade is Grade.BEST:
        assert assessment.reasons == ()
        assert sentence == "Best: no other choice is worth more."
        return
    assert f"{cost:.4f}" in sentence
    assert (assessment.grade is Grade.TOO_CLOSE) == sentence.startswith("Too close to call")
    for reason in assessment.reasons:
        match reason:
            case ChanceMoved():
                _check_chance(game, sentence, reason, yours, top)
            case SpecialGivenUp():
                assert reason.points > reason.instead
                assert reason.name == top.by_hand[reason.slot].name
            case DecisionsCompared():
                assert (reason.yours, reason.best) == (yours.decision, top.decision)
                assert float(reason.yours_value) == float(yours.ev)
                assert float(reason.best_value) == float(top.ev)
            case RuleBroken():
                wanted = reason.rule.rstrip(".").lower()
                assert any(wanted in rule.lower() for rule in _rules(game.key)), reason.rule
    if assessment.kind is DecisionKind.SETTING and assessment.grade is not Grade.TOO_CLOSE:
        numbers = re.findall(r"(\d+\.\d) % instead of (\d+\.\d) %", sentence)
        assert len(numbers) == sum(isinstance(reason, ChanceMoved) for reason in assessment.reasons)
        assert all(mine != best_one for mine, best_one in numbers)


def _is_comparable(option: Option, assessment: Assessment) -> bool:
    if assessment.kind is DecisionKind.SETTING:
        return bool(option.setting) and option.decision in ("set", "foul")
    return option.decision in {other.decision for other in assessment.options} - {"set"}


def _again(game: AnyGame, assessment: Assessment, options: list[Option]) -> Option:
    if assessment.kind is DecisionKind.SETTING:
        yours = value_of(game, assessment.cards, assessment.yours.setting)
        assert yours is not None
        return yours
    return next(option for option in options if option.decision == assessment.yours.decision)


def _grade_again(cost: float, assessment: Assessment, thresholds: Thresholds) -> Grade:
    if cost <= 1e-9:
        return Grade.BEST
    if cost < 2 * assessment.standard_error:
        return Grade.TOO_CLOSE
    borders = (thresholds.inaccuracy, thresholds.mistake, thresholds.blunder)
    passed = sum(cost >= border for border in borders)
    return (Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)[passed]


def _check_chance(game: AnyGame, sentence: str, reason: ChanceMoved, yours: Option, top: Option) -> None:
    mine = yours.by_hand[reason.slot].wins
    theirs = top.by_hand[reason.slot].wins
    assert mine is not None
    assert theirs is not None
    assert (float(reason.yours), float(reason.best)) == pytest.approx((float(mine), float(theirs)))
    name = module_of(game).labels.name("hands", reason.slot)
    if not sentence.startswith("Too close"):
        expected = f"{name} {100 * float(mine):.1f} % instead of {100 * float(theirs):.1f} %"
        assert expected.lower() in sentence.lower()


@lru_cache
def _rules(key: str) -> tuple[str, ...]:
    """The sentences that the game teaches."""
    match key:
        case "casino":
            return *PLAYERS_HOUSE_WAY.texts, *(rule.text for rule in FOLD_RULES)
        case "chinese":
            return tuple(line.sentence for line in LINES)
        case "showdown":
            return POINTS_RULE, "Surrender after"
    return tuple(lesson.rule for lesson in explain(GAMES[key]).lessons)


# The chances by another method ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "count"), [("pyramid", 8), ("pai_gow", 3), ("casino", 2)])
def test_the_chances_in_a_sentence_are_those_of_hands_dealt_by_the_rules(key: str, count: int) -> None:
    game = GAMES[key]
    chance = Random(key)
    checked = 0
    while checked < count:
        cards = tuple(chance.sample(game.shoe(game.terms), max(HELD[key])))
        assessment = assess(game, cards, setting=_random_setting(game, cards, chance))
        for reason in assessment.reasons:
            if isinstance(reason, ChanceMoved):
                assert float(reason.yours) == _dealt_chance(game, assessment.yours.setting, reason.slot, cards, chance)
                assert float(reason.best) == _dealt_chance(game, assessment.best.setting, reason.slot, cards, chance)
                checked += 1


def _dealt_chance(game: AnyGame, setting: Setting, slot: str, cards: Cards, chance: Random) -> object:
    """The share of dealt house hands that the hand in this slot beats, with five standard errors."""
    deals = 400
    unseen = surplus(game.shoe(game.terms), cards)
    assert game.house_way is not None
    wins = 0
    for _ in range(deals):
        house = game.house_way(game.terms, tuple(chance.sample(unseen, len(cards))))
        wins += _strength(game, slot, setting[slot]) > _strength(game, slot, house[slot])
    share = wins / deals
    return pytest.approx(share, abs=5 * sqrt((share * (1 - share) + 0.01) / deals))


def _strength(game: AnyGame, slot: str, hand: Cards) -> Any:
    """What hands in a slot are compared by: the strength, or the rank of a single card."""
    return game.strength(game.terms, slot, hand, ()) or hand[0].rank


# Grades ---------------------------------------------------------------------------------------------------------------

LADDER = Thresholds(inaccuracy=Fraction(1, 100), mistake=Fraction(1, 10), blunder=Fraction(1, 2))


@pytest.mark.parametrize(
    ("cost", "error", "grade"),
    [
        (0, 0.0, Grade.BEST),
        (Fraction(1, 1000), 0.0, Grade.GOOD),
        (Fraction(1, 100), 0.0, Grade.INACCURACY),
        (0.0999, 0.0, Grade.INACCURACY),
        (0.1, 0.0, Grade.MISTAKE),
        (0.5, 0.0, Grade.BLUNDER),
        (0.5, 0.3, Grade.TOO_CLOSE),
        (0.5, 0.2, Grade.BLUNDER),
    ],
)
def test_a_grade_follows_from_the_cost_and_its_error(cost: Fraction | float, error: float, grade: Grade) -> None:
    assert grade_of(cost, error, LADDER) is grade


@SIX
def test_every_game_declares_thresholds_for_its_unit(key: str) -> None:
    solver = module_of(GAMES[key]).solver
    assert solver.unit in solver.thresholds


# A whole round --------------------------------------------------------------------------------------------------------


def _finished(game: AnyGame, seed: int) -> Round:
    """A round of steady players, with cards from a seed."""
    seats = max(2, game.players_needed)
    round_ = start(game, Opening(players=tuple(f"player {number}" for number in range(seats))))
    shoe = Random(seed).sample(game.shoe(game.terms), len(game.shoe(game.terms)))
    return _played(round_, iter(shoe))


def _played(round_: Round, shoe: Iterator[object]) -> Round:
    from houseway.rules.dealing import cards_due
    from houseway.rules.moves import Dealt

    while not round_.over:
        if round_.waiting_for:
            round_ = play(round_, steady_move(round_, round_.waiting_for[0]))
        else:
            round_ = play(round_, Dealt(tuple(next(shoe) for _ in range(cards_due(round_)))))  # type: ignore[misc]
    return round_


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("pyramid", ["wagers", "setting"]),
        ("pai_gow", ["setting"]),
        ("pick2", ["wagers", "decision", "setting"]),
        ("casino", ["decision", "setting"]),
        ("chinese", ["setting"]),
        ("showdown", ["decision", "decision", "setting"]),
    ],
)
def test_every_decision_of_a_round_is_assessed_in_order(key: str, kinds: list[str]) -> None:
    game = GAMES[key]
    last = next(last for last in (_finished(game, seed) for seed in range(3, 30)) if last.seat(1).setting)
    assessed = assess_round(module_of(game).solver, last, 1)
    assert [decision.kind.value for decision in assessed] == kinds
    assert all(decision.assessment is not None for decision in assessed)
    held = [
        len(decision.assessment.cards) for decision in assessed if decision.assessment and decision.kind != "wagers"
    ]
    assert held == sorted(held)
    assert held[-1] == len(last.seat(1).cards)


def test_an_optional_bonus_that_loses_is_named_with_its_loss() -> None:
    game = GAMES["pick2"]
    wagers = {"ante": 5, "bonus_3_5": 5, "bonus_5_only": 10}
    assessment = assess_wagers(game, module_of(game).solver, Stakes(wagers=wagers, opponents=1))
    assert assessment is not None
    sentence = coach_sentence(game, assessment)
    assert "10 chips more than needed on the 5 Card Bonus Only lose 0.39 on average" in sentence
    without = assess_wagers(game, module_of(game).solver, Stakes(wagers={"ante": 5, "bonus_3_5": 5}, opponents=1))
    assert without is not None
    assert without.grade is Grade.BEST


def test_the_bank_of_pyramid_is_graded_by_its_exact_value() -> None:
    from houseway.solving.coaching.assessment import assess_bank

    game = GAMES["pyramid"]
    assessment = assess_bank(game, module_of(game).solver)
    assert assessment is not None
    price = module_of(game).pricing.price(game)
    value = price.wagers["main"].strategies["banker_best"].ev
    assert assessment.yours.ev == value
    assert (assessment.grade is Grade.BEST) == (value >= 0)


# Refusals -------------------------------------------------------------------------------------------------------------


def test_a_choice_that_cannot_be_explained_is_refused_with_a_sentence() -> None:
    game = GAMES["pyramid"]
    with pytest.raises(Unreadable, match="name the setting or the decision"):
        assess(game, "Jc 7d 5c")
    with pytest.raises(Unreadable, match=r"a setting is low \| high, not the 1 hand of '5c Jc 7d'"):
        assess(game, "Jc 7d 5c", setting="5c Jc 7d")
    with pytest.raises(NotAllowed, match="outranks the high hand"):
        assess(game, "Jc 7d 5c", setting="Jc | 7d 5c")
    with pytest.raises(Unreadable, match="one can decide set, not 'fold'"):
        assess(game, "Jc 7d 5c", decision="fold")
