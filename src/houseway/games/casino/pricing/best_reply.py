"""
The best reply to the dealer: the value of every setting, and when to fold.

A large sample of the dealer's settings is counted by cells of their three hands; against it every setting has a value.
Seven cards are sorted into kinds. A kind is folded if its hands won less on average than a fold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands
from ....rules.cards import RANK_NAMES, TWO
from ....sampling.chunks import in_threads
from ....sampling.streams import stream
from ..kernels.duel import Cells, Scores, values_against_field
from ..kernels.setting import NINE, Parts, Values, parts_of, set_by_policy, set_by_value
from ..terms import Terms
from .scores import CasinoTables, casino_tables, shuffled

# The purposes of random streams.
FIELD = 0
"""The sample of dealers' settings."""
SHOES = 1
"""The shoes of a price."""
DRAWS = 2
"""Bought cards."""
DEALERS = 3
"""Dealers' hands."""

FIELD_CHUNKS = 16
FIELD_SHOES = 900
"""Shoes in a chunk of the field."""
SECOND_CELLS = 1000
"""Cells of second hands: more than there are codes, so each code has its own."""
THIRD_CELLS = 320
"""Cells of third hands, each met about equally often."""
ENOUGH = 40
"""Hands of a kind in the sample, at least, before the kind is folded."""


class BestReplyByKind(NamedTuple):
    """The best reply: how the best player sets and folds."""

    values: Values
    folds: NDArray[np.bool_]
    """By the number that `before_buying` gives seven cards."""
    kinds: dict[str, float]
    """The kinds of seven cards that are folded, and the mean value of buying with them."""


@lru_cache(maxsize=4)
def best_reply(terms: Terms, seed: int) -> BestReplyByKind:
    """The best reply to the dealer of these terms, from a sample with this seed."""
    tables = casino_tables(terms)
    sample = list(in_threads(lambda chunk: _field_chunk(tables, seed, chunk), range(FIELD_CHUNKS), lambda done: None))
    chosen = [set_by_policy(tables.coded.scale, tables.dealer, parts) for _, parts in sample]
    values = reply_values(
        tables,
        np.concatenate([settings.first for settings in chosen]),
        np.concatenate([settings.second for settings in chosen]),
        np.concatenate([settings.third for settings in chosen]),
    )
    highest = np.concatenate([set_by_value(tables.coded.scale, values, parts)[1] for _, parts in sample])
    often, mean = mean_by_kind(tables, np.concatenate([kinds for kinds, _ in sample]), highest)
    folds = (often >= ENOUGH) & (mean < tables.folded / tables.part)
    named = {kind_name(tables, number): float(mean[number]) for number in np.flatnonzero(folds).tolist()}
    return BestReplyByKind(values, folds, dict(sorted(named.items(), key=lambda item: item[1])))


def field_hands(tables: CasinoTables, seed: int, chunk: int) -> Hands:
    """All nine-card hands of a chunk of shuffled shoes: (hands, 9)."""
    shoes = shuffled(stream(seed, FIELD, chunk), tables.shoe, FIELD_SHOES, tables.hands_in_shoe * NINE)
    return shoes.reshape(-1, NINE)


def _field_chunk(tables: CasinoTables, seed: int, chunk: int) -> tuple[NDArray[np.int64], Parts]:
    """The kind of the first seven cards of each hand of a chunk, and the nine cards in parts."""
    hands = field_hands(tables, seed, chunk)
    return before_buying(tables, hands[:, :-2]), parts_of(tables.coded.scale, hands)


# Values of settings ------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """The dealer's settings, counted by the cells of their three hands."""

    counts: NDArray[np.int64]
    """By first, second and third cell."""
    seconds: NDArray[np.uint32]
    """The lowest code of each second cell, weakest first."""
    thirds: NDArray[np.uint32]
    """The lowest code of each third cell, weakest first."""


def field_of(
    tables: CasinoTables,
    first: Hands,
    second: NDArray[np.uint32],
    third: NDArray[np.uint32],
    *,
    second_cells: int = SECOND_CELLS,
    third_cells: int = THIRD_CELLS,
) -> Field:
    """These settings, counted by cells."""
    first_cell, firsts = first_cells(tables.scores)
    seconds = _cells_of(tables, 3, second_cells, second)
    thirds = _cells_of(tables, 5, third_cells, third)
    cells = first_cell[first], cell_by_code(tables, 3, seconds)[second], cell_by_code(tables, 5, thirds)[third]
    counts = np.zeros((len(firsts), len(seconds), len(thirds)), dtype=np.int64)
    np.add.at(counts, cells, 1)
    return Field(counts, seconds, thirds)


