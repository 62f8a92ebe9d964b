"""A failed login costs the same whatever is wrong: nobody learns from the time it takes which names there are."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from argon2 import extract_parameters

from houseway.server import sessions as module
from houseway.server.answers import Refusal
from houseway.server.room import Room, Settings
from houseway.server.sessions import TRIES, Sessions
from rooms import opened


class Meter:
    """Counts what a login does: reads, commits, and every password hash by its cost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: Room) -> None:
        self.done: Counter[str] = Counter()
        self.room = room
        for owner, name in ((room.store.find, "person_named"), (room.store, "commit")):
            monkeypatch.setattr(owner, name, self._counting(name, getattr(owner, name)))
        plain = module._verified
        monkeypatch.setattr(module, "_verified", lambda *given: self._hashes(given[0]) or plain(*given))

    def _counting(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*given: Any) -> Any:
            self.done[name] += 1
            return await plain(*given)

        return counted

    def _hashes(self, stored: str) -> None:
        self.done[repr(extract_parameters(stored))] += 1

    async def of(self, work: Any) -> Counter[str]:
        """What was done before the answer came."""
        while self.room._tasks:  # what goes on beside is over
            await asyncio.sleep(0.01)
        self.done.clear()
        with pytest.raises(Refusal, match="wrong"):
            await work
        return Counter(self.done)


def test_every_failed_login_does_the_same_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings())
            sessions = Sessions(room)
            person, _ = await sessions.arrive()
            guest, _ = await sessions.arrive()
            await sessions.register(person, "Ada Lovelace", "difference engine")
            meter = Meter(monkeypatch, room)
            works = [
                await meter.of(sessions.log_in("Nobody At All", "difference engine")),
                await meter.of(sessions.log_in(guest.name, "difference engine")),
                *[await meter.of(sessions.log_in("Ada Lovelace", "wrong")) for _ in range(TRIES)],
                *[await meter.of(sessions.log_in("No Such Name", "wrong")) for _ in range(TRIES + 1)],
                await meter.of(sessions.log_in("Ada Lovelace", "difference engine")),  # right, and locked
            ]
            assert all(work == works[0] for work in works), works
            assert works[0]["person_named"] == works[0].total() - 1 == 1, "one look and one hash"
            await asyncio.sleep(0)
            while room._tasks:
                await asyncio.sleep(0.01)
            assert [event.kind for event in await store.events("room")].count("account_locked") == 1

    asyncio.run(check())
