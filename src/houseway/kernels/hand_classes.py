"""
Classes of hands: hands with the same ranks, the same number of jokers, and the same ranks in a suit that is *long*,
which means long enough for a flush.

If suits matter only for flushes, a game treats all hands of a class alike, so its rules are called once per class and
kernels look the result up. A formula counts the hands of a class that are possible when some cards are known. It works
for hands of up to seven cards from one deck, in which no two suits can be long at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import JOKER, RANKS, SUITS, Cards
from .cards import JOKER_CODE, RANK_SHIFT, SUIT_MASK, Hands, Ints, decoded_hand, encoded
from .compiled import compiled
from .disk_cache import cached
from .shapes import SYMBOLS, ShapeTables, count_shapes, every_shape, shape_number, shape_of, shape_tables

CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], dtype=np.int64)
"""By n and k: the number of ways to choose k of n cards."""
MASK_BITS = len(RANKS)
"""The bits of a set of ranks."""
RANK_MASK = (1 << MASK_BITS) - 1
SUIT_COUNTER_BITS = 4
"""The bits of each counter of cards by suit."""
SUIT_COUNTER_MASK = 15


class ClassTables(NamedTuple):
    """Tables with which a kernel finds the class of a hand."""

    shapes: ShapeTables
    size: int
    long: int
    """The number of cards of one suit, jokers included, that make the suit long: enough for a flush."""
    plain: NDArray[np.int32]
    """By shape: the class of the hands without a long suit."""
    keys: NDArray[np.int64]
    """For every class with a long suit: its shape and the ranks of that suit as one number, in ascending order."""
    first: int
    """The number of the first class with a long suit."""


@dataclass(frozen=True)
class HandClasses:
    """Every class of hands of one size."""

    tables: ClassTables
    ranks: NDArray[np.int8]
    """By class: the number of cards of each rank."""
    jokers: NDArray[np.int8]
    suited: NDArray[np.int16]
    """By class: the ranks of the long suit, one bit each; 0 if there is no long suit."""
    plain: NDArray[np.int32]
    """By class: the class of the same shape without a long suit."""
    hands: Hands
    """By class: one of its hands."""

    def __len__(self) -> int:
        return len(self.jokers)

    def hand(self, number: int) -> Cards:
        """A hand of this class."""
        return decoded_hand(self.hands[number].tolist())

    def hand_counts(self, without: Cards, jokers: int) -> NDArray[np.int64]:
        """The number of hands of each class in a deck with these jokers, without the given cards."""
        left = np.ones(JOKER_CODE, dtype=np.int64)
        left[[encoded(card) for card in without if card != JOKER]] = 0
        ways = count_ways(self.factors, self.suited, factors_left(left.reshape(len(RANKS), len(SUITS))))
        long = self.suited > 0
        np.subtract.at(ways, self.plain[long], ways[long])
        with_jokers: NDArray[np.int64] = ways * CHOOSE[jokers - without.count(JOKER), self.jokers]
        return with_jokers

    @cached_property
    def factors(self) -> Hands:
        """By class: the numbers of the factors, one per rank, whose product is the number of hands of the class."""
        return list_factors(self.ranks, self.suited, self.tables.size)

    def numbers(self, hands: Hands) -> NDArray[np.int32]:
        """The classes of these hands, one per row."""
        return class_numbers(self.tables, hands)


CLASSES = (HandClasses, ClassTables, ShapeTables)


@lru_cache(maxsize=4)
def hand_classes(size: int, *, jokers: int, long: int) -> HandClasses:
    """The classes of hands of this size; `long` cards of one suit, jokers included, are enough for a flush."""
    return cached(f"hand classes {size} {jokers} {long}", lambda: _list_classes(size, jokers, long), classes=CLASSES)


def _list_classes(size: int, jokers: int, long: int) -> HandClasses:
    shapes = list(every_shape(size, jokers=jokers, copies=len(SUITS)))
    suited = [(symbols, mask) for symbols in shapes for mask in _long_suits(symbols, long)]
    suited.sort(key=lambda entry: _key(*entry))
    plain = np.full(count_shapes(size), -1, dtype=np.int32)
    plain[[shape_number(symbols) for symbols in shapes]] = np.arange(len(shapes))
    keys = np.array([_key(*entry) for entry in suited], dtype=np.int64)
    listed = [*((symbols, 0) for symbols in shapes), *suited]
    counts = np.array([np.bincount(symbols, minlength=SYMBOLS) for symbols, _ in listed], dtype=np.int8)
    return HandClasses(
        tables=ClassTables(shape_tables(), size, long, plain, keys, len(shapes)),
        ranks=np.ascontiguousarray(counts[:, :-1]),
        jokers=np.ascontiguousarray(counts[:, -1]),
        suited=np.array([mask for _, mask in listed], dtype=np.int16),
        plain=plain[[shape_number(symbols) for symbols, _ in listed]],
        hands=np.array([sorted(_hand(symbols, mask)) for symbols, mask in listed], dtype=np.uint8),
    )


def _key(symbols: tuple[int, ...], mask: int) -> int:
    return shape_number(symbols) << MASK_BITS | mask


def _long_suits(symbols: tuple[int, ...], long: int) -> Iterator[int]:
    """Every set of ranks, one bit each, that the long suit of a hand of this shape can have."""
    wild = symbols.count(SYMBOLS - 1)
    ranks = sorted(set(symbols) - {SYMBOLS - 1})
    full = {rank for rank in ranks if symbols.count(rank) == len(SUITS)}
    for count in range(max(1, long - wild), len(ranks) + 1):
        for chosen in combinations(ranks, count):
            if full <= set(chosen):
                yield sum(1 << rank for rank in chosen)


def _hand(symbols: tuple[int, ...], suited: int) -> Iterator[int]:
    """A hand of this class: the long suit is the first; the other cards take the other suits in turn."""
    turn = 0
    others = range(1, len(SUITS)) if suited else range(len(SUITS))
    taken = 0
    for symbol in symbols:
        if symbol == SYMBOLS - 1:
            yield JOKER_CODE
        elif suited >> symbol & 1 and not taken >> symbol & 1:
            taken |= 1 << symbol
            yield symbol * len(SUITS)
        else:
            yield symbol * len(SUITS) + others[turn % len(others)]
            turn += 1


# The number of hands of a class is a product over its ranks. The number of a factor is
# 8 * rank + 2 * (cards of the rank - 1) + (1 if one of them is in the long suit). The last factor is the constant 1.
ONE_FACTOR = 8 * len(RANKS)


@compiled
def list_factors(ranks: Ints, suited: Ints, most: int) -> Hands:
    factors = np.full((len(suited), most), ONE_FACTOR, dtype=np.uint8)
    for row in range(len(suited)):
        at = 0
        for rank in range(13):
            if ranks[row, rank]:
                factors[row, at] = 8 * rank + 2 * (ranks[row, rank] - 1) + (suited[row] >> rank & 1)
                at += 1
    return factors


def factors_left(left: Ints) -> NDArray[np.int64]:
    """(5, factors): the factors without a long suit, then with each suit as the long one; `left` counts the cards."""
    factors = np.ones((1 + len(SUITS), ONE_FACTOR + 1), dtype=np.int64)
    there = left.sum(axis=1)
    plain = factors[0, :-1].reshape(-1, 4, 2)
    by_suit = factors[1:, :-1].reshape(len(SUITS), -1, 4, 2)
    plain[:, :, 0] = CHOOSE[there, 1:]
    others = there - left.T
    by_suit[:, :, :, 0] = CHOOSE[others, 1:]
    by_suit[:, :, :, 1] = left.T[:, :, None] * CHOOSE[others, :-1]
    return factors


@compiled
def count_ways(factors: Hands, suited: Ints, left: Ints) -> NDArray[np.int64]:
    """
    By class: the number of hands with its long suit, in any of the four suits.

    For a class without a long suit it is the number of all hands of its shape.
    """
    ways = np.zeros(len(suited), dtype=np.int64)
    for row in range(len(suited)):
        for table in range(1 if suited[row] else 0, 5 if suited[row] else 1):
            product = 1
            for place in range(factors.shape[1]):
                product *= left[table, factors[row, place]]
                if product == 0:
                    break
            ways[row] += product
    return ways


@compiled
def class_of(tables: ClassTables, hand: Hands, start: int) -> int:
    """The class of the hand that begins at this position."""
    key = np.uint64(0)
    held = 0
    suits = 0
    for place in range(start, start + tables.size):
        card = hand[place]
        key += tables.shapes.key[card]
        held |= bit_by_suit(card)
        suits += suit_counter(card)
    return class_of_sums(tables, key, held, suits)


@compiled
def bit_by_suit(card: int) -> int:
    """The bit of a card in a set of cards: those of a suit are adjacent, and the joker has the last."""
    if card == JOKER_CODE:
        return 1 << MASK_BITS * 4
    return 1 << MASK_BITS * (int(card) & SUIT_MASK) + (int(card) >> RANK_SHIFT)


@compiled
def suit_counter(card: int) -> int:
    """A card as a summand of five counters: one for each suit, and the last for jokers."""
    suit = 4 if card == JOKER_CODE else int(card) & SUIT_MASK
    return 1 << SUIT_COUNTER_BITS * suit


@compiled
def class_of_sums(tables: ClassTables, key: np.uint64, held: int, suits: int) -> int:
    """The class of a hand from its sums over cards: the keys of its shape, its bits by suit and its suit counters."""
    shape = shape_of(tables.shapes, tables.size, key)
    jokers = suits >> SUIT_COUNTER_BITS * 4
    for suit in range(4):
        of_suit = suits >> SUIT_COUNTER_BITS * suit & SUIT_COUNTER_MASK
        if of_suit + jokers >= tables.long:
            ranks = held >> MASK_BITS * suit & RANK_MASK
            wanted = np.int64(shape) << MASK_BITS | ranks
            return tables.first + int(np.searchsorted(tables.keys, wanted))
    return int(tables.plain[shape])


@compiled
def class_numbers(tables: ClassTables, hands: Hands) -> NDArray[np.int32]:
    numbers = np.empty(len(hands), dtype=np.int32)
    for row in range(len(hands)):
        numbers[row] = class_of(tables, hands[row], 0)
    return numbers
