"""
Compiled rounds in bulk: deals cards, looks decisions up in tables, and finds the kind of result of each seat.

Rounds of one kind have the same payments. A kind combines the main result (the decision, who is ahead, and whether the
dealer qualifies), the class of the five cards, the lines that their threes make, and the line of the three cards
played.
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
"""Decisions. Those below FIVE are the ten choices of three cards, the strongest first."""
MAINS = 13
"""The number of main results: a fold; and with three or five cards, who is ahead (3) times dealer qualifies (2)."""
MAIN_FOLD = 0
MAIN_THREE = 1
"""The first of the six main results with three cards."""
MAIN_FIVE = 7
"""The first of the six main results with five cards."""
PLAYED_FIVE = 0
PLAYED_NOTHING = 1
PLAYED_THREE = 2
"""Played three cards; the number of their line is added."""
ANY = -1


class Tables(NamedTuple):
    """The tables that rounds are played with."""

    places: NDArray[np.int64]
    """(seats + 1, 5): the positions of each seat's cards in the deal, the dealer's last."""
    five: FiveTables
    three: NDArray[np.uint32]
    """(52, 52, 52): the code of three cards in ascending order."""
    decided: NDArray[np.int64]
    """By seat: the row of `by_hand` that decides for it, or ANY if the best three cards decide."""
    by_three: NDArray[np.uint8]
    """By seat and code of the best three cards: the decision."""
    by_hand: NDArray[np.uint8]
    """By row and number of the five-card hand: the decision."""
    qualified: NDArray[np.bool_]
    """By code of five cards: whether the dealer qualifies."""
    classes: NDArray[np.uint8]
    """By code of five cards: the number of the class."""
    lines: NDArray[np.uint8]
    """By code of three cards: the number of the line."""
    held: NDArray[np.uint16]
    """By the set of lines that the threes make, as bits: the number of that set."""
    binomials: NDArray[np.int64]
    """(5, 52): by position and card, the summand of the hand's number."""
    sizes: NDArray[np.int64]
    """(3,): the numbers of classes of five cards, of sets of lines, and of lines."""


@compiled
def hand_number(binomials: Ints, hand: Ints) -> int:
    """The number of a hand, given in ascending order, among all five-card hands."""
    number = np.int64(0)
    for place in range(CARDS):
        number += binomials[place, hand[place]]
    return number  # type: ignore[return-value]


@compiled
def spread_decisions(binomials: Ints, hands: Hands, decisions: Ints, by_number: Ints) -> None:
    """Write each hand's decision into `by_number`, at the number of the hand."""
    hand = np.empty(CARDS, dtype=np.int64)
    for row in range(len(hands)):
        _in_ascending_order(hands[row], np.arange(CARDS), hand)
        by_number[hand_number(binomials, hand)] = decisions[row]


@compiled
def _in_ascending_order(cards: Ints, places: Ints, hand: Ints) -> None:
    """Write the cards at these positions in ascending order."""
    for place in range(CARDS):
        card = np.int64(cards[places[place]])
        at = place
        while at > 0 and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _code_threes(tables: Tables, hand: Ints, codes: Ints) -> int:
    """Write the codes of the ten threes, the strongest first, and return the lines they make, one bit each."""
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
    """Write the kind of result of each round and seat; rounds are numbered from `first`."""
    seats = kinds.shape[1]
    cards = np.empty(CARDS * (seats + 1), dtype=np.uint8)
    dealer = np.empty(CARDS, dtype=np.int64)
    hand = np.empty(CARDS, dtype=np.int64)
    dealer_threes = np.empty(THREES, dtype=np.int64)
    codes = np.empty(THREES, dtype=np.int64)
    for row in range(len(kinds)):
        deal(room, seed, first + row, cards)
        _in_ascending_order(cards, tables.places[seats], dealer)
        _code_threes(tables, dealer, dealer_threes)
        dealer_five = int(code_of_five(tables.five, dealer[0], dealer[1], dealer[2], dealer[3], dealer[4]))
        for seat in range(seats):
            _in_ascending_order(cards, tables.places[seat], hand)
            kinds[row, seat] = _kind(tables, seat, hand, codes, dealer_five, dealer_threes[0])


@compiled
def _comparison(ours: int, theirs: int) -> int:
    """0 if our code is lower, 1 if equal, 2 if higher."""
    if ours > theirs:
        return 2
    if ours < theirs:
        return 0
    return 1


@compiled
def _kind(tables: Tables, seat: int, hand: Ints, codes: Ints, theirs: int, their_best: int) -> int:
    """The kind of result of one seat against the codes of the dealer's five cards and best three."""
    held = _code_threes(tables, hand, codes)
    ours = np.int64(code_of_five(tables.five, hand[0], hand[1], hand[2], hand[3], hand[4]))
    if tables.decided[seat] == ANY:
        decision = tables.by_three[seat, codes[0]]
    else:
        decision = tables.by_hand[tables.decided[seat], hand_number(tables.binomials, hand)]
    qualified = int(tables.qualified[theirs])
    if decision == FOLD:
        main = MAIN_FOLD
        played = PLAYED_NOTHING
    elif decision == FIVE:
        main = MAIN_FIVE + 2 * _comparison(int(ours), theirs) + qualified
        played = PLAYED_FIVE
    else:
        three = codes[decision]
        main = MAIN_THREE + 2 * _comparison(three, their_best) + qualified
        played = PLAYED_THREE + int(tables.lines[three])
    kind = (main * tables.sizes[0] + tables.classes[ours]) * tables.sizes[1] + tables.held[held]
    return kind * (tables.sizes[2] + PLAYED_THREE) + played  # type: ignore[no-any-return]
