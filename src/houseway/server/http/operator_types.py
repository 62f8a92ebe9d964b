"""
Types of the JSON that the operator's routes return.

A row of the store is sent with all its fields, so its own class is the type.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic rejects typing.TypedDict before Python 3.12

from ...records.store import Dispute, Restriction, StoredEvent
from ..study.signals import Signal
from ..views.http_types import RoundRecord, SeatedPlayer, Value


class TableStatus(TypedDict):
    table: str
    game: str
    phase: str
    seated: int
    events: int
    owned_here: bool
    """This process runs the table."""
    terms_version: int
    places: int
    private: bool
    players: list[SeatedPlayer]
    rounds: int
    limits: dict[str, Value]
    """The minimum and maximum of every wager."""
    irregularities: dict[str, str]
    """The irregularities that a round may be voided for, with their clauses."""


class RoomStatus(TypedDict):
    tables: list[TableStatus]
    sockets: int
    live_rounds: int
    room_events: int
    quarantined: dict[str, str]
    """Tables that could not be read, with the reason."""
    open_disputes: int


class VoidedRound(TypedDict):
    round: str
    version: int


class Evidence(TypedDict):
    """Everything about a disputed round."""

    dispute: Dispute
    record: RoundRecord
    events: list[StoredEvent]


class Signals(TypedDict):
    """Pairs of accounts that play as if they were together, and the restrictions in force."""

    signals: list[Signal]
    restrictions: list[Restriction]
    names: dict[str, str]
    """The name of every account, by id."""
    days: int


class Account(TypedDict):
    id: str
    name: str
    kind: str
    made_at: str
    closed_at: str | None
    restrictions: list[Restriction]


class ResetLink(TypedDict):
    """The path of a page on which a new password is set once."""

    path: str
    expires_at: str


class AuditReport(TypedDict):
    """The result of an audit of the room, with its counts."""

    begun_at: str
    ended_at: str
    fault: str | None
    streams: NotRequired[int]
    events: NotRequired[int]
    transfers: NotRequired[int]
    receipts: NotRequired[int]
    rounds: NotRequired[int]
    live: NotRequired[int]
    anchors: NotRequired[int]
    signed_anchors: NotRequired[int]
    index_rows: NotRequired[int]
    index_seals: NotRequired[int]
    quarantined: NotRequired[int]


class AuditStarted(TypedDict):
    running: Literal[True]


class AuditState(TypedDict):
    running: bool
    last: AuditReport | None
