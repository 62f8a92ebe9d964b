"""A text message as the bytes of one WebSocket frame (RFC 6455, section 5.2)."""

from __future__ import annotations

import struct

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it was built

FINAL_TEXT = 0x81
"""The first byte of a text message that is not fragmented."""
LENGTH_IN_2_BYTES = 126
LENGTH_IN_8_BYTES = 127
MASKED = 0x80
MASK_BYTES = 4


def text_frame(payload: bytes) -> bytes:
    """
    The frame of a server, which is never masked; `payload` is UTF-8.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(payload)
    if size < LENGTH_IN_2_BYTES:
        head = struct.pack("!BB", FINAL_TEXT, size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", FINAL_TEXT, LENGTH_IN_2_BYTES, size)
    else:
        head = struct.pack("!BBQ", FINAL_TEXT, LENGTH_IN_8_BYTES, size)
    return head + payload


def whole_text(data: bytes) -> bytes | None:
    """
    The payload, if these bytes are exactly one text message of a client with up to 65,535 bytes; else None.

    That is what nearly all clients send; everything else is the business of a full parser.

    >>> whole_text(b"\\x81\\x82\\x01\\x02\\x03\\x04ik")
    b'hi'
    """
    if len(data) < 2 + MASK_BYTES or data[0] != FINAL_TEXT or not data[1] & MASKED:
        return None
    size = data[1] & ~MASKED
    head = 2
    if size == LENGTH_IN_2_BYTES:
        size = int.from_bytes(data[2:4], "big")
        head = 4
        if size < LENGTH_IN_2_BYTES:  # not the shortest way to write it
            return None
    elif size == LENGTH_IN_8_BYTES:
        return None
    begins = head + MASK_BYTES
    if len(data) != begins + size:
        return None
    return apply_mask(data[begins:], data[head:begins])


def is_whole_frame(data: bytes) -> bool:
    """Whether these bytes are exactly one frame of a client, of any kind."""
    if len(data) < 2:
        return False
    size = data[1] & ~MASKED
    head = 2
    if size == LENGTH_IN_2_BYTES:
        size = int.from_bytes(data[2:4], "big")
        head = 4
    elif size == LENGTH_IN_8_BYTES:
        size = int.from_bytes(data[2:10], "big")
        head = 10
    return len(data) == head + MASK_BYTES + size
