"""
Pyramid Poker (Washington): one folder holds everything about it.

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
from ...solving import Circumstances, Solver
from ...solving.coaching.grades import Thresholds
from ..module import GameModule
from .sheet import SHEET, Terms
from .vectors import KINDS

if TYPE_CHECKING:
    from ...kernels.cards import Ints
    from ...pricing.alarm import Alarm
    from ...pricing.house_way_audit import AnyHouseWayAudit
    from ...pricing.measured import MeasuredFigures
    from ...pricing.price import Price
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
    from ...solving.results import Chart, Explanation, Option, WagerLoss
    from ...solving.strategy import Strategy
    from .pricing.deviations import PyramidDeviations


class PyramidPricing(Pricing[Terms]):
    """Its odds: `pricing/`."""

    settings = ("stakes",)
    hands_dealt = MappingProxyType({"main": (3, 3), "three_card": (3,), "six_card": (3, 3)})
    second_method_rounds = 10_000
    stakes_may_differ = True  # [PYR-22]

    def compute_price(self, game: Game[Terms], progress: Progress | None, settings: PriceSettings) -> Price:
        from .pricing.price import price

        return price(game, progress, stakes=settings.stakes)

    def figures(self, game: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from ...pricing.measured import Measured
        from .pricing.readings import figures

        return {name: Measured(figure) for name, figure in figures(game).items()}

    def readings(
        self, game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .pricing.readings import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved)

    def best_play_per_chip(self, game: Game[Terms]) -> Fraction:
        from .pricing.readings import best_per_chip

        return best_per_chip(game)

    def alarm(self, game: Game[Terms], progress: Progress | None = None) -> Alarm:
        from .pricing.alarm import alarm

        return alarm(game, progress)

    def house_way(self, game: Game[Terms], progress: Progress | None = None) -> AnyHouseWayAudit:
        from .pricing.house_way import audit_house_way

        return audit_house_way(game, progress)

    def shortest_house_way(self, game: Game[Terms], loss: Fraction) -> ShortHouseWay:
        from .pricing.short_way import shortest_house_way

        return shortest_house_way(game, loss)

    def house_way_vocabulary(self, game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
        from .pricing.sentences import vocabulary

        return vocabulary(game)

    def deviations(self, game: Game[Terms]) -> PyramidDeviations:
        from .pricing.deviations import PyramidDeviations

        return PyramidDeviations(game)

    def second_method(self, game: Game[Terms]) -> SecondMethod:
        from .pricing.second_method import second_method

        return second_method(game)


class PyramidSolver(Solver[Terms]):
    """Best play, strategies and their explanation: `solver/`."""

    unit = "first wagers"
    thresholds = MappingProxyType(
        {
            "first wagers": Thresholds(inaccuracy=Fraction(1, 100), mistake=Fraction(1, 20), blunder=Fraction(3, 20)),
        }
    )
    circumstances = ("against", "players")
    refused_with_a_reason = ("against", "players")

    def options(
        self, game: Game[Terms], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .solver.options import best

        return best(game, cards, circumstances)

    def candidates(self, game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
        from .solver.options import candidates

        return candidates(game, cards, count)[:count]

    def value_of(self, game: Game[Terms], cards: Cards, setting: Setting) -> Option | None:
        from .solver.options import value_of

        return value_of(game, cards, setting)

    def broken_rule(self, game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
        from .solver.coach import broken_rule

        return broken_rule(game, cards, yours, best)

    def wager_losses(self, game: Game[Terms], wagers: Mapping[str, int]) -> list[WagerLoss] | None:
        from .solver.coach import wager_losses

        return wager_losses(game.terms, wagers)

    def best_round_value(self, game: Game[Terms], wagers: Mapping[str, int]) -> Fraction | None:
        from .solver.coach import best_round_value

        return best_round_value(game.terms, wagers)

    def bank_value(self, game: Game[Terms]) -> Fraction | None:
        from .solver.coach import bank_value

        return bank_value(game.terms)

    def newcomer(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import newcomer

        return newcomer(game)

    def expert(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import expert

        return expert(game)

    def explain(self, game: Game[Terms], progress: Progress | None = None) -> Explanation:
        from .solver.explain import explain

        return explain(game, progress)

    def chart(self, game: Game[Terms]) -> Chart:
        from .solver.explain import chart

        return chart(game)


class PyramidRounds(KernelRounds[Terms]):
    """Rounds in bulk: `rounds.py`."""

    def rounds(self, game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Rounds | None:
        from .rounds import rounds

        return rounds(game, players, by_rules)


class PyramidLaneRules(LaneRules[Terms]):
    """Vectorised environments: `lanes.py`."""

    def refuse_game(self, game: Game[Terms]) -> None:
        from .lanes import refuse_game

        refuse_game(game)

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .lanes import PyramidLanes

        return PyramidLanes(game, seats, places)


GAME = GameModule(
    sheet=SHEET,
    pricing=PyramidPricing(),
    solver=PyramidSolver(),
    rounds=PyramidRounds(),
    lane_rules=PyramidLaneRules(),
    vectors=KINDS,
)
