"""
Anchors: the heads of the streams, written regularly to a file outside the database.

A person who rewrites the whole database, hashes included, still cannot make it agree with a copy of this file on
another machine. Each line contains the digest of the line before and is signed with a key of the room's machine (see
keys.signing_key). Lines of older versions are not signed; the first signed line covers them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ...rules.errors import Unreadable, shown
from . import schema
from .chain import FIRST, canonical, digest, now

FILE = "anchors.jsonl"
TAIL_BYTES = 65_536
"""Bytes at the end of the file in which the last line is searched first."""
Heads = Mapping[str, tuple[int, str]]
"""Number and hash of the last event, by stream."""


@dataclass(frozen=True)
class Anchored:
    """The content of a file of anchors."""

    heads: tuple[tuple[str, int, str], ...] = ()
    """Stream, number and hash of each anchored event."""
    signed: int = 0
    """Lines whose signature was checked."""
    unsigned: int = 0
    """Lines without a signature, or with one that was not checked because no public key was given."""


def moved_heads(connection: sa.Connection, anchored: Mapping[str, int]) -> dict[str, tuple[int, str]]:
    """The heads that have moved since they were anchored."""
    table = schema.streams
    rows = connection.execute(sa.select(table.c.name, table.c.head, table.c.hash).where(table.c.head > 0))
    return {row.name: (row.head, row.hash) for row in rows if anchored.get(row.name) != row.head}


def append(path: Path, heads: Heads, signer: Ed25519PrivateKey | None = None) -> None:
    """Append a line with these heads; it is on the disk when this returns."""
    if not heads:
        return
    end = _end(path, TAIL_BYTES)
    line: dict[str, Any] = {"at": now(), "heads": heads, "previous": _last_link(path, end)}
    if signer is not None:
        line["signature"] = signer.sign(_covered(line)).hex()
    with path.open("a", encoding="ascii") as file:
        if end and not end.endswith("\n"):  # a crash cut the last line short
            file.write("\n")
        file.write(canonical(line) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _covered(line: Mapping[str, object]) -> bytes:
    """The bytes that a signature covers: the whole line without the signature."""
    text = canonical({name: value for name, value in line.items() if name != "signature"})
    return b"houseway anchor\n" + text.encode("ascii")


def _end(path: Path, most: int) -> str:
    """The last bytes of a file; empty if it does not exist."""
    if not path.exists():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read().decode("ascii", errors="replace")


def _last_link(path: Path, end: str) -> str:
    """The digest of the last whole line: searched in the end of the file first, then in all of it."""
    if not end:
        return FIRST
    lines = _whole_lines(end) or _whole_lines(_end(path, path.stat().st_size))
    return digest(lines[-1]) if lines else FIRST


def _whole_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if is_whole(line)]


def is_whole(line: str) -> bool:
    """Is this a line as it was written, and not one that a crash cut short?"""
    try:
        return bool(line) and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def public_key(text: str) -> Ed25519PublicKey:
    """A public key from its 64 hex digits."""
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text.strip()))
    except ValueError:
        raise Unreadable(f"a public key of anchors has 64 hex digits, not {shown(text.strip())}") from None


def read(path: Path, key: Ed25519PublicKey | None = None, *, must_be_signed: bool = False) -> Anchored:
    """All anchored heads; raises if the file was altered or a signature is missing or wrong."""
    heads: list[tuple[str, int, str]] = []
    signed = 0
    unsigned = 0
    for number, line in _chained(path):
        if key is None:
            unsigned += 1
        elif "signature" in line:
            _check_signature(line, key, f"line {number} of {path.name}")
            signed += 1
        elif signed:
            raise Unreadable(f"line {number} of {path.name} is not signed, and lines before it are")
        else:
            unsigned += 1
        heads += [(stream, *head) for stream, head in line["heads"].items()]
    if must_be_signed and not signed:
        raise Unreadable(f"no line of {path.name} is signed, so the public key proves nothing about it")
    return Anchored(tuple(heads), signed, unsigned)


def _chained(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each whole line with its number; raises at a line that does not follow from the line before it."""
    previous = FIRST
    for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        if not is_whole(text):  # cut short by a crash; the next line is chained to the line before it
            continue
        if digest(text) == previous:  # delivered twice, because the answer to the first delivery was lost
            continue
        line = json.loads(text)
        if line.get("previous") != previous or canonical(line) != text or not _has_heads(line):
            raise Unreadable(f"line {number} of {path.name} does not follow from the line before it")
        yield number, line
        previous = digest(text)


def _has_heads(line: Mapping[str, object]) -> bool:
    heads = line.get("heads")
    return isinstance(heads, dict) and all(isinstance(head, list) and len(head) == 2 for head in heads.values())


def _check_signature(line: Mapping[str, object], key: Ed25519PublicKey, where: str) -> None:
    try:
        key.verify(bytes.fromhex(str(line["signature"])), _covered(line))
    except (InvalidSignature, ValueError):
        raise Unreadable(f"{where} is not signed with the private key of this public key") from None
