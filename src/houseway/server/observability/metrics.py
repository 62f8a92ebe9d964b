"""
Metrics of this process, in Prometheus' text format. docs/operate/observability.md describes each.

A label is a route template, a kind of message or a word from a fixed list: never a name, a card, a token or the code of
a table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
REGISTRY = CollectorRegistry(auto_describe=True)
LATENCY = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BATCHES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_requests = Histogram(
    "houseway_http_request_seconds",
    "Time to answer an HTTP request, by route template.",
    ("handler", "method", "status"),
    buckets=LATENCY,
    registry=REGISTRY,
)
_messages = Histogram(
    "houseway_message_seconds", "Time to answer a socket message.", ("kind",), buckets=LATENCY, registry=REGISTRY
)
_actions = Counter(
    "houseway_actions", "Socket messages, by kind and outcome (done, refused, fault).", ("kind", "outcome"),
    registry=REGISTRY,
)  # fmt: skip
_faults = Counter("houseway_faults", "Unexpected errors, by where they were caught.", ("where",), registry=REGISTRY)
_refused = Counter(
    "houseway_connections_refused", "Connections refused when they were accepted.", ("reason",), registry=REGISTRY
)
_closed = Counter(
    "houseway_connections_closed", "Connections closed because they broke a bound.", ("reason",), registry=REGISTRY
)
_turned_away = Counter(
    "houseway_requests_refused", "Requests refused before they reached a handler.", ("reason",), registry=REGISTRY
)
_batch_size = Histogram("houseway_commit_batch_changes", "Changes in one commit.", buckets=BATCHES, registry=REGISTRY)
_commit_seconds = Histogram(
    "houseway_commit_seconds", "Time to make one batch durable.", buckets=LATENCY, registry=REGISTRY
)
_commit_failures = Counter("houseway_commit_failures", "Batches that the database failed to write.", registry=REGISTRY)
_leases = Counter("houseway_lease_changes", "Tables taken or lost by this process.", ("change",), registry=REGISTRY)
_loop_lag = Histogram(
    "houseway_event_loop_lag_seconds", "How late a timer of the event loop ran.", buckets=LATENCY, registry=REGISTRY
)
_connections = Gauge("houseway_connections", "Open connections, sockets included.", registry=REGISTRY)
_half_open = Gauge("houseway_connections_half_open", "Connections without a complete request.", registry=REGISTRY)
_sockets = Gauge("houseway_sockets", "Open sockets of signed-in clients.", registry=REGISTRY)
_tables = Gauge("houseway_tables", "Tables this process knows, and those it owns.", ("kind",), registry=REGISTRY)
_ready = Gauge("houseway_ready", "1 while the database accepts writes.", registry=REGISTRY)
_draining = Gauge("houseway_draining", "1 while the process is about to stop.", registry=REGISTRY)
_study = Gauge("houseway_study_jobs", "Study requests, waiting and running.", ("state",), registry=REGISTRY)
_study_seconds = Histogram(
    "houseway_study_seconds", "Time of one study request, by outcome.", ("outcome",), buckets=LATENCY, registry=REGISTRY
)


def request_answered(handler: str, method: str, status: int, seconds: float) -> None:
    _requests.labels(handler, method if method in METHODS else "other", str(status)).observe(seconds)


def message_answered(kind: str, outcome: str, seconds: float) -> None:
    _action_counter(kind, outcome).inc()
    _message_histogram(kind).observe(seconds)


@lru_cache(maxsize=256)
def _action_counter(kind: str, outcome: str) -> Counter:
    """The counter of one kind of message; cached because looking it up by its labels costs more than counting."""
    return _actions.labels(kind, outcome)


@lru_cache(maxsize=64)
def _message_histogram(kind: str) -> Histogram:
    return _messages.labels(kind)


def fault(where: str) -> None:
    _faults.labels(where).inc()


def connection_refused(reason: str) -> None:
    _refused.labels(reason).inc()


def connection_closed(reason: str) -> None:
    _closed.labels(reason).inc()


def request_refused(reason: str) -> None:
    _turned_away.labels(reason).inc()


def batch_written(changes: int, seconds: float, failed: bool) -> None:
    _batch_size.observe(changes)
    _commit_seconds.observe(seconds)
    if failed:
        _commit_failures.inc()


def lease_changed(change: str) -> None:
    """Count a change of a lease: `taken` or `lost`."""
    _leases.labels(change).inc()


def loop_lagged(seconds: float) -> None:
    _loop_lag.observe(seconds)


def ready(is_ready: bool) -> None:
    _ready.set(1 if is_ready else 0)


def draining(is_draining: bool) -> None:
    _draining.set(1 if is_draining else 0)


def study_jobs(*, waiting: int, running: int) -> None:
    """Set the length of the study queue; the pool calls this whenever it changes."""
    _study.labels("waiting").set(waiting)
    _study.labels("running").set(running)


def study_finished(outcome: str, seconds: float) -> None:
    """Count the end of a study request: `done`, `refused`, `cancelled`, `deadline` or `fault`."""
    _study_seconds.labels(outcome).observe(seconds)


def follow_connections(total: Callable[[], float], half_open: Callable[[], float]) -> None:
    """Set the functions that count connections whenever metrics are read."""
    _connections.set_function(total)
    _half_open.set_function(half_open)


def follow_room(sockets: Callable[[], float], tables: Callable[[], float], owned: Callable[[], float]) -> None:
    """Set the functions that count sockets and tables whenever metrics are read."""
    _sockets.set_function(sockets)
    _tables.labels("known").set_function(tables)
    _tables.labels("owned").set_function(owned)


def page() -> bytes:
    """All metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)


def value(name: str, **labels: str) -> float:
    """The value of one metric, for tests and status pages; 0 if it was never set."""
    return REGISTRY.get_sample_value(name, labels) or 0.0
