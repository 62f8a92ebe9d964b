"""
The shapes of all hands of Pyramid Showdown and their strengths.

The rules give the strength of a shape without jokers. A joker is the card that makes the hand strongest, so a shape
with one more joker is as strong as the best shape with one more natural card instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from ....rules.cards import ACE, CLUBS, DIAMONDS, TWO, Card, Cards
from ....rules.errors import NotAllowed
from ....rules.ranking import RUNS, Made, Ranking, Strength
from .. import hand_order, legality
from ..hand_order import Hand, OrderOptions, order_options
from ..terms import Terms
from .columns import (
    ALLOWED_SLOTS,
    FIELD,
    JOKER_RANK,
    JOKER_SHIFT,
    JOKERS,
    KEY,
    LEVEL,
    LOW_RANKS,
    MAIN_RANK,
    MIXED,
    MOST_JOKERS,
    MOST_NATURALS,
    NATURALS,
    NEEDS_EXTENDED,
    RANK,
    RANKS,
    SIZE,
    SUIT,
    SUIT_FIELD,
    WHEEL,
    WIDTH,
    Rows,
    Words,
)

DECKS = 3
STANDARD_SIZES = (1, 3, 5)
Ranks = tuple[int, ...]
"""Ranks, lowest first; 0 is a two."""
Key = tuple[int, Ranks]
"""A strength without suits: level and ranks."""


@dataclass(frozen=True)
class Shape:
    """A multiset of ranks with a number of jokers, of one suit or not."""

    ranks: Ranks
    """The ranks of the natural cards."""
    jokers: int
    suited: bool
    """Whether all cards are of one suit."""
    mixed: bool
    """Whether the cards must be of at least two suits, because the hand would be stronger in one suit."""
    strength: Strength

    @property
    def size(self) -> int:
        return len(self.ranks) + self.jokers

    @property
    def is_wheel(self) -> bool:
        return self.strength.made in RUNS and ACE - TWO in self.all_ranks and 0 in self.all_ranks

    @property
    def all_ranks(self) -> Ranks:
        """The ranks of all cards, with those that the jokers stand for."""
        if self.strength.made not in RUNS:
            return tuple(rank - TWO for rank in self.strength.ranks)
        top = self.strength.ranks[0] if len(self.strength.ranks) == 1 else self.size
        return tuple((ACE if rank == 1 else rank) - TWO for rank in range(top - self.size + 1, top + 1))

    @property
    def joker_ranks(self) -> Ranks:
        return tuple((Counter(self.all_ranks) - Counter(self.ranks)).elements())


@dataclass(frozen=True, eq=False)
class Scale:
    """All strengths without suits, numbered from the weakest, and all shapes that may be set somewhere."""

    terms: Terms
    strengths: tuple[Strength, ...]
    """By number: the strength. Its suits are those of an example hand."""
    shapes: Rows
    needs: Words

    @cached_property
    def numbers(self) -> dict[Key, int]:
        return {key_of(strength): number for number, strength in enumerate(self.strengths)}

    @cached_property
    def first_straight(self) -> int:
        """The number of the weakest five-card straight; Hands 5 and 6 are rarely weaker."""
        level = hand_order.scale(self.terms).level(Made.STRAIGHT, 5)
        return next(number for number, strength in enumerate(self.strengths) if strength.level >= level)

    def number(self, strength: Strength) -> int:
        return self.numbers[key_of(strength)]

    @lru_cache  # noqa: B019 - scales are cached for good
    def shapes_for(self, jokers: int, spare: int) -> tuple[Rows, Words]:
        """The shapes, and the packed counts they need, for cards with this many jokers and `spare` cards beyond 20."""
        chosen = (self.shapes[:, JOKERS] <= jokers) & (self.shapes[:, SIZE] <= 5 + spare)
        return np.ascontiguousarray(self.shapes[chosen]), np.ascontiguousarray(self.needs[chosen])


def key_of(strength: Strength) -> Key:
    return strength.level, strength.ranks


def scale_for(terms: Terms) -> Scale:
    """The scale of these terms; refuses terms under which hands do not form a chain."""
    for option, accepted in {"cross_size_order": "merged", "joker_duplicates": True}.items():
        if getattr(terms, option) != accepted:
            given = str(getattr(terms, option)).lower()
            raise NotAllowed(f"the solver takes {option}={str(accepted).lower()} only, not {given} [SHO-A2, SHO-A13]")
    options = (order_options(terms), terms.hand4_six_cards, terms.hand3_expansion, terms.equal_hands_order)
    if options not in _SCALES:
        _SCALES[options] = _build_scale(terms)
    return _SCALES[options]


_SCALES: dict[tuple[OrderOptions, str, str, str], Scale] = {}
"""The cached scales, by the options that they depend on."""


def _build_scale(terms: Terms) -> Scale:
    shapes = sorted(every_shape(hand_order.scale(terms)), key=lambda shape: (key_of(shape.strength), shape.jokers))
    strengths: dict[Key, Strength] = {}
    for shape in shapes:
        strengths.setdefault(key_of(shape.strength), shape.strength)
    numbers = {key: number for number, key in enumerate(strengths)}
    slots = _SlotsOfShapes(terms)
    slots_of = [(shape, slots.of(shape)) for shape in shapes]
    usable = [(shape, slots_of_shape) for shape, slots_of_shape in slots_of if slots_of_shape.allowed]
    return Scale(terms, tuple(strengths.values()), *_arrays(usable, numbers))


# Shapes ------------------------------------------------------------------------------------------------------------


def every_shape(ranking: Ranking) -> Iterator[Shape]:
    """All shapes: hands of one, three and five cards, and of a kind or straight flushes of six to ten cards."""
    for size in STANDARD_SIZES:
        mixed = _small(ranking, size, suited=False)
        suited = _small(ranking, size, suited=True)
        for (ranks, jokers), strength in mixed.items():
            in_one_suit = suited[ranks, jokers]
            suit_matters = len(ranks) > 0 and key_of(in_one_suit) != key_of(strength)
            if not suit_matters or len(ranks) > 1:
                yield Shape(ranks, jokers, False, suit_matters, strength)
            if suit_matters and max(map(ranks.count, ranks)) <= DECKS:
                yield Shape(ranks, jokers, True, False, in_one_suit)
    for size in range(6, MOST_NATURALS + 1):
        yield from _of_a_kind(ranking, size)
        yield from _straight_flushes(ranking, size)


def _small(ranking: Ranking, size: int, *, suited: bool) -> dict[tuple[Ranks, int], Strength]:
    """Strength by natural ranks and number of jokers of hands of this size, of one suit or of two."""
    strengths = {
        (ranks, 0): ranking.of(example(ranks, suited=suited))
        for ranks in combinations_with_replacement(range(RANKS), size)
    }
    for jokers in range(1, min(MOST_JOKERS, size) + 1):
        for ranks in combinations_with_replacement(range(RANKS), size - jokers):
            one_joker_less = [strengths[tuple(sorted((*ranks, rank))), jokers - 1] for rank in range(RANKS)]
            strengths[ranks, jokers] = max(one_joker_less, key=key_of)
    return strengths


def example(ranks: Ranks, *, suited: bool) -> Cards:
    """A hand of these ranks, of one suit or of two."""
    first = Card(ranks[0] + TWO, CLUBS)
    return (first, *(Card(rank + TWO, CLUBS if suited else DIAMONDS) for rank in ranks[1:]))


def _of_a_kind(ranking: Ranking, size: int) -> Iterator[Shape]:
    for rank in range(RANKS):
        strength = ranking.of(example((rank,) * size, suited=False))
        for jokers in range(MOST_JOKERS + 1):
            yield Shape((rank,) * (size - jokers), jokers, False, False, strength)


def _straight_flushes(ranking: Ranking, size: int) -> Iterator[Shape]:
    """Straight flushes. A joker may stand for a card that the player holds, to use that card in another hand."""
    best: dict[tuple[Ranks, int], Strength] = {}
    for top in range(size, ACE + 1):
        run = tuple(sorted((ACE if rank == 1 else rank) - TWO for rank in range(top - size + 1, top + 1)))
        strength = ranking.of(example(run, suited=True))
        for jokers in range(MOST_JOKERS + 1):
            for ranks in combinations(run, size - jokers):
                best[ranks, jokers] = max(best.get((ranks, jokers), strength), strength, key=key_of)
    yield from (Shape(ranks, jokers, True, False, strength) for (ranks, jokers), strength in best.items())


class _Slots(NamedTuple):
    """The slots in which a hand may be set: bit s stands for slot s, counted from 0."""

    allowed: int
    need_extended: int
    """The slots in which it may be set only if the hand in the next slot is extended."""


class _SlotsOfShapes:
    """Finds the slots in which the rules allow a shape, which depend on class and size only."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.cache: dict[tuple[int, int], _Slots] = {}

    def of(self, shape: Shape) -> _Slots:
        kind = shape.strength.level, shape.size
        if kind not in self.cache:
            self.cache[kind] = self._slots(shape)
        return self.cache[kind]

    def _slots(self, shape: Shape) -> _Slots:
        hand = Hand(_natural_hand(shape))
        allowed = 0
        need_extended = 0
        for slot in legality.SLOTS:
            bit = 1 << slot - 1
            if self._earns_its_size(hand, slot, others_extended=True):
                allowed |= bit
                if not self._earns_its_size(hand, slot, others_extended=False):
                    need_extended |= bit
        return _Slots(allowed, need_extended)

    def _earns_its_size(self, hand: Hand, slot: int, *, others_extended: bool) -> bool:
        """Ask the rules about a hand among hands of twos, extended as far as possible or of standard size."""
        hands = []
        for other in legality.SLOTS:
            size = max(legality.allowed_sizes(self.terms, other)) if others_extended else legality.STANDARD_SIZES[other]
            hands.append(hand if other == slot else Hand((Card(TWO, CLUBS),) * size))
        return legality.earns_its_size(self.terms, tuple(hands), slot)


