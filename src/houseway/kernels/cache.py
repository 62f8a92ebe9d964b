"""
Where compiled kernels are stored: in a folder named after the source of *all* kernels, shared and of every game.

Numba's own cache looks at one file only, so that an edited callee leaves its callers returning the old result.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numba

PACKAGE = Path(__file__).parents[1]


def source_hash(*folders: Path) -> str:
    """Changes when any file of these folders does, or Numba."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_folders() -> list[Path]:
    """The shared kernels and those of every game."""
    return [PACKAGE / "kernels", *sorted((PACKAGE / "games").glob("*/kernels"))]


def cache_homes() -> list[Path]:
    """Where a cache may live, best first."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    temporary = Path(tempfile.gettempdir()) / f"houseway-{user}"
    chosen = os.environ.get("XDG_CACHE_HOME")
    home = Path(chosen) if chosen else Path(os.path.expanduser("~")) / ".cache"
    return [home / "houseway", temporary]


def is_ours(folder: Path) -> bool:
    """Can we write there, and nobody else? Compiled code is loaded from it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for each in (folder, *folder.parents[:PRIVATE_ABOVE]):
            if not _made_private(each):
                return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _made_private(folder: Path) -> bool:
    """Closed to other users; False where the folder belongs to one of them, or is a link that they may turn."""
    if not hasattr(os, "getuid"):
        return True
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        return False
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
    return True


PRIVATE_ABOVE = 2
"""The folders above that are ours too: `houseway/numba/NAME`."""


def cache_folder(homes: list[Path], name: str) -> Path | None:
    """The first place that is ours, or None: then every process compiles for itself."""
    return next((home / "numba" / name for home in homes if is_ours(home / "numba" / name)), None)


FOLDER = cache_folder(cache_homes(), source_hash(*kernel_folders()))
if FOLDER:
    setattr(numba.config, "CACHE_DIR", str(FOLDER))  # noqa: B010 - it is made when Numba starts
