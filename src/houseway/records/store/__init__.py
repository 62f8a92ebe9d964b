"""
The store of a room: events, ledger, receipts and index tables in SQLite or PostgreSQL.

    store = await Store.open("sqlite:///room.db", room_key=key)
    head = await store.commit(Change("table:1", expected=0, fence=fence, events=(Event("table_made", {...}),)))

`commit` returns when the change is durable, never before, and nothing may be announced earlier. Commits that wait at
the same time become one transaction.
"""

from .changes import Change as Change
from .changes import Event as Event
from .changes import Receipt as Receipt
from .changes import Refill as Refill
from .changes import Snapshot as Snapshot
from .changes import StoredEvent as StoredEvent
from .changes import Transfer as Transfer
from .errors import HasChips as HasChips
from .errors import OtherBody as OtherBody
from .errors import Repeated as Repeated
from .errors import ShortOfChips as ShortOfChips
from .errors import Stale as Stale
from .errors import Taken as Taken
from .errors import Unavailable as Unavailable
from .errors import WeakStorage as WeakStorage
from .errors import WrongSchema as WrongSchema
from .rows import Dispute as Dispute
from .rows import PasswordReset as PasswordReset
from .rows import Person as Person
from .rows import Restriction as Restriction
from .rows import RoundPlayer as RoundPlayer
from .rows import RoundRow as RoundRow
from .rows import Row as Row
from .rows import SeatRow as SeatRow
from .rows import Session as Session
from .rows import SessionUse as SessionUse
from .rows import Setting as Setting
from .rows import ShortCode as ShortCode
from .rows import TableRow as TableRow
from .rows import TermsVersion as TermsVersion
from .store import Store as Store
