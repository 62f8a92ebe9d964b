"""Vectorised environments: lane by lane the same as an episode by the rules, and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import houseway as hw
from envs.lane_twins import SeatTwins, Twins
from houseway import envs
from houseway.games import GAMES
from houseway.games.registry import rulebook_of
from houseway.rules.errors import HousewayError, NotOffered

ON_KERNELS = ("pyramid", "pick2", "pai_gow", "casino", "chinese")
TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "pyramid": ({}, {"seats": 3, "banking": False, "stakes": 2}),
    "pick2": ({}, {"seats": 2, "stakes": 1}),
    "pai_gow": ({}, {"seats": 4, "banking": False}),
    "casino": ({}, {"seats": 3, "stakes": 2}),
    "chinese": ({}, {"seats": 4}),
}
"""By game: the tables that are compared."""
MILLION = 1_000_000
LANES = 25

CAPPED: list[tuple[str, dict[str, object]]] = [
    ("pyramid", {"max_aggregate": 60, "aggregate_counts": "winnings_plus_stakes", "commission": 5}),
    ("pyramid", {"max_aggregate": 30, "aggregate_scope": "wager"}),
    ("pyramid", {"max_aggregate": 30, "aggregate_scope": "w2"}),
    ("pick2", {"max_aggregate": 40, "tip_bets": "on"}),
    ("casino", {"max_aggregate": 40, "fold_cost_antes": 1, "buy_in_antes": 2, "tie_rule": "dealer"}),
    ("chinese", {"surrender": True, "surrender_order": "in_turn", "fee": 2, "scoring": "1-6", "unit_value": 3}),
    ("pai_gow", {"commission": 7, "commission_rounding": "up", "copies": "push", "win_pays": 2}),
    ("pick2", {"b35_stake": "free", "b5_stake": "free", "fold_bonus": "in_action", "p35_miss": "push"}),
    ("pick2", {"three_choice": "best", "p35_three_cards": "only_if_three", "p35_combine": "max"}),
]
"""Terms that pay in another way than the sheet's."""


def readings(key: str) -> list[tuple[str, dict[str, object]]]:
    """Every reading of every open question of a game."""
    questions = rulebook_of(key).open_questions.values()
    options = {name: values for question in questions for name, values in question.options.items()}
    return [(key, {name: value}) for name, values in options.items() for value in values]


READINGS = [reading for key in ON_KERNELS for reading in readings(key)]


def name_of(terms: object) -> str:
    return str(terms)


@pytest.mark.parametrize("key", ON_KERNELS)
@pytest.mark.parametrize("table", [0, 1])
def test_every_lane_is_an_episode_by_the_rules(key: str, table: int) -> None:
    twins = Twins(key, LANES, seed=7, **TABLES[key][table])
    for _ in range(60):
        twins.step()
    assert sum(twins.rounds) > LANES


@pytest.mark.slow
@pytest.mark.parametrize("key", ON_KERNELS)
@pytest.mark.parametrize("table", [0, 1])
def test_a_million_steps_are_those_of_episodes_by_the_rules(key: str, table: int) -> None:
    twins = Twins(key, 200, seed=11, **TABLES[key][table])
    while twins.steps < MILLION:
        twins.step()


@pytest.mark.parametrize(
    ("opponents", "terms", "table"),
    [
        ("house_way", {}, {}),
        ("house_way", {"surrender": True}, {"seats": 3, "seat": 1}),
        ("newcomer", {"surrender": True, "surrender_order": "in_turn", "bonuses": True}, {"seats": 4, "seat": 2}),
    ],
    ids=name_of,
)
def test_opponents_in_lanes_play_as_by_the_rules(
    opponents: str, terms: dict[str, object], table: dict[str, Any]
) -> None:
    """A round goes on without an agent who surrenders."""
    twins = SeatTwins(hw.game("chinese", terms), LANES, seed=5, opponents=opponents, **table)
    for _ in range(45):
        twins.step()
    assert sum(twins.rounds) >= 3 * LANES


def play_reading(key: str, terms: dict[str, object], steps: int) -> None:
    """Compare some steps under these terms; terms that the kernels do not know are refused."""
    game = hw.game(key, terms)
    if is_refused(game):
        with pytest.raises(NotOffered, match=r"; use envs\.seat_env"):
            envs.make_vec(game)
        return
    twins = Twins(game, 5, seed=3)
    for _ in range(steps):
        twins.step()


def is_refused(game: hw.Variant) -> bool:
    try:
        envs.make_vec(game, num_envs=1)
    except NotOffered:
        return True
    return False


@pytest.mark.parametrize(("key", "terms"), CAPPED, ids=name_of)
def test_other_payments(key: str, terms: dict[str, object]) -> None:
    play_reading(key, terms, 60)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "terms"), READINGS, ids=name_of)
