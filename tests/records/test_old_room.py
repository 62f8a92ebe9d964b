"""A room that version 0003 filled: it is migrated, audited and played on, and its backup is restored."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.audit.room_backup import restore
from houseway.records import migrations
from houseway.records.store import OtherBody, Receipt, Repeated, anchors, schema
from houseway.records.store.changes import Change, Event
from houseway.records.store.database import Database
from houseway.rules.errors import Unreadable
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.views import messages
from support.databases import new_database
from support.rooms import opened

DATA = Path(__file__).parent / "data"
ABOUT = json.loads((DATA / "room_0003.json").read_text())


@pytest.fixture
def old(tmp_path: Path) -> str:
    """The URL of the old room as an SQLite file."""
    connection = sqlite3.connect(tmp_path / "room.db")
    connection.executescript(gzip.decompress((DATA / "room_0003.sql.gz").read_bytes()).decode())
    connection.close()
    return f"sqlite:///{tmp_path}/room.db"


def version(url: str) -> str | None:
    async def read() -> str | None:
        database = Database.at(url)
        try:
            return await database.read(migrations.version)
        finally:
            await database.close()

    return asyncio.run(read())


async def check_receipt(store: Any) -> None:
    """Assert that the command of the old version is known, and that its id cannot be used for another."""
    message = messages.from_data(ABOUT["message"])
    receipts = schema.receipts
    wanted = sa.select(receipts).where(receipts.c.command == message.id)
    row = await store._database.read(lambda connection: connection.execute(wanted).one())
    assert row.body_digest == messages.digest(message)  # a plain digest, as the old version wrote it
    first = {key: value for key, value in ABOUT["answer"].items() if key not in ("tell", "id", "ok")}
    assert await store.answer_to(row.account, message.id, messages.digest(message)) == first
    with pytest.raises(OtherBody):
        await store.answer_to(row.account, message.id, "0" * 64)
    again = Receipt(row.account, message.id, messages.digest(message), {})
    with pytest.raises(Repeated):
        await store.commit(Change("room", None, 0, (Event("again", {}),), receipt=again))


def test_an_old_room_is_migrated_played_on_and_audited(old: str, tmp_path: Path) -> None:
    assert version(old) == "0003"
    (tmp_path / "kept.jsonl").write_text((DATA / "room_0003.anchors.jsonl").read_text())

    async def go_on() -> None:
        async with opened(old) as store:
            await check_receipt(store)
            room = Room(store, Settings())
            await room.start()
            try:
                assert room.quarantined == {}
                assert ABOUT["table"] in room.actors
                desk = room.actors[ABOUT["table"]].desk
                assert desk.live is not None
                assert desk.round is not None
                move = messages.HouseWay("after", desk.table, round=desk.live.id, version=desk.round.version, seat=2)
                await room.routing.order(Caller(desk.live.players[1], "Guest"), move)
                desk = room.actors[ABOUT["table"]].desk
                assert desk.last is not None
                assert desk.last.outcome == "settled"
            finally:
                await room.stop()

    asyncio.run(go_on())
    assert version(old) == migrations.newest()
    report = audit(old, anchors_file=tmp_path / "kept.jsonl")
    assert report.fault is None
    assert (report.rounds, report.live, report.index_seals) == (3, 0, 1)
    assert report.anchors == len(anchors.read(tmp_path / "kept.jsonl").heads)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_an_old_version_is_restored(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    if kind == "postgresql":
        url = new_database(request.getfixturevalue("postgresql_address"), "old_backup")
    report = restore(DATA / "room_0003.houseway.gz", url)
    assert report.fault is None
    assert (report.rounds, report.live, report.index_seals) == (2, 1, 1)
    assert version(url) == migrations.newest()

    async def go_on() -> None:
        async with opened(url) as store:
            await check_receipt(store)
            assert await store.unowned(), "nobody owns the tables of a restored room"

    asyncio.run(go_on())
    assert audit(url) == report


def test_a_backup_of_an_unknown_version_is_refused(tmp_path: Path) -> None:
    import hashlib

    lines = gzip.decompress((DATA / "room_0003.houseway.gz").read_bytes()).splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"0003"', b'"9999"')
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = b'{"digest":"%s"}\n' % digest.encode()
    file = tmp_path / "newer.gz"
    file.write_bytes(gzip.compress(b"".join(lines)))
    with pytest.raises(Unreadable, match=r"'9999', and this program knows up to"):
        restore(file, f"sqlite:///{tmp_path}/room.db")


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE rounds SET ended_at = '2020-01-01T00:00:00.000000Z' WHERE outcome IS NOT NULL",
        "UPDATE rounds SET begun_at = '2020-01-01T00:00:00.000000Z' WHERE outcome IS NOT NULL",
        "UPDATE rounds SET terms_version = 7 WHERE outcome IS NOT NULL",
        "UPDATE round_players SET begun_at = '2020-01-01T00:00:00.000000Z'",
        "DELETE FROM round_players",
        "UPDATE people SET password_hash = 'mine' WHERE kind = 'named'",
        "DELETE FROM disputes",
        "UPDATE settings SET value = 'mine' WHERE name = 'operator_token_hash'",
    ],
)
def test_rows_of_an_old_version_are_guarded_from_the_migration_on(old: str, tmp_path: Path, attack: str) -> None:
    async def migrate() -> None:
        async with opened(old):
            pass

    asyncio.run(migrate())
    assert audit(old).fault is None
    with sqlite3.connect(tmp_path / "room.db") as connection:
        assert connection.execute(attack).rowcount
    assert audit(old).fault
