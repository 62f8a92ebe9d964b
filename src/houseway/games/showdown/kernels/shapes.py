"""
The shapes of Pyramid Showdown's hands, with their strengths, as the game's own scale has them.

A hand without jokers is valued by the scale. A joker is the card that makes the hand strongest, so a shape with one
more joker is the best of the shapes with one card more in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from ....rules.cards import ACE, CLUBS, DIAMONDS, TWO, Card, Cards
from ....rules.errors import NotAllowed
from ....rules.ranking import RUNS, Made, Ranking, Strength
from .. import hand_order, legality
from ..hand_order import Hand, order_options
from ..terms import Terms
from .columns import (
    FIELD,
    IN_PLACES,
    JOKER_RANK,
    JOKER_SHIFT,
    JOKERS,
    KEY,
    LEVEL,
    LOW_RANKS,
    MAIN,
    MIXED,
    MOST_JOKERS,
    MOST_NATURALS,
    NATURALS,
    NEEDS_GROWN,
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
SMALL = (1, 3, 5)
Ranks = tuple[int, ...]
"""Ranks from 0, the twos, lowest first."""
Key = tuple[int, Ranks]
"""What a strength is without suits: its level and its ranks."""


@dataclass(frozen=True)
class Shape:
    ranks: Ranks
    jokers: int
    suited: bool
    mixed: bool
    found: Strength

    @property
    def size(self) -> int:
        return len(self.ranks) + self.jokers

    @property
    def is_wheel(self) -> bool:
        return self.found.made in RUNS and ACE - TWO in self.whole and 0 in self.whole

    @property
    def whole(self) -> Ranks:
        """The ranks of all its cards, the jokers' included."""
        if self.found.made not in RUNS:
            return tuple(rank - TWO for rank in self.found.ranks)
        top = self.found.ranks[0] if len(self.found.ranks) == 1 else self.size
        return tuple((ACE if rank == 1 else rank) - TWO for rank in range(top - self.size + 1, top + 1))

    @property
    def joker_ranks(self) -> Ranks:
        return tuple((Counter(self.whole) - Counter(self.ranks)).elements())


@dataclass(frozen=True, eq=False)
class Scale:
    """All keys of the scale, weakest first, and all shapes."""

    terms: Terms
    strengths: tuple[Strength, ...]
    """By key, with the suits of an example."""
    shapes: Rows
    needs: Words

    @cached_property
    def numbers(self) -> dict[Key, int]:
        return {key_of(found): number for number, found in enumerate(self.strengths)}

    @cached_property
    def first_straight(self) -> int:
        """The key of the weakest straight of five: Hands 5 and 6 are seldom below it."""
        level = hand_order.scale(self.terms).level(Made.STRAIGHT, 5)
        return next(number for number, found in enumerate(self.strengths) if found.level >= level)

    def number(self, found: Strength) -> int:
        return self.numbers[key_of(found)]

    @lru_cache  # noqa: B019 - scales are kept for good
    def shapes_for(self, jokers: int, spare: int) -> tuple[Rows, Words]:
        """Those of use to a deal with so many jokers and so many cards to spare."""
        chosen = (self.shapes[:, JOKERS] <= jokers) & (self.shapes[:, SIZE] <= 5 + spare)
        return np.ascontiguousarray(self.shapes[chosen]), np.ascontiguousarray(self.needs[chosen])


def key_of(found: Strength) -> Key:
    return found.level, found.ranks


def scale_for(terms: Terms) -> Scale:
    """The scale of these terms, if the order is one that a chain of hands can be found in."""
    for option, wanted in {"cross_size_order": "merged", "joker_duplicates": True}.items():
        if getattr(terms, option) != wanted:
            given = str(getattr(terms, option)).lower()
            raise NotAllowed(f"the solver takes {option}={str(wanted).lower()} only, not {given} [SHO-A2, SHO-A13]")
    shaping = (*order_options(terms), terms.hand4_six_cards, terms.hand3_expansion, terms.equal_hands_order)
    return _scale(*shaping, terms)


_SCALES: dict[tuple[Any, ...], Scale] = {}


def _scale(*shaping: Any) -> Scale:
    *key, terms = shaping
    found = _SCALES.get(tuple(key))
    if found is None:
        found = _SCALES[tuple(key)] = _made(terms)
    return found


def _made(terms: Terms) -> Scale:
    shapes = sorted(every_shape(hand_order.scale(terms)), key=lambda shape: (key_of(shape.found), shape.jokers))
    strengths: dict[Key, Strength] = {}
    for shape in shapes:
        strengths.setdefault(key_of(shape.found), shape.found)
    numbers = {key: number for number, key in enumerate(strengths)}
    places = _Places(terms)
    kept = [(shape, *places.of(shape)) for shape in shapes]
    return Scale(terms, tuple(strengths.values()), *_arrays([row for row in kept if row[1]], numbers))


# Shapes ------------------------------------------------------------------------------------------------------------


