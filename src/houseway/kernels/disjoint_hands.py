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
from .meetings import PATTERNS, pattern

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
def first_hand(tables: ClassTables, chosen: SetOfCards) -> Longs:
    """Complete a set to a hand with the first of the other cards; return the positions of these cards."""
    places = np.arange(tables.size - chosen.size)
    for at in range(len(places)):
        add_card(tables, chosen.sums, at, chosen.others[places[at]])
    return places


@compiled
def count_classes(tables: ClassTables, deck: Hands, chosen: int, counts: Longs, listed: Numbers) -> Numbers:
    """The classes of all hands that contain a set; adds the number of hands of each to `counts`, which has to be 0."""
    shared = sums_of_set(tables, deck, chosen)
    places = first_hand(tables, shared)
    sums = shared.sums
    others = shared.others
    more = len(places)
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


# Best play: every setting of every hand ------------------------------------------------------------------------------


class Candidates(NamedTuple):
    """The settings among which a player chooses."""

    start: Longs
    """By class: the number of its first candidate; they end where those of the next class begin."""
    codes: Codes
    """By candidate: the codes of its two hands."""


@compiled
def undominated(codes: Codes, legal: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """
    By class and choice: is it legal, and is no other legal choice at least as high in both hands?

    Of choices with the same codes, the first is taken. `codes` has the two codes by class and choice, and `legal` is by
    the two codes.
    """
    choices = codes.shape[1]
    taken = np.zeros((len(codes), choices), dtype=np.bool_)
    for row in range(len(codes)):
        for choice in range(choices):
            low = codes[row, choice, 0]
            high = codes[row, choice, 1]
            is_best = legal[low, high]
            for other in range(choices):
                other_low = codes[row, other, 0]
                other_high = codes[row, other, 1]
                is_as_high = other_low >= low and other_high >= high and legal[other_low, other_high]
                is_higher = other_low > low or other_high > high
                if is_as_high and (is_higher or other < choice):
                    is_best = False
                    break
            taken[row, choice] = is_best
    return taken


@compiled
def representative(held: int, suits: int) -> int:
    """The set that represents the orbit of this one: the first suits are sorted by their ranks, highest first."""
    for last in range(suits - 1, 0, -1):
        for suit in range(last):
            shift = MASK_BITS * suit
            ranks = held >> shift & RANK_MASK
            next_ranks = held >> shift + MASK_BITS & RANK_MASK
            if next_ranks > ranks:
                different = ranks ^ next_ranks
                held ^= different << shift | different << shift + MASK_BITS
    return held


class Orbits(NamedTuple):
    """The orbits of all hands. A hash table with open addressing finds the sums of a hand."""

    hands: Longs
    """By orbit: its representative as bits by suit."""
    sizes: Longs
    classes: Numbers
    starts: Longs
    """By orbit: the number of its first setting; its settings are the candidates of its class."""
    hash_table: Longs
    """By position in the hash table: a representative, or 0, and the number of its first setting."""


SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""A multiplier that spreads hands over the hash table: 2^64 divided by the golden ratio."""
SPREAD_SHIFT = np.uint64(20)


@compiled
def first_position(held: int, positions: int) -> int:
    """The position at which the search for a hand begins; the number of positions is a power of two."""
    return int(np.uint64(held) * SPREAD >> SPREAD_SHIFT) & positions - 1


@compiled
def make_index(hands: Longs, starts: Longs, positions: int) -> Longs:
    index = np.zeros((positions, 2), dtype=np.int64)
    for number in range(len(hands)):
        position = first_position(hands[number], positions)
        while index[position, 0]:
            position = position + 1 & positions - 1
        index[position, 0] = hands[number]
        index[position, 1] = starts[number]
    return index


@compiled
def start_of(index: Longs, held: int, suits: int) -> int:
    """The number of the first setting of this hand."""
    wanted = representative(held, suits)
    position = first_position(wanted, len(index))
    while index[position, 0] != wanted:
        position = position + 1 & len(index) - 1
    return int(index[position, 1])


@compiled
def classes_of_sets(tables: ClassTables, deck: Hands, hands: Longs) -> Numbers:
    """The classes of these hands, which are given as bits by suit."""
    classes = np.empty(len(hands), dtype=np.int32)
    for number in range(len(hands)):
        sums = sums_of_set(tables, deck, hands[number]).sums
        classes[number] = class_of_sums(tables, sums.key[0], sums.held[0], sums.suits[0])
    return classes


# An end is a set of patterns, such as those that win. Sums are counts of hands that are met in an end, by setting and
# end. They are kept modulo 2^32, which is more than the number of hands that can be met, times the size of an orbit.
CORNERS = 9
"""The sums of a grid that decide the patterns of a setting: three rows and three columns."""


@compiled
def set_met(
    grid: Grid,
    candidates: Candidates,
    number: int,
    weights: Longs,
    factor: int,
    corners: Longs,
    met: NDArray[np.uint32],
) -> None:
    """
    Write for each candidate of a class and each end the hands of the grid that it meets in that end, times a factor.

    `weights` has by end what each of the nine corners of the grid adds. `corners` is space for them.
    """
    ends = len(weights)
    last_row = grid.sums.shape[0] - 1
    last_column = grid.sums.shape[1] - 1
    for candidate in range(candidates.start[number], candidates.start[number + 1]):
        low = int(candidates.codes[candidate, 0])
        high = int(candidates.codes[candidate, 1])
        column = grid.second[high]
        next_column = grid.second[high + 1]
        corner = 0
        for row in (grid.first[low], grid.first[low + 1], last_row):
            corners[corner] = grid.sums[row, column]
            corners[corner + 1] = grid.sums[row, next_column]
            corners[corner + 2] = grid.sums[row, last_column]
            corner += 3
        for end in range(ends):
            hands = 0
            for corner in range(CORNERS):
                hands += weights[end, corner] * corners[corner]
            met[candidate * ends + end] = np.uint32(factor * hands)


@compiled
def list_hands(tables: ClassTables, deck: Hands, chosen: int, classes: Numbers, held: Longs) -> int:
    """Write the class and the cards of every hand that contains a set; return the number of hands."""
    shared = sums_of_set(tables, deck, chosen)
    places = first_hand(tables, shared)
    sums = shared.sums
    others = shared.others
    more = len(places)
    count = 0
    while True:
        classes[count] = class_of_sums(tables, sums.key[more], sums.held[more], sums.suits[more])
        held[count] = sums.held[more]
        count += 1
        moved = next_combination(places, len(others))
        if moved == NO_MORE:
            return count
        for at in range(moved, more):
            add_card(tables, sums, at, others[places[at]])


@compiled
def add_sets(
    tables: ClassTables,
    deck: Hands,
    suits: int,
    house: Codes,
    candidates: Candidates,
    index: Longs,
    weights: Longs,
    sets: Longs,
    factors: Longs,
    hands: int,
    lows: int,
    highs: int,
    totals: NDArray[np.uint32],
) -> None:
    """
    Add to `totals`, by setting and end, the hands of the other side that contain one of these sets.

    Each setting of a hand that contains a set gains the hands that it meets, times the factor of the set. `hands` is
    the number of hands that contain a set.
    """
    ends = len(weights)
    classes = np.empty(hands, dtype=np.int32)
    held = np.empty(hands, dtype=np.int64)
    counts = np.zeros(len(house), dtype=np.int64)
    listed = np.empty(len(house), dtype=np.int32)
    corners = np.empty(CORNERS, dtype=np.int64)
    met = np.empty(len(candidates.codes) * ends, dtype=np.uint32)
    for at in range(len(sets)):
        count = list_hands(tables, deck, sets[at], classes, held)
        touched = 0
        for row in range(count):
            if counts[classes[row]] == 0:
                listed[touched] = classes[row]
                touched += 1
            counts[classes[row]] += 1
        grid = make_grid(house, listed[:touched], counts, lows, highs)
        for number in listed[:touched]:
            counts[number] = 0
            set_met(grid, candidates, number, weights, factors[at], corners, met)
        for row in range(count):
            first = candidates.start[classes[row]] * ends
            length = candidates.start[classes[row] + 1] * ends - first
            start = start_of(index, held[row], suits) * ends
            for place in range(length):
                totals[start + place] += met[first + place]


@compiled
def times_held(hand: int, chosen: int, suits: int) -> int:
    """How many sets of the orbit of a set of at most one card are in a hand."""
    if chosen == 0:
        return 1
    times = 0
    left = hand
    while left:
        card = left & -left
        left ^= card
        if representative(card, suits) == chosen:
            times += 1
    return times


@compiled
def add_small_set(
    tables: ClassTables,
    deck: Hands,
    suits: int,
    house: Codes,
    candidates: Candidates,
    orbits: Orbits,
    weights: Longs,
    chosen: int,
    sign: int,
    lows: int,
    highs: int,
    totals: NDArray[np.uint32],
) -> None:
    """The same as `add_sets` for the orbit of one set of at most one card: visits each orbit of hands only once."""
    ends = len(weights)
    counts = np.zeros(len(house), dtype=np.int64)
    listed = np.empty(len(house), dtype=np.int32)
    corners = np.empty(CORNERS, dtype=np.int64)
    met = np.zeros(len(candidates.codes) * ends, dtype=np.uint32)
    classes = count_classes(tables, deck, chosen, counts, listed)
    grid = make_grid(house, classes, counts, lows, highs)
    for number in range(len(house)):
        set_met(grid, candidates, number, weights, 1, corners, met)
    for number in range(len(orbits.hands)):
        factor = np.uint32(sign * times_held(orbits.hands[number], chosen, suits) * orbits.sizes[number])
        if factor:
            first = candidates.start[orbits.classes[number]] * ends
            length = candidates.start[orbits.classes[number] + 1] * ends - first
            start = orbits.starts[number] * ends
            for place in range(length):
                totals[start + place] += factor * met[first + place]


@compiled
def add_same_hands(
    house: Codes, candidates: Candidates, orbits: Orbits, ends: Longs, sign: int, totals: NDArray[np.uint32]
) -> None:
    """Add the hands of the other side that share all cards; `ends` has 1 by end and pattern if it leads to the end."""
    for number in range(len(orbits.hands)):
        theirs = house[orbits.classes[number]]
        first = candidates.start[orbits.classes[number]]
        for choice in range(candidates.start[orbits.classes[number] + 1] - first):
            kind = pattern(candidates.codes[first + choice], theirs)
            for end in range(len(ends)):
                if ends[end, kind]:
                    place = (orbits.starts[number] + choice) * len(ends) + end
                    totals[place] += np.uint32(sign * orbits.sizes[number])


@compiled
def sums_of_best(
    candidates: Candidates, orbits: Orbits, totals: NDArray[np.uint32], ends: int, values: Longs
) -> tuple[Longs, NDArray[np.int8]]:
    """
    By payoff and end: the deals of the best settings in that end; by payoff and orbit: the number of the best setting.

    `values` has by payoff what a deal in each end adds to the value of a setting. Of equals the first is best.
    """
    sums = np.zeros((len(values), ends), dtype=np.int64)
    best_choices = np.zeros((len(values), len(orbits.hands)), dtype=np.int8)
    for payoff in range(len(values)):
        for number in range(len(orbits.hands)):
            start = orbits.starts[number] * ends
            length = candidates.start[orbits.classes[number] + 1] - candidates.start[orbits.classes[number]]
            best = 0
            best_value = np.int64(0)
            for choice in range(length):
                value = np.int64(0)
                for end in range(ends):
                    value += values[payoff, end] * np.int64(totals[start + choice * ends + end])
                if choice == 0 or value > best_value:
                    best = choice
                    best_value = value
            best_choices[payoff, number] = best
            for end in range(ends):
                sums[payoff, end] += np.int64(totals[start + best * ends + end])
    return sums, best_choices
