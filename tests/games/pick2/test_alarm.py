"""Profitable ways to play Pick 2, and what its readings move."""

from dataclasses import replace
from fractions import Fraction

import houseway as hw
from houseway.games.ask import alarm, price, readings
from houseway.games.registry import module_of
from houseway.pricing.reading_pairs import Combination, PairSearch, search_pairs
from houseway.pricing.readings import SAME_PRICE


def test_the_default_sheet_wins_for_the_player_at_every_stake() -> None:
    result = alarm(hw.game("pick2").rules)
    assert result.raised
    assert all(finding.mix["ante_play"] == finding.mix["bonus_3_5"] for finding in result.findings)
    best = result.findings[0]
    assert (dict(best.mix), best.edge) == (
        {"ante_play": 100, "bonus_3_5": 100},
        (Fraction(4528071266, 5794543755) - Fraction(2047, 2652)) / 2,
    )


def test_a_reading_can_quiet_the_alarm() -> None:
    game = hw.game("pick2", nonqualify="all_push").rules
    result = alarm(game)
    assert not result.raised
    assert result.sentence.startswith("No profitable way to play was found")


def test_a_free_bonus_is_searched_at_its_limits() -> None:
    game = hw.game("pick2", b35_stake="free", b35_min=5, b35_max=10).rules
    assert {finding.mix["bonus_3_5"] for finding in alarm(game).findings} == {5, 10}


def test_the_reading_with_a_free_bonus_is_priced_at_the_best_legal_stakes() -> None:
    """The ante at its maximum and the bonus at its minimum win 74 chips on 105, which the alarm finds too."""
    game = hw.game("pick2").rules
    moved = {(reading.option, reading.after): reading for reading in readings(game, also_unmoved=True)}
    change = moved["b35_stake", "free"].changes["hand", "best_stakes"]
    best = alarm(hw.game("pick2", b35_stake="free").rules).findings[0]
    assert best.mix == {"ante_play": 100, "bonus_3_5": 5}
    assert change.after == best.edge > Fraction(7, 10)
    unexplained = [r for r in moved.values() if not r.changes and r.refused is None and r.reason in (None, SAME_PRICE)]
    assert not unexplained


def test_a_pair_of_readings_is_searched_for_the_worst_for_the_house() -> None:
    value = {"": 0, "a=2": 1, "b=2": 2, "a=2 b=2": 5}
    singles = {option: Fraction(value[option]) for option in ("a=2", "b=2")}
    search = PairSearch(Fraction(), singles, (Combination(("a=2", "b=2"), Fraction(value["a=2 b=2"])),))
    assert search.interaction(search.pairs[0]) == 2
    assert search.worst == search.pairs[0] == search.interacting[0]


def test_pairs_of_readings_are_priced_like_the_game_under_both() -> None:
    game = hw.game("pick2", qualifier="none").rules
    book = module_of(game).rulebook
    few = replace(book, open_questions={key: book.open_questions[key] for key in ("P2P-A3", "P2P-A10")})
    search = search_pairs(game, few, module_of(game).pricing.best_play_per_chip)
    assert {pair.options for pair in search.pairs} == {
        ("b35_stake=free", "b5_stake=free"),
        ("b35_stake=free", "p35_miss=push"),
        ("b5_stake=free", "p35_miss=push"),
    }
    both = alarm(game.with_options({"b35_stake": "free", "p35_miss": "push"})).findings[0]
    (pair,) = (pair for pair in search.pairs if pair.options == ("b35_stake=free", "p35_miss=push"))
    assert pair.value == both.edge
    assert pair in search.interacting


def test_readings_are_priced_one_at_a_time_biggest_first() -> None:
    game = hw.game("pick2").rules
    every_reading = readings(game)
    sizes = [reading.largest for reading in every_reading]
    assert sizes == sorted(sizes, reverse=True)
    moved = {(reading.option, reading.after): reading for reading in every_reading}
    trips = moved["p35_trips_pays", "4"].changes["bonus_3_5", "only"]
    other = price(hw.game("pick2", p35_trips_pays=4).rules).wagers["bonus_3_5"].strategies["only"]
    assert trips.after == other.ev
