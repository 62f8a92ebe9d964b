"""The price of Pick 2: its counts add up, and each is confirmed by a second method."""

import random
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.games.pick2 import bonuses
from houseway.games.pick2.hand_order import THREE_CARD_POKER, best_three, qualifies
from houseway.games.pick2.pricing.best import CountedDecision, best
from houseway.games.pick2.pricing.bonus import FIVE, FOLD, OPTIONS, bonus_3_5, bonus_3_5_of, bonus_5_only, ending
from houseway.games.pick2.pricing.hands import DEALER_HANDS, HANDS, against, against_hand, dealt, evaluators
from houseway.games.pick2.pricing.house_way import audit_house_way, decisions
from houseway.games.pick2.pricing.learnable import learnable
from houseway.games.pick2.pricing.play import main_values, outcomes_of, plan_of
from houseway.games.pick2.pricing.price import DEALS, best_plans, price
from houseway.games.pick2.sheet import SHEET, steady_decision
from houseway.games.pick2.terms import Terms
from houseway.pricing.notes import counts_note
from houseway.pricing.price import Exact, Price
from houseway.rules.cards import DECK, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Decide, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.payments import net
from houseway.rules.playing import after, settlement, start
from houseway.rules.ranking import Made

CHANCE = random.Random(11)


@cache
def priced(*chosen: tuple[str, Any]) -> Price:
    return price(SHEET.with_options(dict(chosen)))


def strategy(wager_price: Price, wager: str, name: str) -> Exact:
    exact = wager_price.wagers[wager].strategies[name]
    assert isinstance(exact, Exact)
    return exact


# Counts ------------------------------------------------------------------------------


def test_every_deal_is_counted_once() -> None:
    assert DEALS == comb(52, 5) * comb(47, 5) == 3_986_646_103_440
    assert {wager: wager_price.deals for wager, wager_price in priced().wagers.items()} == {
        "ante_play": DEALS,
        "bonus_3_5": HANDS,
        "bonus_5_only": HANDS,
    }
    assert sum(counts_note(strategy(priced(), "ante_play", "best").notes, "decisions").values()) == HANDS


def test_ante_and_play_under_best_play() -> None:
    """The player is far ahead on Ante and Play: what the compulsory bonus takes is what the house lives on."""
    exact = strategy(priced(), "ante_play", "best")
    counts = {outcome.name: (int(outcome.net), outcome.count) for outcome in exact.outcomes}
    assert counts == {
        "three_win": (3, 1_411_287_537_920),
        "three_tie": (0, 9_906_737_292),
        "three_lose": (-3, 458_310_502_708),
        "five_not_qualified": (1, 919_911_508_068),
        "five_win": (2, 427_714_657_136),
        "five_tie": (0, 35_711_832),
        "five_lose": (-2, 759_479_448_484),
    }
    assert exact.notes["decisions"] == {"fold": 0, "three": 1_225_280, "five": 1_373_680}
    assert exact.ev == Fraction(4_528_071_266, 5_794_543_755)
    assert exact.staked == Fraction(2 * 1_373_680 + 3 * 1_225_280, HANDS)


def test_the_bonuses() -> None:
    assert strategy(priced(), "bonus_3_5", "only").ev == Fraction(-2047, 2652)
    counts = {o.name: o.count for o in strategy(priced(), "bonus_5_only", "only").outcomes}
    assert counts["two_pair"] == 123_552
    assert counts["one_pair"] == 1_098_240 * 9 // 13, "sixes to aces"
    assert strategy(priced(), "bonus_5_only", "only").ev == Fraction(-1203, 30940)


@pytest.mark.parametrize(
    ("option", "value", "ante_play", "bonus"),
    [
        ("nonqualify", "all_push", "811316411/1395884490", "-2047/2652"),
        ("nonqualify", "all_win", "29090841007/28476043596", "-2047/2652"),
        ("nonqualify", "ante_pushes_play_resolves", "14185499978/19166567805", "-2047/2652"),
        ("qualifier", "none", "922489563179/996661525860", "-2047/2652"),
        ("p35_trips_pays", 4, "4528071266/5794543755", "-460331/649740"),
        ("akq_suited_pays", 3, "4528071266/5794543755", "-10403/13260"),
        ("akq_requires_suit", False, "4528071266/5794543755", "-49247/92820"),
        ("p35_combine", "max", "4528071266/5794543755", "-163/204"),
        ("p35_miss", "push", "4528071266/5794543755", "116923/649740"),
        ("p35_three_cards", "only_if_three", "4528071266/5794543755", "-2047/2652"),
        ("p35_three_cards", "set_cards", "4528071266/5794543755", "-2047/2652"),
        ("fold_bonus", "in_action", "4528071266/5794543755", "-2047/2652"),
    ],
)
def test_readings(option: str, value: object, ante_play: str, bonus: str) -> None:
    game_price = priced((option, value))
    evs = [next(iter(game_price.wagers[wager].strategies.values())).ev for wager in ("ante_play", "bonus_3_5")]
    assert evs == [Fraction(ante_play), Fraction(bonus)]
    assert all(wager.deals in (HANDS, DEALS) for wager in game_price.wagers.values())


