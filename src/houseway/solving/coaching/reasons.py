"""
Reasons why an option is worth less than the best one: typed values, made from the figures of the two options.

Each reason has a code and parameters, so that a sentence in any language can be made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from typing import ClassVar

from ...sampling.json_types import Json
from ..results import HandValue, Number, Option

LEAST_CHANGE = 0.0005
"""A chance to win that moves less than this is not shown: with one digit after the point it would look the same."""


@dataclass(frozen=True, kw_only=True)
class Reason:
    """A reason; its fields are the parameters of its sentence."""

    code: ClassVar[str]

    def to_json(self) -> dict[str, Json]:
        data: dict[str, Json] = {"code": self.code}
        for field in fields(self):
            value = getattr(self, field.name)
            data[field.name] = float(value) if isinstance(value, Fraction) else value
        return data


@dataclass(frozen=True, kw_only=True)
class ChanceMoved(Reason):
    """The chance of one hand to win differs between the two options."""

    code = "chance_moved"
    slot: str
    yours: Number
    best: Number


@dataclass(frozen=True, kw_only=True)
class PartMoved(Reason):
    """The part of one hand or bonus in the value differs between the two options."""

    code = "part_moved"
    slot: str
    yours: Number
    best: Number


@dataclass(frozen=True, kw_only=True)
class SpecialGivenUp(Reason):
    """The best option has a hand that scores or earns more, if it wins, than the same hand of this option."""

    code = "special_given_up"
    slot: str
    name: str
    """Name of the hand in the best option."""
    points: int
    """What that hand scores if it wins, or earns as a bonus."""
    instead: int
    """What the hand in its place scores or earns."""
    unit: str
    """`points`, or `units` for a bonus."""


@dataclass(frozen=True, kw_only=True)
class DecisionsCompared(Reason):
    """The values of two decisions."""

    code = "decisions_compared"
    yours: str
    best: str
    yours_value: Number
    best_value: Number
    unit: str


@dataclass(frozen=True, kw_only=True)
class WagerLoses(Reason):
    """A wager above its minimum, which loses on average."""

    code = "wager_loses"
    spot: str
    chips: int
    """Chips above the minimum, or above none where the wager is optional."""
    lost: Number
    """Chips that these lose on average."""


@dataclass(frozen=True, kw_only=True)
class RuleBroken(Reason):
    """A sentence of the strategy to learn that the best option follows and this one does not."""

    code = "rule_broken"
    rule: str


def why_a_setting_costs(yours: Option, best: Option) -> Iterator[Reason]:
    """What the figures of two settings say: the hand that loses most, the hand that gains most, a special."""
    slots = [slot for slot in best.by_hand if slot in yours.by_hand]
    moves = [move for move in (_moved(slot, yours, best) for slot in slots) if move is not None]
    losing = [move for move in moves if float(move.best) > float(move.yours)]
    gaining = [move for move in moves if float(move.best) < float(move.yours)]
    specials = [special for special in (_special(slot, yours, best) for slot in slots) if special is not None]
    if losing:
        yield max(losing, key=partial(_weight, yours=yours, best=best))
    if gaining:
        yield min(gaining, key=partial(_weight, yours=yours, best=best))
    if specials:
        yield max(specials, key=lambda special: special.points - special.instead)


def _moved(slot: str, yours: Option, best: Option) -> ChanceMoved | PartMoved | None:
    """How one hand differs: by its chance to win, or where that is not known by its part of the value."""
    ours = yours.by_hand[slot]
    theirs = best.by_hand[slot]
    if ours.wins is not None and theirs.wins is not None:
        if abs(float(theirs.wins) - float(ours.wins)) < LEAST_CHANGE:
            return None
        return ChanceMoved(slot=slot, yours=ours.wins, best=theirs.wins)
    if ours.value is not None and theirs.value is not None and ours.value != theirs.value:
        return PartMoved(slot=slot, yours=ours.value, best=theirs.value)
    return None


def _weight(move: ChanceMoved | PartMoved, yours: Option, best: Option) -> float:
    """How much the hand contributes to the difference: by its part of the value where it is known."""
    our_value = yours.by_hand[move.slot].value
    best_value = best.by_hand[move.slot].value
    if our_value is not None and best_value is not None:
        return float(best_value) - float(our_value)
    return float(move.best) - float(move.yours)


def _special(slot: str, yours: Option, best: Option) -> SpecialGivenUp | None:
    ours = _earned(yours.by_hand[slot])
    theirs = _earned(best.by_hand[slot])
    name = best.by_hand[slot].name
    if name is None or theirs is None or theirs <= (ours or 0):
        return None
    unit = "points" if best.by_hand[slot].points is not None else "units"
    return SpecialGivenUp(slot=slot, name=name, points=theirs, instead=ours or 0, unit=unit)


def _earned(hand: HandValue) -> int | None:
    """What a hand scores if it wins, or earns as a bonus."""
    return hand.bonus if hand.points is None else hand.points
