"""
Rounds of Pyramid Poker, Casino Version, in bulk: nine cards set by a policy with few looks, and the points.

`casino.set_by_policy` looks at all 504 settings. Here the 84 second hands and the 126 third hands are looked up, a
third hand as two cards and three; the third hand that promises most is tried, and the settings of the others only where
the policy could still put them first: no second hand of these cards would make up for a third hand that is too low.
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
FIVES = 126
SPLITS = 4
ONE_SUIT = 1
"""Where the hands of one suit are in a table; the others are at 0."""
SUITED = SYMBOLS**3
"""How much further three cards of one suit are looked up."""
AFTER = tuple(comb(NINE, 3) - comb(NINE - 1 - place, 3) for place in range(NINE))
"""By place: which is the first, in order, of the three places that all come after it."""


class Cards(NamedTuple):
    """By card."""

    symbol: NDArray[np.uint64]
    """Its rank from 0, or the joker's."""
    suit: NDArray[np.uint64]
    """A bit for its suit; jokers have none."""
    height: NDArray[np.uint32]


class Chooser(NamedTuple):
    """A policy, and what finding its settings looks up."""

    by: Policy
    sentences: bool
    """Are there marks to look at?"""
    cards: Cards
    height: NDArray[np.uint32]
    """By code."""
    second: NDArray[np.uint16]
    """By one suit or not and the symbols of three cards: the code, and the policy's number."""
    second_number: NDArray[np.int64]
    triple: NDArray[np.uint16]
    """By the symbols of three cards: their number, in whatever order they come."""
    third: NDArray[np.uint16]
    """By one suit or not, the symbols of two cards and the number of three more: the code."""
    splits: NDArray[np.uint16]
    """By third hand: the four settings with it, each as its number, its first hand's place and its second hand."""
    left: NDArray[np.uint64]
    """By third hand: the places that it leaves, as bits."""


