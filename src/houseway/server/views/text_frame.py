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


def whole_texts(data: bytes) -> list[bytes] | None:
    """
    The payloads, if these bytes are exactly one or more text messages of a client with up to 65,535 bytes; else None.

    That is what nearly all clients send; everything else is the business of a full parser.

    >>> whole_texts(b"\\x81\\x82\\x01\\x02\\x03\\x04ik")
    [b'hi']
    """
    payloads: list[bytes] = []
    begins = 0
    while begins < len(data):
        bounds = _payload_bounds(data, begins)
        if bounds is None or data[begins] != FINAL_TEXT:
            return None
        payload_begins, ends = bounds
        payloads.append(apply_mask(data[payload_begins:ends], data[payload_begins - MASK_BYTES : payload_begins]))
        begins = ends
    return payloads or None


def are_whole_frames(data: bytes) -> bool:
    """Whether these bytes are exactly one or more frames of a client, of any kind."""
    begins = 0
    while begins < len(data):
        bounds = _payload_bounds(data, begins)
        if bounds is None:
            return False
        _, begins = bounds
    return bool(data)


def _payload_bounds(data: bytes, begins: int) -> tuple[int, int] | None:
    """Where the payload of the masked frame that begins here begins and ends; None if the data ends before it."""
    if len(data) < begins + 2 or not data[begins + 1] & MASKED:
        return None
    size = data[begins + 1] & ~MASKED
    head = 2
    if size == LENGTH_IN_2_BYTES:
        size = int.from_bytes(data[begins + 2 : begins + 4], "big")
        head = 4
        if size < LENGTH_IN_2_BYTES:  # not the shortest way to write it
            return None
    elif size == LENGTH_IN_8_BYTES:  # longer than any message that is accepted
        return None
    payload_begins = begins + head + MASK_BYTES
    ends = payload_begins + size
    return (payload_begins, ends) if ends <= len(data) else None
