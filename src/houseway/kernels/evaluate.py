"""
Strength as an integer code, for hands of 1 to 7 cards from any number of decks, under any sheet's ranking.

The tables are made by evaluating one hand of each shape and suit pattern with a `Ranking`. A higher code is a stronger
hand, equal codes are equal hands, and `strengths[code]` is the strength. All codes of one evaluator can be compared,
also those of hands of different sizes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import CLUBS, DIAMONDS, JOKER, SUITS, TWO, Card, Cards
from ..rules.errors import Broken
from ..rules.ranking import Made, Ranking, Strength
from .cards import JOKER_CODE, Hands, Ints, subsets
from .compiled import compiled
from .disk_cache import cached
from .five import FiveTables, code_fives, five_tables
from .shapes import SYMBOLS, ShapeTables, count_shapes, every_shape, shape_number, shape_of, shape_tables

ONE_SUIT = 0
"""The suit pattern of a hand whose natural cards are of one suit. The pattern of any other hand is 1, or, if jokers may
not duplicate cards, the largest number of suits in which it holds one rank."""


class StrengthSource(Protocol):
    """Anything that evaluates hands: a `Ranking`, or a game's rule for one of its slots."""

    @property
    def joker_duplicates(self) -> bool: ...

    def of(self, cards: Cards, /) -> Strength: ...


class CodeTables(NamedTuple):
    """Tables with which a kernel evaluates hands of one size."""

    shapes: ShapeTables
    codes: NDArray[np.uint32]
    """By shape and pattern: the code; 0 if no hand has them."""


@dataclass(frozen=True)
class Evaluator:
    """The strengths of one ranking as integers."""

    strengths: tuple[Strength | None, ...]
    """By code: the strength. No hand has code 0."""
    tables: Mapping[int, CodeTables]
    """By size of hand: its code tables."""
    examples: tuple[Cards, ...]
    """By code: an example hand."""
    fives: FiveTables | None
    """Faster tables for five cards of one deck without jokers."""
    threes: NDArray[np.uint32]
    """A faster table for three cards of a larger hand: the codes by first, second and third card."""

    @property
    def levels(self) -> NDArray[np.uint32]:
        """By code: the level of the strength, which stands for the class of the hand."""
        return np.array([strength.level if strength else 0 for strength in self.strengths], dtype=np.uint32)

    def codes(self, hands: Hands) -> NDArray[np.uint32]:
        """The codes of these hands, one hand per row."""
        size = hands.shape[1]
        if size == 5 and self.fives:
            return _checked(code_fives(self.fives, hands))
        return _checked(code_hands(self.tables[size], hands))

    def best_codes(self, hands: Hands, size: int) -> NDArray[np.uint32]:
        """The codes of the best hand of `size` cards in each of these hands."""
        if size == 3:
            return _checked(best_threes(self.threes, hands, subsets(hands.shape[1], size)))
        return _checked(best_of_hands(self.tables[size], hands, subsets(hands.shape[1], size)))


EVALUATOR_CLASSES = (Evaluator, CodeTables, ShapeTables, FiveTables, Strength, Made)
"""The classes that an evaluator consists of, for the disk cache."""


