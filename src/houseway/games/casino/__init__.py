"""
Pyramid Poker, Casino Version: everything about the game is in this folder.

The rules are `sheet.py` and the chapters it names, and their text is `rulebook.md`. This file connects the game with
its pricing, solver and rounds. They are imported on the first use, because they load compiled code.
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
from .sheet import SHEET, STANDING, Terms
from .vectors import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from ...kernels.cards import Ints
    from ...pricing.alarm import Alarm
    from ...pricing.house_way_audit import AnyHouseWayAudit
    from ...pricing.measured import MeasuredFigures
    from ...pricing.price import Estimate, Exact, Price
    from ...pricing.readings import Reading
    from ...pricing.second_method import SecondMethod
    from ...pricing.sentences import Vocabulary
    from ...pricing.short_house_way import ShortHouseWay
    from ...rules.cards import Cards
    from ...rules.moves import HandsSet
    from ...rules.rulebook import Rulebook
    from ...rules.setting import Setting
    from ...sampling.kernel_rounds import Rounds
    from ...sampling.lane_rules import LaneKernels
    from ...sampling.rounds_by_rules import RoundsByRules
    from ...solving.results import Explanation, Option, Solution
    from ...solving.strategy import Strategy


class CasinoPricing(Pricing[Terms]):
    """Odds, in `pricing/`."""

    settings = ("rounds", "precision", "seed")

    def compute_price(self, game: Game[Terms], progress: Progress | None, settings: PriceSettings) -> Price:
        from .pricing.price import PRECISION, SEED, price

        return price(
            game,
            progress,
            rounds=settings.rounds,
            precision=or_default(settings.precision, PRECISION),
            seed=or_default(settings.seed, SEED),
        )

    def frequencies(self, game: Game[Terms]) -> Mapping[str, Mapping[str, int | str]]:
        from .pricing.price import frequencies

        return frequencies(game)

    def figures(self, game: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.readings import figures

        return figures(game)

    def changes(self, before: Game[Terms], after: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.readings import changes

        return changes(before, after)

    def chips_wagered(self, game: Game[Terms], figure: Exact | Estimate) -> Fraction | float:
        from .pricing.price import antes_wagered

        return antes_wagered(game.terms, figure)

    def readings(
        self, game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .pricing.readings import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved)

    def alarm(self, game: Game[Terms], progress: Progress | None = None) -> Alarm:
        from .pricing.alarm import alarm

        return alarm(game, progress)

    def house_way(self, game: Game[Terms], progress: Progress | None = None) -> AnyHouseWayAudit:
        from .pricing.house_way import audit_house_way

        return audit_house_way(game, progress)

    def shortest_house_way(self, game: Game[Terms], loss: Fraction) -> ShortHouseWay:
        from .pricing.house_way import shortest_house_way

        return shortest_house_way(game, loss)

    def second_method(self, game: Game[Terms]) -> SecondMethod:
        from .pricing.second_method import second_method

        return second_method(game)

    def house_way_vocabulary(self, game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
        from .pricing.sentences import vocabulary

        return vocabulary(game, progress)


class CasinoSolver(Solver[Terms]):
    """Best play, strategies and their explanation, in `solver/`."""

    unit = "antes"
    thresholds = MappingProxyType(
        {
            "antes": Thresholds(inaccuracy=Fraction(1, 20), mistake=Fraction(1, 5), blunder=Fraction(3, 5)),
        }
    )
    left_out = "Settings that compare the same in every hand are listed once; of nine cards the best 20 are listed."
    circumstances = ("against", "players", "seed")
    solve_settings = ("seed", "deals", "fresh")

    def options(
        self, game: Game[Terms], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .solver.best import best

        return best(game, cards, circumstances, progress)

    def candidates(self, game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
        from .solver.candidates import candidates

        return candidates(game, cards, count)[:count]

    def value_of(self, game: Game[Terms], cards: Cards, setting: Setting) -> Option | None:
        from .solver.best import value_of

        return value_of(game, cards, setting)

    def broken_rule(self, game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
        from .solver.coach import broken_rule

        return broken_rule(game, cards, yours, best)

    def newcomer(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import newcomer

        return newcomer(game)

    def expert(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import expert

        return expert(game)

    def from_file(self, game: Game[Terms], path: Path) -> Strategy:
        from .solver.strategies import from_file

        return from_file(game, path)

    def solution(self, game: Game[Terms], progress: Progress | None, settings: SolveSettings) -> Solution:
        from .solver.make_best_reply import DEALS, SEED
        from .solver.solve import FRESH_SHOES, solve

        return solve(
            game,
            progress,
            seed=or_default(settings.seed, SEED),
            deals=or_default(settings.deals, DEALS),
            fresh=or_default(settings.fresh, FRESH_SHOES),
        )

    def explain(self, game: Game[Terms], progress: Progress | None = None) -> Explanation:
        from .solver.explain import explain

        return explain(game, progress)


class CasinoRounds(KernelRounds[Terms]):
    """Rounds on kernels, in `rounds.py`."""

    def rounds(self, game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Rounds | None:
        from .rounds import rounds

        return rounds(game, players, by_rules)


class CasinoLaneRules(LaneRules[Terms]):
    """Vectorised environments: `lanes.py`."""

    def refuse_game(self, game: Game[Terms]) -> None:
        from .lanes import refuse_game

        refuse_game(game)

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .lanes import CasinoLanes

        return CasinoLanes(game, seats, places)


GAME = GameModule(
    sheet=SHEET,
    pricing=CasinoPricing(),
    solver=CasinoSolver(),
    rounds=CasinoRounds(),
    lane_rules=CasinoLaneRules(),
    vectors=KINDS,
    standing=STANDING,
)
