"""
Anchors: the heads of the streams, written at times to a file outside the database.

Whoever can rewrite the whole database, hashes and all, still cannot make it agree with a copy of this file that was
taken away. Each line covers the one before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import sqlalchemy as sa

from ...rules.errors import Unreadable
from . import schema
from .chain import FIRST, canonical, digest, now

FILE = "anchors.jsonl"
TAIL = 65_536
"""Bytes from the end in which the last line is looked for first."""
Heads = Mapping[str, tuple[int, str]]
"""Number and hash of the last event, by stream."""


def moved_heads(connection: sa.Connection, anchored: Mapping[str, int]) -> dict[str, tuple[int, str]]:
    """The heads that are not where they were anchored last."""
    table = schema.streams
    rows = connection.execute(sa.select(table.c.name, table.c.head, table.c.hash).where(table.c.head > 0))
    return {row.name: (row.head, row.hash) for row in rows if anchored.get(row.name) != row.head}


def append(path: Path, heads: Heads) -> None:
    """One more line, on the disk when this returns."""
    if not heads:
        return
    end = _end(path, TAIL)
    line = {"at": now(), "heads": heads, "previous": _last_link(path, end)}
    with path.open("a", encoding="ascii") as file:
        file.write("\n" if end and not end.endswith("\n") else "")  # a line that a crash cut short is closed off
        file.write(canonical(line) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _end(path: Path, most: int) -> str:
    if not path.exists():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read().decode("ascii", errors="replace")


def _last_link(path: Path, end: str) -> str:
    """The digest of the last whole line."""
    if not end:
        return FIRST
    lines = [line for line in end.splitlines() if _whole(line)]
    lines = lines or [line for line in _end(path, path.stat().st_size).splitlines() if _whole(line)]
    return digest(lines[-1]) if lines else FIRST


def _whole(line: str) -> bool:
    try:
        return bool(line) and isinstance(json.loads(line), dict)
    except ValueError:
        return False


def read(path: Path) -> list[tuple[str, int, str]]:
    """Every anchored (stream, number, hash); raises where the file itself was altered."""
    found, previous = list[tuple[str, int, str]](), FIRST
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not _whole(line):  # a crash in the middle of a line; what follows is chained to the line before it
            continue
        data = json.loads(line)
        if data.get("previous") != previous or canonical(data) != line:
            raise Unreadable(f"line {number} of {path.name} does not follow from the line before it")
        found += [(stream, *head) for stream, head in data["heads"].items()]
        previous = digest(line)
    return found
