"""
Tables made once: kept beside the compiled kernels, under a name that changes with the rules and the kernels.

Asking a ranking about every shape of hand takes about a second, and the answers are always the same.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from .cache import FOLDER, source_hash

T = TypeVar("T")
Found = TypeVar("Found")
RULES = source_hash(Path(__file__).parents[1] / "rules")


def kept(what: str, make: Callable[[], T], folder: Path | None = FOLDER) -> T:
    """What was made under this name, or what is made now; nothing is lost where nothing can be kept."""
    if folder is None:
        return make()
    path = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.table"
    try:
        found: T = pickle.loads(path.read_bytes())
    except (OSError, EOFError, ValueError, AttributeError, ImportError, IndexError, pickle.PickleError):
        found = make()
        _keep(path, pickle.dumps(found))
    return found


def _keep(path: Path, data: bytes) -> None:
    """Written whole or not at all, whoever else is writing it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)


def kept_as_read(
    what: str, terms: T, make: Callable[[T], tuple[Mapping[str, object], Found]], folder: Path | None = FOLDER
) -> Found:
    """
    What was made for any terms that agree with these in all that was read, or what is made now.

    `make` gives what it read of the terms, option by option, and what it found.
    """
    if folder is None:
        return make(terms)[1]
    index = folder / f"{hashlib.sha256(f'{RULES} {what}'.encode()).hexdigest()[:32]}.read"
    known = _read_before(index)
    for read in known:
        if all(getattr(terms, option, None) == value for option, value in read.items()):
            return kept(f"{what} {sorted(read.items())}", lambda: make(terms)[1], folder)
    read, found = make(terms)
    kept(f"{what} {sorted(read.items())}", lambda: found, folder)
    _keep(index, pickle.dumps([*_read_before(index), dict(read)]))
    return found


def _read_before(index: Path) -> list[Mapping[str, object]]:
    try:
        found: list[Mapping[str, object]] = pickle.loads(index.read_bytes())
    except (OSError, EOFError, ValueError, AttributeError, ImportError, IndexError, pickle.PickleError):
        return []
    return found
