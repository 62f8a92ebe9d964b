"""
The cost of uvicorn's two HTTP parsers, for a page's usual request and for a hostile endless header.

    python benchmarks/http_parsers.py

The first table is the parser alone: requests with a browser's headers, parsed one after the other. The second is the
processor time of a whole request to the smallest handler of the room's framework, over a real connection, with either
parser. The third feeds one header value without end, in pieces of 64 KiB as they come from a socket, until the parser
refuses it or has read 32 MiB.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import threading
import time
from collections.abc import Callable

import h11
import httptools
import uvicorn
from fastapi import FastAPI

REQUEST = (
    b"GET /api/tables HTTP/1.1\r\n"
    b"Host: cards.example\r\n"
    b"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
    b"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
    b"Accept-Language: en-US,en;q=0.5\r\n"
    b"Accept-Encoding: gzip, deflate, br, zstd\r\n"
    b"Cookie: __Host-houseway_session=" + b"0" * 64 + b"\r\n"
    b"Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
    b"Connection: keep-alive\r\n\r\n"
)
PARSED = 5_000
ANSWERED = 1_500
PIECE = b"a" * 65_536
MOST = 32 * 1024 * 1024
HEAD_BYTES = 16 * 1024


class _Callbacks:
    def on_header(self, name: bytes, value: bytes) -> None:
        return


def parse_with_h11() -> None:
    connection = h11.Connection(h11.SERVER, HEAD_BYTES)
    connection.receive_data(REQUEST)
    assert isinstance(connection.next_event(), h11.Request)


def parse_with_httptools() -> None:
    httptools.HttpRequestParser(_Callbacks()).feed_data(REQUEST)


def microseconds(parse: Callable[[], None]) -> float:
    begun = time.perf_counter()
    for _ in range(PARSED):
        parse()
    return (time.perf_counter() - begun) / PARSED * 1e6


def whole_request(parser: str) -> float:
    """Microseconds of processor time for one request and its response, client included."""
    app = FastAPI()

    @app.get("/api/tables")
    async def tables() -> list[int]:
        return []

    server = uvicorn.Server(uvicorn.Config(app, http=parser, log_level="error", access_log=False))
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit it
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with socket.create_connection(listening.getsockname(), timeout=10) as client:
        for _ in range(100):
            _ask(client)
        begun = _processor_seconds()
        for _ in range(ANSWERED):
            _ask(client)
        taken = _processor_seconds() - begun
    server.should_exit = True
    thread.join()
    return taken / ANSWERED * 1e6


def _ask(client: socket.socket) -> None:
    client.sendall(REQUEST)
    received = b""
    while not received.endswith(b"[]"):
        piece = client.recv(65_536)
        assert piece, received
        received += piece


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def endless_header(feed: Callable[[bytes], None]) -> tuple[int, float]:
    """The bytes that the parser reads until it refuses, and the seconds that this takes."""
    begun = time.perf_counter()
    fed = 0
    with contextlib.suppress(h11.RemoteProtocolError, httptools.HttpParserError):
        feed(b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
        while fed < MOST:
            fed += len(PIECE)
            feed(PIECE)
    return fed, time.perf_counter() - begun


def feed_h11() -> Callable[[bytes], None]:
    connection = h11.Connection(h11.SERVER, HEAD_BYTES)

    def feed(data: bytes) -> None:
        connection.receive_data(data)
        connection.next_event()

    return feed


def main() -> None:
    plain = microseconds(parse_with_h11)
    compiled = microseconds(parse_with_httptools)
    print(f"parser alone         h11 {plain:7.1f} us, httptools {compiled:7.1f} us")
    plain = whole_request("h11")
    compiled = whole_request("httptools")
    print(f"whole request        h11 {plain:7.1f} us, httptools {compiled:7.1f} us, the ratio {plain / compiled:.2f}")
    for name, feed in (("h11", feed_h11()), ("httptools", httptools.HttpRequestParser(_Callbacks()).feed_data)):
        fed, seconds = endless_header(feed)
        ended = "refused" if fed < MOST else "still accepted"
        print(f"endless header       {name:<9} {ended} after {fed / 1024:,.0f} KiB in {seconds:.3f} s")


if __name__ == "__main__":
    main()
