"""
Faults: unexpected exceptions, each logged once with a reference and counted.

One boundary per entry point calls `report`: HTTP request, socket frame, step of a table, background task, event loop.
An exception that passes two boundaries keeps the reference of the first.
"""

from __future__ import annotations

import asyncio
import logging

from ...records.shuffle import from_system
from ...records.store import Unavailable
from ...rules.errors import Broken, HousewayError
from . import metrics

log = logging.getLogger(__name__)
_MARK = "houseway_reference"


def new_reference() -> str:
    """A short random id."""
    return f"{from_system().bits(64):016x}"


def is_fault(error: BaseException) -> bool:
    """Whether this is a bug: a refusal is an answer, and an unavailable database has its own metric."""
    if isinstance(error, Unavailable):
        return False
    return isinstance(error, Broken) or not isinstance(error, HousewayError)


def report(where: str, error: BaseException) -> str:
    """Log and count a fault, if that was not done before; returns its reference."""
    known = getattr(error, _MARK, None)
    if isinstance(known, str):
        return known
    reference = new_reference()
    setattr(error, _MARK, reference)
    metrics.fault(where)
    log.error(
        "fault in %s: %s",
        where,
        type(error).__name__,
        exc_info=(type(error), error, error.__traceback__),
        extra={"reference": reference, "where": where},
    )
    return reference


def report_unless_expected(where: str, error: BaseException) -> None:
    """Report a fault of a background task; a refusal or a lost connection is only logged as a warning."""
    if is_fault(error) and not isinstance(error, TimeoutError | ConnectionError):
        report(where, error)
    else:
        log.warning("%s failed: %s", where, type(error).__name__, extra={"where": where})


def sentence(reference: str) -> str:
    return f"something went wrong, reference {reference}"


def watch_event_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Report errors in callbacks of the event loop and in tasks that nobody awaits as faults."""

    def handle(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, ConnectionError | TimeoutError):
            log.debug("a connection failed: %s", type(error).__name__)
        elif isinstance(error, BaseException):
            report("event loop", error)
        else:
            log.error("event loop: %s", context.get("message"), extra={"where": "event loop"})

    loop.set_exception_handler(handle)