def every_shape(ranking: Ranking) -> Iterator[Shape]:
    """Each with its strength: small hands of any ranks, larger ones of a kind or in a run of one suit."""
    for size in SMALL:
        mixed = _small(ranking, size, suited=False)
        suited = _small(ranking, size, suited=True)
        for (ranks, jokers), found in mixed.items():
            better = suited[ranks, jokers]
            differ = len(ranks) > 0 and key_of(better) != key_of(found)
            if not differ or len(ranks) > 1:
                yield Shape(ranks, jokers, False, differ, found)
            if differ and max(map(ranks.count, ranks)) <= DECKS:
                yield Shape(ranks, jokers, True, False, better)
    for size in range(6, MOST_NATURALS + 1):
        yield from _kinds(ranking, size)
        yield from _runs(ranking, size)


def _small(ranking: Ranking, size: int, *, suited: bool) -> dict[tuple[Ranks, int], Strength]:
    found = {
        (ranks, 0): ranking.of(example(ranks, suited=suited))
        for ranks in combinations_with_replacement(range(RANKS), size)
    }
    for jokers in range(1, min(MOST_JOKERS, size) + 1):
        for ranks in combinations_with_replacement(range(RANKS), size - jokers):
            fuller = [found[tuple(sorted((*ranks, rank))), jokers - 1] for rank in range(RANKS)]
            found[ranks, jokers] = max(fuller, key=key_of)
    return found


def example(ranks: Ranks, *, suited: bool) -> Cards:
    """A hand of these ranks, of one suit or of two."""
    first = Card(ranks[0] + TWO, CLUBS)
    return (first, *(Card(rank + TWO, CLUBS if suited else DIAMONDS) for rank in ranks[1:]))


def _kinds(ranking: Ranking, size: int) -> Iterator[Shape]:
    for rank in range(RANKS):
        found = ranking.of(example((rank,) * size, suited=False))
        for jokers in range(MOST_JOKERS + 1):
            yield Shape((rank,) * (size - jokers), jokers, False, False, found)


def _runs(ranking: Ranking, size: int) -> Iterator[Shape]:
    """A joker may stand in a run for a card that the player holds, and wants elsewhere."""
    best: dict[tuple[Ranks, int], Strength] = {}
    for top in range(size, ACE + 1):
        run = tuple(sorted((ACE if rank == 1 else rank) - TWO for rank in range(top - size + 1, top + 1)))
        found = ranking.of(example(run, suited=True))
        for jokers in range(MOST_JOKERS + 1):
            for ranks in combinations(run, size - jokers):
                best[ranks, jokers] = max(best.get((ranks, jokers), found), found, key=key_of)
    yield from (Shape(ranks, jokers, True, False, found) for (ranks, jokers), found in best.items())


class _Places:
    """Where a hand may be set, as the game says: it depends on its class and size alone."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def of(self, shape: Shape) -> tuple[int, int]:
        kind = shape.found.level, shape.size
        if kind not in self.known:
            self.known[kind] = self._asked(shape)
        return self.known[kind]

    def _asked(self, shape: Shape) -> tuple[int, int]:
        """Bits of the places that it may be set in, and of those where the hand above must have grown."""
        hand = Hand(_standing_for(shape))
        grown = [Hand((Card(TWO, CLUBS),) * size) for size in legality.STANDARD_SIZES.values()]
        larger = [Hand((Card(TWO, CLUBS),) * max(legality.allowed_sizes(self.terms, p))) for p in legality.SLOTS]
        allowed = needs = 0
        for place in legality.SLOTS:
            alone, above = ([hand if p == place else low[p - 1] for p in legality.SLOTS] for low in (grown, larger))
            if legality.earns_its_size(self.terms, tuple(above), place):
                allowed |= 1 << place - 1
                needs |= 0 if legality.earns_its_size(self.terms, tuple(alone), place) else 1 << place - 1
        return allowed, needs


def _standing_for(shape: Shape) -> Cards:
    """A natural hand of the shape's strength."""
    return example(shape.whole, suited=shape.found.made in (Made.STRAIGHT_FLUSH, Made.FLUSH))


# As arrays ---------------------------------------------------------------------------------------------------------


def _arrays(rows: list[tuple[Shape, int, int]], numbers: dict[Key, int]) -> tuple[Rows, Words]:
    found = np.zeros((len(rows), WIDTH), dtype=np.int32)
    for at, (shape, places, needs) in enumerate(rows):
        found[at, [KEY, SIZE, JOKERS]] = numbers[key_of(shape.found)], shape.size, shape.jokers
        found[at, [SUIT, MIXED, NATURALS]] = 0 if shape.suited else -1, shape.mixed, len(shape.ranks)
        found[at, [IN_PLACES, NEEDS_GROWN, WHEEL]] = places, needs, shape.is_wheel
        found[at, [LEVEL, MAIN]] = shape.found.level, shape.found.ranks[0] - TWO
        found[at, RANK : RANK + len(shape.ranks)] = shape.ranks
        found[at, JOKER_RANK : JOKER_RANK + shape.jokers] = shape.joker_ranks
    return found, np.array([_packed(shape) for shape, _, _ in rows], dtype=np.uint64)


def _packed(shape: Shape) -> tuple[int, int, int]:
    low = shape.jokers << JOKER_SHIFT
    high = 0
    by_suit = 0
    for rank in shape.ranks:
        low += 1 << FIELD * rank if rank < LOW_RANKS else 0
        high += 1 << FIELD * (rank - LOW_RANKS) if rank >= LOW_RANKS else 0
        by_suit += 1 << SUIT_FIELD * rank if shape.suited else 0
    return low, high, by_suit
