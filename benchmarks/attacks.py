"""
Attacks on the edge of a room, one after the other, while a player at a live table measures how long an action takes.

    python benchmarks/attacks.py                     # all of them, 6 s each, about three minutes
    python benchmarks/attacks.py endless_header slow_body --seconds 10
    python benchmarks/attacks.py --list

Each attack runs against the real server with its usual limits, from loopback addresses of its own (127.0.0.2 and
higher), so that the player at 127.0.0.1 has budgets of its own. Printed for each: how long the player's actions took
before and during the attack, the server's memory before and after, and what the attacker saw. Attacker, player and
server share one machine: a part of the longer times is processor time that the attacker itself took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.typing import Origin

sys.path.insert(0, str(Path(__file__).parent))
import room

PAUSE = 0.1
"""Seconds between two actions of the player."""
QUIET = 3.0
"""Seconds of play before each attack."""
PIECE = b"a" * 65_536
TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Accepts the certificate that this script creates."""
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE
LOST = (OSError, ssl.SSLError, asyncio.IncompleteReadError, TimeoutError)


@dataclass
class Target:
    """The server under attack, and what the attackers saw."""

    port: int
    seconds: float
    tls: bool = False
    seen: Counter[str] = field(default_factory=Counter)
    until: float = 0.0

    def running(self) -> bool:
        return time.monotonic() < self.until

    async def connect(
        self, number: int = 0, *, tls: bool | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the attacker's address with this number."""
        context = TRUSTING if (self.tls if tls is None else tls) else None
        local = (f"127.0.{number // 250}.{2 + number % 250}", 0)
        async with asyncio.timeout(20):
            return await asyncio.open_connection("127.0.0.1", self.port, local_addr=local, ssl=context)


async def cut_off(reader: asyncio.StreamReader, seconds: float) -> bool:
    """Whether the server closes a connection within this time."""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65_536):
                pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


async def status_of(reader: asyncio.StreamReader) -> int:
    """Read one response and return its status."""
    async with asyncio.timeout(20):
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)
        await reader.readexactly(length)
    return int(head.split(b" ")[1])


def request(path: str = "/api/games", body: bytes | None = None, method: str = "GET") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + (body or b"")


# Attacks -------------------------------------------------------------------------------------------------------------


async def endless_header(target: Target) -> None:
    """Eight connections send one header value without end, and begin again when they are cut."""

    async def one(number: int) -> None:
        while target.running():
            try:
                _, writer = await target.connect(number)
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
                sent = 0
                while target.running():
                    writer.write(PIECE)
                    sent += len(PIECE)
                    await writer.drain()
                writer.close()
            except LOST:
                target.seen["cut"] += 1
                target.seen["bytes sent"] += sent
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one(number) for number in range(8)))


async def half_open(target: Target) -> None:
    """1,500 connections from one address and 1,500 from 30 others, silent; then a newcomer asks for a page."""
    held: list[asyncio.StreamWriter] = []
    for number in [0] * 1500 + [1 + each % 30 for each in range(1500)]:
        try:
            reader, writer = await target.connect(number)
            held.append(writer)
            target.seen["connected"] += 1
        except LOST:
            target.seen["not connected"] += 1
    reader, writer = await target.connect(200)
    begun = time.perf_counter()
    writer.write(request())
    target.seen[f"newcomer: {await status_of(reader)}"] += 1
    target.seen["newcomer: milliseconds"] = round((time.perf_counter() - begun) * 1000)
    await asyncio.sleep(max(0.0, target.until - time.monotonic()))
    for each in (*held, writer):
        each.close()


async def slow_head(target: Target) -> None:
    """64 connections send a byte of a head each half second, until they are cut."""
    ends = await asyncio.gather(*(_drip(target, b"GET / HTTP/1.1\r\nX: ", each % 4) for each in range(64)))
    _note_ends(target, ends)


async def slow_body(target: Target) -> None:
    """64 connections send a byte of a body each half second, until they are cut."""
    begin = request("/api/price", b"a" * 60_000, "POST")[:-59_999]
    ends = await asyncio.gather(*(_drip(target, begin, each % 4) for each in range(64)))
    _note_ends(target, ends)


