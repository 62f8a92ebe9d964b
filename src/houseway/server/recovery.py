"""A table as it was when whoever owned it stopped, however it stopped."""

from __future__ import annotations

from ..records.store import Store
from ..rules.errors import Broken
from .desk import Desk
from .desk_fold import folded, made
from .desk_text import read_desk


async def recovered(store: Store, table: str) -> Desk | None:
    """A desk from its newest snapshot and the events after it."""
    stream = f"table:{table}"
    snapshot = await store.snapshot(stream)
    desk = read_desk(snapshot.body) if snapshot else None
    for event in await store.events(stream, after=snapshot.number if snapshot else 0):
        if event.unreadable:
            raise Broken(f"event {event.number} of {stream} is sealed with another room's key")
        desk = made(event.body) if desk is None else folded(desk, event.kind, event.body)
    return desk
