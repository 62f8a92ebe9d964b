"""The PROXY protocol: trusted proxies name the visitor before TLS and HTTP, and nobody else can."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
from ipaddress import ip_address
from pathlib import Path

import pytest
import websockets

from houseway.rules.errors import Unreadable
from houseway.server.http.connections import ConnectionLimits, Connections, Phase
from houseway.server.http.proxies import Proxies, read_network
from houseway.server.http.proxy_header import LONGEST, VERSION_2, BadHeader, Source, read_header
from houseway.server.process.config import room_settings
from houseway.server.process.options import configuration
from houseway.server.runtime.limits import Rate
from support.certificates import certificate
from support.configured_server import ConfiguredServer
from support.visits import run

REQUEST = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Stream:
    """Bytes that arrive in pieces; what is left after the header can be looked at."""

    def __init__(self, data: bytes, piece: int) -> None:
        self.left = data
        self._piece = piece

    async def receive(self, most: int) -> bytes:
        taken = self.left[: min(most, self._piece)]
        self.left = self.left[len(taken) :]
        return taken


def read(data: bytes, *, piece: int = 1_000_000) -> tuple[Source | None, bytes]:
    """The visitor and what is left for TLS or HTTP."""
    stream = Stream(data, piece)
    return asyncio.run(read_header(stream.receive)), stream.left


def version_2(source: str, port: int = 4000, *, command: int = 0x21, more: bytes = b"") -> bytes:
    address = ip_address(source)
    there = ip_address("192.0.2.1" if address.version == 4 else "2001:db8::1")
    kind = 0x11 if address.version == 4 else 0x21
    rest = address.packed + there.packed + struct.pack("!HH", port, 443) + more
    return VERSION_2 + struct.pack("!BBH", command, kind, len(rest)) + rest


@pytest.mark.parametrize("piece", [1, 5, 1_000_000])
@pytest.mark.parametrize(
    ("header", "source"),
    [
        (b"PROXY TCP4 203.0.113.7 192.0.2.1 4000 443\r\n", Source("203.0.113.7", 4000)),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 4000 443\r\n", Source("2001:db8::7", 4000)),
        (b"PROXY TCP6 ::ffff:203.0.113.7 ::1 4000 443\r\n", Source("203.0.113.7", 4000)),
        (b"PROXY UNKNOWN\r\n", None),
        (b"PROXY UNKNOWN what stands here is not read\r\n", None),
        (version_2("203.0.113.7"), Source("203.0.113.7", 4000)),
        (version_2("2001:db8::7"), Source("2001:db8::7", 4000)),
        (version_2("203.0.113.7", more=b"\x03\x00\x04abcd"), Source("203.0.113.7", 4000)),
        (version_2("203.0.113.7", command=0x20), None),
        (VERSION_2 + b"\x20\x00\x00\x00", None),
        (VERSION_2 + b"\x21\x00\x00\x00", None),
    ],
)
def test_reading_a_proxy_header_takes_no_byte_after_it(header: bytes, source: Source | None, piece: int) -> None:
    assert read(header + REQUEST, piece=piece) == (source, REQUEST)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PROXY",
        REQUEST,
        b"PROXY TCP4 203.0.113.7 192.0.2.1 4000 443\n" + b"a" * 200,
        b"PROXY TCP4 203.0.113.7 192.0.2.1 4000\r\n",
        b"PROXY TCP4 203.0.113.7 192.0.2.1 4000 443 5\r\n",
        b"PROXY TCP4 203.0.113.7 192.0.2.1 -1 443\r\n",
        b"PROXY TCP4 203.0.113.7 192.0.2.1 65536 443\r\n",
        b"PROXY TCP4 203.0.113.7 192.0.2.1 \xb2 443\r\n",
        b"PROXY TCP4 203.0.113.7 nowhere 4000 443\r\n",
        b"PROXY TCP4 2001:db8::7 2001:db8::1 4000 443\r\n",
        b"PROXY TCP6 203.0.113.7 192.0.2.1 4000 443\r\n",
        b"PROXY TCP5 203.0.113.7 192.0.2.1 4000 443\r\n",
        b"PROXY TCP4 \xff\xfe 192.0.2.1 4000 443\r\n",
        b"PROXY  TCP4 203.0.113.7 192.0.2.1 4000 443\r\n",
        b"PROXY UNKNOWN" + b"a" * 200 + b"\r\n",
        VERSION_2,
        VERSION_2 + b"\x21\x11\x00\x0c" + b"1234",
        VERSION_2 + b"\x21\x11\x00\x04" + b"1234",
        VERSION_2 + b"\x21\x21\x00\x0c" + b"a" * 12,
        VERSION_2 + b"\x22\x11\x00\x0c" + b"a" * 12,
        VERSION_2 + b"\x11\x11\x00\x0c" + b"a" * 12,
        VERSION_2 + b"\x21\x12\x00\x0c" + b"a" * 12,
        VERSION_2 + b"\x21\x31\x00\xd8" + b"a" * 216,
        VERSION_2 + b"\x20\x00" + struct.pack("!H", LONGEST + 1) + b"a" * (LONGEST + 1),
    ],
)
def test_an_invalid_proxy_header_is_refused(data: bytes) -> None:
    with pytest.raises(BadHeader):
        read(data)


def test_a_header_that_is_too_long_is_not_read_to_its_end() -> None:
    for endless in (b"PROXY TCP4 " + b"1" * 10_000, VERSION_2 + b"\x21\x11\xff\xff" + b"a" * 65_535):
        stream = Stream(endless, 1_000_000)
        with pytest.raises(BadHeader):
            asyncio.run(read_header(stream.receive))
        assert len(endless) - len(stream.left) <= 107


def test_connections_are_counted_for_the_visitor_that_the_proxy_names() -> None:
    proxies = Proxies((read_network("10.0.0.0/8"),))
    limits = ConnectionLimits(per_address=2, half_open_per_address=2)
    connections = Connections(limits, proxies, proxy_protocol=True)
    assert connections.wants_proxy_header("10.0.0.1")
    assert not connections.wants_proxy_header("203.0.113.7")
    tickets = []
    for _ in range(3):
        ticket = connections.admit("10.0.0.1", Phase.PROXY_HEADER)
        assert ticket is not None
        tickets.append(ticket)
    allowed = [connections.comes_from(ticket, Source("203.0.113.7", 4000)) for ticket in tickets]
    assert allowed == [True, True, False]
    assert tickets[0].source == Source("203.0.113.7", 4000)
    assert connections.half_open == 3, "the one that was refused is released by its acceptor"
    for ticket in tickets:
        ticket.release()
    assert (len(connections), connections.half_open) == (0, 0)
    another = connections.admit("10.0.0.1", Phase.PROXY_HEADER)
    assert another is not None
    assert connections.comes_from(another, Source("203.0.113.7", 4000)), "nothing was left counted"


def test_the_new_connections_of_one_address_per_second_are_limited() -> None:
    now = 0.0
    limits = ConnectionLimits(rate=Rate(2, 5))
    connections = Connections(limits, Proxies((read_network("10.0.0.0/8"),)), lambda: now)

    def opened(address: str, times: int) -> int:
        tickets = [connections.admit(address) for _ in range(times)]
        for ticket in tickets:
            if ticket is not None:
                ticket.release()
        return sum(ticket is not None for ticket in tickets)

    assert opened("203.0.113.7", 20) == 5
    assert opened("203.0.113.8", 1) == 1, "others are not affected"
    assert opened("10.0.0.1", 20) == 20, "a trusted proxy is exempt"
    now = 3.0
    assert opened("203.0.113.7", 20) == 5
    now = 4.0
    assert opened("203.0.113.7", 20) == 2


def test_the_header_is_accepted_only_from_named_proxies() -> None:
    with pytest.raises(Unreadable, match="--proxy-protocol needs --proxy"):
        room_settings(configuration({"proxy_protocol": True}, environment={}))
    chosen = configuration({"proxy": ["127.0.0.1"]}, environment={"HOUSEWAY_PROXY_PROTOCOL": "true"})
    gate = room_settings(chosen).gate
    assert gate.proxy_protocol
    assert not gate.forwarding.trusts("127.0.0.1"), "what such a proxy passes on is the visitor's own word"


# A server -----------------------------------------------------------------------------------------------------------


async def answer_to(
    server: ConfiguredServer,
    header: bytes,
    request: bytes = REQUEST,
    *,
    source: str = "127.0.0.1",
    tls: ssl.SSLContext | None = None,
) -> bytes:
    """Everything that the server says to a header and a request, with TLS between them where it is given."""
    raw = socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0))
    raw.sendall(header)
    raw.setblocking(False)
    name = "localhost" if tls is not None else None
    try:
        reader, writer = await asyncio.open_connection(sock=raw, ssl=tls, server_hostname=name)
        writer.write(request)
        async with asyncio.timeout(30):
            return await reader.read()
    except (OSError, ssl.SSLError):
        return b""
    finally:
        raw.close()


def logged_clients(server: ConfiguredServer) -> list[str]:
    """The visitors' addresses by the access log."""
    lines = server.log.read_text().splitlines()
    return [line.split("client ")[1].split(",")[0] for line in lines if "client " in line]


