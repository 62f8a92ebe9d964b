"""A table that cannot be read is closed, its chips go back, and the rest of the room opens."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.audit.room_backup import backup, restore
from houseway.cli import main
from houseway.records.store import Change, Event, Store, Transfer, schema
from houseway.records.store.changes import QUARANTINED
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.study.history import events_of
from support.databases import new_database
from support.rooms import opened
from support.sealed_hand import PEOPLE, set_one_hand

OTHER_KEY = bytes(reversed(range(32)))


async def two_tables(url: str) -> list[str]:
    """A room with two tables, each in the middle of a round; gives their codes."""
    async with opened(url) as store:
        await set_one_hand(store, "pyramid")
        await set_one_hand(store, "chinese")
        return sorted(row.id for row in await store.find.tables())


async def started(store: Store) -> Room:
    """Open the room, note which tables came up, and stop it."""
    room = Room(store, Settings())
    await room.start()
    await room.stop()
    return room


async def chips(store: Store) -> dict[str, int]:
    """All that is everybody's."""
    return {caller.account: await store.chips_of(caller.account) for caller in PEOPLE}


async def held(store: Store) -> int:
    """Chips that are at any table."""
    wanted = sa.select(sa.func.sum(schema.balances.c.chips)).where(sa.text(schema.AT_A_TABLE))
    return int(await store._database.read(lambda connection: connection.execute(wanted).scalar()) or 0)


def alter(folder: Path, statement: str, *values: Any) -> None:
    """What an attacker, or a broken disk, does to the database."""
    with sqlite3.connect(folder / "room.db") as connection:
        connection.execute("DROP TRIGGER IF EXISTS events_no_update")
        assert connection.execute(statement, values).rowcount
    connection.close()


def corrupt_body(folder: Path, stream: str) -> None:
    alter(folder, "UPDATE events SET body = '{' WHERE stream = ? AND number = 2", stream)


def break_chain(folder: Path, stream: str) -> None:
    alter(folder, "UPDATE events SET previous = ? WHERE stream = ? AND number = 3", "f" * 64, stream)


