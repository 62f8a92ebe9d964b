"""
Every operation of the API under schemathesis: no failure, no 5xx.

    HOUSEWAY_FUZZ=2000 python -m pytest -n 0 -m slow tests/server/http/test_fuzz.py
"""

import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.core.result import Ok

from support.server_process import Server

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)


def fuzz(server: Server, examples: int) -> int:
    """Every operation with so many requests, as a guest who also shows the operator's token."""
    guest = httpx.Client(base_url=server.url)
    guest.post("/api/session")
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in guest.cookies.items())}
    headers = {**cookie, "Authorization": f"Bearer {server.token}"}
    api = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    operations = [result.ok() for result in api.get_all_operations() if isinstance(result, Ok)]
    for operation in operations:
        quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]

        @settings(max_examples=examples, deadline=None, suppress_health_check=quiet, database=None, derandomize=True)
        @schemathesis_given(operation)  # type: ignore[untyped-decorator]
        def one(case: Any) -> None:
            if case.operation.path in ("/api/logout", "/api/price"):
                case.headers = {}  # a session that ends would hide the rest
            sent = {} if case.operation.path == "/api/logout" else headers
            answer = case.call(base_url=server.url, headers=sent, timeout=60)
            case.validate_response(answer, checks=list(CHECKS))

        one()
    return len(operations)


def schemathesis_given(operation: Any) -> Any:
    from hypothesis import given

    return given(case=operation.as_strategy())


def test_no_operation_fails(server: Server) -> None:
    assert fuzz(server, 4) >= 25


@pytest.mark.slow
def test_no_operation_fails_under_many_requests(server: Server) -> None:
    fuzz(server, int(os.environ.get("HOUSEWAY_FUZZ", "1000")))
