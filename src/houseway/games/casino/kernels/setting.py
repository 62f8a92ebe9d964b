"""
Setting nine cards of Pyramid Poker, Casino Version, by table.

A nine-card hand has 84 second hands and 126 third hands; each is coded once, and the 504 settings are look-ups. A
policy is a number for each of the three hands: the setting whose numbers sum highest is taken, the first in deck order
among equals, as `casino.house_way` takes it. The numbers are found by asking the game's own key function. A way in
sentences has marks before the numbers: each hand has a bit for each sentence, set if the hand does not stand against
it, and the bits that all three hands have are the sentences that a setting satisfies, the first sentence highest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, Ints, decoded, encoded_hands
from ....kernels.compiled import compiled
from ....kernels.enumerate import shape_classes
from ....kernels.evaluate import CodeTables, Evaluator, code_of, evaluator
from ....rules.cards import Cards
from ....rules.errors import Broken
from ....rules.ranking import Ranking, Strength
from ....rules.setting import Setting
from .. import hand_order
from .. import house_way as casino_ways
from ..setting import arrangements
from ..terms import Terms

NINE = 9
SIZES = (1, 3, 5)
SLOTS = casino_ways.HANDS
WIDEST = 2**62
"""A policy's numbers must stay below this, so that three of them sum in int64."""
MOST_SENTENCES = 64


class Places(NamedTuple):
    """Which places of a hand in deck order make each second and third hand, and which of them make each setting."""

    threes: Ints
    fives: Ints
    first: Ints
    second: Ints
    third: Ints


class Scale(NamedTuple):
    """What coding the hands of a setting looks up."""

    one: NDArray[np.uint32]
    three: CodeTables
    five: CodeTables
    height: NDArray[np.uint32]
    """By code: where a hand stands among hands of every size, for the order that a setting must keep."""
    places: Places


class Laid(NamedTuple):
    """Settings of many hands: the card of the first hand, the codes of the others, and which of the 504 it is."""

    first: Ints
    second: Ints
    third: Ints
    choice: Ints


