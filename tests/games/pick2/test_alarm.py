"""Profitable ways to play Pick 2, and what its readings move."""

from fractions import Fraction

import houseway as hw
from houseway.games.ask import alarm, price, readings


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


def test_readings_are_priced_one_at_a_time_biggest_first() -> None:
    game = hw.game("pick2").rules
    every_reading = readings(game)
    sizes = [reading.largest for reading in every_reading]
    assert sizes == sorted(sizes, reverse=True)
    moved = {(reading.option, reading.after): reading for reading in every_reading}
    trips = moved["p35_trips_pays", "4"].changes["bonus_3_5", "only"]
    other = price(hw.game("pick2", p35_trips_pays=4).rules).wagers["bonus_3_5"].strategies["only"]
    assert trips.after == other.ev
