"""Real server processes on free ports."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

HERE = Path(__file__).parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process that can be killed and started again on the same books."""

    def __init__(self, folder: Path, database: str | None = None, port: int | None = None) -> None:
        self.folder, self.database, self.port = folder, database, port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / f"log-{self.port}"
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        """How it is started: with clocks that do not keep a test waiting."""
        words = [sys.executable, str(HERE / "launch.py"), str(self.folder), str(self.port)]
        return words + [self.database] * bool(self.database)  # type: ignore[list-item]

    def start(self, seconds: float = 40) -> Server:
        with self.log.open("ab") as log:
            kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=kept)  # starts in half the time
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/api/health", timeout=1).status_code == 200:
                    return self
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text()}")

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def pause(self) -> None:
        assert self.process
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        os.kill(self.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    @property
    def token(self) -> str:
        """The operator's token, from the line that the first start printed."""
        return next(line.split()[-1] for line in self.log.read_text().splitlines() if "token" in line)
