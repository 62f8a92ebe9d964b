"""Connections are bounded: how many, how long each phase takes, how much is sent."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houseway.server.http.connections import (
    CLOSED_BEFORE_COLLECTING,
    CROWD,
    ConnectionLimits,
    Connections,
    Phase,
    Ticket,
    network_of,
)
from houseway.server.http.proxies import Proxies, read_network
from houseway.server.runtime.limits import Rate
from support.client import Client
from support.configured_server import ConfiguredServer
from support.visits import run


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Wire:
    """A transport that remembers what was done to it."""

    def __init__(self) -> None:
        self.aborted = False
        self.unsent = 0

    def abort(self) -> None:
        self.aborted = True

    def get_write_buffer_size(self) -> int:
        return self.unsent


def admitted(connections: Connections, address: str) -> tuple[Ticket, Wire]:
    ticket = connections.admit(address)
    assert ticket is not None
    wire = Wire()
    ticket.transport = wire  # type: ignore[assignment]
    return ticket, wire


def test_the_connections_of_one_address_are_limited_and_others_are_not_affected() -> None:
    connections = Connections(ConnectionLimits(per_address=3, half_open_per_address=2), Proxies())
    first, _ = admitted(connections, "192.0.2.1")
    admitted(connections, "192.0.2.1")
    assert connections.admit("192.0.2.1") is None, "two are half-open"
    first.enter(Phase.RESPONSE)
    admitted(connections, "192.0.2.1")
    assert connections.admit("192.0.2.1") is None, "three in all"
    assert connections.admit("192.0.2.2") is not None
    first.release()
    first.release()
    assert len(connections) == 3, "a ticket is released once"


def test_ipv6_is_counted_by_the_network_that_one_customer_has() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("unknown") == "unknown"


def test_a_trusted_proxy_has_as_many_connections_as_it_needs() -> None:
    proxies = Proxies((read_network("10.0.0.0/8"),))
    connections = Connections(ConnectionLimits(per_address=1, half_open_per_address=1), proxies)
    assert all(connections.admit("10.1.2.3") for _ in range(5))
    assert connections.admit("192.0.2.1") is not None
    assert connections.admit("192.0.2.1") is None


def test_newcomers_displace_the_oldest_half_open_connection_of_the_busiest_address() -> None:
    connections = Connections(ConnectionLimits(total=6, half_open=4, half_open_per_address=4), Proxies())
    first, wire = admitted(connections, "192.0.2.1")
    for _ in range(2):
        admitted(connections, "192.0.2.1")
    _, other = admitted(connections, "192.0.2.2")
    newcomer, _ = admitted(connections, "192.0.2.3")
    assert wire.aborted
    assert not other.aborted
    assert connections.half_open == 4
    first.release()
    assert connections.half_open == 4, "what was displaced is not counted twice"
    newcomer.enter(Phase.RESPONSE)
    assert connections.half_open == 3


def test_nobody_holds_every_connection_with_silent_sockets_of_many_networks() -> None:
    limits = ConnectionLimits(total=2 * CROWD + 11, half_open_per_address=1000)
    connections = Connections(limits, Proxies((read_network("10.0.0.1"),)))

    def sockets(address: str, count: int) -> list[Wire]:
        wires = []
        for _ in range(count):
            ticket, wire = admitted(connections, address)
            ticket.enter(Phase.SOCKET)
            wires.append(wire)
        return wires

    few = sockets("192.0.2.1", 3)
    proxy = sockets("10.0.0.1", 5)
    many = [sockets(f"2001:db8:0:{number}::1", CROWD + number) for number in (1, 2)]
    assert len(connections) == limits.total
    admitted(connections, "198.51.100.7")[0].enter(Phase.SOCKET)
    assert [wire.aborted for wire in many[1]] == [False] * (CROWD + 1) + [True], "the newest of the busiest"
    assert not any(wire.aborted for wire in (*few, *proxy, *many[0]))
    assert connections.admit("2001:db8:0:1::2") is None, "the busiest displaces nobody"
    assert len(connections) == limits.total
    quiet = Connections(ConnectionLimits(total=8), Proxies())
    for number in range(8):
        admitted(quiet, f"192.0.2.{number % 2}")[0].enter(Phase.SOCKET)
    assert quiet.admit("198.51.100.7") is None, "who has few connections keeps them"


def test_the_memory_of_closed_connections_is_reclaimed(monkeypatch: pytest.MonkeyPatch) -> None:
    collections: list[int] = []
    monkeypatch.setattr("houseway.server.http.connections.gc.collect", lambda: collections.append(1))
    connections = Connections(ConnectionLimits(rate=Rate(1e9, 1e9)), Proxies())
    for number in range(2 * CLOSED_BEFORE_COLLECTING):
        ticket, _ = admitted(connections, "192.0.2.1")
        ticket.release()
        if number % 100 == 99:
            connections.sweep()
    connections.sweep()
    assert len(collections) == 2, "once for so many connections, however often there is a sweep"
    connections.sweep()
    assert len(collections) == 2


def test_every_phase_has_its_time() -> None:
    clock = Clock()
    limits = ConnectionLimits(head_seconds=1, body_seconds=2, idle_seconds=3, write_seconds=4)
    connections = Connections(limits, Proxies(), clock)
    seconds = {Phase.HEAD: 1, Phase.UPGRADE: 1, Phase.BODY: 2, Phase.IDLE: 3, Phase.CLOSING: 4}
    for phase, length in seconds.items():
        ticket, wire = admitted(connections, "192.0.2.1")
        ticket.enter(phase)
        clock.now += length - 0.1
        ticket.enter(phase)  # more of the same gives no more time
        assert connections.sweep() == 0
        clock.now += 0.2
        assert connections.sweep() == 1, phase
        assert wire.aborted
        assert len(connections) == 0
    for phase in (Phase.RESPONSE, Phase.SOCKET):
        ticket, wire = admitted(connections, "192.0.2.1")
        ticket.enter(phase)
        clock.now += 1000
        assert connections.sweep() == 0, "how long an answer takes is not the client's fault"


def test_an_unread_response_is_dropped_but_a_slow_reader_is_served() -> None:
    clock = Clock()
    connections = Connections(ConnectionLimits(write_seconds=4), Proxies(), clock)
    ticket, wire = admitted(connections, "192.0.2.1")
    ticket.enter(Phase.RESPONSE)
    wire.unsent = 100_000
    ticket.write_paused()
    for _ in range(3):
        wire.unsent -= 5_000
        clock.now += 4
        assert connections.sweep() == 0, "more than 1 KiB a second is read"
    clock.now += 4
    assert connections.sweep() == 1


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConfiguredServer]:
    """A server that waits for nobody."""
    started = ConfiguredServer(
        tmp_path_factory.mktemp("room"),
        head_seconds=0.5,
        body_seconds=0.5,
        write_seconds=0.5,
        keep_alive_seconds=1.0,
        connections_per_address=40,
        half_open_per_address=20,
    ).start()
    yield started
    started.stop()
    text = started.log.read_text()
    assert "Traceback" not in text, text


def connect(server: ConfiguredServer, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(source, 0))


def until_closed(connection: socket.socket) -> bytes:
    """Everything that is received until the server closes; fails after the socket's own timeout."""
    received = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def send_until_closed(connection: socket.socket, piece: bytes, most: int) -> int:
    """Send the same piece again and again; how many bytes the server's side took until it closed."""
    sent = 0
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    return sent


