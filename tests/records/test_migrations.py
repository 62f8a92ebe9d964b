"""Migrations of a room with a history, up and down, lose nothing of the ledger or the chain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from houseway.audit.room import audit
from houseway.records import migrations
from houseway.records.store import schema
from houseway.records.store.database import Database
from support.rooms import fill, opened

COMPARED_TABLES = ("streams", "events", "transfers", "balances", "receipts", "snapshots")


async def on(url: str, work: Any) -> Any:
    database = Database.at(url)
    try:
        return await database.write(work)
    finally:
        await database.close()


def everything(connection: sa.Connection) -> dict[str, list[Any]]:
    return {
        name: sorted(tuple(row) for row in connection.execute(sa.select(schema.metadata.tables[name])))
        for name in COMPARED_TABLES
    }


def test_a_filled_room_goes_down_and_up_again(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await fill(store, rounds=1)
        before = await on(url, everything)
        assert len(before["transfers"]) > 50
        await on(url, lambda connection: migrations.downgrade(connection, "0002"))
        assert await on(url, migrations.version) == "0002"
        assert await on(url, everything) == before
        async with opened(url) as store:  # opening migrates the tables
            assert await store.find.disputes() == []
        assert await on(url, migrations.version) == migrations.newest() == "0005"
        after = await on(url, everything)
        sealed = [row for row in after["events"] if row not in before["events"]]
        assert {row[2] for row in sealed} == {"index_sealed"}  # and nothing else is new
        assert {name: after[name] for name in ("transfers", "balances", "receipts", "snapshots")} == {
            name: before[name] for name in ("transfers", "balances", "receipts", "snapshots")
        }

    asyncio.run(check())
    report = audit(url)
    assert report.fault is None
    assert report.rounds >= 5
    assert report.index_seals == 1
    asyncio.run(all_the_way(url))


async def all_the_way(url: str) -> None:
    before = await on(url, everything)
    await on(url, lambda connection: migrations.downgrade(connection, "0001"))
    assert await on(url, everything) == before
    with pytest.raises(sa.exc.DBAPIError):  # the triggers still guard the tables
        await on(url, lambda connection: connection.exec_driver_sql("DELETE FROM events"))
    await on(url, lambda connection: migrations.upgrade(connection))
    assert await on(url, everything) == before
    await on(url, lambda connection: migrations.downgrade(connection, "base"))
    assert await on(url, migrations.version) is None
    left = await on(url, lambda connection: sa.inspect(connection).get_table_names())
    assert set(left) <= {"alembic_version"}


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_the_migrations_make_the_tables_that_the_program_knows(url: str) -> None:
    async def check() -> None:
        async with opened(url):
            pass

        def differences(connection: sa.Connection) -> list[Any]:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            return [d for d in compare_metadata(context, schema.metadata) if "people_by_name" not in str(d)]

        assert await on(url, differences) == []

    asyncio.run(check())
