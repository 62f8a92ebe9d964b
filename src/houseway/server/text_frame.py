"""A text message as the bytes of one WebSocket frame (RFC 6455, section 5.2)."""

from __future__ import annotations

import struct

FINAL_TEXT = 0x81
"""The first byte of a text message that is not fragmented."""
LENGTH_IN_2_BYTES = 126
LENGTH_IN_8_BYTES = 127


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
