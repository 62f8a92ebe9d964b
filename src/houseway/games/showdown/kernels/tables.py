"""Builds the tables of the Pyramid Showdown kernels from the rules."""

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
    FIRST_RANK,
    FLUSH,
    FULL_HOUSE,
    KEY,
    LEVEL,
    LOSER_POINTS,
    MOST_POINTS,
    POINTS,
    RANK_BITS,
    SIZE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIRS,
    HouseWayTables,
)
from .big_hands import OF_A_KIND as OF_A_KIND_PARTS
from .columns import MOST_NATURALS
from .shapes import STANDARD_SIZES, Shape, every_shape, key_of
from .strength import Strengths


def _parts_by_class() -> dict[int, tuple[Made, int]]:
    """By class of part: the made hand, and its number of cards with kickers."""
    parts = {
        FULL_HOUSE: (Made.FULL_HOUSE, 5),
        STRAIGHT: (Made.STRAIGHT, 5),
        FLUSH: (Made.FLUSH, 5),
        TRIPS: (Made.THREE_OF_A_KIND, 5),
        TWO_PAIRS: (Made.TWO_PAIRS, 5),
    }
    for count in range(4, 11):
        parts[OF_A_KIND_PARTS + count - 4] = (OF_A_KIND[count], max(5, count))
    for size in range(5, 11):
        parts[STRAIGHT_FLUSH + size - 5] = (Made.STRAIGHT_FLUSH, size)
    return parts


SEVERAL_SUITS = 1
"""The suit pattern of a hand that is not of one suit."""
PARTS = _parts_by_class()


def house_way_tables(terms: Terms) -> HouseWayTables | None:
    """Tables for these terms; None unless all hands have one scale and jokers may be any card."""
    if terms.cross_size_order != "merged" or not terms.joker_duplicates:
        return None
    tables = build_house_way_tables(terms)
    return tables if tables.by_strength[:, POINTS + 1 : LOSER_POINTS + 1].max() < MOST_POINTS else None


@lru_cache(maxsize=8)
def build_house_way_tables(terms: Terms) -> HouseWayTables:
    """Tables for terms with one scale for all hands."""
    scale = hand_order.scale(terms)
    codes, strengths = _codes_and_strengths(scale)
    parts = []
    for kind in range(CLASSES):
        made, size = PARTS[kind]
        parts.append(Strength(scale.level(made, size), (), (), 0, made, size))
    return HouseWayTables(
        strengths=codes,
        parts=_rows(terms, parts)[1:],
        by_strength=_rows(terms, strengths),
        full_house_level=scale.level(Made.FULL_HOUSE, 5),
        least_rise=1 if terms.equal_hands_order == "illegal" else 0,
    )


@lru_cache(maxsize=8)
def _codes_and_strengths(scale: Ranking) -> tuple[Strengths, list[Strength]]:
    """The tables of codes, and all strengths without suits, weakest first."""
    shapes = list(every_shape(scale))
    by_key = {key_of(shape.strength): shape.strength for shape in shapes}
    weakest_first = [by_key[key] for key in sorted(by_key)]
    numbers = {key_of(strength): number for number, strength in enumerate(weakest_first, start=1)}
    return _strengths(scale, shapes, numbers), weakest_first


def order_of(strength: Strength) -> int:
    """Class and ranks as one number that compares like them; five ranks are enough for larger hands too."""
    ranks = 0
    for index, rank in enumerate(strength.ranks[:5]):
        ranks += rank << FIRST_RANK - RANK_BITS * index
    return strength.level << LEVEL | ranks


def _rows(terms: Terms, strengths: list[Strength]) -> NDArray[np.int64]:
    """The rows of strengths, numbered from 1, as described in `big_hands.py`."""
    rows = np.zeros((len(strengths) + 1, COLUMNS), dtype=np.int64)
    for row, strength in zip(rows[1:], strengths, strict=True):
        row[KEY] = order_of(strength)
        row[SIZE] = strength.size
        for slot in legality.SLOTS:
            row[POINTS + slot] = scoring.points(terms, slot, strength)
            if terms.special_counts == "both":
                row[LOSER_POINTS + slot] = scoring.special_points(terms, slot, strength) or 0
    return rows


Numbers = Mapping[tuple[int, tuple[int, ...]], int]
"""Number of each class with its ranks, from 1 for the weakest."""


def _strengths(scale: Ranking, shapes: list[Shape], number: Numbers) -> Strengths:
    small = {size: suited_tables(scale, size, _shape_strengths(shapes, size), number) for size in STANDARD_SIZES}
    cards = np.arange(JOKER_CODE + 1, dtype=np.uint8)[:, None]
    threes = np.indices((JOKER_CODE + 1,) * 3).reshape(3, -1).T.astype(np.uint8)
    power = np.zeros((MOST_NATURALS + 1, 1 << SYMBOLS - 1), dtype=np.int64)
    for shape in shapes:
        if shape.size > max(STANDARD_SIZES):
            power[shape.size, sum(1 << rank for rank in {*shape.ranks})] = number[key_of(shape.strength)]
    return Strengths(
        ones=code_suited(small[1], cards).astype(np.int64),
        threes=code_suited(small[3], np.ascontiguousarray(threes)).astype(np.int64).reshape((JOKER_CODE + 1,) * 3),
        fives=small[5],
        power=power,
    )


def _shape_strengths(shapes: list[Shape], size: int) -> ShapeStrengths:
    """The strength of each shape and suit pattern; a shape whose suits do not matter has both patterns."""
    strengths: ShapeStrengths = {}
    for shape in shapes:
        if shape.size != size:
            continue
        patterns = [ONE_SUIT, SEVERAL_SUITS]
        if shape.suited:
            patterns = [ONE_SUIT]
        elif shape.mixed:
            patterns = [SEVERAL_SUITS]
        symbols = (*shape.ranks, *(SYMBOLS - 1,) * shape.jokers)
        for pattern in patterns:
            strengths[shape_number(symbols), pattern] = ShapeStrength(shape.strength, ())
    return strengths
