"""
The result of a simulation: counts as whole numbers, and every figure worked from them.

Means and variances are Fractions; a square root is taken only where a figure is shown. Two runs of one seed are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from ..rules.errors import Unreadable, shown
from ..rules.game import AnyGame
from ..rules.terms import write_value
from ..sampling.outcomes import Outcome, total_chips
from ..sampling.tally import NORMAL_95, Tally
from .sessions import TableTally
from .unit import unit_of


@dataclass(frozen=True)
class SessionsPlayed:
    """Stretches of rounds of one length: where they ended, and how low and how far down they went on the way."""

    length: int
    ends: Mapping[int, int]
    lows: Mapping[int, int]
    drops: Mapping[int, int]

    @property
    def count(self) -> int:
        return sum(self.ends.values())

    def ruined(self, bankroll: int) -> int:
        """Sessions in which a bankroll of so many chips would have been lost."""
        if type(bankroll) is not int or bankroll < 1:
            raise Unreadable(f"a bankroll is whole chips from 1 up, not {shown(bankroll)}")
        return sum(count for low, count in self.lows.items() if low <= -bankroll)

    def risk_of_ruin(self, bankroll: int) -> tuple[float, float]:
        """The chance to lose it within one session, and the standard error."""
        if not self.count:
            return 0.0, 0.0
        share = self.ruined(bankroll) / self.count
        return share, sqrt(share * (1 - share) / self.count)

    def risk_between(self, bankroll: int) -> tuple[float, float]:
        """Where that chance lies, 95 times of 100: Wilson's interval, which holds with none ruined too."""
        if not self.count:
            return 0.0, 1.0
        share = self.ruined(bankroll) / self.count
        weight = NORMAL_95**2 / self.count
        middle = share + weight / 2
        half = sqrt(weight * share * (1 - share) + weight**2 / 4)
        return max(0.0, (middle - half) / (1 + weight)), min(1.0, (middle + half) / (1 + weight))

    def fall(self, share: float) -> int:
        """The fall from a high point that this share of sessions does not exceed."""
        return _quantile(self.drops, share)

    def end(self, share: float) -> int:
        return _quantile(self.ends, share)

    def as_data(self, bankroll: int | None = None) -> dict[str, Any]:
        found: dict[str, Any] = {"rounds": self.length, "sessions": self.count}
        if self.count:
            found["ends"] = {"lowest": min(self.ends), "median": self.end(0.5), "highest": max(self.ends)}
            falls = {"median": self.fall(0.5), "95 %": self.fall(0.95), "99 %": self.fall(0.99)}
            found["deepest_fall"] = {**falls, "deepest": max(self.drops)}
        if bankroll is not None:
            risk, error = self.risk_of_ruin(bankroll)
            ruin = {"bankroll": bankroll, "ruined": self.ruined(bankroll)}
            between = list(self.risk_between(bankroll))
            found["ruin"] = {**ruin, "risk": risk, "standard_error": error, "between": between}
        return found


def _quantile(counts: Mapping[int, int], share: float) -> int:
    wanted = share * sum(counts.values())
    seen = 0
    for value, count in sorted(counts.items()):
        seen += count
        if seen >= wanted:
            return value
    return 0


@dataclass(frozen=True)
class SeatPlayed:
    """One seat: its strategy, and how often each outcome came."""

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
    """What rounds of one table came to."""

    game: str
    name: str
    terms_hash: str
    options: Mapping[str, str]
    """Those off their default."""
    players: tuple[str, ...]
    how: str
    seed: int
    asked: int
    session: int
    unit: str
    """The wager that chips are measured by; empty where the game has none."""
    unit_chips: int
    rounds: int = 0
    seats: tuple[SeatPlayed, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    where: str = field(default="", compare=False)

    @classmethod
    def begun(
        cls, game: AnyGame, players: tuple[str, ...], how: str, *, seed: int, asked: int, session: int
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
            asked=asked,
            session=session,
            unit=unit.wager,
            unit_chips=unit.chips,
        )

    def after(self, tally: TableTally, *, seconds: float, where: str) -> Simulation:
        """The same with what was counted by now."""
        seats = tuple(
            SeatPlayed(
                number,
                player,
                seat.outcomes,
                SessionsPlayed(self.session, seat.sessions.ends, seat.sessions.lows, seat.sessions.drops),
            )
            for number, (player, seat) in enumerate(zip(self.players, tally.seats, strict=True), start=1)
        )
        return replace(self, rounds=tally.rounds, seats=seats, seconds=seconds, where=where)

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    def as_data(self, bankroll: int | None = None) -> dict[str, Any]:
        """Under the names of the JSON; nothing in it depends on where the rounds were played."""
        return {
            "game": self.game,
            "terms_hash": self.terms_hash,
            "options": dict(self.options),
            "players": list(self.players),
            "how": self.how,
            "seed": self.seed,
            "asked": self.asked,
            "rounds": self.rounds,
            "unit": {"wager": self.unit, "chips": self.unit_chips},
            "seats": [_seat_data(seat, bankroll) for seat in self.seats],
        }

    def to_polars(self) -> Any:
        """The outcomes as a frame: a row for each outcome of each seat, a column for each wager."""
        from .frames import outcome_frame

        return outcome_frame(self)

    def __repr__(self) -> str:
        first = self.seats[0].total if self.seats else Tally({})
        mean = f"{float(first.mean):+.4f} ± {first.standard_error:.4f} chips a round"
        return f"<{self.name}: {self.rounds:,} rounds, seed {self.seed}; seat 1, {self.players[0]}, {mean}>"

    def _repr_html_(self) -> str:
        from .notebook import as_html

        return as_html(self)


def _seat_data(seat: SeatPlayed, bankroll: int | None) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "player": seat.player,
        "total": seat.total.as_data(),
        "wagers": {name: chips.as_data() for name, chips in seat.wagers.items()},
        "sessions": seat.sessions.as_data(bankroll),
    }
