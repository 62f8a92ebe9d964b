"""
The folder of compiled kernels, named after a hash of the source of all kernels.

Numba's own cache checks one file only: if a called function in another file changes, it would use the old code.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numba

PACKAGE = Path(__file__).parents[1]


def source_hash(*folders: Path) -> str:
    """A hash of all Python files in these folders and of Numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_folders() -> list[Path]:
    """The shared kernels and those of every game."""
    return [PACKAGE / "kernels", *sorted((PACKAGE / "games").glob("*/kernels"))]


def cache_homes() -> list[Path]:
    """The folders that may contain the cache, best first."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    temporary = Path(tempfile.gettempdir()) / f"houseway-{user}"
    chosen = os.environ.get("XDG_CACHE_HOME")
    home = Path(chosen) if chosen else Path(os.path.expanduser("~")) / ".cache"
    return [home / "houseway", temporary]


def is_ours(folder: Path) -> bool:
    """Whether only this user can write to the folder, since compiled code is loaded from it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for part in (folder, *folder.parents[:PRIVATE_ABOVE]):
            if not _make_private(part):
                return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _make_private(folder: Path) -> bool:
    """Close the folder to other users; False if it belongs to one of them, or is a link that they could redirect."""
    if not hasattr(os, "getuid"):
        return True
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        return False
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
    return True


PRIVATE_ABOVE = 2
"""How many parents of the cache folder are ours too: those in `houseway/numba/NAME`."""


def cache_folder(homes: list[Path], name: str) -> Path | None:
    """The first usable folder; None if there is none, and every process compiles for itself."""
    for home in homes:
        folder = home / "numba" / name
        if is_ours(folder):
            return folder
    return None


FOLDER = cache_folder(cache_homes(), source_hash(*kernel_folders()))
if FOLDER:
    setattr(numba.config, "CACHE_DIR", str(FOLDER))  # noqa: B010 (mypy does not know the attribute)
