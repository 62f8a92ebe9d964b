"""The store on SQLite and on PostgreSQL: what it stores, what it refuses, what it seals."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa

from houseway.records.store import (
    Change,
    Dispute,
    Event,
    OtherBody,
    Person,
    Receipt,
    Repeated,
    RoundPlayer,
    RoundRow,
    SeatRow,
    Session,
    Setting,
    ShortOfChips,
    Stale,
    Store,
    TableRow,
    Taken,
    TermsVersion,
    Transfer,
    Unavailable,
    WeakStorage,
    WrongSchema,
    schema,
)
from houseway.records.store.database import Database
from houseway.records.store.keys import room_key
from houseway.records.store.postgresql_database import why_weak_postgresql
from houseway.records.store.rows import Row
from houseway.records.store.sqlite_database import why_weak_sqlite
from houseway.rules.errors import Broken, HousewayError, NotAllowed, Unreadable
from support.databases import new_database
from support.rooms import AT, ROOM_KEY, fill, opened


def gift(to: str, chips: int = 100) -> Transfer:
    return Transfer("issue", to, chips, "welcome", "ROOM-01", "welcome")


def note(text: object = "", **more: Any) -> Event:
    return Event("note", {"text": text}, **more)


async def tried(store: Store, change: Change) -> HousewayError | int:
    try:
        return await store.commit(change)
    except HousewayError as error:
        return error


def test_a_balance_is_as_the_last_commit_left_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in range(5):
                await store.commit(Change("table:1", number, 0, (note(),), transfers=(gift("player:a"),)))
                assert await store.balances(["player:a", "player:b"]) == {"player:a": 100 * (number + 1), "player:b": 0}

    asyncio.run(check())


def test_events_come_back_in_order_with_their_numbers(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            assert await store.commit(Change("room", 0, 0, (note(1), note("zwei ♠")))) == 2
            assert await store.commit(Change("room", None, 0, (note({"deep": [1, None, True]}),))) == 3
            events = await store.events("room")
            assert [(e.number, e.body["text"]) for e in events] == [
                (1, 1),
                (2, "zwei ♠"),
                (3, {"deep": [1, None, True]}),
            ]
            assert [e.number for e in await store.events("room", after=2)] == [3]
            assert (await store.head("room"), await store.head("nowhere")) == (3, 0)
        async with opened(url) as again:
            assert len(await again.events("room")) == 3

    asyncio.run(check())


def test_a_stale_head_or_fence_writes_nothing(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("room", 0, 0, (note(),)))
            for change in (
                Change("room", 0, 0, (note(),)),
                Change("room", 2, 0, (note(),)),
                Change("room", 1, 1, (note(),)),
            ):
                error = await tried(
                    store, replace(change, transfers=(gift("player:a"),), receipt=Receipt("a", "c", "d", {}))
                )
                assert isinstance(error, Stale)
                assert error.head == 1
            assert await store.balance("player:a") == 0
            assert await store.answer_to("a", "c", "d") is None

    asyncio.run(check())


def test_a_paused_owner_is_fenced_off(url: str) -> None:
    async def check() -> None:
        async with opened(url) as first, opened(url) as second:
            mine = await first.take_lease("table:1", "first", 0.05)
            assert mine is not None
            await first.commit(Change("table:1", 0, mine, (note(),)))
            await asyncio.sleep(0.2)  # the owner is paused and its lease runs out
            theirs = await second.take_lease("table:1", "second", 60)
            assert theirs is not None
            assert theirs > mine
            assert await second.commit(Change("table:1", 1, theirs, (note("theirs"),))) == 2
            assert isinstance(await tried(first, Change("table:1", 1, mine, (note("late"),))), Stale)
            assert isinstance(await tried(first, Change("table:1", 2, mine, (note("late"),))), Stale)
            assert isinstance(await tried(first, Change("table:1", None, mine, (note("late"),))), Stale)
            assert await first.renew_leases("first", {"table:1": mine}, 60) == set()
            assert await second.renew_leases("second", {"table:1": mine}, 60) == set()
            assert await second.renew_leases("second", {"table:1": theirs, "table:2": 1}, 60) == {"table:1"}
            assert await first.take_lease("table:1", "first", 60) is None
            await first.release_lease("table:1", "first", mine)  # it no longer owns the stream
            assert await second.unowned() == []
            await second.release_lease("table:1", "second", theirs)
            assert await first.unowned() == ["table:1"]
            assert await first.take_lease("table:1", "first", 60) == theirs + 1
            assert [e.body["text"] for e in await first.events("table:1")] == ["", "theirs"]

    asyncio.run(check())


def test_leases_are_renewed_in_the_order_in_which_writers_lock(postgresql_address: str) -> None:
    """A writer that holds the first stream gets the second while the renewal waits: neither waits for the other."""
    url = new_database(postgresql_address, "leases")

    async def check() -> None:
        async with opened(url) as store:
            held = {name: await store.take_lease(name, "us", 60) or 0 for name in ("table:b", "table:a")}
            writer = await asyncpg.connect(url)
            await writer.execute("SET lock_timeout = '10s'")
            async with writer.transaction():
                lock = "SELECT name FROM streams WHERE name = $1 FOR UPDATE"
                await writer.fetch(lock, "table:a")
                renewal = asyncio.create_task(store.renew_leases("us", held, 60))
                async with asyncio.timeout(20):
                    while not await writer.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                        await asyncio.sleep(0.01)
                await writer.fetch(lock, "table:b")
            assert await renewal == set(held)
            await writer.close()

    asyncio.run(check())


def test_nobody_pays_what_they_do_not_have(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("room", None, 0, (note(),), (gift("player:a"),)))
            pay = Transfer("player:a", "held:t:a", 101, "cover", "PYR-01", "held")
            error = await tried(store, Change("room", None, 0, (note(),), (pay,)))
            assert isinstance(error, ShortOfChips)
            assert (error.account, error.has, error.needs) == ("player:a", 100, 101)
            await store.commit(Change("room", None, 0, (note(),), (replace(pay, chips=100),)))
            assert await store.balances(["player:a", "held:t:a", "issue"]) == {
                "player:a": 0,
                "held:t:a": 100,
                "issue": -100,
            }

    asyncio.run(check())


def test_a_payment_waits_for_the_one_that_pays_for_it(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            first = Transfer("held:t:a", "held:t:b", 60, "x", "PYR-01", "lost")
            then = Transfer("house", "held:t:a", 60, "y", "PYR-01", "won")
            await store.commit(Change("room", None, 0, (note(),), (first, then)))
            assert await store.balance("held:t:b") == 60

    asyncio.run(check())


def test_a_command_is_carried_out_once(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            change = Change("room", None, 0, (note(),), (gift("player:a"),), Receipt("a", "c1", "digest", {"n": 7}))
            sent = [tried(place, change) for place in (store, other, store, store, other)]
            outcomes = await asyncio.gather(*sent)
            assert [type(outcome) for outcome in outcomes].count(int) == 1
            assert all(o.answer == {"n": 7} for o in outcomes if isinstance(o, Repeated))
            assert sum(isinstance(outcome, Repeated) for outcome in outcomes) == 4
            assert await store.balance("player:a") == 100
            assert await store.answer_to("a", "c1", "digest") == {"n": 7}
            reused = replace(change, receipt=Receipt("a", "c1", "another", {}))
            assert isinstance(await tried(store, reused), OtherBody)
            with pytest.raises(OtherBody):
                await store.answer_to("a", "c1", "another")
            assert await store.answer_to("b", "c1", "another") is None

    asyncio.run(check())


def test_one_bad_change_does_not_affect_the_others(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            named = [
                Person(id=f"{n}", name="Ada" if n in (3, 5) else f"P{n}", kind="named", made_at=AT) for n in range(8)
            ]
            changes = [Change(f"s{n}", 0, 0, (note(n),), (gift(f"player:{n}"),), rows=(named[n],)) for n in range(8)]
            changes[6] = replace(changes[6], expected=9)
            outcomes = await asyncio.gather(*(tried(store, change) for change in changes))
            assert [type(o).__name__ for o in outcomes] == ["int"] * 5 + ["Taken", "Stale", "int"]
            assert isinstance(outcomes[5], Taken)
            assert [await store.balance(f"player:{n}") for n in range(8)] == [100] * 5 + [0, 0, 100]

    asyncio.run(check())


def test_many_commits_at_once_are_few_transactions(url: str) -> None:
    async def check() -> None:
        passed: list[str] = []
        async with opened(url, passing=passed.append) as store:
            await asyncio.gather(*(store.commit(Change(f"s{n % 7}", None, 0, (note(n),))) for n in range(300)))
            assert passed.count("durable") <= 5

    asyncio.run(check())


def test_writers_that_come_one_by_one_are_gathered_and_a_single_one_never_waits(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        passed: list[str] = []
        async with opened(url, passing=passed.append) as store:

            async def writes(stream: str, count: int) -> None:
                for number in range(count):
                    await store.commit(Change(stream, None, 0, (note(number),)))

            await writes("alone", 12)
            assert passed.count("durable") == 12
            monkeypatch.setattr("houseway.records.store.writer.GATHERING", 60)
            await asyncio.wait_for(writes("alone", 12), 30)  # a single writer does not wait for others
            monkeypatch.setattr("houseway.records.store.writer.GATHERING", 0.2)
            before = passed.count("durable")
            await asyncio.gather(*(writes(f"s{number}", 2) for number in range(6)))
            await asyncio.gather(*(_after(number * 0.02, writes(f"t{number}", 1)) for number in range(6)))
            assert passed.count("durable") - before <= 5

    asyncio.run(check())


async def _after(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    await asyncio.sleep(seconds)
    await work


def test_malformed_changes_raise_broken(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for bad in (
                Change("room", None, 0, (), (gift("player:a"),)),
                Change("room", None, 0, (note(),), (gift("player:a", 0),)),
                Change("room", None, 0, (note(),), (gift("player:a", -5),)),
                Change("room", None, 0, (note(),), (gift("player:a", True),)),
                Change("room", None, 0, (note(),), (gift("issue"),)),
                Change("room", None, 0, (note(),), (replace(gift("player:a"), clause=""),)),
                Change("room", None, 0, (note(sealed=True),)),
                Change("room", None, 0, (note(sealed=True, round="never begun"),)),
                Change("room", None, 0, (Event("settled", {}),)),
            ):
                with pytest.raises(Broken):
                    await store.commit(bad)
            assert await store.head("room") == 0

    asyncio.run(check())


# Secrets -----------------------------------------------------------------------------------------------------------

SECRET = "the-seven-of-spades-lies-on-top"


def test_a_live_round_cannot_be_read_in_the_database(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            begun = Event("committed", {"commitment": "c"}, "r1", secret={"order": SECRET})
            await store.commit(Change("table:1", 0, 0, (begun, Event("move", {"cards": SECRET}, "r1", sealed=True))))
            events = await store.events("table:1")
            assert (events[0].body["order"], events[1].body["cards"]) == (SECRET, SECRET)
            for file in tmp_path.iterdir():
                assert SECRET.encode() not in file.read_bytes()
            assert (tmp_path / "room.db-wal").stat().st_size > 0

    asyncio.run(check())


def test_another_key_reads_only_what_is_over(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            begun = Event("committed", {"commitment": "c"}, "r1", secret={"order": SECRET})
            await store.commit(Change("table:1", 0, 0, (begun, Event("move", {"cards": SECRET}, "r1", sealed=True))))
            other = await Store.open(url, room_key=b"x" * 32)
            live = await other.events("table:1")
            assert all(event.unreadable and SECRET not in str(event) for event in live)
            await store.commit(Change("table:1", 2, 0, (Event("voided", {"reason": "x"}, "r1"),)))
            over = await other.round_events("r1")
            assert [event.unreadable for event in over] == [False] * 3
            assert over[1].body["cards"] == SECRET
            await other.close()

    asyncio.run(check())


def test_a_round_goes_on_after_a_restart(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("table:1", 0, 0, (Event("committed", {}, "r1", secret={"order": SECRET}),)))
        async with opened(url) as again:
            await again.commit(Change("table:1", 1, 0, (Event("move", {"cards": SECRET}, "r1", sealed=True),)))
            assert (await again.events("table:1"))[1].body["cards"] == SECRET
            await again.commit(Change("table:1", 2, 0, (Event("settled", {}, "r1"),), snapshot={"seats": 3}))
            shot = await again.snapshot("table:1")
            assert shot is not None
            assert (shot.number, shot.body) == (3, {"seats": 3})

    asyncio.run(check())


def test_sealed_moves_are_all_of_one_length(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            moves = [
                Event("move", {"option": word}, "r1", sealed=True) for word in ("fold", "surrender", "buy", "x" * 90)
            ]
            await store.commit(Change("table:1", 0, 0, (Event("committed", {}, "r1"), *moves)))
        assert len({len(body) for (body,) in await rows(url, "SELECT body FROM events WHERE kind = 'move'")}) == 1

    asyncio.run(check())


async def rows(url: str, statement: str) -> list[Any]:
    """The rows of a statement, read directly from the database."""
    database = Database.at(url)
    result = await database.read(lambda connection: list(connection.exec_driver_sql(statement)))
    await database.close()
    return result


def test_the_room_key_is_made_once_and_readable_by_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_ROOM_KEY", raising=False)
    key = room_key(tmp_path / "data")
    assert len(key) == 32
    assert room_key(tmp_path / "data") == key
    file = tmp_path / "data" / "room.key"
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    with pytest.raises(Unreadable, match="chmod 600"):
        room_key(tmp_path / "data")
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", "ab" * 32)
    assert room_key(tmp_path / "data") == b"\xab" * 32
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", "secretsecret")
    with pytest.raises(Unreadable) as refused:
        room_key(tmp_path)
    assert "secretsecret" not in str(refused.value)


# What the database itself refuses ------------------------------------------------------------------------------------

ATTACKS = (
    "UPDATE events SET body = '{}'",
    "DELETE FROM events",
    "UPDATE transfers SET chips = chips + 1",
    "DELETE FROM transfers",
    "UPDATE receipts SET answer = '{}'",
    "DELETE FROM receipts",
    "UPDATE streams SET head = head - 1",
    "UPDATE streams SET fence = -1",
    "DELETE FROM streams",
    "DELETE FROM balances",
    "UPDATE balances SET chips = -1 WHERE account = 'player:a'",
    "INSERT INTO transfers VALUES ('room', 1, 9, 'player:a', 'house', 999, 'w', 'C-1', 'y', NULL)",
    "INSERT INTO transfers VALUES ('room', 1, 9, 'issue', 'player:a', 0, 'w', 'C-1', 'y', NULL)",
    "INSERT INTO transfers VALUES ('room', 1, 9, 'issue', 'player:a', -5, 'w', 'C-1', 'y', NULL)",
    "INSERT INTO transfers VALUES ('room', 1, 9, 'issue', 'issue', 5, 'w', 'C-1', 'y', NULL)",
    "INSERT INTO transfers VALUES ('room', 1, 9, 'issue', 'player:a', 5, 'w', '', 'y', NULL)",
    "INSERT INTO transfers VALUES ('room', 99, 1, 'issue', 'player:a', 5, 'w', 'C-1', 'y', NULL)",
)


def test_events_cannot_be_changed(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("room", 0, 0, (note(),), (gift("player:a"),), Receipt("a", "c", "d", {})))
        database = Database.at(url)
        attacks = [
            *ATTACKS,
            *(["TRUNCATE events CASCADE", "UPDATE balances SET chips = 5"] if "postgres" in url else []),
        ]
        for attack in attacks:
            with pytest.raises(sa.exc.DBAPIError):
                await database.write(lambda connection, attack=attack: connection.exec_driver_sql(attack))  # type: ignore[misc]
        await database.close()
        async with opened(url) as store:
            assert (await store.head("room"), await store.balance("player:a")) == (1, 100)

    asyncio.run(check())


def test_weak_storage_is_refused(tmp_path: Path) -> None:
    for url in (
        "sqlite://",
        "sqlite:///:memory:",
        f"sqlite:///{tmp_path}/r.db?synchronous=NORMAL",
        "sqlite:///file:x?mode=memory",
    ):
        with pytest.raises(WeakStorage):
            asyncio.run(Store.open(url, room_key=ROOM_KEY))
    assert why_weak_sqlite("wal", 2) is why_weak_sqlite("wal", 3) is None
    assert why_weak_sqlite("wal", 1)
    assert why_weak_sqlite("wal", 0)
    assert why_weak_sqlite("delete", 2)
    assert why_weak_postgresql("on", "on", "on", replica=False) is None
    for settings in (("off", "on", "on"), ("on", "off", "on"), ("on", "on", "off")):
        assert why_weak_postgresql(*settings, replica=False)
    assert why_weak_postgresql("on", "on", "on", replica=True)


def test_every_connection_to_sqlite_is_durable(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    assert asyncio.run(rows(url, "PRAGMA journal_mode")) == [("wal",)]
    assert asyncio.run(rows(url, "PRAGMA synchronous")) == [(2,)]


def test_a_postgresql_that_may_lose_commits_is_refused(postgresql_address: str) -> None:
    url = new_database(postgresql_address, "weak")
    name = url.rpartition("/")[2]
    statement = f'ALTER DATABASE "{name}" SET synchronous_commit = off'

    async def check() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(statement)
        await connection.close()
        with pytest.raises(WeakStorage, match="synchronous_commit"):
            await Store.open(url, room_key=ROOM_KEY)

    asyncio.run(check())


@pytest.mark.parametrize("bad", ["", "room.db", "mysql://x/y", "://", "sqlite+nonsense"])
def test_other_databases_are_refused_in_one_sentence(bad: str) -> None:
    with pytest.raises(Unreadable, match="sqlite:///FILE"):
        asyncio.run(Store.open(bad, room_key=ROOM_KEY))


def test_a_database_that_is_not_there_is_refused_without_its_password() -> None:
    with pytest.raises(Unavailable) as refused:
        asyncio.run(Store.open("postgresql://me:hunter2@127.0.0.1:1/x", room_key=ROOM_KEY))
    assert "hunter2" not in str(refused.value)


def test_a_newer_room_is_refused(url: str) -> None:
    async def check() -> None:
        async with opened(url):
            pass
        database = Database.at(url)
        await database.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9'")
        )
        await database.close()
        with pytest.raises(WrongSchema):
            await Store.open(url, room_key=ROOM_KEY)

    asyncio.run(check())


# News --------------------------------------------------------------------------------------------------------------


async def soon(heard_so_far: Any, wanted: Any) -> None:
    for _ in range(200):
        if heard_so_far == wanted:
            return
        await asyncio.sleep(0.02)
    assert heard_so_far == wanted


def test_listeners_hear_of_commits_after_they_are_durable(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            heard: list[tuple[str, int]] = []
            durable: list[int] = []

            def failing(stream: str, head: int) -> None:
                raise ZeroDivisionError

            stop = store.listen(lambda stream, head: heard.append((stream, head)))
            store.listen(failing)  # a failing listener does not affect the others
            await asyncio.gather(*(store.commit(Change("a", None, 0, (note(),))) for _ in range(3)))
            durable.append(await store.head("a"))
            assert heard[-1] == ("a", 3)
            assert isinstance(await tried(store, Change("a", 0, 0, (note(),))), Stale)
            stop()
            await store.commit(Change("a", 3, 0, (note(),)))
            assert heard[-1] == ("a", 3)
            messages: list[dict[str, Any]] = []
            store.subscribe("topic", messages.append)
            await store.send("topic", {"x": 1})
            await store.send("another", {"x": 2})
            assert messages == [{"x": 1}]
            with pytest.raises(NotAllowed):
                await store.send("topic", {"x": "x" * 8000})

    asyncio.run(check())


def test_other_processes_receive_news_too(postgresql_address: str) -> None:
    from support.databases import new_database

    url = new_database(postgresql_address, "news")

    async def check() -> None:
        async with opened(url) as here, opened(url) as there:
            heard: list[tuple[str, int]] = []
            messages: list[dict[str, Any]] = []
            there.listen(lambda stream, head: heard.append((stream, head)))
            there.subscribe("orders", messages.append)
            await here.commit(Change("a", None, 0, (note(), note())))
            await here.send("orders", {"do": "sit"})
            await soon(heard, [("a", 2)])
            await soon(messages, [{"do": "sit"}])
            names = [f"table:{'x' * 60}{n}" for n in range(300)]  # too many for one notice
            await asyncio.gather(*(here.commit(Change(name, 0, 0, (note(),))) for name in names))
            for _ in range(200):
                if len(heard) == 301:
                    break
                await asyncio.sleep(0.02)
            assert {stream for stream, _ in heard} == {"a", *names}

    asyncio.run(check())


def test_news_resume_after_the_connection_is_lost(postgresql_address: str) -> None:
    from support.databases import new_database

    url = new_database(postgresql_address, "cut")

    async def check() -> None:
        async with opened(url) as here, opened(url) as there:
            heard: list[tuple[str, int]] = []
            there.listen(lambda stream, head: heard.append((stream, head)))
            await rows(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await soon(heard, [("", 0)])
            await here.commit(Change("a", None, 0, (note(),)))
            await soon(heard, [("", 0), ("a", 1)])

    asyncio.run(check())


# Lookups -------------------------------------------------------------------------------------------------------------


def test_index_rows_come_back_as_they_were_written(url: str) -> None:
    ada = Person(
        id="p1", name="Ada", kind="named", made_at=AT, password_hash="$argon2id$", settings={"four_colours": True}
    )
    session = Session(token_hash="h", person="p1", made_at=AT, expires_at=AT)
    table = TableRow(id="t1", game="pyramid", name="One", made_at=AT, public=False, code="ABCD", options={"decks": 8})
    round_ = RoundRow(id="t1-1", table_id="t1", game="pyramid", begun_at="2026-01-01", commitment="c")
    rows_: tuple[Row, ...] = (
        *(ada, session, table, SeatRow(table_id="t1", seat=1, person="p1"), round_),
        *(RoundPlayer(round="t1-1", seat=seat, person="p1", begun_at="2026-01-01") for seat in (1, 2)),
        TermsVersion(game="pyramid", version=1, in_force_from="2026-01-01", options={}, terms_hash="h", made_at=AT),
        TermsVersion(game="pyramid", version=2, in_force_from="2026-03-01", options={}, terms_hash="i", made_at=AT),
        Dispute(id="d1", round="t1-1", person="p1", says="?", made_at=AT),
        Setting(name="operator_token_hash", value="x"),
    )

    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("room", 0, 0, (note(),), rows=rows_))
            find = store.find
            assert await find.person("p1") == await find.person_named("ADA") == ada
            assert await find.person("p2") is None
            assert await find.session("h") == session
            assert await find.sessions_of("p1") == [session]
            assert await find.tables() == [table]
            assert await find.table("t1") == await find.table_with_code("ABCD") == table
            assert await find.seats("t1") == await find.seats_of("p1") == [rows_[3]]
            assert await find.live_rounds() == [await find.round("t1-1")] == [round_]
            [played] = await find.history("p1")
            assert (played.round, [seat.seat for seat in played.seats]) == (round_, [1, 2])
            assert await find.history("p1", before="2026-01-01") == []
            assert len(await find.round_players("t1-1")) == 2
            in_force = [await find.terms_in_force("pyramid", at) for at in ("2025", "2026-02", "2026-03-01", "2027")]
            assert [terms and terms.version for terms in in_force] == [None, 1, 2, 2]
            assert len(await find.terms_versions("pyramid")) == 2
            assert await find.disputes(state="open") == await find.disputes() == [await find.dispute("d1")]
            assert await find.disputes(state="upheld") == []
            assert (await find.setting("operator_token_hash"), await find.setting("nothing")) == ("x", None)
            over = replace(round_, ended_at=AT, outcome="settled")
            await store.commit(Change("room", 1, 0, (note(),), rows=(over, replace(table, closed_at=AT))))
            assert await find.live_rounds() == []
            assert await find.tables() == []
            assert await find.round("t1-1") == over
            assert len(await find.tables(closed=True)) == 1

    asyncio.run(check())


def test_rounds_are_found_by_their_id_and_by_the_code_of_their_table(url: str) -> None:
    """The ids of a private table's rounds do not begin with its code."""
    row = RoundRow(id="LABEL-1", table_id="CODE", game="pyramid", begun_at=AT, commitment="c", ended_at=AT)

    async def check() -> None:
        async with opened(url) as store:
            await store.commit(Change("room", 0, 0, (note(),), rows=(row,)))
            for words in ("label-1", "LAB", "code", ""):
                assert await store.find.rounds(words=words) == [row], words
            assert await store.find.rounds(words="another") == []

    asyncio.run(check())


