"""Frames on their way to a client: written at once where they can be, in line and in order where they cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from websockets.frames import Frame, Opcode

from houseway.server.runtime.outbox import MOST_BYTES, TOO_SLOW, Caller, Outbox
from houseway.server.views.text_frame import text_frame


class Client:
    """A client behind a line: what it received, and whether it reads."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.writes = 0
        """How often frames were written directly."""
        self.reads = asyncio.Event()
        self.reads.set()
        self.closed: tuple[int, str] | None = None

    def write(self, frames: Iterable[bytes]) -> bool:
        if not self.reads.is_set():
            return False
        self.received.extend(frames)
        self.writes += 1
        return True

    async def send(self, frame: str) -> None:
        await self.reads.wait()
        self.received.append(frame.encode())

    async def close(self, code: int, why: str) -> None:
        self.closed = (code, why)


def _line() -> Outbox:
    return Outbox(Caller("p", "P"), "session", "here")


async def _until(count: int, client: Client) -> None:
    for _ in range(1000):
        if len(client.received) >= count:
            return
        await asyncio.sleep(0)


def test_frames_are_written_at_once_and_in_order_when_a_client_stops_reading_for_a_while() -> None:
    async def run() -> None:
        client = Client()
        line = _line()
        line.write = client.write
        sending = asyncio.create_task(line.send_all(client.send, client.close))
        line.send(b"1")
        await asyncio.sleep(0)
        assert client.received == [b"1"], "nothing had to wait, so nothing did"
        client.reads.clear()
        line.send(b"2")
        line.send(b"3")
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the second frame is being sent, and is in line no more
        client.reads.set()
        line.send(b"4")  # could be written at once, but two are before it
        await _until(4, client)
        line.send(b"5")
        await _until(5, client)
        assert client.received == [b"1", b"2", b"3", b"4", b"5"]
        sending.cancel()

    asyncio.run(run())


def test_frames_of_one_turn_of_the_event_loop_are_written_together() -> None:
    async def run() -> None:
        client = Client()
        line = _line()
        line.write = client.write
        line.send(b"the answer")
        line.send(b"the table after it")
        await asyncio.sleep(0)
        assert client.received == [b"the answer", b"the table after it"]
        assert client.writes == 1

    asyncio.run(run())


def test_what_was_sent_before_a_cut_is_written_before_it() -> None:
    async def run() -> None:
        client = Client()
        line = _line()
        line.write = client.write
        line.send(b"the reason")
        line.cut(4001, "signed out")
        line.send(b"after the end")
        await line.send_all(client.send, client.close)
        assert client.received == [b"the reason"]
        assert client.closed == (4001, "signed out")

    asyncio.run(run())


def test_a_frame_does_not_overtake_the_one_that_is_being_sent() -> None:
    async def run() -> None:
        client = Client()
        line = _line()
        line.write = client.write
        sending = asyncio.create_task(line.send_all(client.send, client.close))
        client.reads.clear()
        line.send(b"1")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        client.reads.set()
        line.send(b"2")
        await _until(2, client)
        assert client.received == [b"1", b"2"]
        sending.cancel()

    asyncio.run(run())


def test_a_client_that_does_not_read_is_disconnected_with_the_reason() -> None:
    async def run() -> None:
        client = Client()
        line = _line()
        line.write = client.write
        client.reads.clear()
        for _ in range(3):
            line.send(b"x" * (MOST_BYTES // 2))
        client.reads.set()
        line.send(b"after the end")
        await line.send_all(client.send, client.close)
        assert client.received == []
        assert client.closed is not None
        assert client.closed[0] == TOO_SLOW

    asyncio.run(run())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    payload = b"a" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
