"""
Actions of the operator on accounts: warn, mute, keep two apart, close.

Every action is an event of the room's stream.
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
    """What can close an account."""

    async def close_account(self, account: str, event: Event, *rows: Restriction) -> None: ...


class Moderation:
    """The restrictions in force, cached by every process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._muted: frozenset[str] = frozenset()
        self._apart: frozenset[frozenset[str]] = frozenset()
        self._warnings: dict[str, list[Restriction]] = {}

    async def load(self) -> None:
        """Read the restrictions in force; called again whenever another process changed them."""
        muted: set[str] = set()
        apart: set[frozenset[str]] = set()
        warnings: dict[str, list[Restriction]] = {}
        for restriction in await self._store.find.restrictions():
            if restriction.lifted_at is not None:
                continue
            match restriction.kind:
                case "mute":
                    muted.add(restriction.person)
                case "warn":
                    warnings.setdefault(restriction.person, []).append(restriction)
                case "apart" if restriction.other:
                    apart.add(frozenset((restriction.person, restriction.other)))
        self._muted = frozenset(muted)
        self._apart = frozenset(apart)
        self._warnings = warnings

    def warnings_of(self, account: str) -> list[Restriction]:
        """The operator's warnings to this account, oldest first."""
        return self._warnings.get(account, [])

    def check_emote(self, account: str) -> None:
        if account in self._muted:
            raise NotAllowed("the operator does not show your emotes")

    def check_seat(self, desk: Desk, account: str) -> None:
        """Refuse a seat at a table with an account that this one is kept apart from."""
        for chair in desk.chairs.values():
            if frozenset((account, chair.player)) in self._apart:
                raise NotAllowed("the operator does not let you sit at a table with somebody who sits here")

    async def act(self, restriction: Restriction, sessions: Closes) -> None:
        """Carry out and record an action of the operator."""
        accounts = [account for account in (restriction.person, restriction.other) if account is not None]
        people = await self._store.find.people(accounts)
        for account in accounts:
            if account not in people:
                raise NotAllowed(f"there is no account {account!r}")
        if restriction.kind in OF_TWO and restriction.other is None:
            raise NotAllowed(f"{restriction.kind!r} is about two accounts; name the other one")
        if restriction.kind not in OF_TWO and restriction.other is not None:
            raise NotAllowed(f"{restriction.kind!r} is about one account, not two")
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
        restrictions = {restriction.id: restriction for restriction in await self._store.find.restrictions()}
        restriction = restrictions.get(wanted)
        if restriction is None or restriction.lifted_at is not None:
            raise NotAllowed(f"there is no restriction {wanted!r} in force")
        if restriction.kind == "close":
            raise NotAllowed("a closed account stays closed")
        lifted = replace(restriction, lifted_at=now())
        event = Event(
            "moderation_lifted",
            {"restriction": restriction.id, "kind": restriction.kind, "account": restriction.person},
        )
        await self._store.commit(Change("room", None, 0, (event,), rows=(lifted,)))
        await self._changed()
        return lifted

    async def _changed(self) -> None:
        await self.load()
        await self._store.send(TOPIC, {})
