"""
The files that a command or a socket message passes through, in the order in which they are first called.

    python benchmarks/call_paths.py                       # the four paths that we follow
    python benchmarks/call_paths.py best pai_gow Ah Ks Kh 9h 7h 4h 3c

A command runs twice and the second run is traced, so that imports, compilation and caches are not on the path. The
socket message is `sit`, through the whole application without a network, up to its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = str(Path(__file__).parents[1] / "src" / "houseway") + "/"
SHOWDOWN_HAND = "8d 4s 8h 9h 2c 3c 6h 5d 8c 9h Jd Th 6s Qd 8d 9s Ac 3h Kd 7c 2h 5s Tc Jc Qs"
COMMANDS = (
    "price pyramid",
    f"best showdown {SHOWDOWN_HAND}",
    "simulate casino --rounds 2000 --cores 1",
)


class Trace:
    """The files of the package in which a function was called while recording, and their number of functions."""

    def __init__(self) -> None:
        self.recording = False
        self.functions: dict[str, set[str]] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if self.recording and event == "call" and code.co_filename.startswith(PACKAGE) and code.co_name != "<module>":
            self.functions.setdefault(code.co_filename.removeprefix(PACKAGE), set()).add(code.co_qualname)

    @contextmanager
    def record(self) -> Iterator[None]:
        self.functions.clear()
        self.recording = True
        yield
        self.recording = False

    def show(self, title: str) -> None:
        print(f"{title}: {len(self.functions)} files")
        for file, functions in self.functions.items():
            print(f"  {file:<48}{len(functions):>4}")


def run_command(words: list[str]) -> None:
    from houseway.cli import main

    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(words)


async def trace_socket_message(trace: Trace) -> None:
    import httpx

    from houseway.records.store import Store
    from houseway.server.http.app import make_app
    from houseway.server.runtime.settings import Settings

    with tempfile.TemporaryDirectory() as folder:

        async def open_store() -> Store:
            return await Store.open(f"sqlite:///{Path(folder) / 'room.db'}", room_key=b"0" * 32)

        app = make_app(open_store, Settings())
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                await client.post("/api/session")
                table = (await client.post("/api/tables", json={"game": "pyramid", "bots": []})).json()["table"]
                cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            await send_over_socket(app, cookies, table, trace)


async def send_over_socket(app: Any, cookies: str, table: str, trace: Trace) -> None:
    """Watch a table, then record how `sit` is carried out until its answer is sent."""
    to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    from_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
    scope = {
        "type": "websocket",
        "path": "/socket",
        "raw_path": b"/socket",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "subprotocols": [],
    }
    served = asyncio.create_task(app(scope, to_server.get, from_server.put))
    await to_server.put({"type": "websocket.connect"})

    async def say(message: dict[str, Any]) -> dict[str, Any]:
        await to_server.put({"type": "websocket.receive", "text": json.dumps(message)})
        while True:
            frame = json.loads((await from_server.get()).get("text") or "{}")
            if frame.get("id") == message["id"]:
                return dict(frame)

    await say({"do": "watch", "id": "watch", "table": table})
    with trace.record():
        answer = await say({"do": "sit", "id": "sit", "table": table})
    if "refused" in answer:
        raise SystemExit(f"the message was refused: {answer}")
    await to_server.put({"type": "websocket.disconnect", "code": 1000})
    await served


def main() -> None:
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    commands = [" ".join(sys.argv[1:])] if sys.argv[1:] else COMMANDS
    for command in commands:
        run_command(command.split())
        with trace.record():
            run_command(command.split())
        trace.show(command.split(" 8d")[0])
    if not sys.argv[1:]:
        asyncio.run(trace_socket_message(trace))
        trace.show("a socket message (sit)")


if __name__ == "__main__":
    main()
