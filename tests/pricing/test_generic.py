"""Prices of a game without a file of its own: held against its own rules, hand by hand and round by round."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.games import GAMES, game, module_named
from houseway.games.ask import alarm, house_way, price, readings
from houseway.games.headlines import headline
from houseway.games.pai_gow.terms import Terms
from houseway.games.stakes import round_costs
from houseway.kernels.cards import encoded_hands
from houseway.pricing.alarm import Alarm, Finding, with_verdict
from houseway.pricing.generic.exact import FILE, count_deals, deals_to_count, house_way_counts
from houseway.pricing.generic.form import form_of
from houseway.pricing.generic.house_way import setting_with
from houseway.pricing.generic.payoff import net_of, payoffs
from houseway.pricing.generic.price import pattern_counts, strategies, total_change
from houseway.pricing.generic.shipped import code_of, shipped, source_of, stored_counts
from houseway.pricing.generic.stakes import best_stake, stakes_in_words
from houseway.pricing.generic.tables import classes_of, fouled, hand_tables
from houseway.pricing.generic.value import best_codes, chances, compared, dealt, hand_values, mean_and_variance
from houseway.pricing.notes import counts_note
from houseway.pricing.price import Estimate, Exact
from houseway.rules.cards import Cards
from houseway.rules.errors import Broken, NotAllowed, Unreadable
from houseway.rules.game import AnyGame

PAI_GOW = game("pai_gow")


def hands(count: int, seed: int, size: int = 7) -> list[Cards]:
    chance = random.Random(seed)
    shoe = PAI_GOW.shoe(PAI_GOW.terms)
    return [tuple(chance.sample(shoe, size)) for _ in range(count)]


def test_the_table_that_ships_is_of_the_game_as_it_is() -> None:
    assert shipped(PAI_GOW) is not None, f"games/pai_gow is now {source_of(PAI_GOW)}: see CONTRIBUTING.md, 7"
    assert shipped(PAI_GOW.with_options({"wheel": "low", "two_pairs": "atlantic_city"})) is None
    assert shipped(PAI_GOW.with_options({"commission": 0})) is not None
    assert shipped(PAI_GOW.with_options({"ace_before_complete": False, "two_pairs": "atlantic_city"})) is not None
    assert shipped(replace(PAI_GOW, key="nothing_ships")) is None
    assert shipped(GAMES["pyramid"]) is None


READINGS = (
    {"wheel": "low"},
    {"joker": "wild"},
    {"two_pairs": "atlantic_city"},
    {"ace_before_complete": False},
    {"joker_in_flush": "second_ace"},
)
NOT_COUNTED = {"two_pairs": "atlantic_city", "commission": 7, "main_min": 100}
"""Nobody counted best play for this house way and commission."""


@pytest.mark.parametrize("options", [{}, *READINGS], ids=str)
def test_tables_say_what_the_rules_say(options: dict[str, Any]) -> None:
    """The house way of the common game and of every reading that it depends on ships with the package."""
    variant = PAI_GOW.with_options(options)
    assert shipped(variant) is not None
    terms = variant.terms
    tables = hand_tables(variant)
    classes = classes_of(form_of(variant))
    assert variant.house_way is not None
    for cards in hands(400 if options else 1500, seed=3):
        setting = variant.house_way(terms, cards)
        codes = tables.house[classes.numbers(encoded_hands([cards]))[0]]
        for evaluator, code, slot in zip(tables.evaluators, codes, ("low", "high"), strict=True):
            assert evaluator.strengths[code] == variant.strength(terms, slot, setting[slot], ()), cards


def test_the_best_is_found_once_for_terms_that_agree_in_what_fouls_hang_on() -> None:
    other = PAI_GOW.with_options({"bank_offer": "request"})
    assert best_codes(PAI_GOW, hand_values(PAI_GOW)) is best_codes(other, hand_values(other))
    free = PAI_GOW.with_options({"copies": "push"})
    assert best_codes(free, hand_values(free)) is not best_codes(PAI_GOW, hand_values(PAI_GOW))


@pytest.mark.slow
def test_a_reading_that_neither_sets_nor_pays_otherwise_moves_nothing() -> None:
    changes = {(reading.option, reading.after): reading.changes for reading in readings(PAI_GOW, also_unmoved=True)}
    assert not changes["bank_offer", "request"]
    assert not changes["commission_rounding", "up"]
    ways = price(PAI_GOW).wagers["main"].strategies
    for of_reading in changes.values():
        for (_, name), change in of_reading.items():
            assert change.before == ways[name].ev
    assert changes["copies", "push"]["main", "house_way"].by > 0
    assert changes["joker", "wild"]


def test_payoffs_are_the_games() -> None:
    assert list(payoffs(PAI_GOW)) == [-1, -1, 0, -1, -1, 0, 0, 0, Fraction(19, 20)]
    bank = payoffs(PAI_GOW, banks=True)
    assert [bank[0], bank[4], bank[8]] == [-1, Fraction(19, 20), Fraction(19, 20)]
    free = payoffs(PAI_GOW.with_options({"commission": 0, "copies": "push"}))
    assert list(free) == [-1, -1, 0, -1, 0, 1, 0, 1, 1]


def test_values_equal_those_of_a_walk_over_dealt_hands() -> None:
    """The exact value of a hand compared with what 4,000 hands settled by the rules average."""
    form = form_of(PAI_GOW)
    terms = PAI_GOW.terms
    assert PAI_GOW.house_way is not None
    ours = hands(1, seed=11)[0]
    setting = PAI_GOW.house_way(terms, ours)
    chance = random.Random(12)
    left = [card for card in PAI_GOW.shoe(terms) if card not in ours]
    nets = [net_of(PAI_GOW, form, setting, tuple(chance.sample(left, 7)), banks=False) for _ in range(4000)]
    first, second = hand_tables(PAI_GOW).house[classes_of(form).numbers(encoded_hands([ours]))[0]].tolist()
    exact = hand_values(PAI_GOW, ours).of(first, second)
    assert abs(float(exact - sum(nets) / len(nets))) < 4 / 4000**0.5
    grid = dealt(PAI_GOW, ours)
    assert grid.sum() == comb(46, 7)
    (wins, copies), _ = chances(grid, first, second)
    assert 0 < wins < 1 and 0 <= copies < 1  # noqa: PT018
    assert sum(int(part[first].sum()) for part in compared(grid, 0)) == comb(46, 7)


def test_a_setting_is_found_again_by_its_codes() -> None:
    form = form_of(PAI_GOW)
    tables = hand_tables(PAI_GOW)
    for cards in hands(20, seed=4):
        first, second = tables.house[classes_of(form).numbers(encoded_hands([cards]))[0]].tolist()
        setting = setting_with(PAI_GOW, cards, (first, second))
        assert sorted(card for hand in setting.values() for card in hand) == sorted(cards)
        assert not fouled(PAI_GOW, PAI_GOW.terms, form, tables, (first, second))


def test_an_estimate_is_reproduced_by_its_seed_and_best_play_is_no_worse() -> None:
    rules = PAI_GOW.with_options(NOT_COUNTED)
    first, again, other = (price(rules, rounds=200_000, seed=seed) for seed in (3, 3, 4))
    assert first == again != other
    ways = first.wagers["main"].strategies
    assert list(ways) == ["house_way", "best", "banker_house_way", "banker_best"]
    assert all(isinstance(ways[name], Exact) for name in ("house_way", "banker_house_way"))
    for name in ("best", "banker_best"):
        estimate = ways[name]
        assert isinstance(estimate, Estimate)
        assert estimate.rounds == 200_000
    assert ways["house_way"].ev < ways["best"].ev < 0
    assert ways["banker_house_way"].ev < ways["banker_best"].ev


@pytest.mark.slow
def test_where_players_do_not_bank_there_is_no_price_of_a_bank() -> None:
    without_bank = price(PAI_GOW.with_options({"player_banking": "off"}), rounds=1000)
    assert list(without_bank.wagers["main"].strategies) == ["house_way", "best"]


def test_patterns_that_were_not_requested_raise_broken() -> None:
    assert mean_and_variance([1, 1], (Fraction(1), Fraction(-1))) == (Fraction(0), Fraction(1))
    with pytest.raises(Broken):
        mean_and_variance([1, 1], (Fraction(1), None))


def test_tables_are_shared_by_terms_that_agree_in_what_was_read() -> None:
    assert hand_tables(PAI_GOW) is hand_tables(PAI_GOW.with_options({"commission": 0, "main_min": 40}))


@pytest.mark.parametrize("key", [key for key in GAMES if module_named(key).has_own_pricing])
def test_games_of_another_form_are_refused_with_a_sentence(key: str) -> None:
    with pytest.raises(NotAllowed, match=r"has no prices yet: it .* so it needs a pricing of its own"):
        form_of(game(key))


def test_a_game_that_pays_by_more_than_which_hand_is_higher_is_refused() -> None:
    def settle(terms: Any, round_: Any) -> list[Any]:
        aces = sum(card.rank == 14 for card in round_.seats[0].cards)
        return [payment._replace(chips=payment.chips + aces) for payment in PAI_GOW.settle(terms, round_)]

    odd: AnyGame = replace(PAI_GOW.with_options({"seats": 5}), settle=settle)
    with pytest.raises(NotAllowed, match="it pays by more than which hand is higher"):
        payoffs(odd)


def test_only_a_game_whose_every_figure_is_counted_says_so() -> None:
    pai_gow = module_named("pai_gow").pricing
    assert pai_gow.hands_dealt == {}
    assert pai_gow.hands_dealt_for(PAI_GOW) == {"main": (7, 7)}
    assert module_named("pyramid").pricing.hands_dealt


@pytest.mark.slow
def test_the_alarm_is_silent_at_the_common_game() -> None:
    silent = alarm(PAI_GOW)
    assert not silent.raised
    assert {finding.way for finding in silent.findings} >= {"best", "banker best"}


def test_a_result_within_its_error_of_zero_is_reported_without_an_alarm() -> None:
    def net_of(chips: str, error: float) -> Finding:
        part = Finding(way="a", mix={"main": 20}, ev=Fraction(chips), sentence="It wins", standard_error=error)
        return with_verdict(part)

    near = net_of("0.02", 0.01)
    clear = net_of("0.04", 0.01)
    lost = net_of("-0.04", 0.01)
    assert [finding.verdict for finding in (near, clear, lost)] == [
        "too close to 0 to tell",
        "profitable for the player",
        "not profitable",
    ]
    silent = Alarm(findings=(near, lost), searched=("this",))
    assert not silent.raised
    assert silent.sentence == (
        "No profitable way to play was found; searched were this. It wins: too close to 0 to tell."
    )
    assert Alarm(findings=(lost, clear), searched=("this",)).sentence == "It wins: profitable for the player."
    assert net_of("0.0001", 0.0).profitable  # an exact figure has no error to be clear of


def test_parts_of_the_deals_add_up_to_the_price() -> None:
    ways = strategies(PAI_GOW)
    parts = pattern_counts(PAI_GOW, ways, lambda done, total: None, rounds=1000, seed=5, parts=8)
    assert parts.sum(axis=2).tolist() == [[125] * len(ways)] * 8
    best = ways[1]
    alone = pattern_counts(PAI_GOW, [best], lambda done, total: None, rounds=1000, seed=5, parts=8)
    assert parts[:, 1].tolist() == alone[:, 0].tolist()


def test_where_best_play_is_not_counted_it_is_priced_by_its_gain_over_the_counted_house_way() -> None:
    rules = PAI_GOW.with_options(NOT_COUNTED)
    ways = price(rules, rounds=200_000, seed=5).wagers["main"].strategies
    best = ways["best"]
    assert isinstance(best, Estimate)
    assert sum(counts_note(best.notes, "outcomes_counted").values()) == 200_000
    house_way_strategy, best_strategy, *_ = strategies(rules)
    counts = pattern_counts(
        rules, [house_way_strategy, best_strategy], lambda done, total: None, rounds=200_000, seed=5, parts=8
    ).sum(axis=0)
    means = [mean_and_variance(of_strategy.tolist(), best_strategy.paid)[0] for of_strategy in counts]
    assert best.ev == pytest.approx(float(ways["house_way"].ev + means[1] - means[0]))
    alone = best.standard_deviation / sqrt(200_000)
    assert 0 < best.standard_error < alone / 2


def test_the_error_of_a_change_is_that_of_its_rounds() -> None:
    """The parts may differ in size; an empty part counts for nothing."""
    change = total_change(np.array([3.0, 1.0, 0.0, 8.0]), np.array([2, 2, 0, 4]))
    assert change.mean == 1.5
    assert change.standard_error == pytest.approx(sqrt((0.0 + 2.0 + 1.0) / 2 / 8))


# The house way, counted ----------------------------------------------------------------------------------------------

DEALS = 8_250_459_031_214_400
"""C(53, 7) x C(46, 7)."""


def test_the_counts_of_the_common_game_sum_to_every_deal_and_are_the_same_from_both_sides() -> None:
    counts = house_way_counts(PAI_GOW)
    assert sum(counts) == DEALS
    assert counts == counts[::-1]
    assert counts == stored_counts(PAI_GOW, FILE)[deals_to_count(PAI_GOW, hand_tables(PAI_GOW)).name]


@pytest.mark.parametrize("options", [{}, *READINGS], ids=str)
def test_the_counts_of_every_shipped_house_way_agree_with_dealt_hands(options: dict[str, Any]) -> None:
    """A second method: the patterns of seeded deals, each within four standard errors of its share."""
    variant = PAI_GOW.with_options(options)
    name = deals_to_count(variant, hand_tables(variant)).name
    counts = stored_counts(variant, FILE)[name]
    rounds = 1_000_000
    house_way_strategy = strategies(variant)[0]
    sampled = pattern_counts(variant, [house_way_strategy], lambda done, total: None, rounds=rounds, seed=9)
    for count, seen in zip(counts, sampled.sum(axis=0)[0].tolist(), strict=True):
        share = count / DEALS
        assert abs(seen - rounds * share) <= 4 * sqrt(rounds * share * (1 - share))


def test_a_bettor_and_the_bank_share_the_counts_and_the_commission_is_the_difference() -> None:
    ways = price(PAI_GOW, rounds=1000).wagers["main"].strategies
    bettor = ways["house_way"]
    bank = ways["banker_house_way"]
    assert isinstance(bettor, Exact)
    assert isinstance(bank, Exact)
    won, pushed, lost = (outcome.count for outcome in bettor.outcomes)
    assert [outcome.count for outcome in bank.outcomes] == [lost, pushed, won]
    assert bettor.ev == Fraction(19 * won - 20 * lost, 20 * DEALS)
    assert bank.ev == Fraction(19 * lost - 20 * won, 20 * DEALS)
    without = price(PAI_GOW.with_options({"commission": 0}), rounds=1000).wagers["main"].strategies["house_way"]
    assert without.ev == Fraction(won - lost, DEALS)


@pytest.mark.slow
def test_the_shipped_counts_are_counted_again() -> None:
    counts = house_way_counts(PAI_GOW)
    assert count_deals(deals_to_count(PAI_GOW, hand_tables(PAI_GOW))) == counts


def test_price_audit_and_alarm_show_one_number_for_one_thing() -> None:
    """Before, the audit of the house way had -2.7101 % where the price had -2.7211 %."""
    ways = price(PAI_GOW).wagers["main"].strategies
    assert all(isinstance(strategy, Exact) for strategy in ways.values())
    audited = house_way(PAI_GOW)
    assert [(side.house_way_ev, side.best_ev) for side in audited.sides] == [
        (ways["house_way"].ev, ways["best"].ev),
        (ways["banker_house_way"].ev, ways["banker_best"].ev),
    ]
    for side in audited.sides:
        assert all(hand.house_way_ev < hand.best_ev for hand in side.costly_hands)
    findings = alarm(PAI_GOW).findings
    terms = PAI_GOW.terms
    assert isinstance(terms, Terms)
    chips = terms.main_min
    assert {finding.way: finding.ev for finding in findings if finding.mix == {"main": chips}} == {
        name.replace("_", " "): strategy.ev * chips for name, strategy in ways.items()
    }
    assert all(finding.standard_error == 0 for finding in findings)


def test_the_alarm_finds_the_wager_that_loses_least_to_a_commission_in_whole_chips() -> None:
    """Five per cent of 39 chips, rounded down, is one chip. Before, only the lowest wager was searched."""
    best = price(PAI_GOW).wagers["main"].strategies["best"]
    assert isinstance(best, Exact)
    counts = {outcome.name: outcome.count for outcome in best.outcomes}
    won = {
        chips: Fraction(counts["wins"] * (chips - chips * 5 // 100) - counts["loses"] * chips, best.deals * chips)
        for chips in range(20, 1001)
    }
    chips = max(won, key=lambda chips: won[chips])
    assert chips == 39
    finding = next(finding for finding in alarm(PAI_GOW).findings if finding.way == "best at the best wager")
    assert finding.mix == {"main": chips}
    assert finding.edge == won[chips]
    assert best_stake(PAI_GOW.with_options({"commission_rounding": "up"}), best).chips == 20
    nearest = best_stake(PAI_GOW.with_options({"commission_rounding": "nearest"}), best)
    assert nearest.chips == 29
    only_one = PAI_GOW.with_options({"main_min": 30, "main_max": 30})
    assert stakes_in_words(only_one) == "the only wager, 30"
    assert stakes_in_words(PAI_GOW) == "every wager from 20 to 219, and 1,000"
    assert stakes_in_words(PAI_GOW.with_options({"main_max": 100})) == "every wager from 20 to 100"


def test_a_shipped_house_way_is_bound_to_the_code_of_its_game_and_not_to_comments() -> None:
    before = 'x = 1  # one\n\n\ndef f() -> str:\n    """Doc."""\n    return "#"\n'
    reworded = 'x = 1\ndef f() -> str:\n    """Another\n    text."""\n    return "#"  # the sign\n'
    assert code_of(before) == code_of(reworded) == 'x = 1\ndef f() -> str:\n    return "#"'
    assert code_of(before.replace('"#"', '"##"')) != code_of(before)


def test_readings_headline_and_round_costs_show_the_numbers_of_the_price() -> None:
    evs = {name: Fraction(strategy.ev) for name, strategy in price(PAI_GOW).wagers["main"].strategies.items()}
    best, by_house_way = round_costs(PAI_GOW, price(PAI_GOW))
    assert (best.per_chip.value, by_house_way.per_chip.value) == (evs["best"], evs["house_way"])
    stored = headline(PAI_GOW)
    assert stored is not None
    assert stored.value == evs["best"]
    module = module_named("pai_gow")
    copies = [question for question in module.rulebook.open_questions.values() if "copies" in question.options]
    only_copies = replace(module.rulebook, open_questions={question.id: question for question in copies})
    (reading,) = module.pricing.readings(PAI_GOW, only_copies)
    assert reading.changes
    by_strategy = {strategy: change for (wager, strategy), change in reading.changes.items() if wager == "main"}
    assert by_strategy.keys() == evs.keys()
    assert all(evs[strategy] == change.before for strategy, change in by_strategy.items())


def test_a_stake_has_its_own_price_as_bettor_and_as_bank() -> None:
    counted = price(PAI_GOW).wagers["main"].strategies
    at_lowest = price(PAI_GOW, stakes={"main": 20}).wagers["main"].strategies
    assert {name: play.ev for name, play in at_lowest.items()} == {name: play.ev for name, play in counted.items()}
    at_39 = price(PAI_GOW, stakes={"main": 39}).wagers["main"].strategies
    for name, play in at_39.items():
        before = counted[name]
        assert isinstance(play, Exact)
        assert isinstance(before, Exact)
        assert [outcome.count for outcome in play.outcomes] == [outcome.count for outcome in before.outcomes]
        assert [outcome.net for outcome in play.outcomes] == [Fraction(38, 39), 0, -1]
    with pytest.raises(NotAllowed, match="main takes 20 to 1000 whole chips, not 7"):
        price(PAI_GOW, stakes={"main": 7})
    with pytest.raises(Unreadable, match="there is no wager 'side'; the wager is main"):
        price(PAI_GOW, stakes={"side": 20})


def test_a_reading_that_moves_only_the_best_stake_is_priced_and_one_without_a_count_has_its_error() -> None:
    module = module_named("pai_gow")
    options = ("commission_rounding", "joker")
    questions = {
        question.id: question
        for question in module.rulebook.open_questions.values()
        if any(option in question.options for option in options)
    }
    priced = module.pricing.readings(PAI_GOW, replace(module.rulebook, open_questions=questions), also_unmoved=True)
    by_value = {(reading.option, reading.after): reading for reading in priced}
    rounded_up = by_value["commission_rounding", "up"].changes
    assert list(rounded_up) == [("hand", "best_stakes")]
    best = price(PAI_GOW).wagers["main"].strategies["best"]
    assert rounded_up["hand", "best_stakes"].after == best.ev
    wild = by_value["joker", "wild"].changes
    assert wild["main", "house_way"].error is None
    is_counted = isinstance(wild["main", "best"].after, Fraction)
    assert (wild["main", "best"].error is None) is is_counted
