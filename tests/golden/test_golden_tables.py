"""Golden records of served tables: every later version must verify them."""

from pathlib import Path

import pytest

from houseway.audit.recorded_round import prove
from houseway.games import GAMES
from houseway.records.round_text import read_record, write_round

CHECKS = 9
"""Number of facts that the proof of a record states."""
FOLDERS = ("tables", "tables_3")
"""Records of format 2, whose players are names, and of format 3."""
FILES = sorted(file for folder in FOLDERS for file in (Path(__file__).parent / folder).glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_the_record_verifies_and_is_written_the_same_again(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(list(prove(text))) == CHECKS
    record = read_record(text)
    assert write_round(record.states[-1], record.provenance) == text


@pytest.mark.parametrize("folder", FOLDERS)
def test_there_is_one_of_every_game(folder: str) -> None:
    assert {file.stem for file in FILES if file.parent.name == folder} == {"called_off", *GAMES}
