"""
Many rounds at once on kernels: a Gymnasium `VectorEnv` for one seat, and all seats as a batch in PettingZoo's form.

A lane is one table. Every lane steps, masks, observes and settles in compiled code, on several threads; an episode is
one round, and a lane whose round is over starts the next one in the next step. Observations and actions are those of
the single environments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..games.registry import module_of
from ..kernels.lanes import advance, let_opponents_decide, observe, restart
from ..kernels.philox import buffers_for
from ..rules.errors import NotAllowed, Unreadable, plural, shown
from ..rules.payments import SeatNumber
from ..sampling.rounds_by_rules import shoe_codes
from ..sampling.streams import MOST_SEED
from .lane_script import Played, every_arrangement, make_script, new_buffers, new_lanes, no_arrangement, refuse_setup
from .observing import Sight
from .seat import observation_space
from .setup import WAIT, GameChoice, Setup, SetupSettings, setup

MOST_LANES = 1_000_000
FEWEST_LANES_A_THREAD = 256
"""Fewer lanes than this are not worth a thread of their own."""
MOST_THREADS = 256

Seeds = int | Sequence[int] | None
Observations = dict[str, NDArray[Any]]


class LaneTables:
    """The lanes of one setup, and the threads that step them."""

    def __init__(
        self,
        game: GameChoice,
        num_envs: int,
        threads: int | None,
        copy: bool,
        opponents: Callable[[Setup], Mapping[int, str]] | None = None,
        **settings: Unpack[SetupSettings],
    ) -> None:
        self.count = _whole_number("num_envs", num_envs, MOST_LANES)
        self.setup: Setup = setup(game, **settings)
        self.copy = copy
        kernel_rules = module_of(self.setup.game).lane_rules
        kernel_rules.refuse_game(self.setup.game)
        refuse_setup(self.setup)
        names = opponents(self.setup) if opponents else {}
        self.opponents = kernel_rules.opponents(self.setup.game, names, self.setup.seats) if names else None
        if names and self.opponents is None:
            instead = f"use envs.make_parallel_vec({self.setup.game.key!r}, seats={self.setup.seats}) for all seats"
            raise NotAllowed(f"a vectorised seat of {self.setup.game.name} plays alone against the house; {instead}")
        played = Played(frozenset(names), self.opponents.decision) if self.opponents else Played()
        self.sight = Sight(self.setup)
        places = no_arrangement(self.setup) if kernel_rules.opens_slots else every_arrangement(self.setup)
        self.kernels = kernel_rules.kernels(self.setup.game, self.setup.seats, places)
        self.script = make_script(self.setup, self.sight, places, played)
        self.lanes = new_lanes(self.setup, self.script, self.count)
        self.buffers = new_buffers(self.setup, self.sight, self.count)
        self.is_seeded = False
        wanted = _processors() if threads is None else _whole_number("threads", threads, MOST_THREADS)
        most_useful = max(1, self.count // FEWEST_LANES_A_THREAD)
        bounds = np.linspace(0, self.count, min(wanted, most_useful) + 1).astype(int).tolist()
        self.ranges = list(pairwise(bounds))
        self.rooms = [buffers_for(shoe_codes(self.setup.game)) for _ in self.ranges]
        self.threads = ThreadPoolExecutor(len(self.ranges)) if len(self.ranges) > 1 else None

    def reset(self, seed: Seeds) -> None:
        """Start a round in every lane: the first one of new seeds, or the next one of the same seeds."""
        if seed is not None or not self.is_seeded:
            self.lanes.seed[:] = _seeds(seed, self.count)
            self.is_seeded = True
            self.lanes.episode[:] = -1
        self._in_ranges(self._restart)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take the actions of all lanes, by lane and seat."""
        if not self.is_seeded:
            raise NotAllowed("call reset before the first step")

        def step_range(number: int, first: int, end: int) -> None:
            advance(self.script, self.lanes, self.buffers, self.rooms[number], actions, first, end)
            self._finish(first, end)

        self._in_ranges(step_range)

    def _restart(self, number: int, first: int, end: int) -> None:
        restart(self.script, self.lanes, self.buffers, self.rooms[number], first, end)
        self._finish(first, end)

    def _finish(self, first: int, end: int) -> None:
        if self.opponents is not None:
            let_opponents_decide(self.script, self.lanes, first, end)
            self.opponents.set_hands(self.lanes, first, end)
            let_opponents_decide(self.script, self.lanes, first, end)
        self.kernels.write_legal(self.lanes, first, end)
        self.kernels.settle(self.lanes, first, end)
        observe(self.script, self.lanes, self.buffers, first, end)

    def _in_ranges(self, work: Callable[[int, int, int], None]) -> None:
        if self.threads is None:
            work(0, *self.ranges[0])
            return
        running = [self.threads.submit(work, number, *bounds) for number, bounds in enumerate(self.ranges)]
        for part in running:
            part.result()

    def observation(self, seat: int) -> Observations:
        """What the agent at a seat gets, one row for each lane."""
        observations = self.buffers.observations[:, seat]
        masks = self.buffers.masks[:, seat].copy()  # a mask also decides what is allowed, so nobody else may write it
        return {"observation": observations.copy() if self.copy else observations, "action_mask": masks}

    def refusals(self, seat: int) -> dict[str, Any]:
        """By lane, why an answer was refused; nothing if none was."""
        refused = self.buffers.refused[:, seat]
        if not refused.any():
            return {}
        reasons = np.full(self.count, None, dtype=object)
        for lane in refused.nonzero()[0]:
            reasons[lane] = self.why_refused(int(lane), seat)
        return {"refused": reasons, "_refused": refused.copy()}

    def why_refused(self, lane: int, seat: int) -> str:
        """What the seat may answer in this lane instead."""
        actions = self.setup.actions
        allowed = self.buffers.masks[lane, seat].nonzero()[0].tolist()
        names = ", ".join(f"{number} ({actions[number]})" for number in allowed)
        return f"seat {seat + 1} of lane {lane} may not answer that now; it may answer {names}"

    def checked_actions(self, actions: object, what: str) -> NDArray[np.int64]:
        """The actions of one seat, one for each lane. Any other shape is refused."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.count,) or not np.issubdtype(numbers.dtype, np.integer):
            wanted = f"{plural(self.count, 'whole number')}, one for each lane"
            raise Unreadable(f"{what} are {wanted}, not {numbers.dtype} of shape {numbers.shape}")
        return numbers.astype(np.int64)

    def close(self) -> None:
        if self.threads is not None:
            self.threads.shutdown()


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _whole_number(name: str, value: int, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise Unreadable(f"{name} is a whole number from 1 to {most:,}, not {shown(value)}")
    return value


def _seeds(seed: Seeds, count: int) -> NDArray[np.uint64]:
    """A seed for each lane: consecutive ones from one number, or those given, or new ones."""
    if seed is None:
        chance, _ = seeding.np_random(None)
        return chance.integers(0, MOST_SEED, count).astype(np.uint64)
    seeds = [seed + lane for lane in range(count)] if isinstance(seed, int) else list(seed)
    if len(seeds) != count:
        raise Unreadable(f"seed is one number, or {plural(count, 'number')} with one for each lane, not {len(seeds)}")
    for one in seeds:
        if not isinstance(one, int | np.integer) or not 0 <= one <= MOST_SEED:
            raise Unreadable(f"a seed is a whole number from 0 to {MOST_SEED}, not {shown(one)}")
    return np.array(seeds, dtype=np.uint64)


def _opponent_names(setup_: Setup, seat: SeatNumber, named: str | Sequence[str]) -> Mapping[int, str]:
    """By seat, counted from 0: the strategy of every seat but the agent's."""
    if type(seat) is not int or not 1 <= seat <= setup_.seats:
        raise NotAllowed(f"the seats are 1 to {setup_.seats}, not {shown(seat)}")
    others = [number for number in range(setup_.seats) if number != seat - 1]
    names = [named] * len(others) if isinstance(named, str) else list(named)
    if len(names) != len(others):
        wanted = f"{plural(len(others), 'name')} with one for each other seat, not {len(names)}"
        raise NotAllowed(f"opponents are one name, or {wanted}")
    return dict(zip(others, names, strict=True))