def test_an_endless_header_is_cut_after_a_few_kilobytes(strict: ConfiguredServer) -> None:
    with connect(strict) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Endless: ")
        assert send_until_closed(connection, b"a" * 65_536, 300_000_000) < 50_000_000
    assert httpx.get(f"{strict.url}/healthz", timeout=60).text == "alive\n"


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 4_000 + b"\r\n",
        b"\x16\x03\x01\x02\x00 not http at all\r\n\r\n",
    ],
    ids=["path", "cookie", "lines", "nonsense"],
)
def test_an_oversized_or_invalid_request_is_refused_in_a_sentence(strict: ConfiguredServer, head: bytes) -> None:
    with connect(strict) as connection:
        connection.sendall(head)
        assert until_closed(connection).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))


def test_a_hundred_headers_are_enough(strict: ConfiguredServer) -> None:
    headers = {f"X-{number}": "1" for number in range(101)}
    assert httpx.get(f"{strict.url}/healthz", headers=headers, timeout=60).status_code == 431


@pytest.mark.parametrize("piece", [b"", b"X"], ids=["silent", "byte by byte"])
def test_an_unfinished_request_head_is_closed_after_the_time_limit(strict: ConfiguredServer, piece: bytes) -> None:
    """Half a second from the connection, however often a byte comes."""
    with connect(strict) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        connection.settimeout(0.1)
        until = time.monotonic() + 20
        closed = False
        while not closed and time.monotonic() < until:
            try:
                if piece:
                    connection.sendall(piece)
                closed = connection.recv(100) == b""
            except TimeoutError:
                continue
            except OSError:
                closed = True
        assert closed


