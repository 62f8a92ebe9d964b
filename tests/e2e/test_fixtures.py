"""The unit tests of the pages use records as the server writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "frontend" / "tests" / "fixtures"
RECORDS = {
    "record-chinese.json": "tables_3/chinese.json",
    "record-casino.json": "tables_3/casino.json",
    "record-called-off.json": "tables_3/called_off.json",
    "record-pyramid-format-2.json": "tables/pyramid.json",
}


@pytest.mark.parametrize(("fixture", "golden"), RECORDS.items())
def test_the_unit_tests_check_the_records_that_the_server_writes(fixture: str, golden: str) -> None:
    assert (FIXTURES / fixture).read_bytes() == (GOLDEN / golden).read_bytes()
