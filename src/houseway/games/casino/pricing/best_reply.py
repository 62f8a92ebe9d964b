"""
The best reply to the dealer: the value of every setting, and when to fold.

A large sample of the dealer's settings is counted by cells of their three hands; against it every setting has a value.
Seven cards are sorted into kinds. A kind is folded if its hands won less on average than a fold. `folding.py` decides
hand by hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands
from ....rules.cards import RANK_NAMES, TWO
from ....rules.ranking import Ranking
from ....sampling.chunks import in_threads
from ....sampling.streams import stream
from .. import hand_order
from ..kernels.buying import value_of_buying, won_from_each
from ..kernels.duel import Cells, Scores, Suits, values_against_field
from ..kernels.setting import (
    NINE,
    CodedSettings,
    Parts,
    Values,
    best_fives_of_seven,
    deck_order,
    highest_in_blocks,
    parts_of,
    set_by_policy,
    set_by_value,
)
from ..terms import Terms
from .scores import CasinoTables, casino_tables, shuffled, suits_of

# The purposes of random streams.
FIELD = 0
"""The sample of dealers' settings."""
SHOES = 1
"""The shoes of a price."""
DRAWS = 2
"""Bought cards."""
DEALERS = 3
"""Dealers' hands."""
FOLDS = 4
"""Seven cards that are folded or not."""

FIELD_CHUNKS = 16
FIELD_SHOES = 900
"""Shoes in a chunk of the field."""
SECOND_CELLS = 1000
"""Cells of second hands: more than there are codes, so each code has its own."""
THIRD_CELLS = 320
"""Cells of third hands, each met about equally often."""
NEAR_FOLD = 1.5
"""In antes: hands whose kind has a mean value this close to that of the fold are decided hand by hand."""
MOST_SAMPLES = 2
"""Samples that are kept in memory, of about 150 megabytes each."""
NEAR_HANDS = 300
"""Number of hands near the value of the fold from which the correction for a held card is computed."""
ENOUGH = 40
"""Hands of a kind in the sample, at least, before the kind is folded."""


class BestReplyByKind(NamedTuple):
    """The best reply: how the best player sets and folds."""

    values: Values
    folds: NDArray[np.bool_]
    """By the number that `before_buying` gives seven cards."""
    kinds: dict[str, float]
    """The kinds of seven cards that are folded, and the mean value of buying with them."""
    near_fold: NDArray[np.bool_]
    """By kind: whether some of its hands may be better folded and others bought."""
    mean: NDArray[np.float64]
    """By kind: the mean value of buying, in antes."""
    removal: NDArray[np.float64]
    """By card: the value, in antes, that holding it before buying adds, because the dealer then has it less often."""


@lru_cache(maxsize=4)
def best_reply(terms: Terms, seed: int) -> BestReplyByKind:
    """The best reply to the dealer of these terms, from a sample with this seed."""
    tables = casino_tables(terms)
    scale = tables.coded.scale
    sample = field_sample(terms, seed)
    dealers = set_by_policy(scale, tables.dealer, sample.parts)
    values = reply_values(tables, dealers.first, dealers.second, dealers.third)
    settings, highest = set_by_value(scale, values, sample.parts)
    often, mean = mean_by_kind(tables, sample.kinds, highest)
    fold = tables.folded / tables.part
    folds = (often >= ENOUGH) & (mean < fold)
    levels = names_of_levels(tables)
    named = {kind_name(tables, levels, number): float(mean[number]) for number in np.flatnonzero(folds).tolist()}
    return BestReplyByKind(
        values=values,
        folds=folds,
        kinds=dict(sorted(named.items(), key=lambda item: item[1])),
        near_fold=(often > 0) & (np.abs(mean - fold) < NEAR_FOLD),
        mean=mean,
        removal=removal_by_card(tables, sample.parts, dealers, settings, highest),
    )


class FieldSample(NamedTuple):
    """Nine-card hands from shuffled shoes."""

    kinds: NDArray[np.int64]
    """The kind of the first seven cards of each hand."""
    parts: Parts


def field_sample(terms: Terms, seed: int) -> FieldSample:
    """The sample with this seed; readings that rank hands alike share it."""
    key = hand_order.ranking(terms), terms.decks, terms.jokers, seed, FIELD_CHUNKS
    if key not in _recent_samples:
        while len(_recent_samples) >= MOST_SAMPLES:
            del _recent_samples[next(iter(_recent_samples))]
        _recent_samples[key] = _field_sample(casino_tables(terms), seed)
    return _recent_samples[key]


_recent_samples: dict[tuple[Ranking, int, int, int, int], FieldSample] = {}


