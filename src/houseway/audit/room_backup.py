"""
Backs up a room while it is in use, and restores the file into SQLite or PostgreSQL.

A backup has a head line and each table's rows; `backup_file.py` writes and checks the file. The room is audited before
it is copied and after it is restored. A backup that is cut short, altered or unsound is refused and leaves nothing
behind. A backup of an older version is restored into that version's tables, which are then migrated. The room's key is
not in it, so live rounds stay sealed; store room.key (or HOUSEWAY_ROOM_KEY) separately.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from ..records import migrations
from ..records.store import schema
from ..records.store.chain import canonical, now
from ..records.store.database import Database, failure
from ..records.store.statements import is_sqlite
from ..records.store.store import prepare
from ..rules.errors import NotAllowed, Unreadable, shown
from .backup_file import FORMAT, check_whole, rows_and_heads, table_version, write_lines
from .room import examine
from .room_walk import Report

T = TypeVar("T")
CHUNK = 2_000
MADE_BY_TRIGGERS = "balances"
"""The table that triggers fill from the transfers; rows of it in a backup are only compared."""
NOT_COPIED = (MADE_BY_TRIGGERS, schema.heartbeats.name)
ORDER = [table for table in schema.metadata.tables.values() if table.name not in NOT_COPIED]
CHUNK_BYTES = 4 << 20
"""Rows are inserted as soon as they have this many bytes together, even if they are fewer than a chunk."""
PART = ".part"


def backup(url: str, path: Path) -> Report:
    """Copy the room at this URL to a file, as it is at this moment; on failure no file is left."""
    if path.exists():
        raise NotAllowed(f"{path} is there already; a copy is never written over another")
    part = path.with_name(path.name + PART)

    def copied(connection: sa.Connection) -> Report:
        _at_one_moment(connection)
        report = examine(connection)
        if report.fault:
            raise Unreadable(f"the room is not sound, so it was not copied: {report.fault}")
        part.unlink(missing_ok=True)
        write_lines(part, _lines(connection))
        return report

    try:
        report = _on(url, copied, writes=False)
        part.replace(path)
        return report
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def restore(path: Path, url: str) -> Report:
    """Fill the empty database at this URL from a backup and audit it; if that fails, the database stays empty."""
    check_whole(path)
    version = table_version(path)

    def filled(connection: sa.Connection) -> Report:
        _make_tables(connection, version)
        try:
            _read(connection, path)
        except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError, sa.exc.StatementError) as error:
            raise Unreadable(f"{path} holds rows that are not a room's ({type(error).__name__})") from None
        connection.execute(schema.streams.update().values(owner=None, lease_until=0))  # no server owns a restored table
        prepare(connection)
        report = examine(connection)
        if report.fault:
            raise Unreadable(f"{path} holds a room that is not sound: {report.fault}")
        return report

    return _on(url, filled, writes=True)


def _make_tables(connection: sa.Connection, version: str) -> None:
    """Create empty tables of the backup's version."""
    there = migrations.version(connection)
    if there is None:
        migrations.upgrade(connection, version)
    elif there != version:
        raise NotAllowed(f"the database has tables of version {there}, the copy {version}; restore into a new database")
    if connection.execute(sa.select(schema.streams.c.name).limit(1)).first():
        raise NotAllowed("the database holds a room already; restore into an empty one")


def _on(url: str, work: Callable[[sa.Connection], T], *, writes: bool) -> T:
    database = Database.at(url) if writes else Database.of_existing_room(url)
    file = database.file
    new = file is not None and not file.exists()
    made = _make_folder(file.parent) if file and writes else False

    async def run() -> T:
        try:
            return await (database.write(work) if writes else database.read(work))
        except sa.exc.SQLAlchemyError as error:
            raise failure(error) from None
        finally:
            await database.close()

    try:
        return asyncio.run(run())
    except BaseException:
        if new and file is not None:
            for left in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
                left.unlink(missing_ok=True)
        if made and file is not None:
            file.parent.rmdir()
        raise


def _make_folder(folder: Path) -> bool:
    """Create a folder; returns whether it was missing."""
    if folder.is_dir():
        return False
    try:
        folder.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise Unreadable(f"{folder} cannot be made: {error.strerror}; name another folder") from None
    return True


def _at_one_moment(connection: sa.Connection) -> None:
    if not is_sqlite(connection):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


