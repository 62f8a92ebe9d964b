"""
Logs: one line of text or one JSON object per record, with the request's id, on standard error.

The message of an exception is not written, because it may quote a card, a key or a token; its type and traceback are.
Errors of the operating system quote none of these, so their message is written.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
RECORD_DETAILS = ("request_id", "reference", "where", "client", "method", "handler", "status", "milliseconds", "worker")
"""What a record may have besides its message."""
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
NOISE = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "ASGI callable returned without completing response.",
)
"""Messages of uvicorn that any client can cause, or that follow a fault which is already logged."""
ErrorInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def redacted(error: BaseException) -> str:
    """The traceback of an exception and its causes, without their messages and without local variables."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        lines = "".join(traceback.format_tb(current.__traceback__))
        parts.append(f"Traceback (most recent call last):\n{lines}{_described(current)}")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\n\nThe above exception was the cause of the following one:\n\n".join(reversed(parts))


def _described(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, OSError) and error.strerror:
        return f"{name}: [Errno {error.errno}] {error.strerror}"
    return name


class _Redacting(logging.Formatter):
    def formatException(self, ei: ErrorInfo) -> str:
        return redacted(ei[1]) if ei[1] is not None else ""


class TextFormatter(_Redacting):
    """`2026-01-31T12:00:00Z WARNING houseway.server.runtime.room: ... [request 1f00]`."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname} {record.name}: {record.getMessage()}"
        details = _details(record)
        if details:
            line += " [" + ", ".join(f"{name} {value}" for name, value in details.items()) + "]"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


class JsonFormatter(_Redacting):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_details(record),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=True, default=str)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _details(record: logging.LogRecord) -> dict[str, object]:
    values = {name: getattr(record, name, None) for name in RECORD_DETAILS}
    if values["request_id"] is None:
        values["request_id"] = request_id.get()
    return {name: value for name, value in values.items() if value is not None}


class _WithoutNoise(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return record.getMessage() not in NOISE


def set_up(level: str = "warning", format: str = "text", stream: TextIO | None = None) -> None:
    """Send every log record of this process to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if format == "json" else TextFormatter())
    handler.addFilter(_WithoutNoise())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("houseway").setLevel(level.upper())
