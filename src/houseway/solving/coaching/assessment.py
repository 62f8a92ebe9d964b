"""What one decision cost compared with the best, with its grade and its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, TypeVar

from ...rules.cards import Cards, write_cards
from ...rules.errors import NotAllowed, Unreadable, shown
from ...rules.game import Game
from ...rules.round import Seat
from ...rules.setting import Setting, why_not_set
from ...sampling.json_types import Json
from ..results import Number, Option
from .grades import Grade, grade_of
from .reasons import DecisionsCompared, Reason, RuleBroken, WagerLoses, why_a_setting_costs

if TYPE_CHECKING:
    from .. import Circumstances, Progress, Solver

T = TypeVar("T")


class DecisionKind(StrEnum):
    """What was decided."""

    WAGERS = "wagers"
    BANK = "bank"
    DECISION = "decision"
    SETTING = "setting"


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """One decision of a player, compared with the best."""

    kind: DecisionKind
    cards: Cards
    """What the player held when deciding; empty before the deal."""
    options: tuple[Option, ...]
    """What could be done, best first."""
    yours: Option
    grade: Grade
    cost: Number
    """How much less the choice is worth than the best one, in `unit`."""
    standard_error: float
    """Of the cost, in `unit`; 0 where it is exact or exact in the value model."""
    unit: str
    chips_per_unit: int | None = None
    """Chips that one unit stands for at the table; None where it is not known."""
    reasons: tuple[Reason, ...] = ()

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def cost_in_chips(self) -> float | None:
        if self.chips_per_unit is None:
            return None
        return float(self.cost) * self.chips_per_unit

    def to_json(self) -> dict[str, Json]:
        """The assessment with codes and parameters, without sentences."""
        return {
            "kind": self.kind.value,
            "cards": write_cards(self.cards),
            "grade": self.grade.value,
            "cost": float(self.cost),
            "standard_error": self.standard_error,
            "unit": self.unit,
            "chips": self.cost_in_chips,
            "yours": self.yours.to_json(),
            "best": self.best.to_json(),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """What is at stake for a seat, from which costs in chips are computed."""

    wagers: Mapping[str, int]
    opponents: int
    """Players that the seat is compared with; 1 against the house."""


# Settings and decisions ----------------------------------------------------------------------------------------------


def assess_setting(
    game: Game[T],
    solver: Solver[T],
    cards: Cards,
    setting: Setting,
    *,
    decided: str = "set",
    circumstances: Circumstances | None = None,
    stakes: Stakes | None = None,
    progress: Progress | None = None,
) -> Assessment:
    """
    A setting of these cards, compared with the best one.

    `decided` is the decision that was made before, where the options depend on it. Raises `NotAllowed` for a setting
    that fouls or cannot be set.
    """
    seat = Seat(number=1, player="", cards=cards, decisions=(decided,))
    slots = tuple(game.slots(game.terms, seat))
    reason = why_not_set(slots, cards, setting) or game.foul(game.terms, setting, {})
    if reason:
        raise NotAllowed(reason)
    ranked = solver.best(game, cards, circumstances, progress)
    options = [option for option in ranked if option.setting and option.decision in (decided, "set", "foul")]
    yours = _option_with(options, setting) or solver.value_of(game, cards, setting)
    if yours is None:
        raise NotAllowed(f"the value of this setting of {write_cards(cards)} is not known")
    if yours.ev > options[0].ev:  # a search that was not proven: the player's own setting is the best one known
        options.insert(0, yours)
    return _compared(game, solver, DecisionKind.SETTING, cards, options, yours, stakes)


def _option_with(options: list[Option], setting: Setting) -> Option | None:
    hands = {slot: sorted(hand) for slot, hand in setting.items()}
    for option in options:
        if {slot: sorted(hand) for slot, hand in option.setting.items()} == hands:
            return option
    return None


def assess_decision(
    game: Game[T],
    solver: Solver[T],
    cards: Cards,
    decision: str,
    *,
    among: tuple[str, ...] = (),
    circumstances: Circumstances | None = None,
    stakes: Stakes | None = None,
    progress: Progress | None = None,
) -> Assessment:
    """A decision with these cards, compared with the best one. `among` names the decisions that were allowed."""
    by_decision: dict[str, Option] = {}
    for option in solver.best(game, cards, circumstances, progress):
        if not among or option.decision in among:
            by_decision.setdefault(option.decision, option)
    if decision not in by_decision:
        known = " or ".join(by_decision) or "nothing"
        raise Unreadable(f"with {write_cards(cards)} one can decide {known}, not {shown(decision)}")
    options = list(by_decision.values())
    return _compared(game, solver, DecisionKind.DECISION, cards, options, by_decision[decision], stakes)


def _compared(
    game: Game[T],
    solver: Solver[T],
    kind: DecisionKind,
    cards: Cards,
    options: list[Option],
    yours: Option,
    stakes: Stakes | None,
) -> Assessment:
    """The assessment of one option among others, best first."""
    best = options[0]
    unit = yours.unit or solver.unit
    cost = max(best.ev - yours.ev, Fraction(0))
    error = 0.0 if yours is best else error_of_cost(yours, best)
    grade = grade_of(cost, error, solver.thresholds_in(unit))
    reasons: tuple[Reason, ...] = ()
    if grade is not Grade.BEST:
        reasons = tuple(_reasons(game, solver, kind, cards, yours, best, unit))
    return Assessment(
        kind=kind,
        cards=cards,
        options=tuple(options),
        yours=yours,
        grade=grade,
        cost=cost,
        standard_error=error,
        unit=unit,
        chips_per_unit=solver.chips_per_unit(game, unit, stakes) if stakes else None,
        reasons=reasons,
    )


def error_of_cost(yours: Option, best: Option) -> float:
    """
    The standard error of the difference of two values.

    Where the solver compared both with the same draws it knows the error; else one of them is exact, or the errors add.
    """
    if yours.gives_up_error is not None:
        return yours.gives_up_error
    return hypot(yours.standard_error or 0.0, best.standard_error or 0.0)


def _reasons(
    game: Game[T],
    solver: Solver[T],
    kind: DecisionKind,
    cards: Cards,
    yours: Option,
    best: Option,
    unit: str,
) -> list[Reason]:
    reasons: list[Reason] = []
    if kind is DecisionKind.SETTING:
        reasons += why_a_setting_costs(yours, best)
    else:
        reasons.append(
            DecisionsCompared(
                yours=yours.decision,
                best=best.decision,
                yours_value=yours.ev,
                best_value=best.ev,
                unit=unit,
            )
        )
    rule = solver.broken_rule(game, cards, yours, best)
    if rule is not None:
        reasons.append(RuleBroken(rule=rule))
    return reasons


# Wagers and the bank -------------------------------------------------------------------------------------------------


def assess_wagers(game: Game[T], solver: Solver[T], stakes: Stakes) -> Assessment | None:
    """
    The wagers of a seat; None where the game has nothing to choose but the size of the first wager.

    A player decides how much to play for, so the first wager costs nothing here. Chips on another wager above its
    minimum, or above none where it is optional, cost what they lose on average.
    """
    losses = solver.wager_losses(game, stakes.wagers)
    if losses is None:
        return None
    costly = sorted((loss for loss in losses if loss.lost > 0), key=lambda loss: -loss.lost)
    loses = [WagerLoses(spot=loss.spot, chips=loss.chips, lost=loss.lost) for loss in costly]
    unit = solver.unit
    chips_per_unit = solver.chips_per_unit(game, unit, stakes)
    cost = sum((loss.lost for loss in costly), Fraction(0)) / chips_per_unit
    least = Option(decision="least", ev=Fraction(0), sure="exact", gives_up=Fraction(0))
    yours = least if cost == 0 else Option(decision="more", ev=-cost, sure="exact", gives_up=cost)
    return Assessment(
        kind=DecisionKind.WAGERS,
        cards=(),
        options=(least,),
        yours=yours,
        grade=grade_of(cost, 0.0, solver.thresholds_in(unit)),
        cost=cost,
        standard_error=0.0,
        unit=unit,
        chips_per_unit=chips_per_unit,
        reasons=tuple(loses),
    )


def assess_bank(game: Game[T], solver: Solver[T]) -> Assessment | None:
    """The decision to hold the bank, per unit wagered against it; None where the game has no value of the bank."""
    value = solver.bank_value(game)
    if value is None:
        return None
    options = sorted(
        (
            Option(decision="bank", ev=value, sure="exact"),
            Option(decision="pass", ev=Fraction(0), sure="exact"),
        ),
        key=lambda option: -option.ev,
    )
    yours = next(option for option in options if option.decision == "bank")
    return _compared(game, solver, DecisionKind.BANK, (), options, yours, None)
