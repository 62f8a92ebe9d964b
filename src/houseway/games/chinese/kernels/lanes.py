"""
Many rounds of Chinese Poker at once: where the next card may go, and what every player wins.

The 72,072 settings are numbered in the order of their places, so those that begin with some placed cards are
neighbours. A slot is open if one of its neighbours is legal. They are tried from the last one down, which has the high
cards in the back: a legal one is mostly among the first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import RANK_SHIFT, SUIT_MASK, Ints
from ....kernels.compiled import compiled
from ....kernels.five import FiveTables, code_of_sum
from ....kernels.lanes import NONE, SETTLEMENT, Lanes
from .setting import CARDS, FIVE, FRONT

ROWS = 3
SETTINGS = 72_072
"""The ways to place thirteen cards in rows of three, five and five."""
MOST_SEATS = 4
COUNT_BITS = 3
"""The bits of the number of cards of one rank, in the key of thirteen ranks."""
RANK_COUNT = 13
ACE_BIT = 1 << RANK_COUNT - 1
TWO_BIT = 1

# Naturals, in the order of the rules: the highest first.
DRAGON = 0
THREE_FLUSHES = 1
THREE_STRAIGHTS = 2
SIX_PAIRS = 3

# Which rows a bonus takes to win.
NO_ROW = 0
ITS_ROW = 1
EVERY_ROW = 2

# What two naturals pay each other.
PUSH = 0
RANKED = 1
COMPARE_ROWS = 2


class SettingTables(NamedTuple):
    """The tables that legal settings are found with."""

    five: FiveTables
    three: NDArray[np.uint32]
    """The code of three cards, by their numbers in the deck."""
    places: NDArray[np.uint8]
    """By setting: the places of the cards of the front, the middle and the back."""
    ways: NDArray[np.int64]
    """By the cards that each row still takes: the ways to place them."""
    may_be_equal: bool
    """Whether middle and back may be equal."""


class NaturalTables(NamedTuple):
    """Which thirteen cards are a natural."""

    are_paid: bool
    straights: NDArray[np.int64]
    """The keys of the ranks of three straights, ascending."""
    ace_low: bool
    must_be_set: bool
    """Whether three straights or flushes have to be set as such."""
    pairs_of_four: bool
    """Whether four of a kind counts as two of six pairs."""
    pairs_of_three: bool
    """Whether three of a kind counts as one of six pairs."""
    shared_suits: bool
    """Whether two of three flushes may be of one suit."""


class LaneTables(NamedTuple):
    """The tables that lanes are settled with."""

    setting: SettingTables
    naturals: NaturalTables
    setting_step: int
    """The step in which hands are set."""
    row_units: NDArray[np.int64]
    """By the results of three rows (lost, tied, won): the units that they win."""
    bonus: NDArray[np.int64]
    """By row and code: the units of its bonus."""
    bonus_takes: int
    """The rows that have to be won for a bonus."""
    best_bonus_only: bool
    higher_bonuses_only: bool
    shared_prizes: bool
    """Whether the opponents share a bonus or a natural."""
    natural_units: int
    natural_adds_rows: bool
    natural_adds_bonuses: bool
    two_naturals: int
    surrender_units: int
    unit: int
    """In chips."""
    fee: int
    """In chips."""


# Settings ------------------------------------------------------------------------------------------------------------


@compiled
def places_of_settings() -> NDArray[np.uint8]:
    """By setting: the places of the cards of each row. The settings come in the order of the rows of their cards."""
    settings = np.empty((SETTINGS, CARDS), dtype=np.uint8)
    row_of = np.zeros(CARDS, dtype=np.int64)
    for card in range(FRONT, CARDS):
        row_of[card] = 1 if card < FRONT + FIVE else 2
    ends = np.empty(ROWS, dtype=np.int64)
    for setting in range(SETTINGS):
        ends[0] = 0
        ends[1] = FRONT
        ends[2] = FRONT + FIVE
        for card in range(CARDS):
            settings[setting, ends[row_of[card]]] = card
            ends[row_of[card]] += 1
        to_next_order(row_of)
    return settings


@compiled
def to_next_order(row_of: Ints) -> None:
    """Change the rows of the cards to the next order; the last order becomes the first one."""
    at = len(row_of) - 1
    while at > 0 and row_of[at - 1] >= row_of[at]:
        at -= 1
    low = at
    high = len(row_of) - 1
    while low < high:
        swap(row_of, low, high)
        low += 1
        high -= 1
    if at > 0:
        larger = at
        while row_of[larger] <= row_of[at - 1]:
            larger += 1
        swap(row_of, at - 1, larger)


@compiled
def swap(numbers: Ints, one: int, other: int) -> None:
    number = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = number


@compiled
def five_code(tables: SettingTables, sums: Ints, places: Ints, first: int) -> int:
    """The code of the five cards whose places start at `first`."""
    total = sums[places[first]]
    for place in range(first + 1, first + FIVE):
        total += sums[places[place]]
    return code_of_sum(tables.five, total)


@compiled
def legal_setting(tables: SettingTables, cards: Ints, sums: Ints, first: int, end: int) -> int:
    """The last legal setting from `first` to before `end`, or NONE."""
    for setting in range(end - 1, first - 1, -1):
        places = tables.places[setting]
        front = tables.three[cards[places[0]], cards[places[1]], cards[places[2]]]
        middle = five_code(tables, sums, places, FRONT)
        if middle > front:
            back = five_code(tables, sums, places, FRONT + FIVE)
            if back > middle or (back == middle and tables.may_be_equal):
                return setting
    return NONE


@compiled
def write_sums(tables: SettingTables, cards: Ints, sums: Ints) -> None:
    """Write the summand of each card in the code of five cards."""
    for place in range(CARDS):
        sums[place] = tables.five.card[cards[place]]


@compiled
def write_settings_by_row(
    tables: SettingTables, cards: Ints, sums: Ints, row_of: Ints, placed: int, rest: Ints, settings: Ints
) -> None:
    """By row: write a legal setting with the placed cards in their rows and the next one in this row, or NONE."""
    rest[0] = FRONT
    rest[1] = FIVE
    rest[2] = FIVE
    first = 0
    for card in range(placed):
        for row in range(row_of[card]):
            first += ways_with(tables, rest, row)
        rest[row_of[card]] -= 1
    for row in range(ROWS):
        end = first + ways_with(tables, rest, row)
        settings[row] = legal_setting(tables, cards, sums, first, end)
        first = end


@compiled
def ways_with(tables: SettingTables, rest: Ints, row: int) -> int:
    """The ways to place the remaining cards with the next one in this row."""
    if rest[row] == 0:
        return 0
    rest[row] -= 1
    ways = tables.ways[rest[0], rest[1], rest[2]]
    rest[row] += 1
    return ways  # type: ignore[no-any-return]


@compiled
def write_open_slots(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    """Write where the next card of each seat may go, and the fees that are due."""
    sums = np.empty(CARDS, dtype=np.uint32)
    rest = np.empty(ROWS, dtype=np.int64)
    settings = np.empty(ROWS, dtype=np.int64)
    for lane in range(first, end):
        write_fees(tables, lanes, lane)
        if lanes.step[lane] != tables.setting_step:
            continue
        for seat in range(lanes.live.shape[1]):
            placed = lanes.placed[lane, seat]
            if lanes.live[lane, seat] and placed < CARDS:
                cards = lanes.cards[lane, seat]
                write_sums(tables.setting, cards, sums)
                write_settings_by_row(tables.setting, cards, sums, lanes.slot[lane, seat], placed, rest, settings)
                for row in range(ROWS):
                    lanes.is_open[lane, seat, row] = settings[row] != NONE


@compiled
def write_fees(tables: LaneTables, lanes: Lanes, lane: int) -> None:
    seats = lanes.live.shape[1]
    for seat in range(seats):
        lanes.paid[lane, seat] = -tables.fee
    lanes.paid[lane, seats] = tables.fee * seats


# Naturals ------------------------------------------------------------------------------------------------------------


@compiled
def natural_of(tables: NaturalTables, cards: Ints, row_of: Ints) -> int:
    """The highest natural of thirteen cards that are set like this, or NONE."""
    if not tables.are_paid:
        return NONE
    counts = np.zeros(RANK_COUNT, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for place in range(CARDS):
        counts[cards[place] >> RANK_SHIFT] += 1
        suits[cards[place] & SUIT_MASK] += 1
    if is_dragon(counts):
        return DRAGON
    if has_three_flushes(tables, suits) and (not tables.must_be_set or rows_are_flushes(cards, row_of)):
        return THREE_FLUSHES
    if has_three_straights(tables, counts) and (not tables.must_be_set or rows_are_runs(tables, cards, row_of)):
        return THREE_STRAIGHTS
    if has_six_pairs(tables, counts):
        return SIX_PAIRS
    return NONE


@compiled
def is_dragon(counts: Ints) -> bool:
    ranks = 0
    for rank in range(RANK_COUNT):
        ranks += int(counts[rank] == 1)
    return ranks == RANK_COUNT


@compiled
def has_three_flushes(tables: NaturalTables, suits: Ints) -> bool:
    """Five, five and three cards of one suit each; the suits may be the same if the terms allow it."""
    fives = 0
    threes = 0
    shared = 0
    for suit in range(4):
        if suits[suit] == FIVE:
            fives += 1
        elif suits[suit] == FRONT:
            threes += 1
        elif suits[suit] in (FRONT + FIVE, FIVE + FIVE, CARDS):
            shared += 1
        elif suits[suit] != 0:
            return False
    return (fives == 2 and threes == 1) or (shared == 1 and tables.shared_suits)


@compiled
def has_three_straights(tables: NaturalTables, counts: Ints) -> bool:
    key = np.int64(0)
    for rank in range(RANK_COUNT):
        key |= counts[rank] << np.int64(COUNT_BITS * rank)
    low = 0
    high = len(tables.straights)
    while low < high:
        middle = (low + high) // 2
        if tables.straights[middle] < key:
            low = middle + 1
        else:
            high = middle
    return bool(low < len(tables.straights) and tables.straights[low] == key)


@compiled
def has_six_pairs(tables: NaturalTables, counts: Ints) -> bool:
    pairs = 0
    for rank in range(RANK_COUNT):
        if counts[rank] == 4 and not tables.pairs_of_four:
            return False
        if counts[rank] == 3 and not tables.pairs_of_three:
            return False
        pairs += counts[rank] // 2
    return bool(pairs == 6)


@compiled
def rows_are_flushes(cards: Ints, row_of: Ints) -> bool:
    suits = np.zeros(ROWS, dtype=np.int64)
    for place in range(CARDS):
        suits[row_of[place]] |= 1 << (cards[place] & SUIT_MASK)
    flushes = 0
    for row in range(ROWS):
        is_one_suit = suits[row] & (suits[row] - 1) == 0
        flushes += int(is_one_suit)
    return flushes == ROWS


@compiled
def rows_are_runs(tables: NaturalTables, cards: Ints, row_of: Ints) -> bool:
    ranks = np.zeros(ROWS, dtype=np.int64)
    for place in range(CARDS):
        ranks[row_of[place]] |= 1 << (cards[place] >> RANK_SHIFT)
    for row in range(ROWS):
        size = FRONT if row == 0 else FIVE
        held = ranks[row]
        is_low_run = tables.ace_low and held & ACE_BIT != 0 and is_run((held & ~ACE_BIT) << 1 | TWO_BIT, size)
        if not is_run(held, size) and not is_low_run:
            return False
    return True


@compiled
def is_run(ranks: int, size: int) -> bool:
    """Whether these ranks, one bit each, are neighbours and so many."""
    lowest = ranks & -ranks
    return ranks == lowest * ((1 << size) - 1)


# Settlement ----------------------------------------------------------------------------------------------------------


class Room(NamedTuple):
    """Arrays that a lane is settled in."""

    codes: NDArray[np.int64]
    """By seat and row."""
    natural: NDArray[np.int64]
    """By seat, or NONE."""
    bonuses: NDArray[np.int64]
    """By winner, payer and row: the units of a bonus that may be claimed."""
    payers: NDArray[np.bool_]
    """By seat: whether it pays for the prize in question."""


@compiled
def settle_lanes(tables: LaneTables, lanes: Lanes, first: int, end: int) -> None:
    sums = np.empty(CARDS, dtype=np.uint32)
    places = np.empty(CARDS, dtype=np.int64)
    room = Room(
        np.zeros((MOST_SEATS, ROWS), dtype=np.int64),
        np.empty(MOST_SEATS, dtype=np.int64),
        np.empty((MOST_SEATS, MOST_SEATS, ROWS), dtype=np.int64),
        np.empty(MOST_SEATS, dtype=np.bool_),
    )
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        if lanes.due[lane] != SETTLEMENT:
            continue
        write_fees(tables, lanes, lane)
        for seat in range(seats):
            room.natural[seat] = NONE
            if lanes.live[lane, seat] and lanes.placed[lane, seat] == CARDS:
                cards = lanes.cards[lane, seat]
                row_of = lanes.slot[lane, seat]
                write_sums(tables.setting, cards, sums)
                write_row_codes(tables.setting, cards, sums, row_of, places, room.codes[seat])
                room.natural[seat] = natural_of(tables.naturals, cards, row_of)
        for one in range(seats):
            for other in range(one + 1, seats):
                pay_pair(tables, room, lanes, lane, one, other)
        pay_prizes(tables, room, lanes, lane)


@compiled
def write_row_codes(tables: SettingTables, cards: Ints, sums: Ints, row_of: Ints, places: Ints, codes: Ints) -> None:
    ends = np.empty(ROWS, dtype=np.int64)
    ends[0] = 0
    ends[1] = FRONT
    ends[2] = FRONT + FIVE
    for card in range(CARDS):
        places[ends[row_of[card]]] = card
        ends[row_of[card]] += 1
    codes[0] = tables.three[cards[places[0]], cards[places[1]], cards[places[2]]]
    codes[1] = five_code(tables, sums, places, FRONT)
    codes[2] = five_code(tables, sums, places, FRONT + FIVE)


@compiled
def pay(tables: LaneTables, lanes: Lanes, lane: int, winner: int, payer: int, chips: int) -> None:
    lanes.paid[lane, winner] += chips
    lanes.paid[lane, payer] -= chips


@compiled
def is_row_contest(tables: LaneTables, room: Room, one: int, other: int) -> bool:
    """Whether the rows of two players are compared, by their naturals."""
    if room.natural[one] != NONE and room.natural[other] != NONE:
        return tables.two_naturals == COMPARE_ROWS
    return bool(room.natural[one] == NONE and room.natural[other] == NONE)


@compiled
def pay_pair(tables: LaneTables, room: Room, lanes: Lanes, lane: int, one: int, other: int) -> None:
    """What two players pay each other for a surrender or for their rows."""
    if not lanes.live[lane, one] or not lanes.live[lane, other]:
        chips = tables.surrender_units * tables.unit
        if lanes.live[lane, one]:
            pay(tables, lanes, lane, one, other, chips)
        elif lanes.live[lane, other]:
            pay(tables, lanes, lane, other, one, chips)
        return
    if tables.natural_adds_rows or is_row_contest(tables, room, one, other):
        result = 0
        for row in range(ROWS - 1, -1, -1):
            ours = room.codes[one, row]
            theirs = room.codes[other, row]
            result = result * 3 + 1 + int(ours > theirs) - int(ours < theirs)
        pay(tables, lanes, lane, one, other, tables.row_units[result] * tables.unit)


@compiled
def pay_prizes(tables: LaneTables, room: Room, lanes: Lanes, lane: int) -> None:
    """What players pay each other for naturals and bonuses."""
    seats = lanes.live.shape[1]
    for winner in range(seats):
        for payer in range(seats):
            write_bonuses(tables, room, lanes, lane, winner, payer)
    if tables.higher_bonuses_only:
        keep_higher_bonuses(room, seats)
    for winner in range(seats):
        for row in range(ROWS):
            for payer in range(seats):
                room.payers[payer] = room.bonuses[winner, payer, row] > 0
            units = 0
            for payer in range(seats):
                units = max(units, room.bonuses[winner, payer, row])
            collect(tables, room, lanes, lane, winner, units)
        for payer in range(seats):
            room.payers[payer] = wins_natural(tables, room, lanes, lane, winner, payer)
        collect(tables, room, lanes, lane, winner, tables.natural_units)


@compiled
def write_bonuses(tables: LaneTables, room: Room, lanes: Lanes, lane: int, winner: int, payer: int) -> None:
    """The bonuses that one player can claim from another."""
    best = 0
    for row in range(ROWS):
        units = 0
        if pays_bonuses(tables, room, lanes, lane, winner, payer) and has_won(
            tables, room, lanes, lane, winner, payer, row
        ):
            units = tables.bonus[row, room.codes[winner, row]]
        room.bonuses[winner, payer, row] = units
        if units > room.bonuses[winner, payer, best]:
            best = row
    if tables.best_bonus_only:
        for row in range(ROWS):
            if row != best:
                room.bonuses[winner, payer, row] = 0


@compiled
def pays_bonuses(tables: LaneTables, room: Room, lanes: Lanes, lane: int, one: int, other: int) -> bool:
    if one == other or not lanes.live[lane, one] or not lanes.live[lane, other]:
        return False
    return tables.natural_adds_bonuses or is_row_contest(tables, room, one, other)


@compiled
def has_won(tables: LaneTables, room: Room, lanes: Lanes, lane: int, winner: int, payer: int, row: int) -> bool:
    """Whether a row has won what it has to win for its bonus."""
    if tables.bonus_takes == ITS_ROW:
        return bool(room.codes[winner, row] > room.codes[payer, row])
    if tables.bonus_takes == EVERY_ROW:
        for other in range(lanes.live.shape[1]):
            is_opponent = pays_bonuses(tables, room, lanes, lane, winner, other)
            if is_opponent and room.codes[winner, row] <= room.codes[other, row]:
                return False
    return True


@compiled
def keep_higher_bonuses(room: Room, seats: int) -> None:
    """Of the bonuses between two players, only those of the one who has more units are paid."""
    for one in range(seats):
        for other in range(one + 1, seats):
            ours = room.bonuses[one, other].sum()
            theirs = room.bonuses[other, one].sum()
            for row in range(ROWS):
                if ours <= theirs:
                    room.bonuses[one, other, row] = 0
                if theirs <= ours:
                    room.bonuses[other, one, row] = 0


@compiled
def wins_natural(tables: LaneTables, room: Room, lanes: Lanes, lane: int, winner: int, payer: int) -> bool:
    if room.natural[winner] == NONE or winner == payer or not lanes.live[lane, payer]:
        return False
    if room.natural[payer] == NONE:
        return True
    return bool(tables.two_naturals == RANKED and room.natural[winner] < room.natural[payer])


@compiled
def collect(tables: LaneTables, room: Room, lanes: Lanes, lane: int, winner: int, units: int) -> None:
    """Every payer pays the prize, or its share of it with odd chips from the first payers."""
    seats = lanes.live.shape[1]
    count = 0
    for payer in range(seats):
        count += int(room.payers[payer])
    chips = units * tables.unit
    number = 0
    for payer in range(seats):
        if room.payers[payer]:
            share = chips
            if tables.shared_prizes:
                share = chips // count + int(number < chips % count)
            pay(tables, lanes, lane, winner, payer, share)
            number += 1
