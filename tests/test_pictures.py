"""
The pictures of the README and the manual: made by docs/pictures/make.py, small, used, and of this version.

A change of a page does not fail this test. `.ci/nightly pictures` makes all pictures again and fails if a page looks
different; a release fails here until the pictures are made for its version.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import TypedDict

import houseway

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
LARGEST = 80_000
HOW = "run python docs/pictures/make.py and look at the pictures"


class Manifest(TypedDict):
    """What docs/pictures/make.py notes about the pictures."""

    version: str
    pictures: dict[str, str]


def manifest() -> Manifest:
    data: Manifest = json.loads((FOLDER / "pictures.json").read_text())
    return data


def test_the_pictures_are_those_that_the_script_made() -> None:
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.webp")}
    assert digests == manifest()["pictures"], HOW
    assert set(digests) == {"table.webp", "lab.webp", "round.webp", "report.webp"}


def test_the_pictures_show_this_version() -> None:
    assert manifest()["version"] == houseway.__version__, HOW


def test_the_pictures_are_small_and_each_is_shown() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {Path(name).name for page in pages for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text())}
    for path in FOLDER.glob("*.webp"):
        assert path.stat().st_size <= LARGEST, f"{path.name} is larger than {LARGEST:,} bytes; {HOW}"
        assert path.name in shown, f"{path.name} is on no page"
