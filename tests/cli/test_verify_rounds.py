"""`houseway verify` and `houseway replay` of rounds that a table's server recorded."""

import json
from pathlib import Path

import pytest

from houseway.cli import main
from support.dealt_at_a_table import called_off, recorded


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    return int(str(stopped.value.code or 0)), capsys.readouterr().out.splitlines()


def test_each_check_of_a_round_has_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(recorded("pyramid", 1))
    status, lines = call(capsys, "verify", str(file))
    starts = [line.split(":")[0] for line in lines if not line.startswith(" ")]
    assert starts == [
        *("TRUE", "digests fit", "terms fit", "commitment fits", "clients cut", "deal fits", "payments fit"),
        *("shoe fits", "moves replay", "settlement fits"),
    ]
    assert status == 0
    assert lines[0] == "TRUE: 9 checks hold."


def test_it_stops_at_the_first_false_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    record = json.loads(recorded("pyramid", 1))
    record["payments"][0]["chips"] += 1
    file.write_text(json.dumps(record))
    assert call(capsys, "verify", str(file)) == (1, ["FALSE: the record was altered: its digest does not fit."])
    del record["shuffle"]
    file.write_text(json.dumps(record))
    status, lines = call(capsys, "verify", str(file))
    assert (status, lines) == (1, ["FALSE: the record lacks what it must have (KeyError: 'shuffle')."])


@pytest.mark.parametrize(
    "text", ['{"houseway_record": 4}', '{"houseway_record": 3}', '{"houseway_record": "2"}', '{"houseway_record": {}}']
)
def test_a_format_that_is_not_known_is_false(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "round.json"
    file.write_text(text)
    status, lines = call(capsys, "verify", str(file))
    assert (status, lines[0][:6]) == (1, "FALSE:")


def test_a_round_that_was_called_off_verifies_and_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(called_off("pick2", 1))
    assert call(capsys, "verify", str(file))[0] == 0
    status, lines = call(capsys, "replay", str(file))
    assert (status, lines[0]) == (0, "Replayed: the round was called off before its first card, and nobody pays.")
    status, lines = call(capsys, "replay", str(file), "--json")
    assert (status, json.loads("".join(lines))["called_off"]) == (0, True)
