"""
Environment steps per second, compared with RLCard's limit hold'em in one run.

    python benchmarks/envs.py

A step is one action of an agent, with the observation and the legal actions that follow from it. Agents of both
libraries take one of the legal actions at random, with the same draws; so they often give up, and then no hand is set.
RLCard's limit hold'em has two players, two cards each and a board: its game that is most like hands against hands. Our
steps include the rules' check of every move. Time is processor time, because other programs may run; the first
episodes, which load kernels and tables, do not count. Rates depend on the machine; the claim is the ratios.

The second table is about vectorised environments (`envs.make_vec`), by the clock on the wall, for RLCard too, because
they use several threads. Every lane's step counts as one; a step in which a lane starts its next round does not. Agents
draw a random legal action for each lane with NumPy, inside the clock. With `copy` an observation is a new array.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, process_time

import numpy as np
import rlcard

from houseway import envs
from houseway.games import GAMES
from houseway.rules.errors import NotOffered

SECONDS = 1.0
ROUNDS = 3
FIRST = 30
LANES = 4096


def rate(episode: Callable[[], int], clock: Callable[[], float] = process_time) -> float:
    """Steps per second over whole episodes."""
    steps = 0
    started = clock()
    while (spent := clock() - started) < SECONDS:
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


def vector_steps(key: str, *, copy: bool) -> Callable[[], int]:
    env = envs.make_vec(key, num_envs=LANES, copy=copy)
    chance = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    mask = seen["action_mask"]
    over = np.zeros(LANES, dtype=np.bool_)

    def steps() -> int:
        nonlocal mask, over
        starting = int(over.sum())
        draws = chance.random(mask.shape, dtype=np.float32) * mask
        seen, _, over, _, _ = env.step(draws.argmax(axis=1))
        mask = seen["action_mask"]
        return LANES - starting

    return steps


def compare_vectorised(peer: Callable[[], int]) -> None:
    print(f"\n{'game':<10}{f'{LANES} lanes':<14}{'steps/s':>12}{'RLCard/s':>10}{'ratio':>8}")
    for key in GAMES:
        for copy in (True, False):
            try:
                ours = vector_steps(key, copy=copy)
            except NotOffered:
                continue
            for _ in range(FIRST):
                ours()
            pairs = [(rate(ours, perf_counter), rate(peer, perf_counter)) for _ in range(ROUNDS)]
            mine, theirs = (median(column) for column in zip(*pairs, strict=True))
            ratio = median(one / other for one, other in pairs)
            print(f"{key:<10}{'copy' if copy else 'copy=False':<14}{mine:>12,.0f}{theirs:>10,.0f}{ratio:>8.1f}")


def main() -> None:
    peer = rlcard_episode()
    compare_single(peer)
    compare_vectorised(peer)


def compare_single(peer: Callable[[], int]) -> None:
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
