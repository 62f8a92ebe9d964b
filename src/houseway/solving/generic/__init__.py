"""The generic solver, for any game of two hands without a solver of its own. It counts every hand exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...rules.game import AnyGame
from .. import Circumstances, Progress, Solver
from ..coaching.grades import Thresholds

if TYPE_CHECKING:
    from ...rules.cards import Cards
    from ...rules.moves import HandsSet
    from ...rules.setting import Setting
    from ..results import Explanation, Option
    from ..strategy import Strategy


class GenericSolver(Solver[Any]):
    """Counts every option of a hand against all hands of the other side, each set the house way."""

    unit = "wagers"
    thresholds = MappingProxyType(
        {"wagers": Thresholds(inaccuracy=Fraction(1, 100), mistake=Fraction(1, 20), blunder=Fraction(3, 20))}
    )

    def options(
        self, game: AnyGame, cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .two_hands import best

        return best(game, cards, progress)

    def candidates(self, game: AnyGame, cards: Cards, count: int) -> list[HandsSet]:
        from .two_hands import candidates

        return candidates(game, cards, count)[:count]

    def value_of(self, game: AnyGame, cards: Cards, setting: Setting) -> Option | None:
        from .two_hands import value_of

        return value_of(game, cards, setting)

    def broken_rule(self, game: AnyGame, cards: Cards, yours: Option, best: Option) -> str | None:
        from .two_hands import broken_rule

        return broken_rule(game, cards, yours, best)

    def best_round_value(self, game: AnyGame, wagers: Mapping[str, int]) -> Fraction | None:
        from .two_hands import best_round_value

        return best_round_value(game, wagers)

    def newcomer(self, game: AnyGame) -> Strategy:
        from .two_hands import newcomer

        return newcomer(game)

    def expert(self, game: AnyGame) -> Strategy:
        from .two_hands import expert

        return expert(game)

    def explain(self, game: AnyGame, progress: Progress | None = None) -> Explanation:
        from .two_hands import explain

        return explain(game, progress)
