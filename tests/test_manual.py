"""
Runs the README and the manual: every console block must print what it shows; `...` stands for any text.

A comment before a block says what kind it is: `<!-- not run: why -->`; `<!-- file: NAME -->` for a file that later
commands read; `<!-- added: PATH -->` for a file of the package that tests/games/test_installed_game.py builds.
Pytest runs the Python blocks as doctests.
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

import pytest
import yaml

from houseway.cli import manual
from support.forks import printed_by
from support.manual_blocks import ROOT, blocks, commands

MANUAL = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", *MANUAL]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def output_of(command: str, folder: Path) -> str:
    """What a command of the manual prints when it runs in this folder."""
    words = shlex.split(command)
    if words[0] == "houseway":
        out, errors = printed_by(words[1:], folder)
    else:
        assert words[:2] == ["python", "benchmarks/scale.py"], (
            f"the manual may run only houseway and benchmarks/scale.py, not {command}"
        )
        program = [sys.executable, str(ROOT / words[1]), *words[2:]]
        done = subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        out = done.stdout
        errors = done.stderr
    return "\n".join(line.rstrip() for line in out.splitlines()) + "\n" + errors


@lru_cache
def cached_output_of(command: str) -> str:
    """The output of a command that reads and writes no files, which is the same on every page."""
    return output_of(command, ROOT)


COMMANDS_WITHOUT_FILES = {"rules", "price", "readings", "alarm", "way", "explain", "best", "deal"}
OPTIONS_WITH_FILES = {"--record", "--certificate", "--against"}


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
            if words & COMMANDS_WITHOUT_FILES and not words & OPTIONS_WITH_FILES:
                output = cached_output_of(command)
            else:
                output = output_of(command, tmp_path)
            agrees = doctest.OutputChecker().check_output(shown.lstrip("\n"), output, doctest.ELLIPSIS)
            assert agrees, f"{page.name}: $ {command}\nshows:\n{shown}\nprints:\n{output}"


@pytest.mark.parametrize("page", MANUAL, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_checked_or_marked_as_not_run(page: Path) -> None:
    assert page.read_text().count("\n```") == 2 * len(blocks(page)), f"{page.name} has a fence that is not closed"
    for block in blocks(page):
        if block.kind or block.language == "console":
            continue
        if block.language == "python":
            assert ">>>" in block.text, f"{page.name}: a Python block is a doctest, with >>> before each line"
        elif block.language == "json":
            check_json(block.text)
        elif block.language == "yaml":
            assert yaml.safe_load(block.text)
        else:
            pytest.fail(
                f"{page.name}: {block.language!r} is neither run nor marked <!-- not run: why -->:\n{block.text}"
            )


def check_json(text: str) -> None:
    """Fail unless the text is a sequence of JSON values."""
    while text := text.strip():
        _, end = json.JSONDecoder().raw_decode(text)
        text = text[end:]


@EACH_PAGE
def test_links_between_pages_have_a_target(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_the_page_of_commands_is_up_to_date() -> None:
    written = (ROOT / "docs" / "commands.md").read_text()
    assert written == manual.page(), "python -m houseway.cli.manual > docs/commands.md"


def test_the_page_on_scale_shows_the_measured_figures() -> None:
    spec = importlib.util.spec_from_file_location("scale", ROOT / "benchmarks" / "scale.py")
    assert spec
    assert spec.loader
    scale = importlib.util.module_from_spec(spec)
    sys.modules["scale"] = scale
    spec.loader.exec_module(scale)
    page = (ROOT / "docs" / "scale.md").read_text()
    assert page == scale.page(page), "python benchmarks/scale.py --write docs/scale.md"


def test_the_site_is_built_and_loads_nothing_from_other_sites(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert {page.stem for page in pages} >= {path.stem for path in MANUAL}
    for page in pages:
        loaded = re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="(https?:[^"]+)"', page.read_text())
        assert not loaded, f"{page.name} loads {loaded}"
