"""How a room is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...records.beacon import Beacon
from ..http.gate import GateSettings
from ..study.settings import StudySettings
from ..tables.timers import PACES, Pace
from .limits import Rates


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a room, as the operator gives them."""

    welcome: int = 10_000
    """Play chips that every new account gets."""
    paces: Mapping[str, Pace] = field(default_factory=lambda: PACES)
    rates: Rates = field(default_factory=Rates)
    origins: tuple[str, ...] = ()
    """Origins of pages that may open sockets here, in addition to this server's own."""
    lease_seconds: float = 6.0
    idle_seconds: float = 1800.0
    """Seconds after which a table closes that nobody plays at or watches."""
    watched_idle_seconds: float = 7200.0
    """The same for a table that somebody has open in a browser."""
    away_seconds: float = 600.0
    """Seconds after which a player who sits out or is not connected stands up."""
    tables_per_account: int = 20
    """Tables that one account may have open at the same time."""
    guests_may_change_pay_tables: bool = False
    """Whether the player who opens a table may choose higher payouts than the operator's terms."""
    session_days: int = 30
    several_processes: bool = False
    url: str | None = None
    """Address of the database, for audits."""
    anchors: Path | None = None
    """File outside the database to which the heads of all streams are written."""
    anchor_seconds: float = 30.0
    beacon: Beacon | None = None
    """Public randomness that enters every shuffle, if the operator wants it."""
    anchor_to: tuple[str, ...] = ()
    """Further destinations of anchors: files on other disks, or HTTP addresses that take a line by POST."""
    study: StudySettings = field(default_factory=StudySettings)
    """Limits of the worker processes that answer long questions."""
    gate: GateSettings = field(default_factory=GateSettings)
    drain_seconds: float = 0.0
    """How long running rounds may take to finish after SIGTERM."""
