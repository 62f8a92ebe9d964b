"""The pages have labels for every option of every game, and their unit tests use records written by the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.server.views.lobby import lobby

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "frontend" / "tests" / "fixtures"
LABELS = ROOT / "frontend" / "src" / "games"
RECORDS = {
    "record-chinese.json": "tables_3/chinese.json",
    "record-casino.json": "tables_3/casino.json",
    "record-called-off.json": "tables_3/called_off.json",
    "record-pyramid-format-2.json": "tables/pyramid.json",
}


@pytest.mark.parametrize("game", lobby(), ids=lambda game: str(game["key"]))
def test_every_option_and_every_choice_has_a_label_and_no_label_is_left_over(game: dict[str, object]) -> None:
    labels = json.loads((LABELS / f"{game['key']}.json").read_text(encoding="utf-8"))
    options = game["options"]
    assert isinstance(options, list)
    names = [option["name"] for option in options]
    choices = {option["name"]: option["choices"] for option in options if option.get("choices")}
    assert sorted(labels["options"]) == sorted(names)
    assert set(labels["tables"]) == {name.split(".")[0] for name in names if "." in name}
    assert {name: sorted(values) for name, values in labels["values"].items()} == {
        name: sorted(values) for name, values in choices.items()
    }
    shown = [*labels["options"].values(), *labels["tables"].values()]
    assert not [label for label in shown if "_" in label or label[0].islower()]


@pytest.mark.parametrize(("fixture", "golden"), RECORDS.items())
def test_the_unit_tests_check_the_records_that_the_server_writes(fixture: str, golden: str) -> None:
    assert (FIXTURES / fixture).read_bytes() == (GOLDEN / golden).read_bytes()
