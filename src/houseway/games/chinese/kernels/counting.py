"""
Counts the hands of one deck by what they contain, for any size; there are 635,013,559,600 hands of thirteen cards.

This is dynamic programming over the ranks, with the ace at both ends of the sequence. The tables hold the number of
hands for each state: how often each rank occurs so far (a *kind*), and either the length of the current run in each
suit, or the number of cards of each suit and the current run of ranks. A count is at most C(52, 13) and fits int64.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from ....rules.cards import RANKS, SUITS

Counts = NDArray[np.int64]
Kind = tuple[int, ...]
"""How many cards a hand has of each of its ranks, most first: a full house of five is (3, 2)."""

ACES = ((0b0000, 1), (0b0001, 4), (0b0011, 6), (0b0111, 4), (0b1111, 1))
"""By number of aces: an example of their suits, one bit each, and the number of choices of suits."""
NONE, RUN, TOP_RUN = range(3)
"""The best suited run of a hand: none, one, or one that ends with the ace."""


class Kinds(NamedTuple):
    """The kinds of hands up to a size, numbered."""

    kinds: tuple[Kind, ...]
    after: Counts
    """By kind and number of cards of one more rank: the resulting kind, or -1 if it is too large."""


def kinds_up_to(size: int) -> Kinds:
    """Every kind of hand of at most `size` cards."""
    kinds: list[Kind] = [()]
    for kind in kinds:  # the loop appends to the list it iterates over
        for more in range(1, len(SUITS) + 1):
            grown = tuple(sorted((*kind, more), reverse=True))
            if sum(grown) <= size and len(grown) <= len(RANKS) and grown not in kinds:
                kinds.append(grown)
    number = {kind: place for place, kind in enumerate(kinds)}
    after = np.full((len(kinds), len(SUITS) + 1), -1, dtype=np.int64)
    for kind, place in number.items():
        after[place, 0] = place
        for more in range(1, len(SUITS) + 1):
            after[place, more] = number.get(tuple(sorted((*kind, more), reverse=True)), -1)
    return Kinds(tuple(kinds), after)


@compiled
def _digits(number: int, base: int) -> Ints:
    """The four digits of a number, one for each suit, the lowest first."""
    digits = np.zeros(4, dtype=np.int64)
    for place in range(4):
        digits[place] = number % base
        number //= base
    return digits


@compiled
def _number(digits: Ints, base: int) -> int:
    """The number of four digits: the inverse of `_digits`."""
    return int(((digits[3] * base + digits[2]) * base + digits[1]) * base + digits[0])


@compiled
def _suited_runs(run: int) -> tuple[Counts, NDArray[np.bool_]]:
    """By the runs of the suits and the suits held of the next rank: the new runs, and whether one is long enough."""
    after = np.zeros((run**4, 16), dtype=np.int64)
    long = np.zeros((run**4, 16), dtype=np.bool_)
    for state in range(run**4):
        for held in range(16):
            runs = _digits(state, run)
            for suit in range(4):
                if held >> suit & 1:
                    long[state, held] |= runs[suit] == run - 1
                    runs[suit] = min(runs[suit] + 1, run - 1)
                else:
                    runs[suit] = 0
            after[state, held] = _number(runs, run)
    return after, long


@compiled
def _cards_in(held: int) -> int:
    """The number of suits in a set of four bits."""
    return (held & 1) + (held >> 1 & 1) + (held >> 2 & 1) + (held >> 3)


@compiled
def count_suited_runs(after: Counts, run: int, ace_low: bool) -> Counts:
    """The number of hands by kind and by their best run of `run` cards of one suit (NONE, RUN or TOP_RUN)."""
    runs_after, long = _suited_runs(run)
    counts = np.zeros((len(after), 3), dtype=np.int64)
    for aces, ways in ACES:
        state = np.zeros((len(after), 2, run**4), dtype=np.int64)
        state[0, 0, runs_after[0, aces if ace_low else 0]] = ways
        for _ in range(12):
            state = _one_rank_of_runs(state, after, runs_after, long)
        for kind in range(len(after)):
            with_aces = after[kind, _cards_in(aces)]
            if with_aces >= 0:
                for runs in range(run**4):
                    for held in range(2):
                        what = TOP_RUN if long[runs, aces] else held
                        counts[with_aces, what] += state[kind, held, runs]
    return counts


@compiled
def _one_rank_of_runs(state: Counts, after: Counts, runs_after: Counts, long: Ints) -> Counts:
    """The counts after one more rank, with any set of suits held."""
    grown = np.zeros_like(state)
    for kind in range(state.shape[0]):
        for what in range(2):
            for runs in range(state.shape[2]):
                count = state[kind, what, runs]
                if count:
                    for held in range(16):
                        next_kind = after[kind, _cards_in(held)]
                        if next_kind >= 0:
                            next_what = 1 if what or long[runs, held] else 0
                            grown[next_kind, next_what, runs_after[runs, held]] += count
    return grown


@compiled
def count_plain_runs(after: Counts, run: int, flush: int, ace_low: bool) -> Counts:
    """The number of hands with fewer than `flush` cards of every suit, by kind and by whether they have a run."""
    counts = np.zeros((len(after), 2), dtype=np.int64)
    for aces, ways in ACES:
        state = np.zeros((len(after), flush**4, run + 1), dtype=np.int64)
        state[0, 0, 1 if aces and ace_low else 0] = ways
        for _ in range(12):
            grown = np.zeros_like(state)
            for held in range(16):
                _one_rank_of_suits(state, grown, after, held, flush)
            state = grown
        grown = np.zeros_like(state)
        _one_rank_of_suits(state, grown, after, aces, flush)
        for kind in range(len(after)):
            for length in range(run + 1):
                counts[kind, 1 if length == run else 0] += grown[kind, :, length].sum()
    return counts


@compiled
def _one_rank_of_suits(state: Counts, grown: Counts, after: Counts, held: int, flush: int) -> None:
    """Add the hands that hold the next rank in these suits to `grown`; a run that was long enough stays counted."""
    run = state.shape[2] - 1
    step = 0
    for suit in range(4):
        step += (held >> suit & 1) * flush**suit
    for kind in range(len(after)):
        next_kind = after[kind, _cards_in(held)]
        if next_kind >= 0:
            for suits in range(flush**4):
                if _stays_below_flush(suits, held, flush):
                    for length in range(run + 1):
                        if state[kind, suits, length]:
                            longer = 0
                            if length == run:
                                longer = run
                            elif held:
                                longer = length + 1
                            grown[next_kind, suits + step, longer] += state[kind, suits, length]


@compiled
def _stays_below_flush(suits: int, held: int, flush: int) -> bool:
    """Does every suit have fewer than `flush` cards after one more in the held suits?"""
    below = True
    for suit in range(4):
        below &= not (held >> suit & 1 and suits // flush**suit % flush == flush - 1)
    return below


def suit_ways(kinds: Kinds) -> dict[Kind, dict[tuple[int, ...], int]]:
    """By kind, with its ranks fixed: the number of choices of suits, by the number of cards of each suit."""
    size = max(sum(kind) for kind in kinds.kinds)
    empty = np.zeros((size + 1,) * len(SUITS), dtype=np.int64)
    empty[(0,) * len(SUITS)] = 1
    ways: dict[Kind, Counts] = {(): empty}
    for kind in kinds.kinds[1:]:
        ways[kind] = _with_rank(ways[kind[:-1]], kind[-1])
    return {
        kind: {place: int(table[place]) for place in zip(*np.nonzero(table), strict=True)}
        for kind, table in ways.items()
    }


def _with_rank(table: Counts, cards: int) -> Counts:
    """The counts by suit with one more rank, held in `cards` suits."""
    grown = np.zeros_like(table)
    for held in range(16):
        if held.bit_count() == cards:
            to = tuple(slice(1, None) if held >> suit & 1 else slice(None) for suit in range(len(SUITS)))
            source = tuple(slice(None, -1) if held >> suit & 1 else slice(None) for suit in range(len(SUITS)))
            grown[to] += table[source]
    return grown
