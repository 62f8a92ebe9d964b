"""
Recorded episodes: the observations, action masks, actions and winnings of every agent.

    PYTHONPATH=tests python -m envs.recorded_episodes

records them again. Do that only after an intended change of observations or actions; a faster environment must
reproduce the recorded ones.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Protocol, TypedDict

from envs.random_episodes import staying_actions
from houseway.envs.setup import SETTING_MODES, SettingBy
from houseway.envs.tables import TableEnv
from houseway.games import GAMES

RECORDING = Path(__file__).with_name("recorded_episodes.json")
EPISODES = {"pyramid": 12, "pick2": 12, "casino": 4, "pai_gow": 4}
DEFAULT_EPISODES = 2
SEATS = {"pyramid": 3, "pick2": 2}
ROUNDS = {"pyramid": 3}


class RecordedEpisode(TypedDict):
    """One episode, with the keys of the recording."""

    actions: list[int]
    masks: list[str]
    """For each action a string of 0 and 1, one digit for each number of an action."""
    seen: str
    """SHA-256 of all observations."""
    won: list[int]


class Digest(Protocol):
    """A hash that is being computed."""

    def update(self, data: bytes, /) -> None: ...


def cases() -> list[tuple[str, SettingBy, int]]:
    """Game, setting mode and seed of every recorded episode."""
    return [
        (key, mode, seed)
        for key in GAMES
        for mode in SETTING_MODES
        for seed in range(EPISODES.get(key, DEFAULT_EPISODES))
    ]


def play_episode(key: str, mode: SettingBy, seed: int, actions: list[int] | None = None) -> RecordedEpisode:
    """Play one episode by these actions, or by random actions that do not leave the round."""
    env = TableEnv(key, setting=mode, seats=SEATS.get(key), rounds=ROUNDS.get(key, 1))
    env.reset(seed=seed)
    chance = Random(seed)
    observations = sha256()
    masks: list[str] = []
    taken: list[int] = []
    while not env.terminations[agent := env.agent_selection]:
        masks.append("".join(map(str, env.observe(agent)["action_mask"])))
        add_observations(env, observations)
        if actions:
            action = actions[len(taken)]
        else:
            action = chance.choice(staying_actions(env.table.episode, env.table.numbers[agent]))
        taken.append(action)
        env.step(action)
    add_observations(env, observations)
    return {"actions": taken, "masks": masks, "seen": observations.hexdigest(), "won": list(env.table.episode.won)}


def add_observations(env: TableEnv, digest: Digest) -> None:
    for agent in env.possible_agents:
        digest.update(env.observe(agent)["observation"].tobytes())


def name_of(key: str, mode: SettingBy, seed: int) -> str:
    return f"{key} {mode} {seed}"


def main() -> None:
    episodes = {name_of(*case): play_episode(*case) for case in cases()}
    lines = (f"{json.dumps(name)}: {json.dumps(episode)}" for name, episode in episodes.items())
    RECORDING.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
