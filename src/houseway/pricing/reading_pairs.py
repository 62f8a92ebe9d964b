"""
Pairs of readings: two open questions read differently at once, priced by best legal play.

A pair interacts if both readings together change the player's edge by more or less than the sum of their own changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeVar

from ..rules.errors import NotAllowed
from ..rules.game import Game
from ..rules.rulebook import Rulebook
from ..sampling.chunks import Progress, ignore_progress
from .readings import OptionChange, option_changes

T = TypeVar("T")


class Combination(NamedTuple):
    """Options with their values, and the player's edge under them: chips won per chip wagered."""

    options: tuple[str, ...]
    value: Fraction


@dataclass(frozen=True)
class PairSearch:
    """The player's edge under these terms, under each reading, and under each pair of readings."""

    base: Fraction
    singles: dict[str, Fraction]
    """By option and value, such as `decks=8`."""
    pairs: tuple[Combination, ...]

    @property
    def searched(self) -> int:
        return len(self.pairs)

    def interaction(self, pair: Combination) -> Fraction:
        """The change of the edge beyond the sum of the changes of both readings by themselves."""
        first, second = (self.singles[option] for option in pair.options)
        return pair.value - first - second + self.base

    @property
    def interacting(self) -> list[Combination]:
        """The pairs that interact, largest interaction first."""
        pairs = [pair for pair in self.pairs if self.interaction(pair)]
        return sorted(pairs, key=lambda pair: -abs(self.interaction(pair)))

    @property
    def worst(self) -> Combination:
        """The combination of at most two readings that is worst for the house; of equal ones the shorter."""
        alone = [Combination((option,), value) for option, value in self.singles.items()]
        return max([Combination((), self.base), *alone, *self.pairs], key=lambda combination: combination.value)

    def as_data(self) -> dict[str, object]:
        """The figures under the names of the JSON; every figure is exact."""
        interacting = [
            {"options": list(pair.options), "edge": str(pair.value), "interaction": str(self.interaction(pair))}
            for pair in self.interacting
        ]
        worst = {"options": list(self.worst.options), "edge": str(self.worst.value)}
        return {"edge": str(self.base), "searched": self.searched, "interacting": interacting, "worst": worst}


def search_pairs(
    game: Game[T], rulebook: Rulebook, value: Callable[[Game[T]], Fraction], progress: Progress | None = None
) -> PairSearch:
    """Price every reading and every pair of readings of different options that the terms allow."""
    report = progress or ignore_progress
    base = value(game)
    changes = list(option_changes(game, rulebook))
    singles = {}
    for change in changes:
        edge = _edge(game, value, [change])
        if edge is not None:
            singles[_text(change)] = edge
    allowed = [change for change in changes if _text(change) in singles]
    candidates = [pair for pair in combinations(allowed, 2) if pair[0].option != pair[1].option]
    pairs = []
    for done, pair in enumerate(candidates):
        report(done, len(candidates))
        edge = _edge(game, value, pair)
        if edge is not None:
            pairs.append(Combination(tuple(_text(change) for change in pair), edge))
    report(len(candidates), len(candidates))
    return PairSearch(base, singles, tuple(pairs))


def _text(change: OptionChange) -> str:
    return f"{change.option}={change.after}"


def _edge(game: Game[T], value: Callable[[Game[T]], Fraction], changes: Iterable[OptionChange]) -> Fraction | None:
    """The player's edge under these readings; None if the terms do not allow them."""
    try:
        variant = game.with_options({change.option: change.after for change in changes})
    except NotAllowed:
        return None
    return value(variant)
