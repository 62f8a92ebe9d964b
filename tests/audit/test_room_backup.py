"""Backups of a room: restored into either database they are the same room, and broken ones are refused."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import random
import stat
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.audit import backup_file, room_backup
from houseway.audit.room import audit
from houseway.audit.room_backup import backup, restore
from houseway.records.store import schema
from houseway.records.store.chain import canonical
from houseway.records.store.database import Database
from houseway.rules.errors import HousewayError, NotAllowed, Unreadable
from support.databases import new_database
from support.playing import games
from support.rooms import Table, fill, fill_index, opened, welcome

LEASES = ("owner", "lease_until")
"""Columns that differ after a restore, because nobody owns a table of a restored room."""


def contents(url: str) -> dict[str, list[str]]:
    async def read() -> dict[str, list[str]]:
        database = Database.at(url)
        tables = schema.metadata.tables
        rows_by_table = await database.read(
            lambda connection: {
                name: sorted(
                    str([value for name, value in row._mapping.items() if name not in LEASES])
                    for row in connection.execute(sa.select(table))
                )
                for name, table in tables.items()
            }
        )
        await database.close()
        return rows_by_table

    return asyncio.run(read())


def made(url: str) -> None:
    async def make() -> None:
        async with opened(url) as store:
            await fill(store, rounds=1)
            await fill_index(store)

    asyncio.run(make())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    made(f"sqlite:///{folder}/room.db")
    backup(f"sqlite:///{folder}/room.db", folder / "copy.gz")
    return folder / "copy.gz"


def test_a_backup_restores_the_same_room_in_either_database(url: str, tmp_path: Path, postgresql_address: str) -> None:
    made(url)
    report = backup(url, tmp_path / "copy.gz")
    assert report.fault is None
    targets = [
        f"sqlite:///{tmp_path}/restored.db",
        new_database(postgresql_address, f"restored{url.startswith('sqlite')}".lower()),
    ]
    for target in targets:
        assert restore(tmp_path / "copy.gz", target) == report
        assert contents(target) == contents(url)
        assert audit(target).fault is None


def test_only_the_owner_can_read_a_backup(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    made(url)
    before = os.umask(0)
    try:
        backup(url, tmp_path / "copy.gz")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy.gz").stat().st_mode) == 0o600


def test_a_restored_room_goes_on(copy: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/restored.db"
    restore(copy, url)

    async def go_on() -> None:
        async with opened(url) as store:
            table = Table(store, "again", games()["pick2"], 7)
            await table.make()
            await table.play()

    asyncio.run(go_on())
    assert audit(url).fault is None


def test_a_backup_is_made_while_the_room_is_in_use(url: str, tmp_path: Path) -> None:
    async def play_and_copy() -> None:
        async with opened(url) as store:
            tables = await fill(store, rounds=1, live=False)
            stop = asyncio.Event()

            async def play(table: Table) -> None:
                while not stop.is_set():
                    await table.play()

            work = [asyncio.create_task(play(table)) for table in tables[:2]]
            await asyncio.to_thread(backup, url, tmp_path / "copy.gz")
            stop.set()
            await asyncio.gather(*work)

    asyncio.run(play_and_copy())
    assert restore(tmp_path / "copy.gz", f"sqlite:///{tmp_path}/restored.db").fault is None


def test_broken_copies_are_refused_and_leave_nothing(copy: Path, tmp_path: Path) -> None:
    whole = copy.read_bytes()
    chance = random.Random(5)
    for number in range(60):
        broken = bytearray(whole)
        match number % 3:
            case 0:
                broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
            case 1:
                del broken[chance.randrange(len(broken)) :]
            case 2:
                place = chance.randrange(len(broken))
                del broken[place : place + chance.randint(1, 50)]
        if same_text(bytes(broken), whole):
            continue
        file = tmp_path / f"broken{number}.gz"
        file.write_bytes(broken)
        with pytest.raises(HousewayError):
            restore(file, f"sqlite:///{tmp_path}/restored.db")
        assert not (tmp_path / "restored.db").exists()


def same_text(broken: bytes, whole: bytes) -> bool:
    """Whether both unpack to the same text; some bits of a gzip header (time, system) do not matter."""
    try:
        return gzip.decompress(broken) == gzip.decompress(whole)
    except Exception:
        return False


LEFT_OUT = {("streams", column) for column in ("owner", "lease_until", "fence")}
"""Nobody owns a table of a restored room, so its leases do not count."""


@pytest.fixture(scope="module")
def small_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with a few rows of every kind; small, because it is restored very often."""
    folder = tmp_path_factory.mktemp("small")
    url = f"sqlite:///{folder}/room.db"

    async def make() -> None:
        async with opened(url) as store:
            await welcome(store)
            table = Table(store, "pick21", games()["pick2"], 1)
            await table.make()
            for ending in ("settled", "settled", "live"):
                await table.play(ending=ending)
            await fill_index(store)

    asyncio.run(make())
    backup(url, folder / "copy.gz")
    return folder / "copy.gz"


