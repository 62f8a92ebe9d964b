"""
Environments for learning agents: Gymnasium for one seat, PettingZoo for all seats, and OpenSpiel.

>>> from houseway import envs
>>> env = envs.seat_env("pyramid")
>>> observation, info = env.reset(seed=7)
>>> [str(env.setup.actions[number]) for number in observation["action_mask"].nonzero()[0]]
['pass', 'bank']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules.errors import NotAllowed

if TYPE_CHECKING:
    from .seat import SeatEnv
    from .setup import GameChoice
    from .tables import ParallelTableEnv, TableEnv
    from .vector import ParallelVectorEnv, SeatVectorEnv


def seat_env(game: GameChoice, **settings: Any) -> SeatEnv:
    """One seat against strategies, as a Gymnasium environment."""
    _require("gymnasium", "gymnasium")
    from .seat import SeatEnv

    return SeatEnv(game, **settings)


def table_env(game: GameChoice, **settings: Any) -> TableEnv:
    """All seats, one agent after the other, as a PettingZoo AEC environment."""
    _require("pettingzoo", "pettingzoo gymnasium")
    from .tables import TableEnv

    return TableEnv(game, **settings)


def parallel_env(game: GameChoice, **settings: Any) -> ParallelTableEnv:
    """All seats at once, as a PettingZoo parallel environment."""
    _require("pettingzoo", "pettingzoo gymnasium")
    from .tables import ParallelTableEnv

    return ParallelTableEnv(game, **settings)


def make_vec(game: GameChoice, *, num_envs: int = 1024, **settings: Any) -> SeatVectorEnv:
    """One seat at many tables at once, on kernels, as a Gymnasium `VectorEnv`."""
    _require("gymnasium", "rl")
    from .vector import SeatVectorEnv

    return SeatVectorEnv(game, num_envs=num_envs, **settings)


def make_parallel_vec(game: GameChoice, *, num_envs: int = 1024, **settings: Any) -> ParallelVectorEnv:
    """All seats of many tables at once, on kernels, in the form of PettingZoo's parallel environments."""
    _require("gymnasium", "rl")
    from .vector import ParallelVectorEnv

    return ParallelVectorEnv(game, num_envs=num_envs, **settings)


def spiel_game(key: str, **settings: Any) -> Any:
    """A game of OpenSpiel. This registers all games, each as `houseway_` and its key."""
    _require("pyspiel", "open_spiel")
    from .spiel import load

    return load(key, **settings)


def _require(module: str, packages: str) -> None:
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise NotAllowed(f"{module} is not installed: pip install {packages}")
