"""
Strength as an integer code where suits break ties.

The tables contain class and ranks, as in `evaluate`, and the order of importance of the ranks; the suits are then read
from the hand in that order. Codes compare like strengths, also between hands of different sizes, but are not
consecutive.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import ACE, TWO
from ..rules.errors import Broken
from ..rules.ranking import RUNS, Made, Ranking, Strength
from .cards import JOKER_CODE, Hands, Ints
from .compiled import compiled
from .evaluate import ShapeStrengths, pattern_of, strengths_by_shape
from .shapes import ShapeTables, count_shapes, shape_of, shape_tables

SUITED = (Made.FLUSH, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)
SUITS_END = 5**7
"""One more than the largest number that the suits of seven cards form."""


class SuitedTables(NamedTuple):
    """Tables with which a kernel evaluates hands of one size, by shape and pattern."""

    shapes: ShapeTables
    codes: NDArray[np.uint64]
    """The number of class and ranks; 0 if there is no such hand."""
    order: NDArray[np.uint8]
    """The ranks, most important first, counted from the two; includes those that jokers stand for."""
    joins: NDArray[np.bool_]
    """Whether jokers take the suit of the other cards, as in a flush; otherwise they are spades."""
    digits: int
    """The number of cards whose suits count."""
    wild_costs: int
    """1 if a natural hand beats an equal one with jokers, else 0."""


@dataclass(frozen=True)
class SuitedEvaluator:
    tables: Mapping[int, SuitedTables]

    def codes(self, hands: Hands) -> NDArray[np.uint64]:
        """The codes of these hands, one hand per row."""
        return code_suited(self.tables[hands.shape[1]], hands)


def suited_evaluator(ranking: Ranking, *sizes: int, decks: int = 1, jokers: int = 0) -> SuitedEvaluator:
    """An evaluator for hands of these sizes from a shoe of these decks and jokers."""
    if jokers and not ranking.joker_duplicates:
        raise Broken("tables in which suits count do not support jokers that may not duplicate a card")
    by_size = {size: strengths_by_shape(ranking, size, decks, jokers) for size in sizes}
    ranked = sorted({shape.strength[:2] for shapes in by_size.values() for shape in shapes.values()})
    number = {level_and_ranks: code for code, level_and_ranks in enumerate(ranked, start=1)}
    return SuitedEvaluator({size: suited_tables(ranking, size, shapes, number) for size, shapes in by_size.items()})


def suited_tables(
    ranking: Ranking, size: int, strengths: ShapeStrengths, number: Mapping[tuple[int, tuple[int, ...]], int]
) -> SuitedTables:
    """The tables of one size. `number` maps class and ranks to their number, from 1."""
    dimensions = (count_shapes(size), 2)
    codes = np.zeros(dimensions, dtype=np.uint64)
    joins = np.zeros(dimensions, dtype=np.bool_)
    order = np.zeros((*dimensions, size), dtype=np.uint8)
    for (shape, pattern), (strength, _) in strengths.items():
        codes[shape, pattern] = number[strength[:2]]
        joins[shape, pattern] = strength.made in SUITED
        order[shape, pattern] = [rank - TWO for rank in _by_importance(strength)]
    digits = {"off": 0, "first_card": 1, "full": size}[ranking.suits]
    return SuitedTables(shape_tables(), codes, order, joins, digits, int(ranking.natural_beats_wild))


def _by_importance(strength: Strength) -> tuple[int, ...]:
    """The rank of every card, most important first; the strength of a straight has only its top rank."""
    if strength.made not in RUNS:
        return strength.ranks
    top = strength.size if len(strength.ranks) > 1 else strength.ranks[0]
    return tuple(ACE if rank < TWO else rank for rank in range(top, top - strength.size, -1))


@compiled
def code_suited(tables: SuitedTables, hands: Hands) -> NDArray[np.uint64]:
    codes = np.empty(len(hands), dtype=np.uint64)
    for row in range(len(hands)):
        codes[row] = suited_code(tables, hands[row])
    return codes


@compiled
def suited_code(tables: SuitedTables, hand: Ints) -> np.uint64:
    """The code of one hand."""
    key = np.uint64(0)
    held = np.uint64(0)
    jokers = 0
    suit = 0
    size = len(hand)
    for card in hand:
        key += tables.shapes.key[card]
        held |= tables.shapes.suit[card]
        if card == JOKER_CODE:
            jokers += 1
        else:
            suit = card % 4 + 1
    shape = shape_of(tables.shapes, size, key)
    pattern = pattern_of(tables.codes, held)
    wild_suit = suit if tables.joins[shape, pattern] and suit else 4
    suits = _suits_in_order(hand, tables.order[shape, pattern], wild_suit, tables.digits)
    return combined_code(tables.codes[shape, pattern], suits, jokers * tables.wild_costs, size)


@compiled
def combined_code(ranked: np.uint64, suits: int, wild: int, size: int) -> np.uint64:
    """One number that compares by class and ranks, then by suits, then by fewer jokers, then by size."""
    with_suits = ranked * np.uint64(SUITS_END) + np.uint64(suits)
    return (with_suits * np.uint64(8) + np.uint64(7 - wild)) * np.uint64(8) + np.uint64(size)


@compiled
def _suits_in_order(hand: Ints, order: Ints, wild_suit: int, digits: int) -> int:
    """The suits from the most important card down, those of one rank highest first, as digits to base five."""
    number = 0
    written = 0
    first = 0
    while first < len(order):
        last = first
        while last < len(order) and order[last] == order[first]:
            last += 1
        jokers = last - first
        for card in hand:
            jokers -= card != JOKER_CODE and card // 4 == order[first]
        for suit in range(4, 0, -1):
            same = jokers if suit == wild_suit else 0
            for card in hand:
                same += card == order[first] * 4 + suit - 1
            for _ in range(same):
                if written < digits:
                    number = number * 5 + suit
                    written += 1
        first = last
    return number * 5 ** (7 - written)  # type: ignore[no-any-return]
