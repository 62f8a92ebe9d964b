"""
The plan of a run, made from its seed: tables, players and a list of troubles, each with its time.

A failing run is shrunk by leaving out parts of its plan. Every trouble draws from its own random stream, so that
leaving one out does not change what the others do.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from .chance import stream

ALL_GAMES = ("casino", "chinese", "pai_gow", "pick2", "pyramid", "showdown")

SERVER_TROUBLES = {
    "crash": 4,
    "restart": 2,
    "pause": 3,
    "partition": 3,
    "torn": 2,
    "answer_lost": 4,
    "in_the_way": 1,
    "disk_full": 1,
    "slow_disk": 2,
    "news_lost": 3,
    "news_late": 2,
    "news_twice": 2,
    "wall_clock": 2,
    "database_clock": 1,
    "crash_at_reveal": 2,
}
"""Troubles of a process or the database, with their relative frequency."""
ONLY_WITH_SEVERAL = ("pause", "partition", "news_lost", "news_late", "news_twice", "database_clock")
"""Troubles that need several processes: with one process and its file they have no effect or are fatal by design."""
PLAYER_TROUBLES = {
    "repeat": 6,
    "other_body": 2,
    "stale": 3,
    "foreign": 3,
    "garbage": 2,
    "ask": 2,
    "flood": 1,
    "stand": 2,
    "sit_out": 2,
    "sleep": 3,
    "withhold": 2,
    "no_commitment": 1,
    "late_reveal": 2,
    "foreign_reveal": 2,
    "drop": 5,
    "vanish": 3,
    "slow": 2,
    "second_socket": 2,
    "leave": 1,
    "void": 1,
    "close": 1,
}
"""Misbehaviour of players and actions of the operator, with their relative frequency."""


@dataclass(frozen=True, kw_only=True)
class TablePlan:
    name: str
    game: str
    bots: int
    pace: str


@dataclass(frozen=True, kw_only=True)
class PlayerPlan:
    name: str
    table: str
    arrives: float
    bring: int
    plays: bool
    """Whether the player takes a seat; the others are spectators."""
    banks: bool


@dataclass(frozen=True, kw_only=True)
class Trouble:
    number: int
    at: float
    kind: str
    target: str
    """A process by its slot, a player or a table by its name."""
    seconds: float

    def __str__(self) -> str:
        return f"{self.at:8.1f} s  {self.kind} of {self.target} ({self.seconds:.1f} s)"


@dataclass(frozen=True, kw_only=True)
class Plan:
    seed: int
    processes: int
    lease_seconds: float
    idle_seconds: float
    trouble_seconds: float
    """How long troubles last, from the start."""
    quiet_seconds: float
    """How long the room then has to recover."""
    tables: tuple[TablePlan, ...]
    players: tuple[PlayerPlan, ...]
    troubles: tuple[Trouble, ...]

    @property
    def seconds(self) -> float:
        return self.trouble_seconds + self.quiet_seconds

    def text(self) -> str:
        return json.dumps(asdict(self), sort_keys=True, indent=1)


def read_plan(text: str) -> Plan:
    data = json.loads(text)
    return Plan(
        **{
            **data,
            "tables": tuple(TablePlan(**each) for each in data["tables"]),
            "players": tuple(PlayerPlan(**each) for each in data["players"]),
            "troubles": tuple(Trouble(**each) for each in data["troubles"]),
        }
    )


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The options of the command."""

    games: tuple[str, ...] = ALL_GAMES
    processes: int | None = None
    """The number of processes; None lets the seed choose one, two or three."""
    minutes: float = 30.0
    """Virtual minutes of trouble."""
    quiet_seconds: float = 420.0
    """Virtual seconds after the troubles in which the room has to recover."""
    tables: int = 2
    trouble: float = 1.0
    """The frequency of troubles relative to the usual one; 0 is a room without trouble."""
    kinds: tuple[str, ...] = ()
    """The kinds of trouble to use; all if empty."""
    lease_seconds: float | None = None
    """The duration of a lease; None lets the seed choose."""
    bring: int | None = None
    """The chips that every player brings; None lets the seed choose."""


def plan_of(seed: int, wanted: Wanted | None = None) -> Plan:
    """The plan of this seed."""
    wanted = wanted or Wanted()
    chance = stream(seed, "plan")
    processes = wanted.processes or chance.choice((1, 1, 2, 2, 3))
    games = [wanted.games[(seed + place) % len(wanted.games)] for place in range(wanted.tables)]
    tables = tuple(
        TablePlan(
            name=f"T{place}",
            game=game,
            bots=chance.choice((0, 0, 0, 1)),
            pace=chance.choice(("quick", "normal", "normal")),
        )
        for place, game in enumerate(games, start=1)
    )
    players: list[PlayerPlan] = []
    for table in tables:
        count = chance.randint(2, 4) + 1
        for place in range(count):
            players.append(
                PlayerPlan(
                    name=f"{table.name}P{place + 1}",
                    table=table.name,
                    arrives=chance.uniform(0, 20),
                    bring=wanted.bring or chance.choice((40, 300, 2000, 2000, 9000)),
                    plays=place < count - 1 or chance.random() < 0.3,
                    banks=chance.random() < 0.5,
                )
            )
    plan = Plan(
        seed=seed,
        processes=processes,
        lease_seconds=wanted.lease_seconds or chance.choice((6.0, 20.0, 30.0, 30.0)),
        idle_seconds=chance.choice((120.0, 1800.0)),
        trouble_seconds=wanted.minutes * 60,
        quiet_seconds=wanted.quiet_seconds,
        tables=tables,
        players=tuple(players),
        troubles=(),
    )
    return replace(plan, troubles=_troubles(plan, wanted))


def _troubles(plan: Plan, wanted: Wanted) -> tuple[Trouble, ...]:
    chance = stream(plan.seed, "troubles")
    kinds = {
        kind: weight
        for kind, weight in (SERVER_TROUBLES | PLAYER_TROUBLES).items()
        if (plan.processes > 1 or kind not in ONLY_WITH_SEVERAL) and (not wanted.kinds or kind in wanted.kinds)
    }
    troubles: list[Trouble] = []
    at = 30.0
    while wanted.trouble and kinds:
        at += chance.expovariate(wanted.trouble / 20.0)
        if at >= plan.trouble_seconds:
            break
        kind = chance.choices(list(kinds), list(kinds.values()))[0]
        if kind in SERVER_TROUBLES:
            target = str(chance.randrange(plan.processes))
        elif kind in ("void", "close"):
            target = chance.choice(plan.tables).name
        else:
            target = chance.choice(plan.players).name
        seconds = round(chance.choice((1.0, 5.0, 15.0, 60.0)) * chance.uniform(0.3, 1.5), 3)
        number = len(troubles)
        troubles.append(Trouble(number=number, at=round(at, 3), kind=kind, target=target, seconds=seconds))
    return tuple(troubles)
