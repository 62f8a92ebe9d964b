"""
The vocabulary for house ways of twenty-five cards, priced on a sample of hands.

Twenty-five cards have far too many settings to list. The settings of a hand are therefore those that the solver finds
for the shortest house ways: for each last sentence, alone and after each other sentence, the setting that they ask
for, and the best setting. House ways of one or two sentences are judged exactly on the sample. Those of more sentences
choose among the same settings, so their costs are upper bounds of what they can do.

The value of a setting is against the population that `houseway best` uses. The standard error of a cost is that of the
sample of hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cache import source_hash
from ....kernels.disk_cache import cached
from ....pricing.sentences import HandOptions, Sentence, Vocabulary
from ....pricing.slot_sentences import (
    SlotHands,
    is_as_strong_in_no_other,
    ordered_sentence,
    requirements,
    sentences_about,
    slot_hands,
)
from ....rules.cards import Cards, write_cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import Progress, ignore_progress, in_threads
from ....sampling.streams import stream
from .. import legality
from ..kernels.shapes import Scale
from ..legality import STANDARD_SIZES, slot_name
from ..solver.best_setting import MOST, solve_setting
from ..solver.population import strength_in
from ..solver.tables import known
from ..solver.value_model import MICRO, Model
from ..terms import Terms

ROLE = "a player against one opponent of the population that houseway best uses"
UNIT = "points"
SEED = 1
HANDS = 60
"""Hands in the sample."""
SENTENCES = 21
"""The purpose of the random stream of those hands."""
NAMES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The six hands in the words of the sentences."""
COUNTED_HANDS = 4
"""The hands, in the order of a last sentence, that the solver maximises; more would not fit into 64 bits."""
SOURCE = source_hash(Path(__file__).parents[1])
"""A hash of the code of this game: cached settings are used only while it is the same."""
NOTE = (
    f"The costs are estimates on {HANDS:,} hands of {MOST} cards from seed {SEED}; nobody surrenders. The settings of "
    "a hand are the best one and those that the house ways of one or two sentences ask for; longer lists choose among "
    "them. The error is that of the sample of hands."
)
Codes = NDArray[np.int64]


class Requirement(NamedTuple):
    """What a sentence asks of one hand."""

    slot: int
    is_met: NDArray[np.bool_]
    """By number of a strength."""


class SlotSetting(NamedTuple):
    """A setting of some cards, and the numbers of the strengths of its hands."""

    codes: tuple[int, ...]
    text: str


def vocabulary(game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
    """The sentences, and the settings of the sampled hands with their costs."""
    model = known(game, progress).model
    hands = sampled_hands(game)
    by_hand = _cached_settings(game, model, hands, progress or ignore_progress)
    start = np.concatenate([[0], np.cumsum([len(of_hand) for of_hand in by_hand])]).astype(np.int64)
    settings = [setting for of_hand in by_hand for setting in of_hand]
    codes = np.array([setting.codes for setting in settings], dtype=np.int64)
    value = model.table[np.arange(len(NAMES)), codes].sum(axis=1)
    best = np.maximum.reduceat(value, start[:-1])
    hand_of = np.repeat(np.arange(HANDS), np.diff(start))
    slots = _slots(model.scale, codes)
    options = HandOptions(
        start=start,
        cost=best[hand_of] - value,
        parts=MICRO * HANDS,
        hand_text=lambda hand: write_cards(hands[hand]),
        option_text=lambda row: settings[row].text,
        checked=f"{HANDS:,} sampled hands",
        sampled_hands=HANDS,
    )
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        is_among_players=True,
        best_ev=Fraction(int(best.sum()), options.parts),
        options=options,
        sentences=tuple(sentences_about(slots, in_two_slots=False)),
        last_sentences=tuple(_last_sentences(slots, start)),
        note=NOTE,
    )


def sampled_hands(game: Game[Terms]) -> list[Cards]:
    """Hands of twenty-five cards, each from a shoe of its own."""
    shoe = game.shoe(game.terms)
    generator = stream(SEED, SENTENCES, 0)
    return [tuple(shoe[place] for place in generator.permutation(len(shoe))[:MOST]) for _ in range(HANDS)]


def _slots(scale: Scale, codes: Codes) -> list[SlotHands]:
    """The hands of all settings, slot by slot."""
    return [
        slot_hands(name, codes[:, slot - 1].astype(np.uint32), scale.strengths, STANDARD_SIZES[slot])
        for slot, name in zip(legality.SLOTS, NAMES, strict=True)
    ]


