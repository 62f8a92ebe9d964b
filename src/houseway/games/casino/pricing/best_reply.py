"""
The best reply to the dealer of Pyramid Poker, Casino Version: what every setting is worth, and when to fold.

A large sample of dealers' settings is counted by cells of their three hands; against it every setting of ours has a
value. Seven cards are sorted by what they hold, and folded where hands like them came to less than the fold.
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
from ..kernels.duel import Cells, Scores, worth_against
from ..kernels.setting import NINE, Parts, Values, parts_of, set_by_policy, set_by_value
from ..terms import Terms
from .scores import Table, shuffled, table

FIELD, SHOES, DRAWS, DEALERS = range(4)
"""What chance is for: the field, the shoes of a price, cards bought, dealers' hands."""
FIELD_CHUNKS = 16
FIELD_SHOES = 900
SECOND_CELLS = 1000
THIRD_CELLS = 320
"""How finely hands are told apart: every second hand, and third hands met about equally often."""
ENOUGH = 40
"""Hands of a kind seen, before one is folded."""


class Reply(NamedTuple):
    """How the best player plays."""

    values: Values
    folds: NDArray[np.bool_]
    """By the number that `before_buying` gives seven cards."""
    kinds: dict[str, float]
    """The kinds of seven cards that are folded, and what buying with them is worth on average."""


@lru_cache(maxsize=4)
def best_reply(terms: Terms, seed: int) -> Reply:
    found = table(terms)
    sample = list(in_threads(lambda chunk: _field_chunk(found, seed, chunk), range(FIELD_CHUNKS), lambda done: None))
    laid = [set_by_policy(found.coded.scale, found.dealer, parts) for _, parts in sample]
    values = reply_values(found, *(np.concatenate(column) for column in list(zip(*laid, strict=True))[:3]))
    worth = np.concatenate([set_by_value(found.coded.scale, values, parts)[1] for _, parts in sample])
    often, mean = worth_by_kind(found, np.concatenate([kinds for kinds, _ in sample]), worth)
    folds = (often >= ENOUGH) & (mean < found.folded / found.part)
    named = {kind_name(found, number): float(mean[number]) for number in np.flatnonzero(folds).tolist()}
    return Reply(values, folds, dict(sorted(named.items(), key=lambda item: item[1])))


def field_hands(found: Table, seed: int, chunk: int) -> Hands:
    """The hands of shuffled shoes, all that each holds."""
    shoes = shuffled(stream(seed, FIELD, chunk), found.shoe, FIELD_SHOES, found.hands_in_shoe * NINE)
    return shoes.reshape(-1, NINE)


def _field_chunk(found: Table, seed: int, chunk: int) -> tuple[NDArray[np.int64], Parts]:
    """Such hands: the kind of the first seven cards, and the nine in parts."""
    hands = field_hands(found, seed, chunk)
    return before_buying(found, hands[:, :-2]), parts_of(found.coded.scale, hands)


# What a setting is worth -------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """Settings of the dealer's, counted by the cells of their three hands."""

    counts: NDArray[np.int64]
    seconds: NDArray[np.uint32]
    """The lowest code of each cell, weakest first, as the next."""
    thirds: NDArray[np.uint32]


def field_of(
    found: Table,
    first: Hands,
    second: NDArray[np.uint32],
    third: NDArray[np.uint32],
    *,
    second_cells: int = SECOND_CELLS,
    third_cells: int = THIRD_CELLS,
) -> Field:
    """These settings, told apart so finely."""
    first_cell, firsts = first_cells(found.scores)
    seconds = _cells_of(found, 3, second_cells, second)
    thirds = _cells_of(found, 5, third_cells, third)
    places = first_cell[first], cell_by_code(found, 3, seconds)[second], cell_by_code(found, 5, thirds)[third]
    counts = np.zeros((len(firsts), len(seconds), len(thirds)), dtype=np.int64)
    np.add.at(counts, places, 1)
    return Field(counts, seconds, thirds)


