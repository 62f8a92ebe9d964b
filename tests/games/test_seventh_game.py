"""The page on adding a game, followed to the letter: its files in a copy of the tree, and its commands run there."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from test_manual import ROOT, blocks, commands

PAGE = ROOT / "docs" / "sixth_game.md"
COPIED = {"src/houseway": shutil.ignore_patterns("__pycache__", "web"), "rulebooks": None, "tests/vectors": None}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the files of the page."""
    folder = tmp_path_factory.mktemp("tree")
    for name, ignored in COPIED.items():
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for block in blocks(PAGE):
        if block.kind == "added":
            path = folder / str(block.about)
            path.write_text(changed(path, block.text) if block.language == "diff" else block.text)
    return folder


def changed(path: Path, difference: str) -> str:
    """The file with each line that is taken away replaced by the one that is put in its place."""
    text = path.read_text()
    for old, new in re.findall(r"^-(.*)\n\+(.*)$", difference, re.M):
        assert text.count(old) == 1, f"{path.name} has no line {old!r}"
        text = text.replace(old, new)
    return text


def shown() -> list[tuple[str, str]]:
    return [pair for block in blocks(PAGE) if block.kind == "not run" for pair in commands(block)]


@pytest.mark.parametrize(("command", "output"), shown(), ids=[command for command, _ in shown()])
def test_the_game_of_the_page_does_what_the_page_shows(tree: Path, command: str, output: str) -> None:
    words = [sys.executable, "-m", "houseway", *shlex.split(command)[1:]]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "COLUMNS": "80"}
    done = subprocess.run(words, cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False)
    found = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n" + done.stderr
    same = doctest.OutputChecker().check_output(output.lstrip("\n"), found, doctest.ELLIPSIS)
    assert same, f"$ {command}\nshows:\n{output}\nprints:\n{found}"


def test_the_game_of_the_page_is_written_as_ours_are(tree: Path) -> None:
    file = str(tree / "src" / "houseway" / "games" / "two_two.py")
    for check in (("ruff", "check"), ("ruff", "format", "--check")):
        done = subprocess.run(
            [sys.executable, "-m", *check, "--config", str(ROOT / "pyproject.toml"), file],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
