"""Many rounds of Pyramid Poker at once: legal settings, and what every wager wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import SUIT_MASK, Ints
from ....kernels.compiled import compiled
from ....kernels.lanes import LEGAL_SETTINGS, SETTLEMENT, Lanes
from .rounds import HAND, SIX, Tables, rank_hand, six_card_line

NOT_LEGAL = 0xFFFF
"""The row of a setting that is a foul."""
LOW = 0
HIGH = 1
MAIN = 0
THREE_CARD = 1
SIX_CARD = 2
WAGERS = 3
NO_CAP = -1


class LaneTables(NamedTuple):
    """The tables that lanes are settled with."""

    rounds: Tables
    """The hands and lines. Its `rows` are by place of the low card, for a seat, and rank hand."""
    house_low: NDArray[np.int64]
    """By rank hand: the place of the house's low card, in deck order."""
    main_pays: NDArray[np.int64]
    """By kind of comparison: what the first wager pays."""
    three_pays: NDArray[np.int64]
    """By line of three cards."""
    six_pays: NDArray[np.int64]
    """By line of six cards."""
    low_places: NDArray[np.int64]
    """By setting: the place of the low card."""
    commission: int
    cap: int
    """The most that the House pays on one cap, or NO_CAP."""
    cap_of: NDArray[np.int64]
    """By wager: the cap it counts towards, or NO_CAP."""
    counts_stakes: bool
    """Whether stakes count towards a cap."""


@compiled
def write_legal_settings(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    six = np.empty(SIX, dtype=np.int64)
    for lane in range(first, end):
        if lanes.due[lane] != LEGAL_SETTINGS:
            continue
        for seat in range(lanes.live.shape[1]):
            for place in range(HAND):
                six[place] = lanes.cards[lane, seat, place]
            hand = rank_hand(tables.rounds, six, 0)
            legal = np.uint64(0)
            for setting in range(HAND):
                if tables.rounds.rows[tables.low_places[setting], hand] != NOT_LEGAL:
                    legal |= np.uint64(1) << np.uint64(setting)
            lanes.legal[lane, seat, 0] = legal


@compiled
def settle_lanes(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    six = np.empty(SIX, dtype=np.int64)
    pays = np.empty(WAGERS, dtype=np.int64)
    left = np.empty(WAGERS, dtype=np.int64)
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        if lanes.due[lane] != SETTLEMENT:
            continue
        for place in range(HAND):
            six[HAND + place] = lanes.dealer[lane, place]
        dealer_hand = rank_hand(tables.rounds, six, HAND)
        for place in range(HAND):
            lanes.dealer_slot[lane, place] = LOW if place == tables.house_low[dealer_hand] else HIGH
        for seat in range(seats):
            write_pays(tables, lanes, lane, seat, dealer_hand, six, pays)
            won = chips_won(tables, lanes.wagers[lane, seat], pays, left)
            lanes.paid[lane, seat] = won
            lanes.paid[lane, seats] -= won


@compiled
def write_pays(tables: LaneTables, lanes: Lanes, lane: int, seat: int, dealer_hand: int, six: Ints, pays: Ints) -> None:
    """Write what each wager of a seat pays, against the dealer's hand."""
    low = 0
    for place in range(HAND):
        six[place] = lanes.cards[lane, seat, place]
        if lanes.slot[lane, seat, place] == LOW:
            low = place
    hand = rank_hand(tables.rounds, six, 0)
    suit = six[0] & SUIT_MASK
    suited = int(six[1] & SUIT_MASK == suit and six[2] & SUIT_MASK == suit)
    pays[MAIN] = tables.main_pays[tables.rounds.meetings[tables.rounds.rows[low, hand], dealer_hand]]
    pays[THREE_CARD] = tables.three_pays[tables.rounds.three[suited, hand]]
    pays[SIX_CARD] = tables.six_pays[six_card_line(tables.rounds, six)]


@compiled
def chips_won(tables: LaneTables, wagers: Ints, pays: Ints, left: Ints) -> int:
    """What a seat wins in all, with the commission on the first wager and the caps on what the House pays."""
    for cap in range(WAGERS):
        left[cap] = tables.cap
    total = 0
    for wager in range(WAGERS):
        chips = pays[wager] * wagers[wager]
        if wager == MAIN:
            total -= max(chips, 0) * tables.commission // 100
        cap = tables.cap_of[wager]
        if chips > 0 and cap != NO_CAP:
            if tables.counts_stakes:
                left[cap] -= wagers[wager]
            chips = max(0, min(chips, left[cap]))
            left[cap] -= chips
        total += chips
    return total