def alterations(lines: list[bytes], chance: random.Random) -> Iterator[tuple[str, list[bytes]]]:
    """Backups in which one column of a row is altered, for each column of each kind, or a row is removed or added."""
    for name, numbers in _rows_by_table(lines).items():
        columns = [column.name for column in schema.metadata.tables[name].columns]
        for place, column in enumerate(columns):
            if (name, column) in LEFT_OUT:
                continue
            number = chance.choice(numbers)
            row = json.loads(lines[number])
            row[place] = _other(row[place])
            yield f"{name}.{column}", [*lines[:number], canonical(row).encode() + b"\n", *lines[number + 1 :]]
        number = chance.choice(numbers)
        yield f"a row of {name}", [*lines[:number], *lines[number + 1 :]]
        key, *others = json.loads(lines[number])
        yield f"one more row of {name}", _with_row(lines, number, [f"{key}x", *others])
    (number, *_) = _rows_by_table(lines)["receipts"]
    account, command, *others = json.loads(lines[number])
    stray = [account, f"{command}x", *others[:-2], None, None]
    yield "a receipt of no event", _with_row(lines, number, stray)


def _with_row(lines: list[bytes], number: int, row: list[Any]) -> list[bytes]:
    """The lines with a row inserted after this line."""
    return [*lines[: number + 1], canonical(row).encode() + b"\n", *lines[number + 1 :]]


