"""Gives accounts their names: a guest registers, a named account is renamed."""

from __future__ import annotations

from dataclasses import replace

from ...records.store import Event, Person
from ...rules.errors import NotAllowed
from ..runtime.room import Room
from .account_changes import AccountChange, AccountChanges, why_taken
from .names import check_name
from .passwords import Passwords
from .session_tokens import session_id
from .sessions import UNKNOWN_ADDRESS, Sessions


class AccountNames:
    """Registers guests and renames accounts."""

    def __init__(self, room: Room, sessions: Sessions, changes: AccountChanges, passwords: Passwords) -> None:
        self._room = room
        self._sessions = sessions
        self._changes = changes
        self._passwords = passwords

    async def register(
        self, person: Person, name: str, password: str, *, address: str = UNKNOWN_ADDRESS
    ) -> tuple[Person, str]:
        """Give a guest a name, a password and a new token; chips, seats and history stay theirs."""
        if person.kind != "guest":
            raise NotAllowed(f"this account is named {person.name} already")
        name_skeleton = await self._free_skeleton(name, person)
        password_hash = await self._passwords.hash(password, name)
        session, token = self._sessions.new_session(person)

        async def named(current: Person) -> AccountChange:
            if current.kind != "guest" or current.closed_at is not None:
                raise NotAllowed(f"this account is named {current.name} already")
            row = replace(current, name=name, kind="named", password_hash=password_hash, skeleton=name_skeleton)
            event = Event("account_named", {"account": person.id, "name": name, "session": session_id(session)})
            use = self._sessions.use_of(session, address)
            ending = tuple(await self._sessions.open_of(current))
            return AccountChange((event,), (row, session, use), ending=ending)

        changed = await self._changes.write(person.id, named, name)
        await self._relabel(changed)
        return changed, token

    async def rename(self, person: Person, name: str) -> Person:
        """Give a named account another name; tables show it from now on."""
        if person.kind != "named":
            raise NotAllowed("a guest takes a name together with a password: register first")
        name_skeleton = await self._free_skeleton(name, person)

        async def renamed(current: Person) -> AccountChange:
            settings = {key: value for key, value in current.settings.items() if key != "must_rename"}
            row = replace(current, name=name, skeleton=name_skeleton, settings=settings)
            event = Event("account_renamed", {"account": person.id, "before": current.name, "after": name})
            return AccountChange((event,), (row,))

        changed = await self._changes.write(person.id, renamed, name)
        await self._relabel(changed)
        return changed

    async def _free_skeleton(self, name: str, person: Person) -> str:
        """The skeleton of a name that this person may take."""
        name_skeleton = check_name(name)
        other = await self._room.store.find.person_like(name_skeleton)
        if other is not None and other.id != person.id:
            raise NotAllowed(why_taken(name, other.name))
        return name_skeleton

    async def _relabel(self, person: Person) -> None:
        """Show a new name at the tables where this account sits, and on its open sockets: the old name may be taken."""
        self._room.sockets.rename(person.id, person.name)
        for table in sorted({seat.table_id for seat in await self._room.store.find.seats_of(person.id)}):
            await self._room.routing.relabel(table, person.id, person.name)
