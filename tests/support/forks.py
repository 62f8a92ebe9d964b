"""Processes forked from one that has already imported Houseway, so that they start in a fraction of the time."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["houseway.cli", "houseway.server.process.serving", "houseway.solving", "asyncpg"])


class Forked:
    """A server in a fork, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, serve: Callable[..., None], words: tuple[Any, ...], log: Path) -> None:
        """Call `serve` with these words; its output is added to the log."""
        self._process = FORKS.Process(target=_serve, args=(serve, words, dict(os.environ), str(log)))
        self._process.start()
        assert self._process.pid
        self.pid = self._process.pid
        self.terminate = self._process.terminate
        self.wait = self._process.join

    def poll(self) -> int | None:
        return self._process.exitcode


def _serve(serve: Callable[..., None], words: tuple[Any, ...], environment: dict[str, str], log: str) -> None:
    _become(environment, log, log)
    serve(*words)


def _become(environment: dict[str, str], out: str, errors: str) -> None:
    """Give this process an environment, and files to which its output is added."""
    os.environ.clear()
    os.environ.update(environment)
    for number, file in enumerate((out, errors), start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)


def printed_by(words: list[str], folder: Path, seconds: float = 300) -> tuple[str, str]:
    """Standard output and standard error of `python -m houseway WORDS` in a folder."""
    with TemporaryDirectory() as outputs:
        files = Path(outputs) / "out", Path(outputs) / "errors"
        process = FORKS.Process(target=_run, args=(words, str(folder), dict(os.environ), tuple(map(str, files))))
        process.start()
        process.join(seconds)
        if process.is_alive():
            process.kill()
            raise TimeoutError(f"houseway {' '.join(words)} takes more than {seconds} seconds")
        out, errors = (file.read_text() for file in files)
        return out, errors


def _run(words: list[str], folder: str, environment: dict[str, str], files: tuple[str, str]) -> None:
    _become(environment, *files)
    os.chdir(folder)
    sys.argv = ["houseway", *words]
    runpy.run_module("houseway", run_name="__main__", alter_sys=True)
