"""Simulations: the same on one core, on all and on a cluster; sums that add up; sessions, ruin and refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway as hw
from houseway.games import GAMES, module_named
from houseway.games.ask import price, simulate
from houseway.games.pyramid import settlement
from houseway.games.pyramid.sheet import SHEET as PYRAMID
from houseway.kernels.drawdown import ChipPath, path_of
from houseway.rules.errors import HousewayError, NotAllowed, Unreadable
from houseway.sampling.outcomes import PlayedRounds
from houseway.sampling.tally import Tally
from houseway.simulation.result import SessionsPlayed, Simulation
from houseway.simulation.sessions import TableTally, tally_rounds


def small(monkeypatch: pytest.MonkeyPatch, chunk: int = 250) -> None:
    """Chunks so small that a short run has many."""
    from houseway.games.pyramid.rounds import PyramidRoundsOnKernels

    monkeypatch.setattr(PyramidRoundsOnKernels, "chunk", chunk)


# One result, wherever it is run --------------------------------------------------------------------------------------


def test_one_core_and_all_cores_give_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    game = GAMES["pyramid"]
    one = simulate(game, rounds=3_100, seed=9, workers=1, session=70)
    assert one == simulate(game, rounds=3_100, seed=9, workers=4, session=70)
    assert json.dumps(one.as_data(100)) == json.dumps(
        simulate(game, rounds=3_100, seed=9, workers=3, session=70).as_data(100)
    )
    assert one != simulate(game, rounds=3_100, seed=10, workers=1, session=70)


def test_the_size_of_a_chunk_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["pyramid"]
    results = []
    for chunk in (3_100, 250, 37):
        small(monkeypatch, chunk)
        results.append(simulate(game, rounds=3_100, seed=9, workers=2, session=70))
    assert results[0] == results[1] == results[2]


def test_the_rules_own_rounds_give_the_same_result_in_processes() -> None:
    game = GAMES["pick2"]
    fast = simulate(game, rounds=60, seed=3, workers=1, session=25)
    plain = simulate(game, rounds=60, seed=3, workers=2, session=25, by_rules=True)
    assert (fast.how, plain.how) == ("on kernels", "by the rules' own rounds")
    assert replace(fast, how=plain.how) == plain


def test_until_stops_at_the_same_round_whatever_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    game = GAMES["pyramid"]
    one, four = (simulate(game, until=0.1, seed=1, workers=count, rounds=100_000) for count in (1, 4))
    assert one == four
    assert one.rounds < 100_000
    error = one.seats[0].total.standard_error / one.unit_chips
    assert error <= 0.1
    assert simulate(game, rounds=one.rounds - 250, seed=1).seats[0].total.standard_error / 5 > 0.1


def test_an_interrupted_run_returns_the_partial_result(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    game = GAMES["pyramid"]

    def stop(so_far: Simulation) -> None:
        if so_far.rounds >= 500:
            raise KeyboardInterrupt

    stopped = simulate(game, rounds=10_000, seed=9, workers=2, progress=stop)
    assert (stopped.rounds, stopped.requested) == (500, 10_000)
    assert stopped.seats == simulate(game, rounds=500, seed=9, workers=1).seats


def test_a_game_outside_the_registry_is_simulated_on_this_machine() -> None:
    own = replace(PYRAMID, key="our_pyramid", settle=lambda terms, round_: settlement.settle(terms, round_))
    result = simulate(own, rounds=30, seed=2, workers=2)
    assert result.how == "by the rules' own rounds"
    assert result.seats == simulate(GAMES["pyramid"], rounds=30, seed=2).seats
    with pytest.raises(NotAllowed, match="not one of the games a worker knows"):
        simulate(own, rounds=30, cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_is_simulated_by_the_rules_if_by_nothing_else(key: str) -> None:
    result = simulate(GAMES[key], rounds=2, seed=1, by_rules=True, session=1)
    assert result.how == "by the rules' own rounds"
    assert [seat.total.rounds for seat in result.seats] == [2] * len(result.players)
    assert result.seats[0].sessions.count == 2


# The figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "wagers"), [("pyramid", ("main", "three_card", "six_card")), ("pick2", ("bonus_3_5",))]
)
def test_means_are_those_of_the_exact_price(key: str, wagers: tuple[str, ...]) -> None:
    game = GAMES[key]
    result = simulate(game, rounds=200_000, seed=5)
    exact = price(game)
    for wager in wagers:
        chips = result.seats[0].wagers[wager]
        strategies = exact.wagers[wager].strategies
        priced: Any = strategies.get("house_way") or strategies["only"]
        off = abs(float(chips.mean) / 5 - float(priced.ev)) / (chips.standard_error / 5)
        assert off < 4, f"{wager} is {off:.1f} standard errors off"
        if wager == "main":  # the others have a long tail
            assert chips.standard_deviation / 5 == pytest.approx(priced.standard_deviation, rel=0.02)


def test_every_chip_is_somebodys_and_wagers_add_up_to_the_total() -> None:
    result = simulate(GAMES["chinese"], rounds=400, players="house_way,newcomer,house_way", seed=1)
    assert sum(seat.total.sum for seat in result.seats) == 0
    for seat in result.seats:
        assert seat.total.rounds == 400 == sum(seat.outcomes.values())
        assert sum(chips.sum for chips in seat.wagers.values()) == seat.total.sum


def test_figures_are_computed_from_integers() -> None:
    chips = Tally({-5: 3, 0: 1, 10: 2})
    assert (chips.rounds, chips.sum, chips.sum_of_squares) == (6, 5, 275)
    assert (chips.mean, chips.variance) == (Fraction(5, 6), Fraction(275 * 6 - 25, 30))
    assert chips.standard_error == sqrt(chips.variance / 6)
    assert chips.hit_frequency == Fraction(1, 3)
    assert Tally({}).standard_error == Tally({}).mean == 0
    assert Tally({7: 1}).variance == 0


# Sessions ------------------------------------------------------------------------------------------------------------


def plain_path(results: list[int]) -> ChipPath:
    sums = [0]
    for result in results:
        sums.append(sums[-1] + result)
    drop = max(sums[i] - sums[j] for i in range(len(sums)) for j in range(i, len(sums)))
    return ChipPath(len(results), sums[-1], min(sums), max(sums), drop)


def test_paths_join_to_the_path_of_the_whole() -> None:
    chance = Random(3)
    for _ in range(60):
        results = [chance.choice((-5, -1, 0, 3, 40)) for _ in range(chance.randrange(1, 25))]
        cut = chance.randrange(len(results) + 1)
        whole = plain_path(results)
        assert path_of(np.array(results)) == whole
        assert (
            path_of(np.array(results[:cut], dtype=np.int64)).then(path_of(np.array(results[cut:], np.int64))) == whole
        )


@pytest.mark.parametrize("session", [1, 3, 7, 40])
def test_sessions_lie_across_chunks(session: int) -> None:
    chance = Random(session)
    results = [chance.choice((-2, -1, 4)) for _ in range(23)]
    outcomes = {value: ((("main", value),)) for value in (-2, -1, 4)}
    numbers = np.array([list(outcomes).index(value) for value in results], dtype=np.int64)[:, None]
    tally = TableTally.empty(1, session)
    at = 0
    while at < len(results):
        size = min(chance.randrange(1, 9), len(results) - at)
        tally.add(tally_rounds(PlayedRounds(numbers[at : at + size], tuple(outcomes.values())), at, session))
        at += size
    pieces = [results[place : place + session] for place in range(0, len(results) - session + 1, session)]
    paths = [plain_path(piece) for piece in pieces]
    sessions = tally.seats[0].sessions
    assert sorted(sessions.lows.elements()) == sorted(path.low for path in paths)
    assert sorted(sessions.drawdowns.elements()) == sorted(path.drop for path in paths)
    assert sorted(sessions.ends.elements()) == sorted(path.total for path in paths)
    with pytest.raises(ValueError, match="round 23 is due"):
        tally.add(tally_rounds(PlayedRounds(numbers[:1], tuple(outcomes.values())), 5, session))


def test_the_risk_of_ruin_is_counted_over_sessions() -> None:
    result = simulate(GAMES["pyramid"], rounds=2_000, seed=1, session=50)
    sessions = result.seats[0].sessions
    assert sessions.count == 40
    assert sessions.needed == 15  # three wagers of 5: with 14 chips left no round can be played
    lost = sum(count for low, count in sessions.lows.items() if 100 + low < 15)
    assert 0 < sessions.ruined(100) == lost < 40
    risk, error = sessions.risk_of_ruin(100)
    assert (risk, error) == (lost / 40, sqrt(risk * (1 - risk) / 40))
    low, high = sessions.risk_between(100)
    for end in (low, high):  # Wilson: as many standard errors away, by the error that the chance itself would have
        assert abs(risk - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / 40))
    assert low < risk < high
    assert sessions.ruined(10**6) == 0
    assert SessionsPlayed(50, {}, {-90: 3, -80: 4}, {}, needed=15).ruined(100) == 3  # 10 chips are left, then 20
    low, high = sessions.risk_between(10**6)
    assert low == 0
    assert high == pytest.approx(1.959964**2 / (40 + 1.959964**2))
    assert SessionsPlayed(50, {}, {}, {}).risk_between(100) == (0, 1)
    assert sessions.drawdown(1.0) == max(sessions.drawdowns)
    with pytest.raises(Unreadable, match="a bankroll is whole chips from 1 up, not 0"):
        sessions.ruined(0)


@pytest.mark.parametrize(
    ("key", "options", "needed"),
    [
        ("pyramid", {}, 15),
        ("pyramid", {"side_wagers": "optional"}, 5),
        ("pick2", {}, 15),  # Ante, 3-5 Bonus and the smaller Play wager
        ("chinese", {}, 3),  # a sweep by one opponent
        ("chinese", {"min_buy_in_units": 20}, 20),
        ("pai_gow", {}, 20),
    ],
)
def test_ruin_is_being_unable_to_post_the_next_wagers(key: str, options: dict[str, object], needed: int) -> None:
    result = simulate(GAMES[key].with_options(options), rounds=4, session=2)
    sessions = result.seats[0].sessions
    assert sessions.needed == needed
    assert sessions.ruined(needed - 1) == sessions.count == 2  # the first round cannot be played


def test_a_bank_needs_its_cover() -> None:
    result = simulate(GAMES["pyramid"], rounds=4, session=2, seats=3, bank=True)
    assert result.seats[0].sessions.needed == 3 * (5 + 5) + 5 + 5


# From Python ---------------------------------------------------------------------------------------------------------


def test_results_have_a_readable_repr() -> None:
    result = hw.game("pyramid", straight_flush_pays=50).simulate(rounds=500, seed=2, players="best,house_way")
    assert result.options == {"straight_flush_pays": "50"}
    assert "500 rounds, seed 2: seat 1 (best)" in repr(result)
    shown = result._repr_html_()
    assert shown.count("<tr>") > 8
    assert "2 house way" in shown
    frame = result.to_polars()
    assert frame["count"].sum() == 1000
    assert (frame["main"] + frame["three_card"] + frame["six_card"] == frame["total"]).all()
    assert (frame["count"] * frame["total"]).sum() == sum(seat.total.sum for seat in result.seats)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 0}, "rounds is a whole number from 1 to"),
    ({"rounds": 2.5}, "not 2.5"),
    ({"seed": -1}, "seed is a whole number from 0"),
    ({"session": 0}, "session is a whole number from 1"),
    ({"until": 0}, "--until is a standard error above 0"),
    ({"players": "house_way,,"}, "--players takes strategies with commas between"),
    ({"players": "dragon"}, "there is no strategy 'dragon'"),
    ({"seats": 99}, "is simulated with 1 to 7 seats, not 99"),
    ({"players": "house_way,best", "seats": 1}, "2 players cannot take 1 seats"),
    ({"workers": 0}, "the number of cores is from 1 to 1024, not 0"),
    ({"workers": 1, "cluster": "tcp://x:1"}, "give 1 cores or the cluster tcp://x:1, not both"),
]


@pytest.mark.parametrize(("settings", "says"), REFUSED)
def test_nonsense_gets_one_sentence(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(HousewayError, match=r".+") as refused:
        simulate(GAMES["pyramid"], **{"rounds": 10, **settings})
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_worker_of_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.simulation.players import set_up_game, table_of

    table = table_of(GAMES["pyramid"].with_options({"decks": 8}), ("house_way",))
    assert set_up_game(table, module_named).terms_as_text["decks"] == "8"
    with pytest.raises(NotAllowed, match="use one version"):
        set_up_game(replace(table, source="elsewhere"), module_named)
    with pytest.raises(NotAllowed, match="has the terms"):
        set_up_game(replace(table, options=()), module_named)


# A player who banks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["pyramid", "pai_gow"])
def test_the_bank_wins_what_the_bettors_lose(key: str) -> None:
    game = GAMES[key].with_options({"commission": 0})
    banked = simulate(game, rounds=60, seats=3, bank=True)
    assert banked.banker == 1
    bank, *bettors = [seat.wagers["main"].mean for seat in banked.seats]
    assert bank == -sum(bettors)
    assert banked.as_data()["banker"] == 1
    assert "banker" not in simulate(game, rounds=1).as_data()


def test_PYR_60_a_bank_against_one_bettor_agrees_with_its_exact_price() -> None:
    game = GAMES["pyramid"]
    banked = simulate(game, rounds=1_500, bank=True)
    assert len(banked.seats) == 2, "a bank has a bettor"
    main = banked.seats[0].wagers["main"]
    exact = price(game).wagers["main"].strategies["banker_house_way"].ev
    assert abs(float(main.mean / 5 - exact)) < 4 * main.standard_error / 5
    assert 0 < main.standard_error < 0.2


def test_a_bank_is_played_the_same_on_every_worker() -> None:
    one = simulate(GAMES["pyramid"], rounds=45, bank=True, players="house_way,newcomer")
    assert one == simulate(GAMES["pyramid"], rounds=45, bank=True, players="house_way,newcomer", workers=2)


@pytest.mark.parametrize(
    ("key", "options", "seats", "reason"),
    [
        ("chinese", {}, None, "players do not bank in Chinese Poker"),
        ("pyramid", {"player_banking": "off"}, None, r"players do not bank under these terms \[PYR-60\]"),
        ("pyramid", {}, 1, "simulated with 2 to 7 seats, not 1"),
    ],
)
def test_a_bank_that_cannot_be_simulated_is_refused(
    key: str, options: dict[str, str], seats: int | None, reason: str
) -> None:
    with pytest.raises(NotAllowed, match=reason):
        simulate(GAMES[key].with_options(options), rounds=1, seats=seats, bank=True)
