"""Real server processes on free ports, forked from one that has imported the code: a start takes half a second."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from support.forks import Forked

KILL_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process that can be killed and started again on the same database."""

    def __init__(self, folder: Path, database: str | None = None, port: int | None = None) -> None:
        self.folder = folder
        self.database = database
        self.port = port or free_port()
        self.process: Forked | subprocess.Popen[bytes] | None = None
        self.log = folder / f"log-{self.port}"
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    command: list[str] | None = None
    """The command that starts it; None starts it by a fork."""

    def start(self, seconds: float = 120, *, crash: str = "") -> Server:
        """Start and wait until it answers; with `crash` it dies at that point, perhaps before (see crash_points.py)."""
        if self.command is None:
            from support import launch  # imports the server

            words = (str(self.folder), self.port, self.database, crash)
            self.process = Forked(launch.main, words, self.log)
        else:
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
            with self.log.open("ab") as log:  # stored bytecode halves the time of a start
                self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=environment)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.answers() or (crash and self.dead):
                return self
            if self.dead and not crash:
                raise RuntimeError(self.log.read_text())
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text()}")

    def answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/api/health")
            return connection.getresponse().status == 200
        return False

    @property
    def dead(self) -> bool:
        return self.process is None or self.process.poll() is not None

    @property
    def _pid(self) -> int:
        assert self.process
        return self.process.pid

    def kill(self) -> None:
        if self.process and not self.dead:
            os.kill(self._pid, signal.SIGKILL)
            self.process.wait(KILL_SECONDS)
            assert self.dead, f"process {self._pid} did not end {KILL_SECONDS} seconds after it was killed"

    def pause(self) -> None:
        os.kill(self._pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self._pid, signal.SIGCONT)

    def stop(self) -> None:
        if self.process and not self.dead:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            self.kill()

    @property
    def token(self) -> str:
        """The operator's token, from the line that the first start printed."""
        return next(line.split()[-1] for line in self.log.read_text().splitlines() if "token" in line)
