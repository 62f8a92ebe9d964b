"""The audit of a room finds every change to its history by an attacker with full access to the database."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit, examine
from houseway.audit.room_index import Index
from houseway.games import GAMES
from houseway.records.store import RoundRow, anchors, chain, schema
from houseway.records.store.database import Database
from houseway.records.store.index_digests import KEYS, attached_rows
from houseway.records.store.statements import is_sqlite
from support.databases import new_database
from support.rooms import AT, fill, fill_index, opened

EVENTS = schema.events
TRANSFERS = schema.transfers
STREAMS = schema.streams
Attack = Callable[[sa.Connection, random.Random], str]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A room with a history, and its anchors."""
    folder = tmp_path_factory.mktemp("room")
    url = f"sqlite:///{folder}/room.db"
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgresql_address"), "audited")

    async def make() -> None:
        async with opened(url) as store:
            await fill(store, rounds=1)
            await fill_index(store)
            await store.anchor(folder / anchors.FILE)

    asyncio.run(make())
    return url, folder / anchors.FILE


def test_the_audit_finds_no_fault_in_an_unaltered_room(room: tuple[str, Path]) -> None:
    report = audit(room[0], anchors_file=room[1])
    assert report.fault is None
    assert report.rounds >= 5
    assert report.live >= 1
    assert report.streams == report.anchors == len(GAMES) + 1
    assert report.index_rows > 50


def test_several_cores_give_the_same_result(room: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.audit.room.WORTH_SEVERAL_CORES", 1)
    assert audit(room[0], anchors_file=room[1], cores=2) == audit(room[0], anchors_file=room[1])


# Attacks: the triggers are gone, and the attacker may write anything -----------------------------------------------


def disarm(connection: sa.Connection) -> None:
    if is_sqlite(connection):
        names = list(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars())
        for name in names:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        return
    connection.exec_driver_sql("SET session_replication_role = replica")
    for table, name in (
        ("transfers", "transfers_event"),
        ("balances", "balances_chips"),
        ("transfers", "transfers_chips"),
    ):
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")


CHECKED = {
    name: [column.name for column in table.columns if column.name not in ("owner", "lease_until", "fence")]
    for name, table in schema.metadata.tables.items()
    if name != schema.heartbeats.name
}
"""Every column of every table except the leases of streams."""
INDEX = tuple(KEYS)


def some_row(connection: sa.Connection, table: sa.Table, chance: random.Random, where: Any = True) -> Any:
    condition = sa.true() if where is True else where
    rows = connection.execute(sa.select(table).where(condition).order_by(*table.primary_key)).all()
    return chance.choice(rows)


def this(table: sa.Table, row: Any) -> Any:
    return sa.and_(*(column == getattr(row, column.name) for column in table.primary_key))


def other(column: sa.Column[Any], value: Any, chance: random.Random) -> Any:
    """Another value that the column can store."""
    if value is None and isinstance(column.type, sa.Integer):
        return chance.choice([0, 1, 100])
    if isinstance(value, dict):
        return {**value, "forged": True}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 100])
    text = "x" if value is None else value
    place = chance.randrange(len(text)) if text else 0
    return text[:place] + chance.choice([c for c in "0a}Z" if c != text[place : place + 1]]) + text[place + 1 :]


def flip(connection: sa.Connection, chance: random.Random) -> str:
    name = chance.choice(list(CHECKED))
    table = schema.metadata.tables[name]
    column = chance.choice(CHECKED[name])
    row = some_row(connection, table, chance)
    changed = other(table.c[column], getattr(row, column), chance)
    connection.execute(table.update().where(this(table, row)).values({column: changed}))
    return f"{name}.{column} of {tuple(row)[:2]}"


def rechain(connection: sa.Connection, stream: str) -> None:
    """Recompute the whole chain of a stream, head and attachments included."""
    previous = chain.FIRST
    number = 0
    rows = (
        connection.execute(sa.select(EVENTS).where(EVENTS.c.stream == stream).order_by(EVENTS.c.number))
        .mappings()
        .all()
    )
    for row in rows:
        number = row["number"]
        mine = (TRANSFERS.c.stream == stream) & (TRANSFERS.c.number == number)
        paid = connection.execute(sa.select(TRANSFERS).where(mine).order_by(TRANSFERS.c.line)).mappings().all()
        parts = {
            **json.loads(row["attached"]),
            "transfers": chain.transfers_digest([dict(transfer) for transfer in paid]) if paid else None,
        }
        fresh = {**row, "previous": previous, "attached": chain.canonical({k: v for k, v in parts.items() if v})}
        previous = chain.event_hash(fresh)
        values = {"previous": fresh["previous"], "attached": fresh["attached"], "hash": previous}
        connection.execute(
            EVENTS.update().where((EVENTS.c.stream == stream) & (EVENTS.c.number == number)).values(values)
        )
    connection.execute(STREAMS.update().where(STREAMS.c.name == stream).values(head=number, hash=previous))


