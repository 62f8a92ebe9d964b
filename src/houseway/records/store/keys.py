"""The keys that only the server's machines have: the room's key, and the key that signs anchors."""

import os
import stat
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ...rules.errors import Unreadable
from .sealing import KEY_BYTES, new_key

VARIABLE = "HOUSEWAY_ROOM_KEY"
FILE = "room.key"
SIGNING_FILE = "anchor.key"
PUBLIC_FILE = "anchor.pub"


def room_key(folder: Path) -> bytes:
    """
    The room's key: HOUSEWAY_ROOM_KEY (64 hex digits) if it is set, else the file room.key in the data folder.

    A missing file is created with mode 0600. A file that other users may read is refused.
    """
    key_text = os.environ.get(VARIABLE)
    if key_text is not None:
        return read_key(key_text, VARIABLE)
    return _key_file(folder / FILE)


def signing_key(folder: Path) -> Ed25519PrivateKey:
    """
    The key that signs anchors: the file anchor.key in the data folder, created with mode 0600 if it is missing.

    The public key is written to anchor.pub; store a copy on another machine for `houseway audit --public-key`.
    """
    signer = Ed25519PrivateKey.from_private_bytes(_key_file(folder / SIGNING_FILE))
    public = folder / PUBLIC_FILE
    if not public.exists():
        public.write_text(public_text(signer) + "\n", encoding="ascii")
    return signer


def public_text(signer: Ed25519PrivateKey) -> str:
    """The public key as 64 hex digits."""
    return signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _key_file(path: Path) -> bytes:
    if not path.exists():
        _create(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise Unreadable(f"{path} can be read by others; run chmod 600 on it")
    return read_key(path.read_text(encoding="ascii", errors="replace"), str(path))


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(new_key().hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read_key(text: str, where: str) -> bytes:
    """A key from its hex digits; the refusal names the source and never the value."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Unreadable(f"{where} must contain exactly {2 * KEY_BYTES} hex digits")
    return key