@pytest.mark.parametrize("damage", [corrupt_body, break_chain])
def test_one_damaged_table_does_not_stop_the_others(
    damage: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    bad, good = asyncio.run(two_tables(url))
    damage(tmp_path, f"table:{bad}")

    async def check() -> None:
        async with opened(url) as store:
            before = await chips(store)
            room = await started(store)
            assert list(room.actors) == [good]
            assert list(room.quarantined) == [bad]
            assert await chips(store) == before
            assert [row.id for row in await store.find.tables()] == [good]
            assert all(seat.person is None for seat in await store.find.seats(bad))
            assert list((await started(store)).actors) == [good], "it is closed once and for all"

    asyncio.run(check())
    assert f"table {bad} was closed" in caplog.text
    assert "altered" in str(audit(url).fault) or "does not follow" in str(audit(url).fault)


@pytest.mark.parametrize("column", ["options", "settings"])
@pytest.mark.parametrize("text", ["{", "7", ""])
def test_a_damaged_row_of_the_lobby_does_not_stop_the_room(column: str, text: str, tmp_path: Path) -> None:
    """Neither its own table, which is made from its events, nor the others; a damaged event closes the table."""
    url = f"sqlite:///{tmp_path}/room.db"
    bad, good = asyncio.run(two_tables(url))
    alter(tmp_path, f"UPDATE tables SET {column} = ? WHERE id = ?", text, bad)

    async def tables() -> list[str]:
        async with opened(url) as store:
            return sorted((await started(store)).actors)

    assert asyncio.run(tables()) == [bad, good]
    assert f"the row {bad} of tables was altered" in str(audit(url).fault)
    corrupt_body(tmp_path, f"table:{bad}")
    assert asyncio.run(tables()) == [good]


def unknown_kind(store: Store, stream: str, head: int, fence: int) -> Change:
    return Change(stream, head, fence, (Event("a_kind_from_the_future", {}),))


def unknown_game(store: Store, stream: str, head: int, fence: int) -> Change:
    body = {"terms": {"no": "such option"}, "terms_hash": "x", "terms_version": 1}
    return Change(stream, head, fence, (Event("terms_changed", body),))


@pytest.mark.parametrize("planted", [unknown_kind, unknown_game])
def test_events_that_cannot_be_folded_quarantine_a_table_whose_chain_is_whole(planted: Any, url: str) -> None:
    bad, good = asyncio.run(two_tables(url))

    async def check() -> None:
        async with opened(url) as store:
            stream = f"table:{bad}"
            fence = await store.take_lease(stream, "the only one", 3600) or 0
            await store.commit(planted(store, stream, await store.head(stream), fence))
            before = await chips(store)
            room = await started(store)
            assert list(room.actors) == [good]
            assert await chips(store) == before

    asyncio.run(check())
    report = audit(url)
    assert report.fault is None
    assert report.quarantined == 1


def test_a_backup_restored_without_its_key_opens_with_its_rounds_void(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    restored = f"sqlite:///{tmp_path}/restored.db"
    tables = asyncio.run(two_tables(url))
    backup(url, tmp_path / "copy.gz")
    restore(tmp_path / "copy.gz", restored)

    async def check() -> None:
        store = await Store.open(restored, room_key=OTHER_KEY)
        before = await chips(store)
        assert await held(store) > 0
        room = await started(store)
        assert sorted(room.quarantined) == tables
        assert room.actors == {}
        assert await held(store) == 0
        assert await chips(store) == before
        assert [await store.balance(f"player:{account}") for account in before] == list(before.values())
        events = [event for event in await store.events("room") if event.kind == "table_quarantined"]
        assert sorted(str(event.body["table"]) for event in events) == tables
        round_ = await store.find.round(str(events[0].body["round"]))
        assert round_ is not None
        assert round_.outcome == QUARANTINED
        with pytest.raises(NotAllowed, match="could not be read"):
            await events_of(store, round_.id, None)
        await store.close()

    asyncio.run(check())
    report = audit(restored)
    assert report.fault is None
    assert (report.quarantined, report.live) == (2, 0)
    assert "sealed with another room's key" in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR and record.exc_info]


def test_the_audit_finds_a_quarantine_that_keeps_chips_back(tmp_path: Path) -> None:
    """A round is void only if everything of it went back to its owner."""
    url = f"sqlite:///{tmp_path}/room.db"
    bad, _ = asyncio.run(two_tables(url))

    async def rob() -> None:
        async with opened(url) as store:
            (round_id,) = await store.running_rounds(bad)
            stream = f"table:{bad}"
            fence = await store.take_lease(stream, "the only one", 3600) or 0
            loot = [
                Transfer(account, "house", amount, "cover", "ROOM-04", "mine", round_id)
                for account, amount in (await store.chips_at_table(bad, [round_id])).items()
            ]
            body = {"round": round_id, "clause": "ROOM-04", "reason": "unreadable", "note": ""}
            row = await store.find.round(round_id)
            assert row is not None
            rows = (replace(row, ended_at=row.begun_at, outcome=QUARANTINED),)
            event = Event(QUARANTINED, body, round=round_id)
            await store.commit(Change(stream, None, fence, (event,), tuple(loot), rows=rows))

    asyncio.run(rob())
    assert "in a round that was void" in str(audit(url).fault)


def test_a_process_with_another_key_does_not_join_a_running_room(postgresql_address: str) -> None:
    """It would void every live round that it takes over."""
    url = new_database(postgresql_address, "two_keys")

    async def check() -> None:
        settings = Settings(several_processes=True, lease_seconds=60)
        async with opened(url) as store:
            await set_one_hand(store, "pyramid")
            running = Room(store, settings)
            async with asyncio.timeout(20):
                await running.start()
            stranger = await Store.open(url, room_key=OTHER_KEY)
            (table,) = (row.id for row in await store.find.tables())
            fence = await store.take_lease(f"table:{table}", "the only one", 60)
            assert fence
            room = Room(stranger, settings)
            with pytest.raises(Unreadable, match="give all the same HOUSEWAY_ROOM_KEY"):
                await room.start()
            await room.stop()
            assert len(await store.find.live_rounds()) == 1
            await store.release_lease(f"table:{table}", "the only one", fence)
            again = Room(stranger, settings)
            await again.start()
            assert list(again.quarantined) == [table]
            await again.stop()
            await stranger.close()
            await running.stop()

    asyncio.run(check())
    report = audit(url)
    assert (report.fault, report.quarantined) == (None, 1)


# A file that is no database ----------------------------------------------------------------------------------------


DAMAGED = [b"this is no database " * 500, b"SQLite format 3\x00" + b"\xff" * 8000]


@pytest.mark.parametrize("command", ["audit", "backup"])
@pytest.mark.parametrize("content", DAMAGED, ids=["text", "damaged"])
def test_a_damaged_file_is_one_sentence(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "room.db").write_bytes(content)
    words = {"audit": ["audit"], "backup": ["backup", str(tmp_path / "copy.gz")]}[command]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--data", str(tmp_path)])
    check_sentence(stopped.value.code, capsys.readouterr().err)


def test_the_server_refuses_a_damaged_file_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(DAMAGED[0])
    command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--no-browser", "--data", str(tmp_path)]
    served = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    check_sentence(served.returncode, served.stderr)


def check_sentence(status: Any, output: str) -> None:
    assert status == 2
    assert "Traceback" not in output
    assert output.strip().count("\n") == 0
    assert "the room's database is damaged" in output
