"""
Deals cards to six chosen columns so that suits keep the hands in order.

A hand of one suit takes the cards of its suit, and a hand of jokers alone takes none: the suits of both are fixed. The
others may take any cards of their ranks, with two conditions: a hand that would be stronger in one suit must not be of
one suit, and of two hands with equal ranks the higher must have the higher suits. The search tries the highest suits
first and stops at the first solution, or, where suits win points, when no better solution is left.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.compiled import compiled
from .columns import (
    JOKER_RANK,
    JOKERS,
    KEY,
    MIXED,
    MOST_JOKERS,
    MOST_NATURALS,
    NATURALS,
    RANK,
    RANKS,
    SIZE,
    SLOTS,
    SUIT,
    SUITS,
    WHEEL,
    Longs,
    Rows,
)

SPADES = SUITS - 1
NATURAL_CODES = 8
"""The factor of the suits in a code; the remainder is higher for fewer jokers."""
MOST_TRIES = 200_000
IMPOSSIBLE = -1
"""Result: the cards cannot be dealt, or only with too many points lost."""
UNKNOWN = -2
"""Result: the search stopped after MOST_TRIES cards."""


Suits = NDArray[np.int8]
"""Suits by slot and natural card, in the order of the hand's ranks; -1 where none is dealt yet."""


class Ties(NamedTuple):
    """How suits order hands of equal ranks, and the points they win against given hands of the same ranks."""

    strict: int
    """1 if each hand must be stronger than the one below, 0 if it may be equal."""
    depth: int
    """Number of cards whose suits count: all, the first or none."""
    natural: int
    """1 if the hand with fewer jokers is the stronger of two otherwise equal hands, else 0."""
    row: NDArray[np.int32]
    """By slot and key: the row of `start`, or -1 where suits win nothing."""
    start: Longs
    """By row: the index in `codes` where its codes begin; they end where those of the next row begin."""
    codes: Longs
    """Suit codes of the given hands, lowest first in each row."""
    points: Longs
    """By row: the points won from each given hand with lower suits, and lost to each with higher suits."""


@compiled
def suit_code(columns: Rows, row: int, suits: Suits, ties: Ties) -> int:
    """Suits of a hand as a number, those of its most important cards first. `suits` are in the order of its ranks."""
    counts = np.zeros(RANKS, np.int64)
    naturals = columns[row, NATURALS]
    jokers = columns[row, JOKERS]
    for at in range(naturals):
        counts[columns[row, RANK + at]] += 1
    for at in range(jokers):
        counts[columns[row, JOKER_RANK + at]] += 1
    joker_suit = columns[row, SUIT] if columns[row, SUIT] >= 0 else SPADES  # a joker in a flush has its suit
    code = np.int64(0)
    shown = 0
    for group in range(columns[row, SIZE], 0, -1):
        for turn in range(RANKS):
            first_rank = RANKS - 2 if columns[row, WHEEL] else RANKS - 1  # an ace comes last in a wheel
            rank = (first_rank - turn) % RANKS
            if counts[rank] != group:
                continue
            for suit in range(SPADES, -1, -1):
                for at in range(jokers):
                    if suit == joker_suit and columns[row, JOKER_RANK + at] == rank and shown < ties.depth:
                        code = code * SUITS + suit
                        shown = shown + 1
                for at in range(naturals):
                    if suits[at] == suit and columns[row, RANK + at] == rank and shown < ties.depth:
                        code = code * SUITS + suit
                        shown = shown + 1
    return code * NATURAL_CODES + (MOST_JOKERS - jokers) * ties.natural  # type: ignore[no-any-return]


@compiled
def flush_code(columns: Rows, row: int, suit: int, ties: Ties) -> int:
    """Suits of a hand of one suit as a number; its jokers have the same suit."""
    code = np.int64(0)
    for shown in range(columns[row, SIZE]):
        code = code * SUITS + suit if shown < ties.depth else code
    return code * NATURAL_CODES + (MOST_JOKERS - columns[row, JOKERS]) * ties.natural  # type: ignore[no-any-return]


