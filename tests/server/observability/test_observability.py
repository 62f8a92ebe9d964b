"""Metrics, health, logs and faults: what an operator sees, and that no secret is in it."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import resource
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.records.store import Unavailable
from houseway.rules.errors import Broken, NotAllowed
from houseway.server.http import costs
from houseway.server.http.database_health import FRESH_SECONDS, RETRY_SECONDS, Health
from houseway.server.observability import faults, logs, metrics, tracing
from support import planted_faults
from support.client import Client, Refused
from support.configured_server import ConfiguredServer
from support.server_process import free_port
from support.visits import run


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConfiguredServer]:
    """A server with every log on, metrics on a port of their own, and planted faults."""
    started = ConfiguredServer(
        tmp_path_factory.mktemp("room"),
        log_level="info",
        log_format="json",
        access_log=True,
        metrics_port=free_port(),
        plant="fault_everywhere",
        rate_arrivals="1000/1000",
    ).start()
    yield started
    started.stop()


def entries(server: ConfiguredServer) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def test_a_fault_in_a_request_is_answered_with_a_reference_and_logged_once(observed: ConfiguredServer) -> None:
    answer = httpx.get(f"{observed.url}/api/games", timeout=60)
    assert answer.status_code == 500
    reference = re.fullmatch(r"something went wrong, reference ([0-9a-f]{16})", answer.json()["refused"])
    assert reference is not None
    logged = [entry for entry in entries(observed) if entry.get("reference") == reference[1]]
    assert len(logged) == 1
    assert logged[0]["where"] == "request"
    assert logged[0]["request_id"] == answer.headers["x-request-id"]
    assert "in broken" in logged[0]["traceback"]
    assert answer.headers["x-frame-options"] == "DENY"
    everything = observed.log.read_text()
    assert planted_faults.SECRET not in everything
    assert "Exception in ASGI" not in everything


def test_a_fault_in_a_frame_leaves_the_socket_open(observed: ConfiguredServer) -> None:
    async def scene() -> str:
        client = await Client(observed.url).come_in()
        made = (await client.http.post("/api/tables", json={"game": "pyramid", "private": True})).json()["table"]
        await client.ask("watch", made)
        await client.ask("sit", made)
        with pytest.raises(Refused) as refused:
            await client.ask("emote", made, word="thanks")
        await client.ask("stand", made)
        await client.close()
        return str(refused.value)

    sentence = run(scene())
    reference = re.match(r"something went wrong, reference ([0-9a-f]{16}); it is not known whether", sentence)
    assert reference is not None
    assert [entry["where"] for entry in entries(observed) if entry.get("reference") == reference[1]] == ["socket frame"]
    assert planted_faults.SECRET not in observed.log.read_text()


def test_metrics_are_for_the_operator_and_for_this_machine(observed: ConfiguredServer) -> None:
    assert httpx.get(f"{observed.url}/metrics", timeout=60).status_code == 401
    assert (
        httpx.get(f"{observed.url}/metrics", headers={"Authorization": "Bearer nonsense"}, timeout=60).status_code
        == 401
    )
    port = observed.options["metrics_port"]
    for answer in (
        httpx.get(f"{observed.url}/metrics", headers={"Authorization": f"Bearer {observed.token}"}, timeout=60),
        httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60),
    ):
        assert answer.status_code == 200
        assert "houseway_faults_total" in answer.text


def test_metrics_count_events_and_contain_no_names(observed: ConfiguredServer) -> None:
    async def scene() -> tuple[str, str, str]:
        client = await Client(observed.url).come_in()
        made = (await client.http.post("/api/tables", json={"game": "pyramid", "private": True})).json()["table"]
        await client.ask("watch", made)
        await client.ask("sit", made)
        with contextlib.suppress(Refused):
            await client.ask("decide", made, round=f"{made}-9", version=1, option="fold")
        await client.http.get(f"/api/tables/{made}")
        await client.http.get("/no/such/page/with/a/secret")
        page = httpx.get(f"http://127.0.0.1:{observed.options['metrics_port']}/metrics", timeout=60).text
        token = next(iter(client.http.cookies.jar)).value or ""
        await client.close()
        return page, made, token

    page, table, token = run(scene())
    assert 'houseway_actions_total{kind="sit",outcome="done"}' in page
    assert 'houseway_actions_total{kind="decide",outcome="refused"}' in page
    assert 'houseway_http_request_seconds_count{handler="/api/tables/{code}",method="GET",status="200"}' in page
    assert re.search(r"houseway_commit_batch_changes_count [1-9]", page)
    assert re.search(r"houseway_event_loop_lag_seconds_count [1-9]", page)
    assert re.search(r'houseway_tables\{kind="owned"\} [1-9]', page)
    assert re.search(r"houseway_sockets [1-9]", page)
    for secret in (table, token, observed.token, "Guest", "secret", planted_faults.SECRET):
        assert secret not in page


def test_the_access_log_has_templates_and_no_paths(observed: ConfiguredServer) -> None:
    httpx.get(f"{observed.url}/api/tables/ABCDE?secret=1", timeout=60)
    matching: list[dict[str, Any]] = []
    until = time.monotonic() + 20
    while not matching and time.monotonic() < until:  # it is written after the answer is sent
        time.sleep(0.02)
        requests = [entry for entry in entries(observed) if entry["logger"] == "houseway.access"]
        matching = [entry for entry in requests if entry["handler"] == "/api/tables/{code}" and entry["status"] == 401]
    (request,) = matching
    assert {"request_id", "client", "method", "handler", "status", "milliseconds"} <= set(request)
    assert "ABCDE" not in observed.log.read_text()


def test_every_metric_is_in_the_manual() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "operate" / "observability.md").read_text()
    for family in metrics.REGISTRY.collect():
        assert f"`{family.name}" in manual, family.name


def test_readiness_fails_on_a_full_disk(tmp_path: Path) -> None:
    """The system lets the process write no byte more, as a full disk does; then there is room again."""
    server = ConfiguredServer(tmp_path / "room").start()
    try:
        assert httpx.get(f"{server.url}/readyz", timeout=60).text == "ready\n"
        assert httpx.get(f"{server.url}/api/health", timeout=60).json()["ok"] is True
        usual = resource.prlimit(server._pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server._pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        assert httpx.post(f"{server.url}/api/session", timeout=60).status_code == 503
        assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 503
        health = httpx.get(f"{server.url}/api/health", timeout=60)
        assert (health.status_code, health.json()["ok"]) == (503, False)
        assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200, "the process itself is alive"
        resource.prlimit(server._pid, resource.RLIMIT_FSIZE, usual)
        assert httpx.post(f"{server.url}/api/session", timeout=60).status_code == 200
        assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 200
    finally:
        server.stop()


def test_the_probe_is_written_when_nothing_else_was() -> None:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    clock = Clock()
    outcomes: list[Exception | None] = [None, Unavailable("gone"), None]
    probes: list[float] = []

    async def probe() -> None:
        probes.append(clock.now)
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome

    async def scene() -> None:
        health = Health(probe, clock)
        assert await health.writable()
        assert await health.writable(), "known from the last probe"
        clock.now += FRESH_SECONDS
        assert not await health.writable()
        assert not await health.writable()
        clock.now += RETRY_SECONDS
        assert await health.writable()
        health.wrote(False)
        assert not await health.writable(), "a commit failed"
        assert len(probes) == 3

    run(scene())


def logged(format: str, error: BaseException) -> str:
    """What a fault looks like in the log."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter() if format == "json" else logs.TextFormatter())
    logger = logging.getLogger("houseway.server.observability.faults")
    logger.addHandler(handler)
    try:
        faults.report("test", error)
    finally:
        logger.removeHandler(handler)
    return stream.getvalue()


