"""
The PROXY protocol, versions 1 and 2: how a proxy that passes bytes on names the visitor of a connection.

The header is the first thing on the connection, before TLS. Only the bytes of the header are read, never more than
`LONGEST`, so that all bytes after it are left to TLS or HTTP. The specification is HAProxy's `proxy-protocol.txt`.
"""

from __future__ import annotations

import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from .proxies import plain_address

VERSION_1 = b"PROXY "
VERSION_2 = b"\r\n\r\n\x00\r\nQUIT\n"
LONGEST_LINE = 107
"""The most bytes of a version 1 header, by the specification."""
LONGEST = 4096
"""The most bytes of a version 2 header; fields that a proxy adds after the addresses are skipped."""
LOCAL = 0x20
PROXIED = 0x21
TCP_OVER_IPV4 = 0x11
TCP_OVER_IPV6 = 0x21
UNSPECIFIED = 0x00

Receive = Callable[[int], Awaitable[bytes]]
"""Reads up to a number of bytes from the connection; empty when it has ended."""


class BadHeader(Exception):
    """The connection does not begin with a PROXY header that can be read."""


@dataclass(frozen=True)
class Source:
    """Address and port of the visitor."""

    address: str
    port: int


async def read_header(receive: Receive) -> Source | None:
    """The visitor that the header names; None for a connection of the proxy itself, such as a health check."""
    begin = await _exactly(receive, len(VERSION_2))
    if begin == VERSION_2:
        return await _version_2(receive)
    if begin.startswith(VERSION_1):
        return _version_1(await _line(receive, begin))
    raise BadHeader


async def _exactly(receive: Receive, length: int) -> bytes:
    received = b""
    while len(received) < length:
        more = await receive(length - len(received))
        if not more:
            raise BadHeader
        received += more
    return received


async def _line(receive: Receive, line: bytes) -> bytes:
    """The rest of the line, read byte by byte, because the bytes after it belong to the request."""
    while not line.endswith(b"\r\n"):
        if len(line) >= LONGEST_LINE:
            raise BadHeader
        line += await _exactly(receive, 1)
    return line


def _version_1(line: bytes) -> Source | None:
    words = line.removesuffix(b"\r\n").split(b" ")
    if words[1] == b"UNKNOWN":
        return None
    if len(words) != 6 or words[1] not in (b"TCP4", b"TCP6"):
        raise BadHeader
    family = IPv4Address if words[1] == b"TCP4" else IPv6Address
    try:
        source, _ = (family(word.decode("ascii")) for word in words[2:4])
        port, _ = (_port(word) for word in words[4:6])
    except ValueError:
        raise BadHeader from None
    return _source(source, port)


def _port(word: bytes) -> int:
    if not word.isdigit() or len(word) > 5 or int(word) > 65_535:
        raise ValueError
    return int(word)


async def _version_2(receive: Receive) -> Source | None:
    command, kind, length = struct.unpack("!BBH", await _exactly(receive, 4))
    if command not in (LOCAL, PROXIED) or length > LONGEST:
        raise BadHeader
    rest = await _exactly(receive, length)
    if command == LOCAL or kind == UNSPECIFIED:
        return None
    if kind == TCP_OVER_IPV4 and length >= 12:
        return _source(IPv4Address(rest[:4]), struct.unpack("!H", rest[8:10])[0])
    if kind == TCP_OVER_IPV6 and length >= 36:
        return _source(IPv6Address(rest[:16]), struct.unpack("!H", rest[32:34])[0])
    raise BadHeader


def _source(address: IPv4Address | IPv6Address, port: int) -> Source:
    return Source(plain_address(str(address)) or str(address), port)