def flip_and_rechain(connection: sa.Connection, chance: random.Random) -> str:
    row = some_row(connection, EVENTS, chance)
    column = EVENTS.c.kind if chance.random() < 0.5 else EVENTS.c.at
    values = {column.name: other(column, getattr(row, column.name), chance)}
    connection.execute(EVENTS.update().where(this(EVENTS, row)).values(values))
    rechain(connection, row.stream)
    return f"{values} of event {row.number} of {row.stream}"


def drop(connection: sa.Connection, chance: random.Random) -> str:
    table = schema.metadata.tables[chance.choice(list(CHECKED))]
    row = some_row(connection, table, chance)
    if table is EVENTS:
        connection.execute(
            TRANSFERS.delete().where((TRANSFERS.c.stream == row.stream) & (TRANSFERS.c.number == row.number))
        )
    connection.execute(table.delete().where(this(table, row)))
    return f"{table.name} {tuple(row)[:2]}"


def make_room(connection: sa.Connection, stream: str, after: int, by: int) -> None:
    """Renumber the events of a stream after a number, up or down."""
    for table in (TRANSFERS, schema.receipts, EVENTS):
        mine = (table.c.stream == stream) & (table.c.number > after)
        numbers = sorted(connection.execute(sa.select(table.c.number).where(mine).distinct()).scalars(), reverse=by > 0)
        for number in numbers:
            connection.execute(table.update().where(mine & (table.c.number == number)).values(number=number + by))


def drop_and_rechain(connection: sa.Connection, chance: random.Random) -> str:
    row = some_row(connection, EVENTS, chance)
    for table in (TRANSFERS, schema.receipts, EVENTS):
        connection.execute(table.delete().where((table.c.stream == row.stream) & (table.c.number == row.number)))
    make_room(connection, row.stream, row.number, -1)
    rechain(connection, row.stream)
    rebalance(connection)
    return f"event {row.number} of {row.stream}"


def insert(connection: sa.Connection, chance: random.Random) -> str:
    """
    Insert a row that the room did not write.

    An event is inserted before another one. One that is added at the end of a stream, with hashes that fit, alters
    nothing that was anchored: the room writes its own events in the same way.
    """
    heads = sa.select(STREAMS.c.head).where(STREAMS.c.name == EVENTS.c.stream).scalar_subquery()
    row = some_row(connection, EVENTS, chance, EVENTS.c.number < heads)
    forged = {
        "payer": "issue",
        "payee": "player:Ada",
        "chips": 5,
        "wager": "welcome",
        "clause": "ROOM-01",
        "why": "more",
    }
    kinds = ["event", "event rechained", "transfer", "stray transfer", "receipt", "stray receipt", "stream", "snapshot"]
    kind = chance.choice(kinds)
    if kind.startswith("event"):
        make_room(connection, row.stream, row.number, 1)
        fresh = {
            **row._mapping,
            "number": row.number + 1,
            "kind": "note",
            "round": None,
            "attached": "{}",
            "sealed": False,
        }
        connection.execute(
            EVENTS.insert(), {**fresh, "previous": row.hash, "hash": chain.event_hash({**fresh, "previous": row.hash})}
        )
        if kind.endswith("rechained"):
            rechain(connection, row.stream)
    elif kind.endswith("receipt"):
        values = {"account": "x", "command": "y", "body_digest": "", "answer": "{}", "at": AT}
        place = {"stream": row.stream, "number": row.number} if kind == "receipt" else {"stream": None, "number": None}
        connection.execute(schema.receipts.insert(), {**values, **place})
    elif kind == "snapshot":
        stray = {"stream": "table:stray", "number": 1, "body": "{}"}
        connection.execute(schema.snapshots.insert(), stray)
    elif kind == "stream":
        connection.execute(EVENTS.insert(), {**row._mapping, "stream": "table:stray"})
    else:
        place = {"stream": row.stream, "number": row.number + (10**6 if kind == "stray transfer" else 0), "line": 99}
        connection.execute(TRANSFERS.insert(), {**place, **forged, "round": None})
        rebalance(connection)
    return kind


