"""
Chinese Poker: one folder holds everything about it.

The rules are `sheet.py`, to be read with `rulebook.md`. This file says where each question about the game is answered.
Answers are imported when they are asked for, because pricing and solving load compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...pricing import PriceSettings, Pricing, Progress
from ...rules.game import Game
from ...sampling.kernel_rounds import KernelRounds
from ...sampling.lane_rules import LaneRules
from ...sampling.settings import or_default
from ...solving import Circumstances, Solver, SolveSettings
from ...solving.coaching.grades import Thresholds
from ..module import GameModule
from .sheet import SHEET, Terms
from .vectors import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from ...kernels.cards import Ints
    from ...pricing.measured import MeasuredFigures
    from ...pricing.price import Price
    from ...pricing.readings import Reading
    from ...pricing.sentences import Vocabulary
    from ...rules.cards import Cards
    from ...rules.moves import HandsSet
    from ...rules.rulebook import Rulebook
    from ...rules.setting import Setting
    from ...sampling.kernel_rounds import Rounds
    from ...sampling.lane_rules import Completion, LaneKernels, LaneOpponents
    from ...sampling.rounds_by_rules import RoundsByRules
    from ...solving.coaching.assessment import Stakes
    from ...solving.results import Explanation, Option, Solution
    from ...solving.strategy import Strategy


class ChinesePricing(Pricing[Terms]):
    """Its odds: `pricing/`."""

    settings = ("rounds", "seed")

    def compute_price(self, game: Game[Terms], progress: Progress | None, settings: PriceSettings) -> Price:
        from .pricing.price import SEED, price

        return price(game, progress, rounds=settings.rounds, seed=or_default(settings.seed, SEED))

    def frequencies(self, game: Game[Terms]) -> Mapping[str, Mapping[str, int | str]]:
        from .pricing.price import frequencies

        return frequencies(game)

    def figures(self, game: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.price import figures

        return figures(game)

    def changes(self, before: Game[Terms], after: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.price import changes

        return changes(before, after)

    def readings(
        self, game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .pricing.price import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved)

    def house_way_vocabulary(self, game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
        from .pricing.sentences import vocabulary

        return vocabulary(game, progress)


class ChineseSolver(Solver[Terms]):
    """Best play, strategies and their explanation: `solver/`."""

    unit = "units"
    thresholds = MappingProxyType(
        {
            "units": Thresholds(inaccuracy=Fraction(1, 20), mistake=Fraction(1, 5), blunder=Fraction(3, 5)),
        }
    )
    left_out = (
        "Settings with equal rows are listed once, and after 20 options only surrender is added; a foul on purpose is "
        "listed where it is worth more than one of them."
    )
    circumstances = ("against", "players")
    solve_settings = ("players", "seed", "deals", "rounds", "fresh")

    def options(
        self, game: Game[Terms], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .solver.best import best

        return best(game, cards, circumstances, progress)

    def candidates(self, game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
        from .solver.best import candidates

        return candidates(game, cards, count)[:count]

    def value_of(self, game: Game[Terms], cards: Cards, setting: Setting) -> Option | None:
        from .solver.best import value_of

        return value_of(game, cards, setting)

    def broken_rule(self, game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
        from .solver.coach import broken_rule

        return broken_rule(game, cards, yours, best)

    def chips_per_unit(self, game: Game[Terms], unit: str, stakes: Stakes) -> int:
        return game.terms.unit_value * stakes.opponents

    def newcomer(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import newcomer

        return newcomer(game)

    def house_way(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import house_way

        return house_way(game)

    def expert(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import expert

        return expert(game)

    def from_file(self, game: Game[Terms], path: Path) -> Strategy:
        from .solver.strategies import from_file

        return from_file(game, path)

    def solution(self, game: Game[Terms], progress: Progress | None, settings: SolveSettings) -> Solution:
        from .solver.solve import DEALS, FRESH, ROUNDS, SEED, solve

        return solve(
            game,
            progress,
            players=settings.players,
            seed=or_default(settings.seed, SEED),
            deals=or_default(settings.deals, DEALS),
            rounds=or_default(settings.rounds, ROUNDS),
            fresh=or_default(settings.fresh, FRESH),
        )

    def explain(self, game: Game[Terms], progress: Progress | None = None) -> Explanation:
        from .solver.explain import explain

        return explain(game, progress)


class ChineseRounds(KernelRounds[Terms]):
    """Rounds in bulk: `rounds.py`."""

    def rounds(self, game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Rounds | None:
        from .rounds import rounds

        return rounds(game, players, by_rules)


class ChineseLaneRules(LaneRules[Terms]):
    """Vectorised environments, and the legal placements of all environments: `lanes.py`."""

    opens_slots = True

    def refuse_game(self, game: Game[Terms]) -> None:
        """The kernels know all terms."""

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .lanes import ChineseLanes

        return ChineseLanes(game)

    def opponents(self, game: Game[Terms], names: Mapping[int, str], seats: int) -> LaneOpponents | None:
        from .lanes import ChineseOpponents

        return ChineseOpponents(game, names, seats)

    def completion(self, game: Game[Terms], cards: Cards) -> Completion | None:
        from .lanes import completion

        return completion(game.terms, cards)


GAME = GameModule(
    sheet=SHEET,
    pricing=ChinesePricing(),
    solver=ChineseSolver(),
    rounds=ChineseRounds(),
    lane_rules=ChineseLaneRules(),
    vectors=KINDS,
)
