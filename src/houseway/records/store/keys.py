"""The room's key: 32 bytes that only the server's machines hold."""

import os
import stat
from pathlib import Path

from ...rules.errors import Unreadable
from .sealing import KEY_BYTES, new_key

VARIABLE = "HOUSEWAY_ROOM_KEY"
FILE = "room.key"


def room_key(folder: Path) -> bytes:
    """
    HOUSEWAY_ROOM_KEY (64 hex digits) where it is set, else the file room.key in the data folder.

    The file is made at first with mode 0600; one that others may read is refused.
    """
    said = os.environ.get(VARIABLE)
    if said is not None:
        return _read(said, VARIABLE)
    path = folder / FILE
    if not path.exists():
        _make(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise Unreadable(f"{path} can be read by others; chmod 600 it")
    return _read(path.read_text(encoding="ascii", errors="replace"), str(path))


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(new_key().hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _read(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:  # the value itself is never shown
        raise Unreadable(f"{where} must hold {2 * KEY_BYTES} hex digits, and does not")
    return key
