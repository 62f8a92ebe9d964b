"""New passwords: changed by the owner of an account, or set with a link from the operator."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from ...records.store import Change, Event, PasswordReset, Person
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.room import Room
from ..views.http_errors import Refusal
from .account_changes import AccountChange, AccountChanges
from .passwords import Passwords
from .session_tokens import new_token, reset_hash, session_id, time_from_now
from .sessions import UNKNOWN_ADDRESS, Sessions
from .sign_in import SignIn

WRONG_OLD_PASSWORD = "the present password is wrong, or there were too many attempts; wait 15 minutes"
BAD_LINK = (
    "this link is not valid: it was used already, the password was changed since, it has expired or never existed; "
    "ask the operator for a new one"
)
RESET_HOURS = 24


class PasswordChanges:
    """Changes passwords and makes reset links."""

    def __init__(
        self, room: Room, sessions: Sessions, changes: AccountChanges, passwords: Passwords, sign_in: SignIn
    ) -> None:
        self._room = room
        self._sessions = sessions
        self._changes = changes
        self._passwords = passwords
        self._sign_in = sign_in

    async def change(self, person: Person, old: str, new: str, *, address: str = UNKNOWN_ADDRESS) -> str:
        """Set a new password and return a new token; every session that was open ends."""
        if person.kind != "named":
            raise NotAllowed("a guest has no password: register first")
        if not await self._sign_in.check_password(person, person.name, old, address):
            raise Refusal(401, WRONG_OLD_PASSWORD)
        password_hash = await self._passwords.hash(new, person.name)
        session, token = self._sessions.new_session(person)

        async def changed(current: Person) -> AccountChange:
            row = replace(current, password_hash=password_hash)
            event = Event("password_changed", {"account": person.id, "session": session_id(session)})
            ending = tuple(await self._sessions.open_of(current))
            void = await self._void_resets(current)
            use = self._sessions.use_of(session, address)
            return AccountChange((event,), (row, session, use, *void), ending=ending)

        await self._changes.write(person.id, changed)
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

        async def set_anew(current: Person) -> AccountChange:
            await self._valid_reset(token)
            if current.closed_at is not None:
                raise Refusal(404, BAD_LINK)
            row = replace(current, password_hash=password_hash)
            used = replace(reset, used_at=now())
            ending = tuple(await self._sessions.open_of(current))
            void = [other for other in await self._void_resets(current) if other.token_hash != used.token_hash]
            event = Event("password_reset", {"account": reset.person})
            return AccountChange((event,), (row, used, *void), ending=ending)

        return await self._changes.write(reset.person, set_anew)

    async def _void_resets(self, person: Person) -> tuple[PasswordReset, ...]:
        """The rows of an account's unused reset links, changed so that they expire now."""
        at = now()
        unused = await self._room.store.find.unused_resets_of(person.id)
        return tuple(replace(reset, expires_at=at) for reset in unused if reset.expires_at > at)

    async def _valid_reset(self, token: str) -> PasswordReset:
        reset = await self._room.store.find.password_reset(reset_hash(token))
        if reset is None or reset.used_at is not None or reset.expires_at <= now():
            raise Refusal(404, BAD_LINK)
        return reset