async def _drip(target: Target, begin: bytes, number: int) -> float | None:
    """Seconds until a connection that sends a byte each half second is cut; None if it is not."""
    reader, writer = await target.connect(number)
    begun = time.monotonic()
    try:
        writer.write(begin)
        while target.running():
            writer.write(b"a")
            await writer.drain()
            if await cut_off(reader, 0.5):
                return time.monotonic() - begun
    except LOST:
        return time.monotonic() - begun
    finally:
        writer.close()
    return None


def _note_ends(target: Target, ends: list[float | None]) -> None:
    cut = [each for each in ends if each is not None]
    target.seen["cut"] = len(cut)
    target.seen["still open"] = len(ends) - len(cut)
    if cut:
        target.seen["longest, seconds"] = round(max(cut))


async def unread_response(target: Target) -> None:
    """48 connections ask for a large file again and again, and never read."""
    files = sorted((Path(__file__).parents[1] / "src/houseway/web/assets").glob("*.js"), key=lambda f: f.stat().st_size)
    path = f"/assets/{files[-1].name}" if files else "/openapi.json"

    async def one(number: int) -> None:
        local = (f"127.0.0.{2 + number % 4}", 0)
        raw = socket.create_connection(("127.0.0.1", target.port), source_address=local)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        loop = asyncio.get_running_loop()
        with suppress(*LOST):
            async with asyncio.timeout(2):
                await loop.sock_sendall(raw, request(path) * 100)
        while target.running():
            await asyncio.sleep(0.5)
        raw.close()

    await asyncio.gather(*(one(number) for number in range(48)))


async def flood(target: Target) -> None:
    """200 connections of one address send cheap requests as fast as they are answered, refused or not."""
    await asyncio.gather(*(_ask_on(target, 0, request()) for _ in range(200)))


async def flood_of_addresses(target: Target) -> None:
    """The same from 40 addresses with 20 connections each."""
    await asyncio.gather(*(_ask_on(target, each % 40, request()) for each in range(800)))


async def pipelined(target: Target) -> None:
    """20 connections send 200 requests in one piece, again and again."""
    await asyncio.gather(*(_ask_on(target, each % 4, request(), at_once=200) for each in range(20)))


async def _ask_on(target: Target, number: int, ask: bytes, at_once: int = 1) -> None:
    while target.running():
        try:
            reader, writer = await target.connect(number)
        except LOST:
            target.seen["not connected"] += 1
            await asyncio.sleep(0.05)
            continue
        try:
            while target.running():
                writer.write(ask * at_once)
                for _ in range(at_once):
                    target.seen[str(await status_of(reader))] += 1
        except LOST:
            target.seen["cut"] += 1
            await asyncio.sleep(0.01)
        finally:
            writer.close()


async def connections(target: Target) -> None:
    """40 clients of two addresses connect and leave as fast as they can."""

    async def one(number: int) -> None:
        while target.running():
            try:
                _, writer = await target.connect(number)
                target.seen["connected"] += 1
                writer.transport.abort()
            except LOST:
                target.seen["not connected"] += 1
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one(each % 2) for each in range(40)))


async def sockets_without_session(target: Target) -> None:
    """40 clients of two addresses ask for a socket without a session, or where there is none."""
    upgrade = (
        "GET {} HTTP/1.1\r\nHost: localhost:{}\r\nOrigin: http://localhost:{}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Cookie: houseway_session=" + "0" * 64 + "\r\n\r\n"
    )

    async def one(number: int) -> None:
        while target.running():
            try:
                reader, writer = await target.connect(number % 2)
                path = "/socket" if number % 3 else "/elsewhere"
                writer.write(upgrade.format(path, target.port, target.port).encode())
                target.seen[str(await status_of(reader))] += 1
                writer.transport.abort()
            except LOST:
                target.seen["cut"] += 1
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one(each) for each in range(40)))


