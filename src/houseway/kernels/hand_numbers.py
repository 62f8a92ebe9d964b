"""
The strength of hands of 1 to 10 cards as a number: any number of decks and jokers, any ranking without suits.

No table of shapes is needed: the number is computed from how often each rank occurs. It contains the level of the hand,
then its ranks in order of importance, then how natural it is, so numbers of one ranking compare as the strengths of
`rules.ranking` do. The jokers of a hand try the same ranks as there.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import ACE, KING, RANKS, SUITS, TWO
from ..rules.errors import Broken
from ..rules.ranking import COUNT_OF_A_KIND, Made, Ranking, Strength
from .cards import JOKER_CODE, RANK_SHIFT, SUIT_MASK, Hands, Ints
from .compiled import compiled
from .five import FiveTables, code_of_five, five_tables
from .shapes import ShapeTables, count_shapes, shape_number, shape_of, shape_tables

MOST_CARDS = 10
"""The most cards of a hand."""
RANK_COUNT = len(RANKS)
SUIT_COUNT = len(SUITS)

NATURAL_BITS = 4
RANK_BITS = 4
LEVEL_SHIFT = NATURAL_BITS + RANK_BITS * MOST_CARDS
"""Where the level starts in a number."""
FIRST_RANK_SHIFT = LEVEL_SHIFT - RANK_BITS
"""Where the most important rank starts in a number."""

HIGH_CARD = 0
ONE_PAIR = 1
TWO_PAIRS = 2
FULL_HOUSE = 3
STRAIGHT = 4
FLUSH = 5
STRAIGHT_FLUSH = 6
ROYAL_FLUSH = 7
KIND = 8
"""Classes as numbers; `KIND + n` is n of a kind."""
NO_CLASS = -1

CLASS_NUMBERS = {
    Made.HIGH_CARD: HIGH_CARD,
    Made.ONE_PAIR: ONE_PAIR,
    Made.TWO_PAIRS: TWO_PAIRS,
    Made.FULL_HOUSE: FULL_HOUSE,
    Made.STRAIGHT: STRAIGHT,
    Made.FLUSH: FLUSH,
    Made.STRAIGHT_FLUSH: STRAIGHT_FLUSH,
    Made.ROYAL_FLUSH: ROYAL_FLUSH,
    **{made: KIND + count for made, count in COUNT_OF_A_KIND.items()},
}


class OrderTables(NamedTuple):
    """A ranking as kernels read it."""

    lines: NDArray[np.int8]
    """By size of hand and line, the best line first: the class, or NO_CLASS if the line is for another size."""
    ace_low: bool
    wheel_second: bool
    joker_duplicates: bool
    natural_beats_wild: bool
    is_bug: bool


class Buffers(NamedTuple):
    """The arrays in which one hand is ranked."""

    naturals: NDArray[np.int64]
    """By rank: the natural cards of the hand."""
    suits_held: NDArray[np.int64]
    """By rank: the number of suits in which the hand has it."""
    jokers: NDArray[np.int64]
    """By rank: the jokers that stand for it."""
    counts: NDArray[np.int64]
    """By rank: all cards, jokers included."""
    limit: NDArray[np.int64]
    """By rank: the next higher rank that occurs equally often, which takes at least as many jokers; else NO_RANK."""


NO_RANK = -1


def order_tables(ranking: Ranking) -> OrderTables:
    """The tables of a ranking in which suits break no ties."""
    if ranking.suits != "off":
        raise Broken("numbers of hands do not know suits; use kernels.suited for a ranking in which they break ties")
    lines = np.full((MOST_CARDS + 1, len(ranking.best_first)), NO_CLASS, dtype=np.int8)
    for place, line in enumerate(ranking.best_first):
        if isinstance(line, tuple):
            made, size = line
            if size <= MOST_CARDS:
                lines[size, place] = CLASS_NUMBERS[made]
        else:
            lines[:, place] = CLASS_NUMBERS[line]
    return OrderTables(
        lines=lines,
        ace_low=ranking.ace_low,
        wheel_second=ranking.wheel == "second",
        joker_duplicates=ranking.joker_duplicates,
        natural_beats_wild=ranking.natural_beats_wild,
        is_bug=ranking.joker == "bug",
    )


def number_of_strength(ranking: Ranking, strength: Strength) -> int:
    """The number of a strength that the plain reference computed with this ranking."""
    number = strength.level << LEVEL_SHIFT
    for place, rank in enumerate(strength.ranks):
        number |= rank << (FIRST_RANK_SHIFT - RANK_BITS * place)
    if ranking.natural_beats_wild:
        number |= MOST_CARDS + strength.naturalness
    return number


@compiled
def run_top(mask: int, size: int, ace_low: bool) -> int:
    """The top rank of a run of `size` different ranks, given as bits from the two up; 0 if they are no run."""
    if size < 3:
        return 0
    two_and_ace = 1 | 1 << (ACE - TWO)
    shifted = mask << 1
    if ace_low and mask & two_and_ace == two_and_ace:
        shifted = (mask & ~(1 << (ACE - TWO))) << 1 | 1
    if shifted & (shifted + (shifted & -shifted)) != 0:
        return 0
    top = 0
    while shifted:
        shifted >>= 1
        top += 1
    return top


@compiled
def recognised(made: int, most: int, second: int, one_suit: bool, top: int) -> bool:
    """Whether a class takes a hand with these two largest groups of a rank."""
    if made == HIGH_CARD:
        return True
    if made == ONE_PAIR:
        return most >= 2
    if made == TWO_PAIRS:
        return most >= 2 and second >= 2
    if made == FULL_HOUSE:
        return most >= 3 and second >= 2
    if made == STRAIGHT:
        return top > 0
    if made == FLUSH:
        return one_suit
    if made == STRAIGHT_FLUSH:
        return one_suit and top > 0
    if made == ROYAL_FLUSH:
        return one_suit and top == ACE
    return most >= made - KIND


class Ranked(NamedTuple):
    """The number of a hand, and its class."""

    number: int
    made: int


@compiled
def rank_counts(tables: OrderTables, counts: Ints, size: int, one_suit: bool, wild: int) -> Ranked:
    """The number and the class of a hand whose ranks occur this often, `wild` of them by a joker."""
    mask = 0
    distinct = 0
    most = 0
    second = 0
    for rank in range(RANK_COUNT):
        count = counts[rank]
        if count > 0:
            mask |= 1 << rank
            distinct += 1
            if count > most:
                second = most
                most = count
            elif count > second:
                second = count
    top = run_top(mask, size, tables.ace_low) if distinct == size else 0
    is_flush = one_suit and size >= 3
    lines = tables.lines
    level = 0
    made = NO_CLASS
    for place in range(lines.shape[1]):
        made = lines[size, place]
        if made != NO_CLASS and recognised(made, most, second, is_flush, top):
            level = lines.shape[1] - place
            break
    number = np.int64(level) << LEVEL_SHIFT
    if tables.natural_beats_wild:
        number |= MOST_CARDS - wild
    if made in (STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH):
        return Ranked(int(number) | run_ranks(top, size, tables.wheel_second), made)
    return Ranked(int(number) | ranks_by_importance(counts, made == FLUSH, most), made)


@compiled
def run_ranks(top: int, size: int, wheel_second: bool) -> int:
    """The ranks of a run, in their places of a number; the wheel may stand above the run to the king."""
    if top == size and wheel_second:
        return KING << FIRST_RANK_SHIFT | ACE << (FIRST_RANK_SHIFT - RANK_BITS)
    return top << FIRST_RANK_SHIFT


@compiled
def ranks_by_importance(counts: Ints, is_flush: bool, most: int) -> int:
    """The ranks in their places of a number: the bigger group first, then the higher rank; in a flush by rank only."""
    ranks = 0
    shift = FIRST_RANK_SHIFT
    for group in range(1 if is_flush else most, 0, -1):
        for rank in range(RANK_COUNT - 1, -1, -1):
            if counts[rank] == group or (is_flush and counts[rank] > 0):
                for _ in range(counts[rank]):
                    ranks |= (rank + TWO) << shift
                    shift -= RANK_BITS
    return ranks


@compiled
def new_buffers() -> Buffers:
    return Buffers(
        np.zeros(RANK_COUNT, np.int64),
        np.zeros(RANK_COUNT, np.int64),
        np.zeros(RANK_COUNT, np.int64),
        np.zeros(RANK_COUNT, np.int64),
        np.zeros(RANK_COUNT, np.int64),
    )


@compiled
def rank_hand(tables: OrderTables, cards: Ints, size: int, buffers: Buffers) -> int:
    """The number of the first `size` of these cards."""
    naturals = buffers.naturals
    for rank in range(RANK_COUNT):
        naturals[rank] = 0
    held = np.uint64(0)
    suits = 0
    wild = 0
    for place in range(size):
        card = cards[place]
        if card == JOKER_CODE:
            wild += 1
        else:
            naturals[card >> RANK_SHIFT] += 1
            suits |= 1 << (card & SUIT_MASK)
            held |= np.uint64(1) << np.uint64(card)
    one_suit = suits & (suits - 1) == 0
    if wild == 0:
        return rank_counts(tables, naturals, size, one_suit, 0).number
    for rank in range(RANK_COUNT):
        suits_of_rank = held >> np.uint64(SUIT_COUNT * rank) & np.uint64(2**SUIT_COUNT - 1)
        buffers.suits_held[rank] = 0
        while suits_of_rank:
            suits_of_rank &= suits_of_rank - np.uint64(1)
            buffers.suits_held[rank] += 1
    by_groups = best_by_groups(tables, size, wild, one_suit, buffers)
    return max(by_groups, best_by_runs(tables, size, wild, one_suit, buffers))


@compiled
def write_limits(buffers: Buffers, joker_duplicates: bool) -> None:
    """For each rank, write the next higher one that takes at least as many jokers."""
    naturals = buffers.naturals
    for rank in range(RANK_COUNT):
        buffers.limit[rank] = NO_RANK
        if joker_duplicates or naturals[rank] == 0:
            for higher in range(RANK_COUNT - 1, rank, -1):
                if naturals[higher] == naturals[rank]:
                    buffers.limit[rank] = higher


@compiled
def best_by_groups(tables: OrderTables, size: int, wild: int, one_suit: bool, buffers: Buffers) -> int:
    """
    The best number with the jokers distributed among the ranks.

    Of two ranks that occur equally often, the higher one takes at least as many jokers. If jokers may not duplicate
    cards, this is only true of ranks that do not occur. `rules.ranking` gives the reason.
    """
    jokers = buffers.jokers
    limit = buffers.limit
    write_limits(buffers, tables.joker_duplicates)
    best = 0
    left = wild
    rank = RANK_COUNT - 1
    jokers[rank] = left
    left = 0
    while True:
        if left == 0 or rank == 0:
            if left == 0:
                for lower in range(rank):
                    jokers[lower] = 0
                best = max(best, with_jokers(tables, size, wild, one_suit, buffers))
            # Back to the last rank with a joker, and one joker less there.
            while rank < RANK_COUNT and jokers[rank] == 0:
                rank += 1
            if rank == RANK_COUNT:
                return best
            jokers[rank] -= 1
            left += 1
        if rank == 0:
            continue
        rank -= 1
        jokers[rank] = left
        if limit[rank] != NO_RANK:
            jokers[rank] = min(left, jokers[limit[rank]])
        left -= jokers[rank]


@compiled
def best_by_runs(tables: OrderTables, size: int, wild: int, one_suit: bool, buffers: Buffers) -> int:
    """The best number with jokers that complete a run of all the cards; 0 if there is none."""
    best = 0
    for low in range(1, ACE - size + 2):
        missing = 0
        for rank in range(RANK_COUNT):
            in_run = low <= rank + TWO < low + size or (low == 1 and rank + TWO == ACE)
            buffers.jokers[rank] = 1 if in_run and buffers.naturals[rank] == 0 else 0
            if buffers.naturals[rank] > (1 if in_run else 0):
                missing = wild + 1
            missing += buffers.jokers[rank]
        if missing == wild:
            best = max(best, with_jokers(tables, size, wild, one_suit, buffers))
    return best


@compiled
def with_jokers(tables: OrderTables, size: int, wild: int, one_suit: bool, buffers: Buffers) -> int:
    """The number of a hand whose jokers stand for these ranks; 0 if they may not."""
    jokers = buffers.jokers
    may_be_one_suit = one_suit
    for rank in range(RANK_COUNT):
        buffers.counts[rank] = buffers.naturals[rank] + jokers[rank]
        if jokers[rank] > 0 and not tables.joker_duplicates:
            if buffers.suits_held[rank] + jokers[rank] > SUIT_COUNT:
                return 0
            if buffers.suits_held[rank] + jokers[rank] > 1:
                may_be_one_suit = False
    ranked = rank_counts(tables, buffers.counts, size, may_be_one_suit, wild)
    are_aces = jokers[RANK_COUNT - 1] == wild
    completes = ranked.made in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
    if tables.is_bug and not are_aces and not completes:
        return 0
    return ranked.number


@compiled
def has_joker(hands: Hands) -> bool:
    largest = 0
    for row in range(len(hands)):
        for place in range(hands.shape[1]):
            largest = max(largest, hands[row, place])
    return largest == JOKER_CODE


@compiled
def number_hands(tables: OrderTables, hands: Hands) -> NDArray[np.int64]:
    """The numbers of these hands, one hand per row."""
    buffers = new_buffers()
    numbers = np.empty(len(hands), dtype=np.int64)
    for row in range(len(hands)):
        numbers[row] = rank_hand(tables, hands[row], hands.shape[1], buffers)
    return numbers


@compiled
def number_best(tables: OrderTables, hands: Hands, choices: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of the best choice of positions in each of these hands, and the row of the choice."""
    buffers = new_buffers()
    chosen = np.empty(choices.shape[1], dtype=np.uint8)
    numbers = np.zeros(len(hands), dtype=np.int64)
    rows = np.zeros(len(hands), dtype=np.int64)
    for row in range(len(hands)):
        for choice in range(len(choices)):
            for place in range(choices.shape[1]):
                chosen[place] = hands[row, choices[choice, place]]
            number = rank_hand(tables, chosen, choices.shape[1], buffers)
            if number > numbers[row]:
                numbers[row] = number
                rows[row] = choice
    return numbers, rows


