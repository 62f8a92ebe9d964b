"""Sign-ins: every failure costs the same, nobody locks another person out, and tokens die when they should."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import extract_parameters
from fastapi import WebSocket

from houseway.records.store import Change, Event, Restriction, Store
from houseway.rules.errors import NotAllowed
from houseway.server.http import passwords
from houseway.server.http.attempts import (
    SLOW_AFTER,
    SLOW_SECONDS,
    TRIES,
    TRIES_OF_A_KNOWN_ADDRESS,
    WINDOW_SECONDS,
    Attempts,
)
from houseway.server.http.cookies import PLAIN_COOKIE
from houseway.server.http.services import Accounts
from houseway.server.http.session_tokens import expired, session_id
from houseway.server.http.socket import Sockets
from houseway.server.runtime.limits import Budgets, Rates
from houseway.server.runtime.outbox import Caller, Outbox
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.views.http_errors import Refusal
from support.rooms import AT, opened

NAME = "Ada Lovelace"
PASSWORD = "difference engine"
OWNER = "192.0.2.1"
STRANGER = "198.51.100.7"


class Meter:
    """Counts what a sign-in does: reads, commits, and every password hash by its cost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: Room) -> None:
        self.done: Counter[str] = Counter()
        self.room = room
        for owner, name in (
            (room.store.find, "person_named"),
            (room.store.find, "session_uses_of"),
            (room.store, "commit"),
        ):
            monkeypatch.setattr(owner, name, self._counting(name, getattr(owner, name)))
        plain = passwords.verified

        def verified(*given: Any) -> Any:
            self._hashes(given[0])
            return plain(*given)

        monkeypatch.setattr(passwords, "verified", verified)

    def _counting(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*given: Any) -> Any:
            self.done[name] += 1
            return await plain(*given)

        return counted

    def _hashes(self, stored: str) -> None:
        self.done[repr(extract_parameters(stored))] += 1

    async def of(self, work: Any) -> Counter[str]:
        """What was done before the answer came."""
        while self.room._tasks:  # what goes on in the background is over
            await asyncio.sleep(0.01)
        self.done.clear()
        with pytest.raises(Refusal, match="wrong"):
            await work
        return Counter(self.done)


