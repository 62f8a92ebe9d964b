"""
Compiled rounds in bulk: nine cards set by a policy with few look-ups, and the points of each round.

`setting.set_by_policy` looks at all 504 settings. Here only the 84 second hands and the 126 third hands are looked up;
a third hand is looked up as two cards and three. The third hand with the highest bound is tried first. The settings of
another third hand are tried only if its bound, with the best second hand, can still reach the best setting so far.
"""

from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, Ints
from ....kernels.compiled import compiled
from ....kernels.evaluate import CodeTables
from ....kernels.shapes import SYMBOLS, shape_of
from .duel import Scores, hand_points
from .setting import Policy, Scale, places

NINE = 9
THREES = 84
"""The number of second hands in nine cards."""
FIVES = 126
"""The number of third hands in nine cards."""
SPLITS = 4
"""The number of settings with the same third hand: each of the other four cards can be the first hand."""
ONE_SUIT = 1
"""The table index for hands of one suit; other hands are at index 0."""
SUITED = SYMBOLS**3
"""The offset of hands of one suit in the table of second hands."""
FIRST_THREE_AFTER = tuple(comb(NINE, 3) - comb(NINE - 1 - place, 3) for place in range(NINE))
"""By position: the number of the first three positions that all come after it."""


class Cards(NamedTuple):
    """Tables by card."""

    symbol: NDArray[np.uint64]
    """The rank from 0, or the joker's symbol."""
    suit: NDArray[np.uint64]
    """A bit for the suit; 0 for a joker."""
    height: NDArray[np.uint32]
    """The height as a first hand; see `setting.Scale`."""


class Chooser(NamedTuple):
    """A policy with the look-up tables that find its settings."""

    by: Policy
    sentences: bool
    """Whether the policy has marks."""
    cards: Cards
    height: NDArray[np.uint32]
    """By code: the height of the hand; see `setting.Scale`."""
    second: NDArray[np.uint16]
    """By suitedness (0 or ONE_SUIT) and the symbols of three cards: the code of the second hand."""
    second_number: NDArray[np.int64]
    """The policy's number of the second hand, with the same index as `second`."""
    triple: NDArray[np.uint16]
    """By the symbols of three cards: their row in `TRIPLES`, the same in every order of the cards."""
    third: NDArray[np.uint16]
    """By suitedness, the symbols of two cards and the row of the other three in `TRIPLES`: the third hand's code."""
    splits: NDArray[np.uint16]
    """(126, 4, 3): by third hand, its four settings: number, position of the first hand, number of the second hand."""
    left: NDArray[np.uint64]
    """By third hand: the positions that it leaves, as bits."""


class Chosen(NamedTuple):
    """One setting for each of many hands."""

    first: NDArray[np.int64]
    """The card of the first hand."""
    second: NDArray[np.int64]
    """The code of the second hand."""
    third: NDArray[np.int64]
    """The code of the third hand."""


class Parts(NamedTuple):
    """Working space for one hand of nine cards."""

    hand: NDArray[np.uint64]
    """(9,): the cards in deck order."""
    symbols: NDArray[np.uint64]
    """(9,): their symbols."""
    suits: NDArray[np.uint64]
    """(9,): their suits, as bits."""
    number: NDArray[np.int64]
    """(9,): the policy's number of each card as the first hand."""
    second: NDArray[np.uint64]
    """(84,): the index of each second hand in `Chooser.second`."""
    second_number: NDArray[np.int64]
    """(84,): the policy's number of each second hand."""
    triple: NDArray[np.uint64]
    """(84,): the number of the three cards of each second hand."""
    held: NDArray[np.uint64]
    """(84,): the suits of each second hand, as bits."""
    third: NDArray[np.uint64]
    """(126,): the code of each third hand."""
    bound: NDArray[np.int64]
    """(126,): the policy's number of each third hand, plus that of the best first hand it leaves."""


@compiled
def _new_parts() -> Parts:
    """Working space for one hand."""
    return Parts(
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.int64),
        np.empty(THREES, np.uint64),
        np.empty(THREES, np.int64),
        np.empty(THREES, np.uint64),
        np.empty(THREES, np.uint64),
        np.empty(FIVES, np.uint64),
        np.empty(FIVES, np.int64),
    )


# Tables ------------------------------------------------------------------------------------------------------------


