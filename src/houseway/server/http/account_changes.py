"""Writes changes of accounts so that two requests at the same time lose nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from ...records.store import Change, Event, Person, Row, Session, Stale, Taken
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.room import Room
from ..views.http_errors import Refusal
from .session_tokens import closed_now
from .sessions import Sessions

TRIES_TO_WRITE = 50
"""How often a change is tried again when another was written first."""


@dataclass(frozen=True)
class AccountChange:
    """The events and rows to write about an account, and the sessions that end."""

    events: tuple[Event, ...]
    rows: tuple[Row, ...]
    ending: tuple[Session, ...] = ()


class AccountChanges:
    """Changes accounts one at a time."""

    def __init__(self, room: Room, sessions: Sessions) -> None:
        self._room = room
        self._sessions = sessions

    async def write(self, account: str, change: Callable[[Person], Awaitable[AccountChange]], name: str = "") -> Person:
        """
        Write a change of an account and return the account as it is then.

        `change` gets the account's newest row. It is called after the head of the stream was read: if another request
        writes in between, the commit is refused and `change` is called again. So no other request's change is lost,
        and no session that begins in between stays open. `name` is the name that the change takes, if any.
        """
        for _ in range(TRIES_TO_WRITE):
            head = await self._room.store.head("room")
            current = await self._room.store.find.person(account)
            if current is None:
                raise Refusal(404, f"there is no account {account!r}")
            wanted = await change(current)
            rows = (*wanted.rows, *closed_now(wanted.ending))
            try:
                await self._room.store.commit(Change("room", head, 0, wanted.events, rows=rows))
            except Stale:
                continue
            except Taken:
                raise NotAllowed(why_taken(name, name)) from None
            self._sessions.hang_up(wanted.ending)
            return next((row for row in wanted.rows if isinstance(row, Person)), current)
        raise Refusal(503, "the room is very busy; try again in a moment")

    async def close_account(self, account: str, event: Event, *rows: Row) -> None:
        """Close an account: nobody can sign in to it, and its sessions and sockets end."""

        async def closed(current: Person) -> AccountChange:
            row = replace(current, closed_at=now())
            return AccountChange((event,), (row, *rows), ending=tuple(await self._sessions.open_of(current)))

        await self.write(account, closed)


def why_taken(name: str, other: str) -> str:
    """Why a name cannot be taken, when `other` is the name of the account that has it or a similar one."""
    if name == other:
        return f"the name {name!r} is taken"
    return f"the name {name!r} is taken, or looks like one that is"
