"""What the kernels of Pyramid Showdown know of its terms, all of it asked of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE
from ....kernels.evaluate import ONE_SUIT, ShapeStrength, ShapeStrengths
from ....kernels.shapes import SYMBOLS, shape_number
from ....kernels.suited import code_suited, suited_tables
from ....rules.ranking import OF_A_KIND, Made, Ranking, Strength
from .. import hand_order, legality, scoring
from ..terms import Terms
from .big_hands import (
    CLASSES,
    COLUMNS,
    FIRST,
    FLUSH,
    HOUSE,
    KEY,
    KIND,
    LEVEL,
    MOST_POINTS,
    OFF,
    RANK,
    RUN,
    SIZE,
    STRAIGHT,
    TRIPS,
    TWO_PAIRS,
    VALUE,
    Way,
)
from .columns import MOST_NATURALS
from .shapes import SMALL, Shape, every_shape, key_of
from .strength import Strengths

PARTS = {
    **{KIND + count - 4: (OF_A_KIND[count], max(5, count)) for count in range(4, 11)},
    **{RUN + size - 5: (Made.STRAIGHT_FLUSH, size) for size in range(5, 11)},
    **{HOUSE: (Made.FULL_HOUSE, 5), STRAIGHT: (Made.STRAIGHT, 5), FLUSH: (Made.FLUSH, 5)},
    **{TRIPS: (Made.THREE_OF_A_KIND, 5), TWO_PAIRS: (Made.TWO_PAIRS, 5)},
}
"""What each class of part is, and how many cards it takes with its kickers."""


def way_for(terms: Terms) -> Way | None:
    """None for terms that no table holds: it takes one scale for all hands, and jokers that may be any card."""
    if terms.cross_size_order != "merged" or not terms.joker_duplicates:
        return None
    way = way_of(terms)
    return way if way.known[:, VALUE + 1 : OFF + 1].max() < MOST_POINTS else None


@lru_cache(maxsize=8)
def way_of(terms: Terms) -> Way:
    scale = hand_order.scale(terms)
    strengths, found = _on(scale)
    parts = [Strength(scale.level(*PARTS[kind]), (), (), 0, *PARTS[kind]) for kind in range(CLASSES)]
    return Way(
        strengths=strengths,
        parts=_scored(terms, parts)[1:],
        known=_scored(terms, found),
        full=scale.level(Made.FULL_HOUSE, 5),
        least=int(terms.equal_hands_order == "illegal"),
    )


@lru_cache(maxsize=8)
def _on(scale: Ranking) -> tuple[Strengths, list[Strength]]:
    """What a kernel looks hands up in, and what it finds there: every strength, the weakest first."""
    shapes = list(every_shape(scale))
    known = {key_of(shape.found): shape.found for shape in shapes}
    found = [known[key] for key in sorted(known)]
    return _strengths(scale, shapes, {key_of(each): number for number, each in enumerate(found, 1)}), found


def order_of(found: Strength) -> int:
    """Class and ranks as one number that compares as they do; hands of more than five cards need no more than five."""
    ranks = sum(rank << FIRST - RANK * place for place, rank in enumerate(found.ranks[:5]))
    return found.level << LEVEL | ranks


def _scored(terms: Terms, strengths: list[Strength]) -> NDArray[np.int64]:
    """What a kernel asks about strengths, which are numbered from 1."""
    found = np.zeros((len(strengths) + 1, COLUMNS), dtype=np.int64)
    found[1:, KEY] = [order_of(strength) for strength in strengths]
    found[1:, SIZE] = [strength.size for strength in strengths]
    for place in legality.SLOTS:
        found[1:, VALUE + place] = [scoring.points(terms, place, strength) for strength in strengths]
        if terms.special_counts == "both":
            found[1:, OFF + place] = [scoring.special_points(terms, place, strength) or 0 for strength in strengths]
    return found


Numbers = Mapping[tuple[int, tuple[int, ...]], int]
"""Of classes with their ranks, from 1, the weakest."""


def _strengths(scale: Ranking, shapes: list[Shape], number: Numbers) -> Strengths:
    small = {size: suited_tables(scale, size, _answers(shapes, size), number) for size in SMALL}
    cards = np.arange(JOKER_CODE + 1, dtype=np.uint8)[:, None]
    threes = np.indices((JOKER_CODE + 1,) * 3).reshape(3, -1).T.astype(np.uint8)
    power = np.zeros((MOST_NATURALS + 1, 1 << SYMBOLS - 1), dtype=np.int64)
    for shape in shapes:
        if shape.size > max(SMALL):
            power[shape.size, sum(1 << rank for rank in {*shape.ranks})] = number[key_of(shape.found)]
    return Strengths(
        ones=code_suited(small[1], cards).astype(np.int64),
        threes=code_suited(small[3], np.ascontiguousarray(threes)).astype(np.int64).reshape((JOKER_CODE + 1,) * 3),
        fives=small[5],
        power=power,
    )


def _answers(shapes: list[Shape], size: int) -> ShapeStrengths:
    """What the rules said of each shape and suit pattern; a shape that is the same in one suit has both."""
    answers: ShapeStrengths = {}
    for shape in shapes:
        patterns = (ONE_SUIT,) if shape.suited else (1,) if shape.mixed else (ONE_SUIT, 1)
        if shape.size == size:
            symbols = (*shape.ranks, *(SYMBOLS - 1,) * shape.jokers)
            answers |= {(shape_number(symbols), pattern): ShapeStrength(shape.found, ()) for pattern in patterns}
    return answers