def test_a_visitor_behind_a_proxy_is_known_by_the_header(tmp_path: Path) -> None:
    server = ConfiguredServer(
        tmp_path / "room",
        proxy=["127.0.0.1"],
        proxy_protocol=True,
        access_log=True,
        log_level="info",
        head_seconds=0.5,
    ).start()
    spoofing = REQUEST.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 198.51.100.9\r\n\r\n")
    named = b"PROXY TCP4 203.0.113.7 192.0.2.1 4000 443\r\n"

    async def visits() -> None:
        assert (await answer_to(server, named)).startswith(b"HTTP/1.1 200")
        assert (await answer_to(server, version_2("2001:db8::7"), spoofing)).startswith(b"HTTP/1.1 200")
        health_check = version_2("203.0.113.8", command=0x20)
        assert (await answer_to(server, health_check, spoofing)).startswith(b"HTTP/1.1 200")
        assert await answer_to(server, b"") == b"", "a proxy that sends no header is cut"
        assert await answer_to(server, b"PROXY TCP4 203.0.113.7\r\n") == b""
        assert await answer_to(server, b"PROXY TCP4 203.0", b"") == b"", "an unfinished header has its time"
        stranger = await answer_to(server, named, source="127.0.0.2")
        assert stranger.startswith(b"HTTP/1.1 400"), "an address that is not trusted cannot name another"
        assert (await answer_to(server, b"", source="127.0.0.2")).startswith(b"HTTP/1.1 200")

    try:
        run(visits())
        assert logged_clients(server) == ["203.0.113.7", "2001:db8::7", "127.0.0.1", "127.0.0.2"]
        assert server.log.read_text().count("sent no PROXY header") == 1, "logged once"
    finally:
        server.stop()


