"""
The file of a backup: gzipped lines of JSON, of which the last has the digest of all lines before.

A file that was cut short or altered, or that would unpack to far more than a room, is refused before it is used.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..records import migrations
from ..records.store.chain import canonical
from ..rules.errors import Unreadable, shown

FORMAT = 1
LINE_BYTES = 1 << 20
"""The longest line accepted in a backup; real lines have a few kilobytes."""
MOST_UNPACKED = 50
"""How many times its own size a backup may unpack to; real backups unpack to less than ten times their size."""
SPARE_BYTES = 4 << 20


def _for_its_owner(path: str, flags: int) -> int:
    """Open a file that only its owner may read: a backup contains password hashes."""
    return os.open(path, flags, 0o600)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write the lines of a backup, then the line with their digest, and wait until they are on the disk."""
    digest = hashlib.sha256()
    with open(path, "wb", opener=_for_its_owner) as plain, gzip.GzipFile("", "wb", 1, plain, mtime=0) as packed:
        for line in lines:
            data = line.encode("ascii") + b"\n"
            digest.update(data)
            packed.write(data)
        packed.write(canonical({"digest": digest.hexdigest()}).encode("ascii") + b"\n")
        packed.close()
        plain.flush()
        os.fsync(plain.fileno())


def check_whole(path: Path) -> None:
    """Raise unless the digest in the last line matches the lines before it."""
    digest = hashlib.sha256()
    last = b""
    try:
        for line in unpacked_lines(path):
            digest.update(last)
            last = line
        trailer = json.loads(last or b"null")
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
        raise Unreadable(f"{path} is not a whole copy of a room ({type(error).__name__})") from None
    if not isinstance(trailer, dict) or trailer.get("digest") != digest.hexdigest():
        raise Unreadable(f"{path} was altered or cut short: its digest does not fit")


def unpacked_lines(path: Path) -> Iterator[bytes]:
    """Every line; raises before it reads a line or a file that is too large into memory."""
    most = MOST_UNPACKED * path.stat().st_size + SPARE_BYTES
    unpacked = 0
    with gzip.open(path, "rb") as file:
        while line := file.readline(LINE_BYTES + 1):
            unpacked += len(line)
            if len(line) > LINE_BYTES:
                raise Unreadable(f"{path} is not a copy of a room: a line of it has more than {LINE_BYTES:,} bytes")
            if unpacked > most:
                raise Unreadable(f"{path} is not a copy of a room: it unpacks to more than {most:,} bytes")
            yield line


def rows_and_heads(path: Path) -> Iterator[bytes]:
    """Every line but the first and the last."""
    lines = unpacked_lines(path)
    next(lines)
    before: bytes | None = None
    for line in lines:
        if before is not None:
            yield before
        before = line


def table_version(path: Path) -> str:
    """The version of the tables in a backup: this program's or an older one."""
    try:
        head = json.loads(next(unpacked_lines(path)))
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("houseway_backup") != FORMAT:
        raise Unreadable(f"{path} is not a copy of a room: 'houseway_backup' must be {FORMAT}")
    version = head.get("version")
    if not isinstance(version, str) or version not in migrations.known_versions():
        raise Unreadable(f"{path} is of version {shown(version)}, and this program knows up to {migrations.newest()}")
    return version
