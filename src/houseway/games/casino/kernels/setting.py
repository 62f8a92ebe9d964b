"""
Compiled setting of nine cards, by a dealer's policy or by a table of values.

Nine cards have 84 second hands and 126 third hands. Each is coded once, and the 504 settings are look-ups. The cards
are in deck order, so the index of a hand in the tables of codes is a sum with one summand for each card.

A policy gives each of the three hands a number. It chooses the setting with the highest sum, the first in deck order
among equals, as `house_way.house_way` does. The numbers come from the game's own key functions. A house way in
sentences also has marks, which are compared before the numbers: a hand has one bit for each sentence, set if the hand
does not contradict it. The bits that all three hands have in common are the sentences that the setting satisfies. The
first sentence is the highest bit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, Ints, decoded, encoded_hands
from ....kernels.compiled import compiled
from ....kernels.enumerate import shape_classes
from ....kernels.evaluate import CodeTables, Evaluator, code_of, evaluator
from ....kernels.shapes import SYMBOLS, shape_number
from ....rules.cards import Cards
from ....rules.errors import Broken
from ....rules.ranking import Ranking, Strength
from ....rules.setting import Setting
from .. import hand_order
from .. import house_way as casino_ways
from ..setting import HANDS, RankedSetting, arrangements
from ..terms import Terms

SEVEN = 7
NINE = 9
SIZES = (1, 3, 5)
SLOTS = HANDS
WIDEST = 2**62
"""The sum of a policy's three numbers must stay below this, to fit int64."""
MOST_SENTENCES = 64
"""The number of bits in a mark."""
SECOND_HANDS = 84
"""The number of second hands in nine cards."""
THIRD_HANDS = 126
"""The number of third hands in nine cards."""
SPLITS = 4
"""The number of settings with the same third hand: each of the other four cards can be the first hand."""
ALL_SUITS = 15
"""The suits of a joker, as bits."""
BLOCK_BITS = 3
"""Values are bounded in blocks of eight second cells by eight third cells."""


class Places(NamedTuple):
    """The 504 settings of nine cards in deck order, as positions of the cards."""

    threes: Ints
    """(84, 3): the positions of each second hand."""
    fives: Ints
    """(126, 5): the positions of each third hand."""
    first: Ints
    """(504,): by setting, the position of the first hand's card."""
    second: Ints
    """(504,): by setting, the row of `threes`."""
    third: Ints
    """(504,): by setting, the row of `fives`."""
    with_third: Ints
    """(126, 4): by third hand, the settings that contain it."""


class CodesInOrder(NamedTuple):
    """
    Tables that code hands whose cards are in deck order.

    The index of a hand is the sum of `summand` over its cards. It numbers the combinations of ranks and jokers.
    """

    summand: NDArray[np.int64]
    """(5, 53): by place in the hand and by card."""
    suits: NDArray[np.uint8]
    """By card: its suit as a bit; all four for a joker."""
    three: NDArray[np.uint32]
    """(indices, 2): the code of three cards of one suit, and of others."""
    five: NDArray[np.uint32]
    """(indices, 2): the code of five cards of one suit, and of others."""
    exist: bool
    """False if the code depends on more than that, because jokers may not duplicate cards."""


class Scale(NamedTuple):
    """The tables that code the hands of a setting. A code numbers hands by strength."""

    one: NDArray[np.uint32]
    """By card: its code as a first hand."""
    three: CodeTables
    five: CodeTables
    height: NDArray[np.uint32]
    """By code: the rank of a hand among hands of all sizes, to check the order of hands in a setting [CAS-05]."""
    places: Places
    in_order: CodesInOrder


class CodedSettings(NamedTuple):
    """One setting for each of many hands."""

    first: Ints
    """The card of the first hand."""
    second: Ints
    """The code of the second hand."""
    third: Ints
    """The code of the third hand."""
    choice: Ints
    """The number of the setting, 0 to 503."""