def _natural_hand(shape: Shape) -> Cards:
    """A hand without jokers that is as strong as the shape."""
    return example(shape.all_ranks, suited=shape.strength.made in (Made.STRAIGHT_FLUSH, Made.FLUSH))


# As arrays ---------------------------------------------------------------------------------------------------------


def _arrays(shapes: list[tuple[Shape, _Slots]], numbers: dict[Key, int]) -> tuple[Rows, Words]:
    """One row for each shape, and the packed counts of the cards it needs, as described in `columns.py`."""
    rows = np.zeros((len(shapes), WIDTH), dtype=np.int32)
    for row, (shape, slots) in zip(rows, shapes, strict=True):
        row[KEY] = numbers[key_of(shape.strength)]
        row[SIZE] = shape.size
        row[JOKERS] = shape.jokers
        row[SUIT] = 0 if shape.suited else -1
        row[MIXED] = shape.mixed
        row[NATURALS] = len(shape.ranks)
        row[ALLOWED_SLOTS] = slots.allowed
        row[NEEDS_EXTENDED] = slots.need_extended
        row[WHEEL] = shape.is_wheel
        row[LEVEL] = shape.strength.level
        row[MAIN_RANK] = shape.strength.ranks[0] - TWO
        row[RANK : RANK + len(shape.ranks)] = shape.ranks
        row[JOKER_RANK : JOKER_RANK + shape.jokers] = shape.joker_ranks
    return rows, np.array([_packed(shape) for shape, _ in shapes], dtype=np.uint64)


def _packed(shape: Shape) -> tuple[int, int, int]:
    """Packed counts of the cards of a shape: LOW, HIGH and BY_SUIT."""
    low = shape.jokers << JOKER_SHIFT
    high = 0
    by_suit = 0
    for rank in shape.ranks:
        if rank < LOW_RANKS:
            low += 1 << FIELD * rank
        else:
            high += 1 << FIELD * (rank - LOW_RANKS)
        if shape.suited:
            by_suit += 1 << SUIT_FIELD * rank
    return low, high, by_suit
