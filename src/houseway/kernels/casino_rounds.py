"""
Rounds of Pyramid Poker, Casino Version, in bulk: nine cards set by a policy with few looks, and the points.

`casino.set_by_policy` looks at all 504 settings. Here the 126 third hands are coded, the most promising is tried, and
the settings of the others only where the policy could still put them first: no first hand of these cards and no second
hand at all would make up for a third hand that is too low.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import JOKER_CODE, Hands, Ints
from .casino import Policy, Scale, places
from .casino_duel import Scores, hand_points
from .compiled import compiled
from .shapes import SYMBOLS, shape_number

NINE, SECONDS, FIVES, SPLITS = 9, 84, 126, 4


class Codes(NamedTuple):
    """The codes of five cards in two look-ups: a multiple of the sum of their keys says where, after a shift."""

    multiple: np.uint64
    shift: NDArray[np.uint16]
    """By the highest bits of the multiple."""
    code: NDArray[np.uint16]
    """By place, and by whether the natural cards are of one suit."""
    suit: NDArray[np.uint64]
    """By card: a bit for its suit; jokers have none."""


class Chooser(NamedTuple):
    """A policy, and what finding its settings looks up."""

    scale: Scale
    by: Policy
    sentences: bool
    """Are there marks to look at?"""
    codes: Codes
    three: NDArray[np.uint16]
    """The code of three cards."""
    splits: NDArray[np.int64]
    """By third hand: the four settings with it, each as its number, its first hand's place and its second hand."""


class Chosen(NamedTuple):
    """Settings of many hands: the card of the first hand, and the codes of the others."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    third: NDArray[np.int64]


class Parts(NamedTuple):
    """Nine cards and their first, second and third hands: codes, the policy's numbers, and heights."""

    hand: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    suits: NDArray[np.uint64]
    first_number: NDArray[np.int64]
    first_height: NDArray[np.int64]
    second: NDArray[np.uint64]
    second_number: NDArray[np.int64]
    second_height: NDArray[np.int64]
    third: NDArray[np.uint64]
    third_number: NDArray[np.int64]


@compiled
def _new_parts() -> Parts:
    return Parts(
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.uint64),
        np.empty(NINE, np.int64),
        np.empty(NINE, np.int64),
        np.empty(SECONDS, np.uint64),
        np.empty(SECONDS, np.int64),
        np.empty(SECONDS, np.int64),
        np.empty(FIVES, np.uint64),
        np.empty(FIVES, np.int64),
    )


def chooser(scale: Scale, by: Policy, three: NDArray[np.uint32]) -> Chooser:
    marked = bool(by.first_marks.any() or by.second_marks.any() or by.third_marks.any())
    return Chooser(scale, by, marked, codes_of(scale), three.astype(np.uint16), _splits())


@lru_cache(maxsize=1)
def _splits() -> NDArray[np.int64]:
    picks, found = places(), [list[tuple[int, int, int]]() for _ in range(FIVES)]
    for number, (first, second, third) in enumerate(zip(picks.first, picks.second, picks.third, strict=True)):
        found[int(third)].append((number, int(first), int(second)))
    return np.array(found, dtype=np.int64)


# Codes in two look-ups ---------------------------------------------------------------------------------------------

MULTIPLE = 0x9E3779B97F4A7C15
PLACES, HIGHEST, MIDDLE = 1 << 14, 52, 24
"""Room for about twice as many shapes as there are; where the bits begin that choose a shift and a place."""


def codes_of(scale: Scale) -> Codes:
    """The same codes as those by shape and pattern; shapes that share the highest bits are shifted apart together."""
    suit = np.array([1 << (card % 4) if card != JOKER_CODE else 0 for card in range(JOKER_CODE + 1)], dtype=np.uint64)
    multiple = MULTIPLE
    while (found := _placed(scale, multiple)) is None:
        multiple = (multiple * 3 + 2) % 2**64
    return Codes(np.uint64(multiple), *found, suit)


def _placed(scale: Scale, multiple: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]] | None:
    """A shift for each value of the highest bits, so that every shape has a place to itself; None if one has none."""
    tables, crowds = scale.five, dict[int, list[tuple[int, int]]]()
    for symbols in combinations_with_replacement(range(SYMBOLS), 5):
        shape, key = shape_number(symbols), sum(8**symbol for symbol in symbols)
        if tables.codes[shape].any():
            spread = key * multiple % 2**64
            crowds.setdefault(spread >> HIGHEST, []).append((spread >> MIDDLE, shape))
    shift, code = np.zeros(1 << (64 - HIGHEST), dtype=np.uint16), np.zeros((2, PLACES), dtype=np.uint16)
    taken = np.zeros(PLACES, dtype=np.bool_)
    for top, crowd in sorted(crowds.items(), key=lambda item: -len(item[1])):
        bits, shapes = (np.array(column) for column in zip(*crowd, strict=True))
        fits = (by for by in range(PLACES) if _apart((bits + by) % PLACES, taken))
        shift[top] = by = next(fits, PLACES)
        if by == PLACES:
            return None
        taken[(bits + by) % PLACES] = True
        code[:, (bits + by) % PLACES] = tables.codes[shapes, 1], tables.codes[shapes, 0]
    return shift, code


