"""`houseway report`: mistakes are refused in one sentence without a file; the output describes the file."""

import json
import sys
from pathlib import Path

import pytest

from houseway.cli import main

DATE = "2026-11-16"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pyramid", "-o", "report.doc"), "a report ends in .html or .pdf, not 'report.doc'"),
        (("pyramid", "-o", "/no/such/folder/report.pdf"), "there is no folder"),
        (("pyramid", "-o", f"{'r' * 300}.pdf"), "r.pdf cannot be written: "),
        (("pyramid", "-o", "."), "a report ends in .html or .pdf, not '.'"),
        (("pyramid", "-o", "report.pdf", "--set", "decks=5"), "the shoe holds six or more decks, not 5 [PYR-16]"),
        (("pyramid", "-o", "report.pdf", "--date", "yesterday"), "--date takes a day such as 2026-11-16"),
        (("pyramid", "-o", "report.pdf", "--paper", "a3"), "--paper takes a4 or letter, not 'a3'"),
        (("pyramid", "-o", "report.pdf", "--preparer", "A\nB"), "--preparer takes one line of text"),
        (("pyramid", "-o", "report.pdf", "--jurisdiction", "x" * 201), "--jurisdiction takes at most 200 characters"),
        (("pyramid", "-o", "report.pdf", "--from", "decks"), "--from takes OPTION=VALUE"),
        (("pyramid", "-o", "report.pdf", "--from", ""), "both terms of Pyramid Poker are the same"),
        (("pyramid", "-o", "packet.zip"), "a packet in .zip needs --for wa, nj, nv or md"),
        (("pyramid", "-o", "packet.pdf", "--for", "wa"), "a packet ends in .zip, not 'packet.pdf'"),
        (("pyramid", "-o", "packet.zip", "--for", "tx"), "--for takes wa, nj, nv, md, not 'tx'"),
        (("pyramyd", "-o", "report.pdf"), "did you mean 'pyramid'"),
        (("pyramid", "-o", "report.pdf", "--rounds", "9"), "counted, not simulated"),
        (("pyramid",), "Missing option"),
    ],
)
def test_mistakes_are_one_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["report", *words])
    err = capsys.readouterr().err
    assert (stop.value.code, err.count("\n"), message in err) == (2, 1, True), err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SystemExit):
        main(["report", "pyramid", "-o", str(tmp_path / "report.pdf")])
    assert "pip install jinja2 matplotlib typst" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_describes_the_file_it_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "showdown.pdf"
    with pytest.raises(SystemExit) as stop:
        main(["report", "showdown", "--date", DATE, "--rounds", "2", "-o", str(file), "--json"])
    output = json.loads(capsys.readouterr().out)
    assert stop.value.code == 0
    assert (output["bytes"], output["date"]) == (file.stat().st_size, DATE)
