"""
Tables of a game by class of hands: the house way, and the strengths of all settings as codes.

The game sets each class once, which takes most of a minute. The tables are cached for all terms that agree in the
options that the game read; those for the usual terms and for single readings come with the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Hands, Ints
from ...kernels.disk_cache import cached_by_options_read
from ...kernels.evaluate import EVALUATOR_CLASSES, CodeTables, Evaluator, make_evaluator
from ...kernels.hand_classes import HandClasses, hand_classes
from ...kernels.meetings import every_setting
from ...rules.cards import Cards
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ...rules.ranking import Strength
from ...rules.setting import Setting
from ...sampling.chunks import Progress
from ..option_cache import OptionValues, RecordingTerms, agree
from .form import Form, form_of
from .shipped import shipped, source_of


@dataclass(frozen=True)
class Tables:
    """The house way by class of hands, and the strengths of hands by code."""

    evaluators: tuple[Evaluator, Evaluator]
    """One for each of the two slots."""
    house: NDArray[np.uint16]
    """By class: the codes of the two hands that the house way sets."""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.evaluators[0].strengths), len(self.evaluators[1].strengths)


@dataclass(frozen=True)
class SlotStrengths:
    """The strength of a hand in one slot, by the game."""

    game: AnyGame
    terms: object
    slot: str
    joker_duplicates: bool = True

    def of(self, cards: Cards) -> Strength:
        strength = self.game.strength(self.terms, self.slot, cards, ())
        if strength is None:
            raise Broken(f"{self.game.key} gives {cards} in {self.slot} no strength, so nothing can be compared")
        return strength


@lru_cache(maxsize=4)
def classes_of(form: Form) -> HandClasses:
    return hand_classes(form.cards, jokers=form.jokers, long=form.long)


class CachedTables(NamedTuple):
    """The tables of a game under all terms that agree in some options."""

    key: str
    """The game."""
    options_read: OptionValues
    tables: Tables


_cached_tables: list[CachedTables] = []
MOST_CACHED = 8


def tables_are_ready(game: AnyGame) -> bool:
    """Are the tables under these terms available without computing them?"""
    return _tables_in_memory(game) is not None or shipped(game) is not None


def _tables_in_memory(game: AnyGame) -> Tables | None:
    for cached in _cached_tables:
        if cached.key == game.key and agree(game.terms, cached.options_read):
            return cached.tables
    return None


def hand_tables(game: AnyGame, progress: Progress | None = None) -> Tables:
    """The tables under these terms, from a cache or computed now."""
    in_memory = _tables_in_memory(game)
    if in_memory is not None:
        return in_memory

    def make(_: object) -> tuple[OptionValues, tuple[OptionValues, Tables]]:
        options_read, tables = _shipped_tables(game) or compute_tables(game, progress)
        return options_read, (options_read, tables)

    what = f"tables of {game.key} {source_of(game)}"
    options_read, tables = cached_by_options_read(what, game.terms, make, classes=(Tables, *EVALUATOR_CLASSES))
    _cached_tables.append(CachedTables(game.key, options_read, tables))
    del _cached_tables[:-MOST_CACHED]
    return tables


def _shipped_tables(game: AnyGame) -> tuple[OptionValues, Tables] | None:
    house_way = shipped(game)
    if house_way is None:
        return None
    terms = RecordingTerms(game.terms)
    tables = _tables(game, terms, house_way.choices)
    return {**house_way.options_read, **terms.options_read}, tables


def compute_tables(game: AnyGame, progress: Progress | None = None) -> tuple[OptionValues, Tables]:
    """The options that the game read, and its tables."""
    terms = RecordingTerms(game.terms)
    tables = _tables(game, terms, house_choices(game, terms, progress))
    return terms.options_read, tables


def _tables(game: AnyGame, terms: object, house: NDArray[np.uint8]) -> Tables:
    """The tables, given the choice of the house way in every class."""
    form = form_of(game)
    evaluators = _evaluators(game, terms)
    hands = classes_of(form).hands
    positions, others = choices(form)
    first, second = _evaluator_tables(form, evaluators)
    codes = np.empty((len(house), 2), dtype=np.uint16)
    for choice in range(len(positions)):
        rows = np.flatnonzero(house == choice)
        only = slice(choice, choice + 1)
        codes[rows] = every_setting(first, second, hands[rows], positions[only], others[only])[:, 0]
    return Tables(evaluators, codes)


def _evaluators(game: AnyGame, terms: object) -> tuple[Evaluator, Evaluator]:
    form = form_of(game)
    first, second = (
        make_evaluator(SlotStrengths(game, terms, name), (size,), 1, form.jokers)
        for name, size in zip(form.names, form.sizes, strict=True)
    )
    return first, second


def house_choices(game: AnyGame, terms: object, progress: Progress | None = None) -> NDArray[np.uint8]:
    """By class: the number of the house way's choice of cards for the first slot."""
    form = form_of(game)
    classes = classes_of(form)
    first = form.names[0]
    number_of = {tuple(positions): number for number, positions in enumerate(choices(form)[0].tolist())}
    house = np.empty(len(classes), dtype=np.uint8)
    for row in range(len(classes)):
        if progress and row % 1000 == 0:
            progress(row, len(classes))
        hand = classes.hand(row)
        first_hand = house_way_of(game, terms, hand)[first]
        house[row] = number_of[tuple(sorted(hand.index(card) for card in first_hand))]
    if progress:
        progress(len(classes), len(classes))
    return house


def fouled(game: AnyGame, terms: object, form: Form, tables: Tables, codes: Sequence[int]) -> bool:
    """Is a setting of two hands with these codes a foul?"""
    hands = (evaluator.examples[code] for evaluator, code in zip(tables.evaluators, codes, strict=True))
    return game.foul(terms, dict(zip(form.names, hands, strict=True)), {}) is not None


def house_way_of(game: AnyGame, terms: object, cards: Cards) -> Setting:
    if game.house_way is None:
        raise Broken(f"{game.key} has no house way")
    return game.house_way(terms, cards)


def settings_of(form: Form, evaluators: tuple[Evaluator, Evaluator]) -> NDArray[np.uint16]:
    """By class and choice of cards for the first slot: the codes of both hands."""
    return codes_of(form, evaluators, classes_of(form).hands)


def codes_of(form: Form, evaluators: tuple[Evaluator, Evaluator], hands: Hands) -> NDArray[np.uint16]:
    """By hand and choice of cards for the first slot: the codes of both hands."""
    first, second = _evaluator_tables(form, evaluators)
    positions, others = choices(form)
    return every_setting(first, second, hands, positions, others)


def _evaluator_tables(form: Form, evaluators: tuple[Evaluator, Evaluator]) -> tuple[CodeTables, CodeTables]:
    """The tables with which kernels look up the codes of the first and of the second hand."""
    first, second = evaluators
    return first.tables[form.sizes[0]], second.tables[form.sizes[1]]


@lru_cache(maxsize=4)
def choices(form: Form) -> tuple[Ints, Ints]:
    """Every choice of positions for the first slot, and the positions left for the second."""
    chosen = list(combinations(range(form.cards), form.sizes[0]))
    others = [[position for position in range(form.cards) if position not in taken] for taken in chosen]
    return np.array(chosen, dtype=np.uint8), np.array(others, dtype=np.uint8)