def _refuse_options(options: Mapping[str, object] | None) -> None:
    if options:
        raise NotAllowed(f"vectorised environments take no options for a reset, not {shown(sorted(options))}")


class SeatVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """
    One seat in every lane, against the house or, in a game among players, against strategies that kernels play.

    Rewards are whole chips at the end of a round. A lane whose round is over starts the next one in the next step, and
    ignores its action in that step. An action that the mask does not allow changes nothing in its lane, and
    `info["refused"]` says why; a hundred of them in a row truncate the episode. With `copy=False` the observations are
    the environment's own array, which the next step changes.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: GameChoice,
        *,
        num_envs: int = 1024,
        threads: int | None = None,
        copy: bool = True,
        seat: SeatNumber = 1,
        opponents: str | Sequence[str] = "house_way",
        **settings: Unpack[SetupSettings],
    ) -> None:
        def names(setup_: Setup) -> Mapping[int, str]:
            return _opponent_names(setup_, seat, opponents)

        self.tables = LaneTables(game, num_envs, threads, copy, names, **settings)
        self.setup = self.tables.setup
        self.seat = seat
        self.sight = self.tables.sight
        self.num_envs = self.tables.count
        self.single_action_space = spaces.Discrete(len(self.setup.actions))
        self.single_observation_space = observation_space(self.sight, "vector")
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start a round in every lane. One seed gives lane 0 that seed, lane 1 the next number, and so on."""
        _refuse_options(options)
        self.tables.reset(seed)  # type: ignore[arg-type]  # a list with None is refused with a sentence
        return self.tables.observation(self.seat - 1), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in every lane."""
        own = self.seat - 1
        by_seat = np.full((self.num_envs, self.setup.seats), self.setup.numbers[WAIT], dtype=np.int64)
        by_seat[:, own] = self.tables.checked_actions(actions, "actions")
        self.tables.step(by_seat)
        buffers = self.tables.buffers
        rewards = buffers.rewards[:, own].copy()
        infos = self.tables.refusals(own)
        return self.tables.observation(own), rewards, buffers.terminated.copy(), buffers.truncated.copy(), infos

    def close_extras(self, **kwargs: Any) -> None:
        self.tables.close()


ByAgent = dict[str, Any]


class ParallelVectorEnv:
    """
    All seats of every lane at once, in the form of PettingZoo's parallel environments with an axis for the lanes.

    `reset` and `step` take and return dictionaries by agent, whose arrays have one row for each lane. An agent without
    a question takes the action `wait`. If an answer of a lane is refused, nothing changes in that lane.
    """

    metadata: dict[str, Any] = {"name": "houseway_parallel_vec_v0", "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: GameChoice,
        *,
        num_envs: int = 1024,
        threads: int | None = None,
        copy: bool = True,
        **settings: Unpack[SetupSettings],
    ) -> None:
        self.tables = LaneTables(game, num_envs, threads, copy, **settings)
        self.setup = self.tables.setup
        self.sight = self.tables.sight
        self.num_envs = self.tables.count
        self.possible_agents = list(self.setup.players)
        self.agents = list(self.possible_agents)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one lane's observation."""
        return observation_space(self.sight, "vector")

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one lane's action."""
        return spaces.Discrete(len(self.setup.actions))

    def reset(self, seed: Seeds = None, options: dict[str, object] | None = None) -> tuple[ByAgent, ByAgent]:
        """Start a round in every lane. One seed gives lane 0 that seed, lane 1 the next number, and so on."""
        _refuse_options(options)
        self.tables.reset(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, NDArray[np.int64]]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Take the actions of every agent in every lane."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise Unreadable(f"every agent acts in every step, and there are no actions of {', '.join(missing)}")
        by_seat = [self.tables.checked_actions(actions[agent], f"actions of {agent}") for agent in self.agents]
        self.tables.step(np.stack(by_seat, axis=1))
        buffers = self.tables.buffers
        rewards = {agent: buffers.rewards[:, seat].copy() for seat, agent in enumerate(self.agents)}
        terminations = {agent: buffers.terminated.copy() for agent in self.agents}
        truncations = {agent: buffers.truncated.copy() for agent in self.agents}
        infos = {agent: self.tables.refusals(seat) for seat, agent in enumerate(self.agents)}
        return self._observations(), rewards, terminations, truncations, infos

    def _observations(self) -> ByAgent:
        return {agent: self.tables.observation(seat) for seat, agent in enumerate(self.agents)}

    def close(self) -> None:
        """End the threads."""
        self.tables.close()
