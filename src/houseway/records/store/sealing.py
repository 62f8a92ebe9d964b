"""
Live rounds cannot be read in the database.

Each round has its own key. What is sealed is encrypted with it, bound to its place in the stream and padded so that its
length says nothing. The key itself is stored wrapped by the room's key, and in clear with the round's last event.
"""

import base64
import hashlib
import hmac
import json
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ...rules.errors import Unreadable
from ..shuffle import from_system
from .chain import canonical, canonical_plain

KEY_BYTES = 32
NONCE_BYTES = 12
BLOCK = 512
MESSAGE_BYTES = 6000
"""The longest message between processes: PostgreSQL's NOTIFY carries under 8,000 bytes, and sealing adds a quarter."""
BASE64 = ":"
"""Begins a sealed message that is written in base 64; no message in base 85 begins so."""
BASE64_BYTES = 4096
"""The longest message that is written in base 64, which is 40 times as fast as base 85 and a fifteenth longer."""
KEYED = "hmac1:"
"""Begins every keyed digest; a digest without it was stored by a version that did not key them."""


def new_key() -> bytes:
    """A key drawn from the operating system's entropy."""
    return from_system().bits(8 * KEY_BYTES).to_bytes(KEY_BYTES, "big")


def wrap(key: bytes, room_key: bytes, round: str) -> str:
    """A round's key as it is stored while the round runs."""
    return _encrypted(room_key, key, f"key of {round}")


def unwrap(wrapped: str, room_key: bytes, round: str) -> bytes:
    return _decrypted(room_key, wrapped, f"key of {round}")


def seal(secret: Any, key: bytes, *, stream: str, number: int, round: str) -> str:
    """A secret as text that only the key opens, and only in its own place."""
    text = canonical(secret)
    padded = text + " " * (-len(text) % BLOCK)
    return _encrypted(key, padded.encode("ascii"), _place(stream, number, round))


def unseal(sealed: str, key: bytes, *, stream: str, number: int, round: str) -> Any:
    return json.loads(_decrypted(key, sealed, _place(stream, number, round)))


@lru_cache(maxsize=16)
def derived_key(room_key: bytes, purpose: str) -> bytes:
    """A key for one purpose, derived from the room's key."""
    return hmac.digest(room_key, f"houseway {purpose}".encode(), hashlib.sha256)


def keyed_digest(room_key: bytes, account: str, command: str, body_digest: str) -> str:
    """
    What is stored of a command's body: an HMAC under a key that no backup holds.

    A plain digest of a `set` message could be searched for the hand, because everything else in it is known.
    """
    covered = canonical_plain([account, command, body_digest]).encode("ascii")
    return KEYED + hmac.digest(derived_key(room_key, "receipts"), covered, hashlib.sha256).hex()


def is_same_body(stored: str, room_key: bytes, account: str, command: str, body_digest: str) -> bool:
    """Is this stored digest that of the body? Plain digests of older versions are recognised."""
    if stored.startswith(KEYED):
        return hmac.compare_digest(stored, keyed_digest(room_key, account, command, body_digest))
    return hmac.compare_digest(stored.encode(), body_digest.encode())


def seal_message(text: str, room_key: bytes, topic: str, sender: str) -> str:
    """A message between processes: encrypted, bound to its topic and sender, padded to a power of two of bytes."""
    plain = text.encode("ascii")
    size = max(1024, 1 << (len(plain) - 1).bit_length())
    padded = plain.ljust(size) if size <= MESSAGE_BYTES else plain.ljust(MESSAGE_BYTES)
    nonce = _nonce()
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


def _nonce() -> bytes:
    return from_system().bits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES, "big")


def _place(stream: str, number: int, round: str) -> str:
    return canonical_plain([stream, number, round])


def _encrypted(key: bytes, plain: bytes, place: str) -> str:
    nonce = _nonce()
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, plain, place.encode())).decode("ascii")


def _decrypted(key: bytes, text: str, place: str) -> bytes:
    try:
        whole = base64.b64decode(text, validate=True)
        return AESGCM(key).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(f"what is sealed at {place} does not open with this key") from None