async def json_bombs(target: Target) -> None:
    """Bodies that are deep, huge, not a number, not text or twice the same, to every study route."""
    deep = b'{"game":' + b"[" * 60_000
    bombs = [
        deep,
        b'{"game":"pyramid","options":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
        b'{"game":"pyramid","options":{"w1_max":' + b"9" * 4_200 + b"}}",
        b'{"game":"pyramid","options":{"w1_max":' + b"9" * 60_000 + b"}}",
        b'{"game":"pyramid","options":{"w1_max":NaN}}',
        b'{"game":"pyramid","options":{"w1_max":1e999}}',
        b'{"game":"\\ud800","options":{}}',
        b'{"game":"pyramid","options":{"\\ud800\\u0000":"\\udfff"}}',
        b'{"game":"pyramid","game":"casino","options":{},"options":{"x":1}}',
        b'{"game":"pyramid","options":{' + b",".join(b'"%d":1' % n for n in range(6_000)) + b"}}",
        b"\xff\xfe\x00",
    ]
    paths = ("/api/price", "/api/names", "/api/best", "/api/drill", "/api/lab/price", "/api/lab/slopes", "/api/login")

    async def one(number: int) -> None:
        while target.running():
            try:
                reader, writer = await target.connect(number)
                for bomb in bombs:
                    for path in paths:
                        writer.write(request(path, bomb, "POST"))
                        target.seen[str(await status_of(reader))] += 1
                        await asyncio.sleep(0.02)
                        if not target.running():
                            break
            except LOST:
                target.seen["cut"] += 1
            finally:
                writer.close()

    await asyncio.gather(*(one(number) for number in range(4)))


async def tls_handshakes(target: Target) -> None:
    """60 clients of three addresses make TLS handshakes as fast as they can."""

    async def one(number: int) -> None:
        while target.running():
            try:
                _, writer = await target.connect(number)
                target.seen["handshakes"] += 1
                writer.transport.abort()
            except LOST:
                target.seen["not connected"] += 1
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one(each % 3) for each in range(60)))


async def tls_silence(target: Target) -> None:
    """Plain text, silence and half a ClientHello on the TLS port."""
    begins = (b"", request(), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
    ends = await asyncio.gather(*(_silent(target, begins[each % 3], each % 4) for each in range(60)))
    _note_ends(target, list(ends))


async def _silent(target: Target, begin: bytes, number: int) -> float | None:
    begun = time.monotonic()
    try:
        reader, writer = await target.connect(number, tls=False)
        writer.write(begin)
        if await cut_off(reader, target.until - time.monotonic()):
            return time.monotonic() - begun
    except LOST:
        return time.monotonic() - begun
    return None


Attack = Callable[[Target], Coroutine[Any, Any, None]]
PLAIN: tuple[Attack, ...] = (
    endless_header, half_open, slow_head, slow_body, unread_response, flood, flood_of_addresses, pipelined,
    connections, sockets_without_session, json_bombs,
)  # fmt: skip
OVER_TLS: tuple[Attack, ...] = (tls_handshakes, tls_silence, flood)
BY_NAME = {attack.__name__: attack for attack in (*PLAIN, *OVER_TLS)}
LONGER: dict[Attack, float] = {slow_head: 14.0, slow_body: 25.0, tls_silence: 14.0, unread_response: 25.0}
"""The least seconds of attacks that end at a deadline of the server."""


# The player ----------------------------------------------------------------------------------------------------------


class Player:
    """Sits at its own table and sits out and in again; each of these commands is written before it is answered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.took: list[float] = []
        self.lost = 0

    async def play(self, stop: asyncio.Event, seated: asyncio.Event) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=60, verify=TRUSTING) as http:
            await http.post("/api/session")
            table = (await http.post("/api/tables", json={"game": "pyramid", "seats": 6})).json()["table"]
            cookie = "; ".join(f"{each.name}={each.value}" for each in http.cookies.jar)
        tls: dict[str, Any] = {"ssl": TRUSTING} if self.url.startswith("https") else {}
        address = self.url.replace("http", "ws") + "/socket"
        headers = {"Cookie": cookie}
        async with websockets.connect(
            address, additional_headers=headers, origin=Origin(self.url), ping_interval=None, **tls
        ) as line:
            await self._do(line, 0, "sit", table)
            seated.set()
            number = 0
            while not stop.is_set():
                number += 1
                begun = time.perf_counter()
                await self._do(line, number, "sit_out" if number % 2 else "sit_in", table)
                self.took.append(time.perf_counter() - begun)
                await asyncio.sleep(PAUSE)

    async def _do(self, line: websockets.ClientConnection, number: int, do: str, table: str) -> None:
        name = f"player-{number}"
        await line.send(json.dumps({"do": do, "table": table, "id": name}))
        async with asyncio.timeout(30):
            while True:
                frame = json.loads(await line.recv())
                if frame["tell"] == "answer" and frame["id"] == name:
                    break
        if not frame["ok"]:
            raise SystemExit(f"the player was refused: {frame['refused']}")


def memory_mb(pid: int) -> int:
    """The memory that a process uses now, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) // 1024 for line in status if "VmRSS" in line), 0)


