"""Compares the index tables of a room with the digests of their rows in the chain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from ..records.store import chain, schema
from ..records.store.changes import ROUND_OVER
from ..records.store.index_digests import (
    CHUNK,
    INDEX_SEALED,
    KEYS,
    ROUND_TABLES,
    read_rows,
    rounds_digest,
    row_digest,
    row_key,
)
from ..rules.errors import Unreadable

Row = Mapping[str, Any]
Key = tuple[Any, ...]


class Index:
    """Follows the events of all streams and compares their digests with the rows of the index tables."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows: dict[str, dict[Key, str]] = {name: {} for name in KEYS}
        """The newest digest of each row, by table; of rounds only those that were not compared yet."""
        self._compared = dict.fromkeys(ROUND_TABLES, 0)
        self._sealed_rounds: dict[str, list[Any]] = {}
        """By card table: how many rounds an older version had finished there, and the digest of their rows."""
        self._sealed_heads: dict[str, int] = {}
        """By stream: the last event whose index rows the seal covers."""
        self._earlier: list[str] = []
        """Rounds of the current stream that were over when the index was sealed."""
        self._over: set[str] = set()
        """Rounds that are over and wait to be compared."""
        self.rows = 0
        self.seals = 0

    def follow(self, event: Row) -> None:
        """Read the digests of index rows that an event carries."""
        before_seal = event["number"] <= self._sealed_heads.get(event["stream"], 0)
        rows = {} if before_seal else chain.read_attached(event["attached"]).get("rows", {})
        if event["kind"] == INDEX_SEALED and event["stream"] == "room":
            rows = self._seal(json.loads(event["body"]))
        for name, listed in rows.items():
            if name not in self._rows:
                raise Unreadable(f"event {event['number']} of {event['stream']} writes to an unknown table {name}")
            for *key, digest in listed:
                self._rows[name][tuple(key)] = digest
        if event["kind"] in ROUND_OVER and event["round"]:
            self._ended(str(event["round"]), before_seal)

    def _seal(self, body: Mapping[str, Any]) -> dict[str, list[list[Any]]]:
        if body.get("begins"):
            self._rows = {name: {} for name in KEYS}
            self._sealed_rounds = {}
            self._sealed_heads = {}
            self.seals += 1
        self._sealed_heads |= body.get("heads", {})
        self._sealed_rounds |= body.get("rounds", {})
        rows: dict[str, list[list[Any]]] = body.get("rows", {})
        return rows

    def _ended(self, round_id: str, before_seal: bool) -> None:
        if before_seal:
            self._earlier.append(round_id)
            return
        if len(self._over) >= CHUNK:  # without this round: a later event of the same change may carry its rows
            self._compare_rounds()
        self._over.add(round_id)

    def close_stream(self, stream: str) -> None:
        """Compare the sealed rounds of a stream, after its last event was read."""
        table = stream.partition(":")[2]
        sealed, digest = self._sealed_rounds.pop(table, (0, None)) if stream.startswith("table:") else (0, None)
        if len(self._earlier) != sealed:
            finished = len(self._earlier)
            raise Unreadable(f"{stream} had finished {finished} rounds when the index was sealed, not {sealed}")
        if sealed and rounds_digest(self._connection, self._earlier) != digest:
            raise Unreadable(f"the index rows of the first {sealed} rounds of {stream} are not those that were sealed")
        for name in ROUND_TABLES if sealed else ():
            self._compared[name] += self._count(name, self._earlier)
        self._earlier = []

    def _count(self, name: str, rounds: list[str]) -> int:
        """The number of rows of these rounds."""
        table = schema.metadata.tables[name]
        column = table.c[KEYS[name][0]]
        total = 0
        for first in range(0, len(rounds), CHUNK):
            chosen = column.in_(rounds[first : first + CHUNK])
            total += self._connection.execute(sa.select(sa.func.count()).select_from(table).where(chosen)).scalar() or 0
        return total

    def _compare_rounds(self) -> None:
        """Rounds that are over never change again: compare their rows and forget them."""
        for name in ROUND_TABLES:
            expected = {key: digest for key, digest in self._rows[name].items() if key[0] in self._over}
            table = schema.metadata.tables[name]
            selected = sa.select(table).where(table.c[KEYS[name][0]].in_(sorted(self._over)))
            rows = [dict(row._mapping) for row in self._connection.execute(selected)]
            _compare(name, expected, rows)
            self._compared[name] += len(rows)
            for key in expected:
                del self._rows[name][key]
        self._over = set()

    def check(self) -> None:
        """Compare all remaining rows; raises at the first row that does not match the chain."""
        if self._sealed_rounds:
            raise Unreadable(f"rounds of table {min(self._sealed_rounds)} were sealed, and its stream is gone")
        self._compare_rounds()
        for name in KEYS:
            if name in ROUND_TABLES:
                self._check_running(name)
            else:
                _compare(name, self._rows[name], list(read_rows(self._connection, name)))
            self.rows += len(self._rows[name]) + self._compared.get(name, 0)

    def _check_running(self, name: str) -> None:
        """Compare the rows of rounds that are not over, and check that there are no others."""
        table = schema.metadata.tables[name]
        running = sorted({key[0] for key in self._rows[name]})
        for first in range(0, len(running), CHUNK):
            part = running[first : first + CHUNK]
            selected = sa.select(table).where(table.c[KEYS[name][0]].in_(part))
            rows = [dict(row._mapping) for row in self._connection.execute(selected)]
            _compare(name, {key: d for key, d in self._rows[name].items() if key[0] in part}, rows)
        total = self._connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
        accounted = len(self._rows[name]) + self._compared[name]
        if total != accounted:
            raise Unreadable(f"{name} holds {total} rows, and the chain accounts for {accounted}")


def _compare(name: str, expected: Mapping[Key, str], rows: Sequence[Row]) -> None:
    digests = {row_key(name, row): row_digest(name, row) for row in rows}
    for key, digest in digests.items():
        if key not in expected:
            raise Unreadable(f"{name} has a row {shown_key(key)} that no event wrote")
        if expected[key] != digest:
            raise Unreadable(f"the row {shown_key(key)} of {name} was altered: it is not what its event wrote")
    for key in expected:
        if key not in digests:
            raise Unreadable(f"the row {shown_key(key)} of {name} was deleted")


def shown_key(key: Key) -> str:
    """A row's key for a message; a session's key is the hash of its token, of which only the beginning is shown."""
    return ", ".join(str(part)[:16] for part in key)