@pytest.mark.parametrize("format", logs.FORMATS)
def test_the_message_of_an_exception_is_not_logged(format: str) -> None:
    try:
        try:
            raise KeyError(planted_faults.SECRET)
        except KeyError as cause:
            raise Broken(f"a hand of {planted_faults.SECRET}") from cause
    except Broken as error:
        text = logged(format, error)
        again = logged(format, error)
    assert planted_faults.SECRET not in text
    assert "KeyError" in text
    assert "houseway.rules.errors.Broken" in text
    assert again == "", "once"


def test_refusals_are_not_logged_as_faults() -> None:
    assert not faults.is_fault(NotAllowed("no"))
    assert not faults.is_fault(Unavailable("away"))
    assert faults.is_fault(Broken("bug"))
    assert faults.is_fault(ValueError("bug"))


def test_spans_contain_only_ids() -> None:
    exporters = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor

    exporter = exporters.InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    before = tracing._tracer
    tracing._tracer = provider.get_tracer("test")
    try:
        with contextlib.suppress(ValueError), tracing.span("message", kind="sit"):
            raise ValueError("As Kd")
    finally:
        tracing._tracer = before
    (span,) = exporter.get_finished_spans()
    assert dict(span.attributes) == {"kind": "sit"}
    assert span.events == ()
    assert "As Kd" not in span.to_json()


