"""
The games as OpenSpiel games, registered by name: `houseway_pyramid` and so on.

Each dealt card is one chance node, so all chances are explicit, however many deals there are. Sealed moves are made one
after the other and shown by `view()` when their step ends. The observation of a seat is also its information state,
because wagers, decisions, cards and hands stay visible.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ..games import GAMES
from ..games import game as game_named
from ..kernels.cards import decoded, encoded
from ..rules.game import Deal, Opening
from ..rules.payments import HOUSE, POT, net
from ..rules.playing import start
from .episode import Episode, begin
from .observing import KINDS, Sight
from .setup import Setup, setup

Settings = tuple[tuple[str, Any], ...]
DEFAULTS: dict[str, Any] = {"seats": 0, "setting": "place", "stakes": 3, "candidates": 8, "banking": True}
"""The parameters of every game. 0 seats means the fewest that can play."""
BOUND = 10**9
"""More chips than anybody wins or loses. The exact bound depends on the terms."""


def name_of(key: str) -> str:
    return f"houseway_{key}"


def load(key: str, **settings: Any) -> Any:
    """An OpenSpiel game by its key."""
    register()
    return pyspiel.load_game(name_of(game_named(key).key), settings)


def game_type(key: str) -> Any:
    rules = GAMES[key]
    return pyspiel.GameType(
        short_name=name_of(key),
        long_name=f"Houseway {rules.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if stays_among_players(key) else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats(rules.terms).stop - 1,
        min_num_players=max(rules.seats(rules.terms).start, rules.players_needed),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def stays_among_players(key: str) -> bool:
    """Whether chips only move between seats: there is no dealer, and no pot that may keep chips."""
    rules = GAMES[key]
    opening = Opening(players=tuple(str(seat) for seat in range(max(2, rules.players_needed))))
    dealer = any(isinstance(step, Deal) and step.dealer for step in rules.steps(rules.terms, opening))
    due = net(rules.due(rules.terms, start(rules, opening)))
    return not dealer and HOUSE not in due and POT not in due


def game_info(setup_: Setup, *, zero_sum: bool) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(setup_.actions),
        max_chance_outcomes=KINDS,
        num_players=setup_.seats,
        min_utility=-BOUND,
        max_utility=BOUND,
        utility_sum=0.0 if zero_sum else None,
        max_game_length=setup_.most_actions * setup_.seats,
    )


@lru_cache(maxsize=64)
def setup_of(key: str, settings: Settings) -> Setup:
    chosen = dict(settings)
    return setup(key, seats=chosen.pop("seats") or None, **chosen)


@dataclass(frozen=True, eq=False)
class Node:
    """A node of the game tree: an episode and the cards of the current deal so far. It is pickled as its path."""

    key: str
    settings: Settings
    path: tuple[int, ...]
    episode: Episode
    coming: tuple[int, ...] = ()

    def after(self, action: int) -> Node:
        now = self.episode
        path = (*self.path, action)
        if not now.cards_due:
            return replace(self, path=path, episode=now.act(now.waiting_for[0], action))
        coming = (*self.coming, action)
        if len(coming) < now.cards_due:
            return replace(self, path=path, coming=coming)
        return replace(self, path=path, episode=now.deal(map(decoded, coming)), coming=())

    @property
    def left(self) -> Counter[int]:
        """Number of cards left, by kind."""
        gone = Counter(map(encoded, self.episode.round.dealt)) + Counter(self.coming)
        return Counter(map(encoded, self.episode.shoe)) - gone

    def __reduce__(self) -> tuple[Any, ...]:
        return node_at, (self.key, self.settings, self.path)

    def __deepcopy__(self, memo: object) -> Node:
        return self


def node_at(key: str, settings: Settings, path: tuple[int, ...] = ()) -> Node:
    """The node at the end of a path."""
    node = Node(key, settings, (), begin(setup_of(key, settings)))
    for action in path:
        node = node.after(action)
    return node


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its parameters."""

    key = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.settings: Settings = tuple(sorted({**DEFAULTS, **(params or {})}.items()))
        self.setup = setup_of(self.key, self.settings)
        self.sight = Sight(self.setup)
        about = game_info(self.setup, zero_sum=stays_among_players(self.key))
        super().__init__(game_type(self.key), about, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.sight)

    def max_chance_nodes_in_history(self) -> int:
        return self.setup.own_cards * self.setup.seats + self.setup.dealer_cards


class SpielState(pyspiel.State):  # type: ignore[misc]
    """OpenSpiel's interface to a node."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = node_at(game.key, game.settings)

    def current_player(self) -> int:
        now = self.node.episode
        if now.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if now.cards_due else now.waiting_for[0] - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.episode.allowed(player + 1))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance of each kind of card that is left."""
        left = self.node.left
        return [(kind, count / left.total()) for kind, count in sorted(left.items())]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {decoded(action)}" if player < 0 else str(self.node.episode.setup.actions[action])

    def is_terminal(self) -> bool:
        return self.node.episode.over

    def returns(self) -> list[float]:
        return [float(chips) for chips in self.node.episode.won]

    def __str__(self) -> str:
        return f"{self.node.key} {' '.join(map(str, self.node.path))}".strip()


class SpielObserver:
    """A seat's view as a tensor, by parts, and as text."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.tensor = np.zeros(sight.size, np.float32)
        self.dict = sight.named(self.tensor)  # type: ignore[arg-type]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._vector(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        parts = self.sight.named(self._vector(state, player))
        written = (f"{name}:{' '.join(map(str, part.ravel().tolist()))}" for name, part in parts.items() if part.any())
        return "\n".join(written)

    def _vector(self, state: SpielState, player: int) -> Any:
        return self.sight.of_seat(state.node.episode, player + 1)


def register() -> None:
    """Register every game with OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for key in GAMES:
        if name_of(key) not in known:
            pyspiel.register_game(game_type(key), type(f"Spiel_{key}", (SpielGame,), {"key": key}))


register()