class Chosen(NamedTuple):
    """Settings of many hands: the card of the first hand, and the codes of the others."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    third: NDArray[np.int64]


class Parts(NamedTuple):
    """Nine cards in deck order, and what is known of them and of their first and third hands."""

    hand: NDArray[np.uint64]
    symbols: NDArray[np.uint64]
    suits: NDArray[np.uint64]
    number: NDArray[np.int64]
    """By place: what the card adds as the first hand."""
    second: NDArray[np.uint64]
    """By three places: where the cards there are looked up, what they add, their number, and their suits."""
    second_number: NDArray[np.int64]
    triple: NDArray[np.uint64]
    held: NDArray[np.uint64]
    third: NDArray[np.uint64]
    """The codes of the third hands."""
    bound: NDArray[np.int64]
    """What each of them adds, with the best first hand that it leaves."""


@compiled
def _new_parts() -> Parts:
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
    marked = bool(by.first_marks.any() or by.second_marks.any() or by.third_marks.any())
    codes = np.arange(JOKER_CODE + 1, dtype=np.uint64)
    suit = np.where(codes == JOKER_CODE, 0, 1 << codes % 4).astype(np.uint64)
    second = _coded(scale.three, 3, _keys(2), _keys(1)).ravel()
    return Chooser(
        by,
        marked,
        Cards(codes // np.uint64(4), suit, scale.height[scale.one]),
        scale.height,
        second,
        by.second[second],
        _triples(),
        _coded(scale.five, 5, _keys(2), KEYS[TRIPLES].sum(axis=1)),
        _splits(),
        np.array([sum(1 << int(place) for place in four[:, 1]) for four in _splits()], dtype=np.uint64),
    )


KEYS: NDArray[np.uint64] = np.uint64(8) ** np.arange(SYMBOLS, dtype=np.uint64)
TRIPLES = np.array(list(combinations_with_replacement(range(SYMBOLS), 3)))


def _keys(cards: int) -> NDArray[np.uint64]:
    """The keys of so many cards, by their symbols in every order."""
    found: NDArray[np.uint64] = reduce(np.add.outer, [KEYS] * cards).ravel()
    return found


@compiled
def _coded(tables: CodeTables, size: int, some: Ints, others: Ints) -> NDArray[np.uint16]:
    """The codes of hands in two parts, by one suit or not and the keys of the parts; 0 where there is no such hand."""
    codes = np.zeros((2, len(some), len(others)), dtype=np.uint16)
    for one in range(len(some)):
        for other in range(len(others)):
            shape = shape_of(tables.shapes, size, some[one] + others[other])
            codes[0, one, other] = tables.codes[shape, 1]
            codes[ONE_SUIT, one, other] = tables.codes[shape, 0]
    return codes


@lru_cache(maxsize=1)
def _triples() -> NDArray[np.uint16]:
    number = {key: place for place, key in enumerate(KEYS[TRIPLES].sum(axis=1).tolist())}
    return np.array([number[key] for key in _keys(3).tolist()], dtype=np.uint16)


@lru_cache(maxsize=1)
def _splits() -> NDArray[np.uint16]:
    picks = places()
    found = [list[tuple[int, int, int]]() for _ in range(FIVES)]
    for number, (first, second, third) in enumerate(zip(picks.first, picks.second, picks.third, strict=True)):
        found[int(third)].append((number, int(first), int(second)))
    return np.array(found, dtype=np.uint16)


# Setting -----------------------------------------------------------------------------------------------------------


@compiled
def set_hands(chooser: Chooser, cards: Hands, places: Ints) -> Chosen:
    """The hand at these places of each row, as the policy sets it."""
    count = len(cards)
    parts = _new_parts()
    splits = chooser.splits
    found = Chosen(np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64))
    for row in range(count):
        _in_deck_order(cards[row], places, parts.hand)
        best, most, other = _first_hands(chooser, parts)
        reach = _second_hands(chooser, parts)
        third, split = _searched(chooser, parts, _third_hands(chooser, parts, best, most, other), reach)
        found.first[row], found.third[row] = parts.hand[splits[third, split, 1]], parts.third[third]
        found.second[row] = chooser.second[parts.second[splits[third, split, 2]]]
    return found


@compiled
def _in_deck_order(cards: Ints, places: Ints, hand: Ints) -> None:
    """From ace to two, spades first, jokers last."""
    for place in range(NINE):
        card = np.uint64(cards[places[place]])
        at = place
        while at > 0 and card != JOKER_CODE and (hand[at - 1] < card or hand[at - 1] == JOKER_CODE):
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _first_hands(chooser: Chooser, parts: Parts) -> tuple[np.uint64, np.int64, np.int64]:
    """Looks the cards up; the places, as bits, that add most as the first hand, how much, and the next most."""
    best = np.uint64(0)
    most = np.int64(-1)
    other = np.int64(-1)
    for place in range(NINE):
        card = parts.hand[place]
        bit = np.uint64(1) << np.uint64(place)
        parts.symbols[place], parts.suits[place] = chooser.cards.symbol[card], chooser.cards.suit[card]
        number = chooser.by.first[card]
        parts.number[place] = number
        if number > most:
            best, most, other = bit, number, most
        elif number == most:
            best |= bit
        else:
            other = max(other, number)
    return best, most, other


@compiled
def _second_hands(chooser: Chooser, parts: Parts) -> np.int64:
    """Looks all threes up; the most that one adds as the second hand."""
    symbols = parts.symbols
    suits = parts.suits
    base = np.uint64(SYMBOLS)
    at = np.uint64(0)
    most = np.int64(0)
    for a in range(7):
        for b in range(a + 1, 8):
            begin = (symbols[a] * base + symbols[b]) * base
            two = suits[a] | suits[b]
            for c in range(b + 1, 9):
                three = begin + symbols[c]
                held = two | suits[c]
                parts.triple[at], parts.held[at] = chooser.triple[three], held
                three += _alike(held) * np.uint64(SUITED)
                number = chooser.second_number[three]
                parts.second[at], parts.second_number[at] = three, number
                most = max(most, number)
                at += np.uint64(1)
    return most


@compiled
def _third_hands(chooser: Chooser, parts: Parts, best: np.uint64, most: np.int64, other: np.int64) -> np.uint64:
    """Looks the third hands up, each as its first two cards and three after them; which promises most."""
    symbols = parts.symbols
    suits = parts.suits
    base = np.uint64(SYMBOLS)
    at = np.uint64(0)
    leader = np.uint64(0)
    highest = np.int64(-1)
    marks = np.uint64(0)
    for a in range(5):
        for b in range(a + 1, 6):
            pair = symbols[a] * base + symbols[b]
            held = suits[a] | suits[b]
            for three in range(AFTER[b], THREES):
                one_suit = _alike(held | parts.held[three])
                code = np.uint64(chooser.third[one_suit, pair, parts.triple[three]])
                bound = chooser.by.third[code] + (most if best & chooser.left[at] else other)
                parts.third[at], parts.bound[at] = code, bound
                own = chooser.by.third_marks[code] if chooser.sentences else marks
                if own > marks or (own == marks and bound > highest):
                    leader = at
                    highest = bound
                    marks = own
                at += np.uint64(1)
    return leader


@compiled
def _alike(held: np.uint64) -> np.uint64:
    """1 if there is one suit at most, else 0."""
    return np.uint64(held & (held - np.uint64(1)) == np.uint64(0))


@compiled
def _searched(chooser: Chooser, parts: Parts, leader: np.uint64, reach: np.int64) -> tuple[np.uint64, int]:
    """
    The third hand of the best setting, and which of its splits that is; of equal ones the first.

    The leader is tried first. All is in one function, as handing the tables on would take longer than what is done.
    """
    by = chooser.by
    sentences = chooser.sentences
    splits = chooser.splits
    best = leader
    best_split = 0
    number = np.int64(0xFFFF)
    most = np.int64(-1)
    marks = np.uint64(0)
    for turn in range(-1, FIVES):
        third = leader if turn < 0 else np.uint64(turn)
        code = parts.third[third]
        own = by.third_marks[code] if sentences else marks
        if own < marks or (own == marks and parts.bound[third] + reach < most):
            continue
        height = chooser.height[code]
        base = by.third[code]
        top = np.int64(0)
        for split in range(SPLITS):
            top = max(top, parts.number[splits[third, split, 1]] + parts.second_number[splits[third, split, 2]])
        if top + base < most and not sentences:
            continue
        for split in range(SPLITS):
            place = splits[third, split, 1]
            three = splits[third, split, 2]
            value = parts.number[place] + parts.second_number[three] + base
            if value < most and not sentences:
                continue
            second = chooser.second[parts.second[three]]
            if chooser.height[second] >= height:
                continue
            if chooser.cards.height[parts.hand[place]] >= chooser.height[second]:
                continue
            if sentences:
                own = by.first_marks[parts.hand[place]] & by.second_marks[second] & by.third_marks[code]
            here = np.int64(splits[third, split, 0])
            if own > marks or (own == marks and (value > most or (value == most and here < number))):
                best = third
                best_split = split
                number = here
                most = value
                marks = own
    return best, best_split


@compiled
def points_won(scores: Scores, ours: Chosen, theirs: Chosen, folded: Ints, kinds: Ints) -> None:
    """The net points of each round, counted from the fewest that there are; a fold comes after the most."""
    for row in range(len(kinds)):
        if folded[row]:
            kinds[row] = len(scores.money)
            continue
        won = scores.first[ours.first[row], theirs.first[row]]
        won += hand_points(scores.second_worth, scores.second_tie, ours.second[row], theirs.second[row], 0, 0)
        won += hand_points(scores.third_worth, scores.third_tie, ours.third[row], theirs.third[row], 0, 0)
        kinds[row] = won + len(scores.money) // 2