# Tables for the sizes that are ranked most often ---------------------------------------------------------------------

FIVE = 5


class FiveNumbers(NamedTuple):
    """Tables for five natural cards of any decks."""

    fives: FiveTables
    """The place of a hand among all numbers, from its cards, unless all five are of one rank."""
    numbers: NDArray[np.int64]
    """By place: the number."""
    one_rank: NDArray[np.int64]
    """The number of five cards of one rank, by whether they are of one suit, and by rank."""


class BestFiveNumbers(NamedTuple):
    """Tables for the best five of six or seven natural cards."""

    shapes: ShapeTables
    by_shape: NDArray[np.int64]
    """By shape: the best number of five cards of different suits."""
    by_ranks: NDArray[np.int64]
    """By different ranks of one suit, one bit each: the best number of five of them."""


@compiled
def numbers_of_ranks(tables: OrderTables, ranks: Ints, one_suit: bool) -> NDArray[np.int64]:
    """The numbers of natural hands with these ranks, one hand per row."""
    counts = np.zeros(RANK_COUNT, dtype=np.int64)
    numbers = np.empty(len(ranks), dtype=np.int64)
    for row in range(len(ranks)):
        for rank in range(RANK_COUNT):
            counts[rank] = 0
        for place in range(ranks.shape[1]):
            counts[ranks[row, place]] += 1
        numbers[row] = rank_counts(tables, counts, ranks.shape[1], one_suit, 0).number
    return numbers


