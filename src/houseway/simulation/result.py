"""
The result of a simulation: exact counts, and the figures computed from them.

Means and standard errors are in `sampling/tally.py`. Two simulations of one seed are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from ..rules.errors import Unreadable, shown
from ..rules.game import AnyGame
from ..rules.payments import HOUSE, Party
from ..rules.terms import write_value
from ..sampling.outcomes import Outcome, total_chips
from ..sampling.tally import NORMAL_95, Tally
from .sessions import TableTally
from .unit import unit_of


@dataclass(frozen=True)
class SessionsPlayed:
    """The sessions of a seat, counted by their end, their lowest point and their drawdown, in chips."""

    length: int
    """Rounds in a session."""
    ends: Mapping[int, int]
    lows: Mapping[int, int]
    drawdowns: Mapping[int, int]
    needed: int = 1
    """The chips that the seat needs for a round: its wagers, and what the rules want covered from the start."""

    @property
    def count(self) -> int:
        return sum(self.ends.values())

    def ruined(self, bankroll: int) -> int:
        """The number of sessions in which this bankroll no longer pays for the next round at some point."""
        if type(bankroll) is not int or bankroll < 1:
            raise Unreadable(f"a bankroll is whole chips from 1 up, not {shown(bankroll)}")
        return sum(count for low, count in self.lows.items() if bankroll + low < self.needed)

    def risk_of_ruin(self, bankroll: int) -> tuple[float, float]:
        """The risk of ruin in one session with this bankroll, and its standard error."""
        if not self.count:
            return 0.0, 0.0
        share = self.ruined(bankroll) / self.count
        return share, sqrt(share * (1 - share) / self.count)

    def risk_between(self, bankroll: int) -> tuple[float, float]:
        """The 95 % confidence interval of that risk, by Wilson, which holds without a ruined session too."""
        if not self.count:
            return 0.0, 1.0
        share = self.ruined(bankroll) / self.count
        weight = NORMAL_95**2 / self.count
        middle = share + weight / 2
        half = sqrt(weight * share * (1 - share) + weight**2 / 4)
        return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))

    def drawdown(self, share: float) -> int:
        """The drawdown that this share of sessions does not exceed."""
        return _quantile(self.drawdowns, share)

    def end(self, share: float) -> int:
        """The end that this share of sessions does not exceed."""
        return _quantile(self.ends, share)

    def as_data(self, bankroll: int | None = None) -> dict[str, Any]:
        """The figures under the names of the JSON."""
        data: dict[str, Any] = {"rounds": self.length, "sessions": self.count}
        if self.count:
            data["ends"] = {"lowest": min(self.ends), "median": self.end(0.5), "highest": max(self.ends)}
            data["deepest_fall"] = {
                "median": self.drawdown(0.5),
                "95 %": self.drawdown(0.95),
                "99 %": self.drawdown(0.99),
                "deepest": max(self.drawdowns),
            }
        if bankroll is not None:
            risk, standard_error = self.risk_of_ruin(bankroll)
            data["ruin"] = {
                "bankroll": bankroll,
                "needed": self.needed,
                "ruined": self.ruined(bankroll),
                "risk": risk,
                "standard_error": standard_error,
                "between": list(self.risk_between(bankroll)),
            }
        return data


def _quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that at least this share does not exceed; 0 without any."""
    needed = share * sum(counts.values())
    counted = 0
    for value, count in sorted(counts.items()):
        counted += count
        if counted >= needed:
            return value
    return 0


@dataclass(frozen=True)
class SeatPlayed:
    """A seat: its strategy, and how often each outcome came."""

    number: int
    player: str
    outcomes: Mapping[Outcome, int]
    sessions: SessionsPlayed

    @property
    def total(self) -> Tally:
        """All wagers together."""
        return Tally.of_counts((total_chips(outcome), count) for outcome, count in self.outcomes.items())

    @property
    def wagers(self) -> dict[str, Tally]:
        """Each wager by itself, in order of its name."""
        names = sorted({wager for outcome in self.outcomes for wager, _ in outcome})
        return {name: self._wager(name) for name in names}

    def _wager(self, name: str) -> Tally:
        return Tally.of_counts((dict(outcome).get(name, 0), count) for outcome, count in self.outcomes.items())


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """The result of a simulation of one table."""

    game: str
    name: str
    terms_hash: str
    options: Mapping[str, str]
    """The options that differ from their default."""
    players: tuple[str, ...]
    how: str
    """ON_KERNELS or BY_RULES."""
    seed: int
    requested: int
    """Rounds that were requested."""
    session: int
    unit: str
    """The wager that chips are measured by; empty where the game has none."""
    unit_chips: int
    banker: Party = HOUSE
    """The bank of every round: the House, or the seat of a player."""
    needed: tuple[int, ...] = ()
    """By seat: the chips that it needs for a round."""
    rounds: int = 0
    seats: tuple[SeatPlayed, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    where: str = field(default="", compare=False)

    @classmethod
    def begun(
        cls,
        game: AnyGame,
        players: tuple[str, ...],
        how: str,
        *,
        seed: int,
        requested: int,
        session: int,
        needed: tuple[int, ...],
        banker: Party = HOUSE,
    ) -> Simulation:
        unit = unit_of(game)
        return cls(
            game=game.key,
            name=game.name,
            terms_hash=game.terms_hash,
            options={name: write_value(value) for name, (_, value) in sorted(game.modifications.items())},
            players=players,
            how=how,
            seed=seed,
            requested=requested,
            session=session,
            unit=unit.wager,
            unit_chips=unit.chips,
            needed=needed,
            banker=banker,
        )

    def after(self, tally: TableTally, *, seconds: float, where: str) -> Simulation:
        """The simulation with the rounds counted so far."""
        seats = tuple(
            SeatPlayed(
                number,
                player,
                seat.outcomes,
                SessionsPlayed(self.session, seat.sessions.ends, seat.sessions.lows, seat.sessions.drawdowns, needed),
            )
            for number, (player, seat, needed) in enumerate(
                zip(self.players, tally.seats, self.needed, strict=True), start=1
            )
        )
        return replace(self, rounds=tally.rounds, seats=seats, seconds=seconds, where=where)

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    def as_data(self, bankroll: int | None = None) -> dict[str, Any]:
        """The figures under the names of the JSON. They do not depend on where the rounds were played."""
        bank = {} if self.banker == HOUSE else {"banker": self.banker}
        return {
            "game": self.game,
            **bank,
            "terms_hash": self.terms_hash,
            "options": dict(self.options),
            "players": list(self.players),
            "how": self.how,
            "seed": self.seed,
            "asked": self.requested,
            "rounds": self.rounds,
            "unit": {"wager": self.unit, "chips": self.unit_chips},
            "seats": [_seat_data(seat, bankroll) for seat in self.seats],
        }

    def to_polars(self) -> Any:
        """The outcomes as a Polars frame: a row for each outcome of each seat, a column for each wager."""
        from .frames import outcome_frame

        return outcome_frame(self)

    def __repr__(self) -> str:
        first = self.seats[0].total if self.seats else Tally({})
        mean = f"{float(first.mean):+.4f} ± {first.standard_error:.4f} chips a round"
        return f"<{self.name}: {self.rounds:,} rounds, seed {self.seed}; seat 1, {self.players[0]}, {mean}>"


def _seat_data(seat: SeatPlayed, bankroll: int | None) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "player": seat.player,
        "total": seat.total.as_data(),
        "wagers": {name: chips.as_data() for name, chips in seat.wagers.items()},
        "sessions": seat.sessions.as_data(bankroll),
    }
