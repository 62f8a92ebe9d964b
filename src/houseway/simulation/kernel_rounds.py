"""Rounds of a game on kernels: the protocol that games implement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from ..rules.game import Game

if TYPE_CHECKING:
    from .rounds import ByRules, Rounds

T = TypeVar("T")


class KernelRounds(Generic[T]):
    """Where a game says how its rounds are played in bulk. A game without one is played through the rules."""

    def rounds(self, game: Game[T], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
        """These players' rounds on kernels, or None for players or terms that the kernels do not know."""
        return None
