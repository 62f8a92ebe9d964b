"""
Encryption: nobody can read the secrets of a live round in the database.

Each round has its own key. A sealed secret is encrypted with it, bound to its place in the stream and padded, so that
its length reveals nothing. The key is stored wrapped by the room's key, and in clear with the round's last event.
"""

import base64
import hashlib
import hmac
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ...rules.errors import Unreadable
from ..shuffle import system_bytes
from .chain import canonical, canonical_plain, read_json

KEY_BYTES = 32
NONCE_BYTES = 12
BLOCK = 512
"""Sealed secrets are padded to a multiple of this number of characters."""
SMALLEST_MESSAGE = 1024
MESSAGE_BYTES = 6000
"""The longest message between processes: PostgreSQL's NOTIFY carries under 8,000 bytes, and sealing adds a quarter."""
BASE64 = ":"
"""The first character of a sealed message in base 64; no message in base 85 begins with it."""
BASE64_BYTES = 4096
"""The longest message in base 64, which is 40 times as fast as base 85 and a fifteenth longer."""
KEYED = "hmac1:"
"""The prefix of a keyed digest; a digest without it was stored by a version that did not key them."""


def new_key() -> bytes:
    """A key drawn from the operating system's entropy."""
    return system_bytes(KEY_BYTES)


def wrap(key: bytes, room_key: bytes, round: str) -> str:
    """A round's key as it is stored while the round runs."""
    return _encrypted(room_key, key, f"key of {round}")


def unwrap(wrapped: str, room_key: bytes, round: str) -> bytes:
    return _decrypted(room_key, wrapped, f"key of {round}")


def seal(secret: object, key: bytes, *, stream: str, number: int, round: str) -> str:
    """A secret as text that can be opened only with the key, and only at its place in the stream."""
    text = canonical(secret)
    padded = text + " " * (-len(text) % BLOCK)
    return _encrypted(key, padded.encode("ascii"), _place(stream, number, round))


def unseal(sealed: str, key: bytes, *, stream: str, number: int, round: str) -> Any:
    return read_json(_decrypted(key, sealed, _place(stream, number, round)))


@lru_cache(maxsize=16)
def derived_key(room_key: bytes, purpose: str) -> bytes:
    """A key for one purpose, derived from the room's key."""
    return hmac.digest(room_key, f"houseway {purpose}".encode(), hashlib.sha256)


def keyed_digest(room_key: bytes, account: str, command: str, body_digest: str) -> str:
    """
    The HMAC of a command's body, as it is stored; its key is in no backup.

    From a plain digest of a `set` message the hand could be found by trial, because everything else in it is known.
    """
    covered = canonical_plain([account, command, body_digest]).encode("ascii")
    return KEYED + hmac.digest(derived_key(room_key, "receipts"), covered, hashlib.sha256).hex()


def is_same_body(stored: str, room_key: bytes, account: str, command: str, body_digest: str) -> bool:
    """Does a stored digest belong to this body? Plain digests of older versions are recognised."""
    if stored.startswith(KEYED):
        return hmac.compare_digest(stored, keyed_digest(room_key, account, command, body_digest))
    return hmac.compare_digest(stored.encode(), body_digest.encode())


def seal_message(text: str, room_key: bytes, topic: str, sender: str) -> str:
    """A message between processes: encrypted, bound to its topic and sender, padded to a power of two."""
    plain = text.encode("ascii")
    size = max(SMALLEST_MESSAGE, 1 << (len(plain) - 1).bit_length())
    padded = plain.ljust(size) if size <= MESSAGE_BYTES else plain.ljust(MESSAGE_BYTES)
    nonce = system_bytes(NONCE_BYTES)
    place = canonical([topic, sender]).encode()
    sealed = AESGCM(derived_key(room_key, "messages")).encrypt(nonce, padded, place)
    if size <= BASE64_BYTES:
        return BASE64 + base64.b64encode(nonce + sealed).decode("ascii")
    return base64.b85encode(nonce + sealed).decode("ascii")


def open_message(sealed: str, room_key: bytes, topic: str, sender: str) -> str:
    """The text of a sealed message; raises Unreadable for anything else."""
    try:
        text = sealed.removeprefix(BASE64)
        whole = base64.b64decode(text, validate=True) if text != sealed else base64.b85decode(sealed)
        place = canonical([topic, sender]).encode()
        plain = AESGCM(derived_key(room_key, "messages")).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], place)
    except (InvalidTag, ValueError):
        raise Unreadable(f"a message to {topic!r} is not sealed with this room's key") from None
    return plain.decode("ascii")


def _place(stream: str, number: int, round: str) -> str:
    return canonical_plain([stream, number, round])


def _encrypted(key: bytes, plain: bytes, place: str) -> str:
    nonce = system_bytes(NONCE_BYTES)
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, plain, place.encode())).decode("ascii")


def _decrypted(key: bytes, text: str, place: str) -> bytes:
    try:
        whole = base64.b64decode(text, validate=True)
        return AESGCM(key).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(f"the sealed text at {place} cannot be opened with this key") from None
