"""Rows of the index tables, which the server searches. All of them could be rebuilt from the events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, get_args


@dataclass(frozen=True, kw_only=True)
class Person:
    """A guest, a named account or a bot."""

    TABLE: ClassVar = "people"
    KEY: ClassVar = ("id",)
    id: str
    name: str
    """Unique among named accounts; upper and lower case are the same."""
    kind: str
    """`guest`, `named` or `bot`."""
    made_at: str
    password_hash: str | None = None
    """argon2id; only named accounts have one."""
    closed_at: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    skeleton: str | None = None
    """The name without case, accents and look-alike letters (see records.names): unique. None for a bot."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A signed-in browser; the token itself is never stored."""

    TABLE: ClassVar = "sessions"
    KEY: ClassVar = ("token_hash",)
    token_hash: str
    person: str
    made_at: str
    expires_at: str
    closed_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class SessionUse:
    """The use of a session from an address; only a keyed hash of the address is stored."""

    TABLE: ClassVar = "session_uses"
    KEY: ClassVar = ("token_hash", "address_tag")
    token_hash: str
    address_tag: str
    person: str
    seen_at: str
    """The time, rounded down to the hour."""


@dataclass(frozen=True, kw_only=True)
class PasswordReset:
    """A link for setting a new password once; the token itself is never stored."""

    TABLE: ClassVar = "password_resets"
    KEY: ClassVar = ("token_hash",)
    token_hash: str
    person: str
    made_at: str
    expires_at: str
    used_at: str | None = None
    """When it was used, or ended because the password was changed in another way."""


@dataclass(frozen=True, kw_only=True)
class Restriction:
    """An action of the operator on one account or on two."""

    TABLE: ClassVar = "restrictions"
    KEY: ClassVar = ("id",)
    id: str
    kind: str
    """`warn`, `mute`, `apart` (two accounts may not sit at one table), `close` or `dismiss` (of a signal)."""
    person: str
    reason: str
    made_at: str
    other: str | None = None
    """The second account of `apart` and `dismiss`."""
    lifted_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class ShortCode:
    """A code that leads to a table for a few minutes."""

    TABLE: ClassVar = "short_codes"
    KEY: ClassVar = ("code",)
    code: str
    table_id: str
    made_at: str
    expires_at: str


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A table in the lobby."""

    TABLE: ClassVar = "tables"
    KEY: ClassVar = ("id",)
    id: str
    game: str
    name: str
    made_at: str
    made_by: str | None = None
    public: bool = True
    code: str | None = None
    """The short code that opens a private table."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the terms that differ from the game's default."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Timers, bots and limits of this table."""
    closed_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """The person at a seat of a table; None if the seat is empty."""

    TABLE: ClassVar = "seats"
    KEY: ClassVar = ("table_id", "seat")
    table_id: str
    seat: int
    person: str | None
    state: str = "in"
    """`in`, `out` (sits out) or `empty`."""


@dataclass(frozen=True, kw_only=True)
class RoundRow:
    """A round, running or over."""

    TABLE: ClassVar = "rounds"
    KEY: ClassVar = ("id",)
    id: str
    table_id: str
    game: str
    begun_at: str
    commitment: str
    terms_hash: str | None = None
    """None until the event `opened`."""
    terms_version: int | None = None
    ended_at: str | None = None
    outcome: str | None = None
    """`settled` or `voided`."""


@dataclass(frozen=True, kw_only=True)
class RoundPlayer:
    """A seat of a person in a round, and its net result."""

    TABLE: ClassVar = "round_players"
    KEY: ClassVar = ("round", "seat")
    round: str
    seat: int
    person: str
    begun_at: str
    net: int | None = None
    """Chips won or lost at this seat; None while the round runs."""


@dataclass(frozen=True, kw_only=True)
class TermsVersion:
    """The terms of a game from a date on; a round keeps the terms it was opened with."""

    TABLE: ClassVar = "terms_versions"
    KEY: ClassVar = ("game", "version")
    game: str
    version: int
    in_force_from: str
    options: Mapping[str, Any]
    terms_hash: str
    made_at: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Dispute:
    """A player's objection to a round, and the ruling on it."""

    TABLE: ClassVar = "disputes"
    KEY: ClassVar = ("id",)
    id: str
    round: str
    person: str
    says: str
    made_at: str
    state: str = "open"
    """`open`, `upheld` or `refused`."""
    ruling: str = ""
    ruled_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One named value of the room, such as the hash of the operator's token (`operator_token_hash`)."""

    TABLE: ClassVar = "settings"
    KEY: ClassVar = ("name",)
    name: str
    value: str


Row = (
    Person
    | Session
    | SessionUse
    | PasswordReset
    | Restriction
    | ShortCode
    | TableRow
    | SeatRow
    | RoundRow
    | RoundPlayer
    | TermsVersion
    | Dispute
    | Setting
)
KINDS: tuple[type[Row], ...] = get_args(Row)
"""Every kind of row; all other lists of kinds are derived from this one."""