# Writing -----------------------------------------------------------------------------------------------------------


def _lines(connection: sa.Connection) -> Iterator[str]:
    """The lines of a backup: its head, then for each table a head and its rows."""
    yield canonical({"houseway_backup": FORMAT, "version": migrations.version(connection), "at": now()})
    for table in (*ORDER, schema.balances):
        yield canonical({"table": table.name, "columns": [column.name for column in table.columns]})
        for row in _rows(connection, table):
            yield canonical(row)


def _rows(connection: sa.Connection, table: sa.Table) -> Iterator[list[Any]]:
    """Every row of a table in order of its key, read a chunk at a time."""
    key = list(table.primary_key)
    last: tuple[Any, ...] | None = None
    while True:
        wanted = sa.select(table).order_by(*key).limit(CHUNK)
        if last is not None:
            wanted = wanted.where(sa.tuple_(*key) > sa.tuple_(*(sa.literal(value) for value in last)))
        rows = connection.execute(wanted).all()
        if not rows:
            return
        yield from (list(row) for row in rows)
        last = tuple(getattr(rows[-1], column.name) for column in key)


# Reading -----------------------------------------------------------------------------------------------------------


def _read(connection: sa.Connection, path: Path) -> None:
    """Insert every row of a backup."""
    table: sa.TableClause | None = None
    waiting: list[dict[str, Any]] = []
    waiting_bytes = 0
    balances = 0
    for line in rows_and_heads(path):
        data = json.loads(line)
        if isinstance(data, list) and table is not None:
            waiting.append(_row(table, data))
            waiting_bytes += len(line)
            if table.name == MADE_BY_TRIGGERS:
                balances += 1
        elif not isinstance(data, dict):
            raise Unreadable(f"{path} has a line that is neither a table's head nor a row: {shown(data)}")
        if isinstance(data, dict) or len(waiting) >= CHUNK or waiting_bytes >= CHUNK_BYTES:
            _fill(connection, table, waiting)
            waiting = []
            waiting_bytes = 0
        if isinstance(data, dict):
            table = _table(connection, data)
    _fill(connection, table, waiting)
    made = connection.execute(sa.select(sa.func.count()).select_from(schema.balances)).scalar()
    if made != balances:
        raise Unreadable(f"{path} lists {balances} balances, and its transfers make {made}")


def _row(table: sa.TableClause, values: list[Any]) -> dict[str, Any]:
    """A row by column; raises TypeError for a value that the column cannot hold."""
    row = dict(zip(table.columns.keys(), values, strict=True))
    for column in table.columns:
        value = row[column.name]
        kind = dict if isinstance(column.type, schema.JsonText) else column.type.python_type
        if value is not None and type(value) is not kind:
            raise TypeError(f"{table.name}.{column.name} holds {shown(value)}")
    return row


def _table(connection: sa.Connection, data: dict[str, Any]) -> sa.TableClause:
    """A table of the backup's version, with the columns that the backup names."""
    name = str(data.get("table"))
    columns = data.get("columns")
    known = schema.metadata.tables.get(name)
    is_there = known is not None and sa.inspect(connection).has_table(name)
    if not is_there or columns != [column["name"] for column in sa.inspect(connection).get_columns(name)]:
        raise Unreadable(f"the copy has a table that its version does not know: {shown(data)}")
    types = {column.name: column.type for column in known.columns} if known is not None else {}
    return sa.table(name, *(sa.column(column, types.get(column, sa.Text())) for column in columns))


def _fill(connection: sa.Connection, table: sa.TableClause | None, rows: list[dict[str, Any]]) -> None:
    """Insert rows; balances are already made by triggers and only compared."""
    if table is None or not rows:
        return
    if table.name != MADE_BY_TRIGGERS:
        connection.execute(table.insert(), rows)
        return
    for row in rows:
        made = connection.execute(sa.select(table).where(table.c.account == row["account"])).mappings().first()
        if made is None or made["chips"] != row["chips"]:
            chips = made["chips"] if made else None
            raise Unreadable(f"the copy says {row['account']} has {row['chips']} chips, its transfers make {chips}")
        if bool(made["may_be_negative"]) != row["may_be_negative"]:
            raise Unreadable(f"the copy is wrong about whether {row['account']} may be negative")