def test_dealer_hands_that_do_not_qualify() -> None:
    """[P2P-D3]"""
    tables = dealt()
    (_, fives) = evaluators()
    assert len(fives.strengths) == 7_463
    unqualified = [not qualifies(Terms(), tables.hand(row)) for row in range(0, len(tables.counts), 500)]
    assert any(unqualified)
    counts = against(Terms(), 1, lambda done, total: None)
    every = sum(int((tables.counts * compared).sum()) for compared in counts.unqualified)
    assert every == 1_135_260 * comb(47, 5)


# A second way ------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", [{}, {"qualifier": "none"}])
def test_the_sweep_against_looking_at_every_hand_of_the_dealer(reading: dict[str, str]) -> None:
    terms = SHEET.with_options(reading).terms
    swept = against(terms, len(dealt().choices[0]), lambda done, total: None)
    for row in CHANCE.sample(range(len(dealt().counts)), 5):
        seen = against_hand(terms, dealt().hand(row))
        for plain, fast in ((seen.qualified, swept.qualified), (seen.unqualified, swept.unqualified)):
            assert [int(count) for count in plain] == [int(count[row]) for count in fast]
        for plain_three, fast_three in zip(seen.three, swept.three, strict=True):
            assert plain_three[dealt().choices[row]].tolist() == fast_three[row].tolist()


def test_one_deal_by_the_rules_for_each_kind_of_ending() -> None:
    """The nets of the price are what the game itself pays: a hand and its dealer's hands, settled one by one."""
    hand = read_cards("Ah Kd Qd 7s 7h")
    rest = [card for card in DECK if card not in hand]
    three = best_three(hand)
    counted = {option.decision: option.ev for option in reversed(best(SHEET, hand))}
    for decision, exact in counted.items():
        profits = [_profit(decision, hand, three, tuple(CHANCE.sample(rest, 5))) for _ in range(300)]
        mean = float(np.mean(profits))
        spread = float(np.std(profits)) / sqrt(len(profits))
        assert abs(mean - float(exact)) <= 4 * spread + 1e-9


def _profit(decision: str, hand: tuple[Any, ...], three: tuple[Any, ...], dealer: tuple[Any, ...]) -> float:
    """A real round, alone at the table with an ante of 5; the profit of Ante and Play in antes."""
    moves: list[Any] = [Posted(1, {"ante": 5, "bonus_3_5": 5}), Dealt((*hand, *dealer)), Decided(1, decision)]
    moves += [HandsSet(1, {"three": three})] if decision == "three" else []
    round_ = after(start(SHEET, Opening(players=("Ann",))), *moves)
    main = [payment for payment in settlement(round_) if payment.wager in ("ante", "play")]
    return net(main).get(1, 0) / 5


@pytest.mark.parametrize("rounds", [1_500, pytest.param(40_000, marks=pytest.mark.slow)])
def test_a_simulation_through_real_rounds(rounds: int) -> None:
    """Three with a flush or better, else five: the game's own steady play, and the second sentence of `learnable`."""
    exact = learnable(SHEET, rules=2)[1].ev
    chance = random.Random(3)
    profits = []
    for _ in range(rounds):
        cards = chance.sample(DECK, 10)
        hand = tuple(cards[:5])
        dealer = tuple(cards[5:])
        decision = steady_decision(SHEET.terms, None, hand)  # type: ignore[arg-type]
        profits.append(_profit(decision, hand, best_three(hand), dealer))
    assert abs(np.mean(profits) - float(exact)) < 4 * np.std(profits) / sqrt(rounds)


