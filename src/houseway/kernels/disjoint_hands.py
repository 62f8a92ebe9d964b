"""
Exact counts over all ordered pairs of disjoint hands that two sides can be dealt from one deck.

Pairs without a common card are counted by inclusion and exclusion: the sum over all sets S of cards, with the sign of
(-1)^|S|, of the pairs of hands that both contain S. Suits are interchangeable, so one set of each orbit is visited and
counted once for each set of the orbit. For one S the other side's hands are counted in a grid by the codes of their two
hands; sums over the grid give the nine patterns of `meetings` for any setting of the first side.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import Hands
from .compiled import compiled
from .hand_classes import MASK_BITS, RANK_MASK, ClassTables, bit_by_suit, class_of_sums, suit_counter
from .meetings import PATTERNS

Longs = NDArray[np.int64]
Numbers = NDArray[np.int32]
Codes = NDArray[np.uint16]
PERMUTATIONS = np.array([1, 1, 2, 6, 24], dtype=np.int64)
"""By number of suits: in how many orders they can be."""
NO_MORE = -1
"""There is no next combination."""


# Orbits: sets of cards that permutations of the suits turn into each other -------------------------------------------


@compiled
def orbit_size(held: int, suits: int) -> int:
    """
    The number of sets in the orbit of this one under permutations of the first `suits` suits.

    It is 0 if the set is not the one that represents the orbit: the one whose suits have descending ranks, where the
    ranks of a suit are read as a binary number.
    """
    size = PERMUTATIONS[suits]
    equal = 1
    for suit in range(1, suits):
        ranks = held >> MASK_BITS * suit & RANK_MASK
        before = held >> MASK_BITS * (suit - 1) & RANK_MASK
        if ranks > before:
            return 0
        if ranks == before:
            equal += 1
        else:
            size //= PERMUTATIONS[equal]
            equal = 1
    return size // PERMUTATIONS[equal]  # type: ignore[no-any-return]


@compiled
def next_combination(places: Longs, cards: int) -> int:
    """Change ascending positions to the next combination; return the first one that changed, or NO_MORE."""
    moving = len(places) - 1
    while moving >= 0 and places[moving] == cards - len(places) + moving:
        moving -= 1
    if moving < 0:
        return NO_MORE
    places[moving] += 1
    for at in range(moving + 1, len(places)):
        places[at] = places[at - 1] + 1
    return moving


@compiled
def count_orbits(deck: Hands, size: int, suits: int) -> int:
    """The number of orbits of sets of this size."""
    places = np.arange(size)
    count = 0
    while True:
        held = 0
        for place in places:
            held |= bit_by_suit(deck[place])
        if orbit_size(held, suits) > 0:
            count += 1
        if next_combination(places, len(deck)) == NO_MORE:
            return count


@compiled
def list_orbits(deck: Hands, size: int, suits: int, count: int) -> tuple[Longs, Longs]:
    """The representative of each orbit as bits by suit, in ascending order, and the size of the orbit."""
    sets = np.empty(count, dtype=np.int64)
    sizes = np.empty(count, dtype=np.int64)
    places = np.arange(size)
    at = 0
    while at < count:
        held = 0
        for place in places:
            held |= bit_by_suit(deck[place])
        orbit = orbit_size(held, suits)
        if orbit > 0:
            sets[at] = held
            sizes[at] = orbit
            at += 1
        next_combination(places, len(deck))
    order = np.argsort(sets)
    return sets[order], sizes[order]


# Hands that contain a set --------------------------------------------------------------------------------------------


class Sums(NamedTuple):
    """Sums over the first cards of a hand, by number of cards."""

    key: NDArray[np.uint64]
    held: Longs
    suits: Longs


class SetOfCards(NamedTuple):
    """A set of cards, as the beginning of hands that contain it."""

    sums: Sums
    """Sums whose first entry is the sum over the set."""
    others: Hands
    """The other cards of the deck."""
    size: int


@compiled
def sums_of_set(tables: ClassTables, deck: Hands, chosen: int) -> SetOfCards:
    """The set of these cards."""
    length = tables.size + 1
    sums = Sums(np.zeros(length, np.uint64), np.zeros(length, np.int64), np.zeros(length, np.int64))
    others = np.empty(len(deck), dtype=np.uint8)
    left = 0
    size = 0
    for card in deck:
        if chosen & bit_by_suit(card):
            sums.key[0] += tables.shapes.key[card]
            sums.held[0] |= bit_by_suit(card)
            sums.suits[0] += suit_counter(card)
            size += 1
        else:
            others[left] = card
            left += 1
    return SetOfCards(sums, others[:left], size)


@compiled
def add_card(tables: ClassTables, sums: Sums, at: int, card: int) -> None:
    sums.key[at + 1] = sums.key[at] + tables.shapes.key[card]
    sums.held[at + 1] = sums.held[at] | bit_by_suit(card)
    sums.suits[at + 1] = sums.suits[at] + suit_counter(card)


@compiled
def count_classes(tables: ClassTables, deck: Hands, chosen: int, counts: Longs, listed: Numbers) -> Numbers:
    """The classes of all hands that contain a set; adds the number of hands of each to `counts`, which has to be 0."""
    held = sums_of_set(tables, deck, chosen)
    sums = held.sums
    others = held.others
    more = tables.size - held.size
    places = np.arange(more)
    for at in range(more):
        add_card(tables, sums, at, others[places[at]])
    touched = 0
    while True:
        number = class_of_sums(tables, sums.key[more], sums.held[more], sums.suits[more])
        if counts[number] == 0:
            listed[touched] = number
            touched += 1
        counts[number] += 1
        moved = next_combination(places, len(others))
        if moved == NO_MORE:
            return listed[:touched]
        for at in range(moved, more):
            add_card(tables, sums, at, others[places[at]])


# Patterns against all hands of the other side ------------------------------------------------------------------------


class Grid(NamedTuple):
    """
    The other side's hands by the codes of their two hands, with only the codes that occur.

    `sums[r, c]` is the number of hands whose first code is one of the r lowest and whose second one of the c lowest.
    """

    sums: Longs
    first: Longs
    """By code: how many codes that occur are lower."""
    second: Longs


@compiled
def make_grid(house: Codes, classes: Numbers, counts: Longs, lows: int, highs: int) -> Grid:
    """The grid of these classes, which are set the house way; `counts` has the number of hands by class."""
    first = np.zeros(lows + 1, dtype=np.int64)
    second = np.zeros(highs + 1, dtype=np.int64)
    for number in classes:
        first[house[number, 0] + 1] = 1
        second[house[number, 1] + 1] = 1
    for code in range(lows):
        first[code + 1] += first[code]
    for code in range(highs):
        second[code + 1] += second[code]
    sums = np.zeros((first[lows] + 1, second[highs] + 1), dtype=np.int64)
    for number in classes:
        sums[first[house[number, 0]] + 1, second[house[number, 1]] + 1] += counts[number]
    for row in range(1, sums.shape[0]):
        in_row = 0
        for column in range(1, sums.shape[1]):
            in_row += sums[row, column]
            sums[row, column] = sums[row - 1, column] + in_row
    return Grid(sums, first, second)


@compiled
def add_patterns(grid: Grid, low: int, high: int, factor: int, patterns: Longs) -> None:
    """Add to each pattern the hands that meet a setting with these codes in it, times a factor."""
    rows = (np.int64(0), int(grid.first[low]), int(grid.first[low + 1]), grid.sums.shape[0] - 1)
    columns = (np.int64(0), int(grid.second[high]), int(grid.second[high + 1]), grid.sums.shape[1] - 1)
    for first in range(3):
        for second in range(3):
            # Their lower codes are our higher hand, which is pattern 2.
            met = (
                grid.sums[rows[first + 1], columns[second + 1]]
                - grid.sums[rows[first], columns[second + 1]]
                - grid.sums[rows[first + 1], columns[second]]
                + grid.sums[rows[first], columns[second]]
            )
            patterns[3 * (2 - first) + 2 - second] += factor * met


@compiled
def patterns_of_classes(house: Codes, classes: Numbers, counts: Longs, lows: int, highs: int) -> Longs:
    """(9,): all ordered pairs of hands of these classes by pattern, both set the house way."""
    patterns = np.zeros(PATTERNS, dtype=np.int64)
    grid = make_grid(house, classes, counts, lows, highs)
    for number in classes:
        add_patterns(grid, house[number, 0], house[number, 1], counts[number], patterns)
    return patterns


@compiled
def patterns_of_sets(
    tables: ClassTables, deck: Hands, house: Codes, sets: Longs, orbits: Longs, lows: int, highs: int
) -> Longs:
    """(9,): the pairs of hands that both contain a set, by pattern, summed over these sets and all of their orbits."""
    patterns = np.zeros(PATTERNS, dtype=np.int64)
    counts = np.zeros(len(house), dtype=np.int64)
    listed = np.empty(len(house), dtype=np.int32)
    for at in range(len(sets)):
        classes = count_classes(tables, deck, sets[at], counts, listed)
        of_set = patterns_of_classes(house, classes, counts, lows, highs)
        for kind in range(PATTERNS):
            patterns[kind] += orbits[at] * of_set[kind]
        for number in classes:
            counts[number] = 0
    return patterns
