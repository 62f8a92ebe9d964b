"""
Exact counts of a game of two hands: every deal of two hands from one deck, both set the house way.

    python -m houseway.games.ship_house_way pai_gow ...

stores the counts of the house ways that come with a game in its folder. Others are counted when they are needed, in
less than a minute of processor time, and cached.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Hands, encoded
from ...kernels.disjoint_hands import count_orbits, list_orbits, patterns_of_sets
from ...kernels.disk_cache import cached
from ...kernels.hand_classes import ClassTables
from ...kernels.meetings import PATTERNS
from ...rules.cards import SUITS
from ...rules.errors import Broken
from ...rules.game import AnyGame
from ...sampling.chunks import Progress, ignore_progress, in_threads
from .form import Form, form_of
from .shipped import stored_counts, write_counts
from .tables import Tables, classes_of, hand_tables

FILE = "house_way_counts.json"
MOST_JOKERS = 1
"""With more, hands of the same cards would differ in their jokers only."""
HANDS_IN_A_CHUNK = 20_000_000
EQUAL_EQUAL = PATTERNS // 2
"""The pattern of a setting against itself."""


@dataclass(frozen=True)
class DealsToCount:
    """Everything that decides the counts: the deck, the classes of hands and the house way by class."""

    deck: Hands
    suits: int
    """The suits of the deck, which are interchangeable."""
    classes: ClassTables
    house: NDArray[np.uint16]
    """By class: the codes of the two hands."""
    shape: tuple[int, int]
    """The number of codes of the first and of the second hand."""

    @property
    def deals(self) -> int:
        cards = len(self.deck)
        return comb(cards, self.classes.size) * comb(cards - self.classes.size, self.classes.size)

    @property
    def name(self) -> str:
        """A hash of everything."""
        digest = hashlib.sha256(repr((self.suits, self.classes.size, self.classes.long, self.shape)).encode())
        digest.update(self.deck.tobytes())
        digest.update(np.ascontiguousarray(self.house).tobytes())
        return digest.hexdigest()[:32]


def can_be_counted(form: Form) -> bool:
    return form.jokers <= MOST_JOKERS


def deals_to_count(game: AnyGame, tables: Tables) -> DealsToCount:
    deck = np.array([encoded(card) for card in game.shoe(game.terms)], dtype=np.uint8)
    return DealsToCount(deck, len(SUITS), classes_of(form_of(game)).tables, tables.house, tables.shape)


def house_way_counts(game: AnyGame, progress: Progress | None = None) -> list[int]:
    """By pattern: the number of deals in which two house-way hands meet in it."""
    to_count = deals_to_count(game, hand_tables(game, progress))
    stored = stored_counts(game, FILE).get(to_count.name)
    if stored is not None:
        return stored
    return cached(f"house way counts {to_count.name}", lambda: count_deals(to_count, progress))


def count_deals(to_count: DealsToCount, progress: Progress | None = None) -> list[int]:
    """Count all deals, by inclusion and exclusion over the sets of cards that two hands share."""
    report = progress or ignore_progress
    cards = len(to_count.deck)
    size = to_count.classes.size
    chunks = [chunk for shared in range(size) for chunk in chunks_of(to_count, shared, HANDS_IN_A_CHUNK)]

    def count(number: int) -> NDArray[np.int64]:
        chunk = chunks[number]
        counts = patterns_of_sets(
            to_count.classes, to_count.deck, to_count.house, chunk.sets, chunk.orbits, *to_count.shape
        )
        return -counts if chunk.shared % 2 else counts

    totals = [0] * PATTERNS
    for counts in in_threads(count, range(len(chunks)), lambda done: report(done, len(chunks))):
        totals = [total + int(more) for total, more in zip(totals, counts, strict=True)]
    totals[EQUAL_EQUAL] += (-1) ** size * comb(cards, size)  # two hands that share all cards are the same
    if sum(totals) != to_count.deals or min(totals) < 0:
        raise Broken(f"the counts {totals} do not sum to the {to_count.deals:,} deals")
    return totals


@dataclass(frozen=True)
class Chunk:
    """Some sets of cards that two hands may share, one of each orbit."""

    shared: int
    """Cards in a set."""
    sets: NDArray[np.int64]
    orbits: NDArray[np.int64]
    """The sizes of the orbits."""


def chunks_of(to_count: DealsToCount, shared: int, hands_in_a_chunk: int) -> Iterable[Chunk]:
    """All sets of this many shared cards, in chunks with about as many hands that contain a set."""
    deck = to_count.deck
    sets, orbits = list_orbits(deck, shared, to_count.suits, count_orbits(deck, shared, to_count.suits))
    hands = comb(len(deck) - shared, to_count.classes.size - shared)
    step = max(1, hands_in_a_chunk // hands)
    for start in range(0, len(sets), step):
        yield Chunk(shared, sets[start : start + step], orbits[start : start + step])


def ship_counts(games: Iterable[AnyGame], folder: Path, progress: Progress | None = None) -> Path:
    """Write the counts of these games to the folder; counts that it already has are kept."""
    counts = {}
    for game in games:
        to_count = deals_to_count(game, hand_tables(game, progress))
        counts[to_count.name] = house_way_counts(game, progress)
    path = folder / FILE
    write_counts(path, counts)
    return path