def test_every_reading_that_the_kernels_know(key: str, terms: dict[str, object]) -> None:
    play_reading(key, terms, 1000)


REFUSED: dict[str, set[tuple[str, str]]] = {
    "pyramid": {("reshuffle", "cut_card"), ("banker_sets", "after_house_exposed")},
    "pick2": {("hole_sharing", "true"), ("b5_alone", "true")},
    "pai_gow": set(),
    "casino": {("dealer_policy", "free"), ("tie_rule", "suits"), ("joker_use", "any")},
    "chinese": set(),
}
"""The readings that the kernels do not know."""


@pytest.mark.slow
@pytest.mark.parametrize("key", ON_KERNELS)
def test_only_these_readings_are_refused(key: str) -> None:
    refused = {
        item for of_game, terms in readings(key) if is_refused(hw.game(of_game, terms)) for item in terms.items()
    }
    assert refused == REFUSED[key]


@pytest.mark.parametrize("key", ON_KERNELS)
def test_readings_are_known_or_refused(key: str) -> None:
    """Every reading can be made or is refused with what to use instead; each of the first kind plays a few steps."""
    for of_game, terms in readings(key)[::6]:
        play_reading(of_game, terms, 12)


def test_threads_do_not_change_a_lane() -> None:
    one = envs.make_vec("pyramid", num_envs=600, threads=1)
    two = envs.make_vec("pyramid", num_envs=600, threads=2)
    assert len(two.tables.ranges) == 2
    first, _ = one.reset(seed=5)
    second, _ = two.reset(seed=5)
    for _ in range(30):
        actions = first["action_mask"].argmax(axis=1)
        first, *rest_of_one, _ = one.step(actions)
        second, *rest_of_two, _ = two.step(actions)
        assert (first["observation"] == second["observation"]).all()
        for ours, theirs in zip(rest_of_one, rest_of_two, strict=True):
            assert (ours == theirs).all()
    two.close()


def test_a_lane_depends_on_its_seed_only() -> None:
    """Lane 3 of seeds from 10 plays the cards of lane 0 of seed 13; without a seed the next round is dealt."""
    many = envs.make_vec("pick2", num_envs=4)
    one = envs.make_vec("pick2", num_envs=1)
    many_seen, _ = many.reset(seed=10)
    one_seen, _ = one.reset(seed=[13])
    for _ in range(25):
        many_seen, many_rewards, *_ = many.step(many_seen["action_mask"].argmax(axis=1))
        one_seen, one_rewards, *_ = one.step(one_seen["action_mask"].argmax(axis=1))
        assert (many_seen["observation"][3] == one_seen["observation"][0]).all()
        assert many_rewards[3] == one_rewards[0]
    before = one.tables.lanes.episode[0]
    one.reset()
    assert one.tables.lanes.episode[0] == before + 1
    assert one.tables.lanes.seed[0] == 13


def test_a_vector_environment_of_gymnasium() -> None:
    env = envs.make_vec("pyramid", num_envs=8)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    counted = RecordEpisodeStatistics(env)
    seen, _ = counted.reset(seed=1)
    assert seen in env.observation_space
    episodes = 0
    for _ in range(40):
        seen, rewards, terminated, truncated, info = counted.step(seen["action_mask"].argmax(axis=1))
        assert seen in env.observation_space
        assert rewards.dtype == np.int64
        assert not truncated.any()
        episodes += int(terminated.sum())
        if terminated.any():
            assert (info["episode"]["r"][terminated] == rewards[terminated]).all()
    assert episodes >= 8
    counted.close()


def test_observations_are_copied_unless_asked_otherwise() -> None:
    copied = envs.make_vec("pick2", num_envs=2)
    shared = envs.make_vec("pick2", num_envs=2, copy=False)
    for env, changes in ((copied, False), (shared, True)):
        before, _ = env.reset(seed=1)
        first = before["observation"].copy()
        env.step(before["action_mask"].argmax(axis=1))
        assert (before["observation"] != first).any() == changes


def test_a_wrong_action_changes_nothing_in_its_lane() -> None:
    env = envs.make_vec("pick2", num_envs=3)
    seen, _ = env.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    wrong = actions.copy()
    wrong[1] = env.setup.numbers[env.setup.actions[0]]
    after, *_, info = env.step(wrong)
    assert (after["observation"][1] == seen["observation"][1]).all()
    assert (after["observation"][0] != seen["observation"][0]).any()
    assert info["_refused"].tolist() == [False, True, False]
    assert info["refused"][1] == (
        "seat 1 of lane 1 may not answer that now; it may answer 2 (stake 1), 3 (stake 2), 4 (stake 3)"
    )
    for far_off in (-1, 99, 2**40):
        wrong[:] = far_off
        env.step(wrong)


