"""Showdown Version: estimates from rounds through the rules; and the door to all prices."""

from math import comb

import pytest

from houseway import pricing
from houseway.games import GAMES, casino, chinese, pyramid, showdown
from houseway.pricing import best, price
from houseway.pricing.showdown import histogram, mean_of, one_round
from houseway.rules.errors import NotAllowed, Unreadable

GAME = showdown.GAME
NAME = "house_way_against_house_way"


def test_two_players_meet_in_every_round() -> None:
    told: list[tuple[int, int]] = []
    priced = price(GAME, lambda done, total: told.append((done, total)), rounds=4, seats=2, seed=5)
    found = priced.wagers["ante"].strategies[NAME]
    assert (found.rounds, found.seed, found.notes["seats"]) == (4, 5, 2)  # type: ignore[union-attr]
    assert found.notes["pot_in_antes"]["mean"] == 2 * 3  # an ante and two buys each
    assert sum(found.notes["duels_by_size_in_points"].values()) == 4
    assert abs(found.ev) < 6 * found.standard_error + 1e-9  # type: ignore[union-attr]
    assert told[-1] == (4, 4)
    assert priced.as_data()["wagers"]["ante"]["method"] == "simulation"


def test_a_round_repeats_with_its_seed_and_every_two_players_are_compared() -> None:
    first = one_round(GAME, 3, 7, 0)
    assert first == one_round(GAME, 3, 7, 0)
    assert first != one_round(GAME, 3, 8, 0)
    assert len(first.duels) == comb(3, 2)
    assert first.pot == 3 * 30


def test_what_the_first_seat_wins_is_its_duels_and_the_pot() -> None:
    played = [one_round(GAME, 2, 9, number) for number in range(4)]
    for round_ in played:
        (points,) = round_.duels
        pot = 6 * ((points > 0) - (points < 0)) / 2
        assert round_.won == pytest.approx(points / 10 + pot)
        assert round_.champion == abs(points)


def test_a_histogram_leaves_no_bar_out() -> None:
    assert histogram([0, 4, 5, 17]) == {"0 to 4": 2, "5 to 9": 1, "10 to 14": 0, "15 to 19": 1}


def test_a_mean_has_no_more_digits_than_its_error() -> None:
    assert mean_of([100.0, 117.0, 94.0]) == {"mean": 103.7, "standard_error": 6.9}
    assert mean_of([6.0, 6.0]) == {"mean": 6.0, "standard_error": 0.0}


@pytest.mark.parametrize(
    "settings", [{"seats": 7}, {"seats": 1}, {"rounds": 1}, {"seed": "x", "rounds": 2, "seats": 2}]
)
def test_impossible_settings_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match="whole number from"):
        price(GAME, **settings)


def test_profits_per_ante_need_an_ante() -> None:
    with pytest.raises(NotAllowed, match="SHO-11"):
        price(GAME.with_options({"ante_chips": 0}))


# The door ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_price(key: str) -> None:
    assert callable(pricing.module(key).price)


def test_a_question_without_an_answer_is_a_sentence() -> None:
    for game in (chinese.GAME, showdown.GAME):
        with pytest.raises(NotAllowed, match="no worth of single hands yet"):
            best(game, "As")
    with pytest.raises(Unreadable, match="did you mean 'casino'"):
        pricing.module("casin")


def test_the_door_leads_to_the_game() -> None:
    assert best(pyramid.GAME, "Js Jd 6c")[0]["decision"] == "set"
    with pytest.raises(NotAllowed, match="CAS-07"):
        best(casino.GAME, "As")