def _field_sample(tables: CasinoTables, seed: int) -> FieldSample:
    chunks = list(in_threads(lambda chunk: _field_chunk(tables, seed, chunk), range(FIELD_CHUNKS), lambda done: None))
    parts = Parts(*(np.concatenate(column) for column in zip(*(parts for _, parts in chunks), strict=True)))
    return FieldSample(np.concatenate([kinds for kinds, _ in chunks]), parts)


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
    highest = highest_in_blocks(values)
    return Values(
        first_cell=first_cell,
        second_cell=cell_by_code(tables, 3, field.seconds),
        third_cell=cell_by_code(tables, 5, field.thirds),
        value=values,
        highest=highest,
        envelope=np.maximum.accumulate(highest.max(axis=0), axis=0),
    )


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


# Cards that the dealer cannot have ---------------------------------------------------------------------------------


def removal_by_card(
    tables: CasinoTables,
    sample: Parts,
    dealers: CodedSettings,
    settings: CodedSettings,
    values: NDArray[np.float32],
) -> NDArray[np.float64]:
    """
    By card: how much more a hand near the value of the fold wins for each copy that the dealer cannot have.

    When one copy is missing from the shoe, a dealer's hand with k of the n copies occurs (n - k) / n as often.
    """
    near = np.argsort(np.abs(values - tables.folded / tables.part), kind="stable")[: len(values) // 8]
    rows = near[:: max(1, len(near) // NEAR_HANDS)]
    parts = Parts(*(column[rows] for column in sample))
    ours = CodedSettings(*(column[rows] for column in settings))
    suits = suits_of(tables, sample, dealers)
    won = won_from_each(
        ours,
        suits_of(tables, parts, ours),
        CodedSettings(*(column[None] for column in dealers)),
        Suits(*(column[None] for column in suits)),
        tables.scores,
    ) / (len(rows) * tables.part)
    copies = np.bincount(tables.shoe, minlength=JOKER_CODE + 1)
    gains = np.zeros(JOKER_CODE + 1)
    for card, count in enumerate(copies.tolist()):
        weight = (count - (sample.hands == card).sum(axis=1)) / count
        gains[card] = (weight * won).sum() / weight.sum() - won.mean()
    return _by_rank(tables, gains)


def _by_rank(tables: CasinoTables, gains: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the cards of each rank, which differ only by chance; the joker is separate."""
    ranks = tables.coded.scale.one.astype(np.int64).copy()
    ranks[JOKER_CODE] = 0
    return np.array([gains[ranks == rank].mean() for rank in ranks.tolist()])


def value_of_sevens(
    tables: CasinoTables,
    values: Values,
    removal: NDArray[np.float64],
    sevens: Hands,
    *,
    every: int = 1,
    start: int | None = None,
) -> NDArray[np.float64]:
    """
    The value of buying for each row of seven cards, in antes, corrected for the cards held.

    It is the mean over every `every`-th pair of bought cards. Calls with another `start` below `every` use other pairs.
    """
    shoe = np.bincount(tables.shoe, minlength=JOKER_CODE + 1)
    contiguous = np.ascontiguousarray(sevens)  # any other memory layout would compile the kernel again
    first = every // 2 if start is None else start
    bought = value_of_buying(tables.coded.scale, values, contiguous, shoe, every, first)
    corrected: NDArray[np.float64] = bought + removal[sevens].sum(axis=1)
    return corrected


# Before buying -----------------------------------------------------------------------------------------------------


def before_buying(tables: CasinoTables, sevens: Hands) -> NDArray[np.int64]:
    """The kind of seven cards, as a number: class of the best five, that with one more joker, and the highest card."""
    levels = tables.coded.evaluator.levels.astype(np.int64)
    best, best_with_joker = _best_fives(tables, sevens)
    made_now = levels[best]
    made_with_joker = levels[best_with_joker]
    top = tables.coded.scale.one[sevens].max(axis=1).astype(np.int64)
    kind: NDArray[np.int64] = (made_now * _levels(tables) + made_with_joker) * _ones(tables) + top
    return kind


def _best_fives(tables: CasinoTables, sevens: Hands) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The code of the best five of each seven cards, and of the best five with one more joker."""
    if tables.coded.scale.in_order.exist:
        return best_fives_of_seven(tables.coded.scale.in_order, deck_order(sevens))
    evaluator = tables.coded.evaluator
    joker = np.full((len(sevens), 1), JOKER_CODE, dtype=np.uint8)
    return evaluator.best_codes(sevens, 5), evaluator.best_codes(np.concatenate([sevens, joker], axis=1), 5)


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


def names_of_levels(tables: CasinoTables) -> dict[int, str]:
    """By level: the name of the class of hands."""
    return {strength.level: strength.in_words for strength in tables.coded.evaluator.strengths if strength}


def kind_name(tables: CasinoTables, name_of_level: dict[int, str], kind: int) -> str:
    """The name of a kind, such as `one pair, at best a straight with one card more, king high`."""
    levels, top = divmod(kind, _ones(tables))
    made_now, made_with_joker = divmod(levels, _levels(tables))
    rank = RANK_NAMES[tables.coded.strength(top).ranks[0] - TWO]
    return f"{name_of_level[made_now]}, at best {name_of_level[made_with_joker]} with one card more, {rank} high"