@compiled
def points_lost(ties: Ties, slot: int, key: int, code: int) -> int:
    """How many points fewer these suits win than the best suits."""
    row = ties.row[slot, key]
    if row < 0:
        return 0
    lost = 0
    for at in range(ties.start[row], ties.start[row + 1]):
        if code < ties.codes[at]:
            lost += 2
        elif code == ties.codes[at]:
            lost += 1
    return lost * ties.points[row]  # type: ignore[no-any-return]


@compiled
def is_in_order(codes: Longs, keys: Longs, slot: int, strict: int) -> bool:
    """True if the suits of a hand and of the hand above, already dealt, are in order."""
    if slot == SLOTS - 1 or keys[slot] != keys[slot + 1]:
        return True
    return codes[slot + 1] >= codes[slot] + strict  # type: ignore[no-any-return]


@compiled
def suits_matter(columns: Rows, row: int, slot: int, keys: Longs, ties: Ties) -> bool:
    """True if the suits of this hand matter: for the order, for its class or for points."""
    tied = (slot > 0 and keys[slot - 1] == keys[slot]) or (slot < SLOTS - 1 and keys[slot + 1] == keys[slot])
    return tied or columns[row, MIXED] == 1 or ties.row[slot, keys[slot]] >= 0  # type: ignore[no-any-return]


@compiled
def has_fixed_suits(columns: Rows, row: int) -> bool:
    """True if there is nothing to choose: the hand is of one suit, or has no natural card."""
    return columns[row, SUIT] >= 0 or columns[row, NATURALS] == 0  # type: ignore[no-any-return]


@compiled
def deal_fixed_suits(columns: Rows, chosen: Longs, left: Longs, suits: Suits, ties: Ties) -> tuple[int, Longs]:
    """Deal the hands of fixed suits; return the points lost compared with the best suits, and the codes by slot."""
    lost = 0
    codes = np.zeros(SLOTS, dtype=np.int64)
    for slot in range(SLOTS - 1, -1, -1):
        row = chosen[slot]
        if not has_fixed_suits(columns, row):
            continue
        suit = columns[row, SUIT]
        if suit >= 0:
            codes[slot] = flush_code(columns, row, suit, ties)
        else:
            codes[slot] = suit_code(columns, row, suits[slot], ties)
        lost += points_lost(ties, slot, columns[row, KEY], codes[slot])
        for at in range(columns[row, NATURALS]):
            suits[slot, at] = suit
            left[suit, columns[row, RANK + at]] -= 1
    return lost, codes


@compiled
def are_fixed_suits_in_order(columns: Rows, chosen: Longs, keys: Longs, codes: Longs, strict: int) -> bool:
    """
    True if each hand of fixed suits is below the hand above.

    A hand of equal ranks has fixed suits as well: flushes are a class of their own, and a hand of jokers alone has one
    or three cards, fewer than the hand above.
    """
    for slot in range(SLOTS):
        if has_fixed_suits(columns, chosen[slot]) and not is_in_order(codes, keys, slot, strict):
            return False
    return True


@compiled
def cards_to_deal(columns: Rows, chosen: Longs, keys: Longs, ties: Ties) -> tuple[Longs, Longs]:
    """Slot and index in its hand of every card of the hands whose suits matter, highest slot first."""
    slots = np.empty(SLOTS * MOST_NATURALS, np.int64)
    indexes = np.empty(SLOTS * MOST_NATURALS, np.int64)
    count = 0
    for slot in range(SLOTS - 1, -1, -1):
        row = chosen[slot]
        if not has_fixed_suits(columns, row) and suits_matter(columns, row, slot, keys, ties):
            for at in range(columns[row, NATURALS]):
                slots[count] = slot
                indexes[count] = at
                count += 1
    return slots[:count], indexes[:count]


@compiled
def is_of_one_suit(suits: Suits, count: int) -> bool:
    for at in range(1, count):  # noqa: SIM110 - compiled code has no generators
        if suits[at] != suits[0]:
            return False
    return True


@compiled
def is_hand_valid(columns: Rows, row: int, slot: int, suits: Suits, keys: Longs, codes: Longs, ties: Ties) -> bool:
    """True if a completely dealt hand has the class it should have and is below the hand above; sets its code."""
    if columns[row, MIXED] and is_of_one_suit(suits[slot], columns[row, NATURALS]):
        return False
    codes[slot] = suit_code(columns, row, suits[slot], ties)
    return is_in_order(codes, keys, slot, ties.strict)


