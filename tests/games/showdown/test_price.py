"""Prices of Pyramid Showdown: estimates from rounds on kernels and by the rules."""

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.games import GAMES, module_named
from houseway.games.ask import alarm, best, price, simulate
from houseway.games.casino import sheet as casino
from houseway.games.chinese import sheet as chinese
from houseway.games.pyramid import sheet as pyramid
from houseway.games.showdown.pricing.price import histogram, mean_of
from houseway.games.showdown.pricing.results import HouseWayRounds, Results, results_by_rules
from houseway.games.showdown.sheet import SHEET
from houseway.pricing import Pricing
from houseway.pricing.notes import counts_note
from houseway.pricing.price import Estimate
from houseway.rules.errors import NotAllowed, NotOffered, Unreadable
from houseway.sampling.kernel_rounds import BY_RULES, ON_KERNELS

GAME = SHEET
NAME = "house_way_against_house_way"


def test_two_players_meet_in_every_round() -> None:
    reports: list[tuple[int, int]] = []
    priced = price(GAME, lambda done, total: reports.append((done, total)), rounds=4, seats=2, seed=5)
    estimate = priced.wagers["ante"].strategies[NAME]
    assert isinstance(estimate, Estimate)
    assert (estimate.rounds, estimate.seed, estimate.notes["seats"]) == (4, 5, 2)
    pot = estimate.notes["pot_in_antes"]
    assert isinstance(pot, dict)
    assert pot["mean"] == 2 * 3  # an ante and two buys each
    assert sum(counts_note(estimate.notes, "duels_by_size_in_points").values()) == 4
    assert abs(estimate.ev) < 6 * estimate.standard_error + 1e-9
    assert reports[-1] == (4, 4)
    assert priced.as_data()["wagers"]["ante"]["method"] == "simulation"


def played(seats: int, seed: int, count: int, **terms: Any) -> Results:
    """On kernels."""
    table = HouseWayRounds(GAME.with_options(terms), seats)
    assert table.how == ON_KERNELS
    return table.results(seed, 0, count)


def test_a_round_repeats_with_its_seed_and_every_two_players_are_compared() -> None:
    first = played(3, 7, 2)
    assert first.won.tolist() == played(3, 7, 2).won.tolist()
    assert first.net_scores.tolist() != played(3, 8, 2).net_scores.tolist()
    assert first.net_scores.shape == (2, comb(3, 2))
    assert first.pot.tolist() == [3 * 30] * 2


def test_what_the_first_seat_wins_is_its_duels_and_the_pot() -> None:
    results = played(2, 9, 20)
    points = results.net_scores[:, 0]
    assert results.won[:, 0].tolist() == (points + 30 * np.sign(points)).tolist()
    assert results.won[:, 1].tolist() == (-results.won[:, 0]).tolist()
    assert results.champion.tolist() == np.abs(points).tolist()
    assert results.tied.tolist() == (points == 0).tolist()


@pytest.mark.parametrize("terms", [{}, {"pot_tie": "carry", "special_counts": "both", "ante_chips": 7}])
def test_rounds_on_kernels_are_those_of_the_rules(terms: dict[str, Any]) -> None:
    """The deal passes on, so that the rules compare the seats in another order in each of these rounds."""
    plain = HouseWayRounds(GAME.with_options(terms), 3).by_rules
    for fast, slow in zip(played(3, 4, 4, **terms), results_by_rules(plain, 4, 0, 4), strict=True):
        assert fast.tolist() == slow.tolist()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_price_and_a_simulation_of_its_seed_are_one(seats: int) -> None:
    estimate = price(GAME, rounds=150, seats=seats, seed=6).wagers["ante"].strategies[NAME]
    total = simulate(GAME, rounds=150, seats=seats, seed=6, workers=1).seats[0].total
    assert estimate.ev == float(total.mean / 10)
    assert estimate.standard_deviation == sqrt(total.variance / 10**2)
    assert estimate.standard_error == sqrt(total.variance / 10**2 / 150)  # type: ignore[union-attr]
    assert estimate.notes["rounds_won"] == total.hit_frequency * 150


@pytest.mark.parametrize(
    ("terms", "how"),
    [({}, ON_KERNELS), ({"joker_duplicates": False}, BY_RULES), ({"cross_size_order": "same_size_only"}, BY_RULES)],
)
def test_the_price_says_how_its_rounds_were_played(terms: dict[str, Any], how: str) -> None:
    estimate = price(GAME.with_options(terms), rounds=2, seats=2).wagers["ante"].strategies[NAME]
    assert estimate.notes["how"] == how
    assert ("fewer_rounds" in estimate.notes) == (how == BY_RULES)


def test_rounds_through_the_rules_are_those_of_a_simulation_too() -> None:
    game = GAME.with_options({"cross_size_order": "same_size_only"})
    estimate = price(game, rounds=4, seats=3, seed=6).wagers["ante"].strategies[NAME]
    assert estimate.ev == float(simulate(game, rounds=4, seats=3, seed=6).seats[0].total.mean / 10)


def test_a_histogram_includes_empty_bars() -> None:
    assert histogram([0, 4, 5, 17]) == {"0 to 4": 2, "5 to 9": 1, "10 to 14": 0, "15 to 19": 1}


def test_a_mean_has_no_more_digits_than_its_error() -> None:
    assert mean_of([100.0, 117.0, 94.0]) == {"mean": 103.7, "standard_error": 6.9}
    assert mean_of([6.0, 6.0]) == {"mean": 6.0, "standard_error": 0.0}


@pytest.mark.parametrize(
    "settings", [{"seats": 7}, {"seats": 1}, {"rounds": 1}, {"seed": "x", "rounds": 2, "seats": 2}]
)
def test_impossible_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(Unreadable, match="whole number from"):
        price(GAME, **settings)


def test_profits_per_ante_need_an_ante() -> None:
    with pytest.raises(NotAllowed, match="SHO-11"):
        price(GAME.with_options({"ante_chips": 0}))


# The door ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_price(key: str) -> None:
    assert type(module_named(key).pricing).compute_price is not Pricing.compute_price


def test_a_question_without_an_answer_is_a_sentence() -> None:
    for game in (chinese.SHEET, SHEET):
        with pytest.raises(NotOffered, match="has no house to win from, so nothing to search; houseway duel"):
            alarm(game)
    with pytest.raises(Unreadable, match="did you mean 'casino'"):
        module_named("casin")


def test_the_door_leads_to_the_game() -> None:
    assert best(pyramid.SHEET, "Js Jd 6c")[0].decision == "set"
    with pytest.raises(NotAllowed, match="CAS-07"):
        best(casino.SHEET, "As")
