"""
All seats of a table as PettingZoo environments: one agent after the other, or all at once.

When all act at once, the seats with a question answer it and the others wait. Sealed moves are shown when all are made.
"""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ..rules.errors import NotAllowed
from ..rules.payments import SeatNumber
from ..rules.view import View
from .episode import Episode, Shoe, begin, shuffled
from .observing import Sight, observation
from .seat import observation_space, require_form, view_text
from .setup import WAIT, GameChoice, Setup, SetupSettings, setup


class DealtTable:
    """A table of agents that deals its own cards, shuffled by a seed."""

    def __init__(self, game: GameChoice, form: str, **settings: Unpack[SetupSettings]) -> None:
        self.setup: Setup = setup(game, **settings)
        self.form = require_form(form)
        self.sight = Sight(self.setup)
        self.agents = list(self.setup.players)
        self.numbers: dict[str, SeatNumber] = {agent: number for number, agent in enumerate(self.agents, start=1)}
        self.action_spaces = {agent: spaces.Discrete(len(self.setup.actions)) for agent in self.agents}
        self.observation_spaces = {agent: observation_space(self.sight, form) for agent in self.agents}
        self.chance: np.random.Generator | None = None

    def reset(self, seed: int | None) -> None:
        if seed is not None or self.chance is None:
            self.chance, _ = seeding.np_random(seed)
        self._shoe: Shoe | None = None
        self.episode = self._until_question(begin(self.setup))

    def act(self, agent: str, action: int) -> dict[str, int]:
        """Take one agent's action and return the chips that each agent won by it."""
        before = self.episode.won
        self.episode = self._until_question(self.episode.act(self.numbers[agent], int(action)))
        return {name: self.episode.won[seat - 1] - before[seat - 1] for name, seat in self.numbers.items()}

    def observe(self, agent: str) -> dict[str, Any]:
        return observation(self.sight, self.episode, self.numbers[agent], form=self.form)

    def view(self, agent: str) -> View:
        return self.episode.view(self.numbers[agent])

    @property
    def waiting_for(self) -> list[str]:
        """The agents that have to answer a question now."""
        return [self.agents[seat - 1] for seat in self.episode.waiting_for]

    def _until_question(self, now: Episode) -> Episode:
        while now.cards_due:
            if not now.round.dealt or self._shoe is None:
                shoe = now.shoe
                self._shoe = Shoe(shuffled(shoe, self._random()))
            cards, self._shoe = self._shoe.dealt(now.round)
            now = now.deal(cards)
        return now

    def _random(self) -> np.random.Generator:
        if self.chance is None:
            raise NotAllowed("call reset before the first step")
        return self.chance


class TableEnv(AECEnv):  # type: ignore[misc]
    """All seats, one after the other. Nobody else sees a sealed move before its step ends."""

    metadata: ClassVar[dict[str, Any]] = {"name": "houseway_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: GameChoice,
        *,
        form: str = "vector",
        render_mode: str | None = None,
        **settings: Unpack[SetupSettings],
    ) -> None:
        super().__init__()
        self.table = DealtTable(game, form, **settings)
        self.setup = self.table.setup
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        self.agents = list(self.possible_agents)
        self.action_spaces = self.table.action_spaces
        self.observation_spaces = self.table.observation_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.table.waiting_for[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(agent)

    def view(self, agent: str) -> View:
        """What an agent may see, by the rules."""
        return self.table.view(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = self.table.act(agent, -1 if action is None else action)
        self._accumulate_rewards()
        if self.table.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.table.waiting_for[0]

    def render(self) -> str | None:
        return view_text(self.view(self.agent_selection)) if self.render_mode == "ansi" and self.agents else None

    def close(self) -> None:
        pass


ByAgent = dict[str, Any]


class ParallelTableEnv(ParallelEnv):  # type: ignore[misc]
    """All seats at once: every agent acts in every step; an agent without a question waits."""

    metadata: ClassVar[dict[str, Any]] = {"name": "houseway_parallel_v0", "render_modes": ["ansi"]}

    def __init__(
        self,
        game: GameChoice,
        *,
        form: str = "vector",
        render_mode: str | None = None,
        **settings: Unpack[SetupSettings],
    ) -> None:
        self.table = DealtTable(game, form, **settings)
        self.setup = self.table.setup
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.action_spaces = self.table.action_spaces
        self.observation_spaces = self.table.observation_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[ByAgent, ByAgent]:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        agents = self.agents
        waiting_for = self.table.waiting_for
        rewards = dict.fromkeys(self.agents, 0)
        for agent in agents:
            if agent not in waiting_for and actions[agent] != self.setup.numbers[WAIT]:
                raise NotAllowed(f"{agent} has no question to answer and can only wait, not answer {actions[agent]}")
        for agent in waiting_for:
            for name, chips in self.table.act(agent, actions[agent]).items():
                rewards[name] += chips
        over = self.table.episode.over
        observations: ByAgent = self._observations()
        infos: ByAgent = {agent: {} for agent in agents}
        self.agents = [] if over else agents
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _observations(self) -> ByAgent:
        return {agent: self.table.observe(agent) for agent in self.agents}

    def view(self, agent: str) -> View:
        """What an agent may see, by the rules."""
        return self.table.view(agent)

    def render(self) -> str | None:
        return view_text(self.view(self.possible_agents[0])) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