def chooser(scale: Scale, by: Policy) -> Chooser:
    """The policy with its look-up tables."""
    has_marks = bool(by.first_marks.any() or by.second_marks.any() or by.third_marks.any())
    cards = np.arange(JOKER_CODE + 1, dtype=np.uint64)
    suit = np.where(cards == JOKER_CODE, 0, 1 << cards % 4).astype(np.uint64)
    second = _coded(scale.three, 3, _keys(2), _keys(1)).ravel()
    return Chooser(
        by=by,
        sentences=has_marks,
        cards=Cards(symbol=cards // np.uint64(4), suit=suit, height=scale.height[scale.one]),
        height=scale.height,
        second=second,
        second_number=by.second[second],
        triple=_triples(),
        third=_coded(scale.five, 5, _keys(2), KEYS[TRIPLES].sum(axis=1)),
        splits=_splits(),
        left=_positions_left(),
    )


KEYS: NDArray[np.uint64] = np.uint64(8) ** np.arange(SYMBOLS, dtype=np.uint64)
"""By symbol: its key. The sum of the keys of some cards counts their symbols."""
TRIPLES = np.array(list(combinations_with_replacement(range(SYMBOLS), 3)))
"""(triples, 3): the symbols of three cards, in ascending order."""


def _keys(cards: int) -> NDArray[np.uint64]:
    """By the symbols of this number of cards, in every order: the sum of their keys."""
    keys: NDArray[np.uint64] = reduce(np.add.outer, [KEYS] * cards).ravel()
    return keys


@compiled
def _coded(tables: CodeTables, size: int, some: Ints, others: Ints) -> NDArray[np.uint16]:
    """(2, some, others): by suitedness and the keys of two parts of a hand, its code; 0 if there is no such hand."""
    codes = np.zeros((2, len(some), len(others)), dtype=np.uint16)
    for one in range(len(some)):
        for other in range(len(others)):
            shape = shape_of(tables.shapes, size, some[one] + others[other])
            codes[0, one, other] = tables.codes[shape, 1]
            codes[ONE_SUIT, one, other] = tables.codes[shape, 0]
    return codes


@lru_cache(maxsize=1)
def _triples() -> NDArray[np.uint16]:
    """By the symbols of three cards in every order: the row of `TRIPLES`."""
    number = {key: place for place, key in enumerate(KEYS[TRIPLES].sum(axis=1).tolist())}
    return np.array([number[key] for key in _keys(3).tolist()], dtype=np.uint16)


@lru_cache(maxsize=1)
def _splits() -> NDArray[np.uint16]:
    """(126, 4, 3): see `Chooser.splits`."""
    picks = places()
    by_third = [list[tuple[int, int, int]]() for _ in range(FIVES)]
    for number, (first, second, third) in enumerate(zip(picks.first, picks.second, picks.third, strict=True)):
        by_third[int(third)].append((number, int(first), int(second)))
    return np.array(by_third, dtype=np.uint16)


def _positions_left() -> NDArray[np.uint64]:
    """By third hand: the positions that it leaves, as bits."""
    positions = [[int(position) for position in four[:, 1]] for four in _splits()]
    return np.array([sum(1 << position for position in four) for four in positions], dtype=np.uint64)


# Setting -----------------------------------------------------------------------------------------------------------


@compiled
def set_hands(chooser: Chooser, cards: Hands, places: Ints) -> Chosen:
    """The policy's setting of the nine cards at these positions of each row."""
    count = len(cards)
    parts = _new_parts()
    splits = chooser.splits
    settings = Chosen(np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64))
    for row in range(count):
        _in_deck_order(cards[row], places, parts.hand)
        best_cards, highest, next_highest = _first_hands(chooser, parts)
        highest_second = _second_hands(chooser, parts)
        leader = _third_hands(chooser, parts, best_cards, highest, next_highest)
        third, split = _search(chooser, parts, leader, highest_second)
        settings.first[row] = parts.hand[splits[third, split, 1]]
        settings.second[row] = chooser.second[parts.second[splits[third, split, 2]]]
        settings.third[row] = parts.third[third]
    return settings


@compiled
def _in_deck_order(cards: Ints, places: Ints, hand: Ints) -> None:
    """Write nine cards in deck order: from ace to two, spades first, jokers last."""
    for place in range(NINE):
        card = np.uint64(cards[places[place]])
        at = place
        while at > 0 and card != JOKER_CODE and (hand[at - 1] < card or hand[at - 1] == JOKER_CODE):
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _first_hands(chooser: Chooser, parts: Parts) -> tuple[np.uint64, np.int64, np.int64]:
    """
    Look up the cards as first hands.

    Returns the positions with the highest number as bits, that number, and the next highest number.
    """
    best_cards = np.uint64(0)
    highest = np.int64(-1)
    next_highest = np.int64(-1)
    for place in range(NINE):
        card = parts.hand[place]
        bit = np.uint64(1) << np.uint64(place)
        parts.symbols[place] = chooser.cards.symbol[card]
        parts.suits[place] = chooser.cards.suit[card]
        number = chooser.by.first[card]
        parts.number[place] = number
        if number > highest:
            next_highest = highest
            highest = number
            best_cards = bit
        elif number == highest:
            best_cards |= bit
        else:
            next_highest = max(next_highest, number)
    return best_cards, highest, next_highest


