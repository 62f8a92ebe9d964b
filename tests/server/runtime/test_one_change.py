"""What follows at once from a command is written with it; a message for another process is not opened here."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.games.pyramid.sheet import SHEET as PYRAMID
from houseway.records.fairness import entropy_commitment
from houseway.records.store import Change, Event, Receipt, Store, Transfer, sealing
from houseway.records.store.news import News
from houseway.records.store.postgresql_database import PostgresqlDatabase
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.tables.timers import Pace
from houseway.server.views import messages
from support.databases import new_database
from support.rooms import ROOM_KEY, opened

ADA = Caller("ada", "Ada")
PACE = Pace(wager=600, decide=600, set=600, set_many=600, pause=0, entropy=600)
ENTROPY = "5a" * 32


async def until(wanted: Any) -> None:
    async with asyncio.timeout(20):
        while not wanted():
            await asyncio.sleep(0.005)


async def revealed(store: Store, room: Room) -> tuple[Actor, dict[str, Any], list[list[str]]]:
    """A table at which one player has revealed the last entropy: the answer, and the kinds of events by change."""
    written: list[list[str]] = []
    plain = store.commit

    async def commit(change: Change) -> int:
        head = await plain(change)
        written.append([event.kind for event in change.events])
        return head

    store.commit = commit  # type: ignore[method-assign]
    await room.chips.give("ada", 500, "welcome")
    actor = await room.opening.open_table(PYRAMID, host=ADA, private=False, places=2, pace="normal", bots=[], version=0)
    table = actor.desk.table
    await room.routing.order(ADA, messages.Sit("sit", table))
    await until(lambda: actor.desk.live is not None)
    live = actor.desk.live
    assert live is not None
    commitment = entropy_commitment(live.commitment, live.id, ENTROPY)
    await room.routing.order(ADA, messages.EntropyCommit("commit", table, round=live.id, commitment=commitment))
    answer = await room.routing.order(ADA, messages.Entropy("reveal", table, round=live.id, entropy=ENTROPY))
    return actor, answer, written


def test_the_last_entropy_and_the_opening_are_one_change(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            room = Room(store, Settings(paces={"normal": PACE}))
            await room.start()
            actor, answer, written = await revealed(store, room)
            assert written[-1] == ["entropy", "opened"]
            assert actor.desk.round is not None
            assert answer["number"] == actor.desk.number
            again = messages.Entropy("reveal", actor.desk.table, round=actor.desk.live.id, entropy=ENTROPY)  # type: ignore[union-attr]
            assert await room.routing.order(ADA, again) == answer
            await room.stop()

    asyncio.run(check())


def test_entropy_stays_recorded_if_the_chips_for_the_opening_are_gone(url: str) -> None:
    """Chips that were counted and then went to another table cost nobody the entropy that was revealed."""

    async def check() -> None:
        async with opened(url) as store:
            room = Room(store, Settings(paces={"normal": PACE}))
            await room.start()
            plain = room.chips.balances
            counted = 0

            async def balances(desk: Any) -> Mapping[str, int]:
                nonlocal counted
                shuffled = desk.live is not None and bool(desk.live.entropies)
                counted += shuffled
                return {"ada": 2_000} if shuffled and counted == 1 else await plain(desk)

            room.chips.balances = balances  # type: ignore[method-assign]
            actor, _, written = await revealed(store, room)
            assert ["entropy"] in written
            await until(lambda: actor.desk.round is not None)
            assert counted == 2
            assert ["opened"] in written
            await room.stop()

    asyncio.run(check())


@pytest.mark.parametrize("size", [10, 1_025, 4_097, 6_000])
def test_messages_of_every_length_are_read_in_both_bases(size: int) -> None:
    text = "x" * size
    sealed = sealing.seal_message(text, ROOM_KEY, "orders", "p")
    assert sealing.open_message(sealed, ROOM_KEY, "orders", "p").rstrip() == text
    if sealed.startswith(sealing.BASE64):
        older = base64.b85encode(base64.b64decode(sealed.removeprefix(sealing.BASE64))).decode()
        assert sealing.open_message(older, ROOM_KEY, "orders", "p").rstrip() == text


def test_only_a_message_that_is_heard_here_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened_topics: list[str] = []

    async def check() -> None:
        news = News(ROOM_KEY)
        monkeypatch.setattr(news, "_open_and_deliver", lambda payload: opened_topics.append(payload["topic"]))
        stop = news.subscribe("orders", lambda message: None)
        for topic in ("orders", "answers:another"):
            news._receive(f'{{"from": "somebody", "topic": "{topic}", "sealed": ""}}')
        stop()
        news._receive('{"from": "somebody", "topic": "orders", "sealed": ""}')

    asyncio.run(check())
    assert opened_topics == ["orders"]


def test_a_commit_is_five_statements_on_postgresql(postgresql_address: str) -> None:
    """Heads, balances and receipts are read; everything is written at once; the other processes are notified."""
    statements: list[str] = []
    url = new_database(postgresql_address, "five_statements")

    async def check() -> None:
        async with opened(url) as store:
            database = store._database
            assert isinstance(database, PostgresqlDatabase)
            gift = Transfer("issue", "player:a", 5, "welcome", "ROOM-01", "welcome")

            def change(name: str) -> Change:
                return Change("room", None, 0, (Event("note", {}),), (gift,), Receipt("a", name, "0" * 64, {"n": 1}))

            await store.commit(change("first"))
            engine = database._write_engine.sync_engine
            sa.event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
            await store.commit(change("second"))
            assert await store.balance("player:a") == 10

    asyncio.run(check())
    assert len(statements) == 5, statements
