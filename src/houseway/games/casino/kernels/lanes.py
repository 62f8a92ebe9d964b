"""Many rounds of the Casino Version at once: legal settings, the dealer's policy, and what every seat wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.compiled import compiled
from ....kernels.lanes import LEGAL_SETTINGS, SETTLEMENT, WORD_BITS, Lanes
from .duel import Scores, hand_points
from .setting import NINE, SECOND_HANDS, THIRD_HANDS, Policy, Scale, choose_by_policy, code_nine

FIRST = 0
SECOND = 1
THIRD = 2
SETTINGS = 504
NO_CAP = -1
NO_SUITS = 0
"""Suits break no ties here."""


class LaneTables(NamedTuple):
    """The tables that lanes are settled with."""

    scale: Scale
    dealer: Policy
    scores: Scores
    antes_won: NDArray[np.int64]
    """By net points, from the lowest: the antes that they win. The middle entry is for 0 net points."""
    fold_cost: int
    """In antes."""
    cap: int
    """The most that the house pays one hand, or NO_CAP."""
    first: NDArray[np.int64]
    """By setting: the place of the first hand's card."""
    second: NDArray[np.int64]
    """By setting: the number of the second hand among those of nine cards."""
    third: NDArray[np.int64]
    """By setting: the number of the third hand among those of nine cards."""
    three_number: NDArray[np.int64]
    """By three places, one bit each: the number of the second hand."""
    five_number: NDArray[np.int64]
    """By five places, one bit each: the number of the third hand."""


@compiled
def write_legal_settings(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    """Write the legal settings of the seats that bought cards, and what the others have lost already."""
    seconds = np.empty(SECOND_HANDS, dtype=np.uint32)
    thirds = np.empty(THIRD_HANDS, dtype=np.uint32)
    height = tables.scale.height
    for lane in range(first, end):
        if lanes.due[lane] != LEGAL_SETTINGS:
            continue
        write_folds(tables, lanes, lane)
        for seat in range(lanes.live.shape[1]):
            if not lanes.live[lane, seat]:
                continue
            cards = lanes.cards[lane, seat]
            code_nine(tables.scale, cards, seconds, thirds)
            for word in range(lanes.legal.shape[2]):
                lanes.legal[lane, seat, word] = 0
            for setting in range(SETTINGS):
                one = height[tables.scale.one[cards[tables.first[setting]]]]
                three = height[seconds[tables.second[setting]]]
                five = height[thirds[tables.third[setting]]]
                if one < three < five:
                    bit = np.uint64(1) << np.uint64(setting % WORD_BITS)
                    lanes.legal[lane, seat, setting // WORD_BITS] |= bit


@compiled
def write_folds(tables: LaneTables, lanes: Lanes, lane: int) -> None:
    seats = lanes.live.shape[1]
    for seat in range(seats):
        if not lanes.live[lane, seat]:
            lost = tables.fold_cost * lanes.wagers[lane, seat, 0]
            lanes.paid[lane, seat] = -lost
            lanes.paid[lane, seats] += lost


@compiled
def settle_lanes(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    seconds = np.empty((1, SECOND_HANDS), dtype=np.uint32)
    thirds = np.empty((1, THIRD_HANDS), dtype=np.uint32)
    hands = np.empty((1, NINE), dtype=np.uint8)
    places = tables.scale.places
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        if lanes.due[lane] != SETTLEMENT:
            continue
        for party in range(lanes.paid.shape[1]):
            lanes.paid[lane, party] = 0
        write_folds(tables, lanes, lane)
        if lanes.dealer_count[lane] < NINE:
            continue  # nobody bought cards, and the dealer sets no hands
        for place in range(NINE):
            hands[0, place] = lanes.dealer[lane, place]
            lanes.dealer_slot[lane, place] = THIRD
        code_nine(tables.scale, hands[0], seconds[0], thirds[0])
        choice = choose_by_policy(tables.scale, tables.dealer, hands, seconds, thirds)[0]
        dealer_first = places.first[choice]
        dealer_second = seconds[0, places.second[choice]]
        dealer_third = thirds[0, places.third[choice]]
        lanes.dealer_slot[lane, dealer_first] = FIRST
        for index in range(3):
            lanes.dealer_slot[lane, places.threes[places.second[choice], index]] = SECOND
        dealer_card = hands[0, dealer_first]
        for seat in range(seats):
            if lanes.live[lane, seat]:
                points = net_points(tables, lanes, lane, seat, dealer_card, dealer_second, dealer_third)
                won = tables.antes_won[points + len(tables.antes_won) // 2] * lanes.wagers[lane, seat, 0]
                if tables.cap != NO_CAP:
                    won = min(won, tables.cap)
                lanes.paid[lane, seat] = won
                lanes.paid[lane, seats] -= won


@compiled
def net_points(
    tables: LaneTables, lanes: Lanes, lane: int, seat: int, dealer_card: int, dealer_second: int, dealer_third: int
) -> int:
    """The points of a seat's three hands against the dealer's."""
    seconds = np.empty(SECOND_HANDS, dtype=np.uint32)
    thirds = np.empty(THIRD_HANDS, dtype=np.uint32)
    cards = lanes.cards[lane, seat]
    code_nine(tables.scale, cards, seconds, thirds)
    first = 0
    second = 0
    third = 0
    for place in range(NINE):
        slot = lanes.slot[lane, seat, place]
        if slot == FIRST:
            first = place
        elif slot == SECOND:
            second |= 1 << place
        else:
            third |= 1 << place
    scores = tables.scores
    our_second = seconds[tables.three_number[second]]
    our_third = thirds[tables.five_number[third]]
    won = scores.first[cards[first], dealer_card]
    won += hand_points(scores.second_points, scores.second_tie, our_second, dealer_second, NO_SUITS, NO_SUITS)
    won += hand_points(scores.third_points, scores.third_tie, our_third, dealer_third, NO_SUITS, NO_SUITS)
    return int(won)