@compiled
def _second_hands(chooser: Chooser, parts: Parts) -> np.int64:
    """Look up all second hands and return their highest number."""
    symbols = parts.symbols
    suits = parts.suits
    base = np.uint64(SYMBOLS)
    hand = np.uint64(0)
    highest = np.int64(0)
    for a in range(7):
        for b in range(a + 1, 8):
            index_of_two = (symbols[a] * base + symbols[b]) * base
            suits_of_two = suits[a] | suits[b]
            for c in range(b + 1, 9):
                index = index_of_two + symbols[c]
                held = suits_of_two | suits[c]
                parts.triple[hand] = chooser.triple[index]
                parts.held[hand] = held
                index += _is_one_suit(held) * np.uint64(SUITED)
                number = chooser.second_number[index]
                parts.second[hand] = index
                parts.second_number[hand] = number
                highest = max(highest, number)
                hand += np.uint64(1)
    return highest


@compiled
def _third_hands(
    chooser: Chooser, parts: Parts, best_cards: np.uint64, highest: np.int64, next_highest: np.int64
) -> np.uint64:
    """Look up all third hands, each as its first two cards and the other three; return the one to try first."""
    symbols = parts.symbols
    suits = parts.suits
    base = np.uint64(SYMBOLS)
    hand = np.uint64(0)
    leader = np.uint64(0)
    highest_bound = np.int64(-1)
    highest_marks = np.uint64(0)
    for a in range(5):
        for b in range(a + 1, 6):
            pair = symbols[a] * base + symbols[b]
            held = suits[a] | suits[b]
            for three in range(FIRST_THREE_AFTER[b], THREES):
                one_suit = _is_one_suit(held | parts.held[three])
                code = np.uint64(chooser.third[one_suit, pair, parts.triple[three]])
                leaves_best_card = best_cards & chooser.left[hand]
                bound = chooser.by.third[code] + (highest if leaves_best_card else next_highest)
                parts.third[hand] = code
                parts.bound[hand] = bound
                marks = chooser.by.third_marks[code] if chooser.sentences else highest_marks
                if marks > highest_marks or (marks == highest_marks and bound > highest_bound):
                    leader = hand
                    highest_bound = bound
                    highest_marks = marks
                hand += np.uint64(1)
    return leader


@compiled
def _is_one_suit(held: np.uint64) -> np.uint64:
    """1 if these bits are one suit or none, else 0."""
    return np.uint64(held & (held - np.uint64(1)) == np.uint64(0))


@compiled
def _search(chooser: Chooser, parts: Parts, leader: np.uint64, highest_second: np.int64) -> tuple[np.uint64, int]:
    """
    The third hand of the best setting, and the number of its split; of equal settings the first.

    The leader is tried first. This is one long function because passing the tables on would take longer than the work.
    """
    by = chooser.by
    sentences = chooser.sentences
    splits = chooser.splits
    best = leader
    best_split = 0
    best_setting = np.int64(0xFFFF)
    best_number = np.int64(-1)
    best_marks = np.uint64(0)
    for turn in range(-1, FIVES):
        third = leader if turn < 0 else np.uint64(turn)
        code = parts.third[third]
        marks = by.third_marks[code] if sentences else best_marks
        if marks < best_marks or (marks == best_marks and parts.bound[third] + highest_second < best_number):
            continue
        height = chooser.height[code]
        third_number = by.third[code]
        highest_rest = np.int64(0)
        for split in range(SPLITS):
            rest = parts.number[splits[third, split, 1]] + parts.second_number[splits[third, split, 2]]
            highest_rest = max(highest_rest, rest)
        if highest_rest + third_number < best_number and not sentences:
            continue
        for split in range(SPLITS):
            place = splits[third, split, 1]
            three = splits[third, split, 2]
            number = parts.number[place] + parts.second_number[three] + third_number
            if number < best_number and not sentences:
                continue
            second = chooser.second[parts.second[three]]
            if chooser.height[second] >= height:
                continue
            if chooser.cards.height[parts.hand[place]] >= chooser.height[second]:
                continue
            if sentences:
                marks = by.first_marks[parts.hand[place]] & by.second_marks[second] & by.third_marks[code]
            setting = np.int64(splits[third, split, 0])
            is_better = number > best_number or (number == best_number and setting < best_setting)
            if marks > best_marks or (marks == best_marks and is_better):
                best = third
                best_split = split
                best_setting = setting
                best_number = number
                best_marks = marks
    return best, best_split


@compiled
def points_won(scores: Scores, ours: Chosen, theirs: Chosen, folded: Ints, kinds: Ints) -> None:
    """Write the kind of each round: its net points counted from the lowest possible; a fold comes after the highest."""
    for row in range(len(kinds)):
        if folded[row]:
            kinds[row] = len(scores.money)
            continue
        won = scores.first[ours.first[row], theirs.first[row]]
        won += hand_points(scores.second_points, scores.second_tie, ours.second[row], theirs.second[row], 0, 0)
        won += hand_points(scores.third_points, scores.third_tie, ours.third[row], theirs.third[row], 0, 0)
        kinds[row] = won + len(scores.money) // 2
