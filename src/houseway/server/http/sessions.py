"""
Sessions and accounts: a guest at once, a named account on request.

The token of a session lives in a cookie that no script can read, and the database holds only its hash. It is replaced
whenever somebody signs in, takes a name or changes a password, and the old one is dead from then on.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from ...records.names import skeleton
from ...records.shuffle import from_system
from ...records.store import Change, Event, PasswordReset, Person, Row, Session, SessionUse, Stale, Taken
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.codes import random_code
from ..runtime.room import Room
from ..views.http_errors import Refusal
from ..views.http_types import OpenSession
from .attempts import Attempts
from .connections import network_of
from .names import check_name
from .passwords import Passwords
from .session_tokens import (
    closed_now,
    expired,
    is_open,
    new_session,
    new_token,
    reset_hash,
    session_id,
    time_from_now,
    to_the_hour,
    token_hash,
)

WRONG = "the name or the password is wrong, or there were too many attempts from your address; wait 15 minutes"
WRONG_OLD_PASSWORD = "the present password is wrong, or there were too many attempts; wait 15 minutes"
BAD_LINK = (
    "this link is not valid: it was used already, the password was changed since, it has expired or never existed; "
    "ask the operator for a new one"
)
UNKNOWN_ADDRESS = "unknown"
SWEEP_SECONDS = 2.0
"""How often sockets of sessions that have expired are closed."""
RESET_HOURS = 24
MOST_SESSIONS = 20
"""Open sessions of one account; the oldest ends when another begins."""
TRIES_TO_WRITE = 50
"""How often a change is tried again when another was written first."""
GUEST_NUMBERS = 20
"""Guest numbers that are tried until one is free."""
MOST_NOTED = 20_000
"""Uses of sessions that are known to be written."""


@dataclass(frozen=True)
class AccountChange:
    """The events and rows to write about an account."""

    events: tuple[Event, ...]
    rows: tuple[Row, ...]
    ends_sessions: bool = False
    """Whether every session that was open before ends."""
    voids_resets: bool = False
    """Whether every reset link of the account becomes void."""


class Sessions:
    """Arrivals, names, passwords, sign-ins and sign-outs."""

    def __init__(
        self,
        room: Room,
        *,
        attempts: Attempts | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._room = room
        self._attempts = attempts or Attempts()
        self._sleep = sleep
        self._passwords = Passwords()
        self._noted: OrderedDict[SessionUse, None] = OrderedDict()
        """Uses that are known to be written."""
        self._address_key = room.store.derived_key("address tags")

    def start(self) -> None:
        """Close the sockets of sessions that expire, from now on."""
        self._room.background(self._sweep())

    async def _sweep(self) -> None:
        while True:
            self.cut_expired(now())
            await asyncio.sleep(SWEEP_SECONDS)

    def cut_expired(self, at: str) -> None:
        for line in expired(tuple(self._room.outboxes), at):
            line.cut(4001, "your session has expired; sign in again")

    def address_tag(self, address: str) -> str:
        """A keyed hash of an address: equal for equal addresses, and useless without the room's key."""
        return hmac.new(self._address_key, network_of(address).encode(), hashlib.sha256).hexdigest()[:32]

    # Sessions -----------------------------------------------------------------------------------------------------

    async def arrive(self, address: str = UNKNOWN_ADDRESS) -> tuple[Person, str]:
        """A new guest with play chips, and the token of their session."""
        for attempt in range(GUEST_NUMBERS):
            digits = 6 if attempt < 3 else 9
            number = 10 ** (digits - 1) + from_system().below(9 * 10 ** (digits - 1))
            name = f"Guest {number}"
            person = Person(
                id=f"p{random_code(14).lower()}",
                name=name,
                kind="guest",
                made_at=now(),
                skeleton=skeleton(name),
            )
            session, token = new_session(person, days=self._room.settings.session_days)
            use = self._use(session, address)
            try:
                await self._room.chips.give(person.id, self._room.settings.welcome, "welcome", person, session, use)
            except Taken:  # another guest has this number
                continue
            return person, token
        raise Refusal(503, "no free guest number was found; try again")

    def _use(self, session: Session, address: str) -> SessionUse:
        return SessionUse(
            token_hash=session.token_hash,
            address_tag=self.address_tag(address),
            person=session.person,
            seen_at=to_the_hour(now()),
        )

    async def who(self, token: str | None) -> tuple[Person, Session] | None:
        """Whose session this is, if it is one and still open."""
        if not token:
            return None
        session = await self._room.store.find.session(token_hash(token))
        if session is None or not is_open(session, now()):
            return None
        person = await self._room.store.find.person(session.person)
        return (person, session) if person is not None and person.closed_at is None else None

    async def seen(self, session: Session, address: str) -> None:
        """Note that a session is in use from this address: at most once an hour."""
        use = self._use(session, address)
        if use in self._noted:
            return
        self._noted[use] = None
        while len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        if use in await self._room.store.find.session_uses_of(session.person):
            return
        event = Event("session_seen", {"account": session.person, "session": session_id(session)})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(use,)))

    async def open_sessions(self, person: Person, own: Session) -> list[OpenSession]:
        """A person's open sessions, newest first."""
        uses = await self._room.store.find.session_uses_of(person.id)
        last_seen: dict[str, str] = {}
        for use in uses:
            last_seen[use.token_hash] = max(use.seen_at, last_seen.get(use.token_hash, ""))
        sessions = [
            session for session in await self._room.store.find.open_sessions_of(person.id) if is_open(session, now())
        ]
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
        others = await self._others(person, own)
        await self._close(others, "session_revoked")
        return len(others)

    async def _others(self, person: Person, own: Session | None) -> list[Session]:
        at = now()
        return [
            session
            for session in await self._room.store.find.open_sessions_of(person.id)
            if is_open(session, at) and (own is None or session.token_hash != own.token_hash)
        ]

    async def log_out(self, session: Session) -> None:
        """End a session; its sockets close at once."""
        await self._close([session], "logged_out")

    async def _close(self, sessions: list[Session], kind: str) -> None:
        if not sessions:
            return
        events = tuple(Event(kind, {"account": each.person, "session": session_id(each)}) for each in sessions)
        await self._room.store.commit(Change("room", None, 0, events, rows=closed_now(sessions)))
        self._hang_up(sessions)

    def _hang_up(self, sessions: Iterable[Session]) -> None:
        for session in sessions:
            self._room.sockets.hang_up(session.token_hash)

    # Names --------------------------------------------------------------------------------------------------------

    async def register(
        self, person: Person, name: str, password: str, *, old: Session | None = None, address: str = UNKNOWN_ADDRESS
    ) -> tuple[Person, str]:
        """Give a guest a name and a password, and a new token; chips, seats and history stay theirs."""
        if person.kind != "guest":
            raise NotAllowed(f"this account is named {person.name} already")
        folded = await self._free(name, person)
        password_hash = await self._passwords.hash(password, name)
        session, token = new_session(person, days=self._room.settings.session_days)

        def named(current: Person) -> AccountChange:
            if current.kind != "guest" or current.closed_at is not None:
                raise NotAllowed(f"this account is named {current.name} already")
            row = replace(current, name=name, kind="named", password_hash=password_hash, skeleton=folded)
            event = Event("account_named", {"account": person.id, "name": name, "session": session_id(session)})
            return AccountChange((event,), (row, session, self._use(session, address)), ends_sessions=True)

        changed = await self._change(person.id, named, name)
        await self._relabel(changed)
        return changed, token

    async def rename(self, person: Person, name: str) -> Person:
        """Give a named account another name; tables show it from now on."""
        if person.kind != "named":
            raise NotAllowed("a guest takes a name together with a password: register first")
        folded = await self._free(name, person)

        def renamed(current: Person) -> AccountChange:
            settings = {key: value for key, value in current.settings.items() if key != "must_rename"}
            row = replace(current, name=name, skeleton=folded, settings=settings)
            event = Event("account_renamed", {"account": person.id, "before": current.name, "after": name})
            return AccountChange((event,), (row,))

        changed = await self._change(person.id, renamed, name)
        await self._relabel(changed)
        return changed

    async def _free(self, name: str, person: Person) -> str:
        """The skeleton of a name that this person may take."""
        folded = check_name(name)
        other = await self._room.store.find.person_like(folded)
        if other is not None and other.id != person.id:
            raise NotAllowed(_taken(name, other.name))
        return folded

    async def _relabel(self, person: Person) -> None:
        """Show a new name at the tables where this account sits, and on its open sockets: the old name may be taken."""
        self._room.sockets.rename(person.id, person.name)
        for table in sorted({seat.table_id for seat in await self._room.store.find.seats_of(person.id)}):
            await self._room.routing.relabel(table, person.id, person.name)

    async def _change(self, account: str, change: Callable[[Person], AccountChange], name: str = "") -> Person:
        """
        Write a change of an account, made from its newest row, so that no other request's change is lost.

        Sessions that end are read after the head, so that no session which begins meanwhile is left open.
        """
        for _ in range(TRIES_TO_WRITE):
            head = await self._room.store.head("room")
            current = await self._room.store.find.person(account)
            if current is None:
                raise Refusal(404, f"there is no account {account!r}")
            wanted = change(current)
            ending = await self._others(current, None) if wanted.ends_sessions else []
            void = await self._void_resets(account) if wanted.voids_resets else ()
            rows = (*wanted.rows, *void, *closed_now(ending))
            try:
                await self._room.store.commit(Change("room", head, 0, wanted.events, rows=rows))
            except Stale:
                continue
            except Taken:
                raise NotAllowed(_taken(name, name)) from None
            self._hang_up(ending)
            return next((row for row in wanted.rows if isinstance(row, Person)), current)
        raise Refusal(503, "the room is very busy; try again in a moment")

    # Passwords ----------------------------------------------------------------------------------------------------

    async def log_in(
        self, name: str, password: str, *, address: str = UNKNOWN_ADDRESS, old: Session | None = None
    ) -> tuple[Person, str]:
        """A new session for a named account; every failure does the same work and gives the same reason."""
        person = await self._room.store.find.person_named(name)
        right = await self._right_password(person, name, password, address)
        if person is None or not right:
            raise Refusal(401, WRONG)
        session, token = new_session(person, days=self._room.settings.session_days)
        for _ in range(TRIES_TO_WRITE):
            head = await self._room.store.head("room")
            current = await self._room.store.find.person(person.id)
            if current is None or current.closed_at is not None or current.password_hash != person.password_hash:
                raise Refusal(401, WRONG)  # the password was changed while it was being checked
            ending = await self._too_many(current)
            if old is not None and old.closed_at is None and old not in ending:
                ending.append(old)
            events = [Event("logged_in", {"account": person.id, "session": session_id(session)})]
            events += [Event("logged_out", {"account": each.person, "session": session_id(each)}) for each in ending]
            rows: tuple[Row, ...] = (session, self._use(session, address), *closed_now(ending))
            try:
                await self._room.store.commit(Change("room", head, 0, tuple(events), rows=rows))
            except Stale:
                continue
            self._hang_up(ending)
            return current, token
        raise Refusal(503, "the room is very busy; try again in a moment")

    async def _too_many(self, person: Person) -> list[Session]:
        """The oldest sessions of an account, as many as must end before another begins."""
        sessions = await self._others(person, None)
        return sessions[: max(0, len(sessions) - MOST_SESSIONS + 1)]

    async def _right_password(self, person: Person | None, name: str, password: str, address: str) -> bool:
        """Whether this is the account's password; attempts are counted, and every failure does the same work."""
        account = person.id if person is not None else "nobody"
        uses = await self._room.store.find.session_uses_of(account)
        network = network_of(address)
        folded = skeleton(name)
        known = any(use.address_tag == self.address_tag(address) for use in uses)
        wait = self._attempts.seconds_to_wait(folded, known=known)
        if wait:
            await self._sleep(wait)
        locked = self._attempts.is_locked(network, folded, known=known)
        may_sign_in = person is not None and person.kind == "named" and person.closed_at is None
        stored = person.password_hash if person is not None and may_sign_in else None
        right = await self._passwords.verify(stored, password)
        if right and not locked:
            self._attempts.succeeded(network, folded)
            return True
        locks_now = self._attempts.failed(network, folded, known=known)
        if locks_now and person is not None:  # in the background: the answer does not wait for it
            event = Event("sign_in_locked", {"account": person.id, "address_tag": self.address_tag(address)})
            self._room.background(self._room.store.commit(Change("room", None, 0, (event,))))
        return False

    async def change_password(
        self, person: Person, own: Session, old: str, new: str, *, address: str = UNKNOWN_ADDRESS
    ) -> str:
        """Set a new password; every other session ends, and this one gets a new token."""
        if person.kind != "named":
            raise NotAllowed("a guest has no password: register first")
        if not await self._right_password(person, person.name, old, address):
            raise Refusal(401, WRONG_OLD_PASSWORD)
        password_hash = await self._passwords.hash(new, person.name)
        session, token = new_session(person, days=self._room.settings.session_days)

        def changed(current: Person) -> AccountChange:
            row = replace(current, password_hash=password_hash)
            event = Event("password_changed", {"account": person.id, "session": session_id(session)})
            rows = (row, session, self._use(session, address))
            return AccountChange((event,), rows, ends_sessions=True, voids_resets=True)

        await self._change(person.id, changed)
        return token

    async def issue_reset(self, account: str, hours: int = RESET_HOURS) -> tuple[PasswordReset, str]:
        """The token of a link with which the account's owner sets a new password once."""
        person = await self._room.store.find.person(account)
        if person is None or person.kind != "named" or person.closed_at is not None:
            raise Refusal(404, f"there is no open named account {account!r}")
        token = new_token()
        reset = PasswordReset(
            token_hash=reset_hash(token),
            person=person.id,
            made_at=now(),
            expires_at=time_from_now(timedelta(hours=hours)),
        )
        event = Event("password_reset_issued", {"account": person.id, "expires_at": reset.expires_at})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(reset,)))
        return reset, token

    async def use_reset(self, token: str, new: str) -> Person:
        """Set a new password with a link, once; every session of the account ends, and its other links are void."""
        reset = await self._valid_reset(token)
        person = await self._room.store.find.person(reset.person)
        password_hash = await self._passwords.hash(new, person.name if person is not None else "")
        event = Event("password_reset", {"account": reset.person})
        for _ in range(TRIES_TO_WRITE):
            head = await self._room.store.head("room")
            await self._valid_reset(token)
            person = await self._room.store.find.person(reset.person)
            if person is None or person.closed_at is not None:
                raise Refusal(404, BAD_LINK)
            row = replace(person, password_hash=password_hash)
            used = replace(reset, used_at=now())
            closing = await self._others(person, None)
            void = [each for each in await self._void_resets(person.id) if each.token_hash != used.token_hash]
            rows: tuple[Row, ...] = (row, used, *void, *closed_now(closing))
            try:
                await self._room.store.commit(Change("room", head, 0, (event,), rows=rows))
            except Stale:
                continue
            self._hang_up(closing)
            return row
        raise Refusal(503, "the room is very busy; try again in a moment")

    async def _void_resets(self, account: str) -> tuple[PasswordReset, ...]:
        """The reset links of an account that could still be used, as they are from now on: expired."""
        at = now()
        unused = await self._room.store.find.unused_resets_of(account)
        return tuple(replace(each, expires_at=at) for each in unused if each.expires_at > at)

    async def _valid_reset(self, token: str) -> PasswordReset:
        reset = await self._room.store.find.password_reset(reset_hash(token))
        if reset is None or reset.used_at is not None or reset.expires_at <= now():
            raise Refusal(404, BAD_LINK)
        return reset

    async def close_account(self, account: str, event: Event, *rows: Row) -> None:
        """End an account: it can sign in no more, and its sessions and sockets close."""

        def closed(current: Person) -> AccountChange:
            return AccountChange((event,), (replace(current, closed_at=now()), *rows), ends_sessions=True)

        await self._change(account, closed)


def _taken(name: str, other: str) -> str:
    """Why a name cannot be taken, when `other` is the name of the account that has it or a similar one."""
    if name == other:
        return f"the name {name!r} is taken"
    return f"the name {name!r} is taken, or looks like one that is"
