"""What is written to the store, and what is read back: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .rows import Row

Body = Mapping[str, Any]
"""Anything JSON can hold, with text as keys; no floats in anything about chips."""

ROUND_BEGINS = "committed"
"""The kind of event that begins a round: the store draws the round's key there and adds it, wrapped, as `key`."""
ROUND_ENDS = ("settled", "voided")
"""The kinds of event that end one: the store adds the round's key in clear as `key`, so anyone can audit it."""

QUARANTINED = "quarantined"
"""The kind of event that ends a round whose record cannot be read: its key is not known, so it stays sealed."""
ROUND_OVER = (*ROUND_ENDS, QUARANTINED)


@dataclass(frozen=True)
class Event:
    """Something that happened, to be appended to a stream."""

    kind: str
    body: Body
    round: str | None = None
    sealed: bool = False
    """Seal the whole body with the round's key: nobody can read it in the database before the round ends."""
    secret: Body | None = None
    """Seal only this part; readers with the key get body and secret merged."""


@dataclass(frozen=True)
class StoredEvent:
    """An event as it stands in its stream."""

    stream: str
    number: int
    """1, 2, 3, ... without gaps."""
    kind: str
    round: str | None
    at: str
    """UTC, such as 2025-03-01T12:00:00.000000Z."""
    body: dict[str, Any]
    """Clear where this server has the key or the round is over; what cannot be read is left out."""
    unreadable: bool
    """A part of the body is sealed and this reader has no key."""
    hash: str


@dataclass(frozen=True)
class Transfer:
    """Play chips from one account to another: double entry in one row."""

    payer: str
    payee: str
    chips: int
    """At least 1."""
    wager: str
    """The wager, row or event it settles, such as `main`, `cover` or `welcome`."""
    clause: str
    """The clause that moves it: of the game's rulebook, or of the room's (see ledger.ROOM_CLAUSES)."""
    why: str
    round: str | None = None


@dataclass(frozen=True)
class Refill:
    """
    New play chips for somebody who has nearly none, decided in the ledger's own transaction.

    Given when everything that is theirs (purse, held at tables, staked) is less than `below`, and then so many that
    they have `up_to` in all. The store makes the transfer and adds `chips` to the body of the change's last event.
    """

    person: str
    up_to: int
    below: int
    why: str


@dataclass(frozen=True)
class Receipt:
    """A command that is to be carried out exactly once, and its answer for every repeat; kept for ever."""

    account: str
    command: str
    body_digest: str
    """Names the body; the store writes only an HMAC of it (see sealing.keyed_digest)."""
    answer: Body


@dataclass(frozen=True)
class Change:
    """What one decision writes: all of it or nothing."""

    stream: str
    expected: int | None
    """The stream's head as the writer knows it; None appends wherever the head is, for streams with no owner."""
    fence: int
    """The fencing token of the writer's lease; 0 for a stream that was never leased, such as `room`."""
    events: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """They belong to the last event, so a change with transfers has an event. Made in this order where the payers'
    chips allow it; one that a later one pays for waits for it."""
    receipt: Receipt | None = None
    snapshot: Body | None = None
    """The stream's whole state after these events; recovery starts at the newest."""
    rows: tuple[Row, ...] = ()
    """What the index tables are to say: inserted, or replaced where the key is known. Their digests are attached to the
    last event, so a change with rows has an event. A row is always written with the same stream."""
    refill: Refill | None = None


@dataclass(frozen=True)
class Snapshot:
    """A stream's state after event `number`."""

    number: int
    body: dict[str, Any]


def why_not_write(change: Change) -> str | None:
    """Why a change is malformed, whatever the database holds; None if it is not."""
    if not change.events and (change.transfers or change.snapshot is not None or change.rows or change.refill):
        return f"transfers, snapshots and index rows of {change.stream} belong to an event, and the change has none"
    for transfer in change.transfers:
        if type(transfer.chips) is not int or not 1 <= transfer.chips < 2**62:
            return f"a transfer moves 1 chip or more, not {transfer.chips!r}"
        if transfer.payer == transfer.payee or not transfer.clause:
            return f"a transfer has two parties and a clause, unlike {transfer}"
    for event in change.events:
        if (event.sealed or event.secret is not None or event.kind in (ROUND_BEGINS, *ROUND_ENDS)) and not event.round:
            return f"an event {event.kind!r} that is sealed, or begins or ends a round, names the round"
    return None