def values_against(tables: CasinoTables, field: Field) -> Values:
    """The value of every setting in antes against this field."""
    first_cell, firsts = first_cells(tables.scores)
    scores = tables.scores
    cells = Cells(
        first=scores.first[np.ix_(firsts, firsts)],
        second_points=scores.second_points[field.seconds],
        second_tie=scores.second_tie[field.seconds],
        third_points=scores.third_points[field.thirds],
        third_tie=scores.third_tie[field.thirds],
        money=scores.money,
    )
    values = values_against_field(field.counts, cells, _sums(cells)) / np.float32(tables.part)
    return Values(first_cell, cell_by_code(tables, 3, field.seconds), cell_by_code(tables, 5, field.thirds), values)


def reply_values(
    tables: CasinoTables, first: Hands, second: NDArray[np.uint32], third: NDArray[np.uint32], **cells: int
) -> Values:
    """The value of every setting in antes against these settings of the dealer."""
    return values_against(tables, field_of(tables, first, second, third, **cells))


def first_cells(scores: Scores) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Cards with the same points as first hands share a cell: the cell of each card, and one card of each cell."""
    points = np.concatenate([scores.first, scores.first.T], axis=1)
    _, cards, cell = np.unique(points, axis=0, return_index=True, return_inverse=True)
    return cell.reshape(-1).astype(np.uint32), cards


def _cells_of(tables: CasinoTables, size: int, most: int, met: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """
    The lowest code of each cell of hands of one size.

    There are about `most` cells. Each is met about equally often and never contains two classes.
    """
    often = np.bincount(met, minlength=len(tables.coded.evaluator.strengths)) / len(met)
    firsts: list[int] = []
    filled = 1.0
    level = -1
    codes = tables.coded.codes(size)
    for code in codes:
        here = tables.coded.strength(code).level
        if filled + often[code] > 1 / most or here != level or len(codes) <= most:
            firsts.append(code)
            filled = 0.0
            level = here
        filled += float(often[code])
    return np.array(firsts, dtype=np.uint32)


def cell_by_code(tables: CasinoTables, size: int, firsts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """By code: the cell of a hand of this size, where `firsts` has the lowest code of each cell."""
    cell = np.zeros(len(tables.coded.evaluator.strengths), dtype=np.uint32)
    codes = tables.coded.codes(size)
    cell[codes] = np.searchsorted(firsts, codes, side="right") - 1
    return cell


def _sums(cells: Cells) -> NDArray[np.int64]:
    """The points that the first two hands can have together, in ascending order."""
    second = {*cells.second_points.tolist(), *(-cells.second_points).tolist(), *cells.second_tie.tolist()}
    return np.unique([one + two for one in np.unique(cells.first).tolist() for two in second])


# Before buying -----------------------------------------------------------------------------------------------------


def before_buying(tables: CasinoTables, sevens: Hands) -> NDArray[np.int64]:
    """The kind of seven cards, as a number: class of the best five, that with one more joker, and the highest card."""
    codes = tables.coded.evaluator
    levels = tables.coded.evaluator.levels.astype(np.int64)
    joker = np.full((len(sevens), 1), JOKER_CODE, dtype=np.uint8)
    made_now = levels[codes.best_codes(sevens, 5)]
    made_with_joker = levels[codes.best_codes(np.concatenate([sevens, joker], axis=1), 5)]
    top = tables.coded.scale.one[sevens].max(axis=1).astype(np.int64)
    kind: NDArray[np.int64] = (made_now * _levels(tables) + made_with_joker) * _ones(tables) + top
    return kind


def mean_by_kind(
    tables: CasinoTables, kinds: NDArray[np.int64], values: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """By kind of seven cards: how often it came, and its mean value."""
    often = np.bincount(kinds, minlength=_kinds(tables))
    mean = np.bincount(kinds, weights=values, minlength=_kinds(tables)) / np.maximum(often, 1)
    return often, mean


def _levels(tables: CasinoTables) -> int:
    return int(tables.coded.evaluator.levels.max()) + 1


def _ones(tables: CasinoTables) -> int:
    return int(tables.coded.scale.one.max()) + 1


def _kinds(tables: CasinoTables) -> int:
    return _levels(tables) ** 2 * _ones(tables)


def kind_name(tables: CasinoTables, kind: int) -> str:
    """The name of a kind, such as `one pair, at best a straight with one card more, king high`."""
    levels, top = divmod(kind, _ones(tables))
    made_now, made_with_joker = divmod(levels, _levels(tables))
    name_of_level = {strength.level: strength.in_words for strength in tables.coded.evaluator.strengths if strength}
    rank = RANK_NAMES[tables.coded.strength(top).ranks[0] - TWO]
    return f"{name_of_level[made_now]}, at best {name_of_level[made_with_joker]} with one card more, {rank} high"
