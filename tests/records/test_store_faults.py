"""Storage that fails: no acknowledgement without a durable commit, one effect after recovery, and valid anchors."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.records.store import Change, Event, Receipt, Repeated, Store, Transfer, Unavailable, anchors
from houseway.records.store.database import Database
from houseway.records.store.statements import execute_on_sqlite
from houseway.rules.errors import Broken, Unreadable
from support.cut_wire import Wire
from support.databases import new_database
from support.rooms import opened


def command(number: int) -> Change:
    gift = Transfer("issue", "player:a", 1, "welcome", "ROOM-01", "one")
    receipt = Receipt("a", f"c{number}", "digest", {"n": number})
    return Change(f"table:{number % 5}", None, 0, (Event("moved", {"n": number}),), (gift,), receipt)


async def sent(store: Store, number: int) -> str:
    try:
        await store.commit(command(number))
    except Unavailable:
        return "unknown"
    except Repeated:
        return "done before"
    return "done"


def test_a_postgresql_that_drops_its_connections_loses_and_doubles_nothing(postgresql_address: str) -> None:
    url = new_database(postgresql_address, "dropped")
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    connections_cut: list[object] = []

    async def check() -> None:
        async with opened(url) as store:
            tasks = []
            for number in range(120):
                tasks.append(asyncio.create_task(sent(store, number)))
                await asyncio.sleep(0.003)
                if number % 30 == 20:
                    breaker = Database.at(url)
                    connections_cut.extend(
                        await breaker.write(lambda connection: connection.exec_driver_sql(cut).all())
                    )
                    await breaker.close()
            assert connections_cut, "connections of the store were cut"
            first = await asyncio.gather(*tasks)
            again = [await sent(store, number) for number in range(120)]  # after recovery, send the same ids again
            for before, after in zip(first, again, strict=True):
                assert after == "done before" if before == "done" else after in ("done", "done before")
            assert "done" in first
            assert await store.balance("player:a") == 120

    asyncio.run(check())
    assert audit(url).fault is None


def test_nothing_is_acknowledged_on_a_full_disk_and_writing_resumes_later(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    wal = tmp_path / "room.db-wal"
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def check() -> None:
        async with opened(url) as store:
            assert await sent(store, 0) == "done"
            resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 30_000, usual[1]))
            try:
                full = [await sent(store, number) for number in range(1, 40)]
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, usual)
            assert "unknown" in full
            again = [await sent(store, number) for number in range(40)]
            for before, after in zip(["done", *full], again, strict=True):
                assert after == "done before" if before == "done" else after in ("done", "done before")
            assert await store.balance("player:a") == 40

    asyncio.run(check())
    assert audit(url).fault is None


def test_a_body_that_is_not_json_does_not_affect_other_changes(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            bad = Change("table:1", None, 0, (Event("moved", {"n": object()}),))
            nan = Change("table:1", None, 0, (Event("moved", {"n": float("nan")}),))
            work = [store.commit(change) for change in (command(1), bad, command(2), nan, command(3))]
            outcomes = await asyncio.gather(*work, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [int, TypeError, int, ValueError, int]

    asyncio.run(check())


def test_a_text_that_sqlite_cannot_hold_costs_no_other_change(tmp_path: Path) -> None:
    unwritable = Transfer("issue", "player:a", 1, "welcome", "ROOM-01", "half of a pair: \ud800")

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            bad = Change("table:bad", None, 0, (Event("moved", {}),), (unwritable,))
            outcomes = await asyncio.gather(
                *(store.commit(change) for change in (command(1), bad, command(2))), return_exceptions=True
            )
            assert outcomes[0] == outcomes[2] == 1
            assert isinstance(outcomes[1], UnicodeEncodeError)

    asyncio.run(check())


def test_a_closed_store_accepts_no_changes(url: str) -> None:
    async def check() -> None:
        store = await Store.open(url, room_key=bytes(32))
        waiting = [asyncio.create_task(store.commit(command(number))) for number in range(20)]
        await asyncio.sleep(0)
        await store.close()
        assert all(isinstance(head, int) for head in await asyncio.gather(*waiting))
        with pytest.raises(Unavailable):
            await store.commit(command(99))

    asyncio.run(check())


@pytest.mark.parametrize("fails_in", ["gathered", "observer"])
def test_no_commit_waits_for_a_writer_that_failed(tmp_path: Path, fails_in: str) -> None:
    """Otherwise one fault outside the database would freeze every table of the room."""

    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    def passing(point: str) -> None:
        if point == fails_in:
            fail()

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db", passing=passing) as store:
            if fails_in == "observer":
                store.observe_batches(fail)
            async with asyncio.timeout(20):
                for number in range(2):
                    with pytest.raises(Unavailable):
                        await store.commit(command(number))

    asyncio.run(check())


def test_only_a_server_ends_transactions_that_are_idle(postgresql_address: str) -> None:
    """A restored room is audited inside its transaction, for longer than a paused server may keep its locks."""
    url = new_database(postgresql_address, "idle")

    def limit(connection: sa.Connection) -> object:
        return connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar()

    async def check() -> None:
        database = Database.at(url)
        assert await database.write(limit) == "0"
        await database.close()
        async with opened(url) as store:
            assert await store._database.write(limit) == "5s"

    asyncio.run(check())


# Anchors -----------------------------------------------------------------------------------------------------------


def test_anchors_hold_the_heads_that_moved(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    file = tmp_path / anchors.FILE

    async def check() -> None:
        async with opened(url) as store:
            for number in range(5):
                await store.commit(command(number))
            assert await store.anchor(file) == 5
            assert await store.anchor(file) == 0
            await store.commit(command(6))
            assert await store.anchor(file) == 1
        with file.open("a") as cut:
            cut.write('{"at":"2026-01-0')  # a crash in the middle of a line
        async with opened(url) as store:
            assert await store.anchor(file) == 5

    asyncio.run(check())
    assert len(anchors.read(file).heads) == 11
    report = audit(url, anchors_file=file)
    assert (report.fault, report.anchors) == (None, 11)


def test_an_altered_anchor_is_found(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    file = tmp_path / anchors.FILE

    async def check() -> None:
        async with opened(url) as store:
            for number in range(3):
                await store.commit(command(number))
                await store.anchor(file)

    asyncio.run(check())
    lines = file.read_text().splitlines(keepends=True)
    for broken in (lines[1:], lines[:1] + lines[2:], [lines[0].replace("table:0", "table:9"), *lines[1:]]):
        file.write_text("".join(broken))
        with pytest.raises(Unreadable):
            anchors.read(file)
        assert audit(url, anchors_file=file).fault
    data = json.loads(lines[-1])
    data["heads"]["table:1"] = [7, "0" * 64]
    file.write_text("".join([*lines[:-1], json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n"]))
    assert "anchored" in str(audit(url, anchors_file=file).fault)


# Readiness ---------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_reported_by_the_probe_and_by_the_last_commit(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    wal = tmp_path / "room.db-wal"
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def check() -> None:
        async with opened(url) as store:
            assert await sent(store, 0) == "done"
            assert await store.why_not_writable() is None
            resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, usual[1]))
            try:
                assert await sent(store, 1) == "unknown"
                assert "the database failed" in str(store.last_failure)
                assert "the database failed" in str(await store.why_not_writable())
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, usual)
            assert await store.why_not_writable() is None
            assert store.last_failure is None

    asyncio.run(check())


@pytest.mark.parametrize("number", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY])
def test_every_failure_to_write_is_reported(tmp_path: Path, number: int) -> None:
    """For every error of SQLite: nothing is acknowledged, the store reports the failure, and it recovers."""
    failing = [False]

    def passing(point: str) -> None:
        if failing[0] and point == "written":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = number
            raise sa.exc.OperationalError("COMMIT", {}, error)

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db", passing=passing) as store:
            failing[0] = True
            assert await sent(store, 0) == "unknown"
            assert "full" in str(store.last_failure)
            failing[0] = False
            assert await sent(store, 0) == "done"
            assert store.last_failure is None

    asyncio.run(check())


def test_a_commit_on_postgresql_takes_seven_round_trips(postgresql_address: str) -> None:
    """Begin, three reads (heads, balances, receipts), one statement that writes, the notice, and the commit."""
    wire = Wire(postgresql_address)
    url = new_database(postgresql_address, "round_trips").replace(postgresql_address, wire.address)

    async def check() -> list[int]:
        async with opened(url) as store:
            for number in range(6):  # connections are made and statements prepared
                await store.commit(command(number))
            taken = []
            for number in range(6, 12):
                before = wire.round_trips
                await store.commit(command(number))
                taken.append(wire.round_trips - before)
            return taken

    try:
        taken = asyncio.run(check())
    finally:
        wire.close()
    assert min(taken) == 7, taken  # the listening connection checks itself now and then


def test_balances_are_those_of_the_database_after_every_commit_and_every_failure(tmp_path: Path) -> None:
    failing = [False]

    def passing(point: str) -> None:
        if failing[0] and point == "durable":
            raise OSError("the connection broke after the commit")

    async def in_database(url: str) -> int:
        database = Database.at(url)
        wanted = sa.text("SELECT chips FROM balances WHERE account = 'player:a'")
        chips = await database.read(lambda connection: connection.execute(wanted).scalar())
        await database.close()
        return int(chips or 0)

    async def check() -> None:
        url = f"sqlite:///{tmp_path}/room.db"
        async with opened(url, passing=passing) as store:
            assert await store.balances(["player:a", "player:b"]) == {"player:a": 0, "player:b": 0}
            for number in range(8):
                failing[0] = number % 3 == 2  # the change is written, and the store does not learn of it
                await sent(store, number)
                assert await store.balance("player:a") == await in_database(url) == number + 1

    asyncio.run(check())


def test_the_probe_writes_on_either_database_and_leaves_the_audit_alone(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.commit(command(1))
            for _ in range(3):
                assert await store.why_not_writable() is None

    asyncio.run(check())
    assert audit(url).fault is None


def test_a_plain_statement_needs_a_transaction_that_has_begun() -> None:
    """Without one SQLite would begin its own, which nobody commits: the lock would stay, or the write would be lost."""
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        with pytest.raises(Broken, match="needs a transaction that has begun"):
            execute_on_sqlite(connection, "SELECT ?", "text")
        with connection.begin():
            assert execute_on_sqlite(connection, "SELECT ?", "text").fetchone() == ("text",)
            with pytest.raises(sa.exc.DBAPIError) as failed:
                execute_on_sqlite(connection, "SELECT ? FROM nowhere", "a secret")
        assert "a secret" not in str(failed.value), "what was written is in no message"


def test_a_plain_statement_is_for_sqlite_alone(postgresql_address: str) -> None:
    url = new_database(postgresql_address, "plain")

    async def check() -> None:
        database = Database.at(url)
        with pytest.raises(Broken, match="a statement for SQLite was given to postgresql"):
            await database.read(lambda connection: execute_on_sqlite(connection, "SELECT ?", "text"))
        await database.close()

    asyncio.run(check())
