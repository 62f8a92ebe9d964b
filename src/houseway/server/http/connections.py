"""
Limits of connections: how many there may be, and how long each phase of one may take.

Connections are counted per address when they are accepted, before TLS and before the first byte is read: how many an
address has, and how many it opens in a second. One sweep a second closes those whose phase has taken too long: an
unfinished request head, a body that does not arrive, a response that nobody reads. When too many connections have not
sent a complete request, the oldest of the busiest address is closed to make room for a newcomer.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address, ip_network

from ..observability import metrics
from ..runtime.limits import Buckets, Rate
from .proxies import Proxies
from .proxy_header import Source

HEAD_BYTES = 16 * 1024
CLOSED_BEFORE_COLLECTING = 1000
"""Closed connections after which their memory is reclaimed; each leaves some 6 KiB in objects that form cycles."""
CROWD = 32
"""When all connections are in use, none is taken from an address with fewer than this."""
USUAL_RATE = Rate(per_second=30, at_once=300)
LEAST_BYTES_PER_SECOND = 1024
"""A client that reads a response more slowly than this is closed."""


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """How many connections there may be, and how long each phase of one may take."""

    total: int = 8000
    per_address: int = 256
    rate: Rate = USUAL_RATE
    """New connections of one address: each costs the server much, for example by a TLS handshake."""
    half_open: int = 1024
    """Connections that have not sent a complete request, over all addresses."""
    half_open_per_address: int = 64
    head_seconds: float = 10.0
    """From the connection, or the first byte of a further request, to the end of the request head."""
    body_seconds: float = 20.0
    idle_seconds: float = 15.0
    """Between two requests on one connection."""
    write_seconds: float = 20.0
    """Without progress while a response is sent, and for the last bytes of a connection that is closing."""


class Phase(Enum):
    """What a connection is waiting for; the value is the reason that is counted when it takes too long."""

    PROXY_HEADER = "slow_proxy_header"
    TLS = "slow_tls"
    HEAD = "slow_head"
    BODY = "slow_body"
    RESPONSE = "response"
    IDLE = "idle"
    UPGRADE = "slow_upgrade"
    SOCKET = "socket"
    CLOSING = "slow_close"


HALF_OPEN = frozenset({Phase.PROXY_HEADER, Phase.TLS, Phase.HEAD})


def network_of(address: str) -> str:
    """The unit that limits apply to: an IPv4 address, or the /64 of an IPv6 address, which one customer controls."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed) >> 64 << 64, 64)))


class Ticket:
    """One accepted connection: its address, its phase and the deadline of the phase."""

    def __init__(self, connections: Connections, network: str, counted: bool) -> None:
        self.network = network
        self.counted = counted
        self.phase = Phase.HEAD
        self.transport: asyncio.Transport | None = None
        self.socket: socket.socket | None = None
        self.source: Source | None = None
        """The visitor that a trusted proxy named in a PROXY header."""
        self.deadline: float | None = None
        self.write_deadline: float | None = None
        self._unsent = 0
        self._connections = connections

    def enter(self, phase: Phase) -> None:
        """Begin a phase; entering the current phase again does not extend its deadline."""
        if phase is self.phase and self.deadline is not None:
            return
        self._connections.moved(self, phase)
        self.phase = phase
        seconds = self._connections.seconds_of(phase)
        self.deadline = None if seconds is None else self._connections.clock() + seconds

    def write_paused(self) -> None:
        """Note that the client does not read as fast as the server writes."""
        self._unsent = self._waiting_bytes()
        self.write_deadline = self._connections.clock() + self._connections.limits.write_seconds

    def write_resumed(self) -> None:
        self.write_deadline = None

    def why_overdue(self, now: float) -> str | None:
        """The reason to close this connection now; None if its deadline has not passed."""
        if self.deadline is not None and now >= self.deadline:
            return self.phase.value
        if self.write_deadline is None or now < self.write_deadline:
            return None
        seconds = self._connections.limits.write_seconds
        unsent = self._waiting_bytes()
        if unsent > self._unsent - seconds * LEAST_BYTES_PER_SECOND:
            return "slow_reader"
        self._unsent = unsent
        self.write_deadline = now + seconds
        return None

    def _waiting_bytes(self) -> int:
        return self.transport.get_write_buffer_size() if self.transport is not None else 0

    def abort(self) -> None:
        """Close at once; unsent data is lost."""
        if self.transport is not None:
            self.transport.abort()
        elif self.socket is not None:  # still in the PROXY header or the TLS handshake, which then fails
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        self._connections.release(self)


