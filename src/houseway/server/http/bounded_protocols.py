"""uvicorn's HTTP and WebSocket connections with the limits of `connections`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from ..observability import metrics
from ..views.text_frame import are_whole_frames, text_frame, whole_texts
from .connections import HEAD_BYTES, Phase, Ticket

FRAGMENTS_PER_MESSAGE = 64
DIRECT = "houseway.direct"
"""The ASGI extension whose `write` sends text messages without waiting."""
PINGS_PER_SECOND = 10
UNREAD_MESSAGES = 4
"""Messages of a client that may wait to be handled; with more, reading from it pauses."""


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
        """Enter the phase that the parser is in now."""
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
        """Refuse bytes that are not a request, or a head that is too long, and close."""
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
    """uvicorn's WebSocket connection with the ticket of the HTTP connection that it began as."""

    def __init__(self, *arguments: Any, ticket: Ticket, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._ticket = ticket
        self._pings = 0
        self._pings_since = 0.0
        self._between_frames = True
        """Whether the parser has read every frame to its end; once that is unknown, the parser reads everything."""

    def data_received(self, data: bytes) -> None:
        """Read messages that are whole text frames directly; the parser would cost more than everything else."""
        texts = self._whole_texts(data)
        if texts is None:
            whole = are_whole_frames(data) if self.conn.state is State.OPEN else data.endswith(b"\r\n\r\n")
            self._between_frames = self._between_frames and whole
            super().data_received(data)
            return
        for text in texts:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > UNREAD_MESSAGES and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _whole_texts(self, data: bytes) -> list[str] | None:
        """The messages, if these bytes are exactly one or more text frames and the parser is between frames."""
        conn = self.conn
        if not self._between_frames or conn.state is not State.OPEN or conn.current_size is not None:
            return None
        if self.close_sent or len(data) > self.config.ws_max_size:
            return None
        payloads = whole_texts(data)
        try:
            return None if payloads is None else [payload.decode() for payload in payloads]
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
            self.scope["extensions"][DIRECT] = {"write": self.write_texts}

    def write_texts(self, payloads: Iterable[bytes]) -> bool:
        """Send text messages at once; False when they would have to wait or the connection is closing."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not State.OPEN:
            return False
        if self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(b"".join([text_frame(payload) for payload in payloads]))
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
        """Answer a ping; a client that floods, or does not read the answers, is disconnected."""
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
