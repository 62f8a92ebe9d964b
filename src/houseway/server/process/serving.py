"""The server process: opens the port, the data folder and the store, and serves the application."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import ssl
import sys
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from ...records.store import Store
from ...records.store.anchors import FILE as ANCHORS
from ...records.store.database import database_url
from ...records.store.keys import room_key
from ...rules.errors import HousewayError, Unreadable
from ..http.app import WEB, make_app
from ..http.bounded_protocols import BoundedHttp, BoundedWebSocket
from ..http.connections import HEAD_BYTES, Connections
from ..http.operator_service import first_token
from ..observability import logs, metrics, tracing
from ..runtime.settings import Settings
from ..views.messages import FRAME_BYTES
from .drain import DrainingServer
from .workers import require_workers, supervise

SWITCH_SECONDS = 0.0005
"""How long a thread runs before another may: the writing thread waits at every statement of a commit."""
SPARE_FILES = 256
"""Open files that are not connections: the database, logs, pages."""


@dataclass(frozen=True)
class Place:
    """Where a room listens and where it is stored."""

    host: str
    port: int
    folder: Path
    database: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'room.db'}" if self.database is None else self.database

    @property
    def sqlite_file(self) -> Path | None:
        """The SQLite file of the room; None for another database."""
        url = database_url(self.url)
        return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None

    @property
    def scheme(self) -> str:
        return "https" if self.tls_cert is not None else "http"


@dataclass(frozen=True, kw_only=True)
class Process:
    """How the process runs, independent of the room that it serves."""

    browser: bool = False
    workers: int = 1
    log_level: str = "warning"
    log_format: str = "text"
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    traces: str = "off"


def run(
    place: Place,
    *,
    origins: tuple[str, ...] = (),
    browser: bool = False,
    settings: Settings | None = None,
    process: Process | None = None,
) -> None:
    """Serve until stopped."""
    process = process or Process(browser=browser)
    logs.set_up(process.log_level, process.log_format)
    database_url(place.url)  # refuses an invalid URL before any file is created
    sqlite_file = place.sqlite_file
    require_workers(process.workers, sqlite=sqlite_file is not None)
    tls = tls_context(place.tls_cert, place.tls_key)
    listening = _listen(place)
    lock = None
    try:
        _make_folder(place.folder)
        lock = _take_lock(sqlite_file)
        chosen = _completed(settings or Settings(origins=origins), place, several=sqlite_file is None)
        address = _browser_address(listening, place, chosen)
        if process.workers == 1:
            _serve(listening, place, chosen, process, tls, announce=address)
        else:
            chosen = replace(chosen, several_processes=True)
            asyncio.run(_prepare(place, address))
            supervise(process.workers, lambda number: _serve_worker(number, listening, place, chosen, process, tls))
    finally:
        listening.close()
        if lock is not None:
            lock.close()


def _completed(settings: Settings, place: Place, *, several: bool) -> Settings:
    """The settings with what only the process knows: where it listens and where the room is stored."""
    site = replace(settings.gate.site, listening=place.host, origins=settings.gate.site.origins or settings.origins)
    return replace(
        settings,
        several_processes=several,
        url=place.url,
        anchors=place.folder / ANCHORS,
        gate=replace(settings.gate, site=site),
    )


def _browser_address(listening: socket.socket, place: Place, settings: Settings) -> str:
    """The address to open in a browser."""
    if settings.gate.site.public_url is not None:
        return f"{settings.gate.site.public_url}/"
    host, port = listening.getsockname()[:2]
    if host in ("127.0.0.1", "::1", "0.0.0.0", "::"):
        host = "localhost"
    if ":" in host:  # IPv6
        host = f"[{host}]"
    return f"{place.scheme}://{host}:{port}/"


def _serve_worker(
    number: int,
    listening: socket.socket,
    place: Place,
    settings: Settings,
    process: Process,
    tls: ssl.SSLContext | None,
) -> None:
    """Serve as one of several processes; only the first writes anchors, because each anchor names the one before it."""
    if number > 0:
        settings = replace(settings, anchor_seconds=0.0)
    if process.metrics_port:
        process = replace(process, metrics_port=process.metrics_port + number)
    _serve(listening, place, settings, process, tls, announce=None)


def _serve(
    listening: socket.socket,
    place: Place,
    settings: Settings,
    process: Process,
    tls: ssl.SSLContext | None,
    *,
    announce: str | None,
) -> None:
    """Serve in this process until it is stopped; a refusal while the store is opened is raised unchanged."""
    refusals: list[HousewayError] = []

    async def open_store() -> Store:
        try:
            store = await Store.open(place.url, room_key=room_key(place.folder))
            if announce is not None:
                await _announce(store, place, announce)
                if process.browser and (WEB / "index.html").is_file():
                    asyncio.get_running_loop().call_later(0.5, webbrowser.open, announce)
        except HousewayError as error:
            refusals.append(error)
            logging.getLogger("uvicorn.error").disabled = True  # it would add a traceback to our one sentence
            raise
        return store

    tracing.set_up(process.traces)
    limits = replace(settings.gate.connections, total=_connections_possible(settings.gate.connections.total))
    connections = Connections(limits, settings.gate.proxies, proxy_protocol=settings.gate.proxy_protocol)
    metrics.follow_connections(lambda: len(connections), lambda: connections.half_open)
    _serve_metrics(process)
    app = make_app(open_store, settings)
    _tune_garbage_collection()
    sys.setswitchinterval(SWITCH_SECONDS)
    config = _config(app, limits.idle_seconds)
    config.load()
    config.ssl = tls
    try:
        DrainingServer(config, connections).run(sockets=[listening])
    except SystemExit:
        if not refusals:
            raise
    finally:
        tracing.shut_down()
    if refusals:
        raise refusals[0]


def _config(app: FastAPI, keep_alive_seconds: float) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BoundedHttp,
        ws=BoundedWebSocket,
        h11_max_incomplete_event_size=HEAD_BYTES,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_ping_interval=60,
        ws_max_size=2 * FRAME_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_keep_alive=keep_alive_seconds,  # type: ignore[arg-type]  # call_later takes any number
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )


def tls_context(cert: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """TLS 1.2 or newer with this certificate; None without a certificate."""
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise Unreadable("TLS needs both --tls-cert FILE and --tls-key FILE")
    for path in (cert, key):
        try:
            path.read_bytes()
        except OSError as error:
            raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(cert, key, password=_no_password)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise Unreadable(f"{key} is not the private key of the certificate in {cert}") from None
        raise Unreadable(f"{cert} and {key} are not a certificate and its key in PEM form") from None
    except ValueError as error:
        raise Unreadable(f"{key} {error}") from None
    return context


def _no_password() -> str:
    raise ValueError("needs a password; give the key without one, readable by this user alone")


def _connections_possible(wanted: int) -> int:
    """Raise the limit of open files as far as the system allows; returns how many connections fit into it."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(8, min(wanted, soft - SPARE_FILES))


