"""`GameModule`, the object that a game folder exports."""

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
from ..sampling.lane_rules import LaneRules
from ..solving import Solver
from ..solving.generic import GenericSolver
from ..vectors import Kind
from ..vectors.generic import KINDS
from .labels import FILE as LABELS_FILE
from .labels import Labels, parse_labels

T = TypeVar("T")


@dataclass(frozen=True)
class GameModule(Generic[T]):
    """A game: its sheet, pricing, solver, rounds and lanes on kernels, test vectors. Only the sheet is required."""

    sheet: Game[T]
    pricing: Pricing[T] = field(default_factory=GenericPricing)
    solver: Solver[T] = field(default_factory=GenericSolver)
    rounds: KernelRounds[T] = field(default_factory=KernelRounds)
    lane_rules: LaneRules[T] = field(default_factory=LaneRules)
    """The kernels of vectorised environments."""
    vectors: Mapping[str, Kind] = field(default_factory=lambda: KINDS)
    """The kinds of test vector."""
    standing: str = ""
    """The legal standing of the sheet, for reports; if empty, they name the rulebook's first source."""
    package: str = ""
    """The Python package of the folder; set by the registry."""

    @property
    def key(self) -> str:
        return self.sheet.key

    @property
    def has_own_pricing(self) -> bool:
        """Whether the game has a pricing of its own."""
        return not isinstance(self.pricing, GenericPricing)

    @property
    def folder(self) -> Traversable:
        """The game's folder."""
        if not self.package:
            raise NotOffered(f"{self.sheet.name} has no folder", "only installed games have one")
        return files(self.package)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses and open questions of the game."""
        return parse_rulebook(self.key, self.folder.joinpath("rulebook.md").read_text(encoding="utf-8"))

    @cached_property
    def labels(self) -> Labels:
        """The words of the game for people; a game without the file has none of its own."""
        if not self.package:
            return Labels()
        file = self.folder.joinpath(LABELS_FILE)
        return parse_labels(file.read_text(encoding="utf-8"), self.sheet) if file.is_file() else Labels()

    @property
    def vector_files(self) -> tuple[Traversable, ...]:
        """The files of test vectors, in order of their names."""
        files = [entry for entry in self.folder.iterdir() if _is_vector_file(entry.name)]
        return tuple(sorted(files, key=lambda entry: entry.name))


def _is_vector_file(name: str) -> bool:
    return name.startswith("vectors") and name.endswith(".yaml")


AnyGameModule = GameModule[Any]
