"""
Everything about Pyramid Poker, Showdown Version.

`rulebook.md` has the clauses and `sheet.py` the rules, with a module for each of its chapters. This file says which
module answers each question about the game. They are imported when a question is asked, because pricing and solving
load compiled code.
"""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...pricing import PriceSettings, Pricing, Progress, WorstLoss
from ...rules.game import Game
from ...sampling.kernel_rounds import KernelRounds
from ...sampling.settings import or_default
from ...solving import Circumstances, Solver, SolveSettings
from ...solving.coaching.grades import Thresholds
from ..module import GameModule
from .sheet import SHEET, Terms
from .vectors import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from ...pricing.measured import MeasuredFigures
    from ...pricing.price import Price
    from ...pricing.readings import AmountUnit, FigureName, Reading
    from ...pricing.sentences import Vocabulary
    from ...rules.cards import Cards
    from ...rules.moves import HandsSet
    from ...rules.round import Round, Seat
    from ...rules.rulebook import Rulebook
    from ...rules.setting import Setting
    from ...sampling.kernel_rounds import Rounds
    from ...sampling.rounds_by_rules import RoundsByRules
    from ...solving.coaching.assessment import Stakes
    from ...solving.results import Explanation, Option, Solution
    from ...solving.strategy import Strategy


class ShowdownPricing(Pricing[Terms]):
    """Its odds: `pricing/`."""

    settings = ("rounds", "seats", "seed")
    result_unit = "antes"

    def compute_price(self, game: Game[Terms], progress: Progress | None, settings: PriceSettings) -> Price:
        from .pricing.price import SEED, price

        seed = or_default(settings.seed, SEED)
        return price(game, progress, rounds=settings.rounds, seats=settings.seats, seed=seed)

    def figures(self, game: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.price import figures

        return figures(game)

    def changes(self, before: Game[Terms], after: Game[Terms], progress: Progress | None = None) -> MeasuredFigures:
        from .pricing.price import changes

        return changes(before, after)

    def amount_unit(self, game: Game[Terms], figure: FigureName) -> AmountUnit:
        from ...pricing.readings import AmountUnit
        from .pricing.price import FIGURES_IN_POINTS

        return AmountUnit(game.terms.ante_chips, "points" if figure in FIGURES_IN_POINTS else "chips")

    def readings(
        self, game: Game[Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .pricing.price import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved)

    def house_way_vocabulary(self, game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
        from .pricing.sentences import vocabulary

        return vocabulary(game, progress)

    def worst_loss(self, game: Game[Terms], players: int) -> WorstLoss | None:
        from .pricing.worst_duel import most_lost, most_points

        return WorstLoss(points=most_points(game.terms), chips=most_lost(game.terms, players))


class ShowdownSolver(Solver[Terms]):
    """Best play, strategies and their explanation: `solver/`."""

    unit = "points from each opponent"
    thresholds = MappingProxyType(
        {
            "points from each opponent": Thresholds(
                inaccuracy=Fraction(1, 4), mistake=Fraction(1, 1), blunder=Fraction(3, 1)
            ),
            "chips": Thresholds(inaccuracy=Fraction(1, 1), mistake=Fraction(4, 1), blunder=Fraction(12, 1)),
        }
    )
    left_out = (
        "Most settings are left out, and some are worth more than those listed after the first: the list has the best "
        "setting, then a few of other kinds."
    )
    circumstances = ("against", "players", "model")
    solve_settings = ("seed", "players", "deals", "rounds", "tests", "sample")

    def options(
        self, game: Game[Terms], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        from .solver.options import best

        return best(game, cards, circumstances, progress)

    def candidates(self, game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
        from .solver.options import candidates

        return candidates(game, cards, count)[:count]

    def value_of(self, game: Game[Terms], cards: Cards, setting: Setting) -> Option | None:
        from .solver.options import value_of

        return value_of(game, cards, setting)

    def broken_rule(self, game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
        from .solver.coach import broken_rule

        return broken_rule(game, cards, yours, best)

    def circumstances_of(self, game: Game[Terms], round_: Round, seat: Seat) -> Circumstances:
        return Circumstances(players=len(round_.live))

    def chips_per_unit(self, game: Game[Terms], unit: str, stakes: Stakes) -> int:
        return 1 if unit == "chips" else game.terms.chips_per_point * stakes.opponents

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
        from .solver.tables import DEALS, PLAYERS, ROUNDS, SAMPLE, SEED, TESTS, solve

        return solve(
            game,
            progress,
            seed=or_default(settings.seed, SEED),
            players=or_default(settings.players, PLAYERS),
            deals=or_default(settings.deals, DEALS),
            rounds=or_default(settings.rounds, ROUNDS),
            tests=or_default(settings.tests, TESTS),
            sample=or_default(settings.sample, SAMPLE),
        )

    def explain(self, game: Game[Terms], progress: Progress | None = None) -> Explanation:
        from .solver.explain import explain

        return explain(game, progress)


class ShowdownRounds(KernelRounds[Terms]):
    """Rounds in bulk: `rounds.py`."""

    def rounds(self, game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Rounds | None:
        from .rounds import rounds

        return rounds(game, players, by_rules)


GAME = GameModule(
    sheet=SHEET,
    pricing=ShowdownPricing(),
    solver=ShowdownSolver(),
    rounds=ShowdownRounds(),
    vectors=KINDS,
)