def test_the_header_comes_before_tls_and_holds_for_sockets(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path / "tls")
    server = ConfiguredServer(
        tmp_path / "room",
        proxy=["127.0.0.1"],
        proxy_protocol=True,
        tls_cert=str(cert),
        tls_key=str(key),
        sockets_per_address=1,
    ).start()
    tls = ssl.create_default_context(cafile=str(cert))

    async def visits() -> None:
        arrival = REQUEST.replace(b"GET /api/games", b"POST /api/session")
        answer = await answer_to(server, version_2("203.0.113.7"), arrival, tls=tls)
        cookie = answer.partition(b"set-cookie: ")[2].partition(b";")[0].decode()
        assert cookie.startswith("__Host-houseway_session=")
        assert await answer_to(server, b"", tls=tls) == b"", "no header, no TLS"
        async with contextlib.AsyncExitStack() as lines:
            await lines.enter_async_context(await socket_of(server, "203.0.113.7", cookie, tls))
            with pytest.raises(websockets.InvalidStatus):
                await lines.enter_async_context(await socket_of(server, "203.0.113.7", cookie, tls))
            await lines.enter_async_context(await socket_of(server, "203.0.113.8", cookie, tls))

    try:
        run(visits())
    finally:
        server.stop()


async def socket_of(
    server: ConfiguredServer, visitor: str, cookie: str, tls: ssl.SSLContext
) -> websockets.ClientConnection:
    """A socket that comes through the proxy from this visitor."""
    raw = socket.create_connection(("127.0.0.1", server.port))
    raw.sendall(version_2(visitor))
    url = f"wss://localhost:{server.port}/socket"
    origin = f"https://localhost:{server.port}"
    headers = {"Cookie": cookie}
    return await websockets.connect(url, sock=raw, ssl=tls, origin=origin, additional_headers=headers)  # type: ignore[arg-type]