class Policy(NamedTuple):
    """A policy as tables: the number and the marks of each hand."""

    first: NDArray[np.int64]
    """By card: the number of a first hand. `first_marks` is by card too; the other tables are by code."""
    second: NDArray[np.int64]
    third: NDArray[np.int64]
    first_marks: NDArray[np.uint64]
    second_marks: NDArray[np.uint64]
    third_marks: NDArray[np.uint64]


@dataclass(frozen=True)
class Coded:
    """The hands of one, three and five cards under given terms, coded by strength."""

    evaluator: Evaluator
    example: dict[int, Cards]
    """By code: an example hand."""
    scale: Scale

    def codes(self, size: int) -> list[int]:
        """The codes of hands of this size, weakest first."""
        return sorted(code for code, hand in self.example.items() if len(hand) == size)

    def strength(self, code: int) -> Strength:
        strength = self.evaluator.strengths[code]
        if strength is None:
            raise Broken(f"no hand has the code {code}")
        return strength


# Tables from the game's rules --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _evaluated(ranking: Ranking, decks: int, jokers: int) -> tuple[Evaluator, dict[int, Cards]]:
    """The evaluator of a ranking, and one hand for each of its codes."""
    hand_evaluator = evaluator(ranking, *SIZES, decks=decks, jokers=jokers)
    example: dict[int, Cards] = {}
    for size in SIZES:
        hands = [cards for cards, _ in shape_classes(size, decks=decks, jokers=jokers)]
        codes = hand_evaluator.codes(encoded_hands(hands)).tolist()
        example.update(zip(codes, hands, strict=True))
    return hand_evaluator, example


def coded(terms: Terms) -> Coded:
    """The hands under these terms, coded by strength."""
    hand_evaluator, example = _evaluated(hand_order.ranking(terms), terms.decks, terms.jokers)
    cards = np.arange(JOKER_CODE + 1, dtype=np.uint8)
    tables = hand_evaluator.tables
    scale = Scale(
        one=hand_evaluator.codes(cards[:, None]),
        three=tables[3],
        five=tables[5],
        height=_heights(terms, hand_evaluator),
        places=places(),
        in_order=_codes_in_order(tables[3], tables[5]),
    )
    return Coded(hand_evaluator, example, scale)


