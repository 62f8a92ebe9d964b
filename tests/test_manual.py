"""
The README and the manual are run: every console block prints what it shows, `...` standing for any text.

Before a block of the manual a comment may say what it is: `<!-- not run: why -->`, `<!-- file: NAME -->` for one that
the commands below it read, or `<!-- added: PATH -->` for a file of the package that
tests/games/test_installed_game.py builds.
Python blocks are doctests, run by pytest itself.
"""

import doctest
import importlib.util
import json
import re
import shlex
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from houseway.cli import manual
from support.forks import printed_by

ROOT = Path(__file__).parents[1]
MANUAL = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", *MANUAL]
FENCE = re.compile(
    r"(?:^<!-- (?P<kind>not run|file|added): (?P<about>.*?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str | None
    about: str | None
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found.group("kind", "about", "language", "text")) for found in FENCE.finditer(page.read_text())]


def commands(block: Block) -> list[tuple[str, str]]:
    """Every command of a block with the output it shows."""
    parts = COMMAND.split(block.text)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def printed(command: str, folder: Path) -> str:
    words = shlex.split(command)
    if words[0] == "houseway":
        out, errors = printed_by(words[1:], folder)
    else:
        assert words[:2] == ["python", "benchmarks/scale.py"], f"a command that is not ours: {command}"
        program = [sys.executable, str(ROOT / words[1]), *words[2:]]
        done = subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        out = done.stdout
        errors = done.stderr
    return "\n".join(line.rstrip() for line in out.splitlines()) + "\n" + errors


@lru_cache
def printed_anywhere(command: str) -> str:
    """What a command prints that reads and writes no file of its page: the same on every page, so it is run once."""
    return printed(command, ROOT)


ANYWHERE = {"rules", "price", "readings", "alarm", "way", "explain", "best", "deal"}
WITH_FILES = {"--record", "--certificate", "--against"}


@EACH_PAGE
def test_console_blocks_print_what_they_show(page: Path, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for block in blocks(page):
        if block.kind == "file":
            (tmp_path / str(block.about)).write_text(block.text)
        if block.kind == "not run" or block.language != "console":
            continue
        assert commands(block), f"{page.name} has a console block without a command:\n{block.text}"
        for command, shown in commands(block):
            words = set(shlex.split(command))
            alike = words & ANYWHERE and not words & WITH_FILES
            found = printed_anywhere(command) if alike else printed(command, tmp_path)
            same = doctest.OutputChecker().check_output(shown.lstrip("\n"), found, doctest.ELLIPSIS)
            assert same, f"{page.name}: $ {command}\nshows:\n{shown}\nprints:\n{found}"


@pytest.mark.parametrize("page", MANUAL, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_run_read_or_says_why_not(page: Path) -> None:
    assert page.read_text().count("\n```") == 2 * len(blocks(page)), f"{page.name} has a fence that is not closed"
    for block in blocks(page):
        if block.kind or block.language == "console":
            continue
        if block.language == "python":
            assert ">>>" in block.text, f"{page.name}: a Python block is a doctest, with >>> before each line"
        elif block.language == "json":
            assert_json(block.text)
        elif block.language == "yaml":
            assert yaml.safe_load(block.text)
        else:
            pytest.fail(
                f"{page.name}: {block.language!r} is neither run nor marked <!-- not run: why -->:\n{block.text}"
            )


def assert_json(text: str) -> None:
    """One value after the other."""
    while text := text.strip():
        _, end = json.JSONDecoder().raw_decode(text)
        text = text[end:]


@EACH_PAGE
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_the_page_of_commands_is_what_the_commands_say() -> None:
    written = (ROOT / "docs" / "commands.md").read_text()
    assert written == manual.page(), "python -m houseway.cli.manual > docs/commands.md"


def test_the_page_on_scale_holds_what_was_measured() -> None:
    found = importlib.util.spec_from_file_location("scale", ROOT / "benchmarks" / "scale.py")
    assert found
    assert found.loader
    scale = sys.modules["scale"] = importlib.util.module_from_spec(found)
    found.loader.exec_module(scale)
    page = (ROOT / "docs" / "scale.md").read_text()
    assert page == scale.page(page), "python benchmarks/scale.py --write docs/scale.md"


def test_the_site_is_built_and_asks_nobody_for_anything(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert {page.stem for page in pages} >= {path.stem for path in MANUAL}
    for page in pages:
        loaded = re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="(https?:[^"]+)"', page.read_text())
        assert not loaded, f"{page.name} loads {loaded}"
