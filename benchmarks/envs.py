"""
Environment steps per second, compared with RLCard's limit hold'em in one run.

    python benchmarks/envs.py

A step is one action of an agent, with the observation and the legal actions that follow from it. Agents of both
libraries take one of the legal actions at random, with the same draws; so they often give up, and then no hand is set.
RLCard's limit hold'em has two players, two cards each and a board: its game that is most like hands against hands. Our
steps include the rules' check of every move. Time is processor time, because other programs may run; the first
episodes, which load kernels and tables, do not count. Rates depend on the machine; the claim is the ratios.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import rlcard

from houseway import envs
from houseway.games import GAMES

SECONDS = 1.0
ROUNDS = 3
FIRST = 30


def rate(episode: Callable[[], int]) -> float:
    """Steps per second over whole episodes."""
    steps = 0
    started = process_time()
    while (spent := process_time() - started) < SECONDS:
        steps += episode()
    return steps / spent


def rlcard_episode() -> Callable[[], int]:
    env = rlcard.make("limit-holdem", config={"seed": 1})
    chance = Random(1)

    def episode() -> int:
        steps = 0
        (state, _) = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        env.get_payoffs()
        return steps

    return episode


def our_episode(key: str, setting: str) -> Callable[[], int]:
    env = envs.table_env(key, setting=setting)
    chance = Random(1)
    env.reset(seed=1)

    def episode() -> int:
        env.reset()
        steps = 0
        while env.agents and not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(chance.choice(mask.nonzero()[0].tolist()))
            steps += 1
        return steps

    return episode


def main() -> None:
    peer = rlcard_episode()
    print(f"{'game':<10}{'hands set by':<14}{'steps/s':>10}{'RLCard/s':>10}{'ratio':>8}")
    for key in GAMES:
        for setting in ("place", "ranked"):
            ours = our_episode(key, setting)
            for _ in range(FIRST):
                ours()
            pairs = [(rate(ours), rate(peer)) for _ in range(ROUNDS)]
            mine, theirs = (median(column) for column in zip(*pairs, strict=True))
            ratio = median(one / other for one, other in pairs)
            print(f"{key:<10}{setting:<14}{mine:>10,.0f}{theirs:>10,.0f}{ratio:>8.3f}")


if __name__ == "__main__":
    main()