def _codes_in_order(three: CodeTables, five: CodeTables) -> CodesInOrder:
    """The codes by the index of a hand in deck order."""
    cards = np.arange(JOKER_CODE + 1, dtype=np.int64)
    suits = np.where(cards == JOKER_CODE, ALL_SUITS, 1 << cards % 4).astype(np.uint8)
    of_symbol, in_deck_order = _summands()
    return CodesInOrder(
        summand=of_symbol[:, in_deck_order[cards // 4]],
        suits=suits,
        three=three.codes[_shapes_in_order(3)],
        five=five.codes[_shapes_in_order(5)],
        exist=three.codes.shape[1] == five.codes.shape[1] == 2,
    )


def _summands() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By place in the hand and position of the symbol in deck order: the summand; and by symbol, that position."""
    summands = [[comb(position + place, place + 1) for position in range(SYMBOLS)] for place in range(5)]
    joker = SYMBOLS - 1
    in_deck_order = [*reversed(range(joker)), joker]
    return np.array(summands, dtype=np.int64), np.array(in_deck_order, dtype=np.int64)


@lru_cache(maxsize=2)
def _shapes_in_order(size: int) -> NDArray[np.int64]:
    """By the index of a hand of this size in deck order: the number of its shape."""
    summands, in_deck_order = _summands()
    shapes = np.zeros(comb(SYMBOLS + size - 1, size), dtype=np.int64)
    for symbols in combinations_with_replacement(range(SYMBOLS), size):
        positions = sorted(in_deck_order[list(symbols)].tolist())
        index = sum(int(summands[place, position]) for place, position in enumerate(positions))
        shapes[index] = shape_number(symbols)
    return shapes


def _heights(terms: Terms, hand_evaluator: Evaluator) -> NDArray[np.uint32]:
    """By code: the rank of a hand among hands of all sizes, from 1; 0 if no hand has the code."""
    keys = [
        hand_order.height(terms, strength) if strength is not None else None for strength in hand_evaluator.strengths
    ]
    in_order = sorted({key for key in keys if key is not None})
    rank = {key: number for number, key in enumerate(in_order, start=1)}
    return np.array([0 if key is None else rank[key] for key in keys], dtype=np.uint32)


@lru_cache(maxsize=1)
def places() -> Places:
    """The settings in the order of `setting.legal_settings`."""
    threes = list(combinations(range(NINE), 3))
    fives = list(combinations(range(NINE), 5))
    first, second, third = np.array(arrangements(), dtype=np.uint32).T
    return Places(
        threes=np.array(threes, dtype=np.uint32),
        fives=np.array(fives, dtype=np.uint32),
        first=np.ascontiguousarray(first),
        second=np.ascontiguousarray(second),
        third=np.ascontiguousarray(third),
        with_third=np.argsort(third, kind="stable").reshape(len(fives), SPLITS).astype(np.uint32),
    )


def policy(hands: Coded, key: Callable[[RankedSetting], casino_ways.Key]) -> Policy:
    """
    A key function as tables of numbers, and of marks if it is a house way in sentences.

    Each entry of the key after the sentences must depend on one hand, or be a sum of numbers that each depend on one
    hand. The share of a hand is then found from settings that differ from a base setting in that hand only. An entry
    becomes one digit of the number; the first entry is the highest digit.
    """
    sentences: tuple[casino_ways.Sentence, ...] = ()
    numeric_key = key
    if isinstance(key, casino_ways.HouseWay):
        sentences = key.sentences
        numeric_key = key.tie_break
    strengths = [[hands.strength(code) for code in hands.codes(size)] for size in SIZES]
    numbers = _numbers(strengths, numeric_key)
    first, second, third = (
        _by_code(hands, size, of_slot.astype(np.int64)) for size, of_slot in zip(SIZES, numbers, strict=True)
    )
    first_marks, second_marks, third_marks = (
        _by_code(hands, size, marks(sentences, slot, of_slot))
        for slot, size, of_slot in zip(SLOTS, SIZES, strengths, strict=True)
    )
    codes_of_cards = hands.scale.one
    return Policy(
        first=first[codes_of_cards],
        second=second,
        third=third,
        first_marks=first_marks[codes_of_cards],
        second_marks=second_marks,
        third_marks=third_marks,
    )


def _numbers(
    strengths: Sequence[Sequence[Strength]], key: Callable[[RankedSetting], casino_ways.Key]
) -> list[NDArray[Any]]:
    """The number of each hand of each slot, so that sums over the three slots order settings as the key does."""
    base = [of_slot[0] for of_slot in strengths]
    keys = [[key(_with_hand(base, slot, strength)) for strength in of_slot] for slot, of_slot in enumerate(strengths)]
    entries = range(len(keys[0][0]))
    digits = [_digit([[hand_key[entry] for hand_key in of_slot] for of_slot in keys]) for entry in entries]
    numbers = [np.zeros(len(of_slot), dtype=object) for of_slot in strengths]
    for digit in digits:
        base_of_digit = sum(int(of_slot.max()) for of_slot in digit) + 1
        numbers = [number * base_of_digit + of_slot for number, of_slot in zip(numbers, digit, strict=True)]
    if sum(max(of_slot) for of_slot in numbers) >= WIDEST:
        raise Broken("the keys of this policy do not fit one number")
    return numbers


def _with_hand(base: Sequence[Strength], slot: int, strength: Strength) -> RankedSetting:
    """The base setting with another hand in one slot."""
    first, second, third = (strength if number == slot else other for number, other in enumerate(base))
    return RankedSetting({}, first, second, third)


def _digit(entries: list[list[Any]]) -> list[NDArray[Any]]:
    """One entry of the key, by slot and hand, as numbers from 0 whose sums are ordered as the entry is."""
    if all(isinstance(entry, int) for of_slot in entries for entry in of_slot):
        return [np.array(of_slot, dtype=object) - min(of_slot) for of_slot in entries]
    slots_that_matter = [of_slot for of_slot in entries if len(set(of_slot)) > 1]
    if len(slots_that_matter) > 1:
        raise Broken("an entry of this policy's key depends on more than one hand and is no sum of numbers")
    in_order = sorted({entry for of_slot in entries for entry in of_slot})
    number = {entry: place for place, entry in enumerate(in_order)}
    numbered = [np.array([number[entry] for entry in of_slot], dtype=object) for of_slot in entries]
    return [of_slot - min(of_slot) for of_slot in numbered]


def marks(sentences: Sequence[casino_ways.Sentence], slot: str, strengths: Sequence[Strength]) -> NDArray[np.uint64]:
    """By hand of a slot: one bit per sentence, set if the hand meets its requirements there; the first is highest."""
    if len(sentences) > MOST_SENTENCES:
        raise Broken(f"a house way of {len(sentences)} sentences has more than the {MOST_SENTENCES} bits of a mark")
    bits = np.zeros(len(strengths), dtype=np.uint64)
    for sentence in sentences:
        required = [requirement for requirement in sentence.requirements if requirement.slot == slot]
        is_met = [all(requirement.is_met_by(strength) for requirement in required) for strength in strengths]
        bits = (bits << np.uint64(1)) | np.array(is_met, dtype=np.uint64)
    return bits


def _by_code(hands: Coded, size: int, values: NDArray[Any]) -> NDArray[Any]:
    """A table by code with these values for the hands of one size, and 0 for all others."""
    table = np.zeros(len(hands.evaluator.strengths), dtype=values.dtype)
    table[hands.codes(size)] = values
    return table


# Setting many hands ------------------------------------------------------------------------------------------------


def deck_order(hands: Hands) -> Hands:
    """Each hand from ace to two, spades first, jokers last: the order in which settings are numbered."""
    joker_key = 255  # -1 modulo 256, after all other cards
    keys = np.sort((JOKER_CODE - 1 - hands.astype(np.int16)) % 256, axis=-1)
    return np.where(keys == joker_key, JOKER_CODE, JOKER_CODE - 1 - keys).astype(np.uint8)


class Parts(NamedTuple):
    """Nine-card hands, one per row, with the codes of all second and third hands in each."""

    hands: Ints
    """(rows, 9): the cards in deck order."""
    seconds: Ints
    """(rows, 84): the codes of the second hands, in the order of `Places.threes`."""
    thirds: Ints
    """(rows, 126): the codes of the third hands, in the order of `Places.fives`."""


def parts_of(scale: Scale, hands: Hands) -> Parts:
    """The second and third hands of nine-card hands, coded."""
    ordered = deck_order(hands)
    return Parts(ordered, *_code_parts(scale, ordered))


@compiled
def _code_parts(scale: Scale, hands: Hands) -> tuple[Ints, Ints]:
    """The codes of every second hand (rows, 84) and third hand (rows, 126) of nine cards in deck order."""
    seconds = np.empty((len(hands), SECOND_HANDS), dtype=np.uint32)
    thirds = np.empty((len(hands), THIRD_HANDS), dtype=np.uint32)
    for row in range(len(hands)):
        code_nine(scale, hands[row], seconds[row], thirds[row])
    return seconds, thirds


@compiled
def code_nine(scale: Scale, hand: Ints, seconds: Ints, thirds: Ints) -> None:
    """Write the codes of the second hands (84,) and third hands (126,) of nine cards in deck order."""
    if scale.in_order.exist:
        _code_in_order(scale.in_order, hand, seconds, thirds)
    else:
        _code_each(scale.three, scale.places.threes, hand, seconds)
        _code_each(scale.five, scale.places.fives, hand, thirds)


@compiled
def _code_in_order(tables: CodesInOrder, hand: Ints, seconds: Ints, thirds: Ints) -> None:
    """See `code_nine`. The hands come in the order of `Places`; hands that begin alike share a part of the sum."""
    summand = np.empty((5, NINE), np.int64)
    suits = np.empty(NINE, np.uint8)
    for card in range(NINE):
        suits[card] = tables.suits[hand[card]]
        for place in range(5):
            summand[place, card] = tables.summand[place, hand[card]]
    second = 0
    third = 0
    for a in range(NINE - 2):
        for b in range(a + 1, NINE - 1):
            index_of_two = summand[0, a] + summand[1, b]
            suits_of_two = suits[a] & suits[b]
            for c in range(b + 1, NINE):
                index_of_three = index_of_two + summand[2, c]
                suits_of_three = suits_of_two & suits[c]
                seconds[second] = tables.three[index_of_three, 0 if suits_of_three else 1]
                second += 1
                for d in range(c + 1, NINE):
                    index_of_four = index_of_three + summand[3, d]
                    suits_of_four = suits_of_three & suits[d]
                    for e in range(d + 1, NINE):
                        is_one_suit = suits_of_four & suits[e]
                        thirds[third] = tables.five[index_of_four + summand[4, e], 0 if is_one_suit else 1]
                        third += 1


@compiled
def best_fives_of_seven(tables: CodesInOrder, sevens: Ints) -> tuple[Ints, Ints]:
    """By row of seven cards in deck order: the code of the best five, and of the best five with one more joker."""
    best = np.zeros(len(sevens), np.uint32)
    with_joker = np.zeros(len(sevens), np.uint32)
    suits = np.empty(SEVEN, np.uint8)
    for row in range(len(sevens)):
        seven = sevens[row]
        for card in range(SEVEN):
            suits[card] = tables.suits[seven[card]]
        for a in range(SEVEN - 3):
            for b in range(a + 1, SEVEN - 2):
                index_of_two = tables.summand[0, seven[a]] + tables.summand[1, seven[b]]
                suits_of_two = suits[a] & suits[b]
                for c in range(b + 1, SEVEN - 1):
                    index_of_three = index_of_two + tables.summand[2, seven[c]]
                    suits_of_three = suits_of_two & suits[c]
                    for d in range(c + 1, SEVEN):
                        index_of_four = index_of_three + tables.summand[3, seven[d]]
                        suits_of_four = suits_of_three & suits[d]
                        index = index_of_four + tables.summand[4, JOKER_CODE]
                        with_joker[row] = max(with_joker[row], tables.five[index, 0 if suits_of_four else 1])
                        for e in range(d + 1, SEVEN):
                            index = index_of_four + tables.summand[4, seven[e]]
                            is_one_suit = suits_of_four & suits[e]
                            best[row] = max(best[row], tables.five[index, 0 if is_one_suit else 1])
        with_joker[row] = max(with_joker[row], best[row])
    return best, with_joker


@compiled
def _code_each(tables: CodeTables, positions: Ints, hand: Ints, codes: Ints) -> None:
    """Write the code of the cards at each row of positions."""
    size = positions.shape[1]
    for part in range(len(positions)):
        key = np.uint64(0)
        held = np.uint64(0)
        for place in range(size):
            key += tables.shapes.key[hand[positions[part, place]]]
            held |= tables.shapes.suit[hand[positions[part, place]]]
        codes[part] = code_of(tables, size, key, held)


def set_by_policy(scale: Scale, by: Policy, parts: Parts) -> CodedSettings:
    """The policy's setting of each hand of nine cards."""
    return coded_settings(scale, parts, choose_by_policy(scale, by, *parts))


@compiled
def choose_by_policy(scale: Scale, by: Policy, hands: Hands, second_codes: Ints, third_codes: Ints) -> Ints:
    """
    For each hand, the number of the legal setting with the highest marks, then the highest sum of numbers.

    The third hand with the highest marks and number is tried first. The settings of another third hand are tried only
    if they could reach the best so far with the best first hand and the best second hand.
    """
    picks = scale.places
    height = scale.height
    chosen = np.zeros(len(hands), dtype=np.uint16)
    first_height = np.empty(NINE, np.uint32)
    second_height = np.empty(SECOND_HANDS, np.uint32)
    second_number = np.empty(SECOND_HANDS, np.int64)
    for row in range(len(hands)):
        cards = hands[row]
        seconds = second_codes[row]
        thirds = third_codes[row]
        highest_first = np.int64(0)
        for place in range(NINE):
            first_height[place] = height[scale.one[cards[place]]]
            highest_first = max(highest_first, by.first[cards[place]])
        highest_second = np.int64(0)
        for part in range(SECOND_HANDS):
            second_height[part] = height[seconds[part]]
            second_number[part] = by.second[seconds[part]]
            highest_second = max(highest_second, second_number[part])
        leader = 0
        for third in range(1, THIRD_HANDS):
            marks = by.third_marks[thirds[third]]
            leading_marks = by.third_marks[thirds[leader]]
            is_higher = by.third[thirds[third]] > by.third[thirds[leader]]
            if marks > leading_marks or (marks == leading_marks and is_higher):
                leader = third
        best = 0
        best_number = np.int64(-1)
        best_marks = np.uint64(0)
        for turn in range(-1, THIRD_HANDS):
            third = leader if turn < 0 else turn
            code = thirds[third]
            third_marks = by.third_marks[code]
            bound = by.third[code] + highest_first + highest_second
            if third_marks < best_marks or (third_marks == best_marks and bound < best_number):
                continue
            for split in range(SPLITS):
                choice = picks.with_third[third, split]
                first = picks.first[choice]
                second = picks.second[choice]
                if not height[code] > second_height[second] > first_height[first]:
                    continue
                marks = third_marks & by.first_marks[cards[first]] & by.second_marks[seconds[second]]
                number = by.first[cards[first]] + second_number[second] + by.third[code]
                is_better = number > best_number or (number == best_number and choice < best)
                if marks > best_marks or (marks == best_marks and is_better):
                    best = choice
                    best_number = number
                    best_marks = marks
        chosen[row] = best
    return chosen


class Values(NamedTuple):
    """The values of settings by the cells of their hands. A cell is a group of hands that are not distinguished."""

    first_cell: NDArray[np.uint32]
    """By card: the cell of a first hand."""
    second_cell: NDArray[np.uint32]
    """By code: the cell of a second hand."""
    third_cell: NDArray[np.uint32]
    """By code: the cell of a third hand."""
    value: NDArray[np.float32]
    """By first, second and third cell: the value of the setting."""
    highest: NDArray[np.float32]
    """By first cell and block of second and third cells: the highest value in the block; see `BLOCK_BITS`."""
    envelope: NDArray[np.float32]
    """By block of second and third cells: the highest value with any first cell and this or a lower second block."""


def highest_in_blocks(value: NDArray[np.float32]) -> NDArray[np.float32]:
    """The highest value in each block of eight second by eight third cells."""
    seconds = np.arange(0, value.shape[1], 1 << BLOCK_BITS)
    thirds = np.arange(0, value.shape[2], 1 << BLOCK_BITS)
    highest: NDArray[np.float32] = np.maximum.reduceat(np.maximum.reduceat(value, seconds, axis=1), thirds, axis=2)
    return highest


def values_of(values: Values, settings: CodedSettings) -> NDArray[np.float32]:
    """The values of these settings."""
    first = values.first_cell[settings.first]
    second = values.second_cell[settings.second]
    third = values.third_cell[settings.third]
    of_settings: NDArray[np.float32] = values.value[first, second, third]
    return of_settings


def set_by_value(scale: Scale, values: Values, parts: Parts) -> tuple[CodedSettings, NDArray[np.float32]]:
    """By hand: the setting with the highest value, and that value; of equals the one with the stronger third hand."""
    choice, value = _choose_by_value(scale, values, *parts)
    return coded_settings(scale, parts, choice), value


@compiled
def _choose_by_value(
    scale: Scale, values: Values, hands: Hands, second_codes: Ints, third_codes: Ints
) -> tuple[Ints, Ints]:
    """By hand: the number of its best legal setting, and its value."""
    chosen = np.zeros(len(hands), dtype=np.uint16)
    best_value = np.zeros(len(hands), dtype=np.float32)
    looked = new_looked()
    for row in range(len(hands)):
        choice, value = best_by_value(scale, values, hands[row], second_codes[row], third_codes[row], looked)
        chosen[row] = choice
        best_value[row] = value
    return chosen, best_value


class Looked(NamedTuple):
    """Working space: what is looked up once for each first and second hand of nine cards."""

    first_cell: NDArray[np.uint32]
    """(9,): by position of the card."""
    first_height: NDArray[np.uint32]
    """(9,): see `Scale.height`."""
    second_cell: NDArray[np.uint32]
    """(84,): by second hand."""
    second_height: NDArray[np.uint32]


@compiled
def new_looked() -> Looked:
    """Working space for one hand."""
    return Looked(
        np.empty(NINE, np.uint32),
        np.empty(NINE, np.uint32),
        np.empty(SECOND_HANDS, np.uint32),
        np.empty(SECOND_HANDS, np.uint32),
    )


@compiled
def best_by_value(
    scale: Scale, values: Values, hand: Ints, seconds: Ints, thirds: Ints, looked: Looked
) -> tuple[int, float]:
    """
    The number of the best legal setting of nine cards, and its value; of equals the one with the stronger third hand.

    The table of values is too large for the processor's cache. The strongest third hand is tried first. Another one is
    tried only if the small tables of the highest values leave it a chance.
    """
    first_cell = looked.first_cell
    first_height = looked.first_height
    second_cell = looked.second_cell
    second_height = looked.second_height
    for place in range(NINE):
        first_cell[place] = values.first_cell[hand[place]]
        first_height[place] = scale.height[scale.one[hand[place]]]
    highest_second = np.uint32(0)
    for part in range(SECOND_HANDS):
        second_cell[part] = values.second_cell[seconds[part]]
        second_height[part] = scale.height[seconds[part]]
        highest_second = max(highest_second, second_cell[part])
    leader = 0
    for third in range(1, THIRD_HANDS):
        if thirds[third] > thirds[leader]:
            leader = third
    picks = scale.places
    best = 0
    best_value = np.float32(-np.inf)
    strongest = np.uint32(0)
    for turn in range(-1, THIRD_HANDS):
        third = leader if turn < 0 else turn
        code = thirds[third]
        third_cell = values.third_cell[code]
        third_block = third_cell >> BLOCK_BITS
        if values.envelope[highest_second >> BLOCK_BITS, third_block] < best_value:
            continue
        third_height = scale.height[code]
        for split in range(SPLITS):
            choice = picks.with_third[third, split]
            first = picks.first[choice]
            second = picks.second[choice]
            if not third_height > second_height[second] > first_height[first]:
                continue
            if values.highest[first_cell[first], second_cell[second] >> BLOCK_BITS, third_block] < best_value:
                continue
            value = values.value[first_cell[first], second_cell[second], third_cell]
            is_stronger = code > strongest or (code == strongest and choice < best)
            if value > best_value or (value == best_value and is_stronger):
                best = choice
                best_value = value
                strongest = code
    return best, float(best_value)


def coded_settings(scale: Scale, parts: Parts, choice: Ints) -> CodedSettings:
    """The settings with these numbers, one for each hand."""
    rows = np.arange(len(choice))
    picks = scale.places
    return CodedSettings(
        first=parts.hands[rows, picks.first[choice]],
        second=parts.seconds[rows, picks.second[choice]],
        third=parts.thirds[rows, picks.third[choice]],
        choice=choice,
    )


def cards_of_choice(hand: Hands, choice: int) -> Setting:
    """The cards of one of the 504 settings of a hand in deck order."""
    picks = places()
    positions = ([picks.first[choice]], picks.threes[picks.second[choice]], picks.fives[picks.third[choice]])
    return {
        slot: tuple(decoded(hand[position]) for position in of_slot)
        for slot, of_slot in zip(SLOTS, positions, strict=True)
    }
