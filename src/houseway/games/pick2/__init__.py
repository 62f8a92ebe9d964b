"""
Pick 2 Poker: everything about the game is in this folder.

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
    from ...rules.cards import Cards
    from ...rules.moves import HandsSet
    from ...rules.round import Round, Seat
    from ...rules.rulebook import Rulebook
    from ...sampling.kernel_rounds import Rounds
    from ...sampling.lane_rules import LaneKernels
    from ...sampling.rounds_by_rules import RoundsByRules
    from ...solving.results import Explanation, Option, WagerLoss
    from ...solving.strategy import Strategy


class Pick2Pricing(Pricing[Terms]):
    """Odds, in `pricing/`."""

    settings = ()
    hands_dealt = MappingProxyType({"ante_play": (5, 5), "bonus_3_5": (5,), "bonus_5_only": (5,)})
    second_method_rounds = 10_000
    spot_names = MappingProxyType({"ante_play": "ante"})

    def compute_price(self, game: Game[Terms], progress: Progress | None, settings: PriceSettings) -> Price:
        from .pricing.price import price

        return price(game, progress)

    def figures(self, game: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from ...pricing.measured import Measured
        from .pricing.alarm import figures

        return {name: Measured(figure) for name, figure in figures(game).items()}

    def readings(
        self, game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .pricing.alarm import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved)

    def best_play_per_chip(self, game: Game[Terms]) -> Fraction:
        from .pricing.alarm import best_per_chip

        return best_per_chip(game.terms)

    def alarm(self, game: Game[Terms], progress: Progress | None = None) -> Alarm:
        from .pricing.alarm import alarm

        return alarm(game, progress)

    def house_way(self, game: Game[Terms], progress: Progress | None = None) -> AnyHouseWayAudit:
        from .pricing.house_way import audit_house_way

        return audit_house_way(game, progress)

    def house_way_vocabulary(self, game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
        from .pricing.sentences import vocabulary

        return vocabulary(game)

    def second_method(self, game: Game[Terms]) -> SecondMethod:
        from .pricing.second_method import second_method

        return second_method(game)


class Pick2Solver(Solver[Terms]):
    """Best play, strategies and their explanation, in `solver/`."""

    unit = "antes"
    thresholds = MappingProxyType(
        {
            "antes": Thresholds(inaccuracy=Fraction(1, 20), mistake=Fraction(1, 5), blunder=Fraction(3, 5)),
        }
    )
    circumstances = ("against", "players", "bets")
    refused_with_a_reason = ("against", "players")

    def options(
        self, game: Game[Terms], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .solver.best import best

        return best(game, cards, circumstances)

    def candidates(self, game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
        from .solver.strategies import candidates

        return candidates(game, cards, count)[:count]

    def broken_rule(self, game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
        from .solver.coach import broken_rule

        return broken_rule(game, cards, yours, best)

    def wager_losses(self, game: Game[Terms], wagers: Mapping[str, int]) -> list[WagerLoss] | None:
        from .solver.coach import wager_losses

        return wager_losses(game.terms, wagers)

    def best_round_value(self, game: Game[Terms], wagers: Mapping[str, int]) -> Fraction | None:
        from .solver.coach import best_round_value

        return best_round_value(game.terms, wagers)

    def circumstances_of(self, game: Game[Terms], round_: Round, seat: Seat) -> Circumstances:
        from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY

        bets = {"ante_play": seat.wagers.get(ANTE, 0)}
        for bonus in (BONUS_3_5, BONUS_5_ONLY):
            bets[bonus] = seat.wagers.get(bonus, 0)
        return Circumstances(bets=bets)

    def newcomer(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import newcomer

        return newcomer(game)

    def expert(self, game: Game[Terms]) -> Strategy:
        from .solver.strategies import expert

        return expert(game)

    def explain(self, game: Game[Terms], progress: Progress | None = None) -> Explanation:
        from .solver.explain import explain

        return explain(game, progress)


class Pick2Rounds(KernelRounds[Terms]):
    """Rounds on kernels, in `rounds.py`."""

    def rounds(self, game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Rounds | None:
        from .rounds import rounds

        return rounds(game, players, by_rules)


class Pick2LaneRules(LaneRules[Terms]):
    """Vectorised environments: `lanes.py`."""

    def refuse_game(self, game: Game[Terms]) -> None:
        from .lanes import refuse_game

        refuse_game(game)

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .lanes import Pick2Lanes

        return Pick2Lanes(game, seats, places)


GAME = GameModule(
    sheet=SHEET,
    pricing=Pick2Pricing(),
    solver=Pick2Solver(),
    rounds=Pick2Rounds(),
    lane_rules=Pick2LaneRules(),
    vectors=KINDS,
)
