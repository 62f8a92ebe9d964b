"""One worker process of the study pool, from the server's side."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .jobs import Job
from .settings import Lane


class WorkerProcess:
    """A running process and the question that it works on."""

    def __init__(self, lane: Lane, process: asyncio.subprocess.Process) -> None:
        self.lane = lane
        self.process = process
        self.job: Job | None = None
        self.answered = 0
        self.memory_mb = 0
        self.timer: asyncio.TimerHandle | None = None
        self.begun = 0.0
        self.processor_before: float | None = None
        """The processor time that the process had used when its question began."""
        self.ready = False
        """Whether it has loaded its code; it gets no question before, so that loading does not count as its time."""
        self.killed = False
        """Whether it was killed; it gets no more questions, even before the system reports its end."""

    @property
    def idle(self) -> bool:
        return self.ready and self.job is None and not self.killed and self.process.returncode is None

    def write(self, message: Mapping[str, object]) -> None:
        if self.process.stdin is not None and not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = timer

    async def end(self) -> None:
        """Kill the process and wait until it has ended."""
        self.kill()
        await self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
            with suppress(OSError):
                await self.process.stdin.wait_closed()

    def kill(self) -> None:
        self.killed = True
        self.set_timer(None)
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()


def processor_seconds(pid: int) -> float | None:
    """Processor time that a process has used; None on a system without /proc."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
        after_name = status.rsplit(")", 1)[1].split()
        user_ticks = int(after_name[11])
        system_ticks = int(after_name[12])
        return (user_ticks + system_ticks) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
