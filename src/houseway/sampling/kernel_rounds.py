"""Rounds of a game on kernels: the class that games override, and the protocol of all rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ..rules.game import Game

if TYPE_CHECKING:
    from .outcomes import PlayedRounds
    from .rounds_by_rules import RoundsByRules

T = TypeVar("T")
BY_RULES = "by the rules' own rounds"
ON_KERNELS = "on kernels"


class Rounds(Protocol):
    """Plays consecutive rounds of one table. A seed and a round number always give the same cards."""

    how: str
    """ON_KERNELS or BY_RULES."""
    chunk: int
    """Rounds in one piece of work."""

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of `count` rounds from the round `first` on."""
        ...


class KernelRounds(Generic[T]):
    """Plays the rounds of a game on its kernels. This one knows no kernels: all rounds are played by the rules."""

    def rounds(self, game: Game[T], players: tuple[str, ...], by_rules: RoundsByRules[T]) -> Rounds | None:
        """The rounds of these players on kernels, or None for players or terms that the kernels do not know."""
        return None
