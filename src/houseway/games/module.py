"""What a game folder exports: one `GameModule`, with everything that can be asked about the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from ..pricing import Pricing
from ..pricing.generic import GenericPricing
from ..rules.errors import NotOffered
from ..rules.game import Game
from ..rules.rulebook import Rulebook, parse_rulebook
from ..sampling.kernel_rounds import KernelRounds
from ..solving import Solver
from ..solving.generic import GenericSolver
from ..vectors import Kind
from ..vectors.generic import KINDS

T = TypeVar("T")


@dataclass(frozen=True)
class GameModule(Generic[T]):
    """A game: its sheet, and who prices, solves and simulates it. Only the sheet is required."""

    sheet: Game[T]
    pricing: Pricing[T] = field(default_factory=GenericPricing)
    solver: Solver[T] = field(default_factory=GenericSolver)
    rounds: KernelRounds[T] = field(default_factory=KernelRounds)
    vectors: Mapping[str, Kind] = field(default_factory=lambda: KINDS)
    """The kinds of test vector."""
    standing: str = ""
    """What a report says about the legal standing of the sheet; the rulebook's first source where it is empty."""
    package: str = ""
    """The Python package of the folder; the registry fills it in."""

    @property
    def key(self) -> str:
        return self.sheet.key

    @property
    def has_own_pricing(self) -> bool:
        """Does the game bring a pricing of its own?"""
        return not isinstance(self.pricing, GenericPricing)

    @property
    def folder(self) -> Traversable:
        """The game's folder."""
        if not self.package:
            raise NotOffered(f"{self.sheet.name} has no folder", "only games that are installed have one")
        return files(self.package)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Its clauses and open questions."""
        return parse_rulebook(self.key, self.folder.joinpath("rulebook.md").read_text(encoding="utf-8"))

    @property
    def vector_files(self) -> tuple[Traversable, ...]:
        """Its files of test vectors, by name."""
        found = [entry for entry in self.folder.iterdir() if _is_vector_file(entry.name)]
        return tuple(sorted(found, key=lambda entry: entry.name))


def _is_vector_file(name: str) -> bool:
    return name.startswith("vectors") and name.endswith(".yaml")


AnyGameModule = GameModule[Any]
