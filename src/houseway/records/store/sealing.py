"""
Live rounds cannot be read in the database.

Each round has its own key. What is sealed is encrypted with it, bound to its place in the stream and padded so that its
length says nothing. The key itself is stored wrapped by the room's key, and in clear with the round's last event.
"""

import base64
import json
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ...rules.errors import Unreadable
from ..shuffle import from_system
from .chain import canonical

KEY_BYTES, NONCE_BYTES, BLOCK = 32, 12, 512


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


def _place(stream: str, number: int, round: str) -> str:
    return canonical([stream, number, round])


def _encrypted(key: bytes, plain: bytes, place: str) -> str:
    nonce = from_system().bits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES, "big")
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, plain, place.encode())).decode("ascii")


def _decrypted(key: bytes, text: str, place: str) -> bytes:
    try:
        whole = base64.b64decode(text, validate=True)
        return AESGCM(key).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(f"what is sealed at {place} does not open with this key") from None
