"""
OpenTelemetry traces, off by default: one span per request and per socket message, with ids only.

They need the extra `traces`. While traces are off, a span costs almost nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from typing import Any, Protocol

from ...rules.errors import Unreadable

KINDS = ("off", "console", "otlp")


class Span(Protocol):
    def set_attribute(self, key: str, value: Any) -> Any: ...


class _NoSpan:
    """The span that is used while traces are off; it does nothing."""

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def set_attribute(self, key: str, value: object) -> None:
        return None


_NO_SPAN = _NoSpan()
_tracer: Any = None
_provider: Any = None


def set_up(kind: str) -> None:
    """Send traces nowhere (`off`), to standard error (`console`) or to OTEL_EXPORTER_OTLP_ENDPOINT (`otlp`)."""
    global _tracer, _provider
    shut_down()
    if kind == "off":
        return
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise Unreadable("traces need OpenTelemetry: pip install opentelemetry-sdk")
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "houseway"}))
    provider.add_span_processor(BatchSpanProcessor(_exporter(kind)))
    _tracer = provider.get_tracer("houseway")
    _provider = provider


def shut_down() -> None:
    """Send the last spans; a worker process has to do this itself before it ends."""
    global _tracer, _provider
    if _provider is not None:
        _provider.shutdown()
    _tracer = None
    _provider = None


def _exporter(kind: str) -> Any:
    if kind == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter(out=sys.stderr)
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # type: ignore[import-not-found, unused-ignore]
            OTLPSpanExporter,
        )
    except ImportError:
        raise Unreadable(
            "traces to a collector need its exporter: pip install opentelemetry-exporter-otlp-proto-http"
        ) from None
    return OTLPSpanExporter()


def span(name: str, **attributes: str) -> AbstractContextManager[Span]:
    """A span for one piece of work; its attributes are only ids, kinds and route templates."""
    return _NO_SPAN if _tracer is None else _recorded(name, attributes)


@contextmanager
def _recorded(name: str, attributes: dict[str, str]) -> Iterator[Span]:
    with _tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as current:
        for key, value in attributes.items():
            current.set_attribute(key, value)
        yield current