def spans_in(log: str) -> list[dict[str, Any]]:
    """The spans that were written to standard error, each a JSON object of several lines."""
    decoder = json.JSONDecoder()
    spans = []
    at = log.find("{\n")
    while at >= 0:
        span, end = decoder.raw_decode(log, at)
        spans.append(span)
        at = log.find("{\n", end)
    return spans


def test_spans_of_a_played_round_hold_no_secret(tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.sdk")
    server = ConfiguredServer(tmp_path / "room", traces="console").start()
    secrets: set[str] = set()

    async def scene() -> None:
        client = await Client(server.url).come_in()
        credentials = {"name": "Wanderer", "password": "a long and quiet evening"}
        secrets.update(credentials.values(), client.http.cookies.values())
        (await client.http.post("/api/register", json=credentials)).raise_for_status()
        secrets.update(client.http.cookies.values())
        await client.connect()
        table = (await client.http.post("/api/tables", json={"game": "pyramid", "private": True})).json()["table"]
        await client.ask("watch", table)
        await client.ask("sit", table)
        await client.play(table, 1)
        sent = [message for message, _ in client.receipts]
        secrets.update({table}, {each["entropy"] for each in sent if "entropy" in each})
        await client.http.get("/metrics", headers={"Authorization": f"Bearer {server.token}"})
        secrets.add(str(server.token))
        await client.http.get(f"/api/tables/{table}?token={server.token}")
        await client.close()

    try:
        run(scene())
    finally:
        server.stop()
    spans = spans_in(server.log.read_text().replace(str(server.token), "", 1))
    assert {span["name"] for span in spans} == {"request", "message"}
    assert {"sit", "entropy", "post"} <= {span["attributes"].get("kind") for span in spans}
    assert "/api/tables/{code}" in {span["attributes"].get("handler") for span in spans}, "the template, not the path"
    kinds = {str(kind.__struct_config__.tag) for kind in costs.MESSAGES}  # type: ignore[attr-defined]
    for span in spans:
        attributes = span["attributes"]
        if span["name"] == "message":
            assert set(attributes) == {"kind"}
            assert attributes["kind"] in kinds
        else:
            assert set(attributes) == {"request_id", "handler", "status"}
            assert re.fullmatch(r"[0-9a-f]{16}", attributes["request_id"])
            assert re.fullmatch(r"[a-z/_{}-]+", attributes["handler"]), "no card and no number"
        assert span["events"] == []
    everything = json.dumps(spans)
    assert [secret for secret in secrets if secret in everything] == []


def test_spans_for_a_collector_are_sent_when_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    exporters = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    sent = exporters.InMemorySpanExporter()
    module = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
    for depth in range(3, module.count(".") + 2):
        name = ".".join(module.split(".")[: depth - 1])
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    collector = types.ModuleType(module)
    collector.OTLPSpanExporter = lambda: sent  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module, collector)
    tracing.set_up("otlp")
    try:
        with tracing.span("request", request_id="0123456789abcdef") as span:
            span.set_attribute("handler", "/api/games")
    finally:
        tracing.shut_down()
    spans = sent.get_finished_spans()
    assert [dict(each.attributes) for each in spans] == [{"request_id": "0123456789abcdef", "handler": "/api/games"}]
    assert spans[0].resource.attributes["service.name"] == "houseway"
    with tracing.span("request", request_id="afterwards"):
        pass
    assert len(sent.get_finished_spans()) == 1, "off again"