def values_against(found: Table, field: Field) -> Values:
    """What every setting is worth in antes against this field."""
    first_cell, firsts = first_cells(found.scores)
    scores = found.scores
    cells = Cells(
        scores.first[np.ix_(firsts, firsts)],
        scores.second_worth[field.seconds],
        scores.second_tie[field.seconds],
        scores.third_worth[field.thirds],
        scores.third_tie[field.thirds],
        scores.money,
    )
    worth = worth_against(field.counts, cells, _sums(cells)) / np.float32(found.part)
    return Values(first_cell, cell_by_code(found, 3, field.seconds), cell_by_code(found, 5, field.thirds), worth)


def reply_values(
    found: Table, first: Hands, second: NDArray[np.uint32], third: NDArray[np.uint32], **cells: int
) -> Values:
    """What every setting is worth in antes against these settings of the dealer's."""
    return values_against(found, field_of(found, first, second, third, **cells))


def first_cells(scores: Scores) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Cards that score alike as first hands share a cell: the cell of each card, and a card of each cell."""
    alike = np.concatenate([scores.first, scores.first.T], axis=1)
    _, cards, cell = np.unique(alike, axis=0, return_index=True, return_inverse=True)
    return cell.reshape(-1).astype(np.uint32), cards


def _cells_of(found: Table, size: int, most: int, met: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Codes in about so many cells, met about equally often, and never two classes in one: the lowest code of each."""
    often = np.bincount(met, minlength=len(found.coded.evaluator.strengths)) / len(met)
    firsts: list[int] = []
    filled = 1.0
    level = -1
    codes = found.coded.codes(size)
    for code in codes:
        here = found.coded.strength(code).level
        if filled + often[code] > 1 / most or here != level or len(codes) <= most:
            firsts = [*firsts, code]
            filled = 0.0
            level = here
        filled += float(often[code])
    return np.array(firsts, dtype=np.uint32)


def cell_by_code(found: Table, size: int, firsts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    cell = np.zeros(len(found.coded.evaluator.strengths), dtype=np.uint32)
    codes = found.coded.codes(size)
    cell[codes] = np.searchsorted(firsts, codes, side="right") - 1
    return cell


def _sums(cells: Cells) -> NDArray[np.int64]:
    """The scores that the first two hands can have together."""
    second = {*cells.second_worth.tolist(), *(-cells.second_worth).tolist(), *cells.second_tie.tolist()}
    return np.unique([one + two for one in np.unique(cells.first).tolist() for two in second])


# Before buying -----------------------------------------------------------------------------------------------------


def before_buying(found: Table, sevens: Hands) -> NDArray[np.int64]:
    """A number for what seven cards hold: their best five, the best with one joker more, and the highest card."""
    codes = found.coded.evaluator
    levels = found.coded.evaluator.levels.astype(np.int64)
    joker = np.full((len(sevens), 1), JOKER_CODE, dtype=np.uint8)
    held = levels[codes.best_codes(sevens, 5)]
    hoped = levels[codes.best_codes(np.concatenate([sevens, joker], axis=1), 5)]
    top = found.coded.scale.one[sevens].max(axis=1).astype(np.int64)
    kind: NDArray[np.int64] = (held * _levels(found) + hoped) * _ones(found) + top
    return kind


def worth_by_kind(
    found: Table, kinds: NDArray[np.int64], worth: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """How often each kind of seven cards came, and what it was worth on average."""
    often = np.bincount(kinds, minlength=_kinds(found))
    mean = np.bincount(kinds, weights=worth, minlength=_kinds(found)) / np.maximum(often, 1)
    return often, mean


def _levels(found: Table) -> int:
    return int(found.coded.evaluator.levels.max()) + 1


def _ones(found: Table) -> int:
    return int(found.coded.scale.one.max()) + 1


def _kinds(found: Table) -> int:
    return _levels(found) ** 2 * _ones(found)


def kind_name(found: Table, kind: int) -> str:
    """As a person would say it: `one pair, a straight with one card more, king high`."""
    levels, top = divmod(kind, _ones(found))
    held, hoped = divmod(levels, _levels(found))
    made = {strength.level: strength.in_words for strength in found.coded.evaluator.strengths if strength}
    rank = RANK_NAMES[found.coded.strength(top).ranks[0] - TWO]
    return f"{made[held]}, at best {made[hoped]} with one card more, {rank} high"
