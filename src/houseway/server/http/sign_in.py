"""Checks passwords and signs accounts in. Every failure does the same work and gives the same reason."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ...records.names import skeleton
from ...records.store import Change, Event, Person, Session
from ..runtime.room import Room
from ..views.http_errors import Refusal
from .account_changes import AccountChange, AccountChanges
from .attempts import Attempts
from .connections import network_of
from .passwords import Passwords
from .sessions import UNKNOWN_ADDRESS, Sessions, session_event

WRONG = "the name or the password is wrong, or there were too many attempts from your address; wait 15 minutes"
MOST_SESSIONS = 20
"""Open sessions of one account; the oldest ends when another begins."""


class SignIn:
    """Begins sessions of named accounts."""

    def __init__(
        self,
        room: Room,
        sessions: Sessions,
        changes: AccountChanges,
        passwords: Passwords,
        *,
        attempts: Attempts | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._room = room
        self._sessions = sessions
        self._changes = changes
        self._passwords = passwords
        self._attempts = attempts or Attempts()
        self._sleep = sleep

    async def log_in(
        self, name: str, password: str, *, address: str = UNKNOWN_ADDRESS, old: Session | None = None
    ) -> tuple[Person, str]:
        """A named account and the token of a new session; `old`, the browser's earlier session, ends."""
        person = await self._room.store.find.person_named(name)
        is_right = await self.check_password(person, name, password, address)
        if person is None or not is_right:
            raise Refusal(401, WRONG)
        checked_hash = person.password_hash
        session, token = self._sessions.new_session(person)

        async def signed_in(current: Person) -> AccountChange:
            if current.closed_at is not None or current.password_hash != checked_hash:
                raise Refusal(401, WRONG)  # the password was changed while it was being checked
            ending = await self._sessions_to_end(current)
            if old is not None and old.closed_at is None and old not in ending:
                ending.append(old)
            events = [session_event("logged_in", session)]
            events += [session_event("logged_out", ended) for ended in ending]
            rows = (session, self._sessions.use_of(session, address))
            return AccountChange(tuple(events), rows, ending=tuple(ending))

        return await self._changes.write(person.id, signed_in), token

    async def _sessions_to_end(self, person: Person) -> list[Session]:
        """The oldest sessions of an account, which must end so that another may begin."""
        sessions = await self._sessions.open_of(person)
        return sessions[: max(0, len(sessions) - MOST_SESSIONS + 1)]

    async def check_password(self, person: Person | None, name: str, password: str, address: str) -> bool:
        """Whether this is the account's password; attempts are counted, and every failure does the same work."""
        account = person.id if person is not None else "nobody"
        uses = await self._room.store.find.session_uses_of(account)
        network = network_of(address)
        name_skeleton = skeleton(name)
        known = any(use.address_tag == self._sessions.address_tag(address) for use in uses)
        wait = self._attempts.seconds_to_wait(name_skeleton, known=known)
        if wait:
            await self._sleep(wait)
        locked = self._attempts.is_locked(network, name_skeleton, known=known)
        may_sign_in = person is not None and person.kind == "named" and person.closed_at is None
        stored = person.password_hash if person is not None and may_sign_in else None
        is_right = await self._passwords.verify(stored, password)
        if is_right and not locked:
            self._attempts.succeeded(network, name_skeleton)
            return True
        locks_now = self._attempts.failed(network, name_skeleton, known=known)
        if locks_now and person is not None:  # in the background: the answer does not wait for it
            tag = self._sessions.address_tag(address)
            event = Event("sign_in_locked", {"account": person.id, "address_tag": tag})
            self._room.background(self._room.store.commit(Change("room", None, 0, (event,))))
        return False
