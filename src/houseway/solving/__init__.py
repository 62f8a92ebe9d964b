"""
Best play: the protocol of solvers, and the settings of their questions.

`Solver` is the protocol that games implement. A game without a solver of its own gets the generic one
(`solving.generic`). This package receives a game as an argument and never imports one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from ..rules.cards import Card, Cards, read_cards
from ..rules.errors import NotAllowed, NotOffered, Unreadable, nearest, shown
from ..rules.game import Game
from ..rules.moves import HandsSet
from ..rules.setting import Setting
from ..sampling.chunks import Progress
from .bots import HOUSE_WAY
from .coaching.grades import Thresholds
from .strategy import Strategy

if TYPE_CHECKING:
    from ..rules.round import Round, Seat
    from .coaching.assessment import Stakes
    from .results import Chart, Explanation, Option, Solution, WagerLoss

__all__ = ["BEST", "LEVELS", "Circumstances", "Progress", "SolveSettings", "Solver", "refuse_unknown"]

T = TypeVar("T")
LEVELS = ("newcomer", "house_way", "expert")
BEST = "best"
"""Another name for the expert."""
DEFAULT_THRESHOLDS = Thresholds(inaccuracy=Fraction(1, 100), mistake=Fraction(1, 20), blunder=Fraction(1, 5))
"""The costs at which grades begin where a game declares none for a unit."""


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """The circumstances of a question about given cards. None is the game's own default."""

    against: Path | None = None
    """A file of opponents' settings or of a strategy."""
    players: int | None = None
    """How many play."""
    bets: Mapping[str, int] | None = None
    """Chips on each wager."""
    model: str | None = None
    """The value model."""
    seed: int | None = None

    @property
    def given(self) -> dict[str, object]:
        return _given(self)


@dataclass(frozen=True, kw_only=True)
class SolveSettings:
    """How large a solve is. None is the game's own default."""

    seed: int | None = None
    players: int | None = None
    deals: int | None = None
    rounds: int | None = None
    fresh: int | None = None
    """Deals on which the result is measured."""
    tests: int | None = None
    sample: int | None = None

    @property
    def given(self) -> dict[str, object]:
        return _given(self)


