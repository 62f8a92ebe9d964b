"""
A worker process of the study pool: reads questions from its standard input and writes answers to its standard output.

    python -m houseway.server.study.worker MODULE MEMORY_MB NICE

`MODULE` has a dictionary `QUESTIONS`. A message to the worker is one line of JSON. A message from it is one line of
JSON that names the number of bytes of the payload that follows: the server hands payloads on without reading them.
The worker ends when its standard input is closed, so it never outlives the server, however that ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

from ...rules.errors import HousewayError
from ..observability import logs
from .settings import JsonText

PROGRESS_SECONDS = 0.05
"""The shortest time between two messages of progress."""


class Abandoned(Exception):
    """The question was cancelled."""


class Listener:
    """Reports the progress of one question, and ends the work when the server has cancelled it."""

    def __init__(self, job: int, worker: Worker) -> None:
        self._job = job
        self._worker = worker
        self._last = 0.0

    def progress(self, done: int, of: int) -> None:
        if self._job in self._worker.cancelled:
            raise Abandoned
        at = time.monotonic()
        if at - self._last >= PROGRESS_SECONDS or done == of:
            self._last = at
            self._worker.send({"job": self._job, "kind": "progress", "done": done, "of": of})

    def part(self, known: Any) -> None:
        """Send a part of the answer that is already known."""
        self._worker.send({"job": self._job, "kind": "part"}, encoded(known))


def encoded(value: object) -> bytes:
    """An answer as JSON."""
    return value.encode() if isinstance(value, JsonText) else json.dumps(value).encode()


class Worker:
    """The loop of the process."""

    def __init__(self, module: str, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.cancelled: set[int] = set()
        self._questions = import_module(module).QUESTIONS
        self._incoming = incoming
        self._outgoing = outgoing
        self._jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        self.send({"kind": "ready"})
        while True:
            self._answer(self._jobs.get())

    def _listen(self) -> None:
        """Read messages; when the input ends, the server has ended, and this process ends too."""
        for line in self._incoming:
            message = json.loads(line)
            if "cancel" in message:
                self.cancelled.add(message["cancel"])
            else:
                self._jobs.put(message)
        os._exit(0)

    def _answer(self, message: dict[str, Any]) -> None:
        job = message["job"]
        listener = Listener(job, self)
        try:
            listener.progress(0, 1)
            payload = encoded(self._questions[message["question"]].answer(message["arguments"], listener))
        except Abandoned:
            self.cancelled.discard(job)
            self.send({"job": job, "kind": "abandoned"})
        except HousewayError as error:
            from ..views.http_errors import status_of  # only now: reading the web framework's code takes a while

            self.send({"job": job, "kind": "refused", "status": status_of(error), "sentence": str(error)})
        except MemoryError:
            self.send({"job": job, "kind": "memory"})
        except Exception as error:
            print(f"fault in question {message['question']}\n{logs.redacted(error)}", file=sys.stderr, flush=True)
            self.send({"job": job, "kind": "fault"})
        else:
            self.send({"job": job, "kind": "answer", "memory_mb": memory_mb()}, payload)

    def send(self, header: dict[str, Any], payload: bytes = b"") -> None:
        self._outgoing.write(json.dumps({**header, "bytes": len(payload)}).encode() + b"\n" + payload)
        self._outgoing.flush()


def memory_mb() -> int:
    """Megabytes of memory that this process uses now; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    except (OSError, ValueError, AttributeError):
        return 0


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, on systems that can."""
    try:
        import resource
    except ImportError:
        return
    limit = getattr(resource, "RLIMIT_DATA", None) if sys.platform == "linux" else getattr(resource, "RLIMIT_AS", None)
    if limit is not None:
        resource.setrlimit(limit, (megabytes * 2**20, megabytes * 2**20))


def main() -> None:
    module, megabytes, nice = sys.argv[1:]
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not get between the messages
    if hasattr(os, "nice"):
        os.nice(int(nice))
    limit_memory(int(megabytes))
    Worker(module, sys.stdin.buffer, outgoing).run()


if __name__ == "__main__":
    main()
