"""
Dealing the cards out to six chosen columns, so that suits keep the hands in order.

A hand of one suit takes its cards as they are. The others may take any cards of their ranks, but a hand that would be
stronger in one suit must not be of one suit, and of two hands alike in ranks the higher must have the higher suits.
All ways are tried, the highest suits first, until one does; where suits are worth something, until no other is better.
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
    MOST_NATURALS,
    NATURALS,
    PLACES,
    RANK,
    RANKS,
    SIZE,
    SUIT,
    SUITS,
    WHEEL,
    Longs,
    Rows,
)

SPADES = SUITS - 1
MOST_TRIES = 200_000
IMPOSSIBLE = -1
UNKNOWN = -2


Suits = NDArray[np.int8]
"""Of the natural cards of each hand, in the order of its ranks; -1 where it has none yet."""


class Ties(NamedTuple):
    """How hands alike in ranks are told apart, and what suits are worth against given hands of the same ranks."""

    strict: int
    """1 if each hand must be higher than the one below, 0 if it may be equal."""
    depth: int
    """How many cards' suits count: all, the first or none."""
    natural: int
    """1 if fewer jokers are higher, all else equal."""
    row: NDArray[np.int32]
    """By place and key: the row of `start`, or -1 where suits are worth nothing."""
    start: Longs
    """Where the codes of a row start; the next row's start ends them."""
    codes: Longs
    """The others' suits, lowest first."""
    worth: Longs
    """By row: what is won from each of them that is lower, and lost to each that is higher."""


@compiled
def suit_code(columns: Rows, row: int, suits: Suits, ties: Ties) -> int:
    """The suits of a hand as a number: those of its most important cards first. `suits` go with the shape's ranks."""
    counts = np.zeros(RANKS, np.int64)
    naturals = columns[row, NATURALS]
    jokers = columns[row, JOKERS]
    for at in range(naturals):
        counts[columns[row, RANK + at]] += 1
    for at in range(jokers):
        counts[columns[row, JOKER_RANK + at]] += 1
    code = np.int64(0)
    shown = 0
    for group in range(columns[row, SIZE], 0, -1):
        for turn in range(RANKS):
            rank = (2 * RANKS - 2 - turn) % RANKS if not columns[row, WHEEL] else (2 * RANKS - 2 - turn - 1) % RANKS
            if counts[rank] != group:
                continue
            for suit in range(SPADES, -1, -1):
                for at in range(jokers):
                    if suit == SPADES and columns[row, JOKER_RANK + at] == rank and shown < ties.depth:
                        code = code * SUITS + suit
                        shown = shown + 1
                for at in range(naturals):
                    if suits[at] == suit and columns[row, RANK + at] == rank and shown < ties.depth:
                        code = code * SUITS + suit
                        shown = shown + 1
    return code * 8 + (4 - jokers) * ties.natural  # type: ignore[no-any-return]


@compiled
def flush_code(columns: Rows, row: int, suit: int, ties: Ties) -> int:
    """The same of a hand of one suit; its jokers are of it too."""
    code = np.int64(0)
    for shown in range(columns[row, SIZE]):
        code = code * SUITS + suit if shown < ties.depth else code
    return code * 8 + (4 - columns[row, JOKERS]) * ties.natural  # type: ignore[no-any-return]


@compiled
def short_of_best(ties: Ties, place: int, key: int, code: int) -> int:
    """What these suits win less than the best suits would."""
    row = ties.row[place, key]
    if row < 0:
        return 0
    lost = 0
    for at in range(ties.start[row], ties.start[row + 1]):
        lost += 2 if code < ties.codes[at] else 1 if code == ties.codes[at] else 0
    return lost * ties.worth[row]  # type: ignore[no-any-return]


@compiled
def in_order(codes: Longs, keys: Longs, place: int, strict: int) -> bool:
    """Is the hand above, already dealt out, higher?"""
    if place == PLACES - 1 or keys[place] != keys[place + 1]:
        return True
    return codes[place + 1] >= codes[place] + strict  # type: ignore[no-any-return]


@compiled
def is_bound(columns: Rows, row: int, place: int, keys: Longs, ties: Ties) -> bool:
    """Do the suits of this hand matter?"""
    tied = (place > 0 and keys[place - 1] == keys[place]) or (place < PLACES - 1 and keys[place + 1] == keys[place])
    return tied or columns[row, MIXED] == 1 or ties.row[place, keys[place]] >= 0  # type: ignore[no-any-return]


@compiled
def take_flushes(columns: Rows, chosen: Longs, left: Longs, suits: Suits, ties: Ties) -> tuple[int, Longs]:
    """The hands of one suit get their cards; what their suits win less than the best, and all codes so far."""
    lost = 0
    codes = np.zeros(PLACES, dtype=np.int64)
    for place in range(PLACES - 1, -1, -1):
        row = chosen[place]
        suit = columns[chosen[place], SUIT]
        if suit < 0:
            continue
        codes[place] = flush_code(columns, row, suit, ties)
        lost += short_of_best(ties, place, columns[row, KEY], codes[place])
        for at in range(columns[row, NATURALS]):
            suits[place, at] = suit
            left[suit, columns[row, RANK + at]] -= 1
    return lost, codes


@compiled
def flushes_in_order(columns: Rows, chosen: Longs, keys: Longs, codes: Longs, strict: int) -> bool:
    for place in range(PLACES):
        if columns[chosen[place], SUIT] >= 0 and not in_order(codes, keys, place, strict):
            return False
    return True