class Policy(NamedTuple):
    """What each card adds as a first hand, and each code as a second and as a third hand; and their marks."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    third: NDArray[np.int64]
    first_marks: NDArray[np.uint64]
    second_marks: NDArray[np.uint64]
    third_marks: NDArray[np.uint64]


@dataclass(frozen=True)
class Coded:
    """The hands of one, three and five cards under these terms, numbered by strength, with one hand for each number."""

    evaluator: Evaluator
    example: dict[int, Cards]
    scale: Scale

    def codes(self, size: int) -> list[int]:
        """The codes of hands of this size, weakest first."""
        return sorted(code for code, hand in self.example.items() if len(hand) == size)

    def strength(self, code: int) -> Strength:
        found = self.evaluator.strengths[code]
        if found is None:
            raise Broken(f"no hand has the code {code}")
        return found


# Tables made by asking the game ------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _evaluated(ranking: Ranking, decks: int, jokers: int) -> tuple[Evaluator, dict[int, Cards]]:
    found = evaluator(ranking, *SIZES, decks=decks, jokers=jokers)
    example: dict[int, Cards] = {}
    for size in SIZES:
        hands = [cards for cards, _ in shape_classes(size, decks=decks, jokers=jokers)]
        example |= dict(zip(found.codes(encoded_hands(hands)).tolist(), hands, strict=True))
    return found, example


def coded(terms: Terms) -> Coded:
    found, example = _evaluated(hand_order.ranking(terms), terms.decks, terms.jokers)
    cards = np.arange(JOKER_CODE + 1, dtype=np.uint8)
    heights = [hand_order.height(terms, strength) if strength else None for strength in found.strengths]
    order = {height: place for place, height in enumerate(sorted({height for height in heights if height}), start=1)}
    height = np.array([order[height] if height else 0 for height in heights], dtype=np.uint32)
    scale = Scale(found.codes(cards[:, None]), found.tables[3], found.tables[5], height, places())
    return Coded(found, example, scale)


@lru_cache(maxsize=1)
def places() -> Places:
    """The settings in the order of `casino.legal_settings`."""
    threes = list(combinations(range(NINE), 3))
    fives = list(combinations(range(NINE), 5))
    first_places, seconds, thirds = np.array(arrangements(), dtype=np.uint32).T
    arrays = (np.array(threes, dtype=np.uint32), np.array(fives, dtype=np.uint32))
    return Places(*arrays, *(np.ascontiguousarray(column) for column in (first_places, seconds, thirds)))


def policy(found: Coded, key: Callable[[casino_ways.Laid], casino_ways.Key]) -> Policy:
    """
    A key function as three tables of numbers, and of marks if it is a way in sentences.

    Each entry of the key, past the sentences, must come from one hand, or be a sum of numbers that do: so that it is
    known from settings that differ from one setting in one hand. An entry becomes a digit, the first entry the highest.
    """
    sentences, numbers = (key.sentences, key.tie_break) if isinstance(key, casino_ways.Way) else ((), key)
    lists = [[found.strength(code) for code in found.codes(size)] for size in SIZES]
    base = [strengths[0] for strengths in lists]
    keys = [[numbers(_laid(base, slot, strength)) for strength in strengths] for slot, strengths in enumerate(lists)]
    digits = [_digit([[row[place] for row in rows] for rows in keys]) for place in range(len(keys[0][0]))]
    totals = [np.zeros(len(strengths), dtype=object) for strengths in lists]
    for digit in digits:
        width = sum(int(column.max()) for column in digit) + 1
        totals = [total * width + column for total, column in zip(totals, digit, strict=True)]
    if sum(max(total) for total in totals) >= WIDEST:
        raise Broken("the keys of this policy do not fit one number")
    first, second, third = (
        _by_code(found, size, total.astype(np.int64)) for size, total in zip(SIZES, totals, strict=True)
    )
    low, middle, high = (
        _by_code(found, size, marks(sentences, slot, strengths))
        for slot, size, strengths in zip(SLOTS, SIZES, lists, strict=True)
    )
    return Policy(first[found.scale.one], second, third, low[found.scale.one], middle, high)


def marks(sentences: Sequence[casino_ways.Sentence], slot: str, strengths: Sequence[Strength]) -> NDArray[np.uint64]:
    """For each hand of a slot a bit for each sentence that wants nothing else there, the first sentence highest."""
    if len(sentences) > MOST_SENTENCES:
        raise Broken(f"a way of {len(sentences)} sentences has more than the {MOST_SENTENCES} that marks hold")
    found = np.zeros(len(strengths), dtype=np.uint64)
    for sentence in sentences:
        required = [requirement for requirement in sentence.requirements if requirement.slot == slot]
        met = [all(requirement.is_met_by(strength) for requirement in required) for strength in strengths]
        found = (found << np.uint64(1)) | np.array(met, dtype=np.uint64)
    return found


def _laid(base: Sequence[Strength], slot: int, strength: Strength) -> casino_ways.Laid:
    first, second, third = (strength if place == slot else other for place, other in enumerate(base))
    return casino_ways.Laid({}, first, second, third)


def _digit(columns: list[list[Any]]) -> list[NDArray[Any]]:
    """One entry of the key for each hand of each slot, as numbers from 0 that add up in its order."""
    if all(isinstance(value, int) for column in columns for value in column):
        return [np.array(column, dtype=object) - min(column) for column in columns]
    order = {value: number for number, value in enumerate(sorted({value for column in columns for value in column}))}
    found = [np.array([order[value] for value in column], dtype=object) for column in columns]
    if sum(len(set(column)) > 1 for column in columns) > 1:
        raise Broken("an entry of this policy's key depends on more than one hand and is no sum of numbers")
    return [column - min(column) for column in found]


def _by_code(found: Coded, size: int, values: NDArray[Any]) -> NDArray[Any]:
    table = np.zeros(len(found.evaluator.strengths), dtype=values.dtype)
    table[found.codes(size)] = values
    return table


# Setting many hands ------------------------------------------------------------------------------------------------


def deck_order(hands: Hands) -> Hands:
    """Each hand from ace to two, spades first, jokers last: the order in which settings are taken."""
    placed = np.sort((JOKER_CODE - 1 - hands.astype(np.int16)) % 256, axis=-1)
    return np.where(placed == 255, JOKER_CODE, JOKER_CODE - 1 - placed).astype(np.uint8)


class Parts(NamedTuple):
    """Hands in deck order, and the codes of every second and third hand in each."""

    hands: Ints
    seconds: Ints
    thirds: Ints


def parts_of(scale: Scale, hands: Hands) -> Parts:
    ordered = deck_order(hands)
    return Parts(ordered, *_code_parts(scale, ordered))


@compiled
def _code_parts(scale: Scale, hands: Hands) -> tuple[Ints, Ints]:
    shapes = scale.three.shapes
    threes = scale.places.threes
    fives = scale.places.fives
    seconds = np.empty((len(hands), len(threes)), dtype=np.uint32)
    thirds = np.empty((len(hands), len(fives)), dtype=np.uint32)
    for row in range(len(hands)):
        keys = shapes.key[hands[row]]
        suits = shapes.suit[hands[row]]
        for part in range(len(threes)):
            a = threes[part, 0]
            b = threes[part, 1]
            c = threes[part, 2]
            seconds[row, part] = code_of(scale.three, 3, keys[a] + keys[b] + keys[c], suits[a] | suits[b] | suits[c])
        for part in range(len(fives)):
            key = np.uint64(0)
            held = np.uint64(0)
            for place in range(5):
                key += keys[fives[part, place]]
                held |= suits[fives[part, place]]
            thirds[row, part] = code_of(scale.five, 5, key, held)
    return seconds, thirds


def set_by_policy(scale: Scale, by: Policy, parts: Parts) -> Laid:
    """Each hand of nine cards as the policy sets it."""
    return laid_as(scale, parts, _choose_by_policy(scale, by, *parts))


@compiled
def _choose_by_policy(scale: Scale, by: Policy, hands: Hands, second_codes: Ints, third_codes: Ints) -> Ints:
    picks = scale.places
    height = scale.height
    chosen = np.zeros(len(hands), dtype=np.uint16)
    for row in range(len(hands)):
        cards = hands[row]
        seconds = second_codes[row]
        thirds = third_codes[row]
        low = by.first[cards]
        middle = by.second[seconds]
        high = by.third[thirds]
        low_marks = by.first_marks[cards]
        middle_marks = by.second_marks[seconds]
        high_marks = by.third_marks[thirds]
        under = height[scale.one[cards]]
        second_height = height[seconds]
        over = height[thirds]
        most = np.int64(-1)
        most_marks = np.uint64(0)
        for choice in range(len(picks.first)):
            first = picks.first[choice]
            second = picks.second[choice]
            third = picks.third[choice]
            marks = low_marks[first] & middle_marks[second] & high_marks[third]
            number = low[first] + middle[second] + high[third]
            better = marks > most_marks or (marks == most_marks and number > most)
            if better and over[third] > second_height[second] > under[first]:
                most = number
                most_marks = marks
                chosen[row] = choice
    return chosen


class Values(NamedTuple):
    """What a setting is worth, by cells of its three hands."""

    first_cell: NDArray[np.uint32]
    """By card."""
    second_cell: NDArray[np.uint32]
    """By code, as the next."""
    third_cell: NDArray[np.uint32]
    worth: NDArray[np.float32]


def set_by_value(scale: Scale, values: Values, parts: Parts) -> tuple[Laid, NDArray[np.float32]]:
    """Each hand as it is worth most, and that worth; the stronger third hand among equals."""
    choice, worth = _choose_by_value(scale, *values, *parts)
    return laid_as(scale, parts, choice), worth


@compiled
def _choose_by_value(
    scale: Scale,
    first_cell: Ints,
    second_cell: Ints,
    third_cell: Ints,
    worth: Ints,
    hands: Hands,
    second_codes: Ints,
    third_codes: Ints,
) -> tuple[Ints, Ints]:
    picks = scale.places
    height = scale.height
    chosen = np.zeros(len(hands), dtype=np.uint16)
    found = np.full(len(hands), -np.inf, dtype=np.float32)
    for row in range(len(hands)):
        low = first_cell[hands[row]]
        middle = second_cell[second_codes[row]]
        high = third_cell[third_codes[row]]
        under = height[scale.one[hands[row]]]
        second_height = height[second_codes[row]]
        over = height[third_codes[row]]
        strongest = np.uint32(0)
        for choice in range(len(picks.first)):
            first = picks.first[choice]
            second = picks.second[choice]
            third = picks.third[choice]
            if over[third] > second_height[second] > under[first]:
                value = worth[low[first], middle[second], high[third]]
                code = third_codes[row, third]
                if value > found[row] or (value == found[row] and code > strongest):
                    found[row] = value
                    strongest = code
                    chosen[row] = choice
    return chosen, found


def laid_as(scale: Scale, parts: Parts, choice: Ints) -> Laid:
    """The settings of these numbers, one for each hand."""
    rows = np.arange(len(choice))
    picks = scale.places
    first = picks.first[choice]
    second = picks.second[choice]
    third = picks.third[choice]
    return Laid(parts.hands[rows, first], parts.seconds[rows, second], parts.thirds[rows, third], choice)


def cards_of_choice(hand: Hands, choice: int) -> Setting:
    """The three hands of one of the 504 settings of a hand in deck order."""
    picks = places()
    parts = ([picks.first[choice]], picks.threes[picks.second[choice]], picks.fives[picks.third[choice]])
    return {slot: tuple(decoded(hand[place]) for place in part) for slot, part in zip(SLOTS, parts, strict=True)}
