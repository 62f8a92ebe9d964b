"""Messages of clients are the same whether a whole one is taken as it is or the parser reads it."""

from __future__ import annotations

import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from houseway.server.http.bounded_protocols import UNREAD_MESSAGES, BoundedWebSocket
from houseway.server.views.text_frame import are_whole_frames, whole_texts

SIZES = (0, 1, 125, 126, 127, 4000, 65_535)


def sent(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it."""
    return bytes(Frame(opcode, payload, fin).serialize(mask=mask))


class Reading:
    """The reading half of a connection, after its handshake."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.pauses: list[int] = []
        """How many messages waited when reading was paused."""
        socket = object.__new__(BoundedWebSocket)
        socket.conn = ServerProtocol(state=State.OPEN, max_size=100_000)
        socket.config = SimpleNamespace(ws_max_size=100_000)  # type: ignore[assignment]
        socket.queue = SimpleNamespace(put_nowait=self._put, qsize=lambda: len(self.heard))  # type: ignore[assignment]
        socket.transport = SimpleNamespace(pause_reading=self._pause, write=lambda data: None)  # type: ignore[assignment]
        socket.writable = SimpleNamespace(is_set=lambda: True)  # type: ignore[assignment]
        socket.loop = SimpleNamespace(time=lambda: 0.0)  # type: ignore[assignment]
        socket.frames = []
        socket.close_sent = False
        socket.read_paused = False
        socket._between_frames = True
        socket._pings = 0
        socket._pings_since = 0.0
        self.socket = socket

    def _put(self, event: Any) -> None:
        self.heard.append(event["text"])

    def _pause(self) -> None:
        self.pauses.append(len(self.heard))


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_message_is_taken_as_it_was_sent(size: int) -> None:
    payload = random.Random(size).randbytes(size)
    assert whole_texts(sent(payload)) == [payload]
    assert whole_texts(sent(payload) + sent(b"more")) == [payload, b"more"]
    assert are_whole_frames(sent(payload) + sent(b"", Opcode.PING))


NOT_WHOLE = {
    "nothing": b"",
    "cut short": sent(b"hello")[:-1],
    "more behind it": sent(b"hello") + b"\x81",
    "a fragment": sent(b"hello", fin=False),
    "binary": sent(b"hello", Opcode.BINARY),
    "a ping": sent(b"hello", Opcode.PING),
    "without a mask": sent(b"hello", mask=False),
    "a reserved bit": bytes([0x81 | 0x40]) + sent(b"hello")[1:],
    "a length that is written too long": b"\x81\xfe\x00\x05abcdhello",
    "very long": sent(b"x" * 65_536),
}
"""Masks are random, so a frame cannot name its test."""


@pytest.mark.parametrize("data", NOT_WHOLE.values(), ids=NOT_WHOLE.keys())
def test_anything_else_is_left_to_the_parser(data: bytes) -> None:
    assert whole_texts(data) is None
    assert whole_texts(sent(b"before") + data) is None or not data


@pytest.mark.parametrize("seed", range(40))
def test_messages_are_received_once_and_in_order_however_they_are_fragmented(seed: int) -> None:
    draw = random.Random(seed)
    texts = [f"message {number} {'é' * draw.choice((0, 3, 200))}" for number in range(12)]
    stream = b""
    ends = []
    for text in texts:
        payload = text.encode()
        if draw.random() < 0.2:
            stream += sent(payload[:4], fin=False) + sent(b"", Opcode.PING) + sent(payload[4:], Opcode.CONT)
        else:
            stream += sent(payload)
        ends.append(len(stream))
    cuts = draw.sample(range(len(stream)), 3) if seed % 2 else []
    places = sorted({0, *draw.sample(ends, 9), *cuts, len(stream)})
    reading = Reading()
    for begin, end in pairwise(places):
        reading.socket.data_received(stream[begin:end])
    assert reading.heard == texts


def test_messages_that_arrive_together_never_need_the_parser() -> None:
    reading = Reading()
    reading.socket.conn.receive_data = lambda data: pytest.fail("the parser was asked")  # type: ignore[method-assign]
    reading.socket.data_received(sent(b"one") + sent(b"two"))
    reading.socket.data_received(sent(b"three"))
    assert reading.heard == ["one", "two", "three"]


def test_a_client_that_sends_faster_than_it_is_answered_is_not_read() -> None:
    reading = Reading()
    for number in range(UNREAD_MESSAGES):
        reading.socket.data_received(sent(b"%d" % number))
    assert reading.pauses == []
    reading.socket.data_received(sent(b"one more"))
    assert len(reading.pauses) == 1


def test_text_that_is_not_utf_8_closes_the_connection() -> None:
    reading = Reading()
    closed: list[bool] = []
    reading.socket.handle_parser_exception = lambda: closed.append(True)  # type: ignore[method-assign]
    reading.socket.logger = SimpleNamespace(exception=lambda text: None)  # type: ignore[assignment]
    reading.socket.data_received(sent(b"\xff\xfe"))
    assert closed
    assert not reading.heard