def _serve_metrics(process: Process) -> None:
    """Serve metrics on their own port, for this machine or a private network."""
    if process.metrics_port is None:
        return
    from prometheus_client import start_http_server

    try:
        start_http_server(process.metrics_port, addr=process.metrics_host, registry=metrics.REGISTRY)
    except OSError as error:
        raise Unreadable(
            f"cannot listen on {process.metrics_host} port {process.metrics_port}: {error.strerror}; "
            "choose another --metrics-port"
        ) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Unreadable(f"{folder} cannot be the room's folder: {error.strerror}; choose another --data") from None


def _tune_garbage_collection() -> None:
    """Collect rarely, and never the objects that exist now: a garbage collection stops every table."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def _prepare(place: Place, address: str) -> None:
    """Bring the database up to date and print the address, once before several processes start."""
    store = await Store.open(place.url, room_key=room_key(place.folder))
    try:
        await _announce(store, place, address)
    finally:
        await store.close()


async def _announce(store: Store, place: Place, address: str) -> None:
    """Print the address of the room, and the operator's token if it was just created."""
    token = await first_token(store)
    where = "the database given" if place.database else str(place.folder)
    print(f"Houseway is at {address} and keeps its books in {where}; play chips only.", flush=True)
    if token is not None:
        print(f"Operator's token, shown this once: {token}", flush=True)
    if not (WEB / "index.html").is_file():
        print("The front end is not built; the API works, and /openapi.json describes it.", flush=True)


def _listen(place: Place) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((place.host, place.port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise Unreadable(
            f"cannot listen on {place.host} port {place.port}: {error}; choose another --host or --port"
        ) from None
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


class Lock:
    """A lock file of one process; the operating system releases it however the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        try:
            import fcntl
        except ImportError:  # Windows has only SQLite's own locks
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise Unreadable(
                f"another Houseway keeps its books in {path.parent} ({path.name} is locked); "
                "choose another --data or --database"
            ) from None

    def close(self) -> None:
        self._file.close()


def _take_lock(sqlite_file: Path | None) -> Lock | None:
    """Lock an SQLite file for this process, with a lock file next to it; links to the file share the lock."""
    if sqlite_file is None:
        return None
    path = sqlite_file.expanduser().resolve().with_suffix(".lock")
    try:
        return Lock(path)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}; choose another --data or --database") from None
