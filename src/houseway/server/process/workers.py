"""
Several server processes behind one port: a parent process starts them and replaces those that die.

All of them accept connections from the listening socket that the parent opened; the parent accepts none. It passes
SIGTERM and SIGINT on and ends after its last child.
"""

from __future__ import annotations

import logging
import os
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from ...rules.errors import HousewayError, Unreadable
from ..observability import logs

log = logging.getLogger(__name__)
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 30.0
"""After a child ran this long, the pause before it is replaced starts at `FIRST_PAUSE` again."""
PASSED_ON = (signal.SIGTERM, signal.SIGINT)


@dataclass
class _Slot:
    """One worker: its number, its process, and when it is started again."""

    number: int
    pid: int | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    due: float = 0.0


def why_not_workers(count: int, *, sqlite: bool) -> str | None:
    """Why a room cannot run in this many processes."""
    if count < 1:
        return f"the number of workers is 1 or more, not {count}"
    if count > 1 and sqlite:
        return (
            f"{count} workers need PostgreSQL, because only one process may write to an SQLite file; "
            "give --database postgresql://USER@HOST/NAME, or --workers 1"
        )
    if count > 1 and not hasattr(os, "fork"):
        return f"{count} workers need an operating system that can fork; use --workers 1"
    return None


def supervise(count: int, work: Callable[[int], None]) -> None:
    """Run `work(number)` in this many child processes until this process receives SIGTERM or SIGINT."""
    watched = {signal.SIGCHLD, *PASSED_ON}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    slots = [_Slot(number) for number in range(count)]
    stopping = False
    try:
        while not stopping or any(slot.pid is not None for slot in slots):
            if not stopping:
                for slot in slots:
                    if slot.pid is None and time.monotonic() >= slot.due:
                        _start(slot, work, before)
            received = signal.sigtimedwait(watched, 0.5)
            if received is not None and received.si_signo in PASSED_ON:
                stopping = True
                _pass_on(slots, received.si_signo)
            _collect(slots, stopping)
    finally:
        _pass_on(slots, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(slot: _Slot, work: Callable[[int], None], mask: set[int | signal.Signals]) -> None:
    pid = os.fork()
    if pid:
        slot.pid = pid
        slot.started = time.monotonic()
        return
    status = 1
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number in PASSED_ON:
            signal.signal(number, signal.SIG_DFL)
        work(slot.number)
        status = 0
    except HousewayError as error:
        log.error("worker %s: %s", slot.number, error)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 1
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:
        log.error("worker %s failed\n%s", slot.number, logs.redacted(error))
        traceback.clear_frames(error.__traceback__)
    finally:
        logging.shutdown()
        os._exit(status)


def _collect(slots: list[_Slot], stopping: bool) -> None:
    """Note which children have ended, and when each is started again."""
    for slot in slots:
        if slot.pid is None:
            continue
        pid, status = os.waitpid(slot.pid, os.WNOHANG)
        if pid == 0:
            continue
        slot.pid = None
        if stopping:
            continue
        ran = time.monotonic() - slot.started
        slot.pause = FIRST_PAUSE if ran >= STEADY_SECONDS else min(LONGEST_PAUSE, slot.pause * 2)
        slot.due = time.monotonic() + slot.pause
        log.error(
            "worker %s ended with status %s after %.0f s; starting it again in %.1f s",
            slot.number,
            os.waitstatus_to_exitcode(status),
            ran,
            slot.pause,
        )


def _pass_on(slots: list[_Slot], number: int) -> None:
    for slot in slots:
        if slot.pid is not None:
            try:
                os.kill(slot.pid, number)
            except ProcessLookupError:
                continue


def require_workers(count: int, *, sqlite: bool) -> None:
    reason = why_not_workers(count, sqlite=sqlite)
    if reason is not None:
        raise Unreadable(reason)
