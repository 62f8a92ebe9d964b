"""
What rounds come to, in whole numbers that add up: how often each outcome came, and how sessions went.

An outcome is what each wager brought a seat in one round. From the counts of outcomes come all figures of a wager and
of the total, exactly. A session is a stretch of rounds of one length, counted from the first; its lowest point answers
for any bankroll whether it would have been lost. Chunks are added in order of their rounds, so that a session may lie
across two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.drawdown import DROP, LOW, TOTAL, Path, follow_each, path_of

Outcome = tuple[tuple[str, int], ...]
"""What each wager brought, in chips: those that brought or cost something, by name."""


def total_of(outcome: Outcome) -> int:
    """What a round brought in all."""
    return sum(chips for _, chips in outcome)


class Played(NamedTuple):
    """Some consecutive rounds: for each round and seat the number of its outcome."""

    numbers: NDArray[np.int64]
    outcomes: Sequence[Outcome | None]
    """By number; None where it did not come."""

    def counted(self, seat: int) -> tuple[Counter[Outcome], NDArray[np.int64]]:
        """How often the seat had each outcome, and what it won in each round."""
        often = np.bincount(self.numbers[:, seat])
        worth = np.zeros(len(often), dtype=np.int64)
        counts = Counter[Outcome]()
        for number in np.flatnonzero(often).tolist():
            outcome = self.outcomes[number] or ()
            counts[outcome] += int(often[number])
            worth[number] = total_of(outcome)
        return counts, worth[self.numbers[:, seat]]


@dataclass
class Sessions:
    """Whole sessions by their end, by their lowest point and by their deepest fall."""

    ends: Counter[int] = field(default_factory=Counter)
    lows: Counter[int] = field(default_factory=Counter)
    drops: Counter[int] = field(default_factory=Counter)

    def add(self, ends: list[int], lows: list[int], drops: list[int]) -> None:
        self.ends.update(ends)
        self.lows.update(lows)
        self.drops.update(drops)

    def join(self, other: Sessions) -> None:
        self.ends.update(other.ends)
        self.lows.update(other.lows)
        self.drops.update(other.drops)


@dataclass
class SeatTally:
    """One seat over some rounds."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    sessions: Sessions = field(default_factory=Sessions)
    head: Path = field(default_factory=Path)
    """The rounds that belong to a session begun before."""
    tail: Path = field(default_factory=Path)
    """The rounds of a session that is not over."""


@dataclass
class Tally:
    """What rounds from `first` on came to."""

    first: int
    rounds: int
    session: int
    """Rounds in a session."""
    seats: list[SeatTally]

    @classmethod
    def empty(cls, seats: int, session: int) -> Tally:
        return cls(0, 0, session, [SeatTally() for _ in range(seats)])

    def add(self, later: Tally) -> None:
        """The rounds that come next."""
        if later.first != self.first + self.rounds or later.session != self.session:
            raise ValueError(f"round {self.first + self.rounds} is due, not round {later.first}")
        for ours, theirs in zip(self.seats, later.seats, strict=True):
            ours.outcomes.update(theirs.outcomes)
            ours.tail = ours.tail.then(theirs.head)
            if ours.tail.rounds == self.session:
                ours.sessions.add([ours.tail.total], [ours.tail.low], [ours.tail.drop])
                ours.tail = Path()
            ours.sessions.join(theirs.sessions)
            ours.tail = ours.tail.then(theirs.tail)
        self.rounds += later.rounds


def tallied(played: Played, first: int, session: int) -> Tally:
    """These rounds, the first of them of this number, as sums."""
    rounds, seats = played.numbers.shape
    found = [_seat(played, seat, min(-first % session, rounds), session) for seat in range(seats)]
    return Tally(first, rounds, session, found)


def _seat(played: Played, seat: int, begun: int, session: int) -> SeatTally:
    outcomes, won = played.counted(seat)
    whole = (len(won) - begun) // session * session
    sessions = Sessions()
    paths = follow_each(won[begun : begun + whole], session)
    sessions.add(paths[:, TOTAL].tolist(), paths[:, LOW].tolist(), paths[:, DROP].tolist())
    return SeatTally(outcomes, sessions, path_of(won[:begun]), path_of(won[begun + whole :]))
