"""Processes forked from one that has already imported Houseway, so that they start in a fraction of the time."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["houseway.cli", "houseway.server.process.serving", "houseway.solving", "asyncpg"])


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
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, file in enumerate(files, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    sys.argv = ["houseway", *words]
    runpy.run_module("houseway", run_name="__main__", alter_sys=True)