TERMS: list[dict[str, Any]] = [
    {},
    {"p35_three_cards": "set_cards", "akq_requires_suit": False},
    {"p35_three_cards": "only_if_three", "fold_bonus": "in_action", "p35_combine": "max"},
    {"p35_miss": "push", "fold_bonus": "b5_only", "p35_trips_pays": 4, "akq_suited_pays": 3},
]


@pytest.mark.parametrize("chosen", TERMS)
def test_the_bonus_of_a_class_is_what_the_game_pays_its_hand(chosen: dict[str, Any]) -> None:
    _bonus_agrees(chosen, CHANCE.sample(range(len(dealt().counts)), 250))


@pytest.mark.slow
def test_the_bonus_of_every_class_is_what_the_game_pays_its_hand() -> None:
    _bonus_agrees(TERMS[1], range(0, len(dealt().counts), 7))


def _bonus_agrees(chosen: dict[str, Any], rows: Any) -> None:
    terms = SHEET.with_options(chosen).terms
    hands = dealt()
    b35 = bonus_3_5(terms)
    b5 = bonus_5_only(terms)
    for row in rows:
        expected = [ending(bonus_3_5_of(terms, hands, row, column)) for column in range(OPTIONS)]
        assert [b35.endings[number] for number in b35.ending[row]] == expected
        plain = bonuses.bonus_5_only(terms, hands.hand(row))
        assert b5.endings[b5.ending[row, FIVE]] == (plain.line, plain.pays)


def test_always_three_against_always_three_is_even() -> None:
    """Both sides play their best three, so nobody is ahead."""
    counts = against(SHEET.terms, 1, lambda done, total: None)
    main = main_values(SHEET.terms, counts)
    assert int((dealt().counts * main[:, 0]).sum()) == 0
    plan = plan_of(SHEET.terms, counts, main, np.where(np.arange(OPTIONS) == 0, 1, 0) + 0 * main)
    wins, _, losses = outcomes_of(SHEET.terms, plan)
    assert wins.count == losses.count


def test_covariances_are_those_of_the_joint_distribution() -> None:
    """From the two bonuses' own nets, hand by hand."""
    hand_counts = dealt().counts
    b35 = bonus_3_5(SHEET.terms).nets[:, FIVE]
    b5 = bonus_5_only(SHEET.terms).nets[:, FIVE]
    means = [Fraction(int((hand_counts * nets).sum()), HANDS) for nets in (b35, b5)]
    product = Fraction(int((hand_counts * b35 * b5).sum()), HANDS)
    assert priced().covariances["bonus_3_5", "bonus_5_only"] == product - means[0] * means[1]
    assert 0 < priced().covariances["ante_play", "bonus_3_5"] < 1


# Best play ------------------------------------------------------------------------------


def test_a_fold_that_forfeits_a_bonus_is_not_made_for_the_ante_alone() -> None:
    """With the 3-5 Bonus pushed on a miss, to fold costs it as well."""
    game_price = priced(("nonqualify", "all_push"), ("p35_miss", "push"))
    assert counts_note(strategy(game_price, "ante_play", "best").notes, "decisions")["fold"] == 0
    assert counts_note(strategy(game_price, "ante_play", "best_alone").notes, "decisions")["fold"] == 484_392


def test_weaker_cards_are_played_where_they_pay_more() -> None:
    chosen = {"p35_three_cards": "set_cards", "akq_requires_suit": False}
    plans = best_plans(SHEET.with_options(chosen).terms)
    weaker = (plans["best"].option > 0) & (plans["best"].option < FIVE)
    assert weaker.any()
    bound = best_plans(SHEET.with_options({**chosen, "three_choice": "best"}).terms)["best"].option
    strongest = dealt().three[:, 0]
    chosen_three = np.flatnonzero(bound < FIVE)
    assert (dealt().three[chosen_three, bound[chosen_three]] == strongest[chosen_three]).all()


def test_every_decision_for_a_hand_best_first() -> None:
    options = best(SHEET, read_cards("7h 7s Qd Kd Ah"))
    assert options[0] == CountedDecision(
        decision="three",
        three=read_cards("Ah Kd Qd"),
        ev=Fraction(1375778, 511313),
        counts={"win": 1_444_899, "tie": 19_919, "lose": 69_121},
    )
    assert len(options) == 12
    assert [option.ev for option in options] == sorted((option.ev for option in options), reverse=True)
    five = next(option for option in options if option.decision == "five")
    assert five.counts == {"not_qualified": 689_721, "win": 388_055, "tie": 27, "lose": 456_136}
    assert sum(five.counts.values()) == DEALER_HANDS