@compiled
def next_suit(left: Longs, rank: int, limit: int) -> int:
    """The highest suit below `limit` of which a card of this rank is left, or -1."""
    for suit in range(limit - 1, -1, -1):
        if left[suit, rank] > 0:
            return suit
    return -1


@compiled
def deal_where_suits_matter(
    columns: Rows, chosen: Longs, keys: Longs, codes: Longs, left: Longs, suits: Suits, most: int, ties: Ties
) -> int:
    """
    Deal the hands whose suits matter.

    Returns the points lost compared with the best suits if below `most`, else IMPOSSIBLE or UNKNOWN.
    """
    slots, indexes = cards_to_deal(columns, chosen, keys, ties)
    at = 0
    best = most
    best_suits = suits.copy()
    lost = np.zeros(SLOTS + 1, dtype=np.int64)
    taken = np.full(len(slots) + 1, -1, dtype=np.int64)
    limit = np.full(len(slots) + 1, SUITS, dtype=np.int64)
    for _ in range(MOST_TRIES):
        if at == len(slots):  # all cards are dealt, with fewer points lost than before
            best = lost[slots[at - 1]] if at else 0
            best_suits = suits.copy()
            at -= 1
        if at < 0 or best == 0:
            for hand in range(len(suits)):
                for card in range(suits.shape[1]):
                    suits[hand, card] = best_suits[hand, card]
            return best if best < most else IMPOSSIBLE
        row = chosen[slots[at]]
        slot = slots[at]
        index = indexes[at]
        rank = columns[row, RANK + index]
        if taken[at] >= 0:
            left[taken[at], rank] += 1
            limit[at] = taken[at]
        suit = taken[at] = next_suit(left, rank, limit[at])
        if suit < 0:
            at -= 1
            continue
        left[suit, rank] -= 1
        suits[slot, index] = suit
        if index == columns[row, NATURALS] - 1:
            if not is_hand_valid(columns, row, slot, suits, keys, codes, ties):
                continue
            before = lost[slots[at - index - 1]] if at > index else 0
            lost[slot] = before + points_lost(ties, slot, keys[slot], codes[slot])
            if lost[slot] >= best:
                continue
        at += 1
        again = at < len(slots) and slots[at] == slot and columns[row, RANK + indexes[at]] == rank
        taken[at] = -1
        limit[at] = suit + 1 if again else SUITS
    return UNKNOWN


@compiled
def deal_out(columns: Rows, chosen: Longs, supply: Longs, most: int, ties: Ties, dealt: Suits) -> int:
    """
    Deal cards to six columns that fit together and write their suits to `dealt`.

    Returns the points lost compared with the best suits if below `most`, else IMPOSSIBLE or UNKNOWN.
    """
    keys = np.empty(SLOTS, dtype=np.int64)
    left = supply[:SUITS, :RANKS].copy()
    for slot in range(SLOTS):
        keys[slot] = columns[chosen[slot], KEY]
    dealt[:] = -1
    lost, codes = deal_fixed_suits(columns, chosen, left, dealt, ties)
    if lost >= most or not are_fixed_suits_in_order(columns, chosen, keys, codes, ties.strict):
        return IMPOSSIBLE
    more = deal_where_suits_matter(columns, chosen, keys, codes, left, dealt, most - lost, ties)
    if more < 0:
        return more
    deal_rest(columns, chosen, supply, keys, ties, dealt)
    return lost + more


@compiled
def deal_rest(columns: Rows, chosen: Longs, supply: Longs, keys: Longs, ties: Ties, dealt: Suits) -> None:
    """Deal the highest suits left to the hands whose suits do not matter."""
    left = supply[:SUITS, :RANKS].copy()
    for slot in range(SLOTS):
        row = chosen[slot]
        if dealt[slot, 0] >= 0:
            for at in range(columns[row, NATURALS]):
                left[dealt[slot, at], columns[row, RANK + at]] -= 1
    for slot in range(SLOTS - 1, -1, -1):
        row = chosen[slot]
        if dealt[slot, 0] < 0:
            for at in range(columns[row, NATURALS]):
                dealt[slot, at] = next_suit(left, columns[row, RANK + at], SUITS)
                left[dealt[slot, at], columns[row, RANK + at]] -= 1
