"""A foul on purpose: what it pays against a field, where the terms put a price on it [CHI-A1]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.round import Seat
from ....rules.setting import Setting
from .. import sheet as chinese
from ..exposure import ExposedHand, expose
from ..hand_order import BACK, FRONT, MIDDLE
from ..kernels.bonus_classes import PROFILES
from .field import Field
from .payoff import GONE, NATURALS, between, examples_by_profile

OURS = 1


class Foul(NamedTuple):
    """A fouled setting, and the units that it wins from the whole field (below 0 as a rule)."""

    setting: Setting
    units: int


def deliberate_foul(game: Game[chinese.Terms], field: Field, cards: Cards, setting: Setting) -> Foul | None:
    """
    A foul made from a legal setting; None where a foul has to be corrected, or where a natural is paid all the same.

    A fouled hand loses every row, so what it pays an opponent depends only on the state of the opponent's hand.
    """
    if game.terms.foul_policy == "correct":
        return None
    for fouled in out_of_order(setting):
        hand = expose(game.terms, Seat(number=OURS, player="", cards=cards, setting=fouled))
        if hand.status == "foul":
            return Foul(fouled, units_of_a_foul(field, hand))
    return None


def out_of_order(setting: Setting) -> Iterator[Setting]:
    """The setting with its middle and its back exchanged, then with high cards moved from the back to the front."""
    yield {FRONT: setting[FRONT], MIDDLE: setting[BACK], BACK: setting[MIDDLE]}
    back = sorted(setting[BACK])
    front_size = len(setting[FRONT])
    lower = tuple(back[:-front_size])
    yield {FRONT: tuple(back[-front_size:]), MIDDLE: (*lower, *setting[FRONT]), BACK: setting[MIDDLE]}


def units_of_a_foul(field: Field, hand: ExposedHand) -> int:
    """The units that a fouled hand wins from the whole field, each of the field's hands counted by its weight."""
    terms = replace(field.terms, unit_value=1, fee=0)
    weights = np.bincount(field.hands.state, weights=field.hands.weight, minlength=GONE + 1).astype(np.int64)
    examples = examples_by_profile(terms)
    total = 0
    for state in np.flatnonzero(weights).tolist():
        theirs = _example_of(terms, state, examples)
        total += between(terms, hand, theirs) * int(weights[state])
    return total


def _example_of(terms: chinese.Terms, state: int, examples: dict[int, ExposedHand]) -> ExposedHand:
    """An opponent's hand in this state."""
    if state == GONE:
        return next(iter(examples.values()))._replace(status="surrender", gone=True)
    natural, profile = divmod(state, PROFILES)
    hand = examples[profile]
    return hand._replace(natural=NATURALS[natural], status="natural") if natural else hand