def reorder(connection: sa.Connection, chance: random.Random) -> str:
    row = some_row(connection, EVENTS, chance, EVENTS.c.number > 1)
    away = 10**9
    for table in (TRANSFERS, schema.receipts, EVENTS):
        mine = table.c.stream == row.stream
        for was, to in ((row.number, away), (row.number - 1, row.number), (away, row.number - 1)):
            connection.execute(table.update().where(mine & (table.c.number == was)).values(number=to))
    rechained = chance.random() < 0.5
    if rechained:
        rechain(connection, row.stream)
    return f"events {row.number - 1} and {row.number} of {row.stream}{', rechained' * rechained}"


def truncate(connection: sa.Connection, chance: random.Random) -> str:
    """Delete the end of a stream and make everything else consistent."""
    row = some_row(connection, EVENTS, chance, EVENTS.c.number > 1)
    for table in (TRANSFERS, schema.receipts, EVENTS):
        connection.execute(table.delete().where((table.c.stream == row.stream) & (table.c.number >= row.number)))
    connection.execute(schema.snapshots.delete().where(schema.snapshots.c.stream == row.stream))
    rechain(connection, row.stream)
    rebalance(connection)
    left = sa.select(EVENTS.c.round).where(EVENTS.c.kind.in_(["committed"]))
    connection.execute(schema.rounds.delete().where(schema.rounds.c.id.not_in(left)))
    return f"{row.stream} from {row.number}"


def rebalance(connection: sa.Connection) -> None:
    totals: dict[str, int] = {}
    for row in connection.execute(sa.select(TRANSFERS)):
        totals[row.payer] = totals.get(row.payer, 0) - row.chips
        totals[row.payee] = totals.get(row.payee, 0) + row.chips
    connection.execute(schema.balances.delete())
    rows = [{"account": a, "chips": c, "may_be_negative": a in ("house", "issue")} for a, c in totals.items()]
    connection.execute(schema.balances.insert(), rows)


class Undone(Exception):
    """Raised to roll an attack back."""


def flip_index(connection: sa.Connection, chance: random.Random) -> str:
    name = chance.choice(INDEX)
    table = schema.metadata.tables[name]
    column = chance.choice(CHECKED[name])
    row = some_row(connection, table, chance)
    changed = other(table.c[column], getattr(row, column), chance)
    connection.execute(table.update().where(this(table, row)).values({column: changed}))
    return f"{name}.{column} of {tuple(row)[:2]}"


def drop_index(connection: sa.Connection, chance: random.Random) -> str:
    table = schema.metadata.tables[chance.choice(INDEX)]
    row = some_row(connection, table, chance)
    connection.execute(table.delete().where(this(table, row)))
    return f"{table.name} {tuple(row)[:2]}"


def insert_index(connection: sa.Connection, chance: random.Random) -> str:
    """Insert a copy of a row with a new key, such as a session for the attacker, a seat or a ruling."""
    table = schema.metadata.tables[chance.choice(INDEX)]
    row = some_row(connection, table, chance)
    key = list(table.primary_key)[-1]
    fresh = {**row._mapping, key.name: 77 if isinstance(getattr(row, key.name), int) else "forged"}
    if table.name == "tables":
        fresh["code"] = None
    if table.name == "people":
        fresh["kind"] = "guest"
        fresh["skeleton"] = None
    connection.execute(table.insert(), fresh)
    return f"{table.name} {tuple(row)[:2]}"


def undo_index(connection: sa.Connection, chance: random.Random) -> str:
    """Restore an older state of a row, whose digest is in the chain, such as a closed session that is open again."""
    older_states: list[tuple[sa.Table, dict[str, str | None]]] = [
        (schema.sessions, {"closed_at": None}),
        (schema.disputes, {"state": "open", "ruling": ""}),
        (schema.seats, {"state": "in"}),
    ]
    table, values = chance.choice(older_states)
    connection.execute(table.update().values(values))
    return table.name


ATTACKS: tuple[Attack, ...] = (
    *(flip, flip_and_rechain, drop, drop_and_rechain, insert, reorder, truncate),
    *(flip_index, drop_index, insert_index, undo_index),
)