def test_only_the_best_three_where_the_sheet_wants_them() -> None:
    options = best(SHEET.with_options({"three_choice": "best"}), read_cards("7h 7s Qd Kd Ah"))
    assert [option.decision for option in options] == ["three", "five", "fold"]


def test_bonuses_count_only_where_requested() -> None:
    cards = read_cards("7h 7s 7d Kd Ah")
    bets = {"ante_play": 5, "bonus_3_5": 5, "bonus_5_only": 5}
    plain = best(SHEET, cards)
    full = best(SHEET, cards, bets=bets)
    assert full[0].ev - plain[0].ev == 2 + 4
    fold = next(option for option in full if option.decision == "fold")
    assert fold.ev == -3


def test_dealer_hands_that_do_not_qualify_are_distinguished_where_it_matters() -> None:
    game = SHEET.with_options({"nonqualify": "ante_pushes_play_resolves"})
    five = next(o for o in best(game, read_cards("7h 7s Qd Kd Ah")) if o.decision == "five")
    parts = [five.counts[f"not_qualified_{end}"] for end in ("win", "tie", "lose")]
    assert sum(parts) == five.counts["not_qualified"] == 689_721


@pytest.mark.parametrize("cards", ["As Ks", "As As Ks Qs Js", "As Ks Qs Js Xx"])
def test_impossible_cards_are_refused(cards: str) -> None:
    with pytest.raises(NotAllowed, match="not"):
        best(SHEET, read_cards(cards))


# A strategy to learn ------------------------------------------------------------------------------


def test_a_strategy_a_person_can_learn() -> None:
    rules = learnable(SHEET)
    exact = strategy(priced(), "ante_play", "best").ev
    assert rules[0].ev == 0
    assert rules[1].sentence == "But play all five when your best three are one pair or worse."
    assert all(exact - rule.ev == rule.cost for rule in rules)
    costs = [rule.cost for rule in rules]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < Fraction(1, 1000)


def test_the_value_of_the_first_two_sentences_by_a_second_count() -> None:
    counts = against(SHEET.terms, 1, lambda done, total: None)
    main = main_values(SHEET.terms, counts)
    hands = dealt()
    level = THREE_CARD_POKER.level(Made.FLUSH, 3)
    three = evaluators()[0].levels[hands.three[:, 0]] >= level
    total = int((hands.counts * np.where(three, main[:, 0], main[:, FIVE])).sum())
    assert learnable(SHEET, rules=2)[1].ev == Fraction(total, DEALS)


def test_a_strategy_that_folds() -> None:
    rules = learnable(SHEET.with_options({"nonqualify": "all_push"}), rules=3)
    assert rules[2].sentence == "But fold when your best three are a high card."
    assert int((dealt().counts * (bonus_3_5(SHEET.terms).nets[:, FOLD] == -1)).sum()) == HANDS


# The house way ----------------------------------------------------------------------------------------------------


def test_the_house_way_is_sound_and_its_mistakes_sum_to_its_cost() -> None:
    """The strongest three go down, and a flush or better among them is played for twice the ante, which costs."""
    audit = audit_house_way(SHEET)
    (side,) = audit.sides
    assert audit.proof.sound
    assert side.best_ev == sum(s.ev for s in best_price_parts())
    assert sum(costly.weighted_cost for costly in side.costly_hands) == side.cost > 0
    assert [costly.hand for costly in side.costly_hands][:2] == [
        "best three flush, all five one pair: 132,660 hands",
        "best three flush, all five two pairs: 29,592 hands",
    ]


def best_price_parts() -> list[Exact]:
    wagers = price(SHEET).wagers
    parts = [wagers["ante_play"].strategies["best"], wagers["bonus_3_5"].strategies["only"]]
    return [part for part in parts if isinstance(part, Exact)]


def test_the_house_way_decides_as_the_game_does() -> None:
    decided = decisions(SHEET)
    tables = dealt()
    step = next(step for step in SHEET.steps(SHEET.terms, Opening(players=("a",))) if isinstance(step, Decide))
    for row in range(0, len(tables.counts), 997):
        decision = SHEET.steady_decision(SHEET.terms, step, tables.hand(row))
        assert decided[row] == {"three": 0, "five": FIVE, "fold": FOLD}[decision]