def test_an_altered_backup_with_a_recomputed_digest_is_refused(small_copy: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(small_copy.read_bytes()).splitlines(keepends=True)
    assert _rows_by_table(lines).keys() == schema.metadata.tables.keys() - {schema.heartbeats.name}
    empty = f"sqlite:///{tmp_path}/empty.db"
    asyncio.run(_make_empty(empty))
    for what, altered in alterations(lines, random.Random(6)):
        refused = False
        try:
            restore(_with_digest(altered, tmp_path), empty)
        except NotAllowed:
            raise
        except HousewayError:
            refused = True
        assert refused, f"{what} was altered, and nobody noticed"
    assert not any(contents(empty).values()), "nothing is left of a copy that was refused"


async def _make_empty(url: str) -> None:
    """Create the tables without rows, once: doing it for every backup would take longer than everything else."""
    async with opened(url):
        pass


def _rows_by_table(lines: list[bytes]) -> dict[str, list[int]]:
    """The numbers of the lines that hold rows, by table."""
    rows_by_table: dict[str, list[int]] = {}
    table = ""
    for number, line in enumerate(lines):
        if line[:1] == b"[":
            rows_by_table.setdefault(table, []).append(number)
        else:
            table = json.loads(line).get("table", "")
    return rows_by_table


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict():
            return {**value, "forged": True}
        case _:
            return f"{value or ''}x"


def _with_digest(lines: list[bytes], folder: Path) -> Path:
    """A backup with these lines and the right digest in its last line."""
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    file = folder / "altered.gz"
    file.write_bytes(gzip.compress(b"".join([*lines[:-1], b'{"digest":"%s"}\n' % digest.encode()]), 1))
    return file


def test_existing_rooms_and_files_are_not_overwritten(copy: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    restore(copy, url)
    with pytest.raises(NotAllowed, match="holds a room already"):
        restore(copy, url)
    with pytest.raises(NotAllowed, match="is there already"):
        backup(url, copy)
    with pytest.raises(Unreadable, match="there is no room"):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "x.gz")
    with pytest.raises(Unreadable, match="cannot be written"):
        backup(url, tmp_path / "no" / "folder.gz")
    with pytest.raises(Unreadable):
        restore(tmp_path / "nothing.gz", f"sqlite:///{tmp_path}/other.db")


# Files that unpack to many times their size ------------------------------------------------------------------------


def gzipped(path: Path, pieces: Iterator[bytes]) -> Path:
    with gzip.open(path, "wb") as file:
        for piece in pieces:
            file.write(piece)
    return path


HEAD = b'{"at":"x","houseway_backup":1,"version":"0003"}\n'


def one_endless_line(megabytes: int) -> Iterator[bytes]:
    yield HEAD
    for _ in range(megabytes):
        yield b" " * (1 << 20)


def many_lines(megabytes: int) -> Iterator[bytes]:
    yield HEAD
    yield b'{"columns":["name","value"],"table":"settings"}\n'
    for _ in range(megabytes):
        yield (b'["' + b"a" * 1000 + b'","b"]\n') * 1000


@pytest.mark.parametrize("bomb", [one_endless_line, many_lines])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused_in_little_memory(
    bomb: Callable[[int], Iterator[bytes]], tmp_path: Path
) -> None:
    file = gzipped(tmp_path / "bomb.gz", bomb(200))
    assert file.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="is not a copy of a room"):
            restore(file, f"sqlite:///{tmp_path}/restored.db")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 16 << 20
    assert not (tmp_path / "restored.db").exists()


def test_a_restore_holds_no_more_than_a_chunk_of_rows(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many rows with lines of nearly the longest length are inserted a few at a time."""
    import hashlib

    lines = gzip.decompress(copy.read_bytes()).splitlines(keepends=True)
    noise = random.Random(3).randbytes(450_000).hex().encode()
    place = next(n for n, line in enumerate(lines) if b'"table":"settings"' in line)
    large = [b'["big%d","%s"]\n' % (number, noise) for number in range(24)]
    lines[place + 1 : place + 1] = large
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = b'{"digest":"%s"}\n' % digest.encode()
    file = gzipped(tmp_path / "large.gz", iter(lines))
    waiting: list[int] = []

    def counted(connection: Any, table: Any, rows: list[dict[str, Any]], fill: Any = room_backup._fill) -> None:
        waiting.append(sum(len(str(row)) for row in rows))
        fill(connection, table, rows)

    monkeypatch.setattr(room_backup, "_fill", counted)
    with pytest.raises(Unreadable, match="not sound"):
        restore(file, f"sqlite:///{tmp_path}/restored.db")  # no event wrote these rows
    assert max(waiting) < room_backup.CHUNK_BYTES + backup_file.LINE_BYTES


@pytest.mark.parametrize("line", [b"[" * 200_000, b'["a",1' + b"0" * 4000 + b"]", b"[1e999,2]", b'["a"]', b"7"])
def test_strange_rows_are_refused_in_a_sentence(line: bytes, tmp_path: Path) -> None:
    import hashlib

    lines = [HEAD, b'{"columns":["name","value"],"table":"settings"}\n', line + b"\n"]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    file = gzipped(tmp_path / "strange.gz", iter([*lines, b'{"digest":"%s"}\n' % digest.encode()]))
    with pytest.raises(HousewayError):
        restore(file, f"sqlite:///{tmp_path}/restored.db")