async def trials(room: tuple[str, Path], attack: Attack, count: int) -> list[str]:
    """The attacks that the audit did not find."""
    database = Database.at(room[0])
    missed = list[str]()
    anchored = anchors.read(room[1]).heads

    def one(connection: sa.Connection, seed: int) -> None:
        disarm(connection)
        done = attack(connection, random.Random(f"{attack.__name__} {seed}"))
        if examine(connection, anchored).fault is None:
            missed.append(f"seed {seed}: {done}")
        raise Undone

    for seed in range(count):
        with suppress(Undone, sa.exc.IntegrityError):  # a key that is in use cannot even be written
            await database.write(lambda connection, seed=seed: one(connection, seed))  # type: ignore[misc]
    await database.close()
    return missed


def test_an_older_snapshot_is_not_taken_for_the_newest(room: tuple[str, Path]) -> None:
    """The digests of both snapshots are in the chain, and the newer one must be the one that is stored."""

    def attack(connection: sa.Connection, chance: random.Random) -> str:
        body = chain.canonical({"rounds": 1, "pot": 0})
        row = some_row(connection, EVENTS, chance, EVENTS.c.attached.contains("snapshot"))
        parts = {**chain.read_attached(row.attached), "snapshot": chain.digest(body)}
        earlier = (EVENTS.c.stream == row.stream) & (EVENTS.c.number == 1)
        attached = connection.execute(sa.select(EVENTS.c.attached).where(earlier)).scalar()
        joined = {**chain.read_attached(str(attached)), "snapshot": parts["snapshot"]}
        connection.execute(EVENTS.update().where(earlier).values(attached=chain.canonical(joined)))
        mine = schema.snapshots.c.stream == row.stream
        connection.execute(schema.snapshots.update().where(mine).values(number=1, body=body))
        rechain(connection, row.stream)
        return f"the snapshot of {row.stream}"

    unanchored = (room[0], Path(os.devnull))
    assert not asyncio.run(trials(unanchored, attack, 1))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_every_attack_is_found(room: tuple[str, Path], attack: Attack) -> None:
    assert not asyncio.run(trials(room, attack, 4))


def test_options_and_settings_of_the_index_are_guarded(room: tuple[str, Path]) -> None:
    """Each column that contains JSON is altered in turn."""

    def changed(connection: sa.Connection, name: str, column: str) -> str | None:
        connection.execute(schema.metadata.tables[name].update().values({column: {"forged": True}}))
        return examine(connection).fault

    async def check() -> None:
        database = Database.at(room[0])
        for name, column in (("people", "settings"), ("tables", "options"), ("tables", "settings"),
                             ("terms_versions", "options")):  # fmt: skip
            faults: list[str | None] = []

            def attack(
                connection: sa.Connection, name: str = name, column: str = column, faults: list[str | None] = faults
            ) -> None:
                faults.append(changed(connection, name, column))
                raise Undone

            with suppress(Undone):
                await database.write(attack)
            assert "was altered" in str(faults[0])
        await database.close()

    asyncio.run(check())


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_every_attack_is_found_many_times(room: tuple[str, Path], attack: Attack) -> None:
    """16,500 trials over both databases, about two hours on two cores; HOUSEWAY_TRIALS sets the trials per attack."""
    count = int(os.environ.get("HOUSEWAY_TRIALS", "750"))
    assert not asyncio.run(trials(room, attack, count))
    print(f"{attack.__name__}: {count} of {count} found on {room[0].partition(':')[0]}")


def test_a_round_whose_rows_come_after_its_end_is_compared_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last event of a change carries the rows; if a player then stands up, it is not the end of the round."""
    monkeypatch.setattr("houseway.audit.room_index.CHUNK", 1)
    begun = RoundRow(id="T-1", table_id="T", game="pick2", begun_at=AT, commitment="c")
    ended = replace(begun, ended_at=AT, outcome="voided")
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(schema.rounds.insert().values(**vars(ended)))
        index = Index(connection)
        for number, (kind, round_id, rows) in enumerate(
            [("committed", "T-1", (begun,)), ("voided", "T-1", ()), ("stood", None, (ended,))], start=1
        ):
            attached = json.dumps({"rows": attached_rows(rows)})
            index.follow({"stream": "table:T", "number": number, "kind": kind, "round": round_id, "attached": attached})
        index.close_stream("table:T")
        index.check()
    assert index.rows == 1