class Clock:
    """A clock that tests set, and a sleep that only moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@asynccontextmanager
async def door(folder: Path, clock: Clock | None = None) -> AsyncIterator[tuple[Store, Room, Accounts]]:
    used = clock or Clock()
    async with opened(f"sqlite:///{folder}/room.db") as store:
        room = Room(store, Settings())
        yield store, room, Accounts.of_room(room, attempts=Attempts(used), sleep=used.sleep)
        while room._tasks:
            await asyncio.sleep(0.01)


async def named(accounts: Accounts, name: str = NAME, address: str = OWNER) -> tuple[Any, str]:
    person, _ = await accounts.sessions.arrive(address)
    return await accounts.names.register(person, name, PASSWORD, address=address)


async def fail(accounts: Accounts, address: str, times: int = 1, name: str = NAME) -> None:
    for _ in range(times):
        with pytest.raises(Refusal, match="wrong"):
            await accounts.sign_in.log_in(name, "not this one", address=address)


def test_every_failed_sign_in_does_the_same_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, room, accounts):
            await named(accounts)
            guest, _ = await accounts.sessions.arrive()
            meter = Meter(monkeypatch, room)
            works = [
                await meter.of(accounts.sign_in.log_in("Nobody At All", PASSWORD)),
                await meter.of(accounts.sign_in.log_in(guest.name, PASSWORD)),
                *[await meter.of(accounts.sign_in.log_in(NAME, "wrong")) for _ in range(TRIES)],
                *[await meter.of(accounts.sign_in.log_in("No Such Name", "wrong")) for _ in range(TRIES + 1)],
                await meter.of(accounts.sign_in.log_in(NAME, PASSWORD)),  # right, and locked
            ]
            assert all(work == works[0] for work in works), works
            assert works[0]["person_named"] == works[0]["session_uses_of"] == 1
            assert works[0].total() == 3, "two looks and one hash"
            while room._tasks:
                await asyncio.sleep(0.01)
            assert [event.kind for event in await store.events("room")].count("sign_in_locked") == 1

    asyncio.run(check())


def test_strangers_cannot_lock_an_account_out(tmp_path: Path) -> None:
    clock = Clock()

    async def check() -> None:
        async with door(tmp_path, clock) as (_, _, accounts):
            _, token = await named(accounts)
            await fail(accounts, STRANGER, TRIES + 3)
            with pytest.raises(Refusal):  # the stranger's own address is locked, even with the right password
                await accounts.sign_in.log_in(NAME, PASSWORD, address=STRANGER)
            assert await accounts.sessions.who(token) is not None, "the owner's session goes on"
            await accounts.sign_in.log_in(NAME, PASSWORD, address=OWNER)
            await accounts.sign_in.log_in(NAME, PASSWORD, address="203.0.113.9")  # and from a place that was never used
            clock.now = WINDOW_SECONDS
            await accounts.sign_in.log_in(NAME, PASSWORD, address=STRANGER)

    asyncio.run(check())


def test_guessing_from_many_addresses_is_slowed_down_for_unknown_addresses_only(tmp_path: Path) -> None:
    clock = Clock()

    async def check() -> None:
        async with door(tmp_path, clock) as (_, _, accounts):
            await named(accounts)
            for number in range(SLOW_AFTER):
                await fail(accounts, f"198.51.100.{number}")
            assert clock.slept == []
            await fail(accounts, "203.0.113.1")
            assert clock.slept == [SLOW_SECONDS]
            await accounts.sign_in.log_in(NAME, PASSWORD, address=OWNER)
            assert clock.slept == [SLOW_SECONDS], "the owner's own address does not wait"
            await accounts.sign_in.log_in(NAME, PASSWORD, address="203.0.113.2")
            assert clock.slept == [SLOW_SECONDS] * 2, "a new address of the owner's waits and gets in"

    asyncio.run(check())


def test_a_known_address_gets_more_tries(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, _, accounts):
            await named(accounts)
            await fail(accounts, OWNER, TRIES_OF_A_KNOWN_ADDRESS - 1)
            await accounts.sign_in.log_in(NAME, PASSWORD, address=OWNER)

    asyncio.run(check())


def test_tokens_rotate_when_somebody_registers_or_signs_in(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, room, accounts):
            person, guest_token = await accounts.sessions.arrive()
            outbox = listening(room, (await accounts.sessions.who(guest_token))[1].token_hash)  # type: ignore[index]
            _, token = await accounts.names.register(person, NAME, PASSWORD)
            assert await accounts.sessions.who(guest_token) is None
            assert outbox.closing is not None
            signed_in = await accounts.sessions.who(token)
            assert signed_in is not None
            _, newer = await accounts.sign_in.log_in(NAME, PASSWORD, old=signed_in[1])
            assert await accounts.sessions.who(token) is None
            assert await accounts.sessions.who(newer) is not None
            _, elsewhere = await accounts.sign_in.log_in(NAME, PASSWORD)
            assert await accounts.sessions.who(newer) is not None, "another browser's session goes on"
            assert await accounts.sessions.who(elsewhere) is not None

    asyncio.run(check())


def listening(room: Room, session: str, expires_at: str | None = None) -> Outbox:
    outbox = Outbox(Caller("p", "P"), session, OWNER)
    outbox.expires_at = expires_at
    room.outboxes.add(outbox)
    return outbox


def test_expiry_closes_sockets(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, room, accounts):
            early = listening(room, "a", "2026-01-01T00:00:00.000000Z")
            late = listening(room, "b", "2026-01-01T00:00:09.000000Z")
            assert expired(room.outboxes, "2025-12-31T23:59:59.000000Z") == []
            accounts.sessions.cut_expired("2026-01-01T00:00:00.000000Z")
            assert early.closing == (4001, "your session has expired; sign in again")
            assert late.closing is None

    asyncio.run(check())


def test_sessions_are_listed_and_revoked_by_their_owner_alone(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, room, accounts):
            person, first = await named(accounts)
            _, second = await accounts.sign_in.log_in(NAME, PASSWORD)
            other, others = await named(accounts, "Charles Babbage")
            own = (await accounts.sessions.who(first))[1]  # type: ignore[index]
            lost = (await accounts.sessions.who(second))[1]  # type: ignore[index]
            listed = await accounts.sessions.open_sessions(person, own)
            assert [each["this"] for each in listed] == [False, True]
            assert listed[0]["id"] == session_id(lost)
            assert lost.token_hash not in str(listed)
            with pytest.raises(Refusal, match="no open session"):
                await accounts.sessions.revoke(other, session_id(lost))
            outbox = listening(room, lost.token_hash)
            await accounts.sessions.revoke(person, session_id(lost))
            assert outbox.closing is not None
            assert await accounts.sessions.who(second) is None
            assert await accounts.sessions.who(first) is not None
            await accounts.sign_in.log_in(NAME, PASSWORD)
            assert await accounts.sessions.revoke_others(person, own) == 1
            assert await accounts.sessions.who(first) is not None
            assert await accounts.sessions.who(others) is not None
            kinds = [event.kind for event in await store.events("room")]
            assert kinds.count("session_revoked") == 2

    asyncio.run(check())


def test_a_changed_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            person, first = await named(accounts)
            _, second = await accounts.sign_in.log_in(NAME, PASSWORD)
            with pytest.raises(Refusal, match="present password is wrong"):
                await accounts.passwords.change(person, "not this one", "a new engine of mine")
            with pytest.raises(NotAllowed, match="easily guessed"):
                await accounts.passwords.change(person, PASSWORD, "password123")
            token = await accounts.passwords.change(person, PASSWORD, "a new engine of mine")
            assert [await accounts.sessions.who(each) for each in (first, second)] == [None, None]
            assert await accounts.sessions.who(token) is not None
            await fail(accounts, OWNER)
            with pytest.raises(Refusal):
                await accounts.sign_in.log_in(NAME, PASSWORD, address=OWNER)
            await accounts.sign_in.log_in(NAME, "a new engine of mine", address=OWNER)
            assert "password_changed" in [event.kind for event in await store.events("room")]

    asyncio.run(check())


def test_a_sign_in_under_way_does_not_outlive_a_changed_password(tmp_path: Path) -> None:
    """The old password is right when it is checked and wrong when the session would begin."""

    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            person, _ = await named(accounts)
            plain = accounts.sign_in._passwords.verify

            async def changed_meanwhile(stored: str | None, password: str) -> bool:
                right = await plain(stored, password)
                accounts.sign_in._passwords.verify = plain  # type: ignore[method-assign]
                await accounts.passwords.change(person, PASSWORD, "a new engine of mine")
                return right

            accounts.sign_in._passwords.verify = changed_meanwhile  # type: ignore[method-assign]
            with pytest.raises(Refusal, match="wrong"):
                await accounts.sign_in.log_in(NAME, PASSWORD)
            assert len(await store.find.open_sessions_of(person.id)) == 1, "only the session of the new password"

    asyncio.run(check())


def test_a_session_that_begins_while_the_password_is_reset_ends_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            person, _ = await named(accounts)
            _, link = await accounts.passwords.issue_reset(person.id)
            read = store.find.open_sessions_of

            async def late(account: str) -> Any:
                signed_in = await read(account)
                monkeypatch.setattr(store.find, "open_sessions_of", read)
                await accounts.sign_in.log_in(NAME, PASSWORD)
                return signed_in

            monkeypatch.setattr(store.find, "open_sessions_of", late)
            await accounts.passwords.use_reset(link, "a new engine of mine")
            assert await store.find.open_sessions_of(person.id) == []

    asyncio.run(check())


def test_an_account_has_few_open_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, _, accounts):
            person, first = await named(accounts)
            monkeypatch.setattr("houseway.server.http.sign_in.MOST_SESSIONS", 3)
            tokens = [(await accounts.sign_in.log_in(NAME, PASSWORD))[1] for _ in range(4)]
            alive = [await accounts.sessions.who(token) is not None for token in (first, *tokens)]
            assert alive == [False, False, True, True, True]
            own = (await accounts.sessions.who(tokens[-1]))[1]  # type: ignore[index]
            assert len(await accounts.sessions.open_sessions(person, own)) == 3

    asyncio.run(check())


def test_a_socket_speaks_under_the_new_name_after_a_rename(tmp_path: Path) -> None:
    """Else somebody sits down under a name that another account has taken since."""

    async def check() -> None:
        async with door(tmp_path) as (_, room, accounts):
            person, _ = await named(accounts)
            other, _ = await named(accounts, "Charles Babbage")
            outboxes = [Outbox(Caller(each.id, each.name), "session", OWNER) for each in (person, other)]
            room.outboxes.update(outboxes)
            await accounts.names.rename(person, "Countess")
            assert [outbox.caller.name for outbox in outboxes] == ["Countess", "Charles Babbage"]

    asyncio.run(check())


def test_a_socket_that_opens_while_its_session_ends_is_not_accepted(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, room, accounts):
            _, token = await named(accounts)
            sockets = Sockets(room, accounts.sessions, Budgets(Rates()))
            looked_up = accounts.sessions.who
            answers: list[str] = []

            async def then_log_out(wanted: str | None) -> Any:
                """The session ends after it was found, before its socket is known to the room."""
                signed_in = await looked_up(wanted)
                if signed_in is not None:
                    await accounts.sessions.log_out(signed_in[1])
                return signed_in

            accounts.sessions.who = then_log_out  # type: ignore[method-assign, assignment]
            socket = WebSocket(
                {
                    "type": "websocket",
                    "path": "/socket",
                    "headers": [
                        (b"host", b"localhost"),
                        (b"origin", b"http://localhost"),
                        (b"cookie", f"{PLAIN_COOKIE}={token}".encode()),
                    ],
                    "client": ("127.0.0.1", 1),
                },
                receive=_comes,
                send=lambda message: _noted(answers, message),
            )
            await socket.receive()
            await asyncio.wait_for(sockets.serve(socket), 10)
            assert answers == ["websocket.close"]
            assert room.outboxes == set()

    asyncio.run(check())


async def _comes() -> dict[str, str]:
    return {"type": "websocket.connect"}


async def _noted(answers: list[str], message: Any) -> None:
    answers.append(message["type"])


def test_sockets_of_sessions_that_ended_unnoticed_are_closed_with_the_next_news(tmp_path: Path) -> None:
    """The connection to the other process may have been down when the session ended there."""

    async def check() -> None:
        async with door(tmp_path) as (store, room, accounts):
            person, token = await named(accounts)
            other, other_token = await accounts.sessions.arrive()
            outboxes = []
            for caller, secret in ((person, token), (other, other_token)):
                signed_in = await accounts.sessions.who(secret)
                assert signed_in is not None
                outboxes.append(Outbox(Caller(caller.id, caller.name), signed_in[1].token_hash, OWNER))
            elsewhere = Accounts.of_room(Room(store, Settings()))
            session = (await store.find.open_sessions_of(person.id))[0]
            restriction = Restriction(id="R1", kind="mute", person=other.id, reason="noise", made_at=AT)
            await elsewhere.sessions.log_out(session)
            await store.commit(Change("room", None, 0, (Event("moderated", {}),), rows=(restriction,)))
            room.outboxes.update(outboxes)
            room._stream_grew("", 0)
            while room._tasks:
                await asyncio.sleep(0.01)
            assert [outbox.closing is not None for outbox in outboxes] == [True, False]
            with pytest.raises(NotAllowed, match="does not show your emotes"):
                room.moderation.check_emote(other.id)

    asyncio.run(check())


def test_a_new_password_ends_every_reset_link(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, _, accounts):
            person, _ = await named(accounts)
            _, first = await accounts.passwords.issue_reset(person.id)
            _, second = await accounts.passwords.issue_reset(person.id)
            await accounts.passwords.use_reset(second, "a second engine of mine")
            with pytest.raises(Refusal, match="not valid"):
                await accounts.passwords.use_reset(first, "a stranger's engine")
            _, third = await accounts.passwords.issue_reset(person.id)
            changed, token = await accounts.sign_in.log_in(person.name, "a second engine of mine")
            assert await accounts.sessions.who(token) is not None
            await accounts.passwords.change(changed, "a second engine of mine", "a third engine of mine")
            with pytest.raises(Refusal, match="not valid"):
                await accounts.passwords.use_reset(third, "a stranger's engine")

    asyncio.run(check())


def test_a_reset_link_works_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            person, token = await named(accounts)
            reset, link = await accounts.passwords.issue_reset(person.id)
            _, other = await accounts.passwords.issue_reset(person.id)
            assert link not in str(reset), "only its hash is stored"
            with pytest.raises(NotAllowed, match="easily guessed"):
                await accounts.passwords.use_reset(link, "password123")
            plain = accounts.sign_in._passwords.hash

            async def at_once(password: str, name: str) -> str:
                return f"hash of {password} {name}"

            accounts.sign_in._passwords.hash = at_once  # type: ignore[method-assign]
            raced = await asyncio.gather(
                *(accounts.passwords.use_reset(other, f"racing engine {number}") for number in range(3)),
                return_exceptions=True,
            )
            assert sum(not isinstance(each, BaseException) for each in raced) == 1, "however close they are"
            accounts.sign_in._passwords.hash = plain  # type: ignore[method-assign]
            with pytest.raises(Refusal, match="not valid"):
                await accounts.passwords.use_reset(link, "an engine of another")
            _, link = await accounts.passwords.issue_reset(person.id)
            used = await asyncio.gather(
                *(accounts.passwords.use_reset(link, f"engine number {number}") for number in range(3)),
                return_exceptions=True,
            )
            assert sum(not isinstance(each, BaseException) for each in used) == 1
            for wrong in (link, "0" * 64):
                with pytest.raises(Refusal, match="not valid"):
                    await accounts.passwords.use_reset(wrong, "yet another engine")
            assert await accounts.sessions.who(token) is None
            winner = next(number for number, each in enumerate(used) if not isinstance(each, BaseException))
            await accounts.sign_in.log_in(NAME, f"engine number {winner}")
            _, late = await accounts.passwords.issue_reset(person.id, hours=0)
            with pytest.raises(Refusal, match="not valid"):
                await accounts.passwords.use_reset(late, "yet another engine")
            kinds = [event.kind for event in await store.events("room")]
            assert (kinds.count("password_reset_issued"), kinds.count("password_reset")) == (4, 2)
            guest, _ = await accounts.sessions.arrive()
            with pytest.raises(Refusal):
                await accounts.passwords.issue_reset(guest.id)

    asyncio.run(check())


def test_a_changed_password_makes_every_reset_link_void(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (_, _, accounts):
            person, token = await named(accounts)
            stranger, _ = await named(accounts, "Mary Somerville")
            links = [(await accounts.passwords.issue_reset(person.id))[1] for _ in range(2)]
            _, of_another = await accounts.passwords.issue_reset(stranger.id)
            signed_in = await accounts.sessions.who(token)
            assert signed_in is not None
            await accounts.passwords.change(signed_in[0], PASSWORD, "a quite new engine")
            for link in links:
                with pytest.raises(Refusal, match="the password was changed since"):
                    await accounts.passwords.use_reset(link, "an engine of a thief")
            await accounts.sign_in.log_in(NAME, "a quite new engine")
            await accounts.passwords.use_reset(of_another, "a link of her own")
            _, later = await accounts.passwords.issue_reset(person.id)
            await accounts.passwords.use_reset(later, "one more new engine")

    asyncio.run(check())


def test_addresses_are_stored_as_keyed_hashes(tmp_path: Path) -> None:
    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            person, token = await named(accounts)
            (use, *_) = await store.find.session_uses_of(person.id)
            assert use.address_tag == accounts.sessions.address_tag(OWNER) != accounts.sessions.address_tag(STRANGER)
            own = (await accounts.sessions.who(token))[1]  # type: ignore[index]
            before = len(await store.events("room"))
            await accounts.sessions.note_use(own, OWNER)
            assert len(await store.events("room")) == before, "known for this hour"
            await accounts.sessions.note_use(own, STRANGER)
            assert len(await store.events("room")) == before + 1
        assert OWNER.encode() not in (tmp_path / "room.db").read_bytes()

    asyncio.run(check())


def test_writing_about_an_account_never_undoes_what_another_request_wrote(tmp_path: Path) -> None:
    """A name given while the account is being closed does not open it again."""

    async def check() -> None:
        async with door(tmp_path) as (store, _, accounts):
            from houseway.records.store import Event

            person, _ = await accounts.sessions.arrive()
            await accounts.changes.close_account(person.id, Event("moderated", {}))
            with pytest.raises(NotAllowed):
                await accounts.names.register(person, NAME, PASSWORD)
            account = await store.find.person(person.id)
            assert account is not None
            assert account.closed_at is not None
            assert account.kind == "guest"

    asyncio.run(check())