def five_numbers(tables: OrderTables) -> FiveNumbers:
    shapes = list(combinations_with_replacement(range(RANK_COUNT), FIVE))
    ranks = np.array(shapes, dtype=np.int64)
    by_suit = np.stack([numbers_of_ranks(tables, ranks, True), numbers_of_ranks(tables, ranks, False)], axis=1)
    numbers = np.concatenate(([0], np.unique(by_suit)))
    places = np.searchsorted(numbers, by_suit)
    of_one_rank = ranks[:, 0] == ranks[:, -1]
    places[of_one_rank] = 0  # the keys of ranks are only different for at most four cards of a rank
    rows = {shape: row for row, shape in enumerate(shapes)}
    one_rank = np.ascontiguousarray(by_suit[of_one_rank][:, ::-1].T)
    return FiveNumbers(five_tables(places, rows.__getitem__), numbers, one_rank)


@compiled
def number_fives(tables: FiveNumbers, hands: Hands) -> NDArray[np.int64]:
    numbers = np.empty(len(hands), dtype=np.int64)
    for row in range(len(hands)):
        a = hands[row, 0]
        b = hands[row, 1]
        c = hands[row, 2]
        d = hands[row, 3]
        e = hands[row, 4]
        differences = (a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)
        if differences >> RANK_SHIFT == 0:
            numbers[row] = tables.one_rank[1 if differences == 0 else 0, a >> RANK_SHIFT]
        else:
            numbers[row] = tables.numbers[code_of_five(tables.fives, a, b, c, d, e)]
    return numbers


