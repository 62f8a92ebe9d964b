"""
Prices of a game: the protocol, and the settings of a price.

`Pricing` is the protocol that games implement. A game without a pricing of its own gets the generic one
(`pricing.generic`). This package receives a game as an argument and never imports one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from ..rules.errors import NotAllowed, NotOffered, shown
from ..rules.game import Game
from ..sampling.chunks import Progress

if TYPE_CHECKING:
    from ..rules.rulebook import Rulebook
    from .alarm import Alarm
    from .deviations import Deviations
    from .house_way_audit import AnyHouseWayAudit
    from .measured import MeasuredFigures
    from .price import Estimate, Exact, Price
    from .readings import AmountUnit, FigureName, Reading
    from .second_method import SecondMethod
    from .sentences import Vocabulary
    from .short_house_way import ShortHouseWay

__all__ = ["PriceSettings", "Pricing", "Progress", "WorstLoss"]

T = TypeVar("T")
SENTENCES_INSTEAD = "houseway way {} --sentences 3 searches the house ways of at most 3 sentences that cost least"
EXPLAIN_INSTEAD = "houseway explain {} says what its sentences cost against best play"


@dataclass(frozen=True, kw_only=True)
class PriceSettings:
    """How a price is computed, where it is estimated or depends on the stakes. None is the game's own default."""

    rounds: int | None = None
    seed: int | None = None
    seats: int | None = None
    precision: float | None = None
    """The standard error to reach."""
    stakes: Mapping[str, int] | None = None
    """Chips on each wager."""

    @property
    def given(self) -> dict[str, object]:
        """The settings that were chosen, without those left to the game."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class WorstLoss:
    """The most a seat can lose in a game without cover."""

    points: int
    """Lost to one opponent."""
    chips: int
    """Lost to all opponents, including what was paid in."""


class Pricing(Generic[T]):
    """
    The questions about the odds of a game.

    A game overrides those that it can answer. The others are refused with `NotOffered`.
    """

    settings: tuple[str, ...] = ()
    """The fields of `PriceSettings` that `price` takes."""
    hands_dealt: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """For a game whose every wager is counted exactly: the sizes of the hands dealt for it. Empty for other games."""
    second_method_rounds: int = 1_000
    """Rounds of the second method behind a certificate."""
    result_unit: str = "units"
    """The unit of results between players."""
    spot_names: Mapping[str, str] = MappingProxyType({})
    """For a wager of the price: the spot on the layout, where its name is another."""
    stakes_may_differ: bool = False
    """Whether the chips on one wager do not depend on those on another, so that there is a best mix of them."""

    def hands_dealt_for(self, game: Game[T]) -> Mapping[str, tuple[int, ...]]:
        """By wager that has exact figures: the sizes of the hands dealt for it."""
        return self.hands_dealt

    def price(self, game: Game[T], progress: Progress | None = None, settings: PriceSettings | None = None) -> Price:
        """Every wager of a game under its terms."""
        chosen = settings or PriceSettings()
        for name, value in chosen.given.items():
            if name not in self.settings:
                raise self.not_a_setting(game, name, value)
        return self.compute_price(game, progress, chosen)

    def not_a_setting(self, game: Game[T], name: str, value: object) -> NotAllowed:
        """The refusal of a setting that the price of this game does not take."""
        takes = f"it takes {', '.join(self.settings)}" if self.settings else "it is counted, not estimated"
        return NotAllowed(f"the price of {game.name} takes no {name}, such as {shown(value)}; {takes}")

    def compute_price(self, game: Game[T], progress: Progress | None, settings: PriceSettings) -> Price:
        """The price; `settings` has only what this game takes."""
        raise NotOffered(f"{game.name} has no price", f"houseway price {game.key} shows what there is")

    def frequencies(self, game: Game[T]) -> Mapping[str, Mapping[str, int | str]]:
        """Counts of hands that belong to no single wager: by title, then by name."""
        return {}

    def readings(
        self, game: Game[T], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        """What each reading of an open question changes, largest change first."""
        raise NotOffered(
            f"{game.name} has no price of its readings yet", f"houseway price {game.key} shows what there is"
        )

    def figures(self, game: Game[T], progress: Progress | None = None) -> MeasuredFigures:
        """The figures that a change of the terms can move: the value of every wager under every strategy."""
        from .measured import measured_price

        return measured_price(self.price(game, progress))

    def changes(self, before: Game[T], after: Game[T], progress: Progress | None = None) -> MeasuredFigures:
        """How far the figures of other terms differ; a game that estimates them plays the same deals twice."""
        from .measured import differences

        return differences(self.figures(before), self.figures(after, progress))

    def chips_wagered(self, game: Game[T], figure: Exact | Estimate) -> Fraction | float:
        """The chips wagered on average per chip of a wager, with those that are added after the deal."""
        from .price import Exact

        return figure.staked if isinstance(figure, Exact) else Fraction(1)

    def amount_unit(self, game: Game[T], figure: FigureName) -> AmountUnit:
        """The unit in which an amount between players is shown; figures themselves are in `result_unit`."""
        from .readings import AmountUnit

        return AmountUnit(1, self.result_unit)

    def best_play_per_chip(self, game: Game[T]) -> Fraction:
        """The chips won per chip wagered before the deal, by best play at the legal stakes that win most."""
        if game.against_the_house:
            reason = f"{game.name} is not priced exactly at its best stakes, so pairs of readings are not searched"
        else:
            reason = f"{game.name} has no house, so no pair of readings can be bad for it"
        raise NotOffered(reason, f"houseway readings {game.key} prices each reading by itself")

    def alarm(self, game: Game[T], progress: Progress | None = None) -> Alarm:
        """Whether any legal way to play is profitable for the player, and what was searched."""
        if game.against_the_house:
            reason = f"{game.name} has no search for profitable play yet"
        else:
            reason = f"{game.name} has no house to win from, so nothing to search"
        instead = f"houseway duel {game.key} expert house_way plays two strategies against each other"
        raise NotOffered(reason, instead)

    def house_way(self, game: Game[T], progress: Progress | None = None) -> AnyHouseWayAudit:
        """The audit of the house way."""
        raise NotOffered(f"{game.name} has no audit of its house way yet", EXPLAIN_INSTEAD.format(game.key))

    def shortest_house_way(self, game: Game[T], loss: Fraction) -> ShortHouseWay:
        """The shortest list of rules that loses no more than this against best play."""
        raise NotOffered(f"{game.name} has no list of rules for a given loss", SENTENCES_INSTEAD.format(game.key))

    def house_way_vocabulary(self, game: Game[T], progress: Progress | None = None) -> Vocabulary:
        """The sentences from which house ways are made, with the cost of every setting."""
        raise NotOffered(f"{game.name} has no vocabulary for house ways yet", EXPLAIN_INSTEAD.format(game.key))

    def deviations(self, game: Game[T]) -> Deviations:
        """Every deviation from the house way, with the exact value of adopting some of them."""
        raise NotOffered(f"{game.name} has no list of deviations from its house way")

    @property
    def has_second_method(self) -> bool:
        """Whether this game's prices can have a certificate."""
        return type(self).second_method is not Pricing.second_method

    def second_method(self, game: Game[T]) -> SecondMethod:
        """Another method that the prices of a certificate are compared with."""
        raise NotOffered(f"{game.name} has no second method for its price, so there is no certificate")

    def worst_loss(self, game: Game[T], players: int) -> WorstLoss | None:
        """The most a seat can lose with this number of players; None for a game with cover."""
        return None
