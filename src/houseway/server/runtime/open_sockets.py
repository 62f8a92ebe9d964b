"""Changes of accounts and sessions that concern their open sockets, in every process: logout and new names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .outbox import LOGGED_OUT, Caller

if TYPE_CHECKING:
    from .room import Room


class OpenSockets:
    """Finds sockets by session or account, here and in the other processes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = room.store

    def listen(self) -> tuple[Callable[[], None], ...]:
        """Hear the other processes; each returned function ends one subscription."""
        return (
            self._store.subscribe("hang_up", lambda data: self._hang_up_here(str(data["session"]))),
            self._store.subscribe("renamed", lambda data: self._rename_here(str(data["account"]), str(data["name"]))),
        )

    def hang_up(self, session: str) -> None:
        """Close every socket of a session, here and in the other processes."""
        self._hang_up_here(session)
        self._room.background(self._store.send("hang_up", {"session": session}))

    async def hang_up_ended(self) -> None:
        """Close the sockets of sessions that ended while this process heard nothing."""
        for token_hash in {outbox.session for outbox in self._room.outboxes}:
            session = await self._store.find.session(token_hash)
            if session is None or session.closed_at is not None:
                self._hang_up_here(token_hash)

    def rename(self, account: str, name: str) -> None:
        """Use the new name of an account on its sockets, here and in the other processes."""
        self._rename_here(account, name)
        self._room.background(self._store.send("renamed", {"account": account, "name": name}))

    def _hang_up_here(self, session: str) -> None:
        for outbox in tuple(self._room.outboxes):
            if outbox.session == session:
                outbox.cut(LOGGED_OUT, "you logged out")

    def _rename_here(self, account: str, name: str) -> None:
        for outbox in self._room.outboxes:
            if outbox.caller.account == account:
                outbox.caller = Caller(account, name)
