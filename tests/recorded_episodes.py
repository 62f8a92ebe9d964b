"""
Episodes as they were once played: what every agent saw, which answers it had and what it won.

    python tests/recorded_episodes.py

writes them anew. That is for a change of what agents see or may do; to make an environment faster is to leave them be.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from episodes import staying
from houseway.envs.setup import SETTING_MODES
from houseway.envs.tables import TableEnv
from houseway.games import GAMES

KEPT = Path(__file__).with_name("envs") / "recorded_episodes.json"
EPISODES = {"pyramid": 12, "pick2": 12, "casino": 4, "pai_gow": 4}
SEATS = {"pyramid": 3, "pick2": 2}
ROUNDS = {"pyramid": 3}
Played = dict[str, Any]


def cases() -> list[tuple[str, str, int]]:
    """The game, how hands are set, and the seed."""
    return [(key, way, seed) for key in GAMES for way in SETTING_MODES for seed in range(EPISODES.get(key, 2))]


def played(key: str, way: str, seed: int, actions: list[int] | None = None) -> Played:
    """One episode by these actions, or by actions at random that do not leave the round."""
    env = TableEnv(key, setting=way, seats=SEATS.get(key), rounds=ROUNDS.get(key, 1))
    env.reset(seed=seed)
    chance = Random(seed)
    seen = sha256()
    masks = []
    taken = []
    while not env.terminations[agent := env.agent_selection]:
        masks.append("".join(map(str, env.observe(agent)["action_mask"])))
        _look(env, seen)
        now = env.table.episode
        taken.append(actions[len(taken)] if actions else chance.choice(staying(now, env.table.numbers[agent])))
        env.step(taken[-1])
    _look(env, seen)
    won = list(env.table.episode.won)
    return {"actions": taken, "masks": masks, "seen": seen.hexdigest(), "won": won}


def _look(env: TableEnv, seen: Any) -> None:
    for agent in env.possible_agents:
        seen.update(env.observe(agent)["observation"].tobytes())


def name_of(key: str, way: str, seed: int) -> str:
    return f"{key} {way} {seed}"


def main() -> None:
    found = {name_of(*case): played(*case) for case in cases()}
    lines = (f"{json.dumps(name)}: {json.dumps(episode)}" for name, episode in found.items())
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