def _apart(wanted: Ints, taken: NDArray[np.bool_]) -> bool:
    return len(set(wanted.tolist())) == len(wanted) and not taken[wanted].any()


# Setting -----------------------------------------------------------------------------------------------------------


@compiled
def set_hands(chooser: Chooser, cards: Hands, places: Ints) -> Chosen:
    """The hand at these places of each row, as the policy sets it."""
    count, picks, parts = len(cards), chooser.scale.places, _new_parts()
    found = Chosen(np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64))
    for row in range(count):
        _in_deck_order(cards[row], places, parts.hand)
        reach, leader = _lower_hands(chooser, parts), _third_hands(chooser, parts)
        number, most, marks = _tried(chooser, parts, leader, -1, -1, np.uint64(0))
        for third in range(FIVES):
            own = chooser.by.third_marks[parts.third[third]] if chooser.sentences else marks
            near = own == marks and parts.third_number[third] + reach >= most
            if third != leader and (near or own > marks):
                number, most, marks = _tried(chooser, parts, third, number, most, marks)
        found.first[row], found.third[row] = parts.hand[picks.first[number]], parts.third[picks.third[number]]
        found.second[row] = parts.second[picks.second[number]]
    return found


@compiled
def _in_deck_order(cards: Ints, places: Ints, hand: Ints) -> None:
    """From ace to two, spades first, jokers last."""
    for place in range(NINE):
        card, at = np.uint64(cards[places[place]]), place
        while at > 0 and card != JOKER_CODE and (hand[at - 1] < card or hand[at - 1] == JOKER_CODE):
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _lower_hands(chooser: Chooser, parts: Parts) -> int:
    """Looks the first and second hands up; the most that one of each add."""
    by, hand, at, first, second = chooser.by, parts.hand, 0, np.int64(0), np.int64(0)
    for place in range(NINE):
        parts.keys[place] = chooser.scale.five.shapes.key[hand[place]]
        parts.suits[place] = chooser.codes.suit[hand[place]]
        parts.first_number[place] = by.first[hand[place]]
        parts.first_height[place] = chooser.scale.height[chooser.scale.one[hand[place]]]
        first = max(first, parts.first_number[place])
    for a in range(7):
        for b in range(a + 1, 8):
            row = chooser.three[hand[a], hand[b]]
            for c in range(b + 1, 9):
                code = np.uint64(row[hand[c]])
                parts.second[at], parts.second_number[at] = code, by.second[code]
                parts.second_height[at] = chooser.scale.height[code]
                second = max(second, parts.second_number[at])
                at += 1
    return int(first + second)


@compiled
def _third_hands(chooser: Chooser, parts: Parts) -> int:
    """Looks the 126 third hands up; which of them the policy likes best by itself."""
    codes, at, leader, most, marks = chooser.codes, 0, 0, np.int64(-1), np.uint64(0)
    keys, suits = parts.keys, parts.suits
    for a in range(5):
        for b in range(a + 1, 6):
            two, held_two = keys[a] + keys[b], suits[a] | suits[b]
            for c in range(b + 1, 7):
                three, held_three = two + keys[c], held_two | suits[c]
                for d in range(c + 1, 8):
                    four, held_four = three + keys[d], held_three | suits[d]
                    for e in range(d + 1, 9):
                        code = np.uint64(_code(codes, four + keys[e], held_four | suits[e]))
                        number = chooser.by.third[code]
                        parts.third[at], parts.third_number[at] = code, number
                        own = chooser.by.third_marks[code] if chooser.sentences else marks
                        if own > marks or (own == marks and number > most):
                            leader, most, marks = at, number, own
                        at += 1
    return leader


@compiled
def _code(codes: Codes, key: np.uint64, held: np.uint64) -> int:
    spread = key * codes.multiple
    place = ((spread >> np.uint64(MIDDLE)) + codes.shift[spread >> np.uint64(HIGHEST)]) & np.uint64(PLACES - 1)
    return codes.code[np.uint64(held & (held - np.uint64(1)) == np.uint64(0)), place]  # type: ignore[no-any-return]


@compiled
def _tried(
    chooser: Chooser, parts: Parts, third: int, number: int, most: int, marks: np.uint64
) -> tuple[int, int, np.uint64]:
    """The best setting known after those with this third hand; of equal ones the first."""
    by, code, own = chooser.by, parts.third[third], marks
    height, base = np.int64(chooser.scale.height[code]), parts.third_number[third]
    for split in range(SPLITS):
        first, second = chooser.splits[third, split, 1], chooser.splits[third, split, 2]
        value = parts.first_number[first] + parts.second_number[second] + base
        if (value < most and not chooser.sentences) or parts.second_height[second] >= height:
            continue
        if parts.first_height[first] >= parts.second_height[second]:
            continue
        if chooser.sentences:
            own = by.first_marks[parts.hand[first]] & by.second_marks[parts.second[second]] & by.third_marks[code]
        here, alike = chooser.splits[third, split, 0], own == marks and value == most
        if own > marks or (own == marks and value > most) or (alike and here < number):
            number, most, marks = here, value, own
    return number, most, marks


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
