"""The values that are written to the store and read from it: changes, events, transfers, receipts, snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .rows import Row

Body = Mapping[str, Any]
"""A JSON object; amounts of chips are integers."""

ROUND_BEGINS = "committed"
"""The kind of event that begins a round. The store draws the round's key and adds it, wrapped, as `key`."""
ROUND_ENDS = ("settled", "voided")
"""The kinds of event that end a round. The store adds the round's key in clear as `key`, so anybody can audit it."""

QUARANTINED = "quarantined"
"""The kind of event that ends a round whose record cannot be read. The key is not known, so it stays sealed."""
ROUND_OVER = (*ROUND_ENDS, QUARANTINED)
MOST_CHIPS = 2**62 - 1
"""The largest transfer."""


@dataclass(frozen=True)
class Event:
    """An event to be appended to a stream."""

    kind: str
    body: Body
    round: str | None = None
    sealed: bool = False
    """Seal the whole body with the round's key, so that nobody can read it in the database before the round ends."""
    secret: Body | None = None
    """Seal only this part; a reader with the key gets body and secret merged."""


@dataclass(frozen=True)
class StoredEvent:
    """An event as it was read from its stream."""

    stream: str
    number: int
    """1, 2, 3, ... without gaps."""
    kind: str
    round: str | None
    at: str
    """UTC, such as 2025-03-01T12:00:00.000000Z."""
    body: dict[str, Any]
    """Unsealed if this server has the key or the round is over; a part that stays sealed is left out."""
    unreadable: bool
    """Whether a part of the body is sealed and this reader has no key."""
    hash: str


@dataclass(frozen=True)
class Transfer:
    """Play chips that move from one account to another: double entry in one row."""

    payer: str
    payee: str
    chips: int
    """At least 1."""
    wager: str
    """The wager, hand or event that it settles, such as `main`, `cover` or `welcome`."""
    clause: str
    """The clause that it follows: of the game's rulebook, or of the room (see ledger.ROOM_CLAUSES)."""
    why: str
    round: str | None = None


@dataclass(frozen=True)
class Refill:
    """
    New play chips for a player who has few left, decided in the transaction that writes them.

    A player who has less than `below` in all (purse, held at tables, staked) gets enough to have `up_to`. The store
    adds the transfer to the change, and `chips` to the body of the change's last event.
    """

    person: str
    up_to: int
    below: int
    why: str


@dataclass(frozen=True)
class Receipt:
    """A command that is carried out exactly once, and the answer to every repetition; stored for ever."""

    account: str
    command: str
    body_digest: str
    """The digest of the body; the store writes only an HMAC of it (see sealing.keyed_digest)."""
    answer: Body


@dataclass(frozen=True)
class Change:
    """Everything that one decision writes, all of it or nothing."""

    stream: str
    expected: int | None
    """The stream's head as the writer knows it; None appends at any head, for streams without an owner."""
    fence: int
    """The fencing token of the writer's lease; 0 for a stream that was never leased, such as `room`."""
    events: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """They belong to the last event, so a change with transfers has an event. They are made in this order, except that
    a transfer whose payer is short of chips waits for a later one that pays it."""
    receipt: Receipt | None = None
    snapshot: Body | None = None
    """The stream's whole state after these events; recovery starts at the newest."""
    rows: tuple[Row, ...] = ()
    """Rows of the index tables: inserted, or replaced if their key exists. Their digests are attached to the last
    event, so a change with rows has an event. A row is always written with the same stream."""
    refill: Refill | None = None


@dataclass(frozen=True)
class Snapshot:
    """A stream's state after event `number`."""

    number: int
    body: dict[str, Any]


def why_not_write(change: Change) -> str | None:
    """Why a change is malformed; None if it is not."""
    if not change.events and (change.transfers or change.snapshot is not None or change.rows or change.refill):
        return f"transfers, snapshots and index rows of {change.stream} belong to an event, and the change has none"
    for transfer in change.transfers:
        if type(transfer.chips) is not int or not 1 <= transfer.chips <= MOST_CHIPS:
            return f"a transfer moves 1 chip or more, not {transfer.chips!r}"
        if transfer.payer == transfer.payee or not transfer.clause:
            return f"a transfer must have two different parties and a clause: {transfer}"
    for event in change.events:
        is_sealed = event.sealed or event.secret is not None
        if (is_sealed or event.kind in (ROUND_BEGINS, *ROUND_ENDS)) and not event.round:
            return f"an event {event.kind!r} that is sealed, or begins or ends a round, must name the round"
    return None