def test_a_request_without_its_body_is_closed_after_the_time_limit(strict: ConfiguredServer) -> None:
    with connect(strict) as connection:
        connection.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        assert until_closed(connection) == b""


def test_a_body_that_is_too_long_is_refused_without_reading_it(strict: ConfiguredServer) -> None:
    with connect(strict) as connection:
        connection.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n")
        answer = until_closed(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer.lower()


def test_a_client_that_asks_too_much_has_to_connect_again(tmp_path: Path) -> None:
    """A refusal is cheap only if the same connection cannot ask for the next one."""
    server = ConfiguredServer(tmp_path / "room", rate_address="1/20", keep_alive_seconds=600).start()
    try:
        with connect(server) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40)
            received = until_closed(connection)
        assert received.count(b"HTTP/1.1 200 OK") < 40
        assert received.count(b"HTTP/1.1 429 ") == 1
        assert b"connection: close" in received.lower()
    finally:
        server.stop()


def test_an_idle_connection_is_closed(strict: ConfiguredServer) -> None:
    with connect(strict) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until_closed(connection).endswith(b"alive\n")


def test_responses_that_are_not_read_are_given_up(strict: ConfiguredServer) -> None:
    """A thousand pipelined requests for a large answer, and not one of the answers is read."""
    request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", strict.port))
        sent = send_until_closed(connection, request * 100, 200_000_000)
    assert sent < 200_000_000
    assert httpx.get(f"{strict.url}/healthz", timeout=60).text == "alive\n"


def test_half_open_connections_of_one_address_do_not_block_others(strict: ConfiguredServer) -> None:
    """1,100 connections from one address that say nothing; the process may have 300 files open."""
    usual = resource.prlimit(strict._pid, resource.RLIMIT_NOFILE)
    resource.prlimit(strict._pid, resource.RLIMIT_NOFILE, (300, usual[1]))
    with contextlib.ExitStack() as opened:
        for _ in range(1_100):
            with contextlib.suppress(ConnectionResetError):  # refused while it was being made
                opened.enter_context(connect(strict, "127.0.0.3"))
        with connect(strict, "127.0.0.2") as newcomer:
            newcomer.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert until_closed(newcomer).endswith(b"alive\n")
    resource.prlimit(strict._pid, resource.RLIMIT_NOFILE, usual)


def outlast_deadlines(server: ConfiguredServer) -> None:
    """Open connections that break the deadlines for a request head and between requests; wait until both are cut."""
    with connect(server) as silent, connect(server) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until_closed(silent)
        until_closed(idle)


def test_a_socket_keeps_its_connection_and_gives_it_back(strict: ConfiguredServer) -> None:
    """An open socket outlives every deadline, and 60 that came and went leave room for one more."""

    async def scene() -> None:
        client = await Client(strict.url).come_in()
        for _ in range(60):
            other = Client(strict.url)
            other.http.cookies = client.http.cookies
            await other.connect()
            await other.hang_up()
            await other.http.aclose()
        await asyncio.to_thread(outlast_deadlines, strict)
        await client.until(lambda: client.frames)
        with contextlib.suppress(Exception):
            await client.ask("watch", "NOPE")
        assert client.frames[-1]["tell"] == "answer"
        await client.close()

    run(scene())


def test_a_client_that_floods_pings_is_disconnected(strict: ConfiguredServer) -> None:
    async def scene() -> None:
        client = await Client(strict.url).come_in()
        socket_ = client._socket
        with contextlib.suppress(Exception):
            for _ in range(200):
                await socket_.ping()
        async with asyncio.timeout(20):
            await socket_.wait_closed()
        await client.http.aclose()

    run(scene())


def test_the_metrics_show_the_limits(tmp_path: Path) -> None:
    server = ConfiguredServer(tmp_path / "room", half_open_per_address=2, head_seconds=30.0).start()
    try:
        with contextlib.ExitStack() as opened:
            for _ in range(5):
                opened.enter_context(connect(server, "127.0.0.3"))
            page = httpx.get(
                f"{server.url}/metrics", headers={"Authorization": f"Bearer {server.token}"}, timeout=60
            ).text
        assert 'houseway_connections_refused_total{reason="half_open_per_address"} 3.0' in page
        assert "houseway_connections_half_open 2.0" in page
    finally:
        server.stop()
