"""Many rounds of Pai Gow Poker at once: legal settings, the dealer's house way, and what every wager wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from ....kernels.evaluate import CodeTables, code_of
from ....kernels.hand_classes import ClassTables, class_of
from ....kernels.lanes import LEGAL_SETTINGS, SETTLEMENT, Lanes

LOW = 0
HIGH = 1
LOW_CARDS = 2
HIGH_CARDS = 5
CARDS = LOW_CARDS + HIGH_CARDS
SETTINGS = 21
"""The ways to choose the two cards of the low hand."""


class LaneTables(NamedTuple):
    """The tables that lanes are settled with."""

    low: CodeTables
    high: CodeTables
    low_height: NDArray[np.int64]
    """By code of a low hand: its rank among the hands of both sizes."""
    high_height: NDArray[np.int64]
    """By code of a high hand: its rank among the hands of both sizes."""
    low_places: NDArray[np.int64]
    """(21, 2): by setting, the places of the low cards in deck order."""
    classes: ClassTables
    house: NDArray[np.uint16]
    """By class of hands: the codes of the low and the high hand that the house way sets."""
    pays: NDArray[np.int64]
    """By the comparison of the low and of the high hands (lower, equal, higher): what a wager pays."""
    commission: int
    """Per cent of a win."""
    hundredths_added: int
    """Hundredths of a chip added to a commission before it is rounded down."""


@compiled
def write_codes(tables: LaneTables, cards: Ints, codes: Ints) -> None:
    """Write the codes of the low and the high hand of every setting."""
    all_keys = np.uint64(0)
    all_held = np.uint64(0)
    for place in range(CARDS):
        all_keys += tables.low.shapes.key[cards[place]]
        all_held |= tables.low.shapes.suit[cards[place]]
    for setting in range(SETTINGS):
        first = cards[tables.low_places[setting, 0]]
        second = cards[tables.low_places[setting, 1]]
        key = tables.low.shapes.key[first] + tables.low.shapes.key[second]
        held = tables.low.shapes.suit[first] | tables.low.shapes.suit[second]
        codes[setting, LOW] = code_of(tables.low, LOW_CARDS, key, held)
        codes[setting, HIGH] = code_of(tables.high, HIGH_CARDS, all_keys - key, all_held & ~held)


@compiled
def write_legal_settings(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    codes = np.empty((SETTINGS, 2), dtype=np.int64)
    for lane in range(first, end):
        if lanes.due[lane] != LEGAL_SETTINGS:
            continue
        for seat in range(lanes.live.shape[1]):
            write_codes(tables, lanes.cards[lane, seat], codes)
            legal = np.uint64(0)
            for setting in range(SETTINGS):
                if tables.low_height[codes[setting, LOW]] <= tables.high_height[codes[setting, HIGH]]:
                    legal |= np.uint64(1) << np.uint64(setting)
            lanes.legal[lane, seat, 0] = legal


@compiled
def house_setting(tables: LaneTables, cards: Ints, codes: Ints) -> int:
    """The setting of the house way. Of equal settings it takes the one with the higher low cards in deck order."""
    number = class_of(tables.classes, cards, 0)
    write_codes(tables, cards, codes)
    for setting in range(SETTINGS):
        if codes[setting, LOW] == tables.house[number, LOW] and codes[setting, HIGH] == tables.house[number, HIGH]:
            return setting
    return 0


@compiled
def setting_of(lanes: Lanes, lane: int, seat: int, low_places: Ints) -> int:
    """The number of the setting that a seat chose."""
    chosen = 0
    for setting in range(SETTINGS):
        first = lanes.slot[lane, seat, low_places[setting, 0]]
        second = lanes.slot[lane, seat, low_places[setting, 1]]
        if first == LOW and second == LOW:
            chosen = setting
    return chosen


@compiled
def comparison(ours: int, theirs: int) -> int:
    """0 if our code is lower, 1 if equal, 2 if higher."""
    if ours == theirs:
        return 1
    return 2 if ours > theirs else 0


@compiled
def settle_lanes(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    """What every bettor wins against the House. A player who banks has no other bettor at the table."""
    codes = np.empty((SETTINGS, 2), dtype=np.int64)
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        if lanes.due[lane] != SETTLEMENT:
            continue
        house = house_setting(tables, lanes.dealer[lane], codes)
        house_low = codes[house, LOW]
        house_high = codes[house, HIGH]
        for place in range(CARDS):
            lanes.dealer_slot[lane, place] = HIGH
        lanes.dealer_slot[lane, tables.low_places[house, 0]] = LOW
        lanes.dealer_slot[lane, tables.low_places[house, 1]] = LOW
        for seat in range(seats):
            write_codes(tables, lanes.cards[lane, seat], codes)
            setting = setting_of(lanes, lane, seat, tables.low_places)
            low = comparison(codes[setting, LOW], house_low)
            high = comparison(codes[setting, HIGH], house_high)
            won = tables.pays[low, high] * lanes.wagers[lane, seat, 0]
            won -= (max(won, 0) * tables.commission + tables.hundredths_added) // 100
            lanes.paid[lane, seat] = won
            lanes.paid[lane, seats] -= won
