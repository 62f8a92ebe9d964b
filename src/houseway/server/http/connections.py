"""
Bounds on every connection: how many there are, how long each phase may take and how much may be sent.

Connections are counted per address when they are accepted, before TLS and before the first byte is read: how many an
address has, and how many it opens in a second. One sweep a second closes those whose phase has taken too long: an
unfinished request head, a body that does not arrive, a response that nobody reads. When too many connections have not
sent a complete request, the oldest of the busiest address is closed to make room for a newcomer.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any

import h11
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from ..observability import metrics
from ..runtime.limits import Buckets, Rate
from ..views.text_frame import is_whole_frame, text_frame, whole_text
from .proxies import Proxies
from .proxy_header import BadHeader, Source, read_header

log = logging.getLogger(__name__)
HEAD_BYTES = 16 * 1024
FRAGMENTS_PER_MESSAGE = 64
DIRECT = "houseway.direct"
"""The ASGI extension whose `write` sends a text message without waiting."""
PINGS_PER_SECOND = 10
UNREAD_MESSAGES = 4
"""Messages of a client that may wait to be handled before nothing more is read from it."""
CLOSED_BEFORE_COLLECTING = 1000
"""Closed connections after which their memory is reclaimed; each leaves some 6 KiB in objects that form cycles."""
ACCEPT_PAUSE = 0.1
"""Seconds to wait after the system refused a connection, for want of file descriptors for example."""
CROWD = 32
"""When all connections are taken, an address with fewer than this keeps its own."""
USUAL_RATE = Rate(per_second=30, at_once=300)
LEAST_BYTES_PER_SECOND = 1024
"""A client that reads a response more slowly than this is closed."""


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """How many connections there may be, and how long each phase of one may take."""

    total: int = 8000
    per_address: int = 256
    rate: Rate = USUAL_RATE
    """New connections of one address, by count: a TLS handshake, for example, costs the server much."""
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
    """What limits are counted by: an IPv4 address, or the /64 of an IPv6 address, which one customer controls."""
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
    """One accepted connection: its address, its phase and when that must be over."""

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
        """Begin a phase; entering the phase that runs already does not give it more time."""
        if phase is self.phase and self.deadline is not None:
            return
        self._connections.moved(self, phase)
        self.phase = phase
        seconds = self._connections.seconds_of(phase)
        self.deadline = None if seconds is None else self._connections.clock() + seconds

    def write_paused(self) -> None:
        """The client does not read as fast as the server writes."""
        self._unsent = self._waiting_bytes()
        self.write_deadline = self._connections.clock() + self._connections.limits.write_seconds

    def write_resumed(self) -> None:
        self.write_deadline = None

    def why_overdue(self, now: float) -> str | None:
        """The reason to close this connection now."""
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
        """Close at once; what is not sent is lost."""
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
        """A ticket for a new connection, or None where there are too many of this address or at all."""
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
        """Count a connection for the visitor that its proxy names; False where that address has too many."""
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
        """Close every connection whose phase has taken too long; returns how many those were."""
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
        """Reclaim what closed connections left: the server collects too seldom for a client that comes and goes."""
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
        Close a half-open connection, or else the newest of the address that has most connections.

        Somebody with many networks could otherwise hold all connections for ever with silent sockets. An address with
        few is left alone, and so are proxies; False if there is nobody to close.
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
        """Close the oldest half-open connection of the address that has most of them; False if there is none."""
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


class BoundedHttp(H11Protocol):
    """uvicorn's HTTP connection with a ticket: the phase follows the state of the parser."""

    def __init__(self, *arguments: Any, ticket: Ticket, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._ticket = ticket
        self.ws_protocol_class = partial(BoundedWebSocket, ticket=ticket)  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._ticket.source is not None:
            self.client = (self._ticket.source.address, self._ticket.source.port)
        self._ticket.transport = transport
        self._ticket.enter(Phase.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ticket.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._ticket.phase is Phase.IDLE:
            self._ticket.enter(Phase.HEAD)
        super().data_received(data)
        self._follow_parser()

    def _follow_parser(self) -> None:
        """The phase that the parser is in now."""
        if self._ticket.phase in (Phase.UPGRADE, Phase.SOCKET):
            return
        if self.transport.is_closing():
            self._ticket.enter(Phase.CLOSING)
            return
        their_state = self.conn.their_state
        if their_state is h11.IDLE:
            begun, _ = self.conn.trailing_data
            self._ticket.enter(Phase.HEAD if begun or self.cycle is None else Phase.IDLE)
        elif their_state is h11.SEND_BODY:
            self._ticket.enter(Phase.BODY)
        else:
            self._ticket.enter(Phase.RESPONSE)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow_parser()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._ticket.enter(Phase.UPGRADE)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or one with too long a head, and close."""
        metrics.connection_closed("bad_request")
        try:
            super().send_400_response(f"This is not an HTTP/1.1 request with a head of at most {HEAD_BYTES} bytes.")
        except h11.LocalProtocolError:  # a response has begun already
            self.transport.abort()
        self._ticket.enter(Phase.CLOSING)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._ticket.enter(Phase.CLOSING)

    def shutdown(self) -> None:
        super().shutdown()
        if self.transport.is_closing():
            self._ticket.enter(Phase.CLOSING)

    def pause_writing(self) -> None:
        self._ticket.write_paused()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._ticket.write_resumed()
        super().resume_writing()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket connection with the ticket of the HTTP connection that it was."""

    def __init__(self, *arguments: Any, ticket: Ticket, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._ticket = ticket
        self._pings = 0
        self._pings_since = 0.0
        self._between_frames = True
        """Whether the parser has read every frame to its end; once that is not known, it reads all."""

    def data_received(self, data: bytes) -> None:
        """Take a whole text message as it is: the parser, and to stop reading each time, cost more than all else."""
        text = self._whole_text(data)
        if text is None:
            whole = is_whole_frame(data) if self.conn.state is State.OPEN else data.endswith(b"\r\n\r\n")
            self._between_frames = self._between_frames and whole
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > UNREAD_MESSAGES and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _whole_text(self, data: bytes) -> str | None:
        """The message, if these bytes are nothing else and it may be taken now."""
        conn = self.conn
        if not self._between_frames or conn.state is not State.OPEN or conn.current_size is not None:
            return None
        if self.close_sent or len(data) > self.config.ws_max_size:
            return None
        payload = whole_text(data)
        try:
            return None if payload is None else payload.decode()
        except UnicodeDecodeError:  # the parser closes the connection
            return None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._ticket.source is not None:
            self.client = (self._ticket.source.address, self._ticket.source.port)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ticket.release()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT] = {"write": self.write_text}

    def write_text(self, payload: bytes) -> bool:
        """Send a text message at once; returns False where it has to wait, or nothing can be sent any more."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not State.OPEN:
            return False
        if self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(text_frame(payload))
        return True

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent or self.transport.is_closing():
            self._ticket.enter(Phase.CLOSING)
        elif self.handshake_complete:
            self._ticket.enter(Phase.SOCKET)

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= FRAGMENTS_PER_MESSAGE:
            metrics.connection_closed("fragments")
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping; a client that floods, or does not read the answers, is cut."""
        now = self.loop.time()
        if now - self._pings_since >= 1:
            self._pings_since = now
            self._pings = 0
        self._pings += 1
        if self._pings > PINGS_PER_SECOND or not self.writable.is_set():
            metrics.connection_closed("pings")
            self.transport.abort()
            return
        super().handle_ping()

    def pause_writing(self) -> None:
        self._ticket.write_paused()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._ticket.write_resumed()
        super().resume_writing()

    def shutdown(self) -> None:
        super().shutdown()
        self._ticket.enter(Phase.CLOSING)


class Acceptor:
    """Accepts the connections of one listening socket; takes the place of an asyncio server in uvicorn."""

    def __init__(
        self,
        listening: socket.socket,
        connections: Connections,
        make_protocol: Callable[[Ticket], asyncio.Protocol],
        tls: ssl.SSLContext | None,
    ) -> None:
        self._listening = listening
        self._connections = connections
        self._make_protocol = make_protocol
        self._tls = tls
        self._opening: set[asyncio.Task[None]] = set()
        self._closed = False
        self._told_of_bad_header = False
        listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept(), name="accept connections")
        self._sweeping = asyncio.create_task(self._sweep(), name="close slow connections")

    def close(self) -> None:
        """Accept no further connection; those that are open stay, and their deadlines still hold."""
        self._closed = True
        self._accepting.cancel()

    async def wait_closed(self) -> None:
        self._sweeping.cancel()
        tasks = (self._accepting, self._sweeping, *self._opening)
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._closed:
            try:
                accepted, address = await loop.sock_accept(self._listening)
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    metrics.connection_refused("file_descriptors")
                    log.error("a connection could not be accepted: %s", error.strerror)
                await asyncio.sleep(ACCEPT_PAUSE)
                continue
            peer = str(address[0])
            begins_with_header = self._connections.wants_proxy_header(peer)
            ticket = self._connections.admit(peer, Phase.PROXY_HEADER if begins_with_header else self._first_phase)
            if ticket is None:
                _reset(accepted)
                continue
            ticket.socket = accepted
            accepted.setblocking(False)
            opening = loop.create_task(self._open(accepted, ticket, peer if begins_with_header else None))
            self._opening.add(opening)
            opening.add_done_callback(self._opening.discard)

    @property
    def _first_phase(self) -> Phase:
        """What a connection begins with."""
        return Phase.TLS if self._tls is not None else Phase.HEAD

    async def _open(self, accepted: socket.socket, ticket: Ticket, proxy: str | None) -> None:
        if proxy is not None:
            if not await self._knows_source(accepted, ticket, proxy):
                ticket.release()
                _reset(accepted)
                return
            ticket.enter(self._first_phase)
        if accepted.family in (socket.AF_INET, socket.AF_INET6):
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        timeouts: dict[str, float] = {}
        if self._tls is not None:
            timeouts["ssl_handshake_timeout"] = self._connections.limits.head_seconds
            timeouts["ssl_shutdown_timeout"] = self._connections.limits.write_seconds
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                partial(self._make_protocol, ticket), accepted, ssl=self._tls, **timeouts
            )
        except (OSError, ssl.SSLError):
            metrics.connection_closed("tls_failed")
            ticket.release()
            accepted.close()

    async def _knows_source(self, accepted: socket.socket, ticket: Ticket, proxy: str) -> bool:
        """Read the PROXY header of a trusted proxy; False where the connection ends here."""
        loop = asyncio.get_running_loop()
        try:
            source = await read_header(partial(loop.sock_recv, accepted))
        except (BadHeader, OSError):
            metrics.connection_closed("bad_proxy_header")
            if not self._told_of_bad_header:
                self._told_of_bad_header = True
                log.warning("the proxy %s sent no PROXY header; it must, or the room starts without it", proxy)
            return False
        return source is None or self._connections.comes_from(ticket, source)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._connections.sweep_seconds)
            self._connections.sweep()


def _reset(accepted: socket.socket) -> None:
    """Close with a reset, which leaves nothing behind in the system."""
    with contextlib.suppress(OSError):
        accepted.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    accepted.close()


class BoundedServer(uvicorn.Server):
    """uvicorn with accepted connections counted and timed."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self.connections = connections
        self.servers = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            raise SystemExit(STARTUP_FAILURE)
        for listening in sockets or ():
            acceptor = Acceptor(listening, self.connections, self._protocol, self.config.ssl)
            self.servers.append(acceptor)  # type: ignore[arg-type]  # it is closed as a server is
        self.started = True

    def _protocol(self, ticket: Ticket) -> asyncio.Protocol:
        return BoundedHttp(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, ticket=ticket
        )
