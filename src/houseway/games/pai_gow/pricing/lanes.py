"""Pai Gow Poker in vectorised environments: the tables of its lanes, made by calling the rules."""

from __future__ import annotations

import numpy as np

from ....kernels.cards import Ints
from ....kernels.lanes import Lanes
from ....pricing.generic.form import form_of
from ....pricing.generic.tables import classes_of, hand_tables
from ....rules.cards import read_cards
from ....rules.game import Game
from ....rules.setting import Setting
from ..kernels.lanes import HIGH_CARDS, LOW, LOW_CARDS, LaneTables, settle_lanes, write_legal_settings
from ..settlement import HUNDREDTHS_ADDED, result
from ..terms import Terms

RISING_LOW_HANDS = ("4c 3d", "5c 3d", "6c 3d")
RISING_HIGH_HANDS = ("9c 8d 7h 5s 2c", "Tc 8d 7h 5s 2c", "Jc 8d 7h 5s 2c")
"""Three hands of each size, each higher than the one before; the middle ones are the bank's."""


class PaiGowLanes:
    """The kernels of any number of seats."""

    def __init__(self, game: Game[Terms], places: Ints) -> None:
        self.tables = lane_tables(game, places)

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        write_legal_settings(self.tables, lanes, first, end)

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        settle_lanes(self.tables, lanes, first, end)


def lane_tables(game: Game[Terms], places: Ints) -> LaneTables:
    terms = game.terms
    tables = hand_tables(game)
    low, high = tables.evaluators
    strengths = {strength for evaluator in tables.evaluators for strength in evaluator.strengths if strength}
    height = {strength: number for number, strength in enumerate(sorted(strengths), start=1)}
    return LaneTables(
        low=low.tables[LOW_CARDS],
        high=high.tables[HIGH_CARDS],
        low_height=np.array([height[strength] if strength else 0 for strength in low.strengths], dtype=np.int64),
        high_height=np.array([height[strength] if strength else 0 for strength in high.strengths], dtype=np.int64),
        low_places=np.array([np.flatnonzero(setting == LOW) for setting in places], dtype=np.int64),
        classes=classes_of(form_of(game)).tables,
        house=tables.house,
        pays=np.array([[_pays(terms, low, high) for high in range(3)] for low in range(3)], dtype=np.int64),
        commission=terms.commission,
        hundredths_added=HUNDREDTHS_ADDED[terms.commission_rounding],
    )


def _pays(terms: Terms, low: int, high: int) -> int:
    """What a wager pays with these hands of the rising ones, against the bank's."""
    return result(terms, _setting(low, high), _setting(1, 1)).pays


def _setting(low: int, high: int) -> Setting:
    return {"low": read_cards(RISING_LOW_HANDS[low]), "high": read_cards(RISING_HIGH_HANDS[high])}
