"""
Prints the notes of a release from CHANGELOG.md, or says why it cannot be released.

    python .ci/release_notes.py v0.2.0

The tag must be `v` and the version of the package, CITATION.cff must have the same version, and the CHANGELOG must have
a section for it that is not marked as unreleased.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src/houseway/__init__.py")
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
CITED = re.compile(r"^version: \"?([^\"\n]+)\"?$", re.MULTILINE)
SECTION = re.compile(r"^## (?P<title>.+)\n(?P<notes>(?:(?!## ).*\n)*)", re.MULTILINE)


class NotReleasable(Exception):
    """Why there is no release of this tag."""


def only_match(pattern: re.Pattern[str], path: Path) -> str:
    match = pattern.search(path.read_text(encoding="utf-8"))
    if match is None:
        raise NotReleasable(f"{path.name} has no version")
    return match[1]


def notes_of(tag: str, root: Path = ROOT) -> str:
    """The CHANGELOG's section for the version of this tag."""
    version = only_match(VERSION, root / PACKAGE)
    if tag != f"v{version}":
        raise NotReleasable(f"the tag is {tag}, and the package has version {version}: the tag would be v{version}")
    cited = only_match(CITED, root / "CITATION.cff")
    if cited != version:
        raise NotReleasable(f"CITATION.cff has version {cited}, and the package has {version}")
    for section in SECTION.finditer((root / "CHANGELOG.md").read_text(encoding="utf-8")):
        named, _, remark = section["title"].partition(" ")
        if named == version and "unreleased" in remark:
            raise NotReleasable(f"CHANGELOG.md marks {version} as unreleased; write the date there instead")
        if named == version:
            return section["notes"].strip()
    raise NotReleasable(f"CHANGELOG.md has no section for {version}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/release_notes.py TAG")
    try:
        print(notes_of(sys.argv[1]))
    except NotReleasable as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
