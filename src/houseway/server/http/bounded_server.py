"""uvicorn's server with accepted connections counted and timed by `connections`."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
from collections.abc import Callable
from functools import partial

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from ..observability import metrics
from .bounded_protocols import BoundedHttp
from .connections import Connections, Phase, Ticket
from .proxy_header import BadHeader, read_header

log = logging.getLogger(__name__)
ACCEPT_PAUSE = 0.1
"""Seconds to wait after the system refused a connection, for example because file descriptors ran out."""


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
        self._warned_of_bad_header = False
        listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept(), name="accept connections")
        self._sweeping = asyncio.create_task(self._sweep(), name="close slow connections")

    def close(self) -> None:
        """Accept no more connections; open ones stay, and their deadlines still apply."""
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
        """The phase in which a connection begins."""
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
        """Read the PROXY header of a trusted proxy; False when the connection has to be closed."""
        loop = asyncio.get_running_loop()
        try:
            source = await read_header(partial(loop.sock_recv, accepted))
        except (BadHeader, OSError):
            metrics.connection_closed("bad_proxy_header")
            if not self._warned_of_bad_header:
                self._warned_of_bad_header = True
                log.warning("the proxy %s sent no PROXY header; it must, or the room starts without it", proxy)
            return False
        return source is None or self._connections.comes_from(ticket, source)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._connections.sweep_seconds)
            self._connections.sweep()


def _reset(accepted: socket.socket) -> None:
    """Close with a reset, so that no TIME_WAIT entry stays in the system."""
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
