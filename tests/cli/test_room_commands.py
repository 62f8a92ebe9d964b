"""`houseway audit`, `backup` and `restore` as a person uses them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from houseway.cli.audit import audit
from houseway.cli.backup import backup
from houseway.cli.restore import restore
from houseway.games import GAMES
from houseway.records.store.anchors import FILE
from houseway.rules.errors import HousewayError
from support.rooms import fill, opened


def run(command: Any, *words: object) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(result.exception, HousewayError):
        return 2, str(result.exception)
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")

    async def make() -> None:
        async with opened(f"sqlite:///{folder}/room.db") as store:
            await fill(store, rounds=1)
            await store.anchor(folder / FILE)

    asyncio.run(make())
    return folder


def test_audit_backup_restore_audit(folder: Path, tmp_path: Path) -> None:
    status, out = run(audit, "--data", folder)
    assert status == 0
    assert "Nothing was altered." in out
    assert run(backup, tmp_path / "copy.gz", "--data", folder)[0] == 0
    status, out = run(restore, tmp_path / "copy.gz", "--data", tmp_path / "new")
    assert status == 0, out
    status, out = run(audit, "--data", tmp_path / "new", "--anchors", folder / FILE, "--json")
    assert status == 0
    assert json.loads(out)["fault"] is None
    assert json.loads(out)["anchors"] == len(GAMES) + 1


def test_an_altered_room_is_exit_status_1_with_the_fault(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes((folder / "room.db").read_bytes())
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.execute("DROP TRIGGER transfers_no_update")
        connection.execute("UPDATE transfers SET why = 'because' WHERE line = 1 AND number = 3")
    status, out = run(audit, "--data", tmp_path)
    assert status == 1
    assert "FAULT: event 3 of" in out
    status, out = run(backup, tmp_path / "copy.gz", "--data", tmp_path)
    assert status == 2
    assert "not sound" in out
    assert not (tmp_path / "copy.gz").exists()


@pytest.mark.parametrize(
    ("command", "words", "message"),
    [
        (audit, ("--data", "nowhere"), "there is no room"),
        (audit, ("--data", "x", "--database", "postgresql://y/z"), "not both"),
        (audit, ("--database", "nonsense"), "sqlite:///FILE or postgresql"),
        (audit, ("--data", "x", "--anchors", "none.jsonl"), "there is no file"),
        (backup, ("copy.gz", "--data", "nowhere"), "there is no room"),
        (backup, ("no/such/copy.gz",), "there is no folder"),
        (restore, ("nothing.gz", "--data", "new"), "nothing.gz cannot be read: No such file"),
    ],
)
def test_mistakes_are_one_sentence(
    command: Any, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out = run(command, *words)
    assert status == 2
    assert message in out
    assert "\n" not in out
