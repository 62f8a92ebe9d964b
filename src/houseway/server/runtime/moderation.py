"""
What the operator does about accounts: warn, mute, keep two apart, close.

Every act is an event of the room's stream.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Protocol

from ...records.store import Change, Event, Restriction, Store
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..tables.desk import Desk

Kind = Literal["warn", "mute", "apart", "close", "dismiss"]
TOPIC = "moderation"
OF_TWO = ("apart", "dismiss")


class Closes(Protocol):
    """Who can end an account."""

    async def close_account(self, account: str, event: Event, *rows: Restriction) -> None: ...


class Moderation:
    """The restrictions in force, kept in memory by every process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._muted: frozenset[str] = frozenset()
        self._apart: frozenset[frozenset[str]] = frozenset()
        self._warnings: dict[str, list[Restriction]] = {}

    async def load(self) -> None:
        """Read what is in force; again whenever another process changed it."""
        in_force = [each for each in await self._store.find.restrictions() if each.lifted_at is None]
        self._muted = frozenset(each.person for each in in_force if each.kind == "mute")
        self._warnings = {}
        for each in in_force:
            if each.kind == "warn":
                self._warnings.setdefault(each.person, []).append(each)
        self._apart = frozenset(
            frozenset((each.person, each.other)) for each in in_force if each.kind == "apart" and each.other
        )

    def warnings_of(self, account: str) -> list[Restriction]:
        """What the operator warned this account of, oldest first."""
        return self._warnings.get(account, [])

    def check_emote(self, account: str) -> None:
        if account in self._muted:
            raise NotAllowed("the operator does not show your emotes")

    def check_seat(self, desk: Desk, account: str) -> None:
        """Refuse a seat beside an account that this one is kept apart from."""
        for chair in desk.chairs.values():
            if frozenset((account, chair.player)) in self._apart:
                raise NotAllowed("the operator does not let you sit at a table with somebody who sits here")

    async def act(self, restriction: Restriction, sessions: Closes) -> None:
        """Carry out and record what the operator decided."""
        accounts = [account for account in (restriction.person, restriction.other) if account is not None]
        people = await self._store.find.people(accounts)
        for account in accounts:
            if account not in people:
                raise NotAllowed(f"there is no account {account!r}")
        if (restriction.kind in OF_TWO) != (restriction.other is not None):
            raise NotAllowed(f"{restriction.kind!r} is about {'two accounts' if restriction.kind in OF_TWO else 'one'}")
        if restriction.other == restriction.person:
            raise NotAllowed("the two accounts are the same")
        event = Event(
            "moderated",
            {
                "restriction": restriction.id,
                "kind": restriction.kind,
                "account": restriction.person,
                "other": restriction.other,
                "reason": restriction.reason,
            },
        )
        if restriction.kind == "close":
            await sessions.close_account(restriction.person, event, restriction)
        else:
            await self._store.commit(Change("room", None, 0, (event,), rows=(restriction,)))
        await self._changed()

    async def lift(self, wanted: str) -> Restriction:
        """End a restriction; a closed account stays closed."""
        found = next((each for each in await self._store.find.restrictions() if each.id == wanted), None)
        if found is None or found.lifted_at is not None:
            raise NotAllowed(f"there is no restriction {wanted!r} in force")
        if found.kind == "close":
            raise NotAllowed("a closed account stays closed")
        lifted = replace(found, lifted_at=now())
        event = Event("moderation_lifted", {"restriction": found.id, "kind": found.kind, "account": found.person})
        await self._store.commit(Change("room", None, 0, (event,), rows=(lifted,)))
        await self._changed()
        return lifted

    async def _changed(self) -> None:
        await self.load()
        await self._store.send(TOPIC, {})
