"""The README and the manual are run: every console block prints what it shows, `...` standing for any text."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```console\n(.*?)```", re.S)
COMMAND = re.compile(r"^\$ (.*)$", re.M)


def commands(page: Path) -> list[tuple[str, str]]:
    """Every command of a page with the output it shows."""
    found = []
    for block in BLOCK.findall(page.read_text()):
        parts = COMMAND.split(block)
        found += list(zip(parts[1::2], parts[2::2], strict=True))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_blocks_print_what_they_show(page: Path, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for command, shown in commands(page):
        words = shlex.split(command)
        assert words[0] == "houseway", f"{page.name} shows a command that is not ours: {command}"
        call = [sys.executable, "-m", "houseway", *words[1:]]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"
        same = doctest.OutputChecker().check_output(shown.lstrip("\n"), printed, doctest.ELLIPSIS)
        assert same, f"{page.name}: $ {command}\nshows:\n{shown}\nprints:\n{printed}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"