def best_five_numbers(tables: OrderTables, size: int, choices: Ints) -> BestFiveNumbers:
    """The tables for the best five of `size` cards; the choices are all sets of five positions."""
    shapes = list(combinations_with_replacement(range(RANK_COUNT), size))
    ranks = np.array(shapes, dtype=np.int64)
    by_shape = np.zeros(count_shapes(size), dtype=np.int64)
    best = np.zeros(len(shapes), dtype=np.int64)
    for choice in choices:
        best = np.maximum(best, numbers_of_ranks(tables, np.ascontiguousarray(ranks[:, choice]), False))
    by_shape[[shape_number(shape) for shape in shapes]] = best
    by_ranks = np.zeros(1 << RANK_COUNT, dtype=np.int64)
    for mask in range(1 << RANK_COUNT):
        held = [rank for rank in range(RANK_COUNT) if mask >> rank & 1]
        if len(held) == FIVE:
            by_ranks[mask] = numbers_of_ranks(tables, np.array([held], dtype=np.int64), True)[0]
        elif len(held) > FIVE:
            by_ranks[mask] = max(by_ranks[mask & ~(1 << rank)] for rank in held)
    return BestFiveNumbers(shape_tables(), by_shape, by_ranks)


@compiled
def number_best_fives(tables: BestFiveNumbers, hands: Hands) -> NDArray[np.int64]:
    """The number of the best five cards of each hand; 0 where five of one suit have a rank twice."""
    numbers = np.empty(len(hands), dtype=np.int64)
    size = hands.shape[1]
    for row in range(len(hands)):
        key = np.uint64(0)
        suits = 0
        for place in range(size):
            card = hands[row, place]
            key += tables.shapes.key[card]
            suits += 1 << (RANK_BITS * (card & SUIT_MASK))
        number = tables.by_shape[shape_of(tables.shapes, size, key)]
        for suit in range(SUIT_COUNT):
            if suits >> (RANK_BITS * suit) & (2**RANK_BITS - 1) >= FIVE:
                mask = 0
                is_twice = False
                for place in range(size):
                    if hands[row, place] & SUIT_MASK == suit:
                        bit = 1 << (hands[row, place] >> RANK_SHIFT)
                        is_twice = is_twice or mask & bit != 0
                        mask |= bit
                number = 0 if is_twice else max(number, tables.by_ranks[mask])
        numbers[row] = number
    return numbers
