"""Opponents at many tables of Chinese Poker: their thirteen cards set by preferences, in the lanes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Ints
from ....kernels.compiled import compiled
from ....kernels.lanes import LEGAL_SETTINGS, Lanes
from .best_setting import strongest_fives
from .bulk_setting import Preferences, best_by_preferences
from .setting import (
    CARDS,
    FIVE_COUNT,
    FIVES,
    FRONTS,
    SETTING_SIZE,
    SPLITS,
    THREES,
    Scale,
    Workspace,
    code_parts,
    make_workspace,
)

FRONT_ROW = 0
MIDDLE_ROW = 1
BACK_ROW = 2


class OpponentTables(NamedTuple):
    """The tables that one opponent sets its cards with."""

    scale: Scale
    preferences: Preferences
    positions: NDArray[np.int64]
    """The positions of the opponent's cards in the shoe."""
    threes: NDArray[np.int64]
    """By three: the places of its cards."""
    fives: NDArray[np.int64]
    """By five: the places of its cards."""


def opponent_tables(scale: Scale, preferences: Preferences, positions: NDArray[np.int64]) -> OpponentTables:
    return OpponentTables(scale, preferences, positions, THREES.astype(np.int64), FIVES.astype(np.int64))


@compiled
def set_in_lanes(tables: OpponentTables, lanes: Lanes, seat: int, first: int, end: int) -> None:
    """Set the hands of an opponent in the lanes in which hands are to be set."""
    work = make_workspace(tables.scale.top, 1)
    strongest = np.empty((FIVE_COUNT, 2), dtype=np.uint16)
    setting = np.empty(SETTING_SIZE, dtype=np.uint16)
    hand = np.empty(CARDS, dtype=np.uint8)
    row_of_card = np.empty(JOKER_CODE, dtype=np.int64)
    for lane in range(first, end):
        if lanes.due[lane] != LEGAL_SETTINGS or not lanes.live[lane, seat]:
            continue
        for place in range(CARDS):
            hand[place] = lanes.shoe[lane, tables.positions[place]]
        code_parts(tables.scale, hand, work)
        count = strongest_fives(work, tables.preferences.fives, strongest)
        best_by_preferences(tables.scale, tables.preferences, work, strongest[:count], setting)
        write_rows(tables, work, hand, setting, row_of_card)
        for place in range(CARDS):
            lanes.slot[lane, seat, place] = row_of_card[lanes.cards[lane, seat, place]]
        lanes.placed[lane, seat] = CARDS
        lanes.moved[lane, seat] = True


@compiled
def write_rows(tables: OpponentTables, work: Workspace, hand: Ints, setting: Ints, row_of_card: Ints) -> None:
    """By card: write its row in the first setting with the codes of this one, as the house way by the rules has it."""
    for front in range(FRONTS):
        if work.threes[front] != setting[0]:
            continue
        for split in range(SPLITS):
            first = tables.scale.splits[front, split, 0]
            second = tables.scale.splits[front, split, 1]
            middle = first if work.fives[second] > work.fives[first] else second
            back = second if middle == first else first
            if work.fives[middle] == setting[1] and work.fives[back] == setting[2]:
                for place in range(3):
                    row_of_card[hand[tables.threes[front, place]]] = FRONT_ROW
                for place in range(5):
                    row_of_card[hand[tables.fives[middle, place]]] = MIDDLE_ROW
                    row_of_card[hand[tables.fives[back, place]]] = BACK_ROW
                return
