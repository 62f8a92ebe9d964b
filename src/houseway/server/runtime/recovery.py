"""Recovery of a table from its record, and quarantine of a table that cannot be read."""

from __future__ import annotations

import logging
from dataclasses import replace

from ...records.store import Change, Event, Row, SeatRow, Setting, Store, Transfer, Unavailable
from ...records.store.changes import QUARANTINED
from ...records.store.ledger_accounts import HOUSE, UNREADABLE_CLAUSE
from ...records.store.ledger_accounts import player as purse
from ...rules.errors import Broken, HousewayError, Unreadable
from ..tables.desk import Desk
from ..tables.fold import folded, new_desk
from ..tables.snapshot import read_desk

log = logging.getLogger(__name__)


class UnreadableTable(Broken):
    """A table's record cannot be read; other tables are not affected."""


async def recover(store: Store, table: str) -> Desk | None:
    """
    A desk from its newest snapshot and the events after it; raises UnreadableTable if they cannot be read.

    The reason never contains the text of the error, which may name cards of a round that is still sealed.
    """
    stream = f"table:{table}"
    place = "its snapshot"
    try:
        broken = await store.why_broken(stream)
        if broken is not None:
            raise UnreadableTable(broken)
        snapshot = await store.snapshot(stream)
        desk = read_desk(snapshot.body) if snapshot else None
        place = "an event"
        for event in await store.events(stream, after=snapshot.number if snapshot else 0):
            place = f"event {event.number} ({event.kind})"
            if event.unreadable:
                raise UnreadableTable(f"event {event.number} of {stream} is sealed with another room's key")
            desk = new_desk(event.body) if desk is None else folded(desk, event.kind, event.body)
    except (Unavailable, UnreadableTable):  # a failed database does not make the table unreadable
        raise
    except (HousewayError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise UnreadableTable(f"{place} of {stream} cannot be read ({type(error).__name__})") from None
    return desk


KEY_CHECK = "room_key_check"
"""The setting by which a process checks that it has the room's key."""


async def check_room_key(store: Store, *, several_processes: bool) -> None:
    """
    Record which room key is in use, and refuse to join running processes that have another.

    A process with a wrong key could not read any live round. If no other process runs, a new key is accepted: the old
    one may be lost, and then the rounds that it sealed are void.
    """
    known = await store.find.setting(KEY_CHECK)
    if known == store.key_check:
        return
    if known is not None and several_processes and await store.any_lease_runs():
        raise Unreadable("this process has another room key than the running ones; give all the same HOUSEWAY_ROOM_KEY")
    kind = "room_key_noted" if known is None else "room_key_changed"
    row = Setting(name=KEY_CHECK, value=store.key_check)
    await store.commit(Change("room", None, 0, (Event(kind, {}),), rows=(row,)))
    if known is not None:
        log.warning("the room has a new key; rounds that were running cannot be read and are void")


async def quarantine(store: Store, table: str, fence: int, reason: str, at: str) -> None:
    """
    Close a table that cannot be read: its round is void by ROOM-04, and every chip at it goes back to its owner.

    The table's events are not used for this: the ledger says which chips are held, staked and in the pot.
    """
    running = await store.running_rounds(table)
    round_id = running[-1] if running else None
    body = {"round": round_id, "reason": "unreadable", "clause": UNREADABLE_CLAUSE, "note": reason}
    events = (Event(QUARANTINED, body, round=round_id), Event("closed", {"why": "its record cannot be read"}))
    chips = await store.chips_at_table(table, running)
    transfers = tuple(_return(account, amount, round_id) for account, amount in sorted(chips.items()))
    rows = await _rows(store, table, round_id, reason, at)
    await store.commit(Change(f"table:{table}", None, fence, events, transfers, rows=rows))
    returned = sum(transfer.chips for transfer in transfers if transfer.clause == UNREADABLE_CLAUSE)
    note = {"table": table, "reason": reason, "round": round_id, "returned": returned}
    await store.commit(Change("room", None, 0, (Event("table_quarantined", note),)))
    log.error("table %s was closed and %d chips went back to their owners: %s", table, returned, reason)


def _return(account: str, chips: int, round_id: str | None) -> Transfer:
    """Return held or staked chips to their owner, and those in the pot to the house as with any closed table."""
    if account.startswith("pot:"):
        return Transfer(account, HOUSE, chips, "pot", "ROOM-03", "left in the pot of a closed table")
    owner = purse(account.rpartition(":")[2])
    return Transfer(account, owner, chips, "cover", UNREADABLE_CLAUSE, "the round cannot be read", round_id)


async def _rows(store: Store, table: str, round_id: str | None, reason: str, at: str) -> tuple[Row, ...]:
    """Index rows: the table closed, its seats empty and its round over."""
    rows: list[Row] = []
    table_row = await store.find.table(table)
    if table_row is not None:
        rows.append(replace(table_row, closed_at=at, settings={**table_row.settings, "quarantined": reason}))
    for seat in await store.find.seats(table):
        rows.append(SeatRow(table_id=table, seat=seat.seat, person=None, state="empty"))
    round_ = await store.find.round(round_id) if round_id else None
    if round_ is not None:
        rows.append(replace(round_, ended_at=at, outcome=QUARANTINED))
        rows += [replace(seat, net=0) for seat in await store.find.round_players(round_.id)]
    return tuple(rows)
