"""Many rounds of Pick 2 Poker at once: the threes that may be picked, and what every wager wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from ....kernels.five import FiveTables, code_of_five
from ....kernels.lanes import LEGAL_SETTINGS, SETTLEMENT, Lanes
from .rounds import CARDS, THREES

THREE = 0
FIVE = 1
FOLD = 2
"""The decisions, in the order of the sheet."""
PICKED = 0
"""The slot of a picked card; the others are left out."""

ANTE = 0
PLAY = 1
BONUS_3_5 = 2
BONUS_5_ONLY = 3
"""The wagers that are settled."""
WAGERS = 4
NO_CAP = -1
NO_SPOT = -1

LOWER = 0
EQUAL = 1
HIGHER = 2
"""How a player's hand compares with the dealer's."""

BEST_OF_FIVE = 0
SET_CARDS = 1
ONLY_IF_THREE = 2
"""Which threes the three-card table of the 3-5 Bonus counts."""
LOSES = -1


class LaneTables(NamedTuple):
    """The tables that lanes are settled with."""

    five: FiveTables
    three: NDArray[np.uint32]
    """(52, 52, 52): the code of three cards in ascending order."""
    choices: NDArray[np.int64]
    """(10, 3): by setting, the places of the picked cards."""
    only_best: bool
    """Whether the best three must be picked."""
    qualified: NDArray[np.bool_]
    """By code of five cards: whether the dealer qualifies."""
    main_pays: NDArray[np.int64]
    """By comparison and whether the dealer qualifies: what Ante and Play pay."""
    play_multiples: NDArray[np.int64]
    """By decision: the Play wager, in antes."""
    five_pays: NDArray[np.int64]
    """By code of five cards: what the five-card table of the 3-5 Bonus pays."""
    three_pays: NDArray[np.int64]
    """By code of three cards: what the three-card table of the 3-5 Bonus pays."""
    bonus_5_pays: NDArray[np.int64]
    """By code of five cards: what the 5 Card Bonus Only pays."""
    threes_counted: int
    adds_tables: bool
    """Whether both tables of the 3-5 Bonus pay, or only the better one."""
    miss_pays: int
    """What a 3-5 Bonus pays that wins on neither table."""
    survives_fold: NDArray[np.bool_]
    """By wager: whether it is settled after a fold."""
    spots: NDArray[np.int64]
    """By wager: its spot; NO_SPOT for Play."""
    tip_spot: int
    """The spot of the tip, or NO_SPOT."""
    cap: int


@compiled
def three_code(tables: LaneTables, cards: Ints, setting: int) -> int:
    """The code of the three cards that a setting picks; cards in deck order are descending."""
    first = cards[tables.choices[setting, 2]]
    second = cards[tables.choices[setting, 1]]
    third = cards[tables.choices[setting, 0]]
    return int(tables.three[first, second, third])


@compiled
def best_three(tables: LaneTables, cards: Ints) -> int:
    """The setting that picks the strongest three cards; of equal ones, the one with the higher cards."""
    best = 0
    for setting in range(1, THREES):
        if three_code(tables, cards, setting) > three_code(tables, cards, best):
            best = setting
    return best


@compiled
def write_legal_settings(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    for lane in range(first, end):
        if lanes.due[lane] != LEGAL_SETTINGS:
            continue
        for seat in range(lanes.live.shape[1]):
            cards = lanes.cards[lane, seat]
            best = three_code(tables, cards, best_three(tables, cards))
            legal = np.uint64(0)
            for setting in range(THREES):
                if not tables.only_best or three_code(tables, cards, setting) == best:
                    legal |= np.uint64(1) << np.uint64(setting)
            lanes.legal[lane, seat, 0] = legal


@compiled
def five_code(tables: LaneTables, cards: Ints) -> int:
    return int(code_of_five(tables.five, cards[0], cards[1], cards[2], cards[3], cards[4]))


@compiled
def compared(ours: int, theirs: int) -> int:
    if ours == theirs:
        return EQUAL
    return HIGHER if ours > theirs else LOWER


@compiled
def settle_lanes(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    pays = np.empty(WAGERS, dtype=np.int64)
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        if lanes.due[lane] != SETTLEMENT:
            continue
        dealer = lanes.dealer[lane]
        dealer_setting = best_three(tables, dealer)
        for index in range(3):
            lanes.dealer_slot[lane, tables.choices[dealer_setting, index]] = PICKED
        for seat in range(seats):
            write_main_pays(tables, lanes, lane, seat, dealer_setting, pays)
            write_bonus_pays(tables, lanes, lane, seat, pays)
            won = chips_won(tables, lanes, lane, seat, pays)
            lanes.paid[lane, seat] = won
            lanes.paid[lane, seats] -= won


@compiled
def write_main_pays(tables: LaneTables, lanes: Lanes, lane: int, seat: int, dealer_setting: int, pays: Ints) -> None:
    """Write what Ante and Play pay."""
    cards = lanes.cards[lane, seat]
    dealer = lanes.dealer[lane]
    decision = lanes.decisions[lane, seat, 0]
    if decision == FOLD:
        pays[ANTE] = LOSES
        pays[PLAY] = 0
        return
    qualified = True
    if decision == THREE:
        comparison = compared(played_three(tables, lanes, lane, seat), three_code(tables, dealer, dealer_setting))
    else:
        dealer_five = five_code(tables, dealer)
        comparison = compared(five_code(tables, cards), dealer_five)
        qualified = tables.qualified[dealer_five]
    pays[ANTE] = tables.main_pays[comparison, int(qualified), 0]
    pays[PLAY] = tables.main_pays[comparison, int(qualified), 1]


@compiled
def played_three(tables: LaneTables, lanes: Lanes, lane: int, seat: int) -> int:
    """The code of the three cards that a seat picked."""
    picked = np.empty(3, dtype=np.int64)
    count = 0
    for place in range(CARDS - 1, -1, -1):
        if lanes.slot[lane, seat, place] == PICKED:
            picked[count] = lanes.cards[lane, seat, place]
            count += 1
    return int(tables.three[picked[0], picked[1], picked[2]])


@compiled
def write_bonus_pays(tables: LaneTables, lanes: Lanes, lane: int, seat: int, pays: Ints) -> None:
    """Write what the two bonuses pay."""
    decision = lanes.decisions[lane, seat, 0]
    five = five_code(tables, lanes.cards[lane, seat])
    pays[BONUS_3_5] = LOSES
    pays[BONUS_5_ONLY] = LOSES
    if decision != FOLD or tables.survives_fold[BONUS_5_ONLY]:
        pays[BONUS_5_ONLY] = tables.bonus_5_pays[five]
    if decision == FOLD and not tables.survives_fold[BONUS_3_5]:
        return
    by_five = tables.five_pays[five]
    by_three = three_table_pays(tables, lanes, lane, seat)
    if by_five > 0 and by_three > 0:
        pays[BONUS_3_5] = by_five + by_three if tables.adds_tables else max(by_five, by_three)
    elif by_five > 0 or by_three > 0:
        pays[BONUS_3_5] = max(by_five, by_three)
    elif decision != FOLD:
        pays[BONUS_3_5] = tables.miss_pays


@compiled
def three_table_pays(tables: LaneTables, lanes: Lanes, lane: int, seat: int) -> int:
    """What the three-card table of the 3-5 Bonus pays on the threes that count."""
    has_picked = lanes.decisions[lane, seat, 0] == THREE
    if tables.threes_counted == ONLY_IF_THREE and not has_picked:
        return LOSES
    if tables.threes_counted != BEST_OF_FIVE and has_picked:
        return int(tables.three_pays[played_three(tables, lanes, lane, seat)])
    best = np.int64(LOSES)
    for setting in range(THREES):
        best = max(best, tables.three_pays[three_code(tables, lanes.cards[lane, seat], setting)])
    return int(best)


@compiled
def chips_won(tables: LaneTables, lanes: Lanes, lane: int, seat: int, pays: Ints) -> int:
    """What a seat wins in all, with the cap on what the house pays it."""
    wagers = lanes.wagers[lane, seat]
    won = 0
    lost = 0
    for wager in range(WAGERS):
        if wager == PLAY:
            stake = wagers[tables.spots[ANTE]] * tables.play_multiples[lanes.decisions[lane, seat, 0]]
        else:
            stake = wagers[tables.spots[wager]]
        won += max(0, pays[wager] * stake)
        lost -= min(0, pays[wager] * stake)
    if tables.cap != NO_CAP:
        won = min(won, tables.cap)
    if tables.tip_spot != NO_SPOT:
        lost += wagers[tables.tip_spot]
    return won - lost