@compiled
def to_deal(columns: Rows, chosen: Longs, keys: Longs, ties: Ties) -> tuple[Longs, Longs]:
    """The cards of hands whose suits matter, highest place first: the place of each, and where in its hand it is."""
    places = np.empty(PLACES * MOST_NATURALS, np.int64)
    ats = np.empty(PLACES * MOST_NATURALS, np.int64)
    count = 0
    for place in range(PLACES - 1, -1, -1):
        row = chosen[place]
        if columns[chosen[place], SUIT] < 0 and is_bound(columns, row, place, keys, ties):
            for at in range(columns[row, NATURALS]):
                places[count] = place
                ats[count] = at
                count += 1
    return places[:count], ats[:count]


@compiled
def is_of_one_suit(suits: Suits, count: int) -> bool:
    for at in range(1, count):  # noqa: SIM110 - compiled code has no generators
        if suits[at] != suits[0]:
            return False
    return True


@compiled
def hand_stands(columns: Rows, row: int, place: int, suits: Suits, keys: Longs, codes: Longs, ties: Ties) -> bool:
    """Is a hand whose cards are all dealt what it should be, and below the one above?"""
    if columns[row, MIXED] and is_of_one_suit(suits[place], columns[row, NATURALS]):
        return False
    codes[place] = suit_code(columns, row, suits[place], ties)
    return in_order(codes, keys, place, ties.strict)


@compiled
def next_suit(left: Longs, rank: int, limit: int) -> int:
    """The highest suit below the limit that a card of this rank is left in, or -1."""
    for suit in range(limit - 1, -1, -1):
        if left[suit, rank] > 0:
            return suit
    return -1


@compiled
def deal_bound(
    columns: Rows, chosen: Longs, keys: Longs, codes: Longs, left: Longs, suits: Suits, most: int, ties: Ties
) -> int:
    """Give the hands whose suits matter their cards: what is lost to the best suits (below `most`), or IMPOSSIBLE."""
    places, ats = to_deal(columns, chosen, keys, ties)
    at = 0
    best = most
    found = suits.copy()
    lost = np.zeros(PLACES + 1, dtype=np.int64)
    taken = np.full(len(places) + 1, -1, dtype=np.int64)
    limit = np.full(len(places) + 1, SUITS, dtype=np.int64)
    for _ in range(MOST_TRIES):
        if at == len(places):  # all are dealt out, better than before
            best = lost[places[at - 1]] if at else 0
            found = suits.copy()
            at -= 1
        if at < 0 or best == 0:
            for hand in range(len(suits)):
                for card in range(suits.shape[1]):
                    suits[hand, card] = found[hand, card]
            return best if best < most else IMPOSSIBLE
        row = chosen[places[at]]
        place = places[at]
        where = ats[at]
        rank = columns[row, RANK + where]
        if taken[at] >= 0:
            left[taken[at], rank] += 1
            limit[at] = taken[at]
        suit = taken[at] = next_suit(left, rank, limit[at])
        if suit < 0:
            at -= 1
            continue
        left[suit, rank] -= 1
        suits[place, where] = suit
        if where == columns[row, NATURALS] - 1:
            if not hand_stands(columns, row, place, suits, keys, codes, ties):
                continue
            before = lost[places[at - where - 1]] if at > where else 0
            lost[place] = before + short_of_best(ties, place, keys[place], codes[place])
            if lost[place] >= best:
                continue
        at += 1
        again = at < len(places) and places[at] == place and columns[row, RANK + ats[at]] == rank
        taken[at] = -1
        limit[at] = suit + 1 if again else SUITS
    return UNKNOWN


@compiled
def deal_out(columns: Rows, chosen: Longs, room: Longs, most: int, ties: Ties, dealt: Suits) -> int:
    """
    Deal the cards out to six columns that fit together: `dealt` gets the suits that go with their ranks.

    What is lost to the best suits, if that is below `most`; else IMPOSSIBLE, or UNKNOWN if too many ways were tried.
    """
    keys = np.empty(PLACES, dtype=np.int64)
    left = room[:SUITS, :RANKS].copy()
    for place in range(PLACES):
        keys[place] = columns[chosen[place], KEY]
    dealt[:] = -1
    lost, codes = take_flushes(columns, chosen, left, dealt, ties)
    if lost >= most or not flushes_in_order(columns, chosen, keys, codes, ties.strict):
        return IMPOSSIBLE
    more = deal_bound(columns, chosen, keys, codes, left, dealt, most - lost, ties)
    if more < 0:
        return more
    deal_rest(columns, chosen, room, keys, ties, dealt)
    return lost + more


@compiled
def deal_rest(columns: Rows, chosen: Longs, room: Longs, keys: Longs, ties: Ties, dealt: Suits) -> None:
    """The hands whose suits do not matter take the highest that are left."""
    left = room[:SUITS, :RANKS].copy()
    for place in range(PLACES):
        row = chosen[place]
        if dealt[place, 0] >= 0:
            for at in range(columns[row, NATURALS]):
                left[dealt[place, at], columns[row, RANK + at]] -= 1
    for place in range(PLACES - 1, -1, -1):
        row = chosen[place]
        if dealt[place, 0] < 0:
            for at in range(columns[row, NATURALS]):
                dealt[place, at] = next_suit(left, columns[row, RANK + at], SUITS)
                left[dealt[place, at], columns[row, RANK + at]] -= 1
