"""
Sentences about the hands of a setting, for games whose house ways are priced on a sample of hands.

A sentence asks for a class of hand or better in one slot, or in two slots at once. A setting whose hands are all at
least as strong as those of another satisfies every sentence that the other satisfies, so a game gives only settings
than which none is as strong in every slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import ACE, RANK_NAMES, TWO
from ..rules.ranking import Made, Strength
from .sentences import Sentence

PARTS = 10**9
"""Values of a sample are whole numbers of this part of a unit."""
LOWEST_NAMED_RANK = ACE - 2
"""The lowest rank that a sentence about a hand of one card or without a pair names: a queen."""
WITH_ARTICLE = (Made.STRAIGHT, Made.FLUSH, Made.FULL_HOUSE, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)
NO_LEVEL = -1


@dataclass(frozen=True, eq=False)
class SlotHands:
    """The hands of all options in one slot."""

    name: str
    strength: NDArray[np.int64]
    """By option: a number that is higher for a stronger hand."""
    level: NDArray[np.int64]
    """By option: the number of its class, higher for a better class."""
    top: NDArray[np.int64]
    """By option: its most important rank."""
    classes: dict[Made, int]
    """The classes that hands of this slot can have, with their numbers."""


@dataclass(frozen=True, eq=False)
class Requirement:
    """What a sentence asks of the hand in one slot."""

    text: str
    is_met: NDArray[np.bool_]
    is_combined: bool
    """Whether it is also required together with one of another slot."""


def slot_hands(name: str, codes: NDArray[np.uint32], strengths: Sequence[Strength | None], size: int) -> SlotHands:
    """The hands of one slot, from codes that number hands by strength."""
    level = np.full(len(strengths), NO_LEVEL, dtype=np.int64)
    top = np.zeros(len(strengths), dtype=np.int64)
    classes: dict[Made, int] = {}
    for code, strength in enumerate(strengths):
        if strength is not None:
            level[code] = strength.level
            top[code] = strength.ranks[0]
            if strength.size == size:
                classes[strength.made] = strength.level
    return SlotHands(name, codes.astype(np.int64), level[codes], top[codes], classes)


def sentences_about(slots: Sequence[SlotHands], *, in_two_slots: bool = True) -> Iterator[Sentence]:
    """A sentence for each class in each slot, and for each two classes in two slots."""
    by_slot = [list(requirements(slot)) for slot in slots]
    for of_slot in by_slot:
        for one in of_slot:
            yield _sentence(one.text, one.is_met)
    if not in_two_slots:
        return
    for first, second in combinations(by_slot, 2):
        for one, other in product(first, second):
            if one.is_combined and other.is_combined:
                yield _sentence(f"{one.text} with {other.text}", one.is_met & other.is_met)


def _sentence(text: str, is_met: NDArray[np.bool_]) -> Sentence:
    return Sentence(f"Set {text}.", is_met.astype(np.uint16))


def requirements(slot: SlotHands) -> Iterator[Requirement]:
    """What a sentence can ask for in a slot: a rank or better, or a class or better."""
    levels = sorted(slot.classes.items(), key=lambda item: item[1])
    lowest = levels[0][1]
    for rank in range(ACE, LOWEST_NAMED_RANK - 1, -1):
        is_met = (slot.level > lowest) | (slot.top >= rank)
        text = f"{_with_article(RANK_NAMES[rank - TWO])} or better in the {slot.name} hand"
        if is_met.any() and not is_met.all():
            yield Requirement(text, is_met, is_combined=rank == ACE)
    for made, level in levels[1:]:
        is_met = slot.level >= level
        or_better = "" if made == levels[-1][0] else " or better"
        if is_met.any() and not is_met.all():
            text = f"{_class_text(made)}{or_better} in the {slot.name} hand"
            yield Requirement(text, is_met, is_combined=True)


def _class_text(made: Made) -> str:
    if made == Made.ONE_PAIR:
        return "a pair"
    return _with_article(made.in_words) if made in WITH_ARTICLE else made.in_words


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "ae" else f"a {name}"


def last_sentences_about(slots: Sequence[SlotHands], start: NDArray[np.int64]) -> Iterator[Sentence]:
    """The strongest hand of one slot, then of the others, in every order."""
    for order in permutations(slots):
        yield ordered_sentence(order, start)


def ordered_sentence(order: Sequence[SlotHands], start: NDArray[np.int64]) -> Sentence:
    """The strongest hand of the first slot of an order, then of the next ones."""
    text = ", then ".join(f"the strongest {slot.name} hand" for slot in order)
    return Sentence(f"Set {text}.", _places(order, start))


def _places(order: Sequence[SlotHands], start: NDArray[np.int64]) -> NDArray[np.uint16]:
    """By option: its place among the options of its hand, 0 for the weakest."""
    hand = np.repeat(np.arange(len(start) - 1), np.diff(start))
    sorted_rows = np.lexsort((*(slot.strength for slot in reversed(order)), hand))
    places = np.empty(len(hand), dtype=np.int64)
    places[sorted_rows] = np.arange(len(hand))
    within_hand: NDArray[np.uint16] = (places - start[hand]).astype(np.uint16)
    return within_hand


def is_as_strong_in_no_other(strengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """By setting (row) of one hand: whether no other is as strong in every slot; of equal ones the first counts."""
    at_least = (strengths[None, :, :] >= strengths[:, None, :]).all(axis=2)
    same = (strengths[None, :, :] == strengths[:, None, :]).all(axis=2)
    later = np.tril(np.ones(same.shape, dtype=np.bool_), -1).T  # column after row
    dominated = at_least & ~(same & (later | np.eye(len(strengths), dtype=np.bool_)))
    is_kept: NDArray[np.bool_] = ~dominated.any(axis=1)
    return is_kept
