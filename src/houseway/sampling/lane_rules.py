"""The part of a game that many rounds at once need from its own kernels: the class that games override."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ..rules.errors import NotOffered
from ..rules.game import Game

if TYPE_CHECKING:
    from ..kernels.cards import Ints
    from ..kernels.lanes import Lanes

T = TypeVar("T")


class LaneKernels(Protocol):
    """What the kernels of a game do between the answers of agents and their observations."""

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        """For lanes in which hands are set now, write the legal settings of each live seat."""
        ...

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        """For lanes whose round is over, write what every party won and the dealer's hands."""
        ...


class LaneRules(Generic[T]):
    """Makes the kernels of a game for vectorised environments. This one knows none."""

    def refuse_game(self, game: Game[T]) -> None:
        """Raise `NotOffered` for a game or for terms that the kernels do not know."""
        raise not_on_kernels(game, f"{game.name} has no kernels for vectorised environments")

    def kernels(self, game: Game[T], seats: int, places: Ints) -> LaneKernels:
        """The kernels for this game. `places` has the slot of each card, in deck order, of every setting."""
        raise NotImplementedError


def not_on_kernels(game: Game[T], reason: str) -> NotOffered:
    """The refusal of a vectorised environment, with what to use instead."""
    return NotOffered(
        reason, f"use envs.seat_env({game.key!r}) or envs.parallel_env({game.key!r}), which play by the rules"
    )