def _checked(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    if len(codes) and not codes.min():
        raise Broken("a hand is not in the tables: too many jokers, or more cards alike than the decks hold")
    return codes


def evaluator(ranking: Ranking, *sizes: int, decks: int = 1, jokers: int = 0) -> Evaluator:
    """An evaluator for hands of these sizes from a shoe of these decks and jokers; the tables are cached on disk."""
    if ranking.suits != "off":
        raise Broken("these tables do not know suits; use kernels.suited for a ranking in which they break ties")
    what = f"evaluator {ranking!r} {sizes} {decks} decks {jokers} jokers"
    return cached(what, lambda: make_evaluator(ranking, sizes, decks, jokers), classes=EVALUATOR_CLASSES)


def make_evaluator(ranking: StrengthSource, sizes: tuple[int, ...], decks: int, jokers: int) -> Evaluator:
    """An evaluator whose tables are computed now."""
    by_size = {size: strengths_by_shape(ranking, size, decks, jokers) for size in sizes}
    example = {shape.strength: shape.cards for shapes in by_size.values() for shape in shapes.values()}
    strengths = sorted(example)
    code_of_strength = {strength: code for code, strength in enumerate(strengths, start=1)}
    tables = {size: _code_tables(size, shapes, code_of_strength) for size, shapes in by_size.items()}
    fives = None
    if decks == 1 and jokers == 0 and 5 in sizes:
        fives = five_tables(tables[5].codes, number_of_shape=shape_number)
    examples = ((), *(example[strength] for strength in strengths))
    return Evaluator((None, *strengths), tables, examples, fives, _three_codes(tables.get(3)))


def _three_codes(tables: CodeTables | None) -> NDArray[np.uint32]:
    """The codes of every three cards in every order; empty if there are no tables for three cards."""
    if tables is None:
        return np.zeros((0, 0, 0), dtype=np.uint32)
    cards = np.indices((JOKER_CODE + 1,) * 3).reshape(3, -1).T.astype(np.uint8)
    return code_hands(tables, np.ascontiguousarray(cards)).reshape((JOKER_CODE + 1,) * 3)


class ShapeStrength(NamedTuple):
    """The strength of hands of one shape and pattern, and the hand that was evaluated."""

    strength: Strength
    cards: Cards


ShapeStrengths = dict[tuple[int, int], ShapeStrength]
"""By shape number and suit pattern: the strength and the hand it was computed from."""


def strengths_by_shape(ranking: StrengthSource, size: int, decks: int, jokers: int) -> ShapeStrengths:
    """The strength of every shape and suit pattern of this size."""
    crowded = bool(jokers) and not ranking.joker_duplicates
    if crowded and jokers > 2:
        raise Broken(f"tables support at most two jokers that may not duplicate a card, not {jokers}")
    strengths: ShapeStrengths = {}
    for symbols in every_shape(size, jokers=jokers, copies=decks * len(SUITS)):
        for pattern, cards in representatives(symbols, decks=decks, crowded=crowded):
            strengths[shape_number(symbols), pattern] = ShapeStrength(ranking.of(cards), cards)
    return strengths


def representatives(symbols: tuple[int, ...], *, decks: int, crowded: bool) -> list[tuple[int, Cards]]:
    """
    One hand of this shape for each suit pattern it can have, with the pattern.

    With `crowded`, jokers may not duplicate cards, so the number of suits of a rank matters.
    """
    ranks = [symbol + TWO for symbol in symbols if symbol < SYMBOLS - 1]
    jokers = (JOKER,) * (len(symbols) - len(ranks))
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    most, main = counts[0] if counts else (0, 0)
    hands: list[tuple[int, Cards]] = []
    if most <= decks:
        hands.append((ONE_SUIT, tuple(Card(rank, CLUBS) for rank in ranks) + jokers))
    fewest = max(1 if len(counts) > 1 else 2, ceil(most / decks))
    for suits in range(fewest, min(most, len(SUITS)) + 1):
        others = [Card(rank, DIAMONDS) for rank in ranks if rank != main]
        mains = [Card(main, CLUBS + copy % suits) for copy in range(most)]
        hands.append((suits if crowded else 1, (*mains, *others, *jokers)))
        if not crowded:
            break
    return hands


def _code_tables(size: int, strengths: ShapeStrengths, code_of_strength: Mapping[Strength, int]) -> CodeTables:
    patterns = max((pattern for _, pattern in strengths), default=1) + 1
    codes = np.zeros((count_shapes(size), max(patterns, 2)), dtype=np.uint32)
    for (shape, pattern), evaluated in strengths.items():
        codes[shape, pattern] = code_of_strength[evaluated.strength]
    return CodeTables(shape_tables(), codes)


@compiled
def code_of(tables: CodeTables, size: int, key: np.uint64, held: np.uint64) -> int:
    """The code of a hand from the sum of its cards' keys and from its natural cards, one bit each."""
    return tables.codes[shape_of(tables.shapes, size, key), pattern_of(tables.codes, held)]  # type: ignore[no-any-return]


@compiled
def pattern_of(codes: Ints, held: np.uint64) -> int:
    """The suit pattern of natural cards, given as one bit each."""
    suits = held | held >> np.uint64(32)
    suits |= suits >> np.uint64(16)
    suits |= suits >> np.uint64(8)
    suits = (suits | suits >> np.uint64(4)) & np.uint64(15)
    if suits & (suits - np.uint64(1)) == 0:
        return 0
    return 1 if codes.shape[1] == 2 else most_suits(held)


@compiled
def most_suits(held: np.uint64) -> int:
    """The largest number of suits in which the hand holds one rank."""
    most = 0
    for rank in range(13):
        suits = 0
        for suit in range(4):
            suits += int(held >> np.uint64(4 * rank + suit) & np.uint64(1))
        most = max(most, suits)
    return most


@compiled
def code_hands(tables: CodeTables, hands: Hands) -> NDArray[np.uint32]:
    codes = np.empty(len(hands), dtype=np.uint32)
    for row in range(len(hands)):
        key = np.uint64(0)
        held = np.uint64(0)
        for place in range(hands.shape[1]):
            key += tables.shapes.key[hands[row, place]]
            held |= tables.shapes.suit[hands[row, place]]
        codes[row] = code_of(tables, hands.shape[1], key, held)
    return codes


@compiled
def best_of_hands(tables: CodeTables, hands: Hands, choices: Ints) -> NDArray[np.uint32]:
    """The best code in each hand among these choices of positions."""
    codes = np.zeros(len(hands), dtype=np.uint32)
    for row in range(len(hands)):
        for choice in range(len(choices)):
            key = np.uint64(0)
            held = np.uint64(0)
            for place in range(choices.shape[1]):
                key += tables.shapes.key[hands[row, choices[choice, place]]]
                held |= tables.shapes.suit[hands[row, choices[choice, place]]]
            codes[row] = max(codes[row], code_of(tables, choices.shape[1], key, held))
    return codes


@compiled
def best_threes(codes: Ints, hands: Hands, choices: Ints) -> NDArray[np.uint32]:
    """The best code of three cards in each hand among these choices of positions, from the table of threes."""
    best = np.zeros(len(hands), dtype=np.uint32)
    for row in range(len(hands)):
        for choice in range(len(choices)):
            first = choices[choice, 0]
            second = choices[choice, 1]
            third = choices[choice, 2]
            best[row] = max(best[row], codes[hands[row, first], hands[row, second], hands[row, third]])
    return best