def certificate(folder: Path) -> tuple[Path, Path]:
    cert = folder / "cert.pem"
    key = folder / "key.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*words, "-out", str(cert), "-keyout", str(key)], check=True, stderr=subprocess.DEVNULL)
    return cert, key


async def attacked(url: str, pid: int, target: Target, attack: Attack) -> None:
    """Run one attack while the player plays, and print the result."""
    player = Player(url)
    stop = asyncio.Event()
    seated = asyncio.Event()
    playing = asyncio.create_task(player.play(stop, seated))
    await asyncio.wait({asyncio.create_task(seated.wait()), playing}, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(QUIET)
    quiet = player.took
    player.took = []
    before = memory_mb(pid)
    used = room.cpu_of(pid)
    begun = time.monotonic()
    seen = await asyncio.to_thread(_in_a_process, target, attack)
    busy = player.took
    used = room.cpu_of(pid) - used
    took = time.monotonic() - begun
    stop.set()
    await playing
    times = " ".join(
        f"{name} {room.percentile(quiet, share):.0f} -> {room.percentile(busy, share):.0f}"
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    )
    name = attack.__name__ + (" (TLS)" if target.tls else "")
    print(f"{name:<26} action ms: {times}; memory {before} -> {memory_mb(pid)} MiB; processor {used / took:.0%}")
    print(f"{'':<26} {dict(seen)}", flush=True)


def _in_a_process(target: Target, attack: Attack) -> Counter[str]:
    """Attack from another process, so that the attacker's work does not count in the player's times."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return processes.submit(_attack, target, attack.__name__).result()


def _attack(target: Target, name: str) -> Counter[str]:
    attack = BY_NAME[name]
    target.until = time.monotonic() + max(target.seconds, LONGER.get(attack, 0.0))
    asyncio.run(attack(target))
    return target.seen


def serve_and_attack(attacks: list[Attack], seconds: float, *, tls: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        port = room.free_port()
        words = [sys.executable, "-m", "houseway", "serve", "--port", str(port), "--data", str(folder / "room")]
        if tls:
            cert, key = certificate(folder)
            words += ["--tls-cert", str(cert), "--tls-key", str(key)]
        log = (folder / "log").open("w")
        server = subprocess.Popen(words, stdout=log, stderr=log)
        try:
            url = f"{'https' if tls else 'http'}://localhost:{port}"
            wait_until_open(port)
            for attack in attacks:
                asyncio.run(attacked(url, server.pid, Target(port, seconds, tls), attack))
        finally:
            server.terminate()
            server.wait()
            text = (folder / "log").read_text()
            print(f"{'log of the server':<26} {len(text):,} bytes, {text.count('Traceback')} tracebacks")
            if os.environ.get("HOUSEWAY_SHOW_LOG"):
                print(text[-5000:])


def wait_until_open(port: int) -> None:
    for _ in range(600):
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("attacks", nargs="*", help="names of attacks; all of them by default")
    words.add_argument("--seconds", type=float, default=6, help="of each attack, unless a deadline takes longer")
    words.add_argument("--list", action="store_true", help="print what each attack does")
    given = words.parse_args()
    if given.list:
        for attack in BY_NAME.values():
            print(f"{attack.__name__:<26} {attack.__doc__}")
        return
    for name in given.attacks:
        if name not in BY_NAME:
            raise SystemExit(f"there is no attack {name!r}; the attacks are {', '.join(sorted(BY_NAME))}")
    for attacks, tls in ((PLAIN, False), (OVER_TLS, True)):
        chosen = [attack for attack in attacks if not given.attacks or attack.__name__ in given.attacks]
        if chosen:
            serve_and_attack(chosen, given.seconds, tls=tls)


if __name__ == "__main__":
    main()
