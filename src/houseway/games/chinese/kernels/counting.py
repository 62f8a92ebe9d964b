"""
Hands of one deck counted by what they hold, for hands of any size: thirteen cards come in 635,013,559,600 ways.

Ranks are taken one after the other, the ace at both ends of the ladder. What is kept is how many hands there are for
each state: the numbers of cards of a rank so far (a *kind*), and either the length of the run that each suit is in, or
the number of cards of each suit and the run of ranks. A count is at most C(52, 13) and fits int64.
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

NONE, RUN, TOP_RUN = range(3)
"""What the suits hold: no run, a run, or one that ends with the ace."""


class Kinds(NamedTuple):
    """The kinds of hands up to a size, numbered, and the kind that comes of so many cards of another rank."""

    kinds: tuple[Kind, ...]
    after: Counts


def kinds_up_to(size: int) -> Kinds:
    found: list[Kind] = [()]
    for kind in found:
        for more in range(1, len(SUITS) + 1):
            grown = tuple(sorted((*kind, more), reverse=True))
            if sum(grown) <= size and len(grown) <= len(RANKS) and grown not in found:
                found.append(grown)
    number = {kind: place for place, kind in enumerate(found)}
    after = np.full((len(found), len(SUITS) + 1), -1, dtype=np.int64)
    for kind, place in number.items():
        after[place, 0] = place
        for more in range(1, len(SUITS) + 1):
            after[place, more] = number.get(tuple(sorted((*kind, more), reverse=True)), -1)
    return Kinds(tuple(found), after)


@compiled
def _digits(number: int, base: int) -> Ints:
    found = np.zeros(4, dtype=np.int64)
    for place in range(4):
        found[place] = number % base
        number //= base
    return found


@compiled
def _number(digits: Ints, base: int) -> int:
    return int(((digits[3] * base + digits[2]) * base + digits[1]) * base + digits[0])


@compiled
def _suited_runs(run: int) -> tuple[Counts, NDArray[np.bool_]]:
    """By runs of the suits and the suits a rank is held in: the runs after it, and whether one is long enough."""
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
    return (held & 1) + (held >> 1 & 1) + (held >> 2 & 1) + (held >> 3)


@compiled
def count_suited_runs(after: Counts, run: int, ace_low: bool) -> Counts:
    """Hands by kind, and by what runs of `run` cards of one suit they hold."""
    runs_after, long = _suited_runs(run)
    found = np.zeros((len(after), 3), dtype=np.int64)
    for aces, ways in ((0, 1), (1, 4), (3, 6), (7, 4), (15, 1)):  # one choice of suits for each number of aces
        state = np.zeros((len(after), 2, run**4), dtype=np.int64)
        state[0, 0, runs_after[0, aces if ace_low else 0]] = ways
        for _ in range(12):
            state = _one_rank_of_runs(state, after, runs_after, long)
        for kind in range(len(after)):
            with_aces = after[kind, _cards_in(aces)]
            if with_aces >= 0:
                for runs in range(run**4):
                    for held in range(2):
                        what = 2 if long[runs, aces] else held
                        found[with_aces, what] += state[kind, held, runs]
    return found


@compiled
def _one_rank_of_runs(state: Counts, after: Counts, runs_after: Counts, long: Ints) -> Counts:
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
    """Hands with fewer than `flush` cards of every suit, by kind, and by whether their ranks hold a run."""
    found = np.zeros((len(after), 2), dtype=np.int64)
    for aces, ways in ((0, 1), (1, 4), (3, 6), (7, 4), (15, 1)):
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
                found[kind, 1 if length == run else 0] += grown[kind, :, length].sum()
    return found


@compiled
def _one_rank_of_suits(state: Counts, grown: Counts, after: Counts, held: int, flush: int) -> None:
    """Adds the hands that hold the next rank in these suits; a run that is long enough stays so."""
    run = state.shape[2] - 1
    step = 0
    for suit in range(4):
        step += (held >> suit & 1) * flush**suit
    for kind in range(len(after)):
        next_kind = after[kind, _cards_in(held)]
        if next_kind >= 0:
            for suits in range(flush**4):
                if _room(suits, held, flush):
                    for length in range(run + 1):
                        if state[kind, suits, length]:
                            longer = run if length == run else length + 1 if held else 0
                            grown[next_kind, suits + step, longer] += state[kind, suits, length]


@compiled
def _room(suits: int, held: int, flush: int) -> bool:
    """Does each of these suits stay below a flush?"""
    room = True
    for suit in range(4):
        room &= not (held >> suit & 1 and suits // flush**suit % flush == flush - 1)
    return room


def suit_ways(kinds: Kinds) -> dict[Kind, dict[tuple[int, ...], int]]:
    """For each kind, with its ranks given: in how many ways its cards fall on the suits, by cards of each suit."""
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
    """One rank more, held in so many suits."""
    grown = np.zeros_like(table)
    for held in range(16):
        if held.bit_count() == cards:
            to = tuple(slice(1, None) if held >> suit & 1 else slice(None) for suit in range(len(SUITS)))
            source = tuple(slice(None, -1) if held >> suit & 1 else slice(None) for suit in range(len(SUITS)))
            grown[to] += table[source]
    return grown
