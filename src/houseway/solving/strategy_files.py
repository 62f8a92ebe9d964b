"""
Strategy files: tables of numbers with a header that names the terms they were made for and how they were made.

The tables for default terms ship with the package. `houseway solve` makes tables for other terms and stores them in the
user's cache, named by the hash of the options that shape them. A file is written whole or not at all, and the same
solve writes the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.cache import cache_homes, is_ours
from ..rules.errors import Unreadable, shown
from ..sampling.json_types import JsonObject

FORMAT = 1
HEADER = "header"
Array = NDArray[Any]


@dataclass(frozen=True)
class Tables:
    """The tables of a strategy."""

    game: str
    """Key of the game."""
    made_for: JsonObject
    """The options that shape the tables."""
    made_by: JsonObject
    """Seed and size of the solve."""
    arrays: Mapping[str, Array]

    def data(self) -> bytes:
        """The bytes of the file."""
        header = {"houseway_strategy": FORMAT, "game": self.game, "made_for": self.made_for, "made_by": self.made_by}
        text = np.frombuffer(json.dumps(header, sort_keys=True).encode(), dtype=np.uint8)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, **{HEADER: text, **dict(sorted(self.arrays.items()))})
        return buffer.getvalue()


def write_tables(tables: Tables, path: Path) -> None:
    """Write the file whole or not at all, so that an interrupted solve leaves the old file."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(tables.data())
        part.replace(path)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):  # it exists only after a failure, Ctrl-C included
            part.unlink()


def read_tables(source: Path | bytes, *, game: str, made_for: JsonObject) -> Tables:
    """The tables of a file. Raise `Unreadable` if it was made for another game or other terms."""
    tables = _tables(source)
    name = "the file" if isinstance(source, bytes) else source
    if tables.game != game:
        raise Unreadable(f"{name} has a strategy for {shown(tables.game)}, not for {game}")
    for option, value in made_for.items():
        if option not in tables.made_for:
            raise Unreadable(f"{name} does not say for which {option} it was made; houseway solve makes one")
        if tables.made_for.get(option) != value:
            other = shown(tables.made_for.get(option))
            raise Unreadable(
                f"{name} was made for {option}={other}, not {option}={shown(value)}; houseway solve makes one"
            )
    return tables


def _tables(source: Path | bytes) -> Tables:
    name = "this" if isinstance(source, bytes) else str(source)
    try:
        with np.load(io.BytesIO(source) if isinstance(source, bytes) else source, allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
        header = json.loads(arrays.pop(HEADER).tobytes())
        if header["houseway_strategy"] != FORMAT:
            raise Unreadable(f"{name} is of format {shown(header['houseway_strategy'])}, not {FORMAT}")
        return Tables(str(header["game"]), dict(header["made_for"]), dict(header["made_by"]), arrays)
    except Unreadable:
        raise
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror or 'it is no strategy file'}") from None
    except Exception:  # what a damaged file breaks in the readers of zip, NumPy and JSON has no common name
        raise Unreadable(f"{name} is no strategy file; houseway solve makes one") from None


def shipped(package: str, name: str) -> bytes | None:
    """A file of strategies that comes with a package, in its folder `shipped`."""
    file = files(package).joinpath("shipped", f"{name}.npz")
    return file.read_bytes() if file.is_file() else None


def cache_path(game: str, key: str) -> Path | None:
    """The cache file of tables for these terms, or None if there is no usable cache."""
    for home in cache_homes():
        if is_ours(home):
            return home / "strategies" / f"{game}-{key[:24]}.npz"
    return None


def terms_key(made_for: JsonObject) -> str:
    """A hash of the options that shape tables."""
    return hashlib.sha256(json.dumps(dict(made_for), sort_keys=True).encode()).hexdigest()


def write_to_cache(tables: Tables) -> Path | None:
    """Write tables to the cache. Return the file, or None if there is no usable cache."""
    path = cache_path(tables.game, terms_key(tables.made_for))
    if path is not None:
        write_tables(tables, path)
    return path
