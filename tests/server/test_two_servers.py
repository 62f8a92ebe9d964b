"""Two servers on one PostgreSQL: commands reach the owner, followers get its events, and take over when it dies."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from houseway.records.store import schema
from houseway.records.store.database import Database
from support.client import Client
from support.databases import new_database
from support.server_process import Server
from support.survivors import Survivor
from support.two_servers import ROOM_KEY, audited, same_session, settled_twice

Pair = tuple[Server, Server, str]
EVENTS_BEFORE_PAUSE = 12
"""Further events at the table before its owner is paused in the middle of a round."""


@pytest.fixture
def pair(tmp_path: Path, postgresql_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", ROOM_KEY)
    url = new_database(postgresql_address, f"two{os.getpid()}_{time.monotonic_ns()}")
    one = Server(tmp_path / "one", url).start()
    two = Server(tmp_path / "two", url).start()
    yield one, two, url
    for server in (one, two):
        server.kill()
        assert "Traceback" not in server.log.read_text(), server.log.read_text()


def _settled_after(client: Client, table: str, number: int) -> bool:
    """Whether this client received a settlement after that event."""
    return any(event["kind"] == "settled" and event["number"] > number for event in client.events(table))


async def head(url: str, table: str) -> int:
    """The number of the table's last event in the database."""
    last = sa.select(schema.streams.c.head).where(schema.streams.c.name == f"table:{table}")
    database = Database.at(url)
    try:
        return await database.read(lambda connection: int(connection.execute(last).scalar_one()))
    finally:
        await database.close()


async def receive(client: Client, table: str, number: int) -> None:
    """
    Wait until this client has received this event.

    A server that was paused while it renewed its leases cuts its clients, and they connect again.
    """
    async with asyncio.timeout(60):
        while client.numbers[table] < number:
            if client.is_cut:
                await client.connect()
                await client.ask("watch", table)
            await asyncio.sleep(0.02)


def test_a_follower_plays_and_takes_over_when_the_owner_dies(pair: Pair) -> None:
    one, two, url = pair

    async def play() -> None:
        owner = await Client(one.url).come_in()
        guest = await Client(two.url).come_in()
        table = (await owner.http.post("/api/tables", json={"game": "chinese", "seats": 2})).json()["table"]
        for client in (owner, guest):
            await client.ask("watch", table)
            await client.ask("sit", table)
        first, second = await asyncio.gather(owner.play(table, 2), guest.play(table, 2))
        seen = {last["id"]: last["payments"] for last in first}
        assert all(seen.get(last["id"], last["payments"]) == last["payments"] for last in second)
        assert guest.gaps == 0
        one.kill()
        # what the dead owner wrote ends here
        died = time.monotonic()
        left = await head(url, table)
        moved = await same_session(owner, two.url, Survivor)
        assert isinstance(moved, Survivor)
        back = Survivor(two.url)
        back.http.cookies.update(guest.http.cookies)
        await back.connect()
        tasks = []
        for client in (moved, back):
            await client.ask("watch", table)
            tasks.append(asyncio.create_task(client.forever(table)))
        await back.until(lambda: _settled_after(back, table, left), 60)
        print(f"taken over and a round finished {time.monotonic() - died:.1f} s after the kill")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in (owner, guest, moved, back):
            await client.close()

    asyncio.run(asyncio.wait_for(play(), 150))
    two.kill()
    assert audited(url).rounds >= 3
    assert settled_twice(url) == 0


def test_emotes_and_who_is_ready_reach_the_other_process(pair: Pair) -> None:
    one, two, _ = pair

    async def play() -> None:
        owner = await Client(one.url).come_in()
        guest = await Client(two.url).come_in()
        wanted = {"game": "chinese", "seats": 2, "pace": "parked"}
        table = (await owner.http.post("/api/tables", json=wanted)).json()["table"]
        for client in (owner, guest):
            await client.ask("watch", table)
            await client.ask("sit", table)
        await guest.until(lambda: len(guest.tables[table]["chairs"]) == 2)
        await guest.ask("emote", table, word="hello")
        heard = {"tell": "said", "table": table, "place": 2, "player": guest.name, "word": "hello"}
        await owner.until(lambda: heard in owner.frames)
        assert owner.tables[table]["phase"] == "between", "at this pace nobody is dealt to unasked"
        await guest.ask("next", table)
        await owner.ask("next", table)
        for client in (owner, guest):
            await client.until(lambda client=client: client.tables[table]["phase"] != "between")  # type: ignore[misc]
            await client.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_paused_owner_can_no_longer_write(pair: Pair) -> None:
    one, two, url = pair

    async def play() -> None:
        owner = await Client(one.url).come_in()
        table = (await owner.http.post("/api/tables", json={"game": "pyramid", "bots": ["house_way"]})).json()["table"]
        await owner.ask("watch", table)
        await owner.ask("sit", table)
        await owner.play(table, 1)
        number = owner.numbers[table]
        playing = asyncio.create_task(owner.play(table, 50))
        await owner.until(lambda: owner.numbers[table] >= number + EVENTS_BEFORE_PAUSE)
        one.pause()
        moved = await same_session(owner, two.url, Survivor)
        assert isinstance(moved, Survivor)
        await moved.ask("watch", table)
        going = asyncio.create_task(moved.forever(table))
        start = len(moved.receipts)
        until = time.monotonic() + 60
        while len(moved.receipts) < start + 8:
            assert time.monotonic() < until, "nobody took the table over"
            await asyncio.sleep(0.05)
        one.go_on()  # it still believes that the table is its own
        written = await head(url, table)
        await receive(owner, table, written)  # now it follows the new owner
        for task in (playing, going):
            task.cancel()
        await asyncio.gather(playing, going, return_exceptions=True)
        await owner.close()
        await moved.close()

    asyncio.run(asyncio.wait_for(play(), 150))
    one.kill()
    two.kill()
    audited(url)
    assert settled_twice(url) == 0


