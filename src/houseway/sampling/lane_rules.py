"""The part of a game that many rounds at once need from its own kernels: the class that games override."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ..rules.cards import Cards
from ..rules.errors import NotOffered
from ..rules.game import Game

if TYPE_CHECKING:
    from ..kernels.cards import Ints
    from ..kernels.lanes import Lanes

T = TypeVar("T")
Places = tuple[int, ...]
"""For each card, in deck order, the number of its slot. The number after the last slot means left out."""
Completion = Callable[[Places], Places | None]
"""Given the places of the first cards: a legal setting with them, or None if there is none."""


class LaneKernels(Protocol):
    """What the kernels of a game do between the answers of agents and their observations."""

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        """
        For lanes in which hands are set now, write the legal settings of each live seat.

        Kernels that open slots write the open slots of the next card of each seat instead, in every step.
        """
        ...

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        """For lanes whose round is over, write what every party won and the dealer's hands."""
        ...


class LaneOpponents(Protocol):
    """Seats that kernels play."""

    decision: str
    """What they choose in every decision; not used if the game has none."""

    def set_hands(self, lanes: Lanes, first: int, end: int) -> None:
        """For lanes in which hands are to be set, write the settings of the opponents."""
        ...


class LaneRules(Generic[T]):
    """Makes the kernels of a game for vectorised environments. This one knows none."""

    opens_slots = False
    """Whether the kernels find the open slots of each card, because there are too many settings to number them."""

    def refuse_game(self, game: Game[T]) -> None:
        """Raise `NotOffered` for a game or for terms that the kernels do not know."""
        raise not_on_kernels(game, f"{game.name} has no kernels for vectorised environments")

    def kernels(self, game: Game[T], seats: int, places: Ints) -> LaneKernels:
        """The kernels for this game. `places` has the slot of each card, in deck order, of every setting."""
        raise NotImplementedError

    def opponents(self, game: Game[T], names: Mapping[int, str], seats: int) -> LaneOpponents | None:
        """The opponents at these seats, counted from 0, by name; None if the kernels of this game play none."""
        return None

    def completion(self, game: Game[T], cards: Cards) -> Completion | None:
        """Finds the legal settings of these cards, given in deck order; None if no kernel does."""
        return None


def not_on_kernels(game: Game[T], reason: str) -> NotOffered:
    """The refusal of a vectorised environment, with what to use instead."""
    return NotOffered(
        reason, f"use envs.seat_env({game.key!r}) or envs.parallel_env({game.key!r}), which play by the rules"
    )
