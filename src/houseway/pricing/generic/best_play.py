"""
Exact counts of best play: every deal of two hands from one deck, ours set as well as possible and theirs the house way.

    python -m houseway.games.count_best_play pai_gow --ship

counts them and stores them in the game's folder. The best setting of a hand is the one with the highest expected value
over all hands of the other side that share no card with it. It is chosen among the settings that are legal and not
dominated. Each payoff has its own best play; one count serves several.

The count takes a quarter of an hour of processor time. Its sums are written to the cache folder once a minute, so that
an interrupted count goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.cache import FOLDER
from ...kernels.disjoint_hands import (
    CORNERS,
    Candidates,
    Longs,
    Orbits,
    add_same_hands,
    add_sets,
    add_small_set,
    classes_of_sets,
    count_orbits,
    list_orbits,
    make_index,
    sums_of_best,
    undominated,
)
from ...kernels.disk_cache import SPOILED, cached
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ...sampling.chunks import Progress, ignore_progress, in_threads
from .exact import DealsToCount, chunks_of, deals_to_count
from .form import form_of
from .payoff import Payoffs
from .shipped import stored_counts, write_counts
from .tables import fouled, hand_tables
from .value import FoulAnswers, answers_so_far

FILE = "best_play_counts.json"
SMALL_SETS = 2
"""Sets with fewer cards are counted by visiting each orbit of hands once."""
HANDS_IN_A_STEP = 8_000_000
"""Hands that a thread looks up between two reports of progress."""
SECONDS_BETWEEN_FILES = 45
"""After this time the sums are written to the cache folder."""
LARGEST_SUM = 1 << 32
"""Sums are kept modulo this number."""
Sums = NDArray[np.uint32]


# Settings to choose from ---------------------------------------------------------------------------------------------


def candidates_of(game: AnyGame) -> Candidates:
    """By class: the codes of all settings that are legal and not dominated."""
    answers = answers_so_far(game)
    while True:
        taken = undominated(answers.codes, answers.legal)
        pairs = answers.codes[taken]
        if not _ask_about_fouls(game, answers, pairs):
            break
    counts = taken.sum(axis=1)
    if counts.min() == 0:
        raise Broken(f"{game.key} has hands that cannot be set without a foul")
    return Candidates(np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), pairs)


def _ask_about_fouls(game: AnyGame, answers: FoulAnswers, pairs: NDArray[np.uint16]) -> bool:
    """Ask the game which of these pairs of codes foul; False if it has answered about all of them before."""
    unchecked = np.zeros_like(answers.checked)
    unchecked[pairs[:, 0], pairs[:, 1]] = True
    unchecked &= ~answers.checked
    new = np.argwhere(unchecked)
    form = form_of(game)
    for first, second in new.tolist():
        answers.legal[first, second] = not fouled(game, answers.terms, form, answers.tables, (first, second))
        answers.checked[first, second] = True
    return bool(len(new))


# What is counted -----------------------------------------------------------------------------------------------------


def nets_of(paid: Payoffs) -> list[Fraction]:
    """The different nets that a setting can win or lose, highest first."""
    return sorted({net for net in paid if net is not None}, reverse=True)


def ends_of(paid: Payoffs) -> list[tuple[bool, ...]]:
    """By net, highest first: by pattern, whether it leads to this net."""
    return [tuple(kind == net for kind in paid) for net in nets_of(paid)]


@dataclass(frozen=True, eq=False)
class BestPlayToCount:
    """The deals, the settings to choose from, and the payoffs for each of which the best settings are chosen."""

    deals: DealsToCount
    candidates: Candidates
    paid: tuple[Payoffs, ...]

    @cached_property
    def ends(self) -> list[tuple[bool, ...]]:
        """The ends that are counted. The last end of a payoff is not: it has all hands that the others leave."""
        ends = {end for paid in self.paid for end in ends_of(paid)[:-1]}
        return sorted(ends, reverse=True)

    @property
    def corner_weights(self) -> Longs:
        """By end: what each of the nine corners of a grid adds to the number of hands."""
        weights = np.zeros((len(self.ends), 3, 3), dtype=np.int64)
        for number, end in enumerate(self.ends):
            for kind in np.flatnonzero(end).tolist():
                # A high pattern is a low part of the grid: their hands are lower.
                row = 2 - kind // 3
                column = 2 - kind % 3
                weights[number, row, column] += 1
                if row:
                    weights[number, row - 1, column] -= 1
                if column:
                    weights[number, row, column - 1] -= 1
                if row and column:
                    weights[number, row - 1, column - 1] += 1
        return weights.reshape(-1, CORNERS)

    @property
    def value_weights(self) -> Longs:
        """By payoff and end: what a deal in this end is worth more than a deal in the payoff's last end."""
        weights = np.zeros((len(self.paid), len(self.ends)), dtype=np.int64)
        for number, paid in enumerate(self.paid):
            nets = nets_of(paid)
            parts = lcm(*(net.denominator for net in nets))
            for end, net in zip(ends_of(paid)[:-1], nets[:-1], strict=True):
                weights[number, self.ends.index(end)] = int((net - nets[-1]) * parts)
        return weights

    @property
    def name(self) -> str:
        """A hash of everything."""
        digest = hashlib.sha256(repr((self.deals.name, self.ends)).encode())
        digest.update(np.ascontiguousarray(self.candidates.start).tobytes())
        digest.update(np.ascontiguousarray(self.candidates.codes).tobytes())
        return digest.hexdigest()[:32]