def test_sqlite_stores_any_text_unchanged(tmp_path: Path) -> None:
    says = Dispute(id="d1", round="r", person="p", says='half\x00way, \\u0000 "♠"', made_at=AT)
    receipt = Receipt("a\x00b", "c\x00d", "digest", {"n": "\x00"})

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            await store.commit(Change("room", 0, 0, (note("one\x00two"),), receipt=receipt, rows=(says,)))
            assert await store.find.dispute("d1") == says
            assert await store.answer_to("a\x00b", "c\x00d", "digest") == {"n": "\x00"}
            assert await store.answer_to("a", "c", "digest") is None
            assert [event.body["text"] for event in await store.events("room")] == ["one\x00two"]

    asyncio.run(check())


def test_returns_are_computed_from_the_ledger(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await fill(store, rounds=1, live=False)
            returns = await store.find.returns()
            assert {row.game for row in returns} >= {"pyramid", "pick2", "casino"}
            assert sum(row.to_house - row.from_house for row in returns) == await store.balance("house")
            assert all(row.staked > 0 for row in returns if row.wager == "main")
            assert await store.find.returns(since="2099") == []
            moved = await store.find.ledger("pyramid1-1")
            assert {transfer.wager for transfer in moved} > {"cover"}
            assert sum(t.chips for t in moved if t.wager == "cover" and t.payee.startswith("held:")) % 50_000 == 0
            assert await store.find.ledger("nothing") == []

    asyncio.run(check())


# No cash path --------------------------------------------------------------------------------------------------------

CASH = (
    "cash",
    "deposit",
    "withdraw",
    "currency",
    "money",
    "dollar",
    "card_number",
    "iban",
    "wallet",
    "price",
    "payout",
)


def test_there_is_no_cash_path_in_the_schema() -> None:
    names = {table.name for table in schema.metadata.tables.values()}
    names |= {column.name for table in schema.metadata.tables.values() for column in table.columns}
    assert not [name for name in names for word in CASH if word in name]
    chips = {f"{t.name}.{c.name}" for t in schema.metadata.tables.values() for c in t.columns if "chips" in c.name}
    assert chips == {"transfers.chips", "balances.chips"}
    for table in schema.metadata.tables.values():
        for column in table.columns:
            assert not isinstance(column.type, sa.Float | sa.Numeric), f"{table.name}.{column.name} is no whole number"