def test_a_hundred_wrong_actions_truncate_an_episode() -> None:
    env = envs.make_vec("pick2", num_envs=1)
    env.reset(seed=1)
    for turn in range(1, 101):
        _, _, _, truncated, _ = env.step(np.array([0]))
        assert truncated[0] == (turn == 100)
    before = env.tables.lanes.episode[0]
    _, _, _, truncated, info = env.step(np.array([0]))
    assert not truncated[0]
    assert info == {}
    assert env.tables.lanes.episode[0] == before + 1


def test_all_seats_at_once() -> None:
    env = envs.make_parallel_vec("pick2", num_envs=5, seats=2)
    assert env.possible_agents == ["seat_1", "seat_2"]
    seen, infos = env.reset(seed=2)
    assert infos == {"seat_1": {}, "seat_2": {}}
    for agent in env.agents:
        lane = {name: array[0] for name, array in seen[agent].items()}
        assert lane in env.observation_space(agent)
    actions = {agent: seen[agent]["action_mask"].argmax(axis=1) for agent in env.agents}
    seen, rewards, terminations, truncations, infos = env.step(actions)
    assert set(rewards) == set(terminations) == set(truncations) == set(env.agents)
    actions["seat_2"][3] = 0
    after, _, _, _, infos = env.step(actions)
    assert (after["seat_1"]["observation"][3] == seen["seat_1"]["observation"][3]).all()
    assert infos["seat_1"] == {}
    assert infos["seat_2"]["_refused"].tolist() == [False, False, False, True, False]
    env.close()


@pytest.mark.parametrize("key", [key for key in GAMES if key not in ON_KERNELS])
def test_other_games_are_refused_with_what_to_use_instead(key: str) -> None:
    with pytest.raises(NotOffered, match=rf"has no kernels for vectorised environments; use envs.seat_env\('{key}'\)"):
        envs.make_vec(key)


@pytest.mark.parametrize(
    ("key", "settings", "sentence"),
    [
        ("pyramid", {"num_envs": 0}, "num_envs is a whole number from 1 to 1,000,000, not 0"),
        ("pyramid", {"num_envs": 2.5}, "num_envs is a whole number from 1 to 1,000,000, not 2.5"),
        ("pyramid", {"threads": -1}, "threads is a whole number from 1 to 256, not -1"),
        ("pyramid", {"setting": "ranked"}, "set hands card by card, not by 'ranked'; use envs.seat_env"),
        ("pyramid", {"rounds": 2}, "an episode of a vectorised environment is one round, not 2; use envs.seat_env"),
        ("pyramid", {"seats": 2}, "offer the bank at tables of one seat only, not of 2; pass banking=False"),
        ("pick2", {"seats": 2}, r"plays alone against the house; use envs.make_parallel_vec\('pick2', seats=2\)"),
        (
            "chinese",
            {"opponents": "expert"},
            "opponents are house_way and newcomer, not 'expert'; use envs",
        ),
        (
            "chinese",
            {"opponents": ["newcomer"] * 2},
            "or 1 name with one for each other seat, not 2",
        ),
        ("chinese", {"seat": 3}, "the seats are 1 to 2, not 3"),
        ("pyramid", {"stakes": 100}, "make more than 2,000 questions about stakes; pass fewer stakes"),
    ],
)
def test_settings_that_lanes_do_not_know(key: str, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HousewayError, match=sentence):
        envs.make_vec(key, **settings)


def test_bad_input_gets_a_sentence() -> None:
    env = envs.make_vec("pick2", num_envs=2)
    with pytest.raises(HousewayError, match="call reset before the first step"):
        env.step(np.zeros(2, dtype=np.int64))
    for seed, sentence in (
        (-1, "a seed is a whole number from 0 to"),
        ([1, 2, 3], "seed is one number, or 2 numbers with one for each lane, not 3"),
        ([1, None], "a seed is a whole number from 0 to 9223372036854775807, not None"),
    ):
        with pytest.raises(HousewayError, match=sentence):
            env.reset(seed=seed)
    with pytest.raises(HousewayError, match=r"take no options for a reset, not \['cards'\]"):
        env.reset(options={"cards": "As"})
    env.reset(seed=1)
    for actions in (np.zeros(3, dtype=np.int64), np.zeros((2, 1), dtype=np.int64), np.zeros(2), "no"):
        with pytest.raises(HousewayError, match="actions are 2 whole numbers, one for each lane, not"):
            env.step(actions)  # type: ignore[arg-type]
    table = envs.make_parallel_vec("pick2", num_envs=2, seats=2)
    table.reset(seed=1)
    with pytest.raises(HousewayError, match="there are no actions of seat_2"):
        table.step({"seat_1": np.zeros(2, dtype=np.int64)})