def best_play_to_count(game: AnyGame, paid: Iterable[Payoffs], progress: Progress | None = None) -> BestPlayToCount:
    deals = deals_to_count(game, hand_tables(game, progress))
    return BestPlayToCount(deals, candidates_of(game), tuple(paid))


# The count -----------------------------------------------------------------------------------------------------------


class BestPlay(NamedTuple):
    """Best play under one payoff."""

    counts: list[int]
    """By net, highest first: the number of deals."""
    choices: NDArray[np.int8]
    """By orbit of hands: the number of the best candidate."""


@dataclass(eq=False)
class SavedSums:
    """The sums of a count that is under way, in the cache folder."""

    path: Path | None
    saved_at: float = 0.0

    def read(self, sums: Sums) -> int:
        """Read the sums; return the number of steps that they contain."""
        self.saved_at = monotonic()
        if self.path is None:
            return 0
        try:
            with np.load(self.path, allow_pickle=False) as arrays:
                steps = int(arrays["steps"])
                sums[:] = arrays["sums"]
                return steps
        except SPOILED:
            return 0

    def write(self, sums: Sums, steps: int) -> None:
        """Write the sums, whole or not at all."""
        self.saved_at = monotonic()
        if self.path is None:
            return
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            with part.open("wb") as file:
                np.savez(file, allow_pickle=False, sums=sums, steps=np.int64(steps))
            part.replace(self.path)
        except OSError:
            part.unlink(missing_ok=True)

    @property
    def is_old(self) -> bool:
        return monotonic() - self.saved_at > SECONDS_BETWEEN_FILES

    def remove(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def count_best_play(
    to_count: BestPlayToCount, progress: Progress | None = None, folder: Path | None = FOLDER
) -> list[BestPlay]:
    """By payoff: best play, counted over all deals by inclusion and exclusion over the cards that two hands share."""
    report = progress or ignore_progress
    deals = to_count.deals
    size = deals.classes.size
    _refuse_large_sums(deals)
    orbits = orbits_of(to_count)
    settings = int(orbits.starts[-1])
    threads = os.cpu_count() or 1
    totals = [np.zeros(settings * len(to_count.ends), dtype=np.uint32) for _ in range(threads)]
    saved = SavedSums(folder / f"best play {to_count.name}.npz" if folder is not None else None)
    steps = list(_steps(to_count, orbits))
    done = saved.read(totals[0])
    report(done, len(steps))
    while done < len(steps):
        together = range(done, min(done + threads, len(steps)))

        def run(number: int, first: int = together.start) -> None:
            steps[number](totals[number - first])

        for _ in in_threads(run, together, lambda _: None):
            pass
        done = together.stop
        report(done, len(steps))
        if saved.is_old and done < len(steps):
            saved.write(_merged(totals), done)
    sums = _merged(totals)
    add_same_hands(deals.house, to_count.candidates, orbits, np.array(to_count.ends), (-1) ** size, sums)
    by_payoff, choices = sums_of_best(to_count.candidates, orbits, sums, len(to_count.ends), to_count.value_weights)
    best = []
    for number, paid in enumerate(to_count.paid):
        counts = [int(by_payoff[number, to_count.ends.index(end)]) for end in ends_of(paid)[:-1]]
        counts.append(deals.deals - sum(counts))
        if min(counts) < 0:
            raise Broken(f"the counts {counts} do not sum to the {deals.deals:,} deals")
        best.append(BestPlay(counts, choices[number]))
    saved.remove()
    return best


def _refuse_large_sums(deals: DealsToCount) -> None:
    cards = len(deals.deck) - deals.classes.size
    orders_of_suits = 24
    if orders_of_suits * comb(cards, deals.classes.size) >= LARGEST_SUM:
        raise Broken(f"two hands of {deals.classes.size} of {len(deals.deck)} cards meet too often to be counted")


def _merged(totals: list[Sums]) -> Sums:
    """The sum of all threads in the first one; the others start again at 0."""
    for other in totals[1:]:
        totals[0] += other
        other[:] = 0
    return totals[0]


def orbits_of(to_count: BestPlayToCount) -> Orbits:
    """The orbits of all hands."""
    deals = to_count.deals
    number = count_orbits(deals.deck, deals.classes.size, deals.suits)
    hands, sizes = list_orbits(deals.deck, deals.classes.size, deals.suits, number)
    classes = classes_of_sets(deals.classes, deals.deck, hands)
    lengths = np.diff(to_count.candidates.start)[classes]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    positions = 1 << int(2 * number).bit_length()
    return Orbits(hands, sizes, classes, starts, make_index(hands, starts, positions))


Step = Callable[[Sums], None]


def _steps(to_count: BestPlayToCount, orbits: Orbits) -> Iterator[Step]:
    """The parts of the count. Each adds the pairs of hands that share some sets of cards to sums."""
    for shared in range(to_count.deals.classes.size):
        for chunk in chunks_of(to_count.deals, shared, HANDS_IN_A_STEP):
            sign = (-1) ** shared
            if shared < SMALL_SETS:
                for chosen in chunk.sets.tolist():
                    yield _small_step(to_count, orbits, chosen, sign)
            else:
                yield _step(to_count, orbits, shared, chunk.sets, sign * chunk.orbits)


def _small_step(to_count: BestPlayToCount, orbits: Orbits, chosen: int, sign: int) -> Step:
    deals = to_count.deals
    weights = to_count.corner_weights

    def add(totals: Sums) -> None:
        add_small_set(
            deals.classes,
            deals.deck,
            deals.suits,
            deals.house,
            to_count.candidates,
            orbits,
            weights,
            chosen,
            sign,
            *deals.shape,
            totals,
        )

    return add


def _step(to_count: BestPlayToCount, orbits: Orbits, shared: int, sets: Longs, factors: Longs) -> Step:
    deals = to_count.deals
    weights = to_count.corner_weights
    hands = comb(len(deals.deck) - shared, deals.classes.size - shared)

    def add(totals: Sums) -> None:
        add_sets(
            deals.classes,
            deals.deck,
            deals.suits,
            deals.house,
            to_count.candidates,
            orbits.hash_table,
            weights,
            sets,
            factors,
            hands,
            *deals.shape,
            totals,
        )

    return add


# Counts that come with a game ----------------------------------------------------------------------------------------


class NotCounted(Exception):
    """Best play was not counted for these terms yet."""


def best_play_counts(game: AnyGame, paid: Payoffs) -> list[int] | None:
    """By net, highest first: the deals of best play; None if they were not counted for these terms."""
    name = counts_name(deals_to_count(game, hand_tables(game)), paid)
    stored = stored_counts(game, FILE).get(name)
    if stored is not None:
        return stored
    try:
        return cached(_in_cache(name), _not_counted)
    except NotCounted:
        return None


def _in_cache(name: str) -> str:
    return f"best play counts {name}"


def _not_counted() -> list[int]:
    raise NotCounted


def count_and_store(game: AnyGame, paid: Sequence[Payoffs], progress: Progress | None = None) -> dict[str, list[int]]:
    """Count best play under these payoffs, store the counts in the cache, and return them by name."""
    to_count = best_play_to_count(game, paid, progress)
    counts = {}
    for payoff, best in zip(paid, count_best_play(to_count, progress), strict=True):
        name = counts_name(to_count.deals, payoff)
        counts[name] = cached(_in_cache(name), lambda of_payoff=best.counts: of_payoff)  # type: ignore[misc]
    return counts


def counts_name(deals: DealsToCount, paid: Payoffs) -> str:
    """The name of a count of best play: a hash of the deals, the other side's house way and the payoffs."""
    written = [None if net is None else str(net) for net in paid]
    return hashlib.sha256(repr((deals.name, written)).encode()).hexdigest()[:32]


def ship_best_play(counts: dict[str, list[int]], folder: Path) -> Path:
    """Write counts of best play to the folder of a game; others that it already has stay."""
    path = folder / FILE
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    write_counts(path, {**before, **counts})
    return path
