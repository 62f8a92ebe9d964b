"""The server process: where it listens, where it keeps things, and the one line that says so."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from ..records.store import Store
from ..records.store.anchors import FILE as ANCHORS
from ..records.store.database import database_url
from ..records.store.keys import room_key
from ..rules.errors import HousewayError, Unreadable
from .app import WEB, make_app
from .messages import FRAME_BYTES
from .operator import first_token
from .room import Settings

HANDED_ON = 0.0005
"""Seconds until the thread that writes gets the interpreter, which it gives away at every statement of a commit."""


@dataclass(frozen=True)
class Place:
    """Where a room listens and where it is kept."""

    host: str
    port: int
    folder: Path
    database: str | None = None

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'room.db'}" if self.database is None else self.database


def run(
    place: Place, *, origins: tuple[str, ...] = (), browser: bool = False, settings: Settings | None = None
) -> None:
    """Serve until stopped."""
    database_url(place.url)  # refuses what is no database before anything is made for it
    listening = _listen(place)
    host, port = listening.getsockname()[:2]
    shown = f"http://{'localhost' if host in ('127.0.0.1', '::1', '0.0.0.0', '::') else host}:{port}/"
    _make_folder(place.folder)
    held, refused = _only_one(place), list[HousewayError]()
    chosen = settings or Settings(origins=origins, several_processes=place.database is not None)
    chosen = replace(chosen, url=place.url, anchors=place.folder / ANCHORS)

    async def opened() -> Store:
        try:
            return await _opened(place, shown, browser)
        except HousewayError as error:
            refused.append(error)
            logging.getLogger("uvicorn.error").disabled = True  # it would add a traceback to what is one sentence
            raise

    app = make_app(opened, chosen)
    _collect_seldom()
    sys.setswitchinterval(HANDED_ON)
    try:
        uvicorn.Server(_config(app)).run(sockets=[listening])
    except SystemExit:
        if not refused:
            raise
    finally:
        listening.close()
        del held
    if refused:
        raise refused[0]


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_ping_interval=60,
        ws_max_size=2 * FRAME_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Unreadable(f"{folder} cannot be the room's folder: {error.strerror}; choose another --data") from None


def _collect_seldom() -> None:
    """A collection of garbage stops every table: what is loaded by now is never looked through, the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 50, 100)


async def _opened(place: Place, shown: str, browser: bool) -> Store:
    """The store, and the lines that say where the room is."""
    store = await Store.open(place.url, room_key=room_key(place.folder))
    token = await first_token(store)
    where = "the database given" if place.database else str(place.folder)
    print(f"Houseway is at {shown} and keeps its books in {where}; play chips only.", flush=True)
    if token is not None:
        print(f"Operator's token, shown this once: {token}", flush=True)
    if not (WEB / "index.html").is_file():
        print("The front end is not built; the API works, and /openapi.json describes it.", flush=True)
    elif browser:
        asyncio.get_running_loop().call_later(0.5, webbrowser.open, shown)
    return store


def _listen(place: Place) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((place.host, place.port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise Unreadable(
            f"{place.host} port {place.port} cannot be listened on: {error}; choose another --host or --port"
        ) from None
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def _only_one(place: Place) -> object:
    """One process to an SQLite file: a second one is refused, and a killed one holds nothing."""
    if place.database is not None:
        return None
    path = place.folder / "room.lock"
    file = path.open("a")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        os.set_blocking(file.fileno(), True)
    except OSError:
        raise Unreadable(f"another Houseway keeps its books in {place.folder}; choose another --data") from None
    return file
