"""
Who somebody is: a guest at once, a named account if they like. The token lives in a cookie that no script can read, and
the database holds only its hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from ..records.shuffle import from_system
from ..records.store import Change, Event, Person, Session
from ..records.store.chain import now
from ..rules.errors import NotAllowed
from .answers import Refusal
from .room import Room, fresh

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{1,22}[A-Za-z0-9]")
RESERVED = re.compile(r"(guest|bot|house|operator|dealer|admin)", re.IGNORECASE)
WRONG = "the name or the password is wrong, or the account is locked for a while"
TRIES, WINDOW_SECONDS = 5, 900.0
MOST_REMEMBERED = 100_000
PASSWORD = (8, 200)

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash("nobody has this password")


def token_hash(token: str) -> str:
    return hashlib.sha256(f"houseway session\n{token}".encode("utf-8", "replace")).hexdigest()


class Failures:
    """Failed logins by name, and whether that name is locked."""

    def __init__(self) -> None:
        self._at: OrderedDict[str, list[float]] = OrderedDict()

    def locked(self, name: str) -> bool:
        return len(self._recent(name)) >= TRIES

    def add(self, name: str) -> bool:
        """Remember one more; True if it locks the name."""
        self._at[name] = [*self._recent(name), time.monotonic()]
        while len(self._at) > MOST_REMEMBERED:
            self._at.popitem(last=False)
        return len(self._at[name]) == TRIES

    def clear(self, name: str) -> None:
        self._at.pop(name, None)

    def _recent(self, name: str) -> list[float]:
        return [at for at in self._at.get(name, ()) if time.monotonic() - at < WINDOW_SECONDS]


class Sessions:
    """Arrivals, logins and logouts."""

    def __init__(self, room: Room) -> None:
        self._room, self._failures = room, Failures()
        self._hashing = asyncio.Semaphore(2)

    async def arrive(self) -> tuple[Person, str]:
        """A new guest with play chips, and the token of their session."""
        person = Person(
            id=f"p{fresh(14).lower()}",
            name=f"Guest {from_system().below(900_000) + 100_000}",
            kind="guest",
            made_at=now(),
        )
        session, token = self._session(person)
        await self._room.give(person.id, self._room.settings.welcome, "welcome", person, session)
        return person, token

    def _session(self, person: Person) -> tuple[Session, str]:
        token = f"{from_system().bits(256):064x}"
        until = datetime.now(UTC) + timedelta(days=self._room.settings.session_days)
        expires = until.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        return Session(token_hash=token_hash(token), person=person.id, made_at=now(), expires_at=expires), token

    async def who(self, token: str | None) -> tuple[Person, Session] | None:
        """Whose session this is, if it is one and still runs."""
        if not token:
            return None
        session = await self._room.store.find.session(token_hash(token))
        if session is None or session.closed_at is not None or session.expires_at <= now():
            return None
        person = await self._room.store.find.person(session.person)
        return (person, session) if person is not None and person.closed_at is None else None

    async def register(self, person: Person, name: str, password: str) -> Person:
        """Give a guest a name and a password; chips and history stay theirs."""
        if person.kind != "guest":
            raise NotAllowed(f"this account is named {person.name} already")
        if not NAME.fullmatch(name) or RESERVED.match(name):
            raise NotAllowed("a name is 3 to 24 letters, digits, spaces, dots or dashes, and not the house's")
        _check_password(password)
        if await self._room.store.find.person_named(name) is not None:
            raise NotAllowed(f"the name {name} is taken")
        named = replace(person, name=name, kind="named", password_hash=await self._hash(password))
        event = Event("account_named", {"account": person.id, "name": name})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(named,)))
        return named

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_hasher.hash, password)

    async def log_in(self, name: str, password: str) -> tuple[Person, str]:
        """A new session for a named account; every failure takes as long and says the same."""
        person = await self._room.store.find.person_named(name)
        stored = person.password_hash if person and person.password_hash else _NOBODY
        locked, right = self._failures.locked(name.lower()), await self._verify(stored, password)
        if person is None or person.kind != "named" or locked or not right or person.closed_at:
            if self._failures.add(name.lower()) and person is not None:  # noted beside: the answer does not wait for it
                event = Event("account_locked", {"account": person.id})
                self._room.background(self._room.store.commit(Change("room", None, 0, (event,))))
            raise Refusal(401, WRONG)
        self._failures.clear(name.lower())
        session, token = self._session(person)
        event = Event("logged_in", {"account": person.id})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(session,)))
        return person, token

    async def _verify(self, stored: str, password: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(_verified, stored, password)

    async def log_out(self, session: Session) -> None:
        """End a session; its sockets close at once."""
        closed = replace(session, closed_at=now())
        event = Event("logged_out", {"account": session.person})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(closed,)))
        self._room.hang_up(session.token_hash)


def _check_password(password: str) -> None:
    low, high = PASSWORD
    if not low <= len(password) <= high:
        raise NotAllowed(f"a password has {low} to {high} characters, not {len(password)}")


def _verified(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerifyMismatchError, VerificationError, InvalidHashError, UnicodeError):
        return False
