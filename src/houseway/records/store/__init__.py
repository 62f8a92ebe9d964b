"""
The room's memory: events, ledger, receipts and index tables in SQLite or PostgreSQL.

    store = await Store.open("sqlite:///room.db", room_key=key)
    head = await store.commit(Change("table:1", expected=0, fence=fence, events=(Event("table_made", {...}),)))

`commit` returns when the change is durable and never before; nothing is to be told to anybody earlier. Many commits
that are waited for at once become one transaction.
"""

from .changes import Change, Event, Receipt, Refill, Snapshot, StoredEvent, Transfer
from .errors import HasChips, OtherBody, Repeated, ShortOfChips, Stale, Taken, Unavailable, WeakStorage, WrongSchema
from .rows import (
    Dispute,
    PasswordReset,
    Person,
    Restriction,
    RoundPlayer,
    RoundRow,
    Row,
    SeatRow,
    Session,
    SessionUse,
    Setting,
    ShortCode,
    TableRow,
    TermsVersion,
)
from .store import Store

__all__ = [
    "Change",
    "Dispute",
    "Event",
    "HasChips",
    "OtherBody",
    "PasswordReset",
    "Person",
    "Receipt",
    "Refill",
    "Repeated",
    "Restriction",
    "RoundPlayer",
    "RoundRow",
    "Row",
    "SeatRow",
    "Session",
    "SessionUse",
    "Setting",
    "ShortCode",
    "ShortOfChips",
    "Snapshot",
    "Stale",
    "Store",
    "StoredEvent",
    "TableRow",
    "Taken",
    "TermsVersion",
    "Transfer",
    "Unavailable",
    "WeakStorage",
    "WrongSchema",
]
