"""The pages hold together as their types say."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "frontend"


def test_every_type_in_the_pages_is_sound(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm here; the pages were built with a Node of their own")
    copy = shutil.copytree(PAGES, tmp_path / "frontend", ignore=shutil.ignore_patterns("node_modules"))
    for words in (("ci", "--include=dev", "--no-audit", "--no-fund"), ("run", "check")):
        done = subprocess.run([npm, *words], cwd=copy, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
