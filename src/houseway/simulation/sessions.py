"""
Outcomes and sessions of many rounds, in exact counts that can be added.

A session is a stretch of rounds of a fixed length, counted from the first round. Its lowest point tells for any
bankroll whether the chips would have fallen below what a round takes. Tallies are added in the order of their rounds,
so a session can begin in one tally and end in the next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..kernels.drawdown import DROP, LOW, TOTAL, ChipPath, follow_each, path_of
from ..sampling.outcomes import Outcome, PlayedRounds


@dataclass
class Sessions:
    """Finished sessions, counted by their end, by their lowest point and by their drawdown, in chips."""

    ends: Counter[int] = field(default_factory=Counter)
    lows: Counter[int] = field(default_factory=Counter)
    drawdowns: Counter[int] = field(default_factory=Counter)

    def add(self, path: ChipPath) -> None:
        """Count one session."""
        self.ends[path.total] += 1
        self.lows[path.low] += 1
        self.drawdowns[path.drop] += 1

    def merge(self, other: Sessions) -> None:
        self.ends.update(other.ends)
        self.lows.update(other.lows)
        self.drawdowns.update(other.drawdowns)


@dataclass
class SeatTally:
    """Outcomes and sessions of one seat."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    sessions: Sessions = field(default_factory=Sessions)
    head: ChipPath = field(default_factory=ChipPath)
    """The first rounds, if they belong to a session that began before them."""
    tail: ChipPath = field(default_factory=ChipPath)
    """The last rounds, if their session goes on after them."""


@dataclass
class TableTally:
    """Outcomes and sessions of every seat, over consecutive rounds from `first` on."""

    first: int
    rounds: int
    session: int
    """Rounds in a session."""
    seats: list[SeatTally]

    @classmethod
    def empty(cls, seats: int, session: int) -> TableTally:
        return cls(0, 0, session, [SeatTally() for _ in range(seats)])

    def add(self, later: TableTally) -> None:
        """Add the rounds that follow directly."""
        if later.first != self.first + self.rounds or later.session != self.session:
            raise ValueError(f"round {self.first + self.rounds} is due, not round {later.first}")
        for ours, theirs in zip(self.seats, later.seats, strict=True):
            ours.outcomes.update(theirs.outcomes)
            ours.tail = ours.tail.then(theirs.head)
            if ours.tail.rounds == self.session:
                ours.sessions.add(ours.tail)
                ours.tail = ChipPath()
            ours.sessions.merge(theirs.sessions)
            ours.tail = ours.tail.then(theirs.tail)
        self.rounds += later.rounds


def tally_rounds(played: PlayedRounds, first: int, session: int) -> TableTally:
    """The tally of these rounds, the first of which has the number `first`."""
    rounds, seats = played.numbers.shape
    head = min(-first % session, rounds)
    return TableTally(first, rounds, session, [_tally_seat(played, seat, head, session) for seat in range(seats)])


def _tally_seat(played: PlayedRounds, seat: int, head: int, session: int) -> SeatTally:
    """The tally of a seat; the first `head` rounds belong to a session that began before them."""
    chips = played.chips(seat)
    whole_sessions = (len(chips) - head) // session * session
    tail = head + whole_sessions
    paths = follow_each(chips[head:tail], session)
    sessions = Sessions(
        ends=Counter(paths[:, TOTAL].tolist()),
        lows=Counter(paths[:, LOW].tolist()),
        drawdowns=Counter(paths[:, DROP].tolist()),
    )
    return SeatTally(played.counts(seat), sessions, path_of(chips[:head]), path_of(chips[tail:]))
