"""
Begins sessions of guests, and finds, lists and ends the sessions of an account.

The token of a session is stored in a cookie that no script can read, and the database holds only its hash. The token is
replaced whenever somebody signs in, takes a name or changes a password, and the old one is no longer valid.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Iterable

from ...records.names import skeleton
from ...records.shuffle import from_system
from ...records.store import Change, Event, Person, Session, SessionUse, Taken
from ...records.store.chain import now
from ..runtime.codes import random_code
from ..runtime.room import Room
from ..views.http_errors import Refusal
from ..views.http_types import OpenSession
from .connections import network_of
from .session_tokens import closed_now, expired, is_open, new_session, session_id, to_the_hour, token_hash

UNKNOWN_ADDRESS = "unknown"
SWEEP_SECONDS = 2.0
"""How often sockets of sessions that have expired are closed."""
GUEST_NUMBERS = 20
"""How many guest numbers are tried to find one that is free."""
SHORT_GUEST_NUMBERS = 3
"""Of these, the first ones have six digits and the others nine."""
MOST_NOTED = 20_000
"""The most uses of sessions in the cache of those already written."""


class Sessions:
    """Begins, finds, lists and ends sessions."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._noted: OrderedDict[SessionUse, None] = OrderedDict()
        """A cache of uses that are already written."""
        self._address_key = room.store.derived_key("address tags")

    def start(self) -> None:
        """From now on, close the sockets of sessions when they expire."""
        self._room.background(self._sweep())

    async def _sweep(self) -> None:
        while True:
            self.cut_expired(now())
            await asyncio.sleep(SWEEP_SECONDS)

    def cut_expired(self, at: str) -> None:
        """Close the sockets whose session has expired at this time."""
        for outbox in expired(tuple(self._room.outboxes), at):
            outbox.cut(4001, "your session has expired; sign in again")

    def address_tag(self, address: str) -> str:
        """A keyed hash of an address: equal for equal addresses, and useless without the room's key."""
        return hmac.new(self._address_key, network_of(address).encode(), hashlib.sha256).hexdigest()[:32]

    async def arrive(self, address: str = UNKNOWN_ADDRESS) -> tuple[Person, str]:
        """A new guest with play chips, and the token of their session."""
        for attempt in range(GUEST_NUMBERS):
            digits = 6 if attempt < SHORT_GUEST_NUMBERS else 9
            number = 10 ** (digits - 1) + from_system().below(9 * 10 ** (digits - 1))
            name = f"Guest {number}"
            person = Person(
                id=f"p{random_code(14).lower()}",
                name=name,
                kind="guest",
                made_at=now(),
                skeleton=skeleton(name),
            )
            session, token = self.new_session(person)
            use = self.use_of(session, address)
            try:
                await self._room.chips.give(person.id, self._room.settings.welcome, "welcome", person, session, use)
            except Taken:  # another guest has this number
                continue
            return person, token
        raise Refusal(503, "no free guest number was found; try again")

    def new_session(self, person: Person) -> tuple[Session, str]:
        """A session of this person and its token; the caller writes the session."""
        return new_session(person, days=self._room.settings.session_days)

    def use_of(self, session: Session, address: str) -> SessionUse:
        """The row for the use of a session from an address in this hour."""
        return SessionUse(
            token_hash=session.token_hash,
            address_tag=self.address_tag(address),
            person=session.person,
            seen_at=to_the_hour(now()),
        )

    async def who(self, token: str | None) -> tuple[Person, Session] | None:
        """The account and the session of a token; None if no session with this token is open."""
        if not token:
            return None
        session = await self._room.store.find.session(token_hash(token))
        if session is None or not is_open(session, now()):
            return None
        person = await self._room.store.find.person(session.person)
        return (person, session) if person is not None and person.closed_at is None else None

    async def note_use(self, session: Session, address: str) -> None:
        """Write that a session is in use from this address, at most once an hour."""
        use = self.use_of(session, address)
        if use in self._noted:
            return
        self._noted[use] = None
        while len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        if use in await self._room.store.find.session_uses_of(session.person):
            return
        event = session_event("session_seen", session)
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(use,)))

    async def open_sessions(self, person: Person, own: Session) -> list[OpenSession]:
        """A person's open sessions, newest first."""
        uses = await self._room.store.find.session_uses_of(person.id)
        last_seen: dict[str, str] = {}
        for use in uses:
            last_seen[use.token_hash] = max(use.seen_at, last_seen.get(use.token_hash, ""))
        sessions = await self.open_of(person)
        return [
            OpenSession(
                id=session_id(session),
                made_at=session.made_at,
                seen_at=last_seen.get(session.token_hash),
                expires_at=session.expires_at,
                this=session.token_hash == own.token_hash,
            )
            for session in reversed(sessions)
        ]

    async def revoke(self, person: Person, wanted: str) -> None:
        """End one of a person's sessions by its id; its sockets close."""
        for session in await self._room.store.find.open_sessions_of(person.id):
            if session_id(session) == wanted and session.closed_at is None:
                await self._close([session], "session_revoked")
                return
        raise Refusal(404, f"you have no open session {wanted!r}")

    async def revoke_others(self, person: Person, own: Session) -> int:
        """End all of a person's sessions but this one."""
        others = [session for session in await self.open_of(person) if session.token_hash != own.token_hash]
        await self._close(others, "session_revoked")
        return len(others)

    async def open_of(self, person: Person) -> list[Session]:
        """A person's open sessions, oldest first."""
        at = now()
        sessions = await self._room.store.find.open_sessions_of(person.id)
        return [session for session in sessions if is_open(session, at)]

    async def log_out(self, session: Session) -> None:
        """End a session; its sockets close at once."""
        await self._close([session], "logged_out")

    async def _close(self, sessions: list[Session], kind: str) -> None:
        if not sessions:
            return
        events = tuple(session_event(kind, session) for session in sessions)
        await self._room.store.commit(Change("room", None, 0, events, rows=closed_now(sessions)))
        self.hang_up(sessions)

    def hang_up(self, sessions: Iterable[Session]) -> None:
        """Close the sockets of sessions that have ended."""
        for session in sessions:
            self._room.sockets.hang_up(session.token_hash)


def session_event(kind: str, session: Session) -> Event:
    """An event about a session."""
    return Event(kind, {"account": session.person, "session": session_id(session)})