def _given(settings: Circumstances | SolveSettings) -> dict[str, object]:
    """The fields that were chosen, without those left to the game."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {name: value for name, value in values.items() if value is not None}


class Solver(Generic[T]):
    """
    Best play, strategies and their explanation, for one game.

    A game overrides the questions that it can answer. The others are refused with `NotOffered`.
    """

    unit: str = "chips"
    """The unit of every value."""
    left_out: str = "Settings that compare the same in every hand are listed once."
    """What a list of options leaves out. Down to its last line it leaves out nothing else."""
    thresholds: Mapping[str, Thresholds] = MappingProxyType({})
    """By unit of values: the costs at which the coach's grades begin."""
    circumstances: tuple[str, ...] = ()
    """The fields of `Circumstances` that `best` takes."""
    refused_with_a_reason: tuple[str, ...] = ()
    """Those of `circumstances` that this game refuses with its own sentence; no message suggests them."""
    solve_settings: tuple[str, ...] = ()
    """The fields of `SolveSettings` that `solve` takes."""

    # Options for given cards -----------------------------------------------------------------------------------------

    def best(
        self,
        game: Game[T],
        cards: Cards | str,
        circumstances: Circumstances | None = None,
        progress: Progress | None = None,
    ) -> list[Option]:
        """Every option for these cards that is worth showing, best first."""
        chosen = circumstances or Circumstances()
        refuse_unknown(game, chosen.given, self.circumstances, self.refused_with_a_reason)
        hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
        return self.options(game, hand, chosen, progress)

    def options(
        self, game: Game[T], cards: Cards, circumstances: Circumstances, progress: Progress | None
    ) -> list[Option]:
        """The options; `circumstances` has only what this game takes."""
        raise NotOffered(f"{game.name} has no values of single hands")

    def candidates(self, game: Game[T], cards: Cards, count: int) -> list[HandsSet]:
        """Settings worth choosing from, best first, as seat 1 would set them; none where the game has no options."""
        try:
            options = self.best(game, cards)
        except NotAllowed:
            return []
        settings = [option for option in options if option.setting]
        return [HandsSet(1, option.setting, claims=option.claims) for option in settings[:count]]

    def value_of(self, game: Game[T], cards: Cards, setting: Setting) -> Option | None:
        """The value of one setting of these cards; None where it is none of the options."""
        hands = _sorted_hands(setting)
        return next((option for option in self.best(game, cards) if _sorted_hands(option.setting) == hands), None)

    # For the coach ---------------------------------------------------------------------------------------------------

    def thresholds_in(self, unit: str) -> Thresholds:
        """The costs at which grades begin, for values in this unit."""
        return self.thresholds.get(unit, DEFAULT_THRESHOLDS)

    def circumstances_of(self, game: Game[T], round_: Round, seat: Seat) -> Circumstances:
        """The circumstances in which a seat decides, from what it knows of the round."""
        return Circumstances()

    def chips_per_unit(self, game: Game[T], unit: str, stakes: Stakes) -> int:
        """Chips that one unit of a value stands for; by default the first wager of the seat."""
        first_wager = next(iter(stakes.wagers.values()), 1)
        return 1 if unit == "chips" else first_wager

    def broken_rule(self, game: Game[T], cards: Cards, yours: Option, best: Option) -> str | None:
        """A sentence of the strategy to learn that the best option follows and the other does not."""
        return None

    def wager_losses(self, game: Game[T], wagers: Mapping[str, int]) -> list[WagerLoss] | None:
        """What the wagers other than the first lose above their minimum; None where there is nothing to choose."""
        return None

    def bank_value(self, game: Game[T]) -> Fraction | None:
        """The value of holding the bank per unit wagered against it; None where it is not known."""
        return None

    def best_round_value(self, game: Game[T], wagers: Mapping[str, int]) -> Fraction | None:
        """
        The exact value of a round against the house at best play with these wagers, in chips.

        None where it is not known exactly.
        """
        return None

    # Strategies ------------------------------------------------------------------------------------------------------

    def strategy(self, game: Game[T], name: str) -> Strategy:
        """A strategy by its level, or from a file that `houseway solve` wrote."""
        match name:
            case "newcomer":
                return self.newcomer(game)
            case "house_way":
                return self.house_way(game)
            case "expert" | "best":
                return self.expert(game)
        if Path(name).suffix == ".npz":
            return self.from_file(game, Path(name))
        names = (*LEVELS, BEST)
        hint = nearest(name, names)
        raise Unreadable(
            f"there is no strategy {shown(name)}{hint}; name {', '.join(names)} or a file that ends in .npz"
        )

    def newcomer(self, game: Game[T]) -> Strategy:
        """A plausible player who makes the common mistakes."""
        raise NotOffered(f"{game.name} has no strategy newcomer")

    def house_way(self, game: Game[T]) -> Strategy:
        """The smallest wagers, and hands set the house way."""
        return HOUSE_WAY

    def expert(self, game: Game[T]) -> Strategy:
        """The solver's own play."""
        raise NotOffered(f"{game.name} has no strategy expert")

    def from_file(self, game: Game[T], path: Path) -> Strategy:
        """The strategy of a file that `houseway solve` wrote."""
        raise NotOffered(f"{game.name} has no strategies in files")

    # Solving and explaining ------------------------------------------------------------------------------------------

    def solve(self, game: Game[T], progress: Progress | None = None, settings: SolveSettings | None = None) -> Solution:
        """Compute a strategy and measure what a best reply wins against it."""
        chosen = settings or SolveSettings()
        if self.solve_settings:  # a game without tables says so itself
            refuse_unknown(game, chosen.given, self.solve_settings)
        return self.solution(game, progress, chosen)

    def solution(self, game: Game[T], progress: Progress | None, settings: SolveSettings) -> Solution:
        """The solution; `settings` has only what this game takes."""
        raise NotOffered(f"{game.name} has no tables to solve: houseway best {game.key} counts every hand")

    def explain(self, game: Game[T], progress: Progress | None = None) -> Explanation:
        """A strategy in sentences, each with its value."""
        raise NotOffered(f"{game.name} has no strategy in sentences yet")

    def chart(self, game: Game[T]) -> Chart:
        """The strategy as a grid."""
        raise NotOffered(f"{game.name} has no strategy as a grid")

    def accepts(self, question: str) -> tuple[str, ...]:
        """What a caller may name in the question `best` or `solve`, and is not refused."""
        named = self.circumstances if question == BEST else self.solve_settings
        return tuple(name for name in named if name not in self.refused_with_a_reason)


def refuse_unknown(
    game: Game[T], given: Mapping[str, object], takes: tuple[str, ...], not_suggested: tuple[str, ...] = ()
) -> None:
    """Raise for the first setting that a game does not take; the sentence names those that it does take."""
    for name, value in given.items():
        if name not in takes:
            suggested = ", ".join(taken for taken in takes if taken not in not_suggested)
            hint = f"; it takes {suggested}" if suggested else "; leave it out"
            raise NotAllowed(f"{game.name} takes no {name} here, such as {shown(value)}{hint}")


def _sorted_hands(setting: Setting) -> dict[str, list[Card]]:
    """The hands by slot, whatever the order of their cards."""
    return {slot: sorted(hand) for slot, hand in setting.items()}