def orders() -> Iterator[tuple[int, ...]]:
    """The orders of the six hands in the last sentences: one of them, then the others from the sixth down."""
    from_the_sixth = tuple(reversed(legality.SLOTS))
    for first in from_the_sixth:
        yield first, *(slot for slot in from_the_sixth if slot != first)


def _last_sentences(slots: Sequence[SlotHands], start: Codes) -> Iterator[Sentence]:
    for order in orders():
        yield ordered_sentence([slots[slot - 1] for slot in order], start)


# Settings of one hand ------------------------------------------------------------------------------------------------


def _cached_settings(game: Game[Terms], model: Model, hands: list[Cards], report: Progress) -> list[list[SlotSetting]]:
    """The settings of each hand; they take minutes of processor time, so they are cached."""

    def make() -> list[list[SlotSetting]]:
        def find(number: int) -> list[SlotSetting]:
            return settings_of(game, model, hands[number])

        return list(in_threads(find, range(HANDS), lambda done: report(done, HANDS)))

    name = f"showdown sentences {SOURCE} {game.terms_hash} {HANDS}"
    return cached(name, make, classes=(SlotSetting,))


def settings_of(game: Game[Terms], model: Model, cards: Cards) -> list[SlotSetting]:
    """The best setting, and those that the house ways of one or two sentences ask for, without dominated ones."""
    scale = model.scale
    by_codes = {setting.codes: setting for setting in _asked_for(game, scale, cards)}
    best = _slot_setting(game, scale, solve_setting(game, cards, model).setting)
    by_codes.setdefault(best.codes, best)
    settings = list(by_codes.values())
    is_undominated = is_as_strong_in_no_other(np.array([setting.codes for setting in settings], dtype=np.int64))
    return [setting for setting, is_kept in zip(settings, is_undominated.tolist(), strict=True) if is_kept]


def _asked_for(game: Game[Terms], scale: Scale, cards: Cards) -> Iterator[SlotSetting]:
    """By last sentence: the setting that it asks for, and those that it asks for after each other sentence."""
    for order in orders():
        plain = _solved(game, scale, cards, order, None)
        yield plain
        refused_slots: set[int] = set()
        for requirement in requirements_by_strength(scale):
            place = requirement.slot - 1
            if requirement.slot in refused_slots or requirement.is_met[plain.codes[place]]:
                continue
            answer = _solved(game, scale, cards, order, requirement)
            if requirement.is_met[answer.codes[place]]:
                yield answer
            else:
                refused_slots.add(requirement.slot)  # a better class is out of reach too


def _solved(
    game: Game[Terms], scale: Scale, cards: Cards, order: tuple[int, ...], requirement: Requirement | None
) -> SlotSetting:
    model = ordered_model(scale, order)
    if requirement is not None:
        table = model.table.copy()
        above_all = 1 + int(model.table.max(axis=1).sum())
        table[requirement.slot - 1, requirement.is_met] += above_all
        model = Model("sentences", scale, table)
    return _slot_setting(game, scale, solve_setting(game, cards, model).setting)


def _slot_setting(game: Game[Terms], scale: Scale, setting: Setting) -> SlotSetting:
    codes = tuple(scale.number(strength_in(game, setting, slot)) for slot in legality.SLOTS)
    text = ", ".join(f"{name} {write_cards(setting[slot_name(slot)])}" for slot, name in enumerate(NAMES, start=1))
    return SlotSetting(codes, text)


@lru_cache(maxsize=16)
def ordered_model(scale: Scale, order: tuple[int, ...]) -> Model:
    """A model in which each of the first hands of an order counts more than all later ones together."""
    table = np.zeros((len(legality.SLOTS), len(scale.strengths)), dtype=np.int64)
    weight = 1
    for slot in reversed(order[:COUNTED_HANDS]):
        sizes = legality.allowed_sizes(scale.terms, slot)
        allowed = [number for number, strength in enumerate(scale.strengths) if strength.size in sizes]
        table[slot - 1, allowed] = weight * np.arange(1, len(allowed) + 1)
        weight *= len(allowed) + 1
    return Model("in order", scale, table)


@lru_cache(maxsize=4)
def requirements_by_strength(scale: Scale) -> tuple[Requirement, ...]:
    """What the sentences ask, slot by slot, the most modest first."""
    every = np.tile(np.arange(len(scale.strengths), dtype=np.int64)[:, None], (1, len(NAMES)))
    all_requirements: list[Requirement] = []
    for slot, hands in zip(legality.SLOTS, _slots(scale, every), strict=True):
        of_slot = [Requirement(slot, requirement.is_met) for requirement in requirements(hands)]
        all_requirements += sorted(of_slot, key=lambda requirement: -int(requirement.is_met.sum()))
    return tuple(all_requirements)
