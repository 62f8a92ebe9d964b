"""
Rounds of Pick 2 Poker in bulk: cards dealt, decisions by table, and the kind of result of each seat.

Rounds of one kind are paid alike: the decision and how it compares with the dealer's hand, the class of the five cards,
which lines their threes make, and the line of the three cards played.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, Ints
from ....kernels.compiled import compiled
from ....kernels.five import FiveTables, code_of_five
from ....kernels.philox import DealBuffers, deal

CARDS = 5
THREES = 10
FIVE = THREES
FOLD = THREES + 1
"""Decisions; below them the ten choices of three cards, the strongest first."""
MAINS = 13
"""A fold, or the game chosen with who is ahead and whether the dealer qualifies."""
ANY = -1


class Tables(NamedTuple):
    places: NDArray[np.int64]
    five: FiveTables
    three: NDArray[np.uint32]
    decided: NDArray[np.int64]
    """By seat: the line of `by_hand` that decides for it, or ANY where the best three cards decide."""
    by_three: NDArray[np.uint8]
    """By seat and code of the best three cards: the decision."""
    by_hand: NDArray[np.uint8]
    """The decision for every five cards."""
    qualified: NDArray[np.bool_]
    """By code of five cards, as the next."""
    classes: NDArray[np.uint8]
    lines: NDArray[np.uint8]
    """By code of three cards: its line."""
    held: NDArray[np.uint16]
    """By the set of lines that the threes make: its number."""
    binomials: NDArray[np.int64]
    sizes: NDArray[np.int64]
    """How many classes of five, sets of lines and lines there are."""


@compiled
def hand_number(binomials: Ints, hand: Ints) -> int:
    """The place of five cards in ascending order among all hands."""
    number = np.int64(0)
    for place in range(CARDS):
        number += binomials[place, hand[place]]
    return number  # type: ignore[return-value]


@compiled
def spread_decisions(binomials: Ints, hands: Hands, decisions: Ints, found: Ints) -> None:
    """Puts the decision of each hand at its number."""
    hand = np.empty(CARDS, dtype=np.int64)
    for row in range(len(hands)):
        _taken(hands[row], np.arange(CARDS), hand)
        found[hand_number(binomials, hand)] = decisions[row]


@compiled
def _taken(cards: Ints, places: Ints, hand: Ints) -> None:
    """These cards in ascending order."""
    for place in range(CARDS):
        card = np.int64(cards[places[place]])
        at = place
        while at > 0 and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _threes(tables: Tables, hand: Ints, codes: Ints) -> int:
    """The codes of the ten threes, the strongest first; the lines they make, one bit each."""
    count = 0
    lines = 0
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                code = np.int64(tables.three[hand[a], hand[b], hand[c]])
                at = count
                lines |= 1 << int(tables.lines[code])
                while at > 0 and codes[at - 1] < code:
                    codes[at] = codes[at - 1]
                    at -= 1
                codes[at] = code
                count += 1
    return lines


@compiled
def play_rounds(tables: Tables, room: DealBuffers, seed: np.uint64, first: int, kinds: Ints) -> None:
    """The kind of result of each round and seat."""
    seats = kinds.shape[1]
    cards = np.empty(CARDS * (seats + 1), dtype=np.uint8)
    dealer = np.empty(CARDS, dtype=np.int64)
    hand = np.empty(CARDS, dtype=np.int64)
    best = np.empty(THREES, dtype=np.int64)
    codes = np.empty(THREES, dtype=np.int64)
    for row in range(len(kinds)):
        deal(room, seed, first + row, cards)
        _taken(cards, tables.places[seats], dealer)
        _threes(tables, dealer, best)
        theirs = int(code_of_five(tables.five, dealer[0], dealer[1], dealer[2], dealer[3], dealer[4]))
        for seat in range(seats):
            _taken(cards, tables.places[seat], hand)
            kinds[row, seat] = _kind(tables, seat, hand, codes, theirs, best[0])


@compiled
def _kind(tables: Tables, seat: int, hand: Ints, codes: Ints, theirs: int, their_best: int) -> int:
    held = _threes(tables, hand, codes)
    ours = np.int64(code_of_five(tables.five, hand[0], hand[1], hand[2], hand[3], hand[4]))
    if tables.decided[seat] == ANY:
        decision = tables.by_three[seat, codes[0]]
    else:
        decision = tables.by_hand[tables.decided[seat], hand_number(tables.binomials, hand)]
    qualified = int(tables.qualified[theirs])
    if decision == FOLD:
        main = 0
        played = 1
    elif decision == FIVE:
        main = 7 + 2 * (1 + int(ours > theirs) - int(ours < theirs)) + qualified
        played = 0
    else:
        three = codes[decision]
        main = 1 + 2 * (1 + int(three > their_best) - int(three < their_best)) + qualified
        played = 2 + int(tables.lines[three])
    kind = (main * tables.sizes[0] + tables.classes[ours]) * tables.sizes[1] + tables.held[held]
    return kind * (tables.sizes[2] + 2) + played  # type: ignore[no-any-return]
