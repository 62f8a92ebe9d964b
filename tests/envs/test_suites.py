"""The conformance suites of Gymnasium, PettingZoo and OpenSpiel, for every game and both ways of setting hands."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test  # type: ignore[import-untyped]

from houseway import envs
from houseway.envs.seat import gymnasium_id
from houseway.games import GAMES
from houseway.rules.errors import HousewayError

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
LONG = {("chinese", "place"), ("casino", "ranked"), ("pai_gow", "ranked")}
BOTH_WAYS = pytest.mark.parametrize(
    ("key", "setting"),
    [
        pytest.param(key, setting, marks=[pytest.mark.slow] * ((key, setting) in LONG))
        for key in GAMES
        for setting in ("place", "ranked")
    ],
)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@BOTH_WAYS
def test_gymnasium_finds_nothing_wrong(key: str, setting: str) -> None:
    check_env(envs.seat_env(key, setting=setting), skip_render_check=True)
    check_env(envs.seat_env(key, setting=setting, form="parts", render_mode="ansi"))


@BOTH_WAYS
def test_pettingzoo_finds_nothing_wrong(key: str, setting: str) -> None:
    api_test(envs.table_env(key, setting=setting), num_cycles=8)
    seed_test(lambda: envs.table_env(key, setting=setting), num_cycles=8)


@BOTH_WAYS
def test_pettingzoo_finds_nothing_wrong_with_all_at_once(key: str, setting: str) -> None:
    parallel_api_test(envs.parallel_env(key, setting=setting), num_cycles=40)


@BOTH_WAYS
def test_openspiel_finds_nothing_wrong(key: str, setting: str) -> None:
    game = envs.spiel_game(key, setting=setting)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@EVERY_GAME
def test_gymnasium_makes_it_by_name(key: str) -> None:
    env = gymnasium.make(gymnasium_id(key), setting="ranked")
    seen, _ = env.reset(seed=3)
    assert env.observation_space.contains(seen)


def played_by(key: str, seed: int, **settings: Any) -> list[Any]:
    """What a masked random agent meets in one episode."""
    env = envs.seat_env(key, **settings)
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    met: list[Any] = [seen["observation"]]
    over = False
    while not over:
        seen, reward, over, _, _ = env.step(env.action_space.sample(seen["action_mask"]))
        met += [seen["observation"], reward]
    return met


@pytest.mark.parametrize("key", ["pyramid", "pick2"])
def test_a_seed_decides_everything(key: str) -> None:
    once, again, other = (played_by(key, seed, rounds=3) for seed in (5, 5, 6))
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    assert len(once) != len(other) or any(not np.array_equal(a, b) for a, b in zip(once, other, strict=True))


def test_an_action_that_is_not_allowed_changes_nothing_and_says_why() -> None:
    env = envs.seat_env("pyramid")
    before, _ = env.reset(seed=1)
    number = env.setup.numbers[next(action for action in env.setup.actions if action.kind == "place")]
    after, reward, over, cut, info = env.step(number)
    assert np.array_equal(before["observation"], after["observation"])
    assert (reward, over, cut) == (0, False, False)
    assert info["refused"] == "seat 1 may not answer 8 (place low) now; it may answer 1 (pass), 2 (bank)"
    for _ in range(99):
        *_, cut, _ = env.step(number)
    assert cut
    table = envs.table_env("pyramid", seats=2)
    table.reset(seed=1)
    with pytest.raises(HousewayError, match="may not answer"):
        table.step(number)
    together = envs.parallel_env("pyramid", seats=2)
    together.reset(seed=1)
    with pytest.raises(HousewayError, match="can only wait"):
        together.step({"seat_1": 1, "seat_2": 1})


def test_the_cards_of_a_reset_can_be_chosen() -> None:
    env = envs.seat_env("pyramid", banking=False, stakes=1)
    env.reset(seed=1, options={"cards": "Js Jd 6h"})
    for _ in range(3):
        env.step(env.episode.allowed(1)[0])
    assert sorted(map(str, env.view().seats[0].cards)) == ["6h", "Jd", "Js"]
    with pytest.raises(HousewayError, match="up to 3 cards"):
        env.reset(options={"cards": "Js Jd 6h 7h"})


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"setting": "plac"}, "place or ranked"),
        ({"seats": 9}, "has 1 to 7 seats, not 9"),
        ({"seat": 2}, "the seats are 1 to 1, not 2"),
        ({"stakes": 0}, "stakes is a whole number from 1 to 100, not 0"),
        ({"form": "vectors"}, "did you mean 'vector'"),
        ({"opponents": ["house_way"]}, "there are 0 other seats"),
        ({"opponents": "exprt", "seats": 2}, "did you mean 'expert'"),
    ],
)
def test_bad_settings_get_a_sentence(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(HousewayError, match=says.replace("?", "[?]")):
        envs.seat_env("pyramid", **settings)


def test_a_missing_extra_is_named() -> None:
    hides = "import sys; sys.modules['gymnasium'] = None\nfrom houseway import envs\n"
    asks = "try:\n    envs.seat_env('pyramid')\nexcept envs.NotAllowed as error:\n    print(error)"
    printed = subprocess.run(
        [sys.executable, "-c", hides + asks], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    assert printed.strip() == "gymnasium is not installed: pip install gymnasium"
