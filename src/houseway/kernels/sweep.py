"""
The sweep: for every hand of the player, the number of the dealer's hands that are weaker and share no card with it.

It goes through the dealer's hands from the weakest up, and counts for every set of at most five cards how many of the
hands so far contain it. By inclusion and exclusion, the number of hands that share no card with the player's is then a
signed sum over the 32 subsets of the player's hand. A count is at most 2,598,960, so it fits uint32; a sum of 32 of
them fits int64. `ours` are the player's hands.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import JOKER_CODE, Hands, Ints
from .compiled import compiled

HAND = 5
TABLE = sum(comb(JOKER_CODE, size) for size in range(HAND + 1))
"""The number of sets of at most five cards."""
Counts = NDArray[np.int64]


class Compared(NamedTuple):
    """By hand of the player: how many of the dealer's disjoint hands are weaker, equal and stronger."""

    weaker: Counts
    equal: Counts
    stronger: Counts


class Subsets(NamedTuple):
    """The 32 subsets of five cards, the empty one first, and how to find the count of each."""

    parent: NDArray[np.uint32]
    """The index of the subset without its highest card, which comes earlier in the list."""
    highest: NDArray[np.uint32]
    """The position of its highest card in the hand."""
    size: NDArray[np.uint32]
    sign: NDArray[np.int64]
    step: NDArray[np.uint32]
    """By size and highest card: the distance in the table from the count of a subset's parent to its own count."""


def sweep(dealer: Hands, dealer_codes: Ints, ours: Hands, our_codes: Ints) -> Compared:
    """
    Compare hands of five different cards of one deck by code; the cards of each row are ascending.

    A hand of the player may have several codes, one per column; it is then compared once for each.
    """
    codes = np.ascontiguousarray(our_codes.reshape(len(ours), -1)).astype(np.uint32)
    turn = np.argsort(dealer_codes, kind="stable").astype(np.uint32)
    order = np.argsort(codes, axis=None, kind="stable").astype(np.uint32)
    ranked = np.ascontiguousarray(dealer[turn])
    weaker, equal, every = _walk(ranked, dealer_codes[turn].astype(np.uint32), ours, codes, order, subsets_of_five())
    stronger = every - weaker - equal
    return Compared(*(counts.reshape(our_codes.shape) for counts in (weaker, equal, stronger)))


def subsets_of_five() -> Subsets:
    masks = [int(mask) for mask in range(1, 2**HAND)]
    highest = [0] + [mask.bit_length() - 1 for mask in masks]
    parent = [0] + [mask - (1 << mask.bit_length() - 1) for mask in masks]
    size = np.array([0] + [mask.bit_count() for mask in masks])
    small = [np.array(numbers, dtype=np.uint32) for numbers in (parent, highest, size)]
    return Subsets(small[0], small[1], small[2], 1 - 2 * (size % 2), _steps())


def _steps() -> NDArray[np.uint32]:
    """`Subsets.step`. Counts are ordered by size of subset, and within a size by the combinatorial number system."""
    steps = [np.array([comb(card, size) for card in range(JOKER_CODE)]) for size in range(HAND + 1)]
    for size in range(1, HAND + 1):
        steps[size] += comb(JOKER_CODE, size - 1)
    return np.array(steps).astype(np.uint32)


@compiled
def _walk(
    dealer: Hands, dealer_codes: Ints, ours: Hands, codes: Ints, order: Ints, subsets: Subsets
) -> tuple[Counts, Counts, Counts]:
    """
    The numbers of weaker, equal and all disjoint hands for each code of the player's hands.

    The dealer's rows are sorted by strength; `order` sorts our codes.
    """
    seen = np.zeros(TABLE, dtype=np.uint32)
    weaker = np.zeros(codes.shape, dtype=np.int64)
    equal = np.zeros(codes.shape, dtype=np.int64)
    columns = codes.shape[1]
    added = 0
    first = 0
    while first < len(order):
        code = codes[order[first] // columns, order[first] % columns]
        last = first
        while last < len(order) and codes[order[last] // columns, order[last] % columns] == code:
            last += 1
        same = added + np.searchsorted(dealer_codes[added:], code)
        more = added + np.searchsorted(dealer_codes[added:], code, side="right")
        _add(seen, subsets, dealer[added:same])
        _disjoint(seen, subsets, ours, columns, order[first:last], weaker)
        _add(seen, subsets, dealer[same:more])
        _disjoint(seen, subsets, ours, columns, order[first:last], equal)
        added = more
        first = last
    _add(seen, subsets, dealer[added:])
    every = np.zeros((len(ours), 1), dtype=np.int64)
    _disjoint(seen, subsets, ours, 1, np.arange(len(ours)).astype(np.uint32), every)
    return weaker, equal - weaker, every


@compiled
def _add(seen: Ints, subsets: Subsets, hands: Hands) -> None:
    parent = subsets.parent
    highest = subsets.highest
    size = subsets.size
    step = subsets.step
    places = np.zeros(len(parent), dtype=np.uint32)
    for row in range(len(hands)):
        seen[0] += np.uint32(1)
        for subset in range(1, len(parent)):
            places[subset] = places[parent[subset]] + step[size[subset], hands[row, highest[subset]]]
            seen[places[subset]] += np.uint32(1)


@compiled
def _disjoint(seen: Ints, subsets: Subsets, hands: Hands, columns: int, queries: Ints, counts: Counts) -> None:
    """Write, for each hand in `queries`, how many of the hands so far share no card with it."""
    parent = subsets.parent
    highest = subsets.highest
    size = subsets.size
    step = subsets.step
    places = np.zeros(len(parent), dtype=np.uint32)
    for query in queries:
        row = query // columns
        total = np.int64(seen[0])
        for subset in range(1, len(parent)):
            places[subset] = places[parent[subset]] + step[size[subset], hands[row, highest[subset]]]
            total += subsets.sign[subset] * np.int64(seen[places[subset]])
        counts[row, query % columns] = total
