"""
Tables of a game by class of hands: the house way, and the strengths of all settings as codes.

The game sets each class once, which takes most of a minute. The tables are cached for all terms that agree in the
options that the game read; those for the usual terms and for single readings come with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Hands, Ints
from ...kernels.disk_cache import cached_by_options_read
from ...kernels.evaluate import EVALUATOR_CLASSES, Evaluator, make_evaluator
from ...kernels.hand_classes import HandClasses, hand_classes
from ...kernels.meetings import every_setting
from ...rules.cards import Cards
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ...rules.ranking import Strength
from ...rules.setting import Setting
from ..option_cache import Consulted
from .form import Form, form_of
from .shipped import shipped, source_of

Progress = Callable[[int, int], None]


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
class SlotValues:
    """The strength of a hand in one slot, by the game."""

    game: AnyGame
    terms: Any
    slot: str
    joker_duplicates: bool = True

    def of(self, cards: Cards) -> Strength:
        found = self.game.strength(self.terms, self.slot, cards, ())
        if found is None:
            raise Broken(f"{self.game.key} gives {cards} in {self.slot} no strength, so nothing can be compared")
        return found


@lru_cache(maxsize=4)
def classes_of(form: Form) -> HandClasses:
    return hand_classes(form.cards, jokers=form.jokers, long=form.long)


_made: dict[tuple[str, tuple[tuple[str, Any], ...]], Tables] = {}
MOST_MADE = 8


def at_hand(game: AnyGame) -> bool:
    """Are the tables under these terms available without computing them?"""
    return _found_before(game) is not None or shipped(game) is not None


def _found_before(game: AnyGame) -> Tables | None:
    for (key, read), found in _made.items():
        if key == game.key and all(getattr(game.terms, option) == value for option, value in read):
            return found
    return None


def hand_tables(game: AnyGame, progress: Progress | None = None) -> Tables:
    """The tables under these terms, from a cache or computed now."""
    before = _found_before(game)
    if before is not None:
        return before

    def make(_: Any) -> tuple[dict[str, Any], tuple[dict[str, Any], Tables]]:
        read, tables = _from_shipped(game) or asked_anew(game, progress)
        return read, (read, tables)

    what = f"tables of {game.key} {source_of(game)}"
    noted, tables = cached_by_options_read(what, game.terms, make, classes=(Tables, *EVALUATOR_CLASSES))
    while len(_made) >= MOST_MADE:
        del _made[next(iter(_made))]
    _made[game.key, tuple(sorted(noted.items()))] = tables
    return tables


def _from_shipped(game: AnyGame) -> tuple[dict[str, Any], Tables] | None:
    found = shipped(game)
    if found is None:
        return None
    terms = Consulted(game.terms)
    tables = _tables(game, terms, found[1])
    return {**found[0], **terms.options_read}, tables


def asked_anew(game: AnyGame, progress: Progress | None = None) -> tuple[dict[str, Any], Tables]:
    """The options that the game read, and its tables."""
    terms = Consulted(game.terms)
    tables = _tables(game, terms, house_choices(game, terms, progress))
    return terms.options_read, tables


def _tables(game: AnyGame, terms: Any, house: NDArray[np.uint8]) -> Tables:
    """The tables, given the choice of the house way in every class."""
    form = form_of(game)
    evaluators = _evaluators(game, terms)
    hands = classes_of(form).hands
    (places, others) = choices(form)
    first, second = (found.tables[size] for found, size in zip(evaluators, form.sizes, strict=True))
    codes = np.empty((len(house), 2), dtype=np.uint16)
    for choice in range(len(places)):
        rows = np.flatnonzero(house == choice)
        one = slice(choice, choice + 1)
        codes[rows] = every_setting(first, second, hands[rows], places[one], others[one])[:, 0]
    return Tables(evaluators, codes)


def _evaluators(game: AnyGame, terms: Any) -> tuple[Evaluator, Evaluator]:
    form = form_of(game)
    first, second = (
        make_evaluator(SlotValues(game, terms, name), (size,), 1, form.jokers)
        for name, size in zip(form.names, form.sizes, strict=True)
    )
    return first, second


def house_choices(game: AnyGame, terms: Any, progress: Progress | None = None) -> NDArray[np.uint8]:
    """By class: the number of the house way's choice of cards for the first slot."""
    form = form_of(game)
    classes = classes_of(form)
    first = form.names[0]
    numbers = {tuple(taken): number for number, taken in enumerate(choices(form)[0].tolist())}
    found = np.empty(len(classes), dtype=np.uint8)
    for row in range(len(classes)):
        if progress and row % 1000 == 0:
            progress(row, len(classes))
        hand = classes.hand(row)
        first_hand = house_way_of(game, terms, hand)[first]
        found[row] = numbers[tuple(sorted(hand.index(card) for card in first_hand))]
    if progress:
        progress(len(classes), len(classes))
    return found


def fouled(game: AnyGame, terms: Any, form: Form, tables: Tables, codes: Sequence[int]) -> bool:
    """Is a setting of two hands with these codes a foul?"""
    hands = (found.examples[code] for found, code in zip(tables.evaluators, codes, strict=True))
    return game.foul(terms, dict(zip(form.names, hands, strict=True)), {}) is not None


def house_way_of(game: AnyGame, terms: Any, cards: Cards) -> Setting:
    if game.house_way is None:
        raise Broken(f"{game.key} has no house way")
    return game.house_way(terms, cards)


def settings_of(form: Form, evaluators: tuple[Evaluator, Evaluator]) -> NDArray[np.uint16]:
    """By class and choice of cards for the first slot: the codes of both hands."""
    return codes_of(form, evaluators, classes_of(form).hands)


def codes_of(form: Form, evaluators: tuple[Evaluator, Evaluator], hands: Hands) -> NDArray[np.uint16]:
    """The same for these hands."""
    first, second = (found.tables[size] for found, size in zip(evaluators, form.sizes, strict=True))
    places, others = choices(form)
    return every_setting(first, second, hands, places, others)


@lru_cache(maxsize=4)
def choices(form: Form) -> tuple[Ints, Ints]:
    """Every choice of positions for the first slot, and the positions left for the second."""
    chosen = list(combinations(range(form.cards), form.sizes[0]))
    others = [[place for place in range(form.cards) if place not in taken] for taken in chosen]
    return np.array(chosen, dtype=np.uint8), np.array(others, dtype=np.uint8)