class Connections:
    """All connections of this process."""

    def __init__(
        self,
        limits: ConnectionLimits,
        proxies: Proxies,
        clock: Callable[[], float] = time.monotonic,
        *,
        proxy_protocol: bool = False,
    ) -> None:
        self.limits = limits
        self.clock = clock
        self._proxies = proxies
        self._proxy_protocol = proxy_protocol
        self._opened = Buckets(limits.rate, clock)
        self._tickets: dict[Ticket, None] = {}
        self._of_network: Counter[str] = Counter()
        self._half_open: dict[Ticket, None] = {}
        self._half_open_of_network: Counter[str] = Counter()
        self._closed_since_collecting = 0

    def __len__(self) -> int:
        return len(self._tickets)

    @property
    def half_open(self) -> int:
        return len(self._half_open)

    def admit(self, address: str, phase: Phase = Phase.HEAD) -> Ticket | None:
        """A ticket for a new connection, or None if this address or the whole process has too many."""
        network = network_of(address)
        counted = not self._proxies.trusts(address)
        if counted and not self._allows(network):
            return None
        if len(self._tickets) >= self.limits.total and not self._make_room_in_all(network):
            metrics.connection_refused("total")
            return None
        if len(self._half_open) >= self.limits.half_open:
            self._make_room()
        ticket = Ticket(self, network, counted)
        self._tickets[ticket] = None
        self._of_network[network] += 1
        self._add_half_open(ticket)
        ticket.enter(phase)
        return ticket

    def _allows(self, network: str) -> bool:
        """Whether an address may have one connection more."""
        reason = None
        if self._of_network[network] >= self.limits.per_address:
            reason = "per_address"
        elif self._half_open_of_network[network] >= self.limits.half_open_per_address:
            reason = "half_open_per_address"
        elif not self._opened.allows(network):
            reason = "rate"
        if reason is not None:
            metrics.connection_refused(reason)
        return reason is None

    def wants_proxy_header(self, address: str) -> bool:
        """Whether a connection from this address has to begin with a PROXY header."""
        return self._proxy_protocol and self._proxies.trusts(address)

    def comes_from(self, ticket: Ticket, source: Source) -> bool:
        """Count a connection for the visitor that its proxy names; False if that address has too many."""
        network = network_of(source.address)
        if self._proxies.trusts(source.address):
            ticket.source = source
            return True
        if ticket not in self._tickets or not self._allows(network):
            return False
        _decrease(self._of_network, ticket.network)
        self._remove_half_open(ticket)
        ticket.source = source
        ticket.network = network
        ticket.counted = True
        self._of_network[network] += 1
        self._add_half_open(ticket)
        return True

    def moved(self, ticket: Ticket, phase: Phase) -> None:
        """Keep count of the connections without a complete request."""
        if ticket not in self._tickets:
            return
        if phase in HALF_OPEN:
            self._add_half_open(ticket)
        else:
            self._remove_half_open(ticket)

    def release(self, ticket: Ticket) -> None:
        if ticket not in self._tickets:
            return
        del self._tickets[ticket]
        self._closed_since_collecting += 1
        _decrease(self._of_network, ticket.network)
        self._remove_half_open(ticket)

    def sweep(self) -> int:
        """Close every connection whose phase has taken too long; returns their number."""
        now = self.clock()
        closed = 0
        for ticket in tuple(self._tickets):
            reason = ticket.why_overdue(now)
            if reason is not None:
                metrics.connection_closed(reason)
                self._close(ticket)
                closed += 1
        self._collect()
        return closed

    def _collect(self) -> None:
        """Reclaim the memory of closed connections: the server collects too rarely for clients that come and go."""
        if self._closed_since_collecting >= CLOSED_BEFORE_COLLECTING:
            self._closed_since_collecting = 0
            gc.collect()

    def seconds_of(self, phase: Phase) -> float | None:
        match phase:
            case Phase.PROXY_HEADER | Phase.TLS | Phase.HEAD | Phase.UPGRADE:
                return self.limits.head_seconds
            case Phase.BODY:
                return self.limits.body_seconds
            case Phase.IDLE:
                return self.limits.idle_seconds
            case Phase.CLOSING:
                return self.limits.write_seconds
            case Phase.RESPONSE | Phase.SOCKET:
                return None

    @property
    def sweep_seconds(self) -> float:
        limits = self.limits
        shortest = min(limits.head_seconds, limits.body_seconds, limits.idle_seconds, limits.write_seconds)
        return min(1.0, max(0.05, shortest / 4))

    def _make_room_in_all(self, newcomer: str) -> bool:
        """
        Close a half-open connection, or else the newest of the address with the most connections.

        Somebody with many networks could otherwise hold all connections for ever with silent sockets. Proxies, and
        addresses with few connections, are left alone; False if there is no connection to close.
        """
        if self._make_room():
            return True
        counts = Counter(ticket.network for ticket in self._tickets if ticket.counted)
        busiest, most = max(counts.items(), key=lambda item: item[1], default=("", 0))
        if most < CROWD or most <= counts[newcomer] + 1:
            return False
        newest = next(ticket for ticket in reversed(self._tickets) if ticket.network == busiest)
        metrics.connection_closed("crowded_out")
        self._close(newest)
        return True

    def _make_room(self) -> bool:
        """Close the oldest half-open connection of the address with the most of them; False if there is none."""
        if not self._half_open:
            return False
        busiest = max(self._half_open_of_network, key=self._half_open_of_network.__getitem__)
        oldest = next(ticket for ticket in self._half_open if ticket.network == busiest)
        metrics.connection_closed("half_open_total")
        self._close(oldest)
        return True

    def _close(self, ticket: Ticket) -> None:
        self.release(ticket)  # at once: the system reports the end of the connection only later
        ticket.abort()

    def _add_half_open(self, ticket: Ticket) -> None:
        if ticket not in self._half_open:
            self._half_open[ticket] = None
            self._half_open_of_network[ticket.network] += 1

    def _remove_half_open(self, ticket: Ticket) -> None:
        if ticket in self._half_open:
            del self._half_open[ticket]
            _decrease(self._half_open_of_network, ticket.network)


def _decrease(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
