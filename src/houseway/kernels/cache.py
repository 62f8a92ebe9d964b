"""
The folders of compiled kernels and tables, named after hashes of the code that made them.

Numba's own cache checks one file only: if a called function in another file changed, it would use the old code. And it
compiles again whenever a file moves or is touched. Ours depends on the code of a kernel's module and of everything that
the module imports, and on nothing else.
"""

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from . import compiling
from .code_hash import Summaries, hash_of_folders, hash_with_imports

PACKAGE = Path(__file__).parents[1]


def source_hash(*folders: Path) -> str:
    """A hash of the code of all Python files in these folders and of Numba's version."""
    return f"{hash_of_folders(folders, SUMMARIES)}-{numba.__version__}"


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


class KernelLocator:
    """
    Tells Numba where the compiled code of a kernel is stored.

    Numba asks the classes in `CACHE_LOCATOR_CLASSES`, in order, and uses the first that returns an instance.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def from_function(cls, function: Callable[..., object], path: str) -> "KernelLocator | None":  # noqa: ARG003 (Numba's signature)
        """The locator of a function that `compiled` compiles; None for any other."""
        folder = folder_of_module(function.__module__) if function.__module__ in MODULES else None
        return cls(folder) if folder else None

    def ensure_cache_path(self) -> None:
        """The folder exists already."""

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        """What has to be unchanged: the name of the folder contains it."""
        return self.folder.name

    def get_disambiguator(self) -> str:
        """Nothing: names in a module are unique, and line numbers change with every comment."""
        return "kernel"


MODULES: set[str] = set()
"""The modules with kernels that were imported."""


@cache
def folder_of_module(module: str) -> Path | None:
    """The folder for the compiled kernels of this module."""
    name = f"{module}-{hash_with_imports(module, SUMMARIES)}-{numba.__version__}"
    return cache_folder(cache_homes(), name)


SUMMARIES = Summaries(cache_folder(cache_homes(), "sources"))
FOLDER = cache_folder(cache_homes(), source_hash(*kernel_folders()))
"""The folder for tables, which may depend on any kernel."""
NUMBA_LOCATORS = (
    "UserProvidedCacheLocator",
    "InTreeCacheLocator",
    "UserWideCacheLocator",
    "IPythonCacheLocator",
    "ZipCacheLocator",
)
"""Numba's own, for functions of other packages."""


def use_kernel_locator(settings: dict[str, Any]) -> None:
    """Let Numba ask `KernelLocator` first, then those that were set before or its own."""
    others = settings["CACHE_LOCATOR_CLASSES"] or ",".join(NUMBA_LOCATORS)
    settings["CACHE_LOCATOR_CLASSES"] = f"{__name__}.{KernelLocator.__name__},{others}"


use_kernel_locator(vars(numba.config))


class CompileListener(event.Listener):
    """Reports what Numba compiles."""

    def on_start(self, event: object) -> None:
        """Numba begins to compile a function."""
        compiling.begin()

    def on_end(self, event: object) -> None:
        """Numba has compiled a function."""
        compiling.end()


event.register("numba:compile", CompileListener())  # type: ignore[no-untyped-call]
