"""
Runs the test command several times, next to busy processes if wanted: `python3 run.py --test --repeat 20 --busy 8`.

Other arguments select tests, as they do without `--repeat`. Every run prints one line, the last line is the total, and
the output of a failed run is stored.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

COMMAND = (sys.executable, str(Path(__file__).parents[2] / "run.py"), "--test")
BUSY = (sys.executable, "-c", "while True: pass")


class Run(NamedTuple):
    """One run of the tests."""

    load: float
    """The load of the machine at its end: processes that ran or waited for a core in the last minute."""
    seconds: float
    status: int

    @property
    def result(self) -> str:
        return "passed" if self.status == 0 else f"failed with status {self.status}"


@contextmanager
def busy_processes(count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """This many processes that only use a core."""
    processes = [subprocess.Popen(BUSY) for _ in range(count)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run_once(command: Sequence[str], log: Path) -> Run:
    """Run the command with its output in the log, which is deleted if it passes."""
    started = time.monotonic()
    with log.open("wb") as output:
        status = subprocess.call(command, stdout=output, stderr=subprocess.STDOUT)
    if status == 0:
        log.unlink()
    return Run(os.getloadavg()[0], time.monotonic() - started, status)


def run_repeatedly(count: int, busy: int, command: Sequence[str], folder: Path) -> int:
    """Run the command `count` times, print a line for each run and the total, and return how many failed."""
    failed = 0
    started = time.monotonic()
    with busy_processes(busy):
        for number in range(1, count + 1):
            log = folder / f"run-{number}.log"
            run = run_once(command, log)
            where = f", see {log}" if run.status else ""
            print(
                f"run {number} of {count}: load {run.load:.1f}, {run.seconds:.0f} s, {run.result}{where}",
                flush=True,
            )
            failed += run.status != 0
    seconds = time.monotonic() - started
    print(f"{count - failed} of {count} runs passed next to {busy} busy processes, {seconds:.0f} s", flush=True)
    return failed


def count_of(text: str) -> int:
    """A whole number from 0 up."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"takes a whole number such as 20, not {text!r}")
    return int(text)


def main(words: Sequence[str], command: Sequence[str] = COMMAND) -> int:
    parser = argparse.ArgumentParser(prog="run.py --test", allow_abbrev=False)
    parser.add_argument("--repeat", type=count_of, required=True, help="how many times the tests run")
    parser.add_argument("--busy", type=count_of, default=0, help="how many busy processes run next to them (default 0)")
    chosen, selection = parser.parse_known_args(words)
    folder = Path(tempfile.mkdtemp(prefix="houseway-runs-"))
    failed = run_repeatedly(chosen.repeat, chosen.busy, (*command, *selection), folder)
    if not failed:
        folder.rmdir()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