async def operator(server: Server, token: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, headers={"Authorization": f"Bearer {token}"}, timeout=60)


def events_of(url: str, stream: str) -> Counter[str]:
    """How often a stream has each kind of event."""
    kind = schema.events.c.kind

    async def counts() -> Counter[str]:
        database = Database.at(url)
        wanted = sa.select(kind, sa.func.count()).where(schema.events.c.stream == stream).group_by(kind)
        try:
            return Counter(dict(await database.read(lambda connection: [tuple(r) for r in connection.execute(wanted)])))
        finally:
            await database.close()

    return asyncio.run(counts())


def test_the_operator_reaches_the_tables_of_other_processes_and_acts_once(pair: Pair) -> None:
    one, two, url = pair

    async def play() -> tuple[str, str]:
        owner = await Client(one.url).come_in()
        table, empty = [(await owner.http.post("/api/tables", json={"game": "pyramid"})).json()["table"] for _ in "ab"]
        await owner.ask("watch", table)
        await owner.ask("sit", table)
        await owner.until(lambda: (owner.tables[table]["round"] or {}).get("opened"))
        async with await operator(two, one.token) as there:
            body = {"reason": "misdeal", "note": "voided by the operator at another process"}
            key = {"Idempotency-Key": "void-1"}
            url_ = f"/api/operator/tables/{table}/void"
            voids = await asyncio.gather(*(there.post(url_, json=body, headers=key) for _ in range(4)))
            voids.append(await there.post(url_, json=body, headers=key))
            assert {(each.status_code, each.text) for each in voids} == {(200, voids[0].text)}, voids
            other = await there.post(url_, json={**body, "reason": "exposed_card"}, headers=key)
            assert other.status_code == 409, "the same key for something else"
            for key in ({"Idempotency-Key": "terms-1"},) * 2:
                terms = {"game": "pyramid", "options": {"w1_min": 10}, "note": "dearer"}
                made = await there.post("/api/operator/terms", json=terms, headers=key)
                assert made.json()["version"] == 1
            await owner.until(lambda: owner.tables[table]["terms_version"] == 1)
            listed = {row["table"] for row in (await there.get("/api/tables")).json()}
            assert {table, empty} <= listed, "a table made at one process is in the lobby of the other"
            one.kill()
            closing = {"Idempotency-Key": "close-1"}
            close = f"/api/operator/tables/{empty}/close"
            answers = [await there.post(close, headers=closing) for _ in range(2)]
            assert {(each.status_code, each.text) for each in answers} == {(200, answers[0].text)}, answers
        await owner.close()
        return table, empty

    table, empty = asyncio.run(asyncio.wait_for(play(), 150))
    two.kill()
    audited(url)
    assert events_of(url, f"table:{table}")["terms_changed"] == 1
    assert events_of(url, f"table:{empty}")["closed"] == 1
    noted = events_of(url, "room")
    assert (noted["round_voided"], noted["terms_made"], noted["table_closed"]) == (1, 1, 1)
    assert settled_twice(url) == 0


def test_terms_that_did_not_reach_the_owner_are_applied_by_the_process_that_takes_over(pair: Pair) -> None:
    """The owner is paused while new terms are made, and killed before it receives them."""
    one, two, url = pair

    async def play() -> str:
        owner = await Client(one.url).come_in()
        table: str = (await owner.http.post("/api/tables", json={"game": "casino"})).json()["table"]
        guest = await Client(two.url).come_in()
        await guest.ask("watch", table)
        one.pause()
        async with await operator(two, one.token) as there:
            made = await there.post("/api/operator/terms", json={"game": "casino", "options": {"ante_max": 200}})
            assert made.status_code == 200, made.text
        one.kill()
        await guest.until(lambda: guest.tables[table]["terms_version"] == 1, 60)
        await guest.close()
        await owner.close()
        return table

    table = asyncio.run(asyncio.wait_for(play(), 150))
    two.kill()
    assert events_of(url, f"table:{table}")["terms_changed"] == 1
