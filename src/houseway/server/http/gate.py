"""
The gate that every request passes: the visitor's address, host and origin, size and rate, request id, faults, metrics.

It is the outermost middleware. A request that it refuses never reaches a handler, and every exception that a handler
does not catch ends here.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from ..observability import faults, logs, metrics, tracing
from ..runtime.limits import Buckets, too_much, whole_seconds
from ..views.http_errors import refused
from .connections import HEAD_BYTES, ConnectionLimits, network_of
from .costs import ANY_REQUEST
from .proxies import Proxies, Site

log = logging.getLogger("houseway.access")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
PROBES = ("/healthz", "/readyz")
"""Paths requested by machines that know only an address: any Host is accepted, and the answer is one word."""
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CLOSES = frozenset({"body", "headers", "host", "at_once", "rate"})
"""
Refusals after which the connection is closed: its further requests cannot be trusted, or would be refused as well. A
client that floods has to connect again after each refusal, and how often it may connect is limited.
"""
HSTS = "max-age=31536000"


@dataclass(frozen=True, kw_only=True)
class GateSettings:
    """Who may send requests to the server, how large and how many."""

    site: Site = field(default_factory=Site)
    proxies: Proxies = field(default_factory=Proxies)
    proxy_protocol: bool = False
    """Trusted proxies begin each connection with a PROXY header; X-Forwarded headers then come from the visitor."""
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    requests_at_once: int = 64
    """Requests of one address that are being answered at the same time."""
    header_count: int = 100
    body_bytes: int = 64 * 1024
    access_log: bool = False

    @property
    def forwarding(self) -> Proxies:
        """The proxies whose X-Forwarded headers are trusted; none if they pass bytes on without reading them."""
        return Proxies() if self.proxy_protocol else self.proxies


@dataclass(frozen=True)
class Refused:
    """Why a request is refused."""

    status: int
    reason: str
    """The reason, as it is counted in the metrics."""
    sentence: str
    retry_after: int | None = None
    """Seconds after which the same request may be sent again."""


class Gate:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: GateSettings, budget: Buckets) -> None:
        self._app = app
        self._settings = settings
        self._budget = budget
        self._at_once: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # Requests ----------------------------------------------------------------------------------------

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = self._introduce(scope)
        token = logs.request_id.set(request_id)
        answer = _Answer(scope, send, request_id)
        begun = time.perf_counter()
        try:
            with tracing.span("request", request_id=request_id) as span:
                await self._pass_on(scope, receive, answer)
                span.set_attribute("handler", handler_of(scope))
                span.set_attribute("status", answer.status)
        finally:
            seconds = time.perf_counter() - begun
            metrics.request_answered(handler_of(scope), scope["method"], answer.status, seconds)
            if self._settings.access_log:
                self._log_access(scope, answer.status, seconds)
            logs.request_id.reset(token)

    async def _pass_on(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        headers = Headers(scope=scope)
        network = network_of(scope["client"][0])
        why_not = self._why_not(scope, headers) or self._too_much(network)
        if why_not is not None:
            metrics.request_refused(why_not.reason)
            await _refusal(why_not)(scope, receive, answer.send)
            return
        self._at_once[network] += 1
        try:
            await self._app(scope, receive, answer.send)
        except (ClientDisconnect, ClientDisconnected):
            pass
        except Exception as error:
            reference = faults.report("request", error)
            if answer.begun:  # uvicorn closes the connection, and the client sees an incomplete response
                return
            await refused(500, faults.sentence(reference))(scope, receive, answer.send)
        finally:
            self._at_once[network] -= 1
            if self._at_once[network] <= 0:
                del self._at_once[network]

    def _introduce(self, scope: Scope) -> str:
        """Set the visitor's address and scheme on the request; returns the request's id."""
        settings = self._settings
        headers = Headers(scope=scope)
        peer, port = scope["client"] or ("unknown", 0)
        secure = {"http": "https", "ws": "wss"}
        forwarded = settings.forwarding.scheme(peer, headers.getlist("x-forwarded-proto"))
        if settings.site.is_https or forwarded == "https":
            scope["scheme"] = secure.get(scope["scheme"], scope["scheme"])
        scope["client"] = (settings.forwarding.client(peer, headers.getlist("x-forwarded-for")), port)
        given = headers.get("x-request-id", "")
        if settings.forwarding.trusts(peer) and REQUEST_ID.fullmatch(given):
            return given
        return faults.new_reference()

    def _why_not(self, scope: Scope, headers: Headers) -> Refused | None:
        settings = self._settings
        host = headers.get("host", "")
        if scope["path"] not in PROBES and not settings.site.allows_host(host):
            return Refused(421, "host", f"this server is {settings.site.expected}, not {_plain(host)!r}")
        if len(scope["headers"]) > settings.header_count or head_bytes(scope) > HEAD_BYTES:
            most = f"{settings.header_count} headers and {HEAD_BYTES} bytes at most"
            return Refused(431, "headers", f"the head of a request has {most}")
        origin = headers.get("origin")
        changes_something = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes_something and origin is not None and not settings.site.allows_origin(origin, host):
            return Refused(403, "origin", "requests that change something come from this server's own pages")
        if "transfer-encoding" in headers:
            return Refused(413, "body", "a request states its length in Content-Length; chunks are not accepted")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > settings.body_bytes:
            return Refused(413, "body", f"a request has {settings.body_bytes} bytes at most")
        return None

    def _too_much(self, network: str) -> Refused | None:
        if self._at_once[network] >= self._settings.requests_at_once:
            return Refused(429, "at_once", "too many requests at once; wait for the answers")
        wait = self._budget.spend(network, ANY_REQUEST)
        if wait:
            return Refused(429, "rate", too_much(wait), whole_seconds(wait))
        return None

    def _log_access(self, scope: Scope, status: int, seconds: float) -> None:
        access: Mapping[str, object] = {
            "client": scope["client"][0],
            "method": scope["method"] if scope["method"] in metrics.METHODS else "other",
            "handler": handler_of(scope),
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        log.info("request", extra=dict(access))

    # Sockets ----------------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = self._introduce(scope)
        token = logs.request_id.set(request_id)
        host = Headers(scope=scope).get("host", "")
        try:
            if not self._settings.site.allows_host(host):
                metrics.request_refused("host")
                await send({"type": "websocket.close", "code": 4003, "reason": "not this server's name"})
                return
            await self._app(scope, receive, send)
        except ClientDisconnected:
            pass
        except Exception as error:
            faults.report("socket", error)
            await _close_quietly(send)
        finally:
            logs.request_id.reset(token)


class _Answer:
    """The response as it is sent: adds our headers and notes the status."""

    def __init__(self, scope: Scope, send: Send, request_id: str) -> None:
        self._scope = scope
        self._send = send
        self._request_id = request_id
        self.status = 499
        """Before a response begins: the status for a client that disconnected."""
        self.begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers.update(SECURITY)
            headers["X-Request-Id"] = self._request_id
            if self._scope["scheme"] == "https":
                headers["Strict-Transport-Security"] = HSTS
            if self._scope["path"].startswith("/api/"):
                headers["Cache-Control"] = "no-store"
        await self._send(message)


def head_bytes(scope: Scope) -> int:
    """The length of a request's head; the parser limits only a head that arrives in several pieces."""
    line = len(scope["method"]) + len(scope["raw_path"]) + len(scope["query_string"])
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])


def handler_of(scope: Scope) -> str:
    """The path template of the route that answered, never the requested path."""
    route = scope.get("route")
    template = getattr(route, "path", None)
    if isinstance(template, str):
        return template or "pages"
    return "none"


def _refusal(why_not: Refused) -> JSONResponse:
    response = refused(why_not.status, why_not.sentence, retry_after=why_not.retry_after)
    if why_not.reason in CLOSES:
        response.headers["Connection"] = "close"
    return response


async def _close_quietly(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": 1011, "reason": "something went wrong"})
    except (RuntimeError, OSError):  # it is closed already
        return


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:100]
